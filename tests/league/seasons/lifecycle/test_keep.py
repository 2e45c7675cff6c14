"""How long a season keeps what its models were sent and answered: said when it is made, changed by an act."""

import json
from typing import Any

import pytest
from django.core.management import CommandError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Game
from league.models import Act, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.updating import change_keep
from league.seasons.making.checking import Keep, Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures, open_fixtures
from tests.factories import make_finished_game, make_roster, make_user
from tests.league.terminal.test_season_commands import said
from tests.league.views.sent import season_form

pytestmark = pytest.mark.django_db(transaction=True)


def made(slug: str, **given: Any) -> Season:
    """A season that has started, with its first games."""
    season = create_season(
        slug=slug, name=slug, rules=[Rules("town-mafia", 6)], games=2, players=make_roster(6), pace=0, **given
    )
    start_season(season=season, now=timezone.now())
    open_due_fixtures(now=timezone.now(), season=season)
    return season


def games_of(season: Season) -> list[Game]:
    return list(Game.objects.filter(fixture__season=season))


def days(season: Season) -> set[int | None]:
    return {game.keep for game in games_of(season)}


def test_games_keep_words_as_their_season_says_and_as_usual_where_it_says_nothing(settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 12

    assert days(made("usual")) == {12}
    assert days(made("short", keep=Keep(3))) == {3}
    assert days(made("never", keep=Keep(0))) == {0}
    assert days(made("always", keep=Keep(None))) == {None}


def test_another_while_reaches_the_games_of_one_season_but_for_those_whose_words_are_gone(client: Client) -> None:
    season, other = made("spring", keep=Keep(3)), made("autumn", keep=Keep(3))
    gone, *_ = games_of(season)
    Game.objects.filter(pk=gone.pk).update(forgotten_at=timezone.now())
    aside = make_finished_game(terms={"season": "spring"}, keep=3)

    assert change_keep(season=season, keep=Keep(30)) == len(games_of(season))  # one is gone, and one was set aside

    assert days(season) == {3, 30}
    assert Game.objects.get(pk=aside.pk).keep == 30
    assert days(other) == {3}
    assert client.get("/api/v1/seasons/spring/").json()["keep"] == 30
    for wrong in (-1, 36_501):
        with pytest.raises(WrongSeason, match="keep"):
            change_keep(season=season, keep=Keep(wrong))


def test_a_game_that_is_made_while_somebody_changes_it_keeps_words_as_is_said_by_then() -> None:
    rules, players = [Rules("town-mafia", 6)], make_roster(6)
    read_before = create_season(
        slug="spring", name="Spring", rules=rules, games=2, players=players, pace=0, keep=Keep(None)
    )
    start_season(season=read_before, now=timezone.now())
    change_keep(season=Season.objects.get(slug="spring"), keep=Keep(0))

    assert len(open_fixtures(read_before, now=timezone.now())) == 2

    assert days(read_before) == {0}


def test_it_is_said_and_changed_at_the_command_line_and_recorded() -> None:
    made("spring", keep=Keep(3))
    given = ("--ruleset=town-mafia", "--seats=6", "--games=1", "--players=house")
    said("season", "autumn", "create", *given, "--keep=for-good")
    said("season", "winter", "create", *given, "--keep", "7")

    told = said("season", "spring", "keep", "0", "--reason=disk")

    assert "no longer than the game" in told
    kept = dict(Season.objects.values_list("slug", "keep"))
    assert kept == {"spring": 0, "autumn": None, "winter": 7}
    act = Act.objects.get(verb="keep")
    assert (act.name, act.reason) == ("spring", "disk")
    assert (act.before["keep"], act.after["keep"]) == (3, 0)
    said("season", "spring", "keep", "for-good")
    assert Season.objects.get(slug="spring").keep is None
    with pytest.raises(CommandError):
        said("season", "spring", "keep", "soon")


def test_the_form_says_it_and_empty_is_for_good(client: Client, settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 21
    client.force_login(make_user(is_superuser=True, is_staff=True))
    players = [player.pk for player in make_roster(6)]
    assert 'value="21"' in client.get("/seasons/new/").content.decode()

    for slug, keep, wanted in (("five", "5", 5), ("all", "", None)):
        client.post("/seasons/new/", season_form(slug=slug, name=slug, keep=keep, players=players))
        assert Season.objects.get(slug=slug).keep == wanted
    refused = client.post("/seasons/new/", season_form(slug="wrong", keep="40000", players=players))
    assert refused.status_code == 422
    assert json.dumps(refused.context["form"].errors.get("keep"))
