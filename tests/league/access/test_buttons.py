"""Whatever the pages offer to somebody, they may do: no button, form or link of an operator's page leads to a refusal.

Somebody of the staff for each permission, beside those that let one see the operators' pages, looks at a page of every
kind of row in every state; what is offered there is asked for, and forms are sent, without their fields.
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.models import Account, Game, KillSwitch
from league.access.acts import COMMAND_LINE
from league.access.rights import RIGHTS
from league.models import Addressee, Board, Season, Series
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.series.changing import create_series
from personas.models import LanguageModel, Persona, Player
from personas.roster import ensure_roster
from tests.factories import (
    NOON,
    make_addressee,
    make_finished_game,
    make_fixture,
    make_model,
    make_revision,
    make_running_game,
    make_twin,
    make_user,
    make_weight,
)
from tests.league.views.sent import allow
from tests.patience import at_most

pytestmark = [pytest.mark.django_db, pytest.mark.long(60)]

EVERY = sorted({each for right in RIGHTS.values() for each in right.permissions})
SEES = ("games.view_game", "league.view_season", "games.view_account", "league.view_series")
ENDS_THE_VISIT = {"/logout/", "/admin/logout/"}


class Offers(HTMLParser):
    """The links of a page, and the forms that are sent by a button: what shows a row in the admin stands in one without
    any."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.sent: set[str] = set()
        self.here = self.form = ""

    def of(self, address: str, told: str) -> "Offers":
        self.here = address
        self.feed(told)
        return self

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.note(self.links, given.get("href"))
        elif tag == "form" and (given.get("method") or "").lower() == "post":
            self.form = given.get("action") or self.here
        elif tag in ("button", "input") and self.form and given.get("type", "submit") == "submit":
            self.note(self.sent, given.get("formaction") or self.form)

    def handle_endtag(self, tag: str) -> None:
        self.form = "" if tag == "form" else self.form

    def note(self, found: set[str], address: str | None) -> None:
        if address and address.startswith("/") and not address.startswith("//"):
            found.add(address.partition("#")[0])


@pytest.fixture
def looks() -> list[str]:
    """A league with a row of every kind in every state, and the pages on which something is done to them."""
    roster = ensure_roster()
    model = make_model(slug="gpt-4o-mini", provider="openai", name="GPT-4o mini")
    states: dict[str, dict[str, Any]] = {
        "draft": {},
        "announced": {"announced_at": NOON},
        "running": {"started_at": NOON},
        "paused": {"started_at": NOON, "waiting": "by hand"},
        "finished": {"started_at": NOON, "finished_at": NOON},
        "cancelled": {"started_at": NOON, "ended_at": NOON, "ended_by": "ada", "ended_why": "No money."},
    }
    for state, fields in states.items():
        season = create_season(slug=state, name=state, rules=[Rules("town-mafia", 5)], games=4, players=roster[:7])
        Season.objects.filter(pk=season.pk).update(status=state, **fields)
    running = Season.objects.get(slug="running")
    make_twin(twin_of=running, slug="again")
    create_series(season=running, slug="spring", by=COMMAND_LINE, now=NOON)
    games = [make_running_game(), make_finished_game(), make_running_game(status="paused", waiting="by hand")]
    games += [make_running_game(status="scheduled", started_at=None), make_running_game(status="void")]
    for number, game in enumerate(games, 1):
        make_fixture(season=running, number=number, game=game)
    make_addressee(slug="ops")
    KillSwitch.objects.create(pk=1, is_on=True)
    Account.objects.create(scope="model", name=model.slug)
    Board.objects.create(season=None)
    make_weight(season="running")
    make_revision(player=roster[0])
    seen = [
        "/",
        "/games/",
        "/seasons/",
        "/series/",
        "/series/spring/",
        "/desk/",
        "/leaderboard/",
        "/players/",
        "/models/",
    ]
    seen += [f"/seasons/{slug}/" for slug in (*states, "again")] + ["/seasons/running/twins/", "/seasons/draft/edit/"]
    seen += [f"/games/{public_id}/" for public_id in Game.objects.values_list("public_id", flat=True)]
    seen += [f"/players/{roster[0].player_id}/", f"/players/{roster[0].player_id}/memory/"]
    seen += [
        f"/personas/{roster[0].persona.slug}/",
        f"/models/{model.slug}/",
        "/rules/town-mafia/",
        "/stats/",
        "/account/tokens/",
    ]
    return seen


