"""The record of acts as JSON: newest first, found by what, who, from where and when; for who may read its page."""

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from games.models import Account, Game
from league.access.acts import COMMAND_LINE, LEAGUE, Actor, record_act, record_creation, recorded
from league.api.desk.recorded import KNOWN, VERBS
from league.models import Act, Calendar, Season, User
from league.models.act import Surface
from league.seasons.course import change_course
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.verbs import VERBS as LEADING
from league.seasons.verbs import Given, carry_out
from personas.models import Player
from personas.roster import ensure_roster
from tests.factories import (
    NOON,
    make_calendar,
    make_fixture,
    make_game,
    make_persona,
    make_running_game,
    make_running_season,
    make_season,
    make_token,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

ACTS = "/api/v1/acts/"
ROOT = Path(__file__).parents[4]
# How what is done is written down: with its verb by name, in a call or in a command's class.
WRITES = re.compile(
    r"""(?:(?:record_\w+|recorded)\((?:[^()]|\([^()]*\))*?verb=|recorded\(request, |record_act\(request, """
    r"""|_change\(player, |_write\(player, |^    verb = )"([a-z ]+)\"""",
    re.MULTILINE,
)
HOSTILE = "</script><script>alert(1)</script>\u202egnp.exe\u2028{{7*7}}&lt;\"'`"


def staff(*scopes: str, permissions: tuple[str, ...] = ("view_act",), is_staff: bool = True) -> dict[str, str]:
    user: User = make_user(is_staff=is_staff)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['admin'])[1]}"}


def told(client: Client, headers: dict[str, str], **asked: Any) -> list[dict[str, Any]]:
    answer = client.get(ACTS, asked, headers=headers)
    assert answer.status_code == 200, answer.content
    return list(answer.json()["results"])


def four_acts() -> list[Act]:
    """Two that were done to two seasons and two to two personas, an hour between each."""
    spring, autumn = make_season(slug="spring"), make_season(slug="autumn")
    ann, bob = make_persona(slug="ann"), make_persona(slug="spring")  # which is called as a season is
    carla = make_user(username="carla")
    with time_machine.travel(NOON, tick=False) as clock:
        acts = [record_act(by=COMMAND_LINE, verb="start", row=spring, reason="a trial")]
        clock.shift(timedelta(hours=1))
        acts.append(record_act(by=LEAGUE, verb="pause", row=autumn, before={"status": "running"}))
        clock.shift(timedelta(hours=1))
        acts.append(record_act(by=Actor(Surface.API, "carla", carla), verb="approve", row=ann))
        clock.shift(timedelta(hours=1))
        acts.append(record_act(by=Actor(Surface.ADMIN, "dora"), verb="approve", row=bob))
    return acts


def test_an_act_tells_who_did_what_to_what_from_where_and_what_it_changed(client: Client) -> None:
    season, persona = make_season(slug="spring"), make_persona(slug="pip", name="Pip")
    with time_machine.travel(NOON, tick=False):
        by = Actor(Surface.API, "carla")
        record_act(by=by, verb="pause", row=season, before={"status": "running"}, after={"status": "paused"})
        with recorded(by=COMMAND_LINE, verb="change", rows=[persona], reason="a trial"):
            type(persona).objects.update(name="Pop")

    second, first = told(client, staff())

    assert first == {
        "id": Act.objects.get(verb="pause").pk,
        "at": NOON.isoformat().replace("+00:00", "Z"),
        "who": "carla",
        "surface": "api",
        "verb": "pause",
        "kind": "season",
        "name": "spring",
        "before": {"status": "running"},
        "after": {"status": "paused"},
        "reason": "",
    }
    assert {name: second[name] for name in ("who", "surface", "verb", "kind", "name", "before", "after", "reason")} == {
        "who": "command line",
        "surface": "command",
        "verb": "change",
        "kind": "persona",
        "name": "pip",
        "before": {"name": "Pip"},
        "after": {"name": "Pop"},
        "reason": "a trial",
    }


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [3, 2, 1, 0]),
        ({"kind": "season"}, [1, 0]),
        ({"kind": "season", "name": "spring"}, [0]),
        ({"name": "spring"}, [3, 0]),
        ({"name": "SPRING"}, []),
        ({"verb": "approve"}, [3, 2]),
        ({"verb": "approve", "who": "carla"}, [2]),
        ({"who": "command line"}, [0]),
        ({"surface": "system"}, [1]),
        ({"surface": "api", "verb": "start"}, []),
        ({"since": "2026-01-01T13:00:00Z"}, [3, 2, 1]),
        ({"until": "2026-01-01T13:00:00Z"}, [0]),
        ({"since": "2026-01-01T13:00:00Z", "until": "2026-01-01T16:00:00+01:00"}, [2, 1]),
        ({"since": "2027-01-01T00:00:00Z"}, []),
    ],
)
def test_acts_are_found_by_what_who_from_where_and_when(
    client: Client, asked: dict[str, str], found: list[int]
) -> None:
    acts = four_acts()
    assert [row["id"] for row in told(client, staff(), **asked)] == [acts[number].pk for number in found]


