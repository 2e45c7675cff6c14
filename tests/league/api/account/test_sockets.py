"""Sockets of whoever has a token: it goes in as a subprotocol, is its account's, and ends with it."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from websockets.sync.client import connect

from games.models import Game
from league.api.account import sockets
from league.models import Token
from tests.factories import make_players, make_token, make_user
from tests.games.twins import dealt, play_first_day, stored
from tests.games.watching import Site, Watcher, site
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120))]


@contextmanager
def watching(running: Site, path: str, *offered: str, origin: str | None = None):
    address = f"ws://127.0.0.1:{running.port}{path}"
    with connect(address, subprotocols=list(offered), origin=origin, compression=None, close_timeout=0.2) as line:
        yield line, Watcher(line)


@pytest.fixture
def sealed() -> Game:
    game = stored(play_first_day(dealt()), make_players(8))
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"spoilers": "sealed"})
    return game


def test_a_token_opens_what_its_account_may_see_and_no_other_does(sealed: Game) -> None:
    path = f"/ws/games/{sealed.public_id}/?lens=glass"
    _, key = make_token(user=make_user(is_superuser=True, is_staff=True))
    _, plain = make_token()
    with site() as running:
        with watching(running, path, "league.v1", f"bearer.{key}") as (line, watcher):
            assert watcher.hear()["type"] in ("event", "status")
            assert line.subprotocol == "league.v1"
        with watching(running, path, "league.v1", f"bearer.{key}", origin="https://elsewhere.example") as (_, watcher):
            assert watcher.hear()["type"] in ("event", "status")
        with watching(running, path, "league.v1", f"bearer.{plain}") as (_, watcher):
            assert watcher.closing_code() == 4403
        with watching(running, "/ws/league/", "league.v1") as (line, watcher):
            assert (line.subprotocol, watcher.hear()["type"]) == ("league.v1", "ping")


def test_a_wrong_token_is_told_so_and_an_expired_one_too(sealed: Game) -> None:
    path = f"/ws/games/{sealed.public_id}/"
    token, key = make_token()
    with site() as running:
        with watching(running, path, "league.v1", "bearer.lg_wrong") as (_, watcher):
            assert watcher.closing() == (4401, "Invalid token.")
        with watching(running, path, "league.v1", f"bearer.{key}") as (_, watcher):
            assert watcher.hear()["type"] == "event"
        Token.objects.filter(pk=token.pk).update(expiry=timezone.now() - timedelta(hours=1))
        with watching(running, path, "league.v1", f"bearer.{key}") as (_, watcher):
            code, why = watcher.closing()
            assert (code, "expired on" in why) == (4401, True)


def test_a_socket_ends_with_its_token(sealed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "LOOKED_AGAIN", 0.0)
    monkeypatch.setattr("games.live.sockets.PING_EVERY", 0.2)
    token, key = make_token()
    _, kept = make_token()
    with site() as running:
        path = f"/ws/games/{sealed.public_id}/"
        with (
            watching(running, path, "league.v1", f"bearer.{key}") as (_, watcher),
            watching(running, path, "league.v1", f"bearer.{kept}") as (_, stays),
        ):
            watcher.hear(), stays.hear()
            token.delete()
            Game.objects.filter(pk=sealed.pk).update(waiting="moved")
            assert watcher.closing() == (4401, "this token was revoked, or has expired")
            assert stays.hear()["type"] in ("event", "status", "ping")
