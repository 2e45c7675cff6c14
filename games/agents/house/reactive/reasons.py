"""Why one votes as one does, in a sentence that nobody else at the table gives.

All votes are cast at once, so nobody can hear which reasons the others have used up. So each wording belongs to one of
the living, and everybody looks among their own.
"""

from typing import Final

from games.agents.house.deciding.judgement import Aim
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.arguing import is_mine_too, may_say
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.wording import Slots, Tongue, fitting
from games.engine.dice import Dice
from games.engine.events import Seat

TRIES: Final = 120


def reason_for(mind: Mind, target: Seat | None, tongue: Tongue, dice: Dice) -> str:
    """A fresh sentence for a vote; "" when there is none left."""
    wordings = [("vote_why_none", {})] if target is None else _wordings(mind, target, tongue, dice)
    refused: set[str] = set()
    for attempt in range(TRIES):
        # The weightiest reason first; the longer one looks, the further down the list.
        intent, slots = wordings[dice.below(min(len(wordings), 1 + attempt // 12))]
        pool = fitting(intent, mind.sheet.temper, frozenset(slots), dice)
        if not pool:
            continue
        text = dice.pick(pool).say(slots, dice)
        if text in refused:
            continue
        refused.add(text)
        text = tongue.put(text)
        if _is_mine(mind, text) and tongue.wear(text)[0] is not None:
            return text
    return ""


def _wordings(mind: Mind, target: Seat, tongue: Tongue, dice: Dice) -> list[tuple[str, Slots]]:
    """The grounds that may be told, the weightiest first, and what can always be said."""
    talk = Talk(mind, tongue, dice, Aim(target, None, 0.0))
    told: list[tuple[str, Slots]] = [
        ("g_wrong_too" if is_mine_too(talk, ground) else f"g_{ground.kind}", talk.of_ground(target, ground))
        for ground in mind.cases[target].against()
        if ground.kind != "gut" and may_say(talk, target, ground)
    ]
    return [*told[:4], ("vote_why", talk.slots(target))]


def _is_mine(mind: Mind, text: str) -> bool:
    """Whether a wording, whomever it is about, is this player's to use today."""
    for name in mind.names:
        text = text.replace(name, "")
    return Dice("wording", mind.day, text).below(len(mind.living)) == mind.living.index(mind.me)
