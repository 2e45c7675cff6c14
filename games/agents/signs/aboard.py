"""Signs of places and deeds, where players walk about: who found a body, who was seen where, and who says so.

Law: what the observer saw is seen; where somebody says to have been, and whom they say to have seen, is said. Who is
found dead died since the last meeting, so what was seen before it says nothing of that.
"""

from collections.abc import Iterator
from typing import Final

from games.agents.signs.record import Fall, Finding, Place, Record, Speech, Stage
from games.agents.signs.sign import Shown, sign
from games.engine.events import Seat

LATELY: Final = 8  # ticks before a body was found
SAID: Final = "said-where"
FOUND: Final = "found-a-body"


@sign(FOUND, "reported a body", "reported a body")
def found_a_body(record: Record) -> Iterator[Shown]:
    for found in record.findings:
        yield Shown(found.by, (found.seq,))


@sign(
    "accused-over-a-body",
    "accused somebody over a body that they had reported",
    "accused somebody over a body that I had reported",
    among=FOUND,
)
def accused_over_a_body(record: Record) -> Iterator[Shown]:
    for found in record.findings:
        for stage in record.stages:
            for speech in stage.talk if stage.round == found.round else ():
                if speech.seat == found.by and speech.heard.accused:
                    yield Shown(found.by, (found.seq, speech.seq))


@sign("pressed", "called the button", "called the button")
def pressed(record: Record) -> Iterator[Shown]:
    for deed in record.deeds:
        if deed.verb == "press":
            yield Shown(deed.seat, (deed.seq,))


@sign("worked", "was seen at a task", "worked at a task")
def worked(record: Record) -> Iterator[Shown]:
    for deed in record.deeds:
        if deed.verb == "work" and not deed.task:
            yield Shown(deed.seat, (deed.seq,))


@sign("work-showed", "was seen at a task whose effect showed", "was at a task whose effect showed")
def work_showed(record: Record) -> Iterator[Shown]:
    for deed in record.deeds:
        if deed.verb == "work" and deed.task:
            yield Shown(deed.seat, (deed.seq,))


@sign("near-a-body", "was seen in the room of a body before it was found")
def near_a_body(record: Record) -> Iterator[Shown]:
    for found in record.findings:
        for place in _lately(record, found):
            if place.room == found.room and place.seat not in (found.by, found.body):
                yield Shown(place.seat, (place.seq, found.seq))


@sign("alone-with-the-dead", "was the last to be seen with somebody who was found dead")
def alone_with_the_dead(record: Record) -> Iterator[Shown]:
    for fall in record.falls:
        last = None if fall.by_vote else _last(record, fall)
        if last is not None and last.tick >= record.ticks.get(fall.seq, 0) - LATELY:
            beside = {
                place.seat: place.seq
                for place in record.places
                if (place.round, place.tick, place.room) == (last.round, last.tick, last.room)
                and place.seat not in (fall.seat, record.me)
            }
            if len(beside) == 1:
                yield from (
                    Shown(seat, tuple(dict.fromkeys((last.seq, seq, fall.seq)))) for seat, seq in beside.items()
                )


def _lately(record: Record, found: Finding) -> Iterator[Place]:
    """Where others were seen not long before a body was found, and since the last meeting."""
    for place in reversed(record.places):
        if place.round < found.round or place.tick < found.tick - LATELY:
            return
        if place.seq < found.seq:
            yield place


def _last(record: Record, fall: Fall) -> Place | None:
    """Where somebody who fell was seen last, since the meeting before."""
    last = next((place for place in reversed(record.places) if place.seat == fall.seat and place.seq < fall.seq), None)
    return last if last is not None and last.round == fall.round else None


# --- what is said of places ---


def _said(stage: Stage) -> Iterator[tuple[Speech, Seat, str]]:
    for speech in stage.talk:
        for seat, room in speech.heard.places:
            yield speech, seat, room


@sign(SAID, "said where they had been", "said where I had been")
def said_where(record: Record) -> Iterator[Shown]:
    for stage in record.stages:
        for speech, seat, _ in _said(stage):
            if seat == speech.seat:
                yield Shown(seat, (speech.seq,))


@sign(
    "seen-otherwise",
    "named a room where somebody saw otherwise",
    "named a room where somebody saw otherwise",
    among=SAID,
)
def seen_otherwise(record: Record) -> Iterator[Shown]:
    for stage in record.stages:
        said = list(_said(stage))
        for speech, seat, room in said:
            of_others = [(each.seq, other) for each, about, other in said if about == seat and each.seat != seat]
            if seat == speech.seat and of_others and all(other != room for _, other in of_others):
                yield Shown(seat, (speech.seq, of_others[0][0]))


@sign("told-of-a-deed", "said to have seen a kill or a vent", "said to have seen a kill or a vent")
def told_of_a_deed(record: Record) -> Iterator[Shown]:
    for stage in record.stages:
        for speech in stage.talk:
            if speech.heard.deeds:
                yield Shown(speech.seat, (speech.seq,))


@sign("deed-told-of", "was said to have killed or vented")
def deed_told_of(record: Record) -> Iterator[Shown]:
    for stage in record.stages:
        for speech in stage.talk:
            for seat in sorted(speech.heard.deeds):
                yield Shown(seat, (speech.seq,))
