"""Budgets and the switch by API: read with `money`, caps from the state that somebody saw, calls stopped, allowed."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Account, KillSwitch
from league.models import Act
from tests.factories import make_model, make_token, make_user

pytestmark = pytest.mark.django_db

RIGHTS = ("view_account", "change_account", "change_killswitch")


def key_of(*codenames: str, scope: str = "money") -> str:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return make_token(user=user, scopes=[scope])[1]


def send(client: Client, key: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
    given = {"Authorization": f"Bearer {key}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return getattr(client, method)(f"/api/v1/{path}", body, content_type="application/json", headers=given)


@pytest.fixture
def accounts() -> None:
    for scope, name in (("day", "2026-01-01"), ("season", "spring"), ("game", "3k9x0a7bq2mz"), ("model", "gpt")):
        Account.objects.create(scope=scope, name=name, cap=Decimal(5), spent=Decimal(1))


def told(answer: Any) -> list[str]:
    return [f"{each['scope']} {each['name']}" for each in answer.json()["results"]]


def test_budgets_that_tell_who_is_asked_are_for_moderators(client: Client, accounts: None) -> None:
    moderator, staff = key_of(*RIGHTS, "see_secrets"), key_of(*RIGHTS)
    every = ["model gpt", "game 3k9x0a7bq2mz", "season spring", "day 2026-01-01"]
    assert told(send(client, moderator, "get", "budgets/")) == every
    assert told(send(client, staff, "get", "budgets/")) == every[2:]
    assert told(send(client, staff, "get", "budgets/?scope=day")) == every[3:]
    for path in ("budgets/model/gpt/", "budgets/game/3k9x0a7bq2mz/"):
        assert send(client, moderator, "get", path).status_code == 200
        assert send(client, staff, "get", path).status_code == 404
    assert send(client, key_of(*RIGHTS, scope="season"), "get", "budgets/").status_code == 403


def test_a_cap_is_changed_from_the_state_that_somebody_looked_at(client: Client, accounts: None) -> None:
    key = key_of(*RIGHTS)
    tag = send(client, key, "get", "budgets/day/2026-01-01/").headers["ETag"]
    assert send(client, key, "patch", "budgets/day/2026-01-01/", {"cap": "9"}).status_code == 412
    raised = send(client, key, "patch", "budgets/day/2026-01-01/", {"cap": "9", "reason": "Late."}, if_match=tag)
    assert (raised.status_code, raised.json()["cap"]) == (200, "9.00000000"), raised.content
    assert send(client, key, "patch", "budgets/day/2026-01-01/", {"cap": None}, if_match=tag).status_code == 412
    (act,) = Act.objects.all()
    assert (act.verb, act.surface, act.reason) == ("change cap", "api", "Late.")
    of_season = send(client, key, "get", "budgets/season/spring/").headers["ETag"]
    refused = send(client, key, "patch", "budgets/season/spring/", {"cap": "9"}, if_match=of_season)
    assert (refused.status_code, "seasons/spring/" in refused.json()["error"]["message"]) == (409, True)
    assert Account.objects.get(scope="season").cap == 5


def test_a_models_budget_is_opened_by_who_may_see_it(client: Client) -> None:
    make_model(slug="gpt", provider="openai")
    body = {"model": "gpt", "cap": "20"}
    assert send(client, key_of(*RIGHTS), "post", "budgets/", body).status_code == 403
    key = key_of(*RIGHTS, "see_secrets")
    made = send(client, key, "post", "budgets/", body)
    assert (made.status_code, made.json()["cap"]) == (201, "20.00000000")
    assert send(client, key, "post", "budgets/", body).status_code == 409
    assert send(client, key, "post", "budgets/", {"model": "nobody", "cap": None}).status_code == 400
    assert send(client, key, "post", "budgets/", {"cap": "1"}).status_code == 400
    assert send(client, key, "post", "budgets/", body | {"provider": "openai"}).status_code == 400


def test_a_providers_budget_is_opened_by_the_name_that_its_calls_have(client: Client) -> None:
    make_model(slug="gpt", provider="openai")
    make_model(slug="other", provider="openai", base_url="https://models.example/v1")
    key = key_of(*RIGHTS, "see_secrets")
    wrong = send(client, key, "post", "budgets/", {"provider": "nobody", "cap": "5"})
    assert wrong.json()["error"]["fields"]["provider"] == [
        "no model is behind 'nobody'; there are: models.example, openai"
    ]
    for name in ("openai", "models.example"):
        made = send(client, key, "post", "budgets/", {"provider": name, "cap": "5"})
        assert (made.status_code, made.json()["scope"], made.json()["name"]) == (201, "provider", name)


def test_calls_are_stopped_and_allowed_again_all_of_them_and_those_to_a_model(client: Client, accounts: None) -> None:
    key = key_of(*RIGHTS, "see_secrets")
    assert send(client, key, "get", "kill-switch/").json() == {"is_on": False, "reason": "", "changed_at": None}
    assert list(send(client, key, "post", "kill-switch/stop/", {}).json()["error"]["fields"]) == ["reason"]
    for path, row in (("kill-switch", "switch"), ("budgets/model/gpt", "budget")):
        why = {"reason": "The provider has gone."}
        stopped = send(client, key, "post", f"{path}/stop/", why)
        assert (stopped.status_code, row in stopped.json()) == (200, True), stopped.content
        assert send(client, key, "post", f"{path}/stop/", why).status_code == 409
    assert (KillSwitch.objects.get().is_on, Account.objects.get(scope="model").stopped) == (True, why["reason"])
    for path in ("kill-switch", "budgets/model/gpt"):
        assert send(client, key, "post", f"{path}/allow/").status_code == 200
        assert send(client, key, "post", f"{path}/allow/").status_code == 409
    assert (KillSwitch.objects.get().is_on, Account.objects.get(scope="model").stopped) == (False, "")
    assert send(client, key, "post", "budgets/day/2026-01-01/stop/", why).status_code == 409
    acts = Act.objects.order_by("id").values_list("verb", flat=True)
    assert list(acts) == ["stop calls", "stop calls", "allow calls", "allow calls"]
