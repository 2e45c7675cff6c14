"""A draft that is edited: as a whole, in one act, from the state that was looked at."""

from dataclasses import replace
from decimal import Decimal

import pytest

from games.models import Account
from league.access.acts import COMMAND_LINE
from league.models import Act, Calendar, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Keep, Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.plans import When, plan_of
from league.seasons.making.rewriting import Outdated, mark_of, rewrite_draft
from league.seasons.making.twinning import create_twin
from personas.models import Persona
from personas.roster import retire_personas
from tests.factories import NOON, make_account, make_roster
from tests.league.seasons.making.test_plans import whole_plan

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]


def drafted(slug="spring", **fields):
    given = {"slug": slug, "name": slug.title(), "rules": [Rules("town-mafia", 6)], "games": 3}
    return create_season(**given | {"players": make_roster()[:8]} | fields)


def edited(season, *, on=None, **fields):
    return rewrite_draft(season=season, plan=replace(plan_of(season), **fields), by=COMMAND_LINE, on=on, reason="so")


def test_a_draft_is_what_another_plan_says_and_keeps_its_secret():
    season = drafted(when=When("1234567", "09:00", "UTC"))
    plan = whole_plan(slug="summer", name="Summer")
    made = rewrite_draft(season=season, plan=plan, by=COMMAND_LINE)
    assert plan_of(Season.objects.get()) == plan
    assert (made.pk, made.secret, made.status) == (season.pk, season.secret, "draft")
    assert Calendar.objects.count() == 1
    edited(made, when=None)
    assert not Calendar.objects.exists()


def test_an_edit_is_one_act_with_what_it_changed_and_none_where_nothing_is():
    season = drafted()
    players = plan_of(season).players
    edited(season)
    assert not Act.objects.exists()
    edited(season, games=30, players=players[1:], keep=Keep(3))
    (act,) = Act.objects.all()
    assert (act.verb, act.model, act.name, act.reason) == ("edit", "season", "spring", "so")
    ids = [player.player_id for player in players]
    assert act.before == {"games_planned": 3, "players": ids, "keep": act.before["keep"]}
    assert act.after == {"games_planned": 30, "players": ids[1:], "keep": 3}


def test_who_looked_at_an_older_state_is_refused():
    season = drafted()
    mark = mark_of(plan_of(season))
    edited(season, on=mark, games=30)
    with pytest.raises(Outdated, match=r"status: spring was changed meanwhile; look at it again\."):
        edited(season, on=mark, games=40)
    assert Season.objects.get().games_planned == 30
    edited(season, on=mark_of(plan_of(Season.objects.get())), games=40)
    assert Season.objects.get().games_planned == 40


def test_only_a_draft_is_edited():
    season, other = drafted(), drafted("autumn", players=make_roster()[:6])
    start_season(season=season, now=NOON)
    with pytest.raises(WrongSeason, match=r"status: only a draft season can be edited, and spring is running\."):
        edited(season, games=30)
    other.delete()
    with pytest.raises(WrongSeason, match=r"status: there is no season autumn any more\."):
        rewrite_draft(season=Season(pk=10**6, slug="autumn"), plan=plan_of(season), by=COMMAND_LINE)
    assert Season.objects.get().games_planned == 3


def test_what_cannot_be_changes_nothing():
    season, _ = drafted(), drafted("autumn", players=make_roster()[:6])
    plan = plan_of(season)
    wrong = (
        ({"slug": "autumn"}, "slug: there is a season 'autumn' already."),
        ({"games": 30, "rules": [Rules("town-mafia", 4)]}, "seats: town-mafia is for 5 to 20 seats, not 4."),
        (
            {"games": 30, "players": plan.players[:5]},
            "players: choose at least 6 players, not 5: the table has 6 seats.",
        ),
    )
    for fields, told in wrong:
        with pytest.raises(WrongSeason) as refused:
            edited(season, **fields)
        assert str(refused.value) == told
    assert plan_of(Season.objects.get(slug="spring")) == plan
    assert not Act.objects.exists()


