"""What is told on the ship: scratchpads, what was seen in the last ticks, what is seen now.

An observation is all that was seen in one tick; a tick in which nothing was seen is none. Where everybody stands after
a meeting belongs to no tick, and is an observation of its own.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from games.agents.briefing.history import fallen_in
from games.agents.briefing.place import Place
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import lines, moderated, noted, told
from games.engine.events import Event, PhaseBegan, Seen, Ticked, listed
from games.engine.questions import kept
from games.engine.table import Entry

OBSERVATIONS: Final = 8
SHIFT: Final = "shift"


def seen(situation: Situation, place: Place) -> str:
    """Where things stand for a player on the ship, or for a ghost that may still sabotage."""
    view = situation.view
    fallen = fallen_in(view)
    dead = f" Dead: {', '.join(place.names[seat] for seat in fallen)}." if fallen else ""
    now = _now(situation, place) if situation.seat not in fallen else "You are a ghost."
    pads = kept((answer.kind, answer.answer) for answer in situation.answers)
    return lines(
        [
            *(noted(pad, text) for pad, text in pads.items() if text),
            *reversed(list(_observations(view, place))),
            moderated(f"Now, before tick {_tick(view) + 1}: {now}{dead}"),
        ]
    )


def _tick(view: Sequence[Entry]) -> int:
    return next((entry.event.number for entry in reversed(view) if isinstance(entry.event, Ticked)), 0)


def _now(situation: Situation, place: Place) -> str:
    """What the player was last told to see, whole."""
    last = next(entry.event for entry in reversed(situation.view) if isinstance(entry.event, Seen))
    return last.text(place.names)


def _observations(view: Sequence[Entry], place: Place) -> Iterator[str]:
    """The last observations, a line for each, the latest first; what is seen now is told elsewhere."""
    count = 0
    is_now = True
    events: list[str] = []
    for entry in reversed(view):
        event = entry.event
        if entry.phase != SHIFT or entry.round == 0:
            continue
        if isinstance(event, Ticked | PhaseBegan):
            if isinstance(event, PhaseBegan) and event.number == 1:
                return  # all begin in the cafeteria, as the rules say
            if events:
                when = f"Tick {event.number}" if isinstance(event, Ticked) else f"After meeting {event.number - 1}"
                yield moderated(f"{when}: {' '.join(reversed(events))}")
                count += 1
                events = []
            if count == OBSERVATIONS:
                return
        elif isinstance(event, Seen):
            if not is_now:
                events.append(_company(event, place))
            is_now = False
        else:
            events.append(_said(event, place))


def _company(event: Seen, place: Place) -> str:
    """Of what was seen in an earlier tick what may matter later: where, who was there, bodies."""
    if event.players is None:
        return f"It is dark in {event.room}."
    there = listed([place.names[seat] for seat in event.players]) or "nobody"
    bodies = f" The body of {listed([place.names[seat] for seat in event.bodies])}." if event.bodies else ""
    return f"{place.names[event.seat]} is in {event.room} with {there}.{bodies}"


def _said(event: Event, place: Place) -> str:
    return told(event, place.names).removeprefix(moderated(""))
