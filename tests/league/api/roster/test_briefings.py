"""What a model would be told, by the API: the briefing of the backstage's preview as JSON, with tokens and prices."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.agents.briefing.identity import AWARE
from games.gateway.briefings import briefing_as
from league.models import Act, User
from personas.models import MemoryRevision, Persona, Player
from personas.roster import ensure_roster
from personas.sheet import ROSTER, dump
from tests.factories import make_model, make_persona, make_player, make_price, make_revision, make_token, make_user

pytestmark = pytest.mark.django_db

BRIEFINGS = "/api/v1/briefings/"
SHEET = ROSTER[0]
AS = {"ruleset": "town-mafia", "role": "doctor"}
HOSTILE = "</script><script>alert(1)</script>\u2028\u001b[31m{{7*7}}"


def staff(*scopes: str, permissions: tuple[str, ...] = ("change_persona", "change_player")) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def post(client: Client, headers: dict[str, str], **body: Any) -> Any:
    return client.post(BRIEFINGS, body, content_type="application/json", headers=headers)


def get(client: Client, player: Player, headers: dict[str, str], **asked: Any) -> Any:
    return client.get(f"/api/v1/players/{player.player_id}/briefing/", asked, headers=headers)


@pytest.fixture
def player() -> Player:
    """A player of a shipped persona on a model with a price of its own, which remembers two things after another."""
    ensure_roster()
    model = make_model(slug="zz-dear", name="Dear", provider="openai", model_name="of-our-own")
    make_price(language_model=model, input=1000, output=1)
    make_model(slug="odd", name="Odd", provider="openai", model_name="nobody-knows")
    player = make_player(persona=Persona.objects.get(slug=SHEET.slug), model=model, strategy_level="basic")
    make_revision(player=player, number=1, learned={"notes": ["Speak last."]})
    make_revision(player=player, number=2, learned={"notes": ["Listen first."]})
    return player


def test_a_player_is_briefed_as_in_a_game_with_what_it_remembers_and_what_that_costs(
    client: Client, player: Player
) -> None:
    response = get(client, player, staff("read"), **AS)

    told = response.json()
    wanted = briefing_as(SHEET, **AS, names="persona", level="basic", learned={"notes": ["Listen first."]})
    assert wanted is not None
    texts = {"common": wanted.common, "own": wanted.own, "history": list(wanted.history), "task": wanted.task}
    assert (response.status_code, told["texts"]) == (200, texts)
    asked = {"persona": SHEET.slug, **AS, "names": "persona", "strategy_level": "basic", "is_aware": False}
    assert {name: told[name] for name in asked} == asked
    assert (told["player_id"], told["revision"]) == (player.player_id, 2)
    assert 0 < told["own_tokens"] < told["tokens"]
    first, other = told["prices"]
    assert (first["model"], Decimal(first["cost"])) == ("zz-dear", Decimal(told["tokens"]) / 1000)
    assert first["told"].startswith("$")
    assert (other["model"], other["cost"], other["told"] != "") == ("odd", None, True)
    assert response["Cache-Control"] == "no-cache, private"
    again = get(client, player, staff("read") | {"If-None-Match": response["ETag"]}, **AS)
    assert again.status_code == 304


def test_level_awareness_names_and_revision_may_be_others_and_nothing_is_stored(client: Client, player: Player) -> None:
    headers = staff()
    for number, notes in ((0, None), (1, "Speak last."), (2, "Listen first.")):
        told = get(client, player, headers, **AS, revision=number, strategy_level="none", is_aware="true").json()
        own = told["texts"]["own"]
        assert [note in own for note in ("Speak last.", "Listen first.")] == [
            notes == "Speak last.",
            notes == "Listen first.",
        ]
        assert (AWARE in own, told["revision"], told["strategy_level"]) == (True, number or None, "none")
    by_alias = get(client, player, headers, **AS, names="alias").json()["texts"]["own"]
    assert f"You are {SHEET.name}." not in by_alias
    player.refresh_from_db()
    assert (player.strategy_level, player.is_aware, player.memory.count(), Act.objects.count()) == (
        "basic",
        False,
        2,
        0,
    )


def test_a_sheet_is_looked_at_before_it_is_stored_with_the_memory_of_a_player(client: Client, player: Player) -> None:
    sheet = dump(SHEET) | {"slug": "newcomer", "name": "The Newcomer"}
    stored = Persona.objects.count()

    told = post(client, staff(), sheet=sheet, **AS, memory=player.player_id, revision=1, model="odd").json()
    plain = post(client, staff(), persona=SHEET.slug, ruleset="glass-box", role="impostor", is_aware=True).json()

    assert (told["player_id"], told["persona"], told["revision"]) == (None, "newcomer", 1)
    assert ("You are The Newcomer." in told["texts"]["own"], "Speak last." in told["texts"]["own"]) == (True, True)
    assert [each["model"] for each in told["prices"]] == ["odd", "zz-dear"]
    assert (plain["persona"], plain["revision"], plain["strategy_level"]) == (SHEET.slug, None, "none")
    assert ("Speak last." in plain["texts"]["own"], AWARE in plain["texts"]["own"]) == (False, True)
    assert (Persona.objects.count(), MemoryRevision.objects.count(), Act.objects.count()) == (stored, 2, 0)


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, ["persona"]),
        ({"persona": "nobody"}, ["persona"]),
        ({"persona": "a\0b", "model": ["x"], "memory": 7}, ["memory", "model", "persona"]),
        ({"persona": SHEET.slug, "sheet": {}}, ["persona"]),
        (
            {"persona": SHEET.slug, "ruleset": "chess", "names": "x", "strategy_level": 1},
            ["names", "ruleset", "strategy_level"],
        ),
        ({"persona": SHEET.slug, "role": "king"}, ["role"]),
        ({"persona": SHEET.slug, "role": "\0"}, ["role"]),
        ({"persona": SHEET.slug, "role": ["doctor"]}, ["role"]),
        ({"persona": SHEET.slug, "revision": 1}, ["revision"]),
        ({"persona": SHEET.slug, "seed": "x"}, ["seed"]),
        ({"sheet": []}, ["sheet"]),
        ({"sheet": {"slug": "new", "name": "New"}}, ["sheet"]),
        ({"sheet": dump(SHEET) | {"temper": "sulky", "voice": 7}}, ["sheet.temper", "sheet.voice"]),
        ({"sheet": dump(SHEET) | {"slug": {"a": 1}, "name": None}}, None),
        ({"sheet": dump(SHEET) | {"name": "\ud800"}}, None),
    ],
)
def test_what_is_wrong_is_told_at_its_field(client: Client, given: dict[str, Any], fields: list[str] | None) -> None:
    ensure_roster()
    response = post(client, staff(), **AS | given)
    told = response.json()["error"]["fields"]
    assert (response.status_code, sorted(told)) == (400, fields if fields is not None else sorted(told))
    assert all("\n" not in complaint for complaints in told.values() for complaint in complaints)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"role": "king"}, "role"),
        ({"role": HOSTILE}, "role"),
        ({"role": ""}, "role"),
        ({"revision": "-1"}, "revision"),
        ({"revision": "9" * 40}, "revision"),
        ({"strategy_level": "much"}, "strategy_level"),
        ({"names": "\0"}, "names"),
        ({"seed": "S"}, "seed"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(client: Client, player: Player, asked: Any, field: str) -> None:
    response = get(client, player, staff(), **AS | asked)
    assert (response.status_code, response["Content-Type"]) == (400, "application/json")
    assert list(response.json()["error"]["fields"]) == [field]


def test_what_is_not_there_is_named(client: Client, player: Player) -> None:
    assert get(client, player, staff(), **AS, revision=7).json()["error"]["message"] == (
        f"{player.player_id} has no revision 7"
    )
    assert client.get("/api/v1/players/no_body/briefing/", AS, headers=staff()).status_code == 404


def test_a_stored_sheet_that_nobody_can_play_says_why(client: Client) -> None:
    player = make_player()
    for response in (get(client, player, staff(), **AS), post(client, staff(), **AS, persona=player.persona.slug)):
        assert (response.status_code, list(response.json()["error"]["fields"])) == (400, ["sheet"])


def test_hostile_words_are_told_as_they_are_as_json(client: Client) -> None:
    ensure_roster()
    sheet = dump(SHEET) | {"slug": "new"}
    sheet["identity"] = sheet["identity"] | {
        "background": HOSTILE.replace("\u2028", "") + " " + sheet["identity"]["background"]
    }
    response = post(client, staff(), sheet=sheet, **AS)
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert "<script>alert(1)" in response.json()["texts"]["own"]


def test_it_is_for_staff_who_may_change_what_it_is_about(client: Client, player: Player) -> None:
    other = make_persona()
    for headers, read, posted, with_memory in (
        ({}, 401, 401, 401),
        (staff("read", "play", "season", "money"), 200, 403, 403),
        (staff(permissions=("change_persona", "view_player")), 403, 400, 403),
        (staff(permissions=("change_player", "view_persona")), 200, 403, 403),
        (staff(permissions=("change_player", "change_persona")), 200, 400, 400),
    ):
        told = [
            get(client, player, headers, **AS).status_code,
            post(client, headers, **AS, persona=other.slug).status_code,
            post(client, headers, **AS, persona=other.slug, memory=player.player_id).status_code,
        ]
        assert told == [read, posted, with_memory]


def test_whoever_is_no_staff_sees_none_of_it_whatever_the_permissions(client: Client, player: Player) -> None:
    user: User = make_user()
    user.user_permissions.set(Permission.objects.filter(codename__in=["change_player"]))
    headers = {"Authorization": f"Bearer {make_token(user=user, scopes=['admin'])[1]}"}
    assert get(client, player, headers, **AS).status_code == 403
