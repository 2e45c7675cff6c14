"""Exhibitions: games without a season, for show and never rated."""

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.hosting.leases import Wanted
from games.hosting.verbs import WrongGame, create_game
from games.hosting.worker import host_games, leave_halls
from games.ledger.logs import RecordedGame
from games.ledger.rows import recorded_game
from games.models import Game
from games.process.owners import this_process
from league.seasons.budgets import cap_of_call_now
from personas.models import Player

SLICE = 3600.0  # seconds; one game of offline players takes less than one of them


def create_exhibition(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    seed: str | None = None,
    pace: float = 0.0,
    spoilers: str = "open",
    delay_minutes: int = 10,
    caps: Mapping[str, Any] | None = None,
) -> Game:
    """Makes a game of these players by seat, due now for whoever hosts; `caps` are of a call and of the game, in US
    dollars. Raises what create_game() raises."""
    terms = {
        "rated": False,
        "narrator": "template",
        "pace": pace,
        "spoilers": spoilers,
        "delay_minutes": delay_minutes,
        "caps": caps or {},
    }
    return create_game(ruleset=ruleset, options=options, players=players, terms=terms, seed=seed)


def seated(*, chosen: Sequence[Player | None], pool: Sequence[Player]) -> list[Player]:
    """The players by seat: those chosen, and in the seats left open others of the pool by lot, nobody twice.

    Raises WrongGame when the pool is too small for that.
    """
    free = [player for player in pool if player not in chosen]
    wanted = chosen.count(None)
    if wanted > len(free):
        raise WrongGame(f"{wanted} seats are left to the lot, and {len(free)} players are left to draw from")
    drawn = iter(secrets.SystemRandom().sample(free, wanted))
    return [player if player is not None else next(drawn) for player in chosen]


def play_exhibition(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    seed: str | None = None,
    made: Callable[[Game], object] = lambda _: None,
) -> RecordedGame:
    """Makes an exhibition and plays it here to its end; `made` is called in the transaction that makes it. Raises what
    create_game() raises."""
    with transaction.atomic():
        game = create_exhibition(ruleset=ruleset, options=options, players=players, seed=seed)
        made(game)
    over = threading.Event()

    def look(ended: Game, played: RecordedGame | None) -> None:
        if ended.pk == game.pk:
            over.set()

    # Another host may be faster, then the game ends there.
    while Game.objects.filter(pk=game.pk).exclude(status__in=Game.OVER).exists():
        host_games(
            owner=this_process(),
            slice_seconds=SLICE,
            stopping=over,
            on_finished=look,
            cap_of_call=cap_of_call_now,
            wanted=Wanted(game=game.pk),
        )
    leave_halls()
    return recorded_game(Game.objects.get(pk=game.pk))
