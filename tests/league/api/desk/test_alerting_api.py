"""Who is told of alerts, as JSON: for staff with a token of scope `admin`, each change from what somebody looked at."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Act, Addressee
from league.models.act import Surface
from tests.factories import make_addressee, make_alert, make_telling
from tests.league.alerts.conftest import first, loopback  # noqa: F401
from tests.league.alerts.sinks import Hook
from tests.league.api.desk.test_desk_api import token_of
from tests.league.views.desk.test_desk_pages import SEES

pytestmark = pytest.mark.django_db(transaction=True)
MAY = ("view_addressee", "add_addressee", "change_addressee", "delete_addressee")
WHERE = "/api/v1/addressees/"
ADA = {"slug": "ada", "means": "mail", "address": "ada@example.org", "kinds": ["cap-near"], "reason": "Money."}


def send(client: Client, method: str, path: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
    return client.generic(method, path, json.dumps(body), "application/json", headers=headers)


def test_somebody_is_added_once_for_a_key_changed_from_what_was_looked_at_and_deleted(client: Client) -> None:
    token = token_of("admin", *MAY)
    make_addressee(slug="other")

    made = [send(client, "POST", WHERE, ADA, {**token, "Idempotency-Key": "one"}) for _ in range(2)]
    assert [each.status_code for each in made] == [201, 201]
    assert made[1].headers["Idempotent-Replayed"] == "true"
    assert Addressee.objects.count() == 2
    told = client.get(f"{WHERE}ada/", headers=token)
    assert told.json() == made[0].json()
    assert (told.json()["repeat"], told.json()["secret_variable"]) == (360, "")

    change = {"repeat": 5, "reason": "Oftener."}
    assert send(client, "PATCH", f"{WHERE}ada/", change, token).status_code == 412
    matched = {**token, "If-Match": told.headers["ETag"]}
    assert send(client, "PATCH", f"{WHERE}ada/", change, matched).json()["repeat"] == 5
    assert send(client, "PATCH", f"{WHERE}ada/", change, matched).status_code == 412
    assert client.delete(f"{WHERE}ada/", {"reason": "She left."}, "application/json", headers=token).status_code == 204
    assert Act.objects.get(verb="delete").reason == "She left."

    assert [each["slug"] for each in client.get(WHERE, headers=token).json()["results"]] == ["other"]
    acts = Act.objects.order_by("id")
    assert [(act.verb, act.name) for act in acts] == [("create", "ada"), ("change", "ada"), ("delete", "ada")]
    assert {act.surface for act in acts} == {Surface.API}


def test_what_is_wrong_is_told_by_field_and_nothing_is_written(client: Client) -> None:
    token = token_of("admin", *MAY)
    inside = {"slug": "hook", "means": "webhook", "address": "http://169.254.169.254/latest"}
    inside |= {"secret_variable": "SECRET_KEY"}
    refused = send(client, "POST", WHERE, inside, token)
    assert refused.status_code == 400
    assert set(refused.json()["error"]["fields"]) == {"address", "secret_variable"}
    assert send(client, "POST", WHERE, ADA | {"kinds": ["boredom"]}, token).status_code == 400
    assert send(client, "POST", WHERE, ADA | {"secret": "a word"}, token).status_code == 400
    assert not Addressee.objects.exists()


def test_others_are_refused(client: Client) -> None:
    make_addressee(slug="ada")
    for path in (WHERE, f"{WHERE}ada/"):
        assert client.get(path).status_code == 401
        assert client.get(path, headers=token_of("read", *SEES)).status_code == 403
        assert client.get(path, headers=token_of("read", *MAY)).status_code == 200
    assert send(client, "POST", WHERE, ADA, token_of("season", *MAY)).status_code == 403
    assert send(client, "POST", WHERE, ADA, token_of("admin", *MAY[:1])).status_code == 403
    assert send(client, "POST", f"{WHERE}ada/try/", {}, token_of("admin", *MAY[:2])).status_code == 403
    assert client.get("/api/v1/alerts/").status_code == 401
    assert client.get("/api/v1/alerts/", headers=token_of("read", *MAY)).status_code == 403


def test_a_trial_says_what_came_of_it(client: Client, first: Hook) -> None:  # noqa: F811
    token = token_of("admin", *MAY)
    make_addressee(slug="hook", address=first.address)
    assert send(client, "POST", f"{WHERE}hook/try/", {}, token).json() == {"sent": True, "error": ""}
    first.manner = 404
    told = send(client, "POST", f"{WHERE}hook/try/", {"reason": "Again."}, token).json()
    assert (told["sent"], told["error"].endswith("answered 404")) == (False, True)
    assert [act.reason for act in Act.objects.filter(verb="try out").order_by("id")] == ["", "Again."]


def test_what_was_told_within_the_day_is_read(client: Client) -> None:
    make_telling(alert=make_alert(about="spring"), addressee=make_addressee(slug="ada"), last_at=timezone.now())
    make_telling(alert=make_alert(about="old"))

    (told,) = client.get("/api/v1/alerts/", headers=token_of("read", *SEES)).json()["results"]

    assert (told["key"], [to["addressee"] for to in told["to"]]) == ("season-stopped:spring", ["ada"])
