"""Signs of talk: who accuses whom before a vote and when, who speaks up for somebody, who says little.

Law: what somebody did not do is known when the vote has come, by the event that told it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from games.agents.signs.record import Record, Speech, Stage
from games.agents.signs.sign import Shown, sign
from games.engine.events import Seat

CALLED: Final = {1: "first", 2: "second"}
OfStage = Callable[[Stage], Iterator[Shown]]
When = Callable[[Record, int], Stage | None]


def there(number: int) -> str:
    """The sign of those who were there at a vote, among whom what is shown at it means something."""
    return f"there-vote-{number}"


def before_vote(slug: str, told: str, own: str = "", *, votes: tuple[int, ...] = (1,)) -> Callable[[OfStage], OfStage]:
    """Makes a sign of what the talk of a stage shows, for each of these votes; `told` and `own` say {which}."""
    return _at(slug, told, own, votes, Record.talked)


def at_vote(slug: str, told: str, own: str = "", *, votes: tuple[int, ...] = (1,)) -> Callable[[OfStage], OfStage]:
    """Makes a sign of what the vote of a stage shows, in the same way."""
    return _at(slug, told, own, votes, Record.voted)


def _at(slug: str, told: str, own: str, votes: tuple[int, ...], when: When) -> Callable[[OfStage], OfStage]:
    def make(show: OfStage) -> OfStage:
        for number in votes:
            which = CALLED[number]
            known = sign(
                f"{slug}-vote-{number}", told.format(which=which), own.format(which=which), among=there(number)
            )
            known(partial(_of_stage, when, number, show))
        return show

    return make


def _of_stage(when: When, number: int, show: OfStage, record: Record) -> Iterator[Shown]:
    stage = when(record, number)
    if stage is not None:
        yield from (shown for shown in show(stage) if shown.about in stage.there)


def is_over(stage: Stage) -> tuple[int, ...]:
    """By which event it is known that the talk of a stage is over; by none where the vote is being held."""
    return stage.ballots[0].told[:1] if stage.ballots else ()


def _by(stage: Stage, seat: Seat) -> list[Speech]:
    return [speech for speech in stage.talk if speech.seat == seat]


def _accused_by(stage: Stage) -> dict[Seat, set[Seat]]:
    """By whom each was accused."""
    found: dict[Seat, set[Seat]] = {}
    for speech in stage.talk:
        for about in speech.heard.accused:
            found.setdefault(about, set()).add(speech.seat)
    return found


def was_there(stage: Stage) -> Iterator[Shown]:
    for seat in sorted(stage.there):
        yield Shown(seat, is_over(stage))


for _number, _which in CALLED.items():
    sign(there(_number), f"was there at the {_which} vote", is_occasion=True)(
        partial(_of_stage, Record.talked, _number, was_there)
    )


# --- who accuses ---


@before_vote(
    "accused-by-nobody",
    "was accused by nobody before the {which} vote",
    "was accused by nobody before the {which} vote",
    votes=(1, 2),
)
def accused_by_nobody(stage: Stage) -> Iterator[Shown]:
    if stage.talk:
        for seat in sorted(stage.there - _accused_by(stage).keys()):
            yield Shown(seat, is_over(stage))


@before_vote("accused-nobody", "accused nobody before the {which} vote", "accused nobody before the {which} vote")
def accused_nobody(stage: Stage) -> Iterator[Shown]:
    if stage.talk:
        for seat in sorted(stage.there - {speech.seat for speech in stage.talk if speech.heard.accused}):
            yield Shown(seat, is_over(stage))


@before_vote("accused-first", "was the first to accuse somebody", "was the first to accuse somebody")
def accused_first(stage: Stage) -> Iterator[Shown]:
    for speech in stage.talk:
        if speech.heard.accused:
            yield Shown(speech.seat, (speech.seq,))
            return


@before_vote(
    "accused-two", "accused two or more before the {which} vote", "accused two or more before the {which} vote"
)
def accused_two(stage: Stage) -> Iterator[Shown]:
    for seat in sorted(stage.there):
        accusing = [speech for speech in _by(stage, seat) if speech.heard.accused]
        if len(frozenset[Seat]().union(*(speech.heard.accused for speech in accusing))) >= 2:
            yield Shown(seat, tuple(speech.seq for speech in accusing))


@before_vote(
    "accused-back",
    "accused somebody back before the {which} vote",
    "accused somebody back before the {which} vote",
)
def accused_back(stage: Stage) -> Iterator[Shown]:
    accused: dict[tuple[Seat, Seat], int] = {}
    for speech in stage.talk:
        for about in sorted(speech.heard.accused):
            if (about, speech.seat) in accused:
                yield Shown(speech.seat, (accused[about, speech.seat], speech.seq))
            accused.setdefault((speech.seat, about), speech.seq)


@before_vote(
    "followed",
    "began with somebody whom another had accused, before the {which} vote",
    "began with somebody whom another had accused, before the {which} vote",
)
def followed(stage: Stage) -> Iterator[Shown]:
    accused: dict[Seat, int] = {}
    accusers: set[Seat] = set()
    for speech in stage.talk:
        if speech.heard.accused and speech.seat not in accusers:
            accusers.add(speech.seat)
            if earlier := [accused[about] for about in sorted(speech.heard.accused) if about in accused]:
                yield Shown(speech.seat, (earlier[0], speech.seq))
        for about in speech.heard.accused:
            accused.setdefault(about, speech.seq)


# --- who speaks up, turns, and keeps quiet ---


@before_vote(
    "spoke-up", "spoke up for somebody before the {which} vote", "spoke up for somebody before the {which} vote"
)
def spoke_up(stage: Stage) -> Iterator[Shown]:
    for speech in stage.talk:
        if speech.heard.praised - {speech.seat}:
            yield Shown(speech.seat, (speech.seq,))


@before_vote("spoken-up-for", "was spoken up for before the {which} vote", "was spoken up for before the {which} vote")
def spoken_up_for(stage: Stage) -> Iterator[Shown]:
    for speech in stage.talk:
        for about in sorted(speech.heard.praised - {speech.seat}):
            yield Shown(about, (speech.seq,))


@sign("turned", "changed sides about somebody", "changed sides about somebody")
def turned(record: Record) -> Iterator[Shown]:
    sides: dict[tuple[Seat, Seat], tuple[str, int]] = {}
    for stage in record.stages:
        for speech in stage.talk if stage.vote is not None else ():
            for side, seats in (("against", speech.heard.accused), ("for", speech.heard.praised)):
                for about in sorted(seats - {speech.seat}):
                    before = sides.get((speech.seat, about))
                    if before is not None and before[0] != side:
                        yield Shown(speech.seat, (before[1], speech.seq))
                    sides[speech.seat, about] = side, speech.seq


@before_vote("said-least", "said the least before the {which} vote", "said the least before the {which} vote")
def said_least(stage: Stage) -> Iterator[Shown]:
    said = Counter(dict.fromkeys(sorted(stage.there), 0))
    for speech in stage.talk:
        said[speech.seat] += speech.heard.length
    least = min(said.values(), default=0)
    if least < max(said.values(), default=0):
        for seat in sorted(stage.there):
            if said[seat] == least:
                yield Shown(seat, is_over(stage))
