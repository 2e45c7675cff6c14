"""Series by API: listed, and each with its seasons and what comes."""

import pytest
from django.contrib.auth.models import Permission

from league.models import Season, Series
from league.seasons.series.opening import make_next, open_due_seasons
from tests.factories import NOON, make_user
from tests.league.seasons.series.staging import DAY, end, first_season, series_of

pytestmark = pytest.mark.django_db


def test_series_are_listed_newest_first_and_by_their_status(client):
    series_of(first_season(), most=3), series_of(first_season("autumn"), opens="weeks", weeks=2)
    Series.objects.filter(slug="spring").update(status="paused", waiting="holidays")
    rows = client.get("/api/v1/series/").json()["results"]
    assert [(each["slug"], each["status"], each["waiting"], each["most"], each["weeks"]) for each in rows] == [
        ("autumn", "running", "", None, 2),
        ("spring", "paused", "holidays", 3, 0),
    ]
    assert [each["slug"] for each in client.get("/api/v1/series/?status=paused").json()["results"]] == ["spring"]
    assert client.get("/api/v1/series/?status=resting").status_code == 400
    assert "template" not in rows[0]


def test_a_series_tells_its_seasons_and_what_comes(client):
    spring = first_season()
    series = series_of(spring, opens="weeks", weeks=1, most=4, begins_at=NOON)
    end(spring)
    assert open_due_seasons(now=NOON + 7 * DAY)
    told = client.get("/api/v1/series/spring/").json()
    assert [(each["series_number"], each["slug"], each["status"], each["leader"]) for each in told["seasons"]] == [
        (2, "spring-2", "running", None),
        (1, "spring", "finished", None),
    ]
    assert told["template"]["games_planned"] == 2
    assert "secret" not in told["template"]
    first, *later = told["upcoming"]
    assert (first["slug"], first["opens_at"], first["waits_for"]) == (
        "spring-3",
        "2026-01-15T12:00:00Z",
        "the end of Spring 2",
    )
    assert [(each["slug"], each["opens_at"]) for each in later] == [("spring-4", "2026-01-22T12:00:00Z")]
    second = Season.objects.get(slug="spring-2")
    season = client.get("/api/v1/seasons/spring-2/").json()
    assert (season["series"], season["series_number"], season["lot"]) == ("spring", 2, "")
    end(second)
    assert make_next(series=series, now=NOON + 14 * DAY)
    numbers = [each["series_number"] for each in client.get("/api/v1/series/spring/").json()["seasons"]]
    assert numbers == [2, 1]  # a draft is seen by staff alone
    user = make_user(username="ada", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_season"))
    client.force_login(user)
    numbers = [each["series_number"] for each in client.get("/api/v1/series/spring/").json()["seasons"]]
    assert numbers == [3, 2, 1]
    assert client.get("/api/v1/series/winter/").status_code == 404
