"""Every operation of the API, asked by everybody with every scope: whoever the OpenAPI lets is let, and nobody else.

What it says of an operation: `x-token-scope`, which scope a token needs; `x-right`, which permissions of the staff; and
whether an account is needed at all, by its `security`. What writes is for staff.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from league.models import Token
from tests.factories import make_token, make_user
from tests.golden.openapi import described

pytestmark = [pytest.mark.django_db, pytest.mark.long(30)]

SCOPES = ["", *Token.Scope.values]
NOBODY_IS = {"number": "9999", "place": "9999", "name": "nosuch", "scope": "day"}
REFUSED = (401, 403)
EVERYBODY = ("a member", "staff without the right", "staff with the right")
ALWAYS = ("", "read", "admin")  # who has the right has each scope, and everybody each of these


class Operation(NamedTuple):
    """What may be done at an address, and what the OpenAPI says of who may."""

    method: str
    address: str
    scope: str
    rights: frozenset[str]
    wants_account: bool

    @property
    def is_reading(self) -> bool:
        return self.method == "get"

    def is_for_token(self, scope: str) -> bool:
        return bool(scope) and (self.scope in ("read", scope) or scope == "admin")

    def is_for(self, *, is_staff: bool, has_right: bool) -> bool:
        needs_staff = not self.is_reading or bool(self.rights)
        return (is_staff or not needs_staff) and (has_right or not self.rights)


def operations() -> Iterator[Operation]:
    for path, methods in described()["paths"].items():
        for method, told in methods.items():
            address = path
            for parameter in told.get("parameters", []):
                if parameter["in"] == "path":
                    value = NOBODY_IS.get(parameter["name"], "nosuch")
                    address = address.replace(f"{{{parameter['name']}}}", value)
            wants = bool(told["security"]) and {} not in told["security"] if "security" in told else False
            yield Operation(method, address, told["x-token-scope"], frozenset(told.get("x-right", ())), wants)


@pytest.fixture(scope="module")
def all_of_it() -> list[Operation]:
    return list(operations())


def ask(client: Client, operation: Operation, key: str = "") -> int:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    send: Any = getattr(client, operation.method)
    body = () if operation.is_reading else ({},)
    kind = {} if operation.is_reading else {"content_type": "application/json"}
    return int(send(operation.address, *body, headers=headers, **kind).status_code)


def test_who_has_no_account_reads_what_everybody_may(client: Client, all_of_it: list[Operation]) -> None:
    assert len(all_of_it) > 100
    for operation in all_of_it:
        allowed = operation.is_reading and not operation.wants_account
        status = ask(client, operation)
        assert (status == 401) is not allowed, (operation, status)
        assert (status in REFUSED) is not allowed, (operation, status)


@pytest.mark.parametrize(
    ("who", "scope"),
    [
        pytest.param(who, scope, marks=() if who == EVERYBODY[-1] or scope in ALWAYS else pytest.mark.slow)
        for who in EVERYBODY
        for scope in SCOPES
    ],
)
def test_everybody_may_with_each_scope_what_is_said(
    client: Client, all_of_it: list[Operation], who: str, scope: str
) -> None:
    is_staff, has_right = who != "a member", who == "staff with the right"
    user = make_user(is_staff=is_staff)
    if has_right:
        codenames = {right.partition(".")[2] for operation in all_of_it for right in operation.rights}
        user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    token, key = make_token(user=user)
    Token.objects.filter(pk=token.pk).update(scopes=[scope] if scope else [])
    told = {}
    for operation in all_of_it:
        allowed = operation.is_for_token(scope) and operation.is_for(is_staff=is_staff, has_right=has_right)
        status = ask(client, operation, key)
        if (status in REFUSED) is allowed or status >= 500:
            told[operation] = status
    assert told == {}


def test_each_wants_its_own_right_and_no_other_will_do(client: Client, all_of_it: list[Operation]) -> None:
    every = {right for operation in all_of_it for right in operation.rights}
    assert len(every) > 15
    told = {}
    for right in sorted(every):
        user = make_user(is_staff=True)
        others = {each.partition(".")[2] for each in every - {right}}
        user.user_permissions.set(Permission.objects.filter(codename__in=others))
        _, key = make_token(user=user, scopes=["admin"])
        for operation in all_of_it:
            # Who may change something may see it, too.
            if operation.rights == {right} and ".view_" not in right and ask(client, operation, key) != 403:
                told[operation] = right
    assert told == {}


def test_what_writes_names_its_scope_and_what_it_takes(all_of_it: list[Operation]) -> None:
    assert [each for each in all_of_it if not each.is_reading and each.scope == "read"] == []
    assert [each.address for each in all_of_it if not each.is_reading and not each.rights] == [
        "/api/v1/tokens/",
        "/api/v1/tokens/nosuch/",
    ]
