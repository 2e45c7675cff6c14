"""What is done to a game from outside: paused, resumed, brought up to date, called off, played again to be checked.

Law: every change of status is one conditional UPDATE, so that two clicks do it once. How a game comes to be is in
making.py, who plays it and writes what was played in leases.py and progress.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games.engine.moderator import Diverged
from games.engine.ruleset import WrongOption
from games.hosting.making import WrongGame, ask_as_pinned
from games.ledger.logs import Sitter, recorded
from games.ledger.replay import Unreplayable, check_identical
from games.ledger.rows import moderator_of, plain_of, stored_play
from games.models import Game
from games.models.waiting import CALLED_OFF
from games.process import doorbell
from personas.models import Player
from personas.versions import pins_now

Status = Game.Status


# --- paused, resumed, called off --------------------------------------------------------------------------------------


def pause_game(*, game: Game, reason: str = "paused by hand") -> Game:
    """Lets nobody be asked until it is resumed; an answer that is on its way is still taken. Raises WrongGame."""
    return _change(game, (Status.SCHEDULED, Status.RUNNING), "paused", status=Status.PAUSED, waiting=reason[:200])


def resume_game(*, game: Game) -> Game:
    """Lets a paused game go on as soon as somebody claims it; one that failed before need not wait out its pause.
    Raises WrongGame."""
    if game.started_at:
        begun = {"status": Status.RUNNING, "due_at": timezone.now(), "failures": 0}
    else:
        begun = {"status": Status.SCHEDULED}
    return _change(game, (Status.PAUSED,), "resumed", waiting="", **begun)


def void_game(*, game: Game, reason: str = CALLED_OFF) -> Game:
    """Ends a game without a result; what was played stays readable. Raises WrongGame."""
    unfinished = (Status.SCHEDULED, Status.RUNNING, Status.PAUSED)
    free = {"lease_owner": None, "lease_expires_at": None}
    return _change(game, unfinished, "called off", status=Status.VOID, waiting=reason[:200], **free)


def _change(game: Game, among: Sequence[str], done: str, **fields: Any) -> Game:
    if not Game.objects.filter(pk=game.pk, status__in=among).update(**fields):
        game.refresh_from_db()
        raise WrongGame(f"game {game.public_id} is {game.status} and cannot be {done}")
    doorbell.ring_all_after_commit(game.pk)
    game.refresh_from_db()
    return game


def update_exhibition(*, game: Game) -> Game:
    """Has a game of no season asked as its players and their models are now. Raises WrongGame."""
    if game.terms.get("season"):
        raise WrongGame(f"game {game.public_id} is brought up to date with its season, and not alone")
    players = Player.objects.filter(seats__game=game).select_related("persona", "model")
    changed, left = ask_as_pinned(games=Game.objects.filter(pk=game.pk), pins=pins_now(players=list(players)))
    if left:
        raise WrongGame(f"game {game.public_id} is being played; pause it first")
    if not changed:
        raise WrongGame(f"game {game.public_id} is {game.status}, or nothing has changed since it was made")
    return changed[0]


# --- played again ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    """What playing a stored game again came to: identical with its hash (None before the end), or where it differs."""

    events: int
    hash: str | None
    seq: int | None = None
    message: str = ""

    @property
    def is_identical(self) -> bool:
        return self.seq is None


def replay_game(*, game: Game) -> Report:
    """Plays a stored game again from its journal and compares every event, and the hash and commitment of a finished
    one. Raises Unreplayable when these rules do not play it; the message names the release that does."""
    ledger, journal = stored_play(game)
    stored = [plain_of(row) for row in ledger]
    try:
        moderator = moderator_of(game, ledger, journal)
        if game.status == Status.FINISHED:
            again = recorded(
                moderator, release=game.release, salt=game.salt, sitters=[Sitter()] * len(moderator.deal.roles)
            )
            check_identical(again, stored, game.hash, game.commitment, game.winner, game.rounds)
    except Diverged as error:
        return Report(len(ledger), game.hash or None, error.seq, str(error))
    except (LookupError, WrongOption) as error:
        raise Unreplayable(f"{error}; release {game.release} plays game {game.public_id}") from error
    return Report(len(ledger), game.hash or None)
