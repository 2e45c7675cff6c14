"""Who believed what of whom at a beat, and who came to know: what players disclosed beside their answers, for the glass
lens. Law: beliefs are held against what was dealt, and nothing at the table ever learned them.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.queries.stage.answers import Journal
from league.queries.stage.transcript import Place

SHADES: Final = 5  # of a chance, from 0 to this
LIKELY: Final = 50  # a chance from which on somebody is suspected


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely one seat holds another to be of the hidden team, 0 to 100; None where it did not say, or of itself."""

    about: Place
    value: int | None
    is_self: bool = False

    @property
    def shade(self) -> int:
        return 0 if self.value is None else round(SHADES * self.value / 100)


@dataclass(frozen=True, slots=True)
class Believer:
    """What a seat believed when it was asked last, and in which scene that was."""

    seat: Place
    is_hidden: bool
    when: str
    chances: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class Mean:
    """What a seat believed on the whole at the end of a scene: of those who are hidden, and of the others; None where
    it was not asked in that scene, or knows of none."""

    hidden: int | None
    rest: int | None

    @property
    def lead(self) -> str:
        """Whom it suspects more: "right" where those who are hidden, "wrong" where the others."""
        if self.hidden is None or self.rest is None or self.hidden == self.rest:
            return ""
        return "right" if self.hidden > self.rest else "wrong"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Whom a seat holds likeliest to be of the hidden team, with what chance; whether that one is. None of the hidden:
    they know."""

    by: Place
    of: Place
    chance: int
    is_right: bool

    @property
    def strength(self) -> float:
        """From 0, where it just is one, to 1 where it is certain."""
        return (self.chance - LIKELY) / (100 - LIKELY)


@dataclass(frozen=True, slots=True)
class Beliefs:
    """All that was believed at a beat: the matrix, whom it is about with whether they are hidden, and by scene."""

    about: tuple[tuple[Place, bool], ...]
    believers: tuple[Believer, ...]
    scenes: tuple[str, ...]
    course: tuple[tuple[Place, tuple[Mean, ...]], ...]  # of those who are not hidden: who is, knows

    def suspicions(self, dead: Collection[int]) -> tuple[Suspicion, ...]:
        """Of each who lives and does not hide the likeliest of the others who live, or several that are as likely,
        where that is likely at all."""
        hidden = {place.number for place, is_hidden in self.about if is_hidden}
        found = []
        for believer in self.believers:
            if believer.is_hidden or believer.seat.number in dead:
                continue
            said = {each.about: each.value for each in believer.chances if each.about.number not in dead}
            likely = {place: value for place, value in said.items() if value is not None and value >= LIKELY}
            most = max(likely.values(), default=0)
            found += [
                Suspicion(believer.seat, place, most, place.number in hidden)
                for place, value in likely.items()
                if value == most
            ]
        return tuple(found)


def beliefs_at(
    journal: Journal, number: int, scenes: Mapping[int, str], seats: Sequence[Place], hidden: Collection[int]
) -> Beliefs | None:
    """What was believed at a beat; `scenes` has the title of each beat's scene, `hidden` who is of the hidden
    team. None where nobody has said."""
    latest: dict[int, tuple[Mapping[int, int], str]] = {}
    course: defaultdict[int, dict[str, Mapping[int, int]]] = defaultdict(dict)
    titles: dict[str, None] = {}
    for given, beat in zip(journal.answers, journal.beats, strict=True):
        if beat > number:
            break
        if given.disclosed.beliefs:
            title = scenes[beat]
            titles[title] = None
            before = latest.get(given.seat, ({}, ""))[0]
            believed = {**before, **given.disclosed.beliefs}
            latest[given.seat] = believed, title
            course[given.seat][title] = believed
    if not latest:
        return None
    return Beliefs(
        about=tuple((seat, seat.number in hidden) for seat in seats),
        believers=tuple(
            Believer(seats[seat], seat in hidden, when, tuple(_chance(seat, each, believed) for each in seats))
            for seat, (believed, when) in sorted(latest.items())
        ),
        scenes=tuple(titles),
        course=tuple(
            (seats[seat], tuple(_mean(seat, by_scene.get(title, {}), hidden) for title in titles))
            for seat, by_scene in sorted(course.items())
            if seat not in hidden
        ),
    )


def _chance(believer: int, about: Place, believed: Mapping[int, int]) -> Chance:
    is_self = about.number == believer
    return Chance(about, None if is_self else believed.get(about.number), is_self)


def _mean(believer: int, believed: Mapping[int, int], hidden: Collection[int]) -> Mean:
    others = {seat: chance for seat, chance in believed.items() if seat != believer}
    of_hidden = [chance for seat, chance in others.items() if seat in hidden]
    of_rest = [chance for seat, chance in others.items() if seat not in hidden]
    return Mean(*(round(sum(each) / len(each)) if each else None for each in (of_hidden, of_rest)))
