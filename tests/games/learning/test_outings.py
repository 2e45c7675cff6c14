"""Which game of its season a game is for each player is written with its seat, and moves its words alone."""

import pytest

from games.agents.house import House
from games.gateway.players import answerer_at
from games.models import Game, Seat
from tests.games.casting import cast, make_game

pytestmark = pytest.mark.django_db(transaction=True)


def outings(game: Game) -> list[int]:
    return list(game.seats.order_by("number").values_list("outing", flat=True))


def test_games_of_a_season_are_counted_by_player() -> None:
    one = make_game(season="first", fixture="1")
    seats = len(outings(one))
    two = make_game(season="first", fixture="2")
    other = make_game(season="second", fixture="1")

    assert (outings(one), outings(two), outings(other)) == ([1] * seats, [2] * seats, [1] * seats)


def test_outside_of_seasons_nothing_is_counted() -> None:
    make_game(season="first", fixture="1")
    assert set(outings(make_game())) == {0}


def test_a_seat_is_played_in_the_words_of_its_outing() -> None:
    house = cast(provider="house")
    make_game(season="first", fixture="1", players=house)
    seats = make_game(season="first", fixture="2", players=house).seats.order_by("number")
    alone = make_game(players=house).seats.order_by("number")
    assert [outing_of(seat) for seat in seats] == [2] * len(house)
    assert {outing_of(seat) for seat in alone} == {0}


def outing_of(seat: Seat) -> int:
    player = answerer_at(seat)
    assert isinstance(player, House)
    return player.outing
