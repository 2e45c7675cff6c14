"""A house player in a meeting: what it bids, what it says, when and for whom it votes. What it thinks: thinking.py."""

from collections.abc import Hashable, Sequence
from typing import Any, Final

from games.agents.house.settling import percent, settled
from games.agents.house.ship.hearing import heard, may_tell
from games.agents.house.ship.judging import cases_of, chances_from, deaths_to_bear, enough_for_a_vote, heat
from games.agents.house.ship.leaning import fingers
from games.agents.house.ship.memory import Mind
from games.agents.house.ship.talking import Item, doomed, place, scapegoat, things_to_say
from games.agents.house.ship.thinking import Thinking
from games.agents.house.speaking.delivering import Hearing, delivered
from games.agents.house.speaking.wording import Draft, Sayings, Slots, Telling, Told, Tongue, number
from games.agents.keeper import SAYINGS, Keeper
from games.engine.dice import Dice
from games.engine.discussion import seats_named
from games.engine.discussion.accusing import seats_accused
from games.engine.events import Seat
from games.engine.questions import CONSOLIDATION, REFLECTION, SKIP, BidToSpeak
from games.engine.table import Entry

Answer = dict[str, Any]  # Any: JSON values
_sayings: Final[Keeper[Sayings]] = Keeper(most=SAYINGS)
MUST: Final = "must speak"  # what a question's prompt says to who has been silent for too long
SURE: Final = 0.93  # the chance at which the crew votes early
ADDRESSED: Final = ("m_ask", "m_deny", "m_answer", "m_deny_kill")  # what is said to somebody
ALIBIS: Final = ("m_alibi", "m_alibi_task", "m_alibi_with")  # of which one is enough
LINES_OF: Final = {"m_suspect": "accuse", "m_deny": "deny", "m_clear": "trust", "m_missing": "mourn", "m_ask": "ask"}


def bid(mind: Mind, question: BidToSpeak, view: Sequence[Entry], dice: Dice, outing: int = 0) -> Answer:
    """A bid with its words, vote and thought."""
    cases = cases_of(mind)
    chances = chances_from(mind, cases, mind.others)
    items = things_to_say(mind, cases, chances)
    vote = choose_vote(mind, fingers(mind, cases), dice) if question.votes else None
    can_vote = vote == SKIP or vote in question.votes
    items = [item for item in items if _may_say(mind, item)]
    words, desire = "", 0
    told: Sequence[Told] = ()
    if items and items[0].urgency > 1.0:
        words, told = _words(mind, items, tongue_of(mind, view, dice, outing), dice)
        desire = min(10, max(0, round(settled(items[0].urgency - 1.2 * max(0, mind.speeches - 1)))))
    if not words and MUST in question.prompt:
        words, told = _anything(mind, tongue_of(mind, view, dice, outing), dice)
    first = items[0] if words and items else None
    target = (first.b if first.b is not None else first.a) if first and first.intent in ADDRESSED else None
    answer = {
        "thought": Thinking(mind, dice).of_bid(items, cases, chances, vote),
        "desire_to_speak": desire if words else 0,
        "message": words,
        "target": target if target in question.among else None,
        "vote_action": vote if vote is not None and can_vote else None,
        "scratchpad_updates": {},
    }
    return Telling(answer, told)


def _may_say(mind: Mind, item: Item) -> bool:
    """Whether it is worth another speech: after two of one's own only what is urgent."""
    return mind.speeches < 2 or item.urgency >= 5.5


# --- words -----------------------------------------------------------------------------------------------------------


def tongue_of(mind: Mind, view: Sequence[Entry], dice: Dice, outing: int) -> Tongue:
    """A tongue that knows what was said aloud in this game, kept from question to question."""
    key = (id(view[0]) if view else 0,)
    sayings, known = _sayings.take(key, mind.spoken) or (Sayings(), [])
    sayings.hear(mind.spoken[len(known) :], mind.names)
    known.extend(mind.spoken[len(known) :])
    _sayings.put(key, sayings, known)
    tongue = Tongue(mind.sheet, mind.names, sayings.shapes, dice, turns=sayings.turns, outing=outing)
    here = {spoke.seat for spoke in mind.spoken[mind.spoken_before :]}
    gone = {spoke.seat for spoke in mind.spoken if spoke.seat not in mind.living}
    tongue.heard_of = frozenset(mind.names[seat] for seat in here | gone)
    tongue.is_later = mind.meeting > 1
    return tongue


def _read(text: str, names: tuple[str, ...], me: Seat) -> Hashable:
    return heard(text, names, me), frozenset(seats_named(text, names)), frozenset(seats_accused(text, names))


def _states(text: str, names: tuple[str, ...], me: Seat) -> bool:
    return may_tell(text)


IN_A_MEETING: Final = Hearing(_read, _states)


def _words(mind: Mind, items: list[Item], tongue: Tongue, dice: Dice) -> tuple[str, Sequence[Told]]:
    """One to three sentences: the most urgent thing, what goes with it, and one thing more; and which they are."""
    room = 2 if mind.temper.length < 3.1 else 3
    told: list[str] = []
    about: set[tuple[str, Seat | None]] = set()
    has_alibi = False
    for item in items:
        if len(told) >= room or (told and item.urgency < 2.5):
            break
        if (item.intent, item.a) in about or (told and item.intent in ("m_idle", "m_skip")):
            continue
        about.add((item.intent, item.a))
        for each in (item, *item.follow):
            if each.intent in ALIBIS and has_alibi:
                continue  # to whom it is said does not matter
            if (said := _sentence(mind, tongue, each, dice, is_firm=not _holds_back(item))) is not None:
                told.append(said)
                has_alibi = has_alibi or each.intent in (*ALIBIS, "m_found")  # whoever finds somebody was there
    if told and mind.temper.asides > settled(dice.below(100) / 40) and (phrase := tongue.phrase()) is not None:
        told.append(phrase)
    return delivered(tongue, told, mind.me, dice, IN_A_MEETING), tongue.told


