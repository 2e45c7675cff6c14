"""Exhibitions by API: laid once for each key; whoever costs money wants a token that may spend it."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Game
from league.models import Act
from personas.models import Player
from personas.roster import ensure_roster
from tests.factories import make_model, make_player, make_token, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def key_of(*scopes: str) -> str:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="add_game"))
    return make_token(user=user, scopes=list(scopes))[1]


def send(client: Client, key: str, body: Any, **headers: str) -> Any:
    given = {"Authorization": f"Bearer {key}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/api/v1/games/", body, content_type="application/json", headers=given)


def a_table(players: list[Player], **fields: Any) -> dict[str, Any]:
    return {"ruleset": "town-mafia", "seats": [player.player_id for player in players]} | fields


def test_a_table_is_laid_once_for_each_key(client: Client) -> None:
    key, players = key_of("play"), ensure_roster()[:6]
    body = a_table(players, seed="so be it", spoilers="sealed", pace=0.5, reason="For fun.")
    first, again = (send(client, key, body, idempotency_key="one") for _ in range(2))
    other = send(client, key, body, idempotency_key="two")
    assert [each.status_code for each in (first, again, other)] == [201, 201, 201], first.content
    assert first.json()["id"] == again.json()["id"] != other.json()["id"]
    game = Game.objects.get(public_id=first.json()["id"])
    assert (game.terms["spoilers"], game.terms["pace"], game.terms["rated"]) == ("sealed", 0.5, False)
    assert first.headers["Location"] == f"http://testserver/api/v1/games/{game.public_id}/"
    seats = game.seats.order_by("number").values_list("player__player_id", flat=True)
    assert list(seats) == [player.player_id for player in players]
    assert "so be it" not in first.content.decode()
    acts = Act.objects.order_by("id").values_list("verb", "model", "surface", "reason")
    assert list(acts) == [("create", "game", "api", "For fun.")] * 2


def test_personas_play_under_their_own_names_unless_somebody_says_otherwise(client: Client) -> None:
    key, players = key_of("play"), ensure_roster()[:6]
    twin = make_player(persona=players[0].persona, model=make_model(slug="house-twin", provider="house"))
    made = [
        send(client, key, body).json()["id"]
        for body in (a_table(players), a_table(players, names="alias"), a_table([*players[:5], twin]))
    ]
    games = [Game.objects.get(public_id=public_id) for public_id in made]
    assert [game.terms["names"] for game in games] == ["persona", "alias", "alias"]
    aliases = [seat.alias for seat in games[0].seats.order_by("number")]
    assert aliases == [player.persona.name for player in players]


def test_who_is_asked_at_a_provider_wants_money(client: Client) -> None:
    model = make_model(slug="gpt", provider="openai")
    players = [*ensure_roster()[:5], make_player(persona=ensure_roster()[5].persona, model=model)]
    refused = send(client, key_of("play"), a_table(players))
    assert (refused.status_code, "money" in refused.json()["error"]["message"]) == (403, True)
    capped = send(client, key_of("play"), a_table(ensure_roster()[:6], cap_game="1"))
    assert capped.status_code == 403
    made = send(client, key_of("play", "money"), a_table(players, cap_game="1"))
    assert made.status_code == 201, made.content
    assert Game.objects.get().terms["caps"] == {"game": "1.0000"}


def test_what_is_wrong_with_a_table_is_told(client: Client) -> None:
    key, players = key_of("play"), ensure_roster()[:6]
    for body, field in (
        (a_table(players, ruleset="chess"), "ruleset"),
        (a_table(players, options={"mood": 1}), "options"),
        (a_table(players, options={"names": "alias"}), "options"),
        (a_table(players[:2]), "options"),
        (a_table([*players[:5], players[0]]), "seats"),
        (a_table(players) | {"seats": ["no_body"]}, "seats"),
        (a_table(players, spoilers="maybe"), "spoilers"),
    ):
        answer = send(client, key, body)
        assert answer.status_code == 400, body
        assert list(answer.json()["error"]["fields"]) == [field], body
    assert not Game.objects.exists()