def test_who_stays_keeps_what_was_written_and_who_goes_loses_the_place():
    season = drafted(persona_source="season")
    players = plan_of(season).players
    season.roster.filter(number__in=(0, 1)).update(is_written=True)
    places = set(season.roster.values_list("pk", flat=True))
    edited(season, players=(*players[2:], players[1]))
    assert [place.player for place in season.roster.filter(is_written=True)] == [players[1]]
    assert [place.player for place in season.roster.order_by("number")] == [*players[2:], players[1]]
    assert len(places.intersection(season.roster.values_list("pk", flat=True))) == 7, "a model may be writing for them"
    edited(season, players=(players[0], *players[2:]))
    assert [place.player for place in season.roster.order_by("number")] == [players[0], *players[2:]]
    assert not season.roster.filter(is_written=True).exists()


def test_a_roster_with_somebody_who_was_retired_says_so_until_somebody_leaves_them_out():
    season = drafted()
    players = plan_of(season).players
    retire_personas(personas=Persona.objects.filter(pk=players[0].persona_id), by="ada")
    with pytest.raises(WrongSeason, match=r"players: only approved personas play, and "):
        edited(season, games=30)
    edited(season, games=30, players=players[1:])
    assert Season.objects.get().games_planned == 30


def test_what_was_paid_stays_with_the_slug_and_has_the_new_cap():
    season = drafted(cap_season=Decimal(5))
    make_account(scope="season", name="spring", cap=5, spent=1)
    make_account(scope="season", name="other", cap=5)
    with pytest.raises(WrongSeason, match=r"slug: stays 'spring': calls were paid under that name\."):
        edited(season, slug="summer")
    edited(season, cap_season=Decimal(8))
    assert dict(Account.objects.values_list("name", "cap")) == {"spring": 8, "other": 5}


# --- twins -----------------------------------------------------------------------------------------------------------


def test_a_twins_draft_changes_only_what_a_twin_may():
    twin = create_twin(first=drafted(), slug="twin", memory="off")
    for fields in ({"games": 4}, {"spoilers": "sealed"}, {"rules": [Rules("town-mafia", 7)]}, {"rated": True}):
        (name,) = fields
        with pytest.raises(WrongSeason, match=rf"{name}: is that of spring, of which twin is a twin\."):
            edited(twin, **fields)
    with pytest.raises(WrongSeason, match=r"memory: say what is to be otherwise"):
        edited(twin, memory="live")
    edited(twin, name="Once more", memory="frozen", strategy_level="basic", rules=[Rules("town-mafia", 6, {})])
    twin.refresh_from_db()
    assert (twin.name, twin.memory, twin.strategy_level) == ("Once more", "frozen", "basic")
    assert twin.secret == Season.objects.get(slug="spring").secret


def test_twins_follow_their_first_while_it_is_a_draft():
    first = drafted()
    twins = [create_twin(first=first, slug=f"twin-{number}", memory="off", name="Twin") for number in (1, 2)]
    edited(first, games=9, rules=[Rules("council-mafia", 7)], players=plan_of(first).players[1:], pace=2.0)
    for twin in twins:
        twin.refresh_from_db()
        plan, of_first = plan_of(twin), plan_of(Season.objects.get(pk=first.pk))
        assert (plan.games, plan.rules, plan.players) == (9, of_first.rules, of_first.players)
        assert (plan.memory, plan.pace, plan.rated) == ("off", 0, False)
    assert sorted(Act.objects.filter(verb="edit").values_list("name", flat=True)) == ["spring", "twin-1", "twin-2"]
    with pytest.raises(
        WrongSeason, match=r"memory: its twin twin-1 would be the same then; change or delete that one "
    ):
        edited(first, memory="off")
    assert Season.objects.get(pk=first.pk).memory == "live"
