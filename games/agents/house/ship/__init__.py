"""The house on the ship: the same characters, walking, working, killing and talking their way through Glass Box.

memory.py keeps what a seat knows, learning.py fills it from what the seat has heard, hearing.py understands words;
walking.py and hunting.py order, judging.py suspects, leaning.py bends that by company, temper and bonds, talking.py has
something to say, meeting.py bids and votes, thinking.py says what it
really thinks.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.agents.house.bonds import NO_BONDS, Bonds
from games.agents.house.learned import Taught
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.ship.hunting import ghost_plan, impostor_plan
from games.agents.house.ship.learning import remembering
from games.agents.house.ship.meeting import bid, last_vote, reflection
from games.agents.house.ship.memory import Mind
from games.agents.house.ship.thinking import Thinking
from games.agents.house.ship.walking import crew_plan
from games.agents.house.speaking.wording import Sayings, Tongue
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.questions import Act, BidToSpeak, Choose, Question, Reflect, Remark
from games.engine.table import Entry
from personas.sheet import Sheet

Answer = Mapping[str, Any]  # Any: JSON values
PHASES = ("shift", "meeting")


def is_aboard(view: Sequence[Entry]) -> bool:
    """Whether what a seat has heard last happened on the ship."""
    return bool(view) and view[-1].phase in PHASES


def answer(
    sheet: Sheet,
    seat: Seat,
    question: Question[Any],
    view: Sequence[Entry],
    dice: Dice,
    taught: Taught | None = None,
    level: Level = ADVANCED,
    bonds: Bonds = NO_BONDS,
    outing: int = 0,
) -> Answer:
    """A legal answer with its thought; the question's default where the house knows no better."""
    with remembering(sheet, seat, view, taught, level, bonds) as mind:
        match question:
            case Act():
                return _orders(mind, question, dice)
            case BidToSpeak():
                return bid(mind, question, view, dice, outing)
            case Choose(kind="vote"):
                return last_vote(mind, question.among, dice)
            case Reflect():
                return reflection(mind, question.kind, dice)
            case Remark():
                return _ghost_chat(mind, dice)
    return {"thought": "", **question.write(question.default(dice))}


def _orders(mind: Mind, question: Act, dice: Dice) -> Answer:
    if mind.is_ghost:
        plan = ghost_plan(question.actions, dice)
    elif mind.team == "crew":
        plan = crew_plan(mind, question.actions, question.most, dice)
    else:
        plan = impostor_plan(mind, question.actions, question.most, dice)
    orders = plan.orders[: question.most]
    if not orders or orders[0] not in question.actions:
        orders = ["wait"]
    return {"thought": Thinking(mind, dice).of_plan(plan), "orders": orders, "scratchpad_updates": {}}


def _ghost_chat(mind: Mind, dice: Dice) -> Answer:
    """A word among the dead, who know everything."""
    about, intent, slots = _grudge(mind)
    words = ""
    if intent and dice.chance(0.6):
        sayings = Sayings()
        sayings.hear(mind.chat, mind.names)
        names = {slot: mind.names[seat] for slot, seat in slots.items()}
        words = Tongue(mind.sheet, mind.names, sayings.shapes, dice).say(intent, names) or ""
    return {"thought": Thinking(mind, dice).of_a_ghost(about), "message": words}


def _grudge(mind: Mind) -> tuple[Seat | None, str, dict[str, Seat]]:
    """Which of the living is on a ghost's mind; what it may say, and of whom: "It was you" of its own killer only.

    An impostor thinks of a partner. Of the crew, whoever was killed thinks of who did it; with that one gone, or after
    an ejection, of the last one who killed somebody else and still walks about.
    """
    if mind.team != "crew":
        partner = next(iter(sorted(mind.partners & mind.living)), None)
        return partner, "" if partner is None else "gh_impostor", {} if partner is None else {"a": partner}
    kills = [deed for deed in mind.deeds if deed.victim is not None]
    mine = next((deed.seat for deed in kills if deed.victim == mind.me), None)
    if mine is not None and mine in mind.living:
        return mine, "gh_killer", {"a": mine}
    for deed in reversed(kills):
        if deed.seat in mind.living and deed.victim is not None:
            return deed.seat, "gh_said", {"a": deed.seat, "b": deed.victim}
    return None, "" if mine is None else "gh_avenged", {} if mine is None else {"a": mine}