def test_it_is_read_page_by_page_and_what_is_done_meanwhile_moves_nothing(client: Client) -> None:
    acts, headers = four_acts(), staff()
    first = client.get(ACTS, {"page_size": 3}, headers=headers).json()
    record_act(by=LEAGUE, verb="pause", row=make_season())
    second = client.get(first["next"], headers=headers).json()
    rows = [row["id"] for page in (first, second) for row in page["results"]]
    assert rows == [act.pk for act in reversed(acts)]
    assert (first["previous"], second["next"]) == (None, None)
    assert len(told(client, headers)) == 5


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"kind": ""}, "kind"),
        ({"kind": "x" * 151}, "kind"),
        ({"name": "a\0b"}, "name"),
        ({"surface": "phone"}, "surface"),
        ({"since": "yesterday"}, "since"),
        ({"until": "2026-02-31T00:00:00Z"}, "until"),
        ({"page_size": 0}, "page_size"),
        ({"cursor": "x"}, "cursor"),
        ({"order": "at"}, "order"),
        ({"season": "nosuch"}, "season"),
        ({"before__contains": "a"}, "before__contains"),
        ({"account": 1}, "account"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_its_name(client: Client, asked: dict[str, Any], field: str) -> None:
    answer = client.get(ACTS, asked, headers=staff())
    assert (answer.status_code, list(answer.json()["error"]["fields"])) == (400, [field])


def test_a_kind_or_a_verb_of_which_nobody_knows_is_refused_with_those_there_are(client: Client) -> None:
    headers = staff()
    for asked, wanted in (
        ({"kind": "sesaon"}, f"must be one of {', '.join(KNOWN)}, not 'sesaon'"),
        ({"verb": "chnge"}, f"must be one of {', '.join(VERBS)}, not 'chnge'"),
        (
            {"kind": "season", "verb": "probe"},
            f"must, of a season, be one of {', '.join(KNOWN['season'])}, not 'probe'",
        ),
    ):
        answer = client.get(ACTS, asked, headers=headers)
        assert (answer.status_code, list(answer.json()["error"]["fields"].values())) == (400, [[wanted]])
    assert {"create", "edit", "change course", "take off the roster"} <= set(KNOWN["season"])
    act = record_act(by=LEAGUE, verb="probe", row=make_season())
    found = told(client, headers, kind="season", verb="probe")  # for there is one now
    assert [each["id"] for each in found] == [act.pk]
    assert told(client, headers, kind="price", verb="delete") == []


def test_every_verb_that_is_written_down_by_its_name_is_one_that_can_be_asked_for() -> None:
    written = set()
    for folder in ("league", "games", "personas"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            written |= set(WRITES.findall(text))
    assert {"create", "change course", "undo learning", "stop calls", "lift lock"} <= written
    assert sorted(written - set(VERBS)) == []


def test_what_is_done_to_a_season_and_written_down_of_what_belongs_to_it_can_be_asked_for(client: Client) -> None:
    given: dict[str, Any] = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "games": 3, "players": ensure_roster()[:8]}
    caps = {"cap_season": Decimal(5), "memory": "off"}
    spring, fall = (create_season(slug=slug, name=slug.title(), **given, **caps) for slug in ("spring", "fall"))
    make_calendar(season=spring)

    def lead(season: Season, verb: str, **said: Any) -> None:
        season.refresh_from_db()
        carry_out(verb=LEADING[verb], season=season, by=LEAGUE, now=timezone.now(), given=Given(**said))

    lead(spring, "start", now=True)
    lead(fall, "start")
    for season in (spring, fall):
        open_due_fixtures(now=timezone.now(), season=season)
        season.refresh_from_db()
        course = {"pace": 0.5, "at_once": 2, "cap_season": Decimal(6)}
        change_course(by=LEAGUE, season=season, now=timezone.now(), wanted=course)
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert client.post("/seasons/fall/calendar/", {"pace": 0.75}).status_code == 302
    Player.objects.update(strategy_level="advanced")
    lead(fall, "update")
    lead(spring, "pause")
    lead(spring, "resume", cap_season=Decimal(7))
    lead(spring, "finish", reason="a trial")
    lead(fall, "cancel", reason="a trial")

    written = set(Act.objects.values_list("model", "verb"))
    asked = {("calendar", "start"), ("game", "change course"), ("game", "change calendar")}
    assert asked - written == set()
    assert written - {(kind, verb) for kind, verbs in KNOWN.items() for verb in verbs} == set()


def test_acts_of_a_season_come_with_those_of_its_games_in_either_order(client: Client) -> None:
    season, other = make_season(slug="spring"), make_season(slug="fall")
    games = [make_game(), make_game()]
    for row, game in zip((season, other), games, strict=True):
        make_fixture(season=row, number=1, game=game)
    calendar = make_calendar(season=season)
    acts = [
        record_act(by=LEAGUE, verb="start", row=season),
        record_act(by=LEAGUE, verb="start", row=other),
        record_act(by=LEAGUE, verb="void", row=games[0]),
        record_act(by=LEAGUE, verb="void", row=games[1]),
        record_act(by=LEAGUE, verb="edit", row=calendar, before={"weekdays": "135"}),
    ]
    headers = staff(permissions=("view_act", "view_season"))
    newest = [row["id"] for row in told(client, headers, season="spring")]
    assert newest == [acts[4].pk, acts[2].pk, acts[0].pk]
    assert [row["id"] for row in told(client, headers, season="spring", order="-time")] == newest
    assert [row["id"] for row in told(client, headers, season="spring", order="time")] == newest[::-1]
    assert [row["id"] for row in told(client, headers, season="spring", kind="game")] == [acts[2].pk]
    first = client.get(ACTS, {"order": "time", "page_size": 2}, headers=headers).json()
    second = client.get(first["next"], headers=headers).json()
    assert [row["id"] for row in first["results"] + second["results"]] == [act.pk for act in acts[:4]]


def test_an_act_tells_a_row_as_the_api_does_without_what_only_the_inside_goes_by(client: Client) -> None:
    season = make_running_season(slug="spring")
    with recorded(by=LEAGUE, verb="start", rows=[season]):
        Season.objects.update(pinned_at=NOON, name="Lent")
    game = make_running_game()
    with recorded(by=LEAGUE, verb="pause", rows=[game]):
        Game.objects.update(lease_owner=None, lease_expires_at=None, status="paused", waiting="by hand")
    calendar = make_calendar(season=season, weekdays="135", times="18:00 20:30")
    with recorded(by=LEAGUE, verb="change calendar", rows=[calendar]):
        Calendar.objects.update(weekdays="67", times="09:00", blackouts="2026-12-24 2026-12-25", looked_at=NOON)

    of_calendar, of_game, of_season = told(client, staff())

    assert (of_season["before"].keys(), of_season["after"]) == ({"name"}, {"name": "Lent"})
    assert of_game["after"] == {"status": "paused", "waiting": "by hand"}
    before = {"weekdays": ["mon", "wed", "fri"], "times": ["18:00", "20:30"], "blackouts": []}
    after = {"weekdays": ["sat", "sun"], "times": ["09:00"], "blackouts": ["2026-12-24", "2026-12-25"]}
    assert (of_calendar["before"], of_calendar["after"]) == (before, after)


def test_what_is_hidden_is_told_to_nobody(client: Client) -> None:
    season, user = make_season(slug="spring", secret="hush"), make_user(username="ann")
    for row in (season, user):
        record_creation(by=LEAGUE, row=row)
    with recorded(by=LEAGUE, verb="change", rows=[season, user]):
        type(season).objects.update(secret="hush again")
        user.set_password("hush too")
        user.save()

    answer = client.get(ACTS, headers=staff())

    rows = answer.json()["results"]
    assert len(rows) == 4
    assert [row["after"][name] for row, name in zip(rows, ["password", "secret"] * 2, strict=True)] == ["(hidden)"] * 4
    assert b"hush" not in answer.content
    assert user.password.encode() not in answer.content


def test_what_others_did_is_for_staff_who_may_read_its_page_with_a_token_of_everything(client: Client) -> None:
    acts = four_acts()
    assert client.get(ACTS).status_code == 401
    assert [row["id"] for row in told(client, staff())] == [act.pk for act in reversed(acts)]
    lesser = ("read", "play", "roster", "season", "money")
    for headers in (
        staff(*lesser),  # it tells of budgets, accounts and tokens
        staff(permissions=("view_season", "change_persona")),
        staff(is_staff=False),
    ):
        assert told(client, headers) == []
        assert told(client, headers, who="carla") == []
    assert client.post(ACTS, {}, headers=staff()).status_code == 405
    assert client.delete(ACTS, headers=staff()).status_code == 405


@pytest.mark.parametrize("scopes", [("read",), ("season", "money"), ("admin",)])
@pytest.mark.parametrize("is_staff", [False, True])
def test_any_token_reads_what_was_done_under_its_account(
    client: Client, scopes: tuple[str, ...], *, is_staff: bool
) -> None:
    four_acts()
    carla = User.objects.get(username="carla")
    User.objects.filter(pk=carla.pk).update(is_staff=is_staff, username="carlotta")
    api, site = Actor(Surface.API, "carla", carla), Actor(Surface.SITE, "carlotta", carla)
    cap = record_act(by=api, verb="change", row=Account.objects.create(scope="day", name="2026-01-01")).pk
    paused = record_act(by=site, verb="pause", row=make_season(slug="winter")).pk
    record_act(by=Actor(Surface.API, "carla", make_user(username="carla")), verb="pause", row=make_season(slug="late"))
    approved = Act.objects.get(account=carla, verb="approve").pk
    own = [*([paused] if "admin" in scopes else []), *([] if scopes == ("read",) else [cap]), approved]
    headers = {"Authorization": f"Bearer {make_token(user=carla, scopes=list(scopes))[1]}"}

    assert [each["id"] for each in told(client, headers)] == own
    assert [each["id"] for each in told(client, headers, verb="pause")] == [paused][: "admin" in scopes]
    assert [each["id"] for each in told(client, headers, surface="api", kind="persona")] == [approved]
    assert [each["id"] for each in told(client, headers, until="2026-01-01T15:00:00Z")] == [approved]
    assert told(client, headers, who="dora") == told(client, headers, surface="system") == []


@pytest.mark.parametrize("permissions", [(), ("view_season",), ("view_act",), ("change_act",), ("delete_act",)])
def test_who_may_read_the_page_may_read_all_of_this_and_nobody_else(
    client: Client, permissions: tuple[str, ...]
) -> None:
    acts = four_acts()
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)

    page, answer = client.get("/admin/league/act/"), client.get(ACTS)

    may = bool({"view_act", "change_act"} & set(permissions))
    assert (page.status_code, answer.status_code) == (200 if may else 403, 200)
    listed = [row["id"] for row in answer.json()["results"]]
    assert listed == ([act.pk for act in reversed(acts)] if may else [])
    if may:
        assert all(f"/admin/league/act/{key}/change/" in page.content.decode() for key in listed)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_record_takes_as_many_queries_for_three_rows_as_for_one(
    client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    by = Actor(Surface.API, "carla", make_user(username="carla"))
    for _ in range(rows):
        record_act(by=by, verb="pause", row=make_season())
    client.force_login(make_user(is_staff=True, is_superuser=True))
    with django_assert_num_queries(3):  # the session, its account, and the rows
        assert len(client.get(ACTS).json()["results"]) == rows


def test_who_has_the_newest_gets_304_until_something_is_done(client: Client) -> None:
    season, headers = make_season(), staff()
    record_act(by=LEAGUE, verb="pause", row=season)
    seen = client.get(ACTS, headers=headers)
    assert "private" in seen["Cache-Control"]
    assert client.get(ACTS, headers=headers | {"If-None-Match": seen["ETag"]}).status_code == 304
    record_act(by=LEAGUE, verb="resume", row=season)
    assert client.get(ACTS, headers=headers | {"If-None-Match": seen["ETag"]}).status_code == 200


def test_hostile_words_come_back_as_they_stand_as_json(client: Client) -> None:
    record_act(by=LEAGUE, verb="change", row=make_persona(), before={"name": HOSTILE}, reason=HOSTILE)
    answer = client.get(ACTS, headers=staff())
    (row,) = answer.json()["results"]
    assert (answer["Content-Type"], row["before"]["name"], row["reason"]) == ("application/json", HOSTILE, HOSTILE)
