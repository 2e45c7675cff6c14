"""What is said and thought at a table with unfamiliar rules, worded when everything else is decided.

Law: no sentence says more than was seen. Who is named aloud is whom one goes for: who of the open team has named
somebody in its last words keeps to that as long as nobody else has become likelier.
"""

import re
from collections.abc import Mapping, Sequence

from games.agents.house.settling import percent
from games.agents.house.speaking.wording import Tongue
from games.agents.house.unfamiliar.seen import Seen
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.table import Entry

Chances = Mapping[Seat, float]  # how likely each other seat is to be hidden


def living(chances: Chances, view: Sequence[Entry]) -> Chances:
    """The chances of those who have not left the game."""
    fallen = {getattr(entry.event, entry.event.falls) for entry in view if entry.event.falls}
    return {seat: chance for seat, chance in chances.items() if seat not in fallen}


def likeliest(chances: Chances) -> list[Seat]:
    """Who is suspected most; several where nothing tells them apart."""
    most = max(chances.values(), default=0.0)
    return [seat for seat, chance in chances.items() if chance == most]


def held_to(seen: Seen, chances: Chances, view: Sequence[Entry], names: Sequence[str]) -> Seat | None:
    """Whom one of the open team has named alone in its last words, as long as nobody else has become likelier."""
    if seen.is_hidden:
        return None
    own = (entry.event for entry in reversed(view) if entry.event.authors == (seen.me,))
    last = next((str(words) for event in own if (words := getattr(event, "words", ""))), "")
    named = [seat for seat, name in enumerate(names) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", last)]
    return named[0] if len(named) == 1 and named[0] in likeliest(chances) else None


def thought(seen: Seen, chances: Chances, held: Seat | None, names: Sequence[str], tongue: Tongue, dice: Dice) -> str:
    """What it makes of the table, in a sentence. `held` is whom it goes for because it has said so."""
    intent, slots = _opinion(seen, chances, held, names)
    pattern = tongue.muse(intent, frozenset(slots), seen.answers)
    return pattern.say(slots, dice) if pattern is not None else "Let me see."


def _opinion(seen: Seen, chances: Chances, held: Seat | None, names: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What there is to think, and of whom."""
    if seen.is_hidden:
        return "o_hide", {}
    suspects = likeliest(chances)
    if held is not None and chances[held] < 1:
        return "o_held", {"a": names[held], "p": str(percent(chances[held]))}
    is_shown = any(seat in seen.teams for seat in range(seen.seats) if seat != seen.me)
    if not suspects or not (is_shown or len(suspects) < len(chances)):
        return "o_open", {}
    suspect = suspects[0]
    slots = {"a": names[suspect], "p": str(percent(chances[suspect]))}
    if chances[suspect] == 1:
        return "o_sure", slots
    if len(suspects) > 1 or len(chances) == 1:
        return "o_alike", {"p": slots["p"]}
    went_wrong = any(by == suspect and seen.teams.get(at) == seen.ruleset.open_team for by, at in seen.fingers)
    return "o_wrong" if went_wrong else "o_lean", slots


def words(seen: Seen, chances: Chances, held: Seat | None, names: Sequence[str], tongue: Tongue, dice: Dice) -> str:
    """What it would say aloud, if it is asked for words: whom it suspects, or whom it wants suspected. `held` is whom
    it goes for anyway."""
    strangers = [seat for seat in chances if not (seen.is_hidden and chances[seat] == 1)]
    suspects = likeliest(chances)
    if held is None and (not strangers or (not seen.is_hidden and len(suspects) == len(chances) and dice.chance(0.5))):
        return tongue.say("o_idle", {}) or "I have nothing to add."
    whom = dice.pick(strangers if seen.is_hidden else suspects) if held is None else held
    return tongue.say("o_accuse", {"a": names[whom]}) or "I have nothing to add."
