"""A memory as the API tells it, and who writes it."""

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from league.models import User
from personas.models import Player
from tests.factories import make_token, make_user

GAME = "abcdefghijkl"
LESSON = {
    "number": 3,
    "about": "others",
    "sign": "claimed-alone",
    "means": "suspect",
    "scope": {"ruleset": "town-mafia"},
    "seen": 4,
    "right": 3,
    "base": 250,
    "given": 1,
    "evidence": [{"game": GAME, "events": [17, 21]}],
}
LEARNED = {"lessons": [LESSON], "last": 3}


def staff(*scopes: str, permissions: tuple[str, ...] = ("change_player",), **fields: Any) -> dict[str, str]:
    """The headers of a token of somebody of the staff."""
    user: User = make_user(is_staff=True, **fields)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def memory(player: Player, more: str = "") -> str:
    return f"/api/v1/players/{player.player_id}/memory/{more}"


def put(client: Client, player: Player, headers: dict[str, str], **body: Any) -> Any:
    return client.put(memory(player), body, content_type="application/json", headers=headers)


def send(client: Client, method: str, player: Player, headers: dict[str, str], **body: Any) -> Any:
    return getattr(client, method)(memory(player), body, content_type="application/json", headers=headers)
