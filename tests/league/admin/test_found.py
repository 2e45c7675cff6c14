"""The games that a word of the backstage's search finds: all of them, each once, the newest first, page by page."""

import re

import pytest
from django.test import Client

from games.models import Game
from league.models import Season
from tests.factories import (
    make_fixture,
    make_game,
    make_player,
    make_running_season,
    make_seat,
    make_user,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]
A_PAGE = 16


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


def games_of(season: Season, number: int) -> list[Game]:
    """So many games of a season, in the order in which they were made."""
    games = [make_game(terms={"season": season.slug}) for _ in range(number)]
    for place, game in enumerate(games, start=1):
        make_fixture(season=season, number=place, game=game)
    return games


def ids(games: list[Game]) -> list[str]:
    return [game.public_id for game in reversed(games)]


def found(boss: Client, asked: str) -> tuple[list[str], int]:
    """The ids on a page of the list, from above, and how many games there are on all pages of it."""
    answer = boss.get(f"/admin/games/game/?{asked}")
    told = answer.context["cl"]
    shown = re.findall(r">([a-z0-9]{12})</a>", answer.content.decode())
    assert shown == [game.public_id for game in told.result_list]
    return shown, told.result_count


def test_games_of_a_season_are_found_page_by_page_the_newest_first(boss: Client) -> None:
    spring, others = (make_running_season(slug=slug) for slug in ("spring", "autumn"))
    games = games_of(spring, A_PAGE + 3)
    games_of(others, 2)

    assert found(boss, "q=spring") == (ids(games)[:A_PAGE], A_PAGE + 3)
    assert found(boss, "q=spring&p=2") == (ids(games)[A_PAGE:], A_PAGE + 3)
    assert found(boss, "q=sprin")[1] == A_PAGE + 3
    assert found(boss, "q=winter") == ([], 0)


def test_a_game_that_a_word_finds_twice_is_there_once(boss: Client) -> None:
    season, ann = make_running_season(slug="ann"), make_player()
    type(ann).objects.filter(pk=ann.pk).update(player_id="big_ann")
    games = games_of(season, A_PAGE + 1)
    for game in games[:2]:
        make_seat(game=game, player=ann)
    elsewhere = make_game()
    make_seat(game=elsewhere, player=ann)
    lost = make_game(status="void", terms={"season": "ann"})

    assert found(boss, "q=ann") == (ids([*games, elsewhere, lost])[:A_PAGE], A_PAGE + 3)
    assert found(boss, "q=ann&p=2") == (ids(games)[A_PAGE - 2 :], A_PAGE + 3)


def test_what_else_is_asked_of_a_word_s_games_holds(boss: Client) -> None:
    season = make_running_season(slug="spring")
    games = games_of(season, A_PAGE + 2)
    paused, first = games[3], games[0]
    Game.objects.filter(pk=paused.pk).update(status="paused")

    assert found(boss, "q=spring&status__exact=paused") == ([paused.public_id], 1)
    assert found(boss, f"q=spring+{first.public_id}") == ([first.public_id], 1)
    assert found(boss, "q=spring&o=1") == (sorted(ids(games))[:A_PAGE], A_PAGE + 2)
    assert found(boss, "q=spring&o=1&p=2") == (sorted(ids(games))[A_PAGE:], A_PAGE + 2)