def refused(client: Client, offered: set[str], *, method: str, free: set[str]) -> Iterator[str]:
    """What of what is offered is not let do, but for what everybody is."""
    for address in sorted(offered - ENDS_THE_VISIT - free):
        with transaction.atomic():
            answer = getattr(client, method)(address)
            transaction.set_rollback(True)
        # A form that is sent without its fields is refused for them (400); a link has none.
        is_wrong = answer.status_code == 403 or (method == "get" and answer.status_code == 400)
        if is_wrong or "/login/" in answer.headers.get("Location", ""):
            yield f"{method} {address}"


def offered_by(client: Client, looks: list[str]) -> tuple[set[str], set[str], dict[str, str]]:
    links: set[str] = set()
    sent: set[str] = set()
    where: dict[str, str] = {}
    for look in looks:
        answer = client.get(look)
        if answer.status_code != 200:
            continue
        found = Offers().of(look, answer.content.decode())
        for each in found.links | found.sent:
            where.setdefault(each, look)
        links |= found.links
        sent |= found.sent
    return links, sent, where


def wrong_offers(client: Client, looks: list[str], permissions: list[str]) -> list[str]:
    """What is offered to staff with one of these permissions each, beside those that let one see the pages, and is
    refused them."""
    client.logout()
    free = {each for each in offered_by(client, looks)[0] if client.get(each).status_code == 200}
    found = []
    for permission in permissions:
        user = make_user(is_staff=True)
        allow(user, *(each.partition(".")[2] for each in {permission, *SEES} if each))
        client.force_login(user)
        links, sent, where = offered_by(client, looks)
        wrong = [*refused(client, links, method="get", free=free), *refused(client, sent, method="post", free=set())]
        found += [f"{permission}: {each} (on {where[each.partition(' ')[2]]})" for each in wrong]
    return found


@pytest.mark.parametrize(
    "permission",
    [
        "",
        "league.change_season",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("games.change_game", "league.change_board")),
    ],
)
def test_what_is_offered_to_who_leads_may_be_done(client: Client, looks: list[str], permission: str) -> None:
    assert wrong_offers(client, looks, [permission]) == []


@pytest.mark.slow
@pytest.mark.timeout(at_most(1_800))
@pytest.mark.parametrize("where", ["the site", "the admin"])
def test_what_is_offered_to_whoever_has_a_permission_may_be_done(client: Client, looks: list[str], where: str) -> None:
    assert wrong_offers(client, looks if where == "the site" else in_admin(), EVERY) == []


def in_admin() -> list[str]:
    """The pages of the rows in the admin, and those that list them."""
    kinds = (Season, Game, Series, Account, Board, KillSwitch, Player, Persona, LanguageModel, Addressee)
    rows = [row for kind in kinds for row in kind.objects.order_by("pk")[:6]]
    pages = [reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk]) for row in rows]
    lists = [reverse(f"admin:{kind._meta.label_lower.replace('.', '_')}_changelist") for kind in kinds]
    return ["/admin/", *lists, *pages]


def test_who_sees_the_pages_sees_them_all(client: Client, looks: list[str]) -> None:
    user = make_user(is_staff=True)
    allow(user, *(each.partition(".")[2] for each in SEES))
    client.force_login(user)
    assert [look for look in looks if client.get(look).status_code != 200] == ["/seasons/draft/edit/"]


def test_a_button_is_there_to_be_found(client: Client, looks: list[str]) -> None:
    user = make_user(is_staff=True, is_superuser=True)
    client.force_login(user)
    links, sent, _ = offered_by(client, looks)
    assert len(links) > 60
    wanted = {"/seasons/running/pause/", "/seasons/paused/resume/", "/seasons/running/prune/", "/seasons/draft/edit/"}
    wanted |= {"/series/spring/edit/", "/desk/alerts/ops/trial/", "/leaderboard/board/hide/"}
    assert wanted <= links
    assert {"/seasons/draft/clone/", "/seasons/announced/roster/"} <= sent
