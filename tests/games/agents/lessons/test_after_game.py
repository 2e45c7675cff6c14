"""What is learned of one opponent where it is known who plays: by the house from counts, by others as they choose."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.agents.lessons.after_game import LEAST_SEEN, MOST_OF_ONES, Lived, remembers_after
from games.agents.lessons.choosing import is_deed
from games.agents.signs import SIGNS, Sighting
from personas.experience.lessons import Lesson, Scope, memory_in, told_to

FATE = next(slug for slug in SIGNS if not is_deed(slug) and not SIGNS[slug].among)
OTHER = next(slug for slug in SIGNS if is_deed(slug) and not SIGNS[slug].among)
NAMED = tuple(f"house_{name}" for name in ("ada", "ben", "cleo", "dan", "eve"))
ALIASES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
# Ada's own game: Ben and Dan show the sign; Ben is always hidden, and Dan never.
GAME = Lived(
    game="abcdefgh0000",
    ruleset="town-mafia",
    seat=0,
    team="town",
    role="doctor",
    winner="town",
    hidden=frozenset({1}),
    seats=5,
    sightings=(Sighting(FATE, 1, (4,)), Sighting(FATE, 3, (5, 6)), Sighting(OTHER, 2, (7,))),
    named=NAMED,
    aliases=ALIASES,
)


def after(games: int, *, of: Lived = GAME) -> dict[str, object]:
    learned: dict[str, object] = {}
    for number in range(games):
        learned = remembers_after(learned, replace(of, game=f"abcdefgh{number:04}"))
    return learned


def on_one(learned: dict[str, object]) -> list[Lesson]:
    return [each for each in memory_in(learned).lessons if each.scope.opponent]


def test_the_house_learns_of_one_what_is_so_of_that_one_more_than_of_all_who_did() -> None:
    assert not on_one(after(LEAST_SEEN - 1))
    lessons = on_one(after(2 * LEAST_SEEN))

    assert {(each.sign, each.scope.opponent, each.means) for each in lessons} == {
        (FATE, NAMED[1], "suspect"),
        (FATE, NAMED[3], "trust"),
    }
    for each in lessons:
        assert each.scope.ruleset == "town-mafia"
        assert (each.seen, each.right) == (2 * LEAST_SEEN, 2 * LEAST_SEEN)
        assert each.base == 500, "of two who showed it one was hidden"
        assert all(shown.events in ((4,), (5, 6)) for shown in each.evidence)
    assert len({shown.events for each in lessons for shown in each.evidence}) == 2, "each by its own evidence"


def test_it_takes_one_a_game_and_keeps_few() -> None:
    signs = [slug for slug in SIGNS if not is_deed(slug) and not SIGNS[slug].among][: 2 * MOST_OF_ONES]
    many = tuple(Sighting(slug, seat, (9,)) for slug in signs for seat in (1, 3))
    learned, numbers = dict[str, object](), []
    for number in range(6 * LEAST_SEEN):
        learned = remembers_after(learned, replace(GAME, game=f"abcdefgh{number:04}", sightings=many))
        numbers.append(len(on_one(learned)))
    assert all(later - before <= 1 for before, later in pairwise(numbers))
    assert numbers[-1] == MOST_OF_ONES


@pytest.mark.parametrize("chose", [None, (f"add {OTHER} of Cleo: trust",)])
def test_nothing_is_learned_of_one_where_names_were_drawn(chose: tuple[str, ...] | None) -> None:
    assert not on_one(after(2 * LEAST_SEEN, of=replace(GAME, named=(), chose=chose)))


def test_others_choose_it_of_whoever_alone_showed_a_sign() -> None:
    chose = (f"add {OTHER} of Cleo: trust", f"add {FATE} of Ben: suspect", f"add {FATE} of Nobody: suspect")
    (lesson,) = on_one(after(1, of=replace(GAME, chose=chose)))

    assert (lesson.sign, lesson.means, lesson.scope.opponent) == (OTHER, "trust", NAMED[2])
    assert (lesson.seen, lesson.right) == (1, 1)
    assert [shown.events for shown in lesson.evidence] == [(7,)]
    later = remembers_after(
        remembers_after({}, replace(GAME, chose=chose)), replace(GAME, game="later", hidden=frozenset({2}), chose=())
    )
    assert [(each.seen, each.right) for each in on_one(later)] == [(2, 1)], "what later games show is counted"


# --- what it takes of all, and of itself -----------------------------------------------------------------------------

DEEDS = [slug for slug in SIGNS if is_deed(slug) and not SIGNS[slug].among]
# Two deeds of others that only the hidden show, and one of its own, with which it wins two games of three.
SHOWN = tuple(Sighting(slug, 1, (4,)) for slug in DEEDS[:2])
OWN = Sighting(DEEDS[2], 0, (8,))


def lived(number: int, *, own: bool = True, **fields: object) -> Lived:
    seen = (*SHOWN, OWN) if own else SHOWN
    winner = "town" if (number % 3) and own else "mafia"
    return replace(GAME, game=f"abcdefgh{number:04}", named=(), sightings=seen, winner=winner, **fields)


def test_the_house_takes_one_lesson_of_two_from_its_own_play() -> None:
    learned: dict[str, object] = {}
    for number in range(6 * LEAST_SEEN):
        learned = remembers_after(learned, lived(number, own=bool(number % 2)))
        own = [each for each in memory_in(learned).lessons if each.about == "self"]
        if own:
            break
    (lesson,) = own
    assert (lesson.sign, lesson.means, lesson.scope) == (DEEDS[2], "again", Scope("town-mafia", "town"))
    assert len(memory_in(learned).lessons) > 1


def test_what_holds_in_two_rule_books_becomes_one_lesson_that_holds_in_all() -> None:
    learned: dict[str, object] = {}
    for number in range(2 * LEAST_SEEN):
        learned = remembers_after(learned, lived(number, own=False))
    one = [each for each in memory_in(learned).lessons if each.sign == DEEDS[0]]
    assert [each.scope for each in one] == [Scope("town-mafia")]
    for number in range(50, 50 + 2 * LEAST_SEEN):
        learned = remembers_after(learned, lived(number, own=False, ruleset="council-mafia"))
    (lesson,) = [each for each in memory_in(learned).lessons if each.sign == DEEDS[0]]

    assert (lesson.scope, lesson.number, lesson.means) == (Scope(), one[0].number, "suspect")
    assert (lesson.seen, lesson.right) == (4 * LEAST_SEEN, 4 * LEAST_SEEN)
    assert {each.game for each in lesson.evidence} == {f"abcdefgh{number:04}" for number in (57, 58, 59)}
    for rules in ("town-mafia", "reactive-mafia"):
        told = told_to(memory_in(learned), ruleset=rules, team="town", role="doctor")
        assert lesson in told
    again = remembers_after(learned, lived(90, own=False))
    assert len([each for each in memory_in(again).lessons if each.sign == DEEDS[0]]) == 1


def test_lessons_of_another_mind_are_no_twins() -> None:
    """Where one rule book says suspect and the other trust, both stay what they are."""
    learned: dict[str, object] = {}
    for number in range(2 * LEAST_SEEN):
        learned = remembers_after(learned, lived(number, own=False))
    for number in range(50, 50 + 2 * LEAST_SEEN):
        turned = lived(number, own=False, ruleset="council-mafia", hidden=frozenset({2}))
        learned = remembers_after(learned, turned)
    scopes = {each.scope.ruleset for each in memory_in(learned).lessons if each.sign == DEEDS[0]}
    assert scopes == {"town-mafia", "council-mafia"}
