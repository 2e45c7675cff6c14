"""Tokens: they end, and whoever has logged in makes, lists and revokes their own, on a page, by the API and for any
account at the command line."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from league.models import Act, Token, User
from tests.factories import make_token, make_user

pytestmark = pytest.mark.django_db


def staff(*codenames: str) -> User:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return user


def send(client: Client, key: str, method: str, path: str, body: Any = None) -> Any:
    address, headers = f"/api/v1/{path}", {"Authorization": f"Bearer {key}"}
    sent = {} if method == "delete" and body is None else body
    return getattr(client, method)(address, sent, content_type="application/json", headers=headers)


def test_a_token_that_has_expired_says_so_and_stays_in_the_list(client: Client) -> None:
    token, key = make_token(user=staff(), scopes=["admin"])
    assert send(client, key, "get", "tokens/").status_code == 200
    Token.objects.update(expiry=timezone.now() - timedelta(days=1))
    refused = send(client, key, "get", "rulesets/")
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "token_expired")
    assert "expired on" in refused.json()["error"]["message"]
    assert Token.objects.filter(pk=token.pk).exists()


def test_tokens_are_made_listed_and_revoked_by_the_api(client: Client) -> None:
    user = staff("change_season")
    _, key = make_token(user=user, scopes=["admin"])
    make_token(name="somebody else's", scopes=["read"])
    made = send(client, key, "post", "tokens/", {"name": "a cron job", "scopes": ["season"], "days": 30})
    assert (made.status_code, made["Cache-Control"]) == (201, "no-store")
    told = made.json()
    assert send(client, told["token"], "get", "seasons/").status_code == 200
    assert 29 < (Token.objects.get(name="a cron job").expiry - timezone.now()).days + 1 <= 30  # type: ignore[operator]
    listed = send(client, key, "get", "tokens/")
    assert [each["name"] for each in listed.json()["results"]] == ["a cron job", "tests"]
    assert told["token"] not in listed.content.decode()
    assert send(client, told["token"], "get", "tokens/").status_code == 403  # of scope season
    beyond = send(client, key, "post", "tokens/", {"name": "more", "scopes": ["roster"]})
    assert "can use the scopes" in beyond.json()["error"]["fields"]["scopes"][0]
    strange = Token.objects.get(name="somebody else's").token_key
    assert send(client, key, "delete", f"tokens/{strange}/").status_code == 404
    assert send(client, key, "delete", f"tokens/{told['beginning']}/", {"reason": "It leaked."}).status_code == 204
    assert Act.objects.get(verb="revoke").reason == "It leaked."
    assert send(client, told["token"], "get", "seasons/").status_code == 401
    acts = Act.objects.order_by("id").values_list("verb", "surface", "name")
    assert list(acts) == [(verb, "api", f"{user.username}: a cron job") for verb in ("create", "revoke")]
    assert told["token"] not in json.dumps(list(Act.objects.values("before", "after")), default=str)


def test_who_has_logged_in_makes_and_revokes_their_own_on_a_page(client: Client) -> None:
    address = "/account/tokens/"
    assert client.get(address)["Location"].startswith("/login/")
    user = staff("change_season")
    client.force_login(user)
    strange, _ = make_token(name="somebody else's")
    assert "You have no token." in client.get(address).content.decode()
    page = client.post(address, {"name": "laptop", "scopes": ["read", "season"], "days": "7"}).content.decode()
    (text,) = re.findall(r'value="(lg_[0-9a-f]+)"', page)
    token = Token.objects.get(name="laptop")
    assert (token.user, token.reach, (token.expiry - timezone.now()).days) == (user, ["read", "season"], 6)  # type: ignore[operator]
    assert text not in client.get(address).content.decode()
    assert "laptop" in client.get(address).content.decode()
    assert "somebody else" not in client.get(address).content.decode()
    beyond = client.post(address, {"name": "more", "scopes": ["roster"], "days": "7"})
    assert (beyond.status_code, Token.objects.filter(user=user).count()) == (422, 1)
    assert client.get(f"{address}{strange.token_key}/revoke/").status_code == 404
    revoke = f"{address}{token.token_key}/revoke/"
    assert "Revoke laptop?" in client.get(revoke).content.decode()
    assert client.post(revoke)["Location"] == address
    assert client.post(revoke)["Location"] == address  # clicked twice
    assert [each.name for each in Token.objects.all()] == ["somebody else's"]
    assert list(Act.objects.values_list("verb", "surface")) == [("revoke", "site"), ("create", "site")]


def test_a_member_is_offered_reading_alone(client: Client) -> None:
    client.force_login(make_user())
    page = client.get("/account/tokens/").content.decode()
    assert re.findall(r'name="scopes" value="([a-z]+)"', page) == ["read"]
    for_good = client.post("/account/tokens/", {"name": "reader", "scopes": ["read"], "days": "0"})
    assert for_good.status_code == 200
    assert Token.objects.get().expiry is None


def test_tokens_at_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    make_user(username="ann"), make_user(username="bob")
    call_command("token", "ann", "--scopes", "read", "--name", "laptop", "--days", "3")
    call_command("token", "ann", "--name", "server", "--for-good")
    capsys.readouterr()
    laptop, server = Token.objects.order_by("created")
    assert ((laptop.expiry - timezone.now()).days, server.expiry) == (2, None)  # type: ignore[operator]
    call_command("token", "ann", "--list", "--json")
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == ["server", "laptop"]
    with pytest.raises(CommandError, match="bob has no token that begins with"):
        call_command("token", "bob", "--revoke", laptop.token_key)
    call_command("token", "ann", "--revoke", laptop.token_key)
    assert capsys.readouterr().out == "the token laptop is revoked\n"
    assert list(Token.objects.all()) == [server]


def test_scopes_that_are_given_twice_are_refused_and_not_half_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    make_user(username="ann")
    with pytest.raises(CommandError, match="--scopes: is given twice; give it once, with all: --scopes read play"):
        call_command("token", "ann", "--scopes", "season", "--scopes", "money")
    assert not Token.objects.exists()
    call_command("token", "ann", "--scopes", "season", "money")
    assert set(Token.objects.get().scopes) == {"season", "money"}
