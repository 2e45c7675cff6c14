"""What is done to a game from outside: paused, resumed, stepped, brought up to date, called off, played again to be
checked. What is said of each, and who reads it, is games.directing.verbs.

Law: every change of status is one conditional UPDATE, so that two clicks do it once. How a game comes to be is in
making.py, who plays it and writes what was played in leases.py and progress.py.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import F, Q
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from games.engine.moderator import Diverged
from games.engine.ruleset import WrongOption
from games.hosting.making import WrongGame, ask_as_pinned
from games.ledger.logs import Sitter, recorded
from games.ledger.replay import Unreplayable, check_identical
from games.ledger.rows import moderator_of, plain_of, stored_play
from games.models import Game
from games.models.waiting import CALLED_OFF, WITH_SEASON
from games.process import doorbell
from personas.models import Player
from personas.versions import pins_now

Status = Game.Status
FREE: Final = {"lease_owner": None, "lease_expires_at": None}


# --- paused, resumed, called off --------------------------------------------------------------------------------------


def pause_game(*, game: Game, reason: str = "paused by hand") -> Game:
    """Lets nobody be asked until it is resumed; an answer that is on its way is still taken. One that waits with its
    season is then paused by hand, and stays so when that is resumed. Raises WrongGame."""
    among = Q(status__in=(Status.SCHEDULED, Status.RUNNING)) | Q(status=Status.PAUSED, waiting=WITH_SEASON)
    return _change(game, among, "paused", status=Status.PAUSED, waiting=reason[:200], steps_to=None)


def resume_game(*, game: Game) -> Game:
    """Lets a paused game go on as soon as somebody claims it; one that failed before need not wait out its pause.
    Raises WrongGame."""
    if game.started_at:
        begun = {"status": Status.RUNNING, "due_at": timezone.now(), "failures": 0}
    else:
        begun = {"status": Status.SCHEDULED}
    return _change(game, Q(status=Status.PAUSED), "resumed", waiting="", steps_to=None, **begun)


def step_game(*, game: Game, now: datetime) -> Game:
    """Lets a paused game go on until the poll at which it stands is answered by all who owe it an answer, and then be
    paused again; one that has not begun begins so, if it is due. Whoever still holds it has to have given it back.
    Raises WrongGame."""
    free = Q(lease_owner__isnull=True) | Q(lease_expires_at__lte=now)
    goes = {"status": Status.RUNNING, "waiting": "", "due_at": now, "failures": 0}
    is_begun = Q(started_at__isnull=False)
    may_begin = is_begun | Q(has_voices=False, due_at__lte=now)  # of voices the budgets are asked first
    begins = {"started_at": Coalesce("started_at", now), "steps_to": Greatest(F("last_poll"), 1)}
    try:
        return _change(game, Q(status=Status.PAUSED) & free & may_begin, "stepped", **goes, **begins, **FREE)
    except WrongGame as error:
        if game.status != Status.PAUSED:
            raise
        if game.started_at is None and game.has_voices:
            raise WrongGame(f"game {game.public_id} has not begun: it begins when it is resumed") from error
        if game.started_at is None and game.due_at > now:
            told = f"game {game.public_id} has not begun and is not due before {told_at(game.due_at)}"
            raise WrongGame(f"{told}: resume it, and it is played then, or step it from then on") from error
        held = f"game {game.public_id} was just paused, and what is on its way is still taken; try again in a moment"
        raise WrongGame(held) from error


def told_at(moment: datetime) -> str:
    """A moment in words."""
    return f"{moment.astimezone(UTC):%-d %b %Y, %H:%M} UTC"


def void_game(*, game: Game, reason: str = CALLED_OFF) -> Game:
    """Ends a game without a result; what was played stays readable. Raises WrongGame."""
    unfinished = Q(status__in=(Status.SCHEDULED, Status.RUNNING, Status.PAUSED))
    return _change(game, unfinished, "called off", status=Status.VOID, waiting=reason[:200], steps_to=None, **FREE)


def _change(game: Game, among: Q, done: str, **fields: Any) -> Game:
    if not Game.objects.filter(among, pk=game.pk).update(**fields):
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
