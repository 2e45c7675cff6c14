"""What a player behind a provider is asked when its game is over: which lessons it takes from it.

Law: it chooses, and writes nothing that is ever read to a model. What it may choose is made by code of what it has
seen: each sign that others showed, to be suspected or trusted for it; each thing that it did itself, to be done again
or avoided; each lesson that it was told, to be kept, dropped, or narrowed to the role that it held. Where players go by
their own names it may also take from a sign something on the one who showed it, if nobody else did in that game. A
table that was talked into anything can make it choose badly, and no more: what is chosen is counted against what later
games show.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.agents.signs import SIGNS, Sighting
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.questions import Illegal, Question, Raw
from games.engine.questions.question import fields_of, shown
from personas.experience.lessons import MEANINGS, About, Lesson, Scope

KIND: Final = "lessons"
FIELD: Final = "lessons"
MOST_CHANGES: Final = 5
PROMPT: Final = (
    "The game is over. Which lessons do you take from it? Choose what will help you in other games, and say in your "
    "private thought what you make of this one."
)


@dataclass(frozen=True, slots=True)
class ChooseLessons(Question[tuple[str, ...]]):
    """Choose at most MOST_CHANGES of `among`. Value: what was chosen; none is a choice too, and the default."""

    among: tuple[str, ...]

    @property
    def legal(self) -> object:
        return self.among

    def read(self, raw: Raw) -> tuple[str, ...]:
        chosen = fields_of(raw).get(FIELD)
        if not isinstance(chosen, list):
            raise Illegal(f"{FIELD} must be a list, not {shown(chosen)}")
        for each in chosen:
            if each not in self.among:
                raise Illegal(f"{FIELD} must be taken from the list under the question; {shown(each)} is not in it")
        if len(chosen) > MOST_CHANGES:
            raise Illegal(f"{FIELD} must be at most {MOST_CHANGES}, not {len(chosen)}")
        return tuple(dict.fromkeys(chosen))

    def write(self, value: tuple[str, ...]) -> dict[str, Any]:
        return {FIELD: list(value)}

    def default(self, dice: Dice) -> tuple[str, ...]:
        return ()

    def drawn(self, dice: Dice, words: str) -> tuple[str, ...]:
        return tuple(dice.shuffled(self.among)[: dice.below(1 + min(MOST_CHANGES, len(self.among)))])

    def properties(self) -> dict[str, Any]:
        told = f"up to {MOST_CHANGES} changes to what you remember, from the list"
        items = {"enum": list(self.among)}
        return {FIELD: {"type": "array", "items": items, "minItems": 0, "maxItems": MOST_CHANGES, "description": told}}

    def said(self, field: str, value: int | str | None, names: Sequence[str]) -> str:
        """As it is: the numbers in it are of lessons, and not of seats."""
        return str(value)


# What the schema of a game's answers knows of it: the same bytes whatever there will be to choose.
AT_THE_END: Final = ChooseLessons(KIND, PROMPT, ("keep 1",))


@dataclass(frozen=True, slots=True)
class Change:
    """A change that was chosen: a lesson added (`sign`, `means`, of others, of the one in seat `of`, or of oneself), or
    one by its number kept, dropped, or sharpened."""

    verb: str
    number: int = 0
    about: About = "others"
    sign: str = ""
    means: str = ""
    of: Seat | None = None


def changes_open(
    sightings: Iterable[Sighting], me: Seat, told: Sequence[Lesson], scope: Scope, named: Sequence[str] = ()
) -> dict[str, Change]:
    """What may be chosen after a game by somebody who has seen these signs and was told these lessons, by the words for
    it; `scope` has its team and its role there, `named` what the others are called by seat, where those are their own
    names."""
    found: dict[str, Change] = {}
    for lesson in told:
        found[f"keep {lesson.number}"] = Change("keep", lesson.number)
        found[f"drop {lesson.number}"] = Change("drop", lesson.number)
        if not lesson.scope.role:
            found[f"sharpen {lesson.number}: as {scope.role}"] = Change("sharpen", lesson.number)
    shown: dict[tuple[str, bool], set[Seat]] = {}
    for sighting in sightings:
        shown.setdefault((sighting.sign, sighting.about == me), set()).add(sighting.about)
    for (sign, is_own), seats in sorted(shown.items()):
        if is_own and not is_deed(sign):
            continue
        about: About = "self" if is_own else "others"
        for means in MEANINGS[about]:
            words = f"add own {sign}: {means}" if is_own else f"add {sign}: {means}"
            found[words] = Change("add", about=about, sign=sign, means=means)
            if named and not is_own and len(seats) == 1:
                (seat,) = seats
                found[f"add {sign} of {named[seat]}: {means}"] = Change(
                    "add", about=about, sign=sign, means=means, of=seat
                )
    return found


def is_deed(sign: str) -> bool:
    """Whether this is a thing that one does, and may do again; much else befalls one."""
    return sign in SIGNS and bool(SIGNS[sign].own)


def chosen_among(found: Mapping[str, Change], chosen: Iterable[str]) -> list[Change]:
    """The changes that were chosen; words that mean none are passed over."""
    return [found[each] for each in chosen if each in found]
