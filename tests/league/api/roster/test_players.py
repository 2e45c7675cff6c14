"""Players by the API: made one by one or many at once, changed, retired and restored."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from league.models import Act, User
from personas.models import Player, StrategyLevel
from tests.factories import make_model, make_persona, make_player, make_revision, make_token, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

PLAYERS = "/api/v1/players/"
TOGETHER = f"{PLAYERS}together/"


def staff(*scopes: str, permissions: tuple[str, ...] = ("add_player", "change_player")) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def send(client: Client, method: str, address: str, headers: dict[str, str], **body: Any) -> Any:
    return getattr(client, method)(address, body, content_type="application/json", headers=headers)


def test_a_persona_becomes_a_player_on_a_model(client: Client) -> None:
    persona, model = make_persona(), make_model()

    how = {"strategy_level": "basic", "is_aware": True, "reason": "a trial"}
    response = send(client, "post", PLAYERS, staff(), persona=persona.slug, model=model.slug, **how)

    told, address = response.json(), f"{PLAYERS}{model.slug}_{persona.slug}/"
    assert (response.status_code, response["Location"]) == (201, f"http://testserver{address}")
    assert (told["strategy_level"], told["is_aware"], told["is_active"]) == ("basic", True, True)
    assert client.get(address).json() == told
    (act,) = Act.objects.all()
    assert (act.surface, act.verb, act.name, act.reason) == ("api", "create", told["player_id"], "a trial")


def test_who_is_made_without_a_level_plays_as_well_as_the_house_can_and_is_told_nothing_on_another_model(
    client: Client,
) -> None:
    persona, house, far = make_persona(), make_model(), make_model(provider="openai", model_name="gpt")
    for model, level in ((house, "advanced"), (far, "none")):
        one = send(client, "post", PLAYERS, staff(), persona=persona.slug, model=model.slug).json()
        other = make_persona()
        send(client, "post", f"{PLAYERS}together/", staff(), personas=[other.slug], model=model.slug)
        made = client.get(f"{PLAYERS}{model.slug}_{other.slug}/").json()
        assert (one["strategy_level"], made["strategy_level"]) == (level, level)


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"persona": "nobody"}, {"persona": ["no persona is called 'nobody'"]}),
        ({"persona": ["x"], "model": 7}, dict.fromkeys(("persona", "model"), None)),
        ({"model": "a\0b"}, {"model": ["must be a slug, of the model"]}),
        (
            {"strategy_level": "much"},
            {"strategy_level": [f'"much" is not a valid choice; there are: {", ".join(StrategyLevel.values)}.']},
        ),
        ({"level": "basic"}, {"level": None}),
        (
            {"level": "basic", "is_aware": "perhaps", "persona": "nobody"},
            dict.fromkeys(("level", "is_aware", "persona")),
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_field(client: Client, given: Any, fields: dict[str, Any]) -> None:
    right = {"persona": make_persona().slug, "model": make_model().slug}
    response = send(client, "post", PLAYERS, staff(), **right | given)
    told = response.json()["error"]["fields"]
    assert response.status_code == 400
    assert {name: told[name] if wanted else None for name, wanted in fields.items()} == fields
    assert set(told) == set(fields)
    assert not Player.objects.exists()


def test_who_is_a_player_already_is_told_so(client: Client) -> None:
    player = make_player()
    response = send(client, "post", PLAYERS, staff(), persona=player.persona.slug, model=player.model.slug)
    told = [f"it is a player on this model already, {player.player_id}"]
    assert (response.status_code, response.json()["error"]["fields"]) == (400, {"persona": told})
    assert not Act.objects.exists()


def test_who_was_written_for_one_game_becomes_no_other_player(client: Client) -> None:
    of_one_game = make_persona(written_for="spring 1 2", status="retired")
    response = send(client, "post", PLAYERS, staff(), persona=of_one_game.slug, model=make_model().slug)
    assert list(response.json()["error"]["fields"]) == ["persona"]


@pytest.mark.parametrize("rows", [1, 3])
def test_many_become_players_in_as_many_queries_but_for_their_acts(
    client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    model, slugs = make_model(), [make_persona().slug for _ in range(rows)]
    there = make_player(model=model)

    response = send(client, "post", TOGETHER, staff(), model=model.slug, personas=[*slugs, there.persona.slug])

    told = response.json()
    assert (response.status_code, told["made"], told["there"]) == (201, rows, 1)
    assert told["players"] == sorted(f"{model.slug}_{slug}" for slug in [*slugs, there.persona.slug])
    assert Act.objects.count() == rows


def test_all_that_are_approved_become_players(client: Client) -> None:
    model, approved = make_model(), make_persona()
    make_persona(status="draft", decided_by="", decided_at=None)
    told = send(client, "post", TOGETHER, staff(), model=model.slug, approved=True, is_aware=True).json()
    assert told == {"made": 1, "there": 0, "players": [f"{model.slug}_{approved.slug}"]}
    assert Player.objects.get().is_aware


@pytest.mark.parametrize(
    ("given", "complaints"),
    [
        ({"personas": ["nobody", "known", "none"]}, ["no persona is called 'nobody'", "no persona is called 'none'"]),
        ({}, ["say which, by their slugs, or `approved` for all that are"]),
        ({"personas": ["known"], "approved": True}, ["say which, by their slugs, or `approved` for all that are"]),
    ],
)
def test_of_many_none_is_made_where_one_is_wrong(client: Client, given: Any, complaints: list[str]) -> None:
    make_persona(slug="known")
    response = send(client, "post", TOGETHER, staff(), model=make_model().slug, **given)
    assert (response.status_code, response.json()["error"]["fields"]) == (400, {"personas": complaints})
    assert not Player.objects.exists()


def test_one_of_many_that_is_no_name_is_told_by_its_place(client: Client) -> None:
    response = send(client, "post", TOGETHER, staff(), model=make_model().slug, personas=["known", "", "a\0b"])
    assert response.json()["error"]["fields"] == {
        "personas[1]": ["This field may not be blank."],
        "personas[2]": ["Null characters are not allowed."],
    }


def test_nobody_is_seated_on_a_model_that_is_not_active(client: Client) -> None:
    model = make_model(is_active=False)
    response = send(client, "post", TOGETHER, staff(), model=model.slug, personas=[make_persona().slug])
    assert response.json()["error"]["fields"] == {"model": [f"no active model is called '{model.slug}'"]}


def test_level_and_awareness_may_change_and_what_is_not_said_stays(client: Client) -> None:
    player = make_player(is_active=False)
    address, headers = f"{PLAYERS}{player.player_id}/", staff()

    told = send(client, "patch", address, headers, strategy_level="advanced", reason="a trial").json()
    assert (told["strategy_level"], told["is_aware"], told["is_active"]) == ("advanced", False, False)
    told = send(client, "patch", address, headers, is_aware=True, is_active=True).json()
    assert (told["strategy_level"], told["is_aware"], told["is_active"]) == ("advanced", True, True)

    acts = Act.objects.order_by("pk")
    assert [(act.verb, sorted(act.after), act.reason) for act in acts] == [
        ("change", ["strategy_level"], "a trial"),
        ("change", ["is_active", "is_aware"], ""),
    ]
    assert send(client, "patch", address, headers, persona="another").status_code == 400
    assert send(client, "patch", address, headers).status_code == 400
    assert send(client, "patch", f"{PLAYERS}no_body/", headers, is_aware=True).status_code == 404


def test_who_says_what_it_was_made_from_is_refused_where_somebody_has_written_meanwhile(client: Client) -> None:
    player = make_player()
    address, headers = f"{PLAYERS}{player.player_id}/", staff()
    seen = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": seen}).status_code == 304

    def patched(tag: str, **body: Any) -> Any:
        return send(client, "patch", address, headers | {"If-Match": tag}, **body)

    response = patched(seen, strategy_level="advanced")
    assert (response.status_code, response["ETag"]) == (200, client.get(address)["ETag"])
    assert response["ETag"] != seen
    refused = patched(seen, strategy_level="none")
    assert (refused.status_code, refused.json()["error"]["code"]) == (412, "precondition_failed")
    assert client.get(address).json()["strategy_level"] == "advanced"

    make_revision(player=player)
    assert patched(response["ETag"], is_aware=True).status_code == 200, "what it learned is no writing of anybody's"
    assert patched("*", is_aware=False).status_code == 200
    assert Act.objects.count() == 3


def test_a_player_is_retired_and_restored(client: Client) -> None:
    player, headers = make_player(), staff()
    told = [
        send(client, "post", f"{PLAYERS}{player.player_id}/{verb}/", headers, reason="a trial").json()["is_active"]
        for verb in ("retire", "retire", "restore")
    ]
    assert told == [False, False, True]
    assert [(act.verb, act.after) for act in Act.objects.order_by("pk")] == [
        ("change", {"is_active": False}),
        ("change", {"is_active": True}),
    ]


@pytest.mark.parametrize(
    ("method", "more", "right"),
    [
        ("post", "", "add_player"),
        ("post", "together/", "add_player"),
        ("patch", "a_b/", "change_player"),
        ("post", "a_b/retire/", "change_player"),
        ("post", "a_b/restore/", "change_player"),
    ],
)
def test_writing_wants_a_scope_and_a_permission(client: Client, method: str, more: str, right: str) -> None:
    make_player(player_id="a_b")
    other = {"add_player": "change_player", "change_player": "add_player"}[right]
    for headers, status in (
        ({}, 401),
        (staff("read", "play", "season", "money", permissions=(right,)), 403),
        (staff(permissions=(other, "view_player")), 403),
    ):
        assert send(client, method, f"{PLAYERS}{more}", headers).status_code == status
    assert (Act.objects.count(), Player.objects.count()) == (0, 1)
