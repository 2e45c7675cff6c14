"""Taking in what a seat has heard, event by event: what happened on the ship and what was said in meetings."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from games.agents.house.bonds import NO_BONDS, Bonds
from games.agents.house.learned import Taught
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.ship.hearing import chief_of, heard
from games.agents.house.ship.memory import Deed, Ejection, Mind, Sight, Word
from games.agents.keeper import Keeper
from games.engine.events import (
    Alarm,
    AlarmOver,
    Called,
    Dealt,
    Ejected,
    Event,
    GhostSaid,
    Killed,
    Mended,
    Missed,
    NobodySpoke,
    NotEjected,
    Partners,
    PhaseBegan,
    Proved,
    Seat,
    Seated,
    Seen,
    Spoke,
    TaskDone,
    Ticked,
    VentEntered,
    VentLeft,
    VoteCast,
    VoteShown,
    Walked,
    Watched,
    Worked,
)
from games.engine.ship.chart import CAFETERIA, Room
from games.engine.table import Entry
from personas.sheet import Sheet

_minds: Final[Keeper[Mind]] = Keeper(most=256)  # as in the village


@contextmanager
def remembering(
    sheet: Sheet,
    me: Seat,
    view: Sequence[Entry],
    taught: Taught | None = None,
    level: Level = ADVANCED,
    bonds: Bonds = NO_BONDS,
) -> Iterator[Mind]:
    """The mind of a seat that has heard `view`, to be read. Without its bonds it believes the same."""
    # The first entry is held by what is kept, so its id stays its own.
    key = (id(view[0]) if view else 0, me, sheet.slug, taught, level.name)  # to hash all of a sheet takes long
    kept = _minds.take(key, view)
    if kept is None or kept[0].sheet != sheet:
        kept = _begun(sheet, me, taught, level), []
    mind, known = kept
    for entry in view[len(known) :]:
        if mind.following is not None:
            mind.learned = mind.following.hear(entry)
        learn(mind, entry.event)
        known.append(entry)
    mind.bonds = bonds
    yield mind
    _minds.put(key, mind, known)


def _begun(sheet: Sheet, me: Seat, taught: Taught | None, level: Level) -> Mind:
    mind = Mind(sheet, me, level)
    mind.following = None if taught is None else taught.follower(me)
    return mind


def learn(mind: Mind, event: Event) -> None:
    """Takes in one event."""
    # By type and not by `match`: an event's class is abstract, and asking those is slow.
    learner = LEARNERS.get(type(event))
    if learner is not None:
        learner(mind, event)


def _note(mind: Mind, seat: Seat, room: Room) -> None:
    if seat != mind.me:
        sight = Sight(mind.tick, seat, room)
        mind.sights.append(sight)
        mind.last[seat] = sight
        mind.together.setdefault((mind.tick, room), set()).add(seat)


def _be_in(mind: Mind, room: Room) -> None:
    mind.room = room
    mind.track.append((mind.tick, room))


# --- on the ship -----------------------------------------------------------------------------------------------------


def _see(mind: Mind, seen: Seen) -> None:
    if seen.seat != mind.me:  # a ghost hears what all were told
        return
    mind.looks += 1
    if not mind.track or mind.room != seen.room:
        _be_in(mind, seen.room)
    mind.company = seen.players or ()
    mind.bodies = seen.bodies or ()
    mind.found.update(mind.bodies)
    for seat in mind.company:
        _note(mind, seat, seen.room)
    # Who was with me before I walked and is with me after it has come along.
    before = {**mind.trailing, **mind.with_me}
    mind.with_me, mind.trailing = {seat: before.get(seat, 0) for seat in mind.company}, {}
    if seen.tasks is not None:
        told = tuple((name, place[:-1]) for name, _, place in (task.partition(" (") for task in seen.tasks))
        gone_on = set(told) & set(mind.tasks)
        mind.worked = {name: ticks for name, ticks in mind.worked.items() if (name, dict(told).get(name)) in gone_on}
        mind.tasks = told
    mind.bar = mind.bar if seen.bar is None else seen.bar
    mind.kill_in, mind.sabotage_in, mind.press_in = seen.kill_in, seen.sabotage_in, seen.press_in
    mind.alarm, mind.left = seen.alarm, seen.left or 0


def _walk(mind: Mind, walked: Walked) -> None:
    if walked.seat == mind.me:
        _be_in(mind, walked.room)
        mind.company = ()
        mind.trailing, mind.with_me = mind.with_me, {}
        return
    _note(mind, walked.seat, walked.room)
    if walked.room == mind.room:
        mind.with_me[walked.seat] = 0
    else:
        mind.with_me.pop(walked.seat, None)


def _tick(mind: Mind, event: Ticked) -> None:
    mind.tick = event.number
    mind.with_me = {seat: ticks + 1 for seat, ticks in mind.with_me.items()}
    mind.trailing = {}


def _work(mind: Mind, event: Worked) -> None:
    if event.seat == mind.me:
        task = next((name for name, place in mind.tasks if place == event.room), None)
        if task is not None:
            mind.worked[task] = mind.worked.get(task, 0) + 1
    _note(mind, event.seat, event.room)


def _prove(mind: Mind, event: Proved) -> None:
    if event.seat != mind.me:
        mind.proved.add(event.seat)


def _finish(mind: Mind, event: TaskDone) -> None:
    if event.seat == mind.me:
        mind.done.append((mind.tick, event.task, mind.room))


def _vent(mind: Mind, event: VentEntered | VentLeft) -> None:
    if event.seat == mind.me:
        _be_in(mind, event.room)
    else:
        mind.deeds.append(Deed(mind.tick, event.seat, event.room))
        _note(mind, event.seat, event.room)


def _kill(mind: Mind, event: Killed) -> None:
    mind.living.discard(event.seat)
    mind.is_ghost = mind.is_ghost or event.seat == mind.me
    deed = Deed(mind.tick, event.by, event.room, event.seat)
    (mind.my_kills if event.by == mind.me else mind.deeds).append(deed)


def _mend(mind: Mind, event: Mended) -> None:
    _note(mind, event.seat, event.room)
    if event.seat == mind.me:
        mind.fixed = mind.tick


def _alarm(mind: Mind, event: Alarm) -> None:
    mind.alarm, mind.left = event.system, event.ticks or 0


def _no_alarm(mind: Mind, event: AlarmOver) -> None:
    mind.alarm = None


def _watch(mind: Mind, event: Watched) -> None:
    for room, seats in (("medbay", event.medbay), ("admin", event.admin), ("navigation", event.navigation)):
        for seat in seats:
            _note(mind, seat, room)


# --- at the table, and in a meeting ----------------------------------------------------------------------------------


def _sit(mind: Mind, event: Seated) -> None:
    mind.names, mind.living = event.aliases, set(range(len(event.aliases)))


def _be_dealt(mind: Mind, event: Dealt) -> None:
    if event.seat == mind.me:
        mind.team = event.team


def _know_partners(mind: Mind, event: Partners) -> None:
    if mind.me in event.seats:
        mind.partners = frozenset(event.seats) - {mind.me}


def _begin(mind: Mind, event: PhaseBegan) -> None:
    if event.name == "shift":
        _begin_shift(mind, event.number)
    else:
        mind.meeting, mind.t, mind.speeches, mind.spoken_before = event.number, 0, 0, len(mind.spoken)
        mind.voted, mind.victims, mind.pending_votes = set(), [], []
        mind.word = None


def _be_called(mind: Mind, event: Called) -> None:
    mind.caller, mind.body, mind.scene = event.seat, event.body, event.room
    _note(mind, event.seat, event.room or CAFETERIA)


def _miss(mind: Mind, event: Missed) -> None:
    mind.living.discard(event.seat)
    mind.victims.append(event.seat)


def _hear(mind: Mind, spoke: Spoke) -> None:
    mind.spoken.append(spoke)
    mind.t = spoke.t + 1
    mind.polls += 1
    mind.speeches += spoke.seat == mind.me
    claims = heard(spoke.words, mind.names, spoke.seat, spoke.target)
    mind.claims.extend(claims)
    chief = chief_of(claims, mind.me)
    kind = "" if chief is None else "me" if mind.me in (chief.about, chief.other) else chief.kind
    _take_in(mind, Word(spoke.seat, claims, chief, "mine" if spoke.seat == mind.me else kind))


def _take_in(mind: Mind, word: Word) -> None:
    mind.word = word
    mind.times[word.kind] = mind.times.get(word.kind, 0) + 1


def _overhear(mind: Mind, said: GhostSaid) -> None:
    mind.chat.append(said)


def _hear_nothing(mind: Mind, event: NobodySpoke) -> None:
    mind.t = event.t + 1
    mind.polls += 1
    _take_in(mind, Word(None))


def _count(mind: Mind, event: VoteCast) -> None:
    mind.voted.add(event.seat)


def _reveal(mind: Mind, event: VoteShown) -> None:
    mind.pending_votes.append((event.seat, event.target))


def _eject(mind: Mind, event: Ejected) -> None:
    mind.living.discard(event.seat)
    mind.is_ghost = mind.is_ghost or event.seat == mind.me
    if event.team is not None:
        mind.shown[event.seat] = event.team
    mind.history.append(Ejection(mind.meeting, event.seat, event.team, tuple(mind.pending_votes)))


def _eject_nobody(mind: Mind, event: NotEjected) -> None:
    mind.history.append(Ejection(mind.meeting, None, None, tuple(mind.pending_votes)))


def _begin_shift(mind: Mind, number: int) -> None:
    mind.shift = number
    mind.past.extend((mind.meeting, claim) for claim in mind.claims)
    mind.claims = []
    mind.track = []
    mind.last = {}
    mind.sights, mind.together = [], {}
    mind.with_me = mind.trailing = {}


LEARNERS: Final[dict[type[Event], Callable[[Mind, Any], None]]] = {  # Any: each takes its own kind of event
    Seated: _sit,
    Dealt: _be_dealt,
    Partners: _know_partners,
    PhaseBegan: _begin,
    Ticked: _tick,
    Seen: _see,
    Walked: _walk,
    Worked: _work,
    Proved: _prove,
    TaskDone: _finish,
    VentEntered: _vent,
    VentLeft: _vent,
    Killed: _kill,
    Mended: _mend,
    Alarm: _alarm,
    AlarmOver: _no_alarm,
    Watched: _watch,
    Called: _be_called,
    Missed: _miss,
    Spoke: _hear,
    GhostSaid: _overhear,
    NobodySpoke: _hear_nothing,
    VoteCast: _count,
    VoteShown: _reveal,
    Ejected: _eject,
    NotEjected: _eject_nobody,
}
