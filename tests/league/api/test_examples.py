"""What the documentation shows as sent can be sent: each example is taken, in a league that has what it names."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from games.models import Account, Game, KillSwitch
from league.access.acts import COMMAND_LINE
from league.boards.verbs import VERBS as OF_BOARDS
from league.boards.verbs import Given as OnBoard
from league.boards.verbs import carry_out
from league.models import Board, Season, Series
from league.results.standings import record_result
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.series.changing import create_series
from personas.roster import ensure_roster
from tests.factories import (
    NOON,
    make_addressee,
    make_finished_game,
    make_fixture,
    make_model,
    make_players,
    make_token,
    make_user,
)
from tests.games.twins import dealt, play_first_day, stored
from tests.golden.openapi import described

pytestmark = [pytest.mark.django_db, pytest.mark.long(20)]

# Addresses whose examples need a league of their own are sent by the tests of those; here they would be about nothing.
ELSEWHERE = ("/memory/", "/memories/", "/personas/", "/players/", "/models/", "/briefings/")
# From which state a verb is; from any other it is refused, however well it is said.
STATES = {"resume": "paused", "withdraw": "announced", "step": "paused", "roster": "announced"}


def examples() -> Iterator[tuple[str, str, Any]]:
    for address, methods in described()["paths"].items():
        for method, operation in methods.items():
            for kind in operation.get("requestBody", {}).get("content", {}).values():
                for example in kind.get("examples", {}).values():
                    if not any(each in address for each in ELSEWHERE):
                        yield method, address, example["value"]


def laid(address: str) -> str:
    """A league in which there is what an address names, in the state that its verb is from; the address in it."""
    verb = address.rstrip("/").rpartition("/")[2]
    roster = ensure_roster()
    make_model(slug="gpt-4o-mini", provider="openai", name="GPT-4o mini")
    status = STATES.get(verb, "draft" if verb in ("announce", "start", "{slug}") else "running")
    fields = {"rules": [Rules("town-mafia", 5)], "pace": 0.0, "cap_season": Decimal(2)}
    season = create_season(slug="spring", name="Spring", games=4, players=roster[:7], **fields)
    if "/series/" in address:
        create_series(
            season=season, slug="spring", by=COMMAND_LINE, now=NOON, cap_total=Decimal(9)
        ) if "{slug}" in address else None
        if status == "paused":
            Series.objects.update(status="paused", waiting="holidays")
    elif "{slug}" in address:
        given = {"started_at": NOON} if status in ("running", "paused") else {}
        given |= {"announced_at": NOON} if status == "announced" else {}
        given |= {"waiting": "by hand"} if status == "paused" else {}
        Season.objects.filter(pk=season.pk).update(status=status, **given)
    scope = "day" if address.endswith("{name}/") else "model"
    stopped = "gone" if verb == "allow" and scope == "model" else ""
    if "budgets/{" in address:
        Account.objects.create(scope=scope, name="gpt-4o-mini", stopped=stopped)
    if "kill-switch" in address:
        KillSwitch.objects.create(pk=1, is_on=verb == "allow")
    game = ""
    if "{public_id}" in address:
        row = stored(play_first_day(dealt()), make_players(8))
        Game.objects.filter(pk=row.pk).update(status=status, started_at=NOON)
        game = row.public_id
    if "/board/" in address:
        lay_a_board(verb, season, of_season="{slug}" in address)
    if "/addressees/" in address:
        make_addressee(slug="spring")
    values = {"slug": "spring", "scope": scope, "name": "gpt-4o-mini", "public_id": game}
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], address)


def lay_a_board(verb: str, season: Season, *, of_season: bool) -> None:
    """A board, and a game of it, as the verb takes them."""
    Season.objects.filter(pk=season.pk).update(status="running", started_at=NOON)
    game = make_finished_game(public_id="3k9x0a7bq2mz")
    make_fixture(season=season, number=1, game=game)
    record_result(game=game, now=NOON)
    if verb == "publish":
        Board.objects.create(season=season if of_season else None, is_published=False)
    if verb == "restore":
        said = OnBoard(reason="the provider was down", game=game.public_id)
        carry_out(verb=OF_BOARDS["exclude"], season=None, by=COMMAND_LINE, now=NOON, given=said)


@pytest.mark.parametrize(("method", "address", "body"), list(examples()), ids=lambda each: str(each)[:60])
def test_what_is_shown_as_sent_is_taken(client: Client, method: str, address: str, body: Any) -> None:
    _, key = make_token(user=make_user(is_staff=True, is_superuser=True), scopes=["admin"])
    headers = {"Authorization": f"Bearer {key}"}
    where = laid(address)
    if method in ("put", "patch"):
        headers["If-Match"] = client.get(where, headers=headers).headers["ETag"]
    answer = getattr(client, method)(where, body, content_type="application/json", headers=headers)
    assert answer.status_code in (200, 201), answer.content
    if method == "post":
        told = described()["paths"][address][method]["responses"][str(answer.status_code)]["headers"]
        assert {"ETag", "Location"} & set(told) <= set(answer.headers), "it is answered with the headers that it tells"
        if answer.status_code == 201:
            assert "Location" in told or "tokens" in address
    assert Game.objects.count() <= 1
