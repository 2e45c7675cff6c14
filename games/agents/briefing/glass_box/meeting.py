"""A meeting as JSON, {"transcript": [...]}, that only grows: it is opened in the first text and closed by the task.

A row is a speech, {"speaker", "target" if it has one, "message", "t"}; what the moderator tells between two speeches,
{"moderator"}; or what the player wrote into its scratchpads then, {"you wrote"}. So no scratchpad is sent twice.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

from games.agents.briefing.history import asked_since, fallen_in, new_at_each, who_lives
from games.agents.briefing.place import Place
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import as_json, lines, moderated, noted, row, told
from games.engine.events import Called, Ejected, GhostSaid, Killed, Missed, Partners, PhaseBegan, Spoke
from games.engine.questions import kept
from games.engine.questions.scratchpads import FIELD
from games.engine.table import Entry
from games.engine.viewpoint import AUDIENCE, seen_by

BEGIN: Final = '{"transcript":['
END: Final = "]}"
OPENING: Final = frozenset({PhaseBegan.kind, Called.kind, Missed.kind})
PUBLIC_DEATHS: Final = frozenset({Missed.kind, Ejected.kind})
OMNISCIENT: Final = frozenset({Partners.kind, Killed.kind, Ejected.kind})


def transcript(situation: Situation, place: Place) -> tuple[str, ...]:
    """This meeting, question by question."""
    view = situation.view
    start = _start(view)
    opening = list(takewhile(lambda each: each.event.kind in OPENING, view[start:]))
    # When a meeting opens every death is public, and told in the same order to whoever saw it and whoever did not.
    fallen = fallen_in(view[:start], PUBLIC_DEATHS) | fallen_in(opening)
    is_ghost = situation.seat in fallen
    # Whoever was ejected has just become a ghost, and still hears this meeting to its end as they did before.
    meeting = view[start:] if is_ghost else tuple(seen_by(AUDIENCE, view[start:]))
    first = [
        *(told(each.event, place.names) for each in opening),
        who_lives(place, fallen),
        *(_omniscient(view[:start], place) if is_ghost else _pads(situation, meeting[0].poll)),
        BEGIN,
    ]
    polls = asked_since(meeting[0], situation.asked)
    wrote = {answer.poll: answer.answer.get(FIELD) for answer in situation.answers if answer.poll >= polls[0]}
    texts = [
        list(_rows(entries, place, wrote.get(before)))
        for before, entries in zip((0, *polls), new_at_each(meeting[len(opening) :], polls), strict=False)
    ]
    return tuple(filter(None, [lines([*first, *_joined(texts[0], 0)]), *_later(texts)]))


def _start(view: Sequence[Entry]) -> int:
    """The place in a view where the latest meeting begins."""
    start = len(view) - 1
    while view[start].event.kind != PhaseBegan.kind:
        start -= 1
    return start


def _pads(situation: Situation, poll: int) -> list[str]:
    """What the player's scratchpads held when the meeting began."""
    before = [(answer.kind, answer.answer) for answer in situation.answers if answer.poll <= poll]
    return [noted(pad, text) for pad, text in kept(before).items() if text]


def _omniscient(entries: Iterable[Entry], place: Place) -> list[str]:
    """What a ghost knows of what really happened."""
    events = [each.event for each in entries if each.event.kind in OMNISCIENT]
    return [moderated("You are a ghost and see everything; no word of yours reaches the living.")] + [
        told(event, place.names) for event in events
    ]


def _rows(entries: Iterable[Entry], place: Place, wrote: Any) -> Iterator[str]:
    if wrote:
        yield as_json({"you wrote": wrote})
    for entry in entries:
        match entry.event:
            case Spoke():
                yield row(entry.event, place.names)
            case GhostSaid(seat, words):
                yield as_json({"speaker": place.names[seat], "to": "the ghosts", "message": words})
            case _:
                yield as_json({"moderator": " ".join(entry.event.text(place.names).split())})


def _joined(rows: Iterable[str], before: int) -> Iterator[str]:
    """Rows as lines, each but the first of all with a comma before it."""
    for number, each in enumerate(rows, before):
        yield f",{each}" if number else each


def _later(texts: Sequence[Sequence[str]]) -> Iterator[str]:
    before = len(texts[0])
    for rows in texts[1:]:
        yield lines(_joined(rows, before))
        before += len(rows)
