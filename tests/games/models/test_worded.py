"""A question that is worded once answers as one that is worded each time."""

import pytest
from django.db.models import Count, QuerySet

from games.models import Game, Seat
from games.models.worded import planned
from tests.factories import make_game, make_seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]


def seats(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).select_related("player__persona", "player__model").order_by("number")


def waiting(status: str, least: int) -> "QuerySet[Game, tuple[str, int]]":
    found = Game.objects.filter(status=status, pk__gte=least).order_by("pk")
    return found.annotate(seated=Count("seats")).values_list("public_id", "seated")[:2]


def prefetched(game: int) -> QuerySet[Game]:
    return Game.objects.filter(pk=game).prefetch_related("seats")


def contained(word: str) -> QuerySet[Game]:
    return Game.objects.filter(public_id__contains=word)


def without_it(status: str) -> QuerySet[Game]:
    return Game.objects.all()


def seated() -> Game:
    """A game with two at its table."""
    game = make_game()
    for number in range(2):
        make_seat(game=game, number=number)
    return game


def test_models_come_whole_and_with_what_they_select(django_assert_num_queries) -> None:
    first, second = seated(), seated()
    asked = planned(seats)
    asked(first.pk)

    for game in (second, first):
        found = asked(game.pk)
        with django_assert_num_queries(0):
            told = [(seat.pk, seat.player.model.slug, seat.player.persona.sheet) for seat in found]
        assert told == [(seat.pk, seat.player.model.slug, seat.player.persona.sheet) for seat in seats(game.pk)]
        assert len(told) == 2


def test_each_value_goes_where_it_belongs() -> None:
    games = [seated() for _ in range(4)]
    asked = planned(waiting)

    for status, game in (("scheduled", 0), ("scheduled", 3), ("void", 0), ("scheduled", 1)):
        assert asked(status, games[game].pk) == list(waiting(status, games[game].pk))
    assert asked("scheduled", games[3].pk) == [(games[3].public_id, 2)]


def test_what_is_prefetched_is_of_what_was_found() -> None:
    first, second = seated(), seated()
    asked = planned(prefetched)

    for game in (first, second):
        (found,) = asked(game.pk)
        assert {seat.game_id for seat in found.seats.all()} == {game.pk}


@pytest.mark.parametrize("ask", [contained, without_it])
def test_a_value_that_changes_more_than_itself_is_refused(ask) -> None:
    with pytest.raises(TypeError, match="says something else"):
        planned(ask)("value")