def _anything(mind: Mind, tongue: Tongue, dice: Dice) -> tuple[str, Sequence[Told]]:
    """Something to say where one must; what is counted is new each time."""
    said = tongue.say("m_idle", {})
    if said is None:
        return f"After {number(len(mind.spoken))} speeches in all, I have no word left that was not said.", ()
    return delivered(tongue, (said,), mind.me, dice, IN_A_MEETING), tongue.told


def _holds_back(item: Item) -> bool:
    """Whether what is said goes on to say that it is not enough for a vote."""
    return any(each.intent == "m_hold" for each in item.follow)


def _sentence(mind: Mind, tongue: Tongue, item: Item, dice: Dice, *, is_firm: bool) -> str | None:
    slots = {slot: mind.names[seat] for slot, seat in (("a", item.a), ("b", item.b)) if seat is not None}
    if is_firm:
        slots["firm"] = ""
    if item.room is not None:
        slots["room"] = place(item.room)
    if item.task:
        slots["task"] = item.task
    line = LINES_OF.get(item.intent)
    if line is not None and dice.chance(0.2):
        seat = item.a if item.a is not None else item.b
        if (
            seat is not None
            and (own := tongue.line(line, mind.names[seat], _same(item, slots, mind.names[seat]))) is not None
            and mind.names[seat] in own
        ):
            return own
    return tongue.say(item.intent, slots, 0.12)


def _same(item: Item, slots: Slots, name: str) -> Draft:
    """What says the same as a line of one's own about somebody."""
    return Draft(item.intent, {**slots, "a": slots.get("a", name)})


# --- votes -----------------------------------------------------------------------------------------------------------


def choose_vote(mind: Mind, chances: dict[Seat, float], dice: Dice) -> Seat | str | None:
    """Whom to vote for now, "skip", or None while one still listens."""
    living = len(mind.living)
    late = settled(mind.t / max(1, living))
    return _crew_vote(mind, chances, late) if mind.team == "crew" else _impostor_vote(mind, late, dice)


def _crew_vote(mind: Mind, chances: dict[Seat, float], late: float) -> Seat | str | None:
    top = max(chances, key=lambda seat: chances[seat], default=None)
    if top is None:
        return SKIP if late >= 0.8 else None
    chance, enough = chances[top], enough_for_a_vote(mind)
    if (chance >= SURE and late >= 0.25) or (chance >= settled(enough + 0.12) and late >= 0.6):
        return top
    if late >= 0.9:
        return top if chance >= enough else (None if late < 1.2 and chance > settled(0.8 * enough) else SKIP)
    return None


def _impostor_vote(mind: Mind, late: float, dice: Dice) -> Seat | str | None:
    hot = heat(mind)
    lost, goat = doomed(mind), scapegoat(mind)
    if lost is not None and late >= 0.5:
        return lost if mind.temper.boldness > 0.3 else SKIP
    if goat is not None and hot[goat] >= 2.0 and late >= 0.45:
        return goat
    if not mind.level.reads_table and late >= 0.45:
        loudest = max(mind.others, key=lambda seat: hot[seat], default=None)
        return loudest if loudest is not None and hot[loudest] > 0 else SKIP
    if late >= 0.85:
        # The nearer the end, the more it is worth to be seen voting for one of the crew.
        enough = (0.0, 0.6, 1.2)[min(2, deaths_to_bear(mind))]
        return goat if goat is not None and hot[goat] >= enough else SKIP
    return None


def last_vote(mind: Mind, among: Sequence[Seat | None], dice: Dice) -> Answer:
    """The vote when the talk is over."""
    cases = cases_of(mind)
    chances = chances_from(mind, cases, mind.others)
    mind_t, mind.t = mind.t, 99
    vote = choose_vote(mind, fingers(mind, cases), dice)
    mind.t = mind_t
    target = vote if isinstance(vote, int) and vote in among else None
    return {"thought": Thinking(mind, dice).of_vote(target, cases, chances), "target": target}


# --- after it --------------------------------------------------------------------------------------------------------


def reflection(mind: Mind, kind: str, dice: Dice) -> Answer:
    """What is thought at the end of a meeting, and what the pads keep of it when its own is about to be erased."""
    thinking = Thinking(mind, dice)
    chances = chances_from(mind, cases_of(mind), mind.others)
    if mind.is_ghost or kind not in (CONSOLIDATION, REFLECTION):  # whoever was just ejected keeps nothing
        return {"thought": thinking.of_reaction(), "scratchpad_updates": {}}
    thoughts = [*([thinking.of_reaction()] if kind == REFLECTION else []), thinking.of_keeping(chances)]
    pads = {"suspicions": _suspicions(mind, chances), "events": _events(mind)}
    return {"thought": " ".join(filter(None, thoughts)), "scratchpad_updates": pads}


def _suspicions(mind: Mind, chances: dict[Seat, float]) -> str:
    top = sorted(chances, key=lambda seat: -chances[seat])[:3]
    if mind.team != "crew":
        return ""
    return "; ".join(f"{mind.names[seat]} {percent(chances[seat])} %" for seat in top)


def _events(mind: Mind) -> str:
    gone = [mind.names[seat] for seat in mind.victims]
    last = mind.history[-1] if mind.history else None
    out = "nobody" if last is None or last.seat is None else mind.names[last.seat]
    return f"Meeting {mind.meeting}: dead {', '.join(gone) or 'nobody'}; ejected {out}."
