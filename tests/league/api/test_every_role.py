"""Whoever asks, whatever they send: no answer breaks, and none is but what the OpenAPI promises.

A league is laid in which there is something of everything, in every state; then each operation is asked by everybody
(nobody, who owns the account, staff without and with rights, each with a token of each scope, a superuser with a token
and in a session), with bodies that fit and do not, and from tags that are so and are not. What reads is asked before
all that writes and after it, for then rows stand as nobody meant them to.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import cache
from itertools import product
from typing import Any, Final

import pytest
from django.contrib.auth.models import Permission
from django.core.wsgi import get_wsgi_application
from django.test import Client
from django.utils import timezone
from hypothesis.errors import Unsatisfiable
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation import GenerationMode
from werkzeug.test import Client as Site
from werkzeug.test import TestResponse

from games.models import Account, Game, KillSwitch
from league.access.acts import COMMAND_LINE
from league.models import Season, Token, User
from league.results.standings import record_result
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.making.plans import When
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.series.changing import create_series
from personas.roster import ensure_roster
from tests.factories import (
    make_act,
    make_addressee,
    make_alert,
    make_call,
    make_fixture,
    make_learned,
    make_model,
    make_narration,
    make_players,
    make_process,
    make_revision,
    make_standing,
    make_telling,
    make_token,
    make_twin,
    make_user,
    make_weight,
)
from tests.games.twins import dealt, play_first_day, play_to_the_end, stored
from tests.golden.openapi import described
from tests.league.api.asking import KEPT, ask_around, promised
from tests.patience import at_most

SITE: Final = Site(
    get_wsgi_application()
)  # which leaves the signals of requests alone, as Django's own client does not
Values = dict[str, list[Any]]
Asked = tuple[str, str]  # a method and an address
OF_FILES: Final = "/api/v1/personas/import/"  # whose body is a list of what is to come in
OF_ROWS_UNLAID: Final = ("/restore/", "/lessons/{number}/drop/", "/words/{place}/")  # tests/league/api/roster lays them
ORDER: Final = ("get", "post", "put", "patch", "delete", "get")


@dataclass(frozen=True, slots=True)
class Role:
    """Who asks, and by what."""

    name: str
    scope: str = ""
    is_staff: bool = False
    has_rights: bool = False
    is_superuser: bool = False
    by_session: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.scope}".strip()


ROLES: Final = [
    Role("nobody"),
    *(Role("owner", scope) for scope in Token.Scope.values),
    *(Role("staff without rights", scope, is_staff=True) for scope in Token.Scope.values),
    *(Role("staff", scope, is_staff=True, has_rights=True) for scope in Token.Scope.values),
    Role("superuser", "admin", is_staff=True, is_superuser=True),
    Role("superuser in a session", is_staff=True, is_superuser=True, by_session=True),
]

ALWAYS: Final = (0, 4, 16)  # nobody, an owner and one of the staff


@cache
def described_paths() -> dict[str, Any]:
    """What the OpenAPI says of each address; it takes a second to make."""
    return dict(described()["paths"])


@pytest.fixture(autouse=True)
def asked_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks too often: else it is that which would be promised and found."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None})


@pytest.fixture
def league(one_connection: None) -> Values:
    """Something of everything, in every state; the values that paths can be asked for, some of nothing."""
    now, roster = timezone.now(), ensure_roster()
    fields: dict[str, Any] = {"rules": [Rules("town-mafia", 5)], "pace": 0.0, "cap_season": Decimal(2), "games": 4}
    seasons = {
        name: create_season(slug=name, name=name.capitalize(), players=roster[:7], **fields | given)
        for name, given in {
            "draft": {"when": When(weekdays="12345", times="18:00 20:00", time_zone="Europe/Berlin")},
            "announced": {},
            "spring": {},
            "sealed": {"spoilers": "sealed", "names": "alias"},
            "paused": {},
            "over": {},
            "called-off": {},
        }.items()
    }
    announce_season(season=seasons["announced"], now=now, begins_at=now + timedelta(days=2))
    for name in ("spring", "sealed"):
        start_season(season=seasons[name], now=now)
    open_due_fixtures(now=now)
    for name, said in {
        "paused": {"status": "paused", "waiting": "by hand", "started_at": now},
        "over": {"status": "finished", "started_at": now, "finished_at": now},
        "called-off": {"status": "cancelled", "ended_at": now, "ended_by": "ada", "ended_why": "It was no good."},
    }.items():
        Season.objects.filter(pk=seasons[name].pk).update(**said)
    make_twin(twin_of=seasons["over"], slug="again")
    create_series(season=seasons["spring"], slug="spring", by=COMMAND_LINE, now=now, cap_total=Decimal(9))
    players = make_players(8)
    running = stored(play_first_day(dealt()), players)
    over = stored(play_to_the_end(play_first_day(dealt())), players)
    make_fixture(season=seasons["over"], number=1, game=over, seating=[player.pk for player in players])
    make_fixture(season=seasons["paused"], number=1, game=running, seating=[player.pk for player in players])
    record_result(game=over, now=now)
    make_call(game=over, status="answered", cost=Decimal("0.01"))
    make_narration(game=over)
    make_revision(player=players[0])
    make_revision(player=players[0], number=2)
    make_standing(season=seasons["spring"], player=players[0])
    make_learned(season=seasons["spring"], player=players[0])
    asks = make_model(slug="gpt-4o-mini", provider="openai", name="GPT-4o mini")
    for scope, name in (("day", "2026-11-28"), ("model", asks.slug), ("season", "spring")):
        Account.objects.get_or_create(scope=scope, name=name, defaults={"cap": Decimal(3)})
    KillSwitch.objects.get_or_create(pk=1)
    make_addressee(slug="on-call")
    make_telling(alert=make_alert(), last_at=now)
    make_act()
    make_process()
    make_weight()
    waiting = Game.objects.filter(fixture__season=seasons["spring"]).values_list("public_id", flat=True)
    token, _ = make_token(user=make_user(username="somebody"))
    return {
        "public_id": [running.public_id, over.public_id, *waiting[:1], "nosuchgame00"],
        "player_id": [players[0].player_id, roster[0].player_id, "no_body"],
        "name": ["log-1", "calls-1", "persona", "log-0", "spring", asks.slug, "2026-11-28"],
        "number": [1, 2],
        "place": [0, 1],
        "scope": ["season", "day", "model"],
        "beginning": ["lg_nobody", token.token_key],
        "slug": [*seasons, "again", "town-mafia", "none", "on-call", players[0].persona.slug, asks.slug],
    }


def headers_of(role: Role, league: Values) -> dict[str, str]:
    """What says who asks; of a token of theirs `league` then has the beginning."""
    if role.name == "nobody":
        return {}
    user = make_user(is_staff=role.is_staff, is_superuser=role.is_superuser)
    if role.has_rights:
        user.user_permissions.set(Permission.objects.filter(codename__in=rights()))
    own, _ = make_token(user=user)
    league["beginning"].append(own.token_key)
    headers = in_session(user) if role.by_session else by_token(user, role.scope)
    assert answered("/api/v1/tokens/", headers).status_code == (200 if role.scope in ("", "admin") else 403)
    return headers


def answered(address: str, headers: Mapping[str, str]) -> TestResponse:
    """What is read at an address. The client takes cookies from its own jar alone."""
    site = Site(get_wsgi_application())
    for name, value in cookies_in(headers).items():
        site.set_cookie(name, value)
    return site.get(address, headers={name: value for name, value in headers.items() if name != "Cookie"})


def cookies_in(headers: Mapping[str, str]) -> dict[str, str]:
    """The cookies that are sent."""
    return dict(each.split("=") for each in headers.get("Cookie", "").split("; ") if each)


def rights() -> set[str]:
    """The permissions of all that the OpenAPI says to want some."""
    told = (each for methods in described_paths().values() for each in methods.values())
    return {right.partition(".")[2] for each in told for right in each.get("x-right", ())}


def by_token(user: User, scope: str) -> dict[str, str]:
    _, key = make_token(user=user, scopes=[scope])
    return {"Authorization": f"Bearer {key}"}


def in_session(user: User) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    secret = "s" * 32
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={secret}"
    return {"Cookie": cookies, "X-CSRFToken": secret}


def operations() -> list[Asked]:
    """All there are, in the order in which they are asked."""
    paths = described_paths()
    return [(method, address) for method in ORDER for address in sorted(paths) if method in paths[address]]


def bodies_of(method: str, address: str) -> list[Any]:
    """What the documentation shows as sent."""
    content = described_paths()[address][method].get("requestBody", {}).get("content", {}).values()
    return [example["value"] for kind in content for example in kind.get("examples", {}).values()]


def tags_of(address: str, league: Values, headers: Mapping[str, str]) -> list[str]:
    """How rows stand that are read at an address, and which a body is written over."""
    asked = addresses_of(address, league)
    return sorted({answered(each, headers).headers.get("ETag", "") for each in asked} - {""})


def broken(
    role: Role, asked: list[Asked], league: Values, modes: tuple[GenerationMode, ...], examples: int
) -> Iterator[str]:
    """What was answered otherwise than promised."""
    headers = headers_of(role, league)
    plain = {name: value for name, value in headers.items() if name != "Cookie"}
    cookies = cookies_in(headers)
    for method, address in asked:
        tags = tags_of(address, league, headers) if method in ("put", "patch", "delete") else []
        for mode in modes:
            told: dict[str, Any] = {
                "headers": plain,
                "cookies": cookies,
                "checks": KEPT,
                "tags": tags,
                "bodies": bodies_of(method, address),
            }
            try:
                ask_around(promised()[address][method], league, mode, examples=examples, **told)
            except Unsatisfiable:
                continue  # of what takes nothing, nothing is wrong
            except (Failure, FailureGroup) as error:
                yield f"{role}: {method} {address}: {said(error)}"


def said(error: BaseException) -> str:
    return "; ".join(str(each) for each in (error, *getattr(error, "exceptions", ())))[:2_000]


@pytest.mark.long(60)
@pytest.mark.parametrize(
    ("number", "role"),
    [pytest.param(*each, marks=() if each[0] in ALWAYS else pytest.mark.slow) for each in enumerate(ROLES)],
    ids=str,
)
def test_whoever_asks_is_answered_as_promised(number: int, role: Role, league: Values) -> None:
    """Each operation by somebody, each role somewhere, a few roles always (each operation is asked by an administrator
    in test_openapi); all of them by all of them is the slow one."""
    asked = operations()[number :: len(ROLES)]
    assert asked
    found = list(broken(role, asked, league, (GenerationMode.POSITIVE, GenerationMode.NEGATIVE), examples=1))
    assert not found, "\n\n".join(found)


@pytest.mark.slow
@pytest.mark.timeout(at_most(3_600))
@pytest.mark.parametrize("role", ROLES, ids=str)
def test_whoever_asks_whatever_is_answered_as_promised(role: Role, league: Values) -> None:
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    found = list(broken(role, operations(), league, modes, examples=10))
    assert not found, "\n\n".join(found)


def test_a_field_that_is_none_is_named_wherever_something_is_sent(league: Values) -> None:
    """At one of the rows that an address can name, whatever the others are refused for."""
    headers = headers_of(ROLES[-2], league) | {"Content-Type": "application/json"}
    passed_over = {}
    for method, address in operations():
        if any(each in address for each in OF_ROWS_UNLAID):
            continue
        if method == "get" or not bodies_of(method, address) or address == OF_FILES:
            continue
        told = set()
        for where in addresses_of(address, league):
            is_read = "get" in described_paths()[address]
            matched = {"If-Match": answered(where, headers).headers.get("ETag") or '"1"'} if is_read else {}
            answer = SITE.open(where, method=method.upper(), data='{"no_such_field": 1}', headers=headers | matched)
            fields = (answer.json or {}).get("error", {}).get("fields", {})
            told.add((answer.status_code, "no_such_field" in fields))
            if (400, True) in told:
                break
        else:
            passed_over[method, address] = told
    assert passed_over == {}


def addresses_of(address: str, league: Values) -> list[str]:
    """All that an address may be with the values that there are."""
    names = re.findall(r"{(\w+)}", address)
    return [
        address.format(**dict(zip(names, each, strict=True))) for each in product(*(league[name] for name in names))
    ]
