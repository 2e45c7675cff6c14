"""Where players of the house play alone it is said before the first word, and never where it is veiled who plays."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game, Seat, Substitution
from league.models import Season
from personas.models import Player
from tests.factories import (
    NOON,
    make_model,
    make_model_version,
    make_player,
    make_roster_place,
    make_running_season,
)
from tests.games.casting import cast
from tests.league.staging import after_the_first_night, in_season, staged
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db

SAID = '<p class="by-house">The house plays'


def seat_a_model(game: Game) -> Player:
    """Another player in one of its seats, whom a language model answers for."""
    player = make_player(model=make_model(provider="openai", model_name="gpt"))
    Seat.objects.filter(game=game, number=0).update(player=player)
    return player


def test_the_front_page_and_a_game_say_that_the_house_plays(client: Client) -> None:
    game = staged("S/live/1", until=after_the_first_night)
    address = f"/games/{game.public_id}/"
    front = page(client, "/")
    assert f"{SAID} this game" in front
    assert "anguage models play" not in front, "it is true whoever plays"
    told = page(client, address)
    assert told.index(SAID) < told.index('id="transcript"'), "before the first word"

    seat_a_model(game)

    assert SAID not in page(client, "/")
    assert SAID not in page(client, address)


def test_a_game_that_is_over_says_it_too(client: Client) -> None:
    assert SAID in page(client, f"/games/{staged('S/1').public_id}/")


def test_a_veiled_game_says_nothing_of_who_answers(client: Client) -> None:
    game = staged("S/live/1", until=after_the_first_night)
    Game.objects.update(is_veiled=True)
    assert SAID not in page(client, "/")
    assert SAID not in page(client, f"/games/{game.public_id}/")


def test_a_game_in_which_another_model_was_substituted_is_not_the_houses(client: Client) -> None:
    game = staged("S/1")
    Game.objects.update(unrated="another model answered for a seat")
    assert SAID not in page(client, f"/games/{game.public_id}/")


@pytest.fixture
def season() -> Season:
    season = make_running_season(slug="spring", name="Spring")
    for number, player in enumerate(cast(2)):
        make_roster_place(season=season, number=number, player=player)
    return season


@pytest.mark.usefixtures("season")
def test_a_season_of_the_house_says_so_on_its_page_and_at_home(client: Client) -> None:
    assert f"{SAID} this season" in page(client, "/seasons/spring/")
    assert f"{SAID} Spring" in page(client, "/")


def test_a_season_with_a_model_in_it_does_not(client: Client, season: Season) -> None:
    make_roster_place(season=season, number=2, player=make_player(model=make_model(provider="openai")))
    assert SAID not in page(client, "/seasons/spring/")
    assert SAID not in page(client, "/")


def test_a_season_in_which_a_model_was_substituted_does_not(client: Client, season: Season) -> None:
    game = staged("S/1")
    in_season(game, season)
    assert SAID in page(client, "/seasons/spring/")
    version = make_model_version(language_model=make_model(provider="openai"))
    Substitution.objects.create(seat=game.seats.all()[0], model_version=version, reason="It fell silent")
    assert SAID not in page(client, "/seasons/spring/")


@pytest.mark.parametrize(("ended", "is_said"), [({}, False), ({"status": "finished", "finished_at": NOON}, True)])
def test_a_sealed_season_says_it_when_it_is_over(
    client: Client, season: Season, ended: dict[str, Any], *, is_said: bool
) -> None:
    Season.objects.filter(pk=season.pk).update(spoilers="sealed", **ended)
    assert (SAID in page(client, "/seasons/spring/")) is is_said
    assert (SAID in page(client, "/")) is is_said


def test_a_season_of_nobody_says_nothing(client: Client) -> None:
    season = make_running_season()
    assert SAID not in page(client, f"/seasons/{season.slug}/")


def test_what_a_house_model_is_stands_above_the_models(client: Client) -> None:
    assert "House models are no language models" in page(client, "/models/")
