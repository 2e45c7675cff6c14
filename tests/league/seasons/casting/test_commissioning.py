"""Personas that a season's page has written: asked for by a click, done by a task, told by the page."""

import threading

import pytest
from django.core.cache import cache
from django.test import Client

from games.loopback.process import Provider
from league import tasks
from league.models import Season
from league.seasons.casting.commissioning import Commission, commission_of, commission_personas, fulfil_commission
from personas.models import Persona
from tests.factories import make_user
from tests.games.stage import in_thread, until
from tests.league.admin.test_admin import called
from tests.league.seasons.casting.test_casting import roster, season_at
from tests.league.views.test_pages import page
from tests.patience import at_most

pytestmark = pytest.mark.django_db(transaction=True)
IDLE, BUSY = Commission(is_under_way=False, failed=""), Commission(is_under_way=True, failed="")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


def fulfil(season: Season) -> None:
    fulfil_commission(season=season, stopping=threading.Event())


def test_two_clicks_send_one_task_and_the_page_tells_how_far_it_is(at: Provider, staff: Client) -> None:
    season = season_at(at)
    called()
    assert "0 of 2 personas are written by their models." in page(staff, "/seasons/spring/")

    for _ in range(2):
        assert staff.post("/seasons/spring/personas/")["Location"] == "/seasons/spring/"
    assert called() == 1
    text = page(staff, "/seasons/spring/")
    assert "The models are writing" in text
    assert "Have them written" not in text

    tasks.write_personas(season.pk)
    text = page(staff, "/seasons/spring/")
    assert "Start the season" in text
    assert commission_of(season) == IDLE
    assert Persona.objects.filter(source="model").count() == 2


def test_a_draft_is_started_from_its_page_with_a_reason_for_models_never_probed(at: Provider, staff: Client) -> None:
    season = season_at(at, models=1, persona_source="roster")
    text = page(staff, "/seasons/spring/")
    assert "Never probed: gpt-4o-mini." in text

    asked = staff.post("/seasons/spring/start/")
    assert (asked.status_code, Season.objects.get().status) == (200, "draft"), "it costs, so it is asked first"
    refused = staff.post("/seasons/spring/start/", {"confirmed": "yes"})
    assert (refused.status_code, "ever probed: gpt-4o-mini" in refused.content.decode()) == (422, True)
    staff.post("/seasons/spring/start/", {"unprobed": "a trial", "confirmed": "yes"})

    season.refresh_from_db()
    assert (season.status, season.unprobed) == ("running", "a trial")
    text = page(staff, "/seasons/spring/")
    assert "Spring has begun." in text
    assert "Start the season" not in text


@pytest.mark.parametrize("what", ["personas", "start"])
def test_what_a_draft_wants_is_for_staff(at: Provider, client: Client, what: str) -> None:
    season = season_at(at)
    called()
    client.force_login(make_user())
    assert client.get("/seasons/spring/").status_code == 404
    assert client.post(f"/seasons/spring/{what}/").status_code == 403
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert "Before the start" in page(client, "/seasons/spring/")
    asks_first = what == "start"  # on a page of its own, for who comes without its button
    assert client.get(f"/seasons/spring/{what}/").status_code == (200 if asks_first else 405)
    season.refresh_from_db()
    assert (season.status, called(), commission_of(season)) == ("draft", 0, IDLE)


def test_what_went_wrong_is_told_until_the_next_click_which_goes_on_from_there(at: Provider, staff: Client) -> None:
    season = season_at(at)
    at.control(outage=True)
    commission_personas(season=season)
    fulfil(season)

    assert "has written no persona" in commission_of(season).failed
    assert "The last try ended early: gpt-4o-mini has written no persona" in page(staff, "/seasons/spring/")

    at.control(outage=False)
    assert commission_personas(season=season)
    assert commission_of(season) == BUSY
    fulfil(season)
    assert commission_of(season) == IDLE
    assert Persona.objects.filter(source="model").count() == 2


def test_of_two_workers_one_writes(at: Provider) -> None:
    season = season_at(at)
    at.control(latency=0.3)
    first = in_thread(fulfil, season)
    until(lambda: commission_of(season).is_under_way)

    assert not commission_personas(season=season)
    fulfil(season)
    assert Persona.objects.filter(source="model").count() < 2, "the second left it to the first"
    first.join(at_most(60))

    assert Persona.objects.filter(source="model").count() == 2
    assert commission_of(season) == IDLE


def test_a_worker_that_is_to_end_writes_for_no_further_place(at: Provider) -> None:
    season = season_at(at)
    before, stopping = roster(season), threading.Event()
    stopping.set()

    fulfil_commission(season=season, stopping=stopping)

    after = roster(season)
    assert (after[0] != before[0], after[1:]) == (True, before[1:])
    assert commission_of(season).failed == "the worker stopped before it was done"


def test_a_task_that_was_lost_costs_a_click(at: Provider) -> None:
    season = season_at(at)
    assert commission_personas(season=season)
    cache.clear()  # as when it has lapsed
    assert commission_personas(season=season)
