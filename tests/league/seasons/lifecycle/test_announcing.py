"""A season that is told before it begins: what stands, what may change, and how it begins by itself."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league.models import Act, Calendar, Season
from league.seasons.lifecycle.announcing import announce_season, change_roster, withdraw_season
from league.seasons.lifecycle.starting import begins_at, start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.playing.keeping import sweep
from personas.models import LanguageModel
from personas.roster import ensure_roster
from tests.factories import NOON, make_model, make_player, make_roster, make_user

pytestmark = pytest.mark.usefixtures("database")
HOUR = timedelta(hours=1)


def a_draft(slug: str = "spring", **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "players": ensure_roster()[:8], "games": 4}
    return create_season(slug=slug, name=slug.title(), **given | fields)


def voices() -> list[Any]:
    model = make_model(slug="big", provider="openai", model_name="big")
    return [make_player(persona=each.persona, model=model) for each in make_roster(8)]


@pytest.mark.django_db
def test_of_two_whose_time_has_come_one_begins_and_the_other_says_why_it_cannot() -> None:
    ready, strange = a_draft("ready"), a_draft("strange", players=voices())
    for season in (ready, strange):
        announce_season(season=season, now=NOON, begins_at=NOON + HOUR)

    sweep(now=NOON + HOUR / 2)
    assert set(Season.objects.values_list("status", flat=True)) == {"announced"}
    for _ in range(3):
        sweep(now=NOON + HOUR)

    ready.refresh_from_db()
    strange.refresh_from_db()
    assert (ready.status, ready.started_at, ready.fixtures.count()) == ("running", NOON + HOUR, 4)
    assert strange.status == "announced"
    assert strange.waiting.startswith("never probed: big; ")
    acts = Act.objects.filter(verb="start")
    assert [(act.who, act.surface, act.name) for act in acts] == [("the league", "system", "ready")]
    page = unescape(Client().get("/seasons/strange/").content.decode())
    assert f"it cannot begin: {strange.waiting.rstrip('.')}" in page

    LanguageModel.objects.filter(slug="big").update(probed_at=NOON)
    sweep(now=NOON + 2 * HOUR)

    strange.refresh_from_db()
    assert (strange.status, strange.waiting) == ("running", "")


@pytest.mark.django_db
def test_a_reason_that_was_given_when_it_was_announced_lets_it_begin() -> None:
    season = announce_season(
        season=a_draft(players=voices()), now=NOON, begins_at=NOON + HOUR, unprobed="a trial on this machine"
    )
    sweep(now=NOON + HOUR)
    season.refresh_from_db()
    assert (season.status, season.unprobed) == ("running", "a trial on this machine")


@pytest.mark.django_db
def test_by_a_calendar_it_begins_so_that_its_first_slot_is_played() -> None:
    season = a_draft()
    said = {"weekdays": "1234567", "times": "18:00", "time_zone": "UTC"}
    Calendar.objects.create(season=season, starts_at=NOON + timedelta(days=2), **said)
    announce_season(season=season, now=NOON)
    first = datetime(2026, 1, 3, 18, tzinfo=UTC)
    assert begins_at(Season.objects.get()) == first

    sweep(now=first - timedelta(minutes=2))
    assert Season.objects.get().status == "announced"
    sweep(now=first - timedelta(seconds=30))

    season = Season.objects.get()
    assert season.status == "running"
    assert [slot.due_at for slot in season.calendar.slots.all()] == [first]

    other = a_draft("autumn")
    Calendar.objects.create(season=other, **said)
    announce_season(season=other, now=NOON)
    assert begins_at(Season.objects.get(slug="autumn")) is None, "without a first day it is begun by hand"


@pytest.mark.django_db
def test_it_is_started_by_hand_too_and_taken_back_with_a_reason_while_nothing_has_begun() -> None:
    season = announce_season(season=a_draft(), now=NOON, begins_at=NOON + HOUR, roster_until=NOON + HOUR / 2)
    with pytest.raises(WrongSeason, match="reason: say why"):
        withdraw_season(season=season, reason="")

    withdraw_season(season=season, reason="Too early.")
    assert (season.status, season.announced_at, season.begins_at, season.roster_until) == ("draft", None, None, None)
    announce_season(season=season, now=NOON)
    start_season(season=season, now=NOON)
    with pytest.raises(WrongSeason, match="only an announced season can be withdrawn, and spring is running"):
        withdraw_season(season=season, reason="Too late.")
    with pytest.raises(WrongSeason, match="only a draft season can be announced"):
        announce_season(season=season, now=NOON)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("begins_at", {"begins_at": NOON}),
        ("roster_until", {"roster_until": NOON - HOUR}),
        ("roster_until", {"begins_at": NOON + HOUR, "roster_until": NOON + 2 * HOUR}),
    ],
)
def test_times_that_cannot_be_are_refused(field: str, given: dict[str, Any]) -> None:
    season = a_draft()
    with pytest.raises(WrongSeason) as error:
        announce_season(season=season, now=NOON, **given)
    assert error.value.field == field
    assert Season.objects.get().status == "draft"


@pytest.mark.django_db
def test_a_roster_changes_while_it_is_announced_and_not_before_nor_after() -> None:
    season, (joins, more) = a_draft(), ensure_roster()[8:10]
    with pytest.raises(WrongSeason, match="is a draft: its roster is changed where the draft is edited"):
        change_roster(season=season, now=NOON, add=[joins])
    announce_season(season=season, now=NOON, roster_until=NOON + HOUR)

    change_roster(season=season, now=NOON, add=[joins], remove=[ensure_roster()[0]])

    start_season(season=season, now=NOON + 2 * HOUR)
    assert {joins.pk} <= {player for fixture in season.fixtures.all() for player in fixture.seating} | {joins.pk}
    assert ensure_roster()[0].pk not in {player for fixture in season.fixtures.all() for player in fixture.seating}
    with pytest.raises(WrongSeason, match="its roster is frozen since it began"):
        change_roster(season=season, now=NOON, add=[more])


@pytest.mark.django_db
def test_its_page_says_who_is_in_when_it_begins_and_what_its_seeds_are_held_against(client: Client) -> None:
    season = announce_season(season=a_draft(), now=NOON, begins_at=datetime(2100, 1, 1, tzinfo=UTC))
    page = client.get("/seasons/spring/").content.decode()
    assert season.commitment == sha256(season.secret.encode()).hexdigest()
    for wanted in (season.commitment, "It begins by itself on", "data-countdown", "Its roster may still change"):
        assert wanted in page
    assert all(player.persona.name in page for player in ensure_roster()[:8])
    assert season.secret not in page
    assert "Change the roster" not in page
    client.force_login(make_user(is_superuser=True, is_staff=True))
    staff = client.get("/seasons/spring/").content.decode()
    assert "Change the roster" in staff
    assert "/seasons/spring/withdraw/" in staff


@pytest.mark.django_db
def test_a_secret_that_somebody_chose_is_not_committed_to() -> None:
    season = announce_season(season=a_draft(secret="hush"), now=NOON)
    assert season.commitment == ""
