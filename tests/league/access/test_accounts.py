"""Accounts and keys: what is secret is shown once and stored as a hash."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group, Permission
from django.test import Client
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from league.access.accounts import WrongToken, create_token, ensure_admin
from league.models import Token, User
from tests.factories import NOON, make_token, make_user

pytestmark = pytest.mark.django_db


class Echo(APIView):
    """Says who asked, by the project's own defaults."""

    def get(self, request: object) -> Response:
        return Response({"user": str(request.user)})

    post = get


class Roster(Echo):
    scope = Token.Scope.ROSTER


def ask(method: str, *, token: str | None, view: type[APIView] = Echo) -> tuple[int, dict]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = view.as_view()(getattr(APIRequestFactory(), method)("/", headers=headers))
    return answer.status_code, answer.data


def test_the_administrator_is_made_once_with_a_password_that_works() -> None:
    user, password = ensure_admin()
    again, unknown = ensure_admin()

    assert user.check_password(password)
    assert (user.is_staff, user.is_superuser, len(password)) == (True, True, 16)
    assert (again, unknown, User.objects.count()) == (user, None, 1)


def test_who_may_make_tokens_makes_none_of_an_account_that_may_do_more(client: Client) -> None:
    making, leading = (Permission.objects.get(codename=name) for name in ("add_token", "change_season"))
    ann = make_user(username="ann", is_staff=True)
    ann.user_permissions.set([making])
    others = {name: make_user(username=name) for name in ("reader", "leader", "keeper", "shut")}
    others |= {"root": make_user(username="root", is_staff=True, is_superuser=True)}
    others["leader"].user_permissions.set([leading])
    User.objects.filter(username="keeper").update(is_staff=True)
    group = Group.objects.create(name="leaders")
    group.permissions.set([leading])
    others |= {"member": make_user(username="member")}
    others["member"].groups.set([group])
    User.objects.filter(username__in=["shut"]).update(is_active=False)

    def made(by: User) -> dict[str, str]:
        client.force_login(by)
        told = {}
        for user in (ann, *others.values()):
            sent = {"user": user.pk, "name": f"by {by.username}", "scopes": ["admin"], "days": "9"}
            page = client.post("/admin/league/token/add/", sent)
            told[user.username] = "" if page.status_code == 302 else str(page.context["errors"][0][0])
        return told

    told = made(ann)
    refused = (
        "You may make tokens for your own account and for those that may do no more than yours; {} is none of these."
    )
    wanted = {name: refused.format(name) for name in ("leader", "shut", "root", "member")}
    assert told == {"ann": "", "reader": "", "keeper": ""} | wanted
    assert sorted(Token.objects.values_list("user__username", flat=True)) == ["ann", "keeper", "reader"]
    assert set(made(others["root"]).values()) == {""}
    assert Token.objects.filter(name="by root").count() == 7


def test_a_token_is_stored_as_a_hash_only() -> None:
    own = {"name": "laptop", "scopes": ["roster", "read", "read"]}
    token, text = create_token(user=make_user(), lasts=None, **own)

    stored = Token.objects.values().get()
    assert (stored["name"], stored["scopes"], stored["expiry"]) == ("laptop", ["read", "roster"], None)
    assert text not in str(stored)
    assert text.startswith(token.token_key)


@pytest.mark.parametrize(
    ("name", "scopes", "complaint"),
    [
        ("laptop", ["root"], "a scope is one of read, play, roster, season, money, admin, not 'root'"),
        ("laptop", [], "a token has at least one scope: read, play, roster, season, money, admin"),
        (" ", ["read"], "a token needs a name, not ' '"),
    ],
)
def test_a_token_that_cannot_be_is_refused_in_one_sentence(name: str, scopes: list[str], complaint: str) -> None:
    with pytest.raises(WrongToken) as refusal:
        create_token(user=make_user(), name=name, scopes=scopes)

    assert (str(refusal.value), Token.objects.count()) == (complaint, 0)


def test_anybody_reads_and_nobody_writes_without_a_token() -> None:
    assert ask("get", token=None) == (200, {"user": "AnonymousUser"})
    told = "Authentication credentials were not provided. Send `Authorization: Bearer <token>`, one of scope admin: "
    more = "made at /account/tokens/; what wants which stands in /api/docs/."
    assert ask("post", token=None) == (401, {"error": {"code": "not_authenticated", "message": told + more}})


@pytest.mark.parametrize("text", ["wrong", "lg_" + "0" * 64, "\u00fc"])
def test_a_wrong_token_is_refused_even_for_reading(text: str) -> None:
    status, told = ask("get", token=text)
    assert (status, told["error"]["code"]) == (401, "authentication_failed")
    assert told["error"]["message"].startswith("Invalid token. Send `Authorization: Bearer <token>`, one of scope read")


def test_each_scope_reads_and_writes_what_it_is_for_and_admin_has_all() -> None:
    staff = make_user(is_staff=True)
    reached = {}
    for scope in Token.Scope.values:
        _, text = create_token(user=staff, name=scope, scopes=[scope])
        tries = [("get", Echo), ("post", Roster), ("post", Echo)]  # of a view that says no scope only admin has it
        reached[scope] = [ask(method, token=text, view=view)[0] for method, view in tries]

    reading = [200, 403, 403]
    assert reached == dict.fromkeys(Token.Scope.values, reading) | {"roster": [200, 200, 403], "admin": [200, 200, 200]}


def test_a_token_is_told_which_scope_is_wanted() -> None:
    _, text = create_token(user=make_user(is_staff=True), name="laptop", scopes=["play", "money"])
    told = ask("post", token=text, view=Roster)[1]["error"]["message"]
    wanted = "This wants a token of scope roster; yours has play, money."
    assert told == f"{wanted} One with more is made at /account/tokens/; what wants which stands in /api/docs/."


def test_a_token_that_was_stored_to_write_plays_and_has_roster_and_seasons() -> None:
    token, text = make_token(user=make_user(is_staff=True), scopes=["write"])

    assert [scope for scope in Token.Scope.values if token.allows(scope)] == ["read", "play", "roster", "season"]
    assert [ask("post", token=text, view=view)[0] for view in (Roster, Echo)] == [200, 403]
    assert create_token(user=token.user, name="another", scopes=["write"])[0].scopes == ["play", "roster", "season"]


def test_a_scope_that_nobody_knows_reads_nothing() -> None:
    _, text = make_token(scopes=["rule"])
    assert ask("get", token=text)[0] == 403


def test_a_token_never_reaches_further_than_its_user() -> None:
    _, text = create_token(user=make_user(), name="all", scopes=["admin"])

    assert [ask(method, token=text)[0] for method in ("get", "post")] == [200, 403]


def test_the_token_of_a_dismissed_user_is_refused() -> None:
    user = make_user()
    _, text = create_token(user=user, name="laptop", scopes=["read"])
    User.objects.update(is_active=False)

    assert ask("get", token=text)[0] == 401


def test_the_last_use_is_noted_at_most_once_a_minute() -> None:
    token, text = create_token(user=make_user(), name="laptop", scopes=["read"])
    noted: list[datetime | None] = []

    for seconds in (0, 59, 61):
        with time_machine.travel(NOON + timedelta(seconds=seconds), tick=False):
            ask("get", token=text)
        token.refresh_from_db()
        noted.append(token.last_used_at)

    assert noted == [NOON, NOON, datetime(2026, 1, 1, 12, 1, 1, tzinfo=UTC)]
