"""An exhibition that is played here, while somebody waits for it: a game without a season, never rated."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction

from games.hosting.keeping import host_games, leave_halls
from games.hosting.making import WrongGame, create_exhibition
from games.hosting.runner import Ended
from games.hosting.verbs import void_game
from games.ledger.logs import RecordedGame
from games.ledger.rows import recorded_game
from games.models import Game
from personas.models import Player
from personas.versions import AS_NOW, Pins

SLICE: Final = 3600.0  # seconds; one game of offline players takes less than one of them


def play_exhibition(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    seed: str | None = None,
    pins: Pins = AS_NOW,
    made: Callable[[Game], object] = lambda _: None,
) -> RecordedGame:
    """Makes an exhibition and plays it here to its end; `made` is called in the transaction that makes it. Raises what
    create_game() raises, and WrongGame for one that does not begin because a budget does not hold it."""
    with transaction.atomic():
        game = create_exhibition(ruleset=ruleset, options=options, players=players, seed=seed, pins=pins)
        made(game)
    over = threading.Event()

    def look(ended: Sequence[Ended]) -> None:
        if game.pk in [each.pk for each, _ in ended]:
            over.set()

    # Another host may be faster, then the game ends there.
    while Game.objects.filter(pk=game.pk).exclude(status__in=Game.OVER).exists():
        host_games(
            slice_seconds=SLICE,
            stopping=over,
            on_finished=look,
            game=game.pk,
        )
        game.refresh_from_db()
        if game.status == Game.Status.SCHEDULED and game.waiting:
            why = game.waiting
            void_game(game=game, reason=f"called off: {why}")
            raise WrongGame(f"the game does not begin: {why}")
    leave_halls()
    return recorded_game(Game.objects.get(pk=game.pk))
