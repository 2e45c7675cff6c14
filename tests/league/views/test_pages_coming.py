"""What comes next, where nothing is on: on the front page and at the end of a season's last game."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from league.access.endings import WATCHED
from league.models import Season, Series
from league.templatetags.pieces import clock
from tests.factories import (
    make_calendar,
    make_finished_game,
    make_fixture,
    make_running_season,
    make_season,
    make_seat,
    make_series,
)
from tests.league.staging import in_season, staged
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db


def told(client: Client) -> str:
    """The sentences of the front page's marquee."""
    return re.findall(r'<p class="now">(.*?)</p>', page(client, "/"), re.DOTALL)[0]


def told_at_the_end(client: Client, game: Game) -> str:
    """What the end of a game says of what comes."""
    return re.findall(r'<p class="then">(.*?)</p>', page(client, f"/games/{game.public_id}/?beat=99999"), re.DOTALL)[0]


def moment(at: Any) -> str:
    return f'<time datetime="{at.isoformat()}" data-countdown="in %(left)s">at {clock(at)}</time>'


def played_out(slug: str = "past") -> list[Game]:
    """The games of a season that is over."""
    season = make_running_season(slug=slug, name=slug.capitalize(), games_planned=2)
    games = [staged(f"{slug}/1"), staged(f"{slug}/2")]
    for number, game in enumerate(games, start=1):
        in_season(game, season, number)
    Season.objects.filter(pk=season.pk).update(status="finished", finished_at=timezone.now())
    return games


def announced(name: str, at: Any) -> Season:
    return make_season(name=name, status="announced", announced_at=timezone.now(), begins_at=at)


@pytest.mark.parametrize("hours", [1, 30])
def test_of_all_that_is_to_come_the_first_is_told_where_nothing_is_on_and_at_the_end(
    client: Client, hours: int
) -> None:
    now = timezone.now()
    _, last = played_out()
    announced("Never", None)
    announced("Missed", now - timedelta(minutes=3))
    make_season(name="A draft", begins_at=now + timedelta(minutes=1))
    later, sooner = now + timedelta(hours=hours + 1), now + timedelta(hours=hours)
    announced("Autumn", later)
    assert f"Next: Autumn begins {moment(later)}." in told(client)
    announced("Summer", sooner)
    for text in (told(client), told_at_the_end(client, last)):
        assert f"Next: Summer begins {moment(sooner)}." in text
        for other in ("Autumn", "Never", "Missed", "draft", "No other game is planned"):
            assert other not in text


def test_a_series_says_when_its_next_season_begins_unless_that_hangs_on_something_else(client: Client) -> None:
    _, last = played_out()
    at = timezone.now() + timedelta(hours=2)
    for slug, status in (("cup", "running"), ("bowl", "paused")):
        patterns = {"name_pattern": f"{slug.capitalize()} {{n}}", "slug_pattern": f"{slug}-{{n}}"}
        sooner = (
            {"waiting": "by staff", "begins_at": at - timedelta(hours=1)} if status == "paused" else {"begins_at": at}
        )
        make_series(slug=slug, status=status, **sooner, **patterns)
    for text in (told(client), told_at_the_end(client, last)):
        assert f"Next: Cup 1 begins {moment(at)}." in text
    Series.objects.update(waiting="no players are left")
    assert "Next:" not in told(client)


def test_between_the_slots_of_a_calendar_the_next_one_is_told(client: Client) -> None:
    season, game = make_running_season(slug="spring", name="Spring", at_once=1, games_planned=2), staged("spring/1")
    make_calendar(season=season, weekdays="1234567", times="18:00", starts_at=timezone.now())
    in_season(game, season)
    make_fixture(season=season, number=2)
    assert re.search(r"^Next: Spring goes on <time datetime=\"[^\"]+T1[67]:00:00", told(client))
    assert "The next slot begins" in told_at_the_end(client, game), "as before"


def test_where_nothing_is_planned_that_is_said_with_a_game_that_was_not_watched_here(client: Client) -> None:
    first, last = played_out()
    links = [
        f'<a href="/games/{game.public_id}/">Game {number}, Town Mafia</a>' for number, game in ((1, first), (2, last))
    ]
    nothing = "No other game is planned."
    Game.objects.filter(pk=last.pk).update(finished_at=timezone.now())
    assert (nothing in told(client), links[1] in told(client), links[0] in told(client)) == (True, True, False)
    client.cookies[WATCHED] = last.public_id
    assert (links[1] in told(client), links[0] in told(client)) == (False, True)
    text = told_at_the_end(client, last)
    assert (nothing in text, links[0] in text, links[1] in text) == (True, True, False), "this one is being watched"
    client.cookies[WATCHED] = f"{last.public_id}.{first.public_id}"
    for text in (told(client), told_at_the_end(client, last)):
        assert (nothing in text, "Not watched here" in text) == (True, False)


def test_a_game_of_many_that_is_no_longer_in_the_list_is_found_when_all_in_it_were_watched(client: Client) -> None:
    season = make_running_season(status="finished", finished_at=timezone.now())
    games = [make_finished_game(winner="town") for _ in range(8)]
    for number, game in enumerate(games, start=1):
        make_seat(game=game)
        make_fixture(season=season, number=number, game=game)
        Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - timedelta(hours=8 - number))
    client.cookies[WATCHED] = ".".join(game.public_id for game in games[2:])
    assert f'<a href="/games/{games[1].public_id}/">Game 2, ' in told(client)


def test_before_the_last_game_of_a_season_nothing_else_is_told_at_an_end(client: Client) -> None:
    season, game = make_running_season(games_planned=2), staged("S/1")
    in_season(game, season)
    announced("Autumn", timezone.now() + timedelta(hours=1))
    assert '<p class="then">' not in page(client, f"/games/{game.public_id}/?beat=99999")
    in_season(staged("S/2"), season, 2)
    assert "Watch Game 2" in page(client, f"/games/{game.public_id}/?beat=99999")


def test_what_comes_tells_nothing_of_how_games_ended(client: Client) -> None:
    """Where nothing is on and at the end of the last game, whoever won the others."""
    first, last = played_out()
    Game.objects.filter(pk=last.pk).update(finished_at=timezone.now())
    announced("Autumn", timezone.now() + timedelta(hours=1))
    read = told(client), told_at_the_end(client, last)
    assert all(f"/games/{game.public_id}/" in text for game, text in zip((last, first), read, strict=True))
    for winner in ("town", "mafia"):
        Game.objects.filter(pk__in=(first.pk, last.pk)).update(winner=winner)
        assert (told(client), told_at_the_end(client, last)) == read


@pytest.mark.parametrize("rows", [1, 3])
def test_what_comes_costs_as_much_of_one_season_as_of_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    played_out()
    for number in range(rows):
        announced(f"Autumn {number}", timezone.now() + timedelta(hours=1 + number))
        season = make_running_season(at_once=1)
        make_calendar(season=season, starts_at=timezone.now())
        make_fixture(season=season, number=1)
    page(client, "/")
    with django_assert_num_queries(27):
        page(client, "/")
