"""Choosing among legal answers by what pays and by whom one suspects.

What is done is drawn first, likelier the more it pays; then to whom, by how likely each is to be of one's own side.
Never always the best: players who all did the same would leave the rest undone, and a game where that is punished to
the other side. To whom is drawn more strictly, and so is what names nobody: these follow whom one suspects, and each
suspects another.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from games.agents.house.learned import Taught
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.settling import settled, total
from games.agents.house.speaking.wording import Sayings, Tongue
from games.agents.house.unfamiliar import saying
from games.agents.house.unfamiliar.lessons import Field, Lessons, feature_of
from games.agents.house.unfamiliar.practice import SAID, candidates, lessons_of, stance_of
from games.agents.house.unfamiliar.saying import held_to, living
from games.agents.house.unfamiliar.seen import Seen, seeing
from games.agents.played import Played
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.questions import Question
from games.engine.table import Entry
from personas.sheet import Sheet

A_STEP: Final = 0.012  # by how much likelier winning makes a choice twice as likely
A_STRICT_STEP: Final = 0.003  # the same for choices that follow whom one suspects
MOST_STEPS: Final = 24

K = TypeVar("K")
Answer = Mapping[str, Any]  # Any: JSON values


def answer(
    sheet: Sheet,
    seat: Seat,
    question: Question[Any],
    view: Sequence[Entry],
    dice: Dice,
    played: Played,
    taught: Taught | None = None,
    level: Level = ADVANCED,
) -> Answer:
    """A legal answer with its thought."""
    seats = len(played.names)
    lessons = lessons_of(played.ruleset, played.options, seats, _practised).after(level.practised)
    with seeing(view, seat, seats, played.ruleset, lessons.signs, taught) as seen:
        chances = seen.hidden_chances(played.options)
        others = living(chances, view)
        held = held_to(seen, others, view, played.names)
        fields = _chosen(seen, chances, question, dice, lessons, held)
        tongue = Tongue(sheet, played.names, Sayings().shapes, dice)
        tongue.seat = seat
        aimed_at = _aimed_at(seen, question, fields, lessons)
        trusted = {target for _, done, target in fields if done == ""}.difference(aimed_at)
        suspects = {other: chance for other, chance in others.items() if other not in trusted} or others
        words = saying.words(seen, suspects, next(iter(aimed_at), held), played.names, tongue, dice)
        thought = saying.thought(seen, others, held if held in aimed_at else None, played.names, tongue, dice)
    written = candidates(question, seats)[fields]
    return {"thought": thought, **{name: words if given == SAID else given for name, given in written.items()}}


def _practised(
    seen: Seen, chances: Mapping[Seat, float], question: Question[Any], dice: Dice, lessons: Lessons
) -> tuple[Field, ...]:
    """How one plays in practice who was taught this."""
    return _chosen(seen, chances, question, dice, lessons)


def _chosen(
    seen: Seen,
    chances: Mapping[Seat, float],
    question: Question[Any],
    dice: Dice,
    lessons: Lessons,
    held: Seat | None = None,
) -> tuple[Field, ...]:
    """One of the answers that are possible, by what it decides; against whom one is held to where that is possible."""
    stance = stance_of(seen, chances, question)

    def worth(each: Field) -> float:
        target = each[2]
        if target is None:
            return lessons.worth(feature_of(seen.team, question.kind, each, own=stance or None))
        hidden = chances.get(target, float(seen.is_hidden))
        own = hidden if seen.is_hidden else 1 - hidden
        alike, other = (lessons.worth(feature_of(seen.team, question.kind, each, own=side)) for side in (True, False))
        return settled(own * alike + (1 - own) * other)

    by_deed: dict[tuple[tuple[str, str, bool], ...], dict[tuple[Field, ...], float]] = {}
    possible = candidates(question, seen.seats)
    holding = [fields for fields in possible if held is not None and held in _aimed_at(seen, question, fields, lessons)]
    for fields in holding or possible:
        deed = tuple((name, done, target is None) for name, done, target in fields)
        by_deed.setdefault(deed, {})[fields] = total(map(worth, fields))
    deeds = {deed: max(worths.values()) for deed, worths in by_deed.items()}
    deed = _drawn(deeds, A_STRICT_STEP if stance else A_STEP, dice)
    return _drawn(by_deed[deed], A_STRICT_STEP, dice)


def _aimed_at(seen: Seen, question: Question[Any], fields: tuple[Field, ...], lessons: Lessons) -> list[Seat]:
    """Whom an answer names who had better be of the other side."""

    def pays(each: Field, side: bool) -> float:  # noqa: FBT001  # a side is own or not, all over this room
        return lessons.worth(feature_of(seen.team, question.kind, each, own=side))

    named = [(each, each[2]) for each in fields if each[1] == "" and each[2] is not None]
    return [seat for each, seat in named if seat is not None and pays(each, False) > pays(each, True)]


def _drawn(worths: Mapping[K, float], step: float, dice: Dice) -> K:
    """One of them, twice as likely for each step that it is worth more. Whole numbers: no power of a float."""
    options = list(worths)
    best = max(worths.values())
    weights = [1 << max(0, MOST_STEPS - round(settled((best - worths[option]) / step))) for option in options]
    rolled = dice.below(sum(weights))
    for option, weight in zip(options, weights, strict=True):
        rolled -= weight
        if rolled < 0:
            return option
    raise AssertionError("dice roll below their sides")
