"""The demo's seasons, one after another."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from games.engine.rulesets import all_rulesets
from games.models import Game
from league.models import Season
from league.seasons.demo import Plan, demo_seasons, follow_seasons, open_season, scenes_of, season_to_play
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import Persona
from personas.sheet import ROSTER
from tests.factories import NOON, make_event, make_season

PLAN = Plan(games=3, pace=0.5, seed=None)


def over(season):
    Season.objects.filter(pk=season.pk).update(status="finished", finished_at=NOON)


@pytest.mark.django_db
def test_the_first_season_begins_at_once_with_the_shipped_roster():
    season = season_to_play(PLAN, now=NOON)
    assert (season.slug, season.name, season.status) == ("demo-1", "Season 1", "running")
    assert (season.games_planned, season.pace, season.interval) == (3, 0.5, 5)
    assert season.players.count() == 24
    assert season.fixtures.get(number=1).due_at == NOON
    assert season.rated


def played(season):
    """The rulesets of a season's fixtures, in their order."""
    return list(season.fixtures.order_by("number").values_list("rules__ruleset", flat=True))


@pytest.mark.django_db
def test_every_ruleset_has_its_turn_also_over_seasons_that_are_shorter_than_a_round():
    slugs = list(all_rulesets())
    turns = []
    for _ in slugs:
        season = season_to_play(PLAN, now=NOON)
        assert list(season.rules.values_list("seats", flat=True)) == [
            all_rulesets()[slug].default_seats for slug in season.rules.values_list("ruleset", flat=True)
        ]
        turns += played(season)
        over(season)
    assert turns == slugs * PLAN.games


@pytest.mark.django_db
def test_a_start_goes_on_with_the_season_that_is_under_way_or_paused():
    season = season_to_play(PLAN, now=NOON)
    assert season_to_play(PLAN, now=NOON) == season
    pause_season(season=season)
    assert season_to_play(PLAN, now=NOON) == season
    assert Season.objects.count() == 1


@pytest.mark.django_db
def test_a_season_of_before_keeps_its_players_and_the_next_takes_the_whole_roster():
    before, roster = season_to_play(PLAN, now=NOON), [sheet.slug for sheet in ROSTER]
    before.roster.exclude(player__persona__slug__in=roster[:12]).delete()
    Persona.objects.filter(slug__in=roster[12:]).update(sheet={})
    gone_on = season_to_play(PLAN, now=NOON)
    assert (gone_on, gone_on.players.count()) == (before, 12)
    over(before)
    after = season_to_play(PLAN, now=NOON)
    assert [place.player.persona.slug for place in after.roster.order_by("number")] == roster
    assert {player.persona.sheet["name"] for player in after.players.all()} == {sheet.name for sheet in ROSTER}


@pytest.mark.django_db
def test_another_pace_holds_from_the_next_game_on():
    season = season_to_play(PLAN, now=NOON)
    (first,) = open_due_fixtures(now=NOON).games
    season_to_play(Plan(games=3, pace=2, seed=None), now=NOON)
    Game.objects.update(status="finished", started_at=NOON, finished_at=NOON, winner="town", hash="ab" * 32)
    (second,) = open_due_fixtures(now=NOON).games
    assert (first.terms["pace"], second.terms["pace"]) == (0.5, 2)
    assert second.due_at == NOON + timedelta(seconds=20)
    assert season.fixtures.count() == 3


@pytest.mark.django_db
def test_seasons_are_counted_and_others_left_alone():
    make_season(slug="demo-ten")
    make_season(slug="spring")
    for number in (1, 2, 3):
        season = season_to_play(PLAN, now=NOON)
        assert season.slug == f"demo-{number}"
        over(season)
    assert [season.slug for season in demo_seasons()] == ["demo-3", "demo-2", "demo-1"]


@pytest.mark.django_db
def test_a_seed_is_the_first_seasons_secret_and_later_ones_have_their_own():
    plan = Plan(games=3, pace=0.5, seed="tide")
    first = season_to_play(plan, now=NOON)
    over(first)
    second = open_season(plan=plan, now=NOON, first_due_at=NOON)
    assert [(season.secret, season.rated) for season in (first, second)] == [("tide", False), ("tide/2", False)]


@pytest.mark.django_db
def test_scenes_say_how_each_game_stands_and_where_the_live_one_is():
    season = season_to_play(PLAN, now=NOON)
    (first,) = open_due_fixtures(now=NOON).games
    Game.objects.update(status="finished", started_at=NOON, finished_at=NOON, winner="mafia", rounds=2, hash="ab" * 32)
    (second,) = open_due_fixtures(now=NOON).games
    assert [(scene.game, scene.status, scene.winner, scene.rounds, scene.where) for scene in scenes_of(season)] == [
        (first.public_id, "finished", "mafia", 2, ""),
        (second.public_id, "scheduled", "", 0, ""),
    ]
    Game.objects.filter(pk=second.pk).update(status="running", started_at=NOON)
    make_event(game=second, phase="night", round=2)
    assert scenes_of(season)[1].where == "night 2"


@pytest.mark.django_db
def test_when_a_season_is_over_the_next_opens_a_countdown_later():
    stopping, nudged = threading.Event(), []

    def show(season, scenes):
        if season.slug == "demo-1":
            over(season)
        else:
            stopping.set()

    def follow(*, once):
        return follow_seasons(PLAN, once=once, stopping=stopping, nudge=lambda: nudged.append(1), show=show)

    season_to_play(PLAN, now=NOON)
    assert not follow(once=False)
    first, second = reversed(demo_seasons())
    assert second.fixtures.get(number=1).due_at - second.started_at == timedelta(seconds=5)
    assert len(nudged) == 2
    assert first.status == "finished"


@pytest.mark.django_db
def test_one_game_is_live_at_a_time_also_as_fast_as_possible():
    season = season_to_play(replace(PLAN, pace=0.0), now=NOON)
    open_due_fixtures(now=NOON)
    assert season.fixtures.filter(game__isnull=False).count() == 1


@pytest.mark.django_db
def test_with_once_it_ends_with_the_season():
    told = []

    def show(season, scenes):
        told.append(season.status)
        over(season)

    assert follow_seasons(PLAN, once=True, stopping=threading.Event(), nudge=list, show=show)
    assert told == ["running", "finished"]
    assert Season.objects.count() == 1
