"""Another model for a seat, from its next answer on: for the provider that is gone in the middle of a game.

Law: the persona stays who it is, with its sheet, its level and what it remembered; only who is asked changes. What was
answered keeps its model. The game is in no result from that moment on and teaches nobody, and says why.

What is written here is a wish: whoever plays the game takes what is on its way, as at a pause, gives the game back, and
whoever claims it then has the seat asked by the other (games.hosting.progress). So an answer of the first model that
was paid for and comes in time is taken, and no call of any seat is made twice; what it said and nobody took is not
taken for the other's. To take the game from its host was rejected: what was on its way for the other seats would have
been paid for in vain.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from games.hosting.making import WrongGame
from games.ledger.asked import model_by_now, settings_of
from games.models import Game, Seat, Substitution
from games.process import doorbell
from personas.models import LanguageModel
from personas.versions import versions_now

Status = Game.Status
LONGEST: Final = 200  # characters of a reason


def substitute_model(*, game: Game, seat: int, model: str, reason: str, now: datetime) -> LanguageModel:
    """Has another model, by its slug, answer for a seat of a game from its next answer on; returns it. Raises
    WrongGame."""
    other = LanguageModel.objects.filter(slug=model).first()
    if other is None:
        raise WrongGame(f"no model is called {model!r}", "model")
    if not other.is_active:
        raise WrongGame(f"{other.slug} is not active: new games may not ask it", "model")
    with transaction.atomic():
        # First of all, so that of two at once the second sees what the first has written.
        begun = Game.objects.filter(pk=game.pk, started_at__isnull=False, status__in=(Status.RUNNING, Status.PAUSED))
        said = f"a model was substituted: {reason}"[:LONGEST]
        if not begun.update(is_recast=True, unrated=said, due_at=now, failures=0):
            game.refresh_from_db()
            why = "has not begun" if game.status in (Status.SCHEDULED, Status.PAUSED) else f"is {game.status}"
            raise WrongGame(f"game {game.public_id} {why}, and no model can be substituted in it")
        sitting = Seat.objects.select_related("player__model", "model_version").filter(game=game, number=seat).first()
        if sitting is None:
            seats = Seat.objects.filter(game=game).count()
            raise WrongGame(f"game {game.public_id} has the seats 0 to {seats - 1}, and no seat {seat}", "seat")
        game.refresh_from_db()
        if _answers(sitting, game).pk == other.pk:
            raise WrongGame(f"{other.slug} is already asked for seat {seat}", "model")
        version = versions_now(models=[other])[other.pk]
        Substitution.objects.create(seat=sitting, model_version=version, reason=reason[:LONGEST])
        Game.objects.filter(pk=game.pk, status=Status.RUNNING).update(waiting="")
        if not other.is_offline:
            Game.objects.filter(pk=game.pk).update(has_voices=True)
        doorbell.ring_all_after_commit(game.pk)
    game.refresh_from_db()
    return other


def _answers(seat: Seat, game: Game) -> LanguageModel:
    """Who is asked for a seat by now, or will be when a host has taken it up."""
    newest = seat.substitutions.filter(taken_up_at__isnull=True).order_by("-id").first()
    if newest is not None:
        return newest.model_version.language_model
    return model_by_now(seat, settings_of(game))
