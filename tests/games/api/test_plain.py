"""Records that are told as they are say what the library would say of them, field by field."""

import json
from decimal import Decimal
from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from games.api.games import GameSerializer, WholeGameSerializer
from games.api.told import game_told, games_to_tell, whole_game_told
from league.api.stats import FiguresSerializer, SeatStatSerializer
from league.queries.stats import counted_games
from personas.api.plain import Plain
from tests.factories import make_figures, make_finished_game, make_running_game, make_seat

pytestmark = pytest.mark.django_db


def by_the_library(serializer: Any, record: object) -> str:
    """A record as the library alone tells it, nested ones too."""
    of_library = serializers.Serializer.to_representation
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Plain, "to_representation", of_library)
        return json.dumps(of_library(serializer, record), cls=JSONEncoder)


def told(serializer: Any, record: object) -> str:
    return json.dumps(serializer.to_representation(record), cls=JSONEncoder)


@pytest.mark.parametrize("made", [make_running_game, make_finished_game])
def test_games_are_told_as_the_library_would(made: Any) -> None:
    game = made()
    make_seat(game=game, number=0, role="mafioso", team="mafia", survived=False, died_round=1, strategy_level="none")
    make_seat(game=game, number=1, role="villager", team="town")
    game = games_to_tell().get(pk=game.pk)

    for serializer, record in (
        (GameSerializer(), game_told(game)),
        (WholeGameSerializer(), whole_game_told(game)),
    ):
        assert told(serializer, record) == by_the_library(serializer, record)


def test_figures_are_told_as_the_library_would() -> None:
    game = make_finished_game()
    for number, cost in enumerate((Decimal(0), Decimal("0.00000123"), Decimal("12345.678"))):
        make_figures(seat=make_seat(game=game, number=number), cost=cost, answers=number, thought_length=77 * number)

    seats = counted_games().get().seats.all()

    assert len(seats) == 3
    for seat in seats:
        assert told(SeatStatSerializer(), seat) == by_the_library(SeatStatSerializer(), seat)
        assert told(FiguresSerializer(), seat.figures) == by_the_library(FiguresSerializer(), seat.figures)
