"""Two tabs: what another has changed meanwhile is never written over by somebody who has not seen it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from league.boards.excluding import player_told
from league.models import Act, Calendar, Season, User
from league.seasons.making.plans import When, plan_of
from personas.models import Player
from tests.league.views.sent import allow
from tests.league.views.test_pages_drafts import drafted, filled

pytestmark = pytest.mark.django_db
CALENDAR = "/seasons/spring/calendar/"
EDIT = "/seasons/spring/edit/"


@pytest.fixture
def staff(client: Client, staff: User) -> User:
    allow(staff, "change_season", "view_act")
    return staff


@pytest.fixture
def spring(staff: User) -> Season:
    return drafted(when=When("12345", "18:00 20:30", "Europe/Berlin", None, "2027-02-01", "skip"), at_once=2)


def sent(answer: Any) -> dict[str, Any]:
    """What a browser sends of a form that was refused, at a second press."""
    return {bound.html_name: bound.value() for bound in answer.context["form"] if bound.value() not in (None, "")}


def timing() -> tuple[str, str, float, int | None]:
    season = Season.objects.select_related("calendar").get()
    return season.calendar.times, season.calendar.weekdays, season.pace, season.at_once


def test_what_was_not_changed_in_the_form_of_a_calendar_is_not_written(client: Client, spring: Season) -> None:
    older, newer = filled(client, CALENDAR), filled(client, CALENDAR)
    assert client.post(CALENDAR, newer | {"pace": "0.5", "weekdays": ["1", "2"]}).status_code == 302
    assert client.post(CALENDAR, older | {"times": "19:00"}).status_code == 302
    assert timing() == ("19:00", "12", 0.5, 2)
    assert [act.after for act in Act.objects.filter(model="calendar").order_by("id")][1] == {"times": "19:00"}


def test_what_two_changed_is_refused_told_and_written_at_a_second_press(client: Client, spring: Season) -> None:
    older, newer = filled(client, CALENDAR), filled(client, CALENDAR)
    client.post(CALENDAR, newer | {"times": "21:00", "pace": "0.5", "at_once": "1"})
    refused = client.post(CALENDAR, older | {"times": "19:00"})
    assert (refused.status_code, timing()) == (422, ("21:00", "12345", 0.5, 1))
    text = refused.content.decode()
    assert "Spring was changed meanwhile, so nothing of yours is saved yet" in text
    assert ("times of day 18:00 20:30 → 21:00" in text, '<p class="small">staff, site' in text) == (True, True)
    assert 'href="/seasons/spring/" target="_blank"' in text
    again = sent(refused)
    assert (again["times"], again["pace"], again["at_once"]) == ("19:00", "0.5", "1")
    assert client.post(CALENDAR, again).status_code == 302
    assert timing() == ("19:00", "12345", 0.5, 1)


def test_a_time_of_day_is_not_read_on_clocks_that_were_not_looked_at(client: Client, spring: Season) -> None:
    older, newer = filled(client, CALENDAR), filled(client, CALENDAR)
    client.post(CALENDAR, newer | {"time_zone": "Asia/Tokyo"})
    assert client.post(CALENDAR, older | {"times": "19:00"}).status_code == 422
    assert timing()[0] == "18:00 20:30"
    assert client.post(CALENDAR, older | {"at_once": "3"}).status_code == 302
    assert Season.objects.get().calendar.time_zone == "Asia/Tokyo"


def test_a_calendar_that_another_took_away_is_not_given_back_unseen(client: Client, spring: Season) -> None:
    older, newer = filled(client, CALENDAR), filled(client, CALENDAR)
    client.post(CALENDAR, {name: value for name, value in newer.items() if name not in ("times", "blackouts")})
    assert client.post(CALENDAR, older | {"weekdays": ["6"]}).status_code == 422
    assert client.post(CALENDAR, older | {"pace": "2"}).status_code == 302
    season = Season.objects.get()
    assert (getattr(season, "calendar", None), season.pace) == (None, 2.0)


def test_who_edits_a_draft_second_hears_of_the_first_and_may_save_on_top(client: Client, spring: Season) -> None:
    older, newer = filled(client, EDIT), filled(client, EDIT)
    client.post(EDIT, newer | {"games": 30, "times": "21:00", "players": newer["players"][1:]})
    for _ in range(2):  # whoever goes on from the old page is refused as often
        refused = client.post(EDIT, older | {"games": 40})
        assert (refused.status_code, Season.objects.get().games_planned) == (422, 30)
    text = refused.content.decode()
    assert "games 3 → 30" in text
    assert f"the roster left by {player_told(Player.objects.get(pk=newer['players'][0]))}" in text
    assert "times of day 18:00, 20:30 → 21:00" in text
    assert "once more to save yours on top of that. All is then as it stands here" in text
    mark = {name: refused.context["form"][name].value() for name in ("on", "since")}
    assert client.post(EDIT, older | {"games": 40} | mark)["Location"] == "/seasons/spring/"
    plan = plan_of(Season.objects.get())
    assert (plan.games, len(plan.players), plan.when.times) == (40, 12, "18:00 20:30")
    act = Act.objects.filter(verb="edit").order_by("-id")[0]
    assert (act.before["games_planned"], act.after["games_planned"]) == (30, 40)


def test_what_was_typed_stays_also_where_another_took_its_part_of_the_form_or_its_address(
    client: Client, spring: Season
) -> None:
    older, newer = filled(client, EDIT), filled(client, EDIT)
    gone = {name: value for name, value in newer.items() if name != "town-mafia-2-plays"}
    assert client.post(EDIT, gone | {"slug": "summer"})["Location"] == "/seasons/summer/"
    refused = client.post(EDIT, older | {"town-mafia-2-seats": "9"})
    assert refused.status_code == 422
    assert "address spring → summer" in refused.content.decode()
    typed = {bound.html_name: bound.value() for book in refused.context["form"].books for bound in book}
    assert (typed["town-mafia-2-plays"], typed["town-mafia-2-seats"]) == (True, "9")
    mark = {name: refused.context["form"][name].value() for name in ("on", "since")}
    assert client.post(EDIT, older | {"town-mafia-2-seats": "9"} | mark)["Location"] == "/seasons/spring/"
    assert [book.seats for book in plan_of(Season.objects.get()).rules] == [7, 8, 9]


def test_who_may_not_see_the_record_hears_what_and_not_who(client: Client, spring: Season, staff: User) -> None:
    older, newer = filled(client, EDIT), filled(client, EDIT)
    client.post(EDIT, newer | {"games": 30})
    allow(staff, "change_season")
    text = client.post(EDIT, older | {"games": 40}).content.decode()
    assert ("games 3 → 30" in text, "somebody, site" in text, ">staff, site" in text) == (True, True, False)


def test_a_start_that_no_minute_tells_is_what_it_is_until_somebody_says_another(client: Client, spring: Season) -> None:
    start = datetime(2027, 10, 31, 1, 30, 30, tzinfo=UTC)  # of the second half past two of that night, and its seconds
    Calendar.objects.update(starts_at=start)
    given = filled(client, CALENDAR)
    assert client.post(CALENDAR, given | {"times": "19:00"}).status_code == 302
    calendar = Calendar.objects.get()
    assert (calendar.times, calendar.starts_at) == ("19:00", start)
    assert client.post(CALENDAR, filled(client, CALENDAR) | {"starts": "2027-11-01 18:00"}).status_code == 302
    assert Calendar.objects.get().starts_at == datetime(2027, 11, 1, 17, tzinfo=UTC)


def test_a_draft_is_found_however_often_it_was_renamed_also_where_another_is_there_by_now(
    client: Client, spring: Season
) -> None:
    older = filled(client, EDIT)
    for slug, now in (("spring", "summer"), ("summer", "autumn")):
        address = f"/seasons/{slug}/edit/"
        assert client.post(address, filled(client, address) | {"slug": now}).status_code == 302
    refused = client.post(EDIT, older | {"games": 40})
    assert (refused.status_code, "Spring as it is now" in refused.content.decode()) == (422, True)
    drafted("spring", name="Another")
    refused = client.post(EDIT, older | {"games": 40})
    assert refused.context["season"].pk == spring.pk
    assert client.get(EDIT).context["season"].name == "Another"
