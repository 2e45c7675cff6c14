"""Choosing among legal answers by what pays and by whom one suspects.

What is done is drawn first, likelier the more it pays; then to whom, by how likely each is to be of one's own side.
Never always the best: players who all did the same would leave the rest undone, and a game where that is punished to
the other side.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from games.agents.house.settling import percent, settled, total
from games.agents.house.speaking.wording import Sayings, Tongue
from games.agents.house.unfamiliar.practice import SAID, Field, Lessons, candidates, feature_of, lessons_of
from games.agents.house.unfamiliar.seen import Seen, seeing
from games.agents.played import Played
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.table import Entry
from personas.sheet import Sheet

A_STEP: Final = 0.012  # by how much likelier winning makes a choice twice as likely
MOST_STEPS: Final = 24

K = TypeVar("K")
Answer = Mapping[str, Any]  # Any: JSON values


def answer(
    sheet: Sheet, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
) -> Answer:
    """A legal answer with its thought."""
    seats = len(played.names)
    lessons = lessons_of(played.ruleset, played.options, seats, _practised)
    with seeing(view, seat, seats, played.ruleset) as seen:
        chances = seen.hidden_chances(played.options)
        fields = _chosen(seen, chances, question, dice, lessons)
        tongue = Tongue(sheet, played.names, Sayings().shapes, dice)
        tongue.seat = seat
        words = _words(seen, chances, played, tongue, dice)
        thought = _thought(seen, chances, played, tongue, dice)
    written = candidates(question, seats)[fields]
    return {"thought": thought, **{name: words if given == SAID else given for name, given in written.items()}}


def _practised(
    moderator: Moderator, seat: Seat, question: Question[Any], dice: Dice, lessons: Lessons
) -> tuple[Field, ...]:
    """How one plays in practice who was taught this."""
    view, seats = moderator.table.views[seat], len(moderator.deal.roles)
    with seeing(view, seat, seats, moderator.ruleset) as seen:
        return _chosen(seen, seen.hidden_chances(moderator.options), question, dice, lessons)


def _chosen(
    seen: Seen, chances: Mapping[Seat, float], question: Question[Any], dice: Dice, lessons: Lessons
) -> tuple[Field, ...]:
    """One of the answers that are possible, by what it decides."""

    def worth(each: Field) -> float:
        target = each[2]
        if target is None:
            return lessons.worth(feature_of(seen.team, question.kind, each, own=None))
        hidden = chances.get(target, float(seen.is_hidden))
        own = hidden if seen.is_hidden else 1 - hidden
        alike, other = (lessons.worth(feature_of(seen.team, question.kind, each, own=side)) for side in (True, False))
        return settled(own * alike + (1 - own) * other)

    by_deed: dict[tuple[tuple[str, str, bool], ...], dict[tuple[Field, ...], float]] = {}
    for fields in candidates(question, seen.seats):
        deed = tuple((name, done, target is None) for name, done, target in fields)
        by_deed.setdefault(deed, {})[fields] = total(map(worth, fields))
    deeds = {deed: max(worths.values()) for deed, worths in by_deed.items()}
    return _drawn(by_deed[_drawn(deeds, dice)], dice)


def _drawn(worths: Mapping[K, float], dice: Dice) -> K:
    """One of them, twice as likely for each step that it is worth more. Whole numbers: no power of a float."""
    options = list(worths)
    best = max(worths.values())
    weights = [1 << max(0, MOST_STEPS - round(settled((best - worths[option]) / A_STEP))) for option in options]
    rolled = dice.below(sum(weights))
    for option, weight in zip(options, weights, strict=True):
        rolled -= weight
        if rolled < 0:
            return option
    raise AssertionError("dice roll below their sides")


def _thought(seen: Seen, chances: Mapping[Seat, float], played: Played, tongue: Tongue, dice: Dice) -> str:
    """What it makes of the table, in a sentence; worded last, when everything is decided."""
    suspect = max(chances, key=lambda seat: chances[seat], default=None)
    intent, slots = "o_open", {}
    if seen.is_hidden:
        intent = "o_hide"
    elif suspect is not None and len(set(chances.values())) > 1:
        slots = {"a": played.names[suspect], "p": str(percent(chances[suspect]))}
        intent = "o_sure" if chances[suspect] == 1 else "o_lean"
    pattern = tongue.muse(intent, frozenset(slots), seen.answers)
    return pattern.say(slots, dice) if pattern is not None else "Let me see."


def _words(seen: Seen, chances: Mapping[Seat, float], played: Played, tongue: Tongue, dice: Dice) -> str:
    """What it would say aloud, if it is asked for words: whom it suspects, or whom it wants suspected."""
    strangers = [seat for seat in chances if not (seen.is_hidden and chances[seat] == 1)]
    known = max(chances.values(), default=0.0) > min(chances.values(), default=0.0)
    if not strangers or (not seen.is_hidden and not known and dice.chance(0.5)):
        return tongue.say("o_idle", {}) or "I have nothing to add."
    rank = dice.shuffled(strangers)
    whom = rank[0] if seen.is_hidden else max(rank, key=lambda seat: chances[seat])
    return tongue.say("o_accuse", {"a": played.names[whom]}) or "I have nothing to add."
