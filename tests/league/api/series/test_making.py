"""Series by API: made of a season, changed, led by verbs, deleted; what they have cost, as far as one may see."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Account
from league.models import Act, Bill, Series
from tests.factories import make_token, make_user
from tests.league.seasons.series.staging import first_season, series_of

pytestmark = pytest.mark.django_db

RIGHTS = ("add_series", "change_series", "delete_series", "view_season")


def key_of(*scopes: str, codenames: tuple[str, ...] = RIGHTS) -> str:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return make_token(user=user, scopes=list(scopes))[1]


def send(client: Client, key: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
    given = {"Authorization": f"Bearer {key}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {} if method == "delete" and body is None else body
    return getattr(client, method)(f"/api/v1/series/{path}", sent, content_type="application/json", headers=given)


def test_a_series_is_made_changed_led_and_deleted(client: Client) -> None:
    first_season(), first_season("autumn")
    key = key_of("season")
    body = {"season": "spring", "slug": "spring", "most": 3, "reason": "A year."}
    first, again = (send(client, key, "post", "", body, idempotency_key="one") for _ in range(2))
    assert (first.status_code, again.status_code, Series.objects.count()) == (201, 201, 1), first.content
    assert (first.json()["most"], first.json()["next_number"]) == (3, 2)
    assert send(client, key, "patch", "spring/", {"most": 5}).status_code == 412
    tag = send(client, key, "get", "spring/").headers["ETag"]
    weekly = {"opens": "weeks", "weeks": 2}
    assert send(client, key, "patch", "spring/", weekly, if_match=tag).json()["weeks"] == 2
    assert send(client, key, "patch", "spring/", {"most": 5}, if_match=tag).status_code == 412
    for verb, status in (("pause", "paused"), ("resume", "running")):
        answer = send(client, key, "post", f"spring/{verb}/", {"reason": "holidays"})
        assert (answer.status_code, answer.json()["series"]["status"]) == (200, status)
        assert answer.json()["series"]["bill"]["spent"] == "0.00000000"
        refused = send(client, key, "post", f"spring/{verb}/")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "wrong_state")
    send(client, key, "post", "", {"season": "autumn", "slug": "autumn"})
    assert send(client, key, "delete", "autumn/", {"reason": "A mistake."}).status_code == 204
    gone = Act.objects.get(verb="delete")
    assert (gone.model, gone.name, gone.reason) == ("series", "autumn", "A mistake.")
    ended = send(client, key, "post", "spring/end/").json()["series"]
    assert (ended["status"], ended["waiting"]) == ("ended", "an operator has ended it")
    assert send(client, key, "post", "spring/delete/").status_code == 404
    acts = Act.objects.filter(model="series", name="spring").order_by("id").values_list("verb", "surface")
    assert list(acts) == [(verb, "api") for verb in ("create", "edit", "pause", "resume", "end")]


def test_a_verb_of_a_series_is_of_what_somebody_looked_at_and_tells_what_there_is_by_now(client: Client) -> None:
    series_of(first_season())
    key = key_of("season")
    seen = send(client, key, "get", "spring/").headers["ETag"]
    paused = send(client, key, "post", "spring/pause/", {"reason": "holidays"}, if_match=seen)
    assert paused.status_code == 200
    assert paused.headers["ETag"] == send(client, key, "get", "spring/").headers["ETag"] != seen
    late = send(client, key, "post", "spring/end/", if_match=seen)
    assert (late.status_code, late.json()["error"]["code"]) == (412, "precondition_failed")
    assert Series.objects.get().status == "paused"
    assert send(client, key, "post", "spring/end/", if_match=paused.headers["ETag"]).status_code == 200


def test_what_is_wrong_with_a_series_is_told_by_its_field(client: Client) -> None:
    first_season()
    key = key_of("season")
    for said, field in (
        ({"season": "winter"}, "season"),
        ({"slug": "new"}, "slug"),
        ({"opens": "weeks"}, "weeks"),
        ({"template": {"rules": []}}, "template.games_planned"),
        ({"players": ["no_body"]}, "players"),
        ({"mood": "good"}, "mood"),
    ):
        answer = send(client, key, "post", "", {"season": "spring", "slug": "spring"} | said)
        assert (answer.status_code, list(answer.json()["error"]["fields"])) == (400, [field])
    assert send(client, key, "post", "", {"season": "spring", "slug": "a", "cap_total": "5"}).status_code == 403
    assert not Series.objects.exists()


def test_a_cap_goes_upwards_when_a_series_is_resumed(client: Client) -> None:
    series = series_of(first_season(cap_season=Decimal(1)), cap_total=Decimal(9))
    Series.objects.update(status="paused", waiting="holidays")
    key = key_of("season", "money")
    lower = send(client, key, "post", "spring/resume/", {"cap_total": "8"})
    assert lower.json()["error"]["fields"] == {
        "cap_total": ["must be 9 or more, or none where a series is resumed with another, not 8.0000."]
    }
    assert send(client, key_of("season"), "post", "spring/resume/", {"cap_total": "10"}).status_code == 403
    series.refresh_from_db()
    assert (series.status, series.cap_total) == ("paused", Decimal(9))
    assert send(client, key, "post", "spring/resume/", {"cap_total": "10"}).json()["series"]["cap_total"] == "10.0000"


def test_what_a_series_costs_before_its_games_are_over_is_for_moderators(client: Client) -> None:
    series_of(first_season(cap_season=Decimal(1)), cap_total=Decimal(9))
    Account.objects.create(scope="season", name="spring", spent=Decimal("0.75"), reserved=Decimal("0.25"))
    Bill.objects.create(season="spring", ruleset="town-mafia", size=5, model="gpt", told=False, cost=Decimal("0.5"))
    moderator = key_of("read", codenames=("see_secrets",))
    whole = send(client, moderator, "get", "spring/").json()["bill"]
    assert whole == {"spent": "0.75000000", "sure": "0.75000000", "reserved": "0.25000000", "cap": "9.0000"}
    public = client.get("/api/v1/series/spring/").json()["bill"]
    assert public == {"spent": "0.50000000", "sure": "0.50000000", "reserved": "0.00000000", "cap": "9.0000"}
    page = client.get("/series/spring/").content.decode()
    assert "$0.50 spent of $9.00 for all its seasons" in page
