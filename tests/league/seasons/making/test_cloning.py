"""A season's clone: a draft by its plan, with a slug, a name and a secret of its own."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from league.access.acts import COMMAND_LINE
from league.models import Act, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.cloning import clone_season
from league.seasons.making.creating import create_planned
from league.seasons.making.plans import When, plan_of
from league.seasons.making.twinning import create_twin
from personas.models import LanguageModel, Persona, Player
from personas.roster import retire_personas
from tests.factories import NOON, make_account, make_season
from tests.league.seasons.making.test_plans import whole_plan
from tests.league.seasons.making.test_rewriting import drafted

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]


def cloned(season, **fields):
    return clone_season(season=season, by=COMMAND_LINE, now=NOON, **fields)


def test_a_clone_has_the_plan_of_the_other_and_a_secret_of_its_own():
    season = create_planned(plan=whole_plan(), secret="known")
    clone, left_out = cloned(season)
    assert plan_of(clone) == replace(whole_plan_of(season), slug="spring-2", name="Spring 2")
    assert (clone.status, clone.secret == season.secret, left_out) == ("draft", False, ())
    (act,) = Act.objects.all()
    assert (act.verb, act.name, act.after["clone_of"], act.after["games_planned"]) == (
        "clone",
        "spring-2",
        "spring",
        30,
    )


def whole_plan_of(season):
    return plan_of(Season.objects.get(pk=season.pk))


def test_slugs_and_names_count_on_past_those_that_are_taken():
    season = drafted()
    assert [cloned(season).season.slug for _ in range(2)] == ["spring-2", "spring-3"]
    second = Season.objects.get(slug="spring-2")
    make_season(slug="spring-4")
    make_account(scope="season", name="spring-5")
    clone = cloned(second).season
    assert (second.name, clone.slug, clone.name) == ("Spring 2", "spring-6", "Spring 6")
    long = cloned(drafted("a" * 60, name="b" * 120, players=plan_of(season).players)).season
    assert (len(long.slug), long.slug[-3:], len(long.name), long.name[-3:]) == (60, "a-2", 120, "b 2")


def test_a_slug_and_a_name_may_be_said_and_a_taken_slug_is_refused():
    season = drafted()
    clone = cloned(season, slug="autumn", name="Autumn cup").season
    assert (clone.slug, clone.name) == ("autumn", "Autumn cup")
    with pytest.raises(WrongSeason, match=r"slug: there is a season 'autumn' already\."):
        cloned(season, slug="autumn")
    assert Season.objects.count() == 2


def test_dates_that_are_over_are_left_out_of_its_calendar():
    when = When("12", "18:00", "UTC", datetime(2025, 12, 1, tzinfo=UTC), "2025-12-24 2026-01-01 2026-12-24")
    assert plan_of(cloned(drafted(when=when)).season).when == replace(
        when, starts_at=None, blackouts="2026-01-01 2026-12-24"
    )


def test_a_season_that_is_played_is_cloned_as_a_draft():
    season = drafted()
    start_season(season=season, now=NOON)
    clone = cloned(season).season
    assert (clone.status, clone.started_at, clone.fixtures.count()) == ("draft", None, 0)
    assert [place.sheet_version for place in clone.roster.all()] == [0] * 8


def test_a_clone_of_a_twin_is_a_season_of_its_own():
    first = drafted()
    clone = cloned(create_twin(first=first, slug="twin", memory="off")).season
    assert (clone.slug, clone.twin_of, clone.memory) == ("twin-2", None, "off")
    assert clone.secret != first.secret


def test_who_is_retired_is_left_out_and_told():
    season = create_planned(plan=whole_plan(rules=[Rules("town-mafia", 8)], names="alias"))
    one, other, third = (place.player for place in season.roster.order_by("number")[:3])
    retire_personas(personas=Persona.objects.filter(pk=one.persona_id), by="ada")
    Player.objects.filter(pk=other.pk).update(is_active=False)
    LanguageModel.objects.filter(slug="teller").update(is_active=False)
    clone, told = cloned(season)
    assert told == (
        f"Not invited any more: {one.player_id}, {other.player_id}.",
        "The model teller tells no games any more; the house does.",
    )
    assert clone.roster.count() == season.roster.count() - 2
    assert clone.roster.order_by("number")[0].player == third
    Player.objects.update(is_active=False)
    with pytest.raises(WrongSeason, match=r"players: choose at least 8 players, not 0: .* Not invited any more: "):
        cloned(season)
    assert Season.objects.count() == 2
