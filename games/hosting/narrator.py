"""Has a model tell a game to those who watch. Law: no game waits for it, each moment is asked for once at most (the
summary of a game that is over once again, with the reason), and whatever goes wrong (a budget, a provider, words that
are not fit) leaves the moment to the house's line.

It is done beside the hosts, from the rows that they have written; the calls draw on the game's budgets like any other.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from games.agents.narrator import Record, heard
from games.agents.narrator.asking import (
    CLOSING_TRIES,
    closing_request,
    narration_request,
    read_closing,
    read_narration,
    retort_to,
    speeches_in,
)
from games.agents.providers import Reply, Retort
from games.engine.events import load
from games.engine.viewpoint import AUDIENCE
from games.gateway.capabilities import asked_of
from games.gateway.one_off import NoReply, errand_for, messenger
from games.hosting.leases import ANY, Wanted
from games.ledger.narrations import lines_for, narrations
from games.ledger.shown import shown_until
from games.models import Call, Event, Game, Narration
from games.models.game import NARRATORS
from games.process import doorbell
from personas.models import LanguageModel

logger = structlog.get_logger(__name__)
LATE: Final = timedelta(minutes=10)  # after the end of a game nobody is asked about it any more


def dictated_games(*, now: datetime, wanted: Wanted = ANY) -> QuerySet[Game]:
    """The games wanted that a model tells: those that run, and those that have just ended."""
    recent = Q(status=Game.Status.RUNNING) | Q(status=Game.Status.FINISHED, finished_at__gte=now - LATE)
    return Game.objects.filter(recent, wanted.condition, terms__has_key="narrator").exclude(
        terms__narrator__in=NARRATORS
    )


def dictate(*, game: Game) -> int:
    """Asks the game's narrator about every moment that nobody was asked about; returns how often it told something fit.

    To be called where no event loop runs and outside of transactions.
    """
    known = set(game.narrations.values_list("after", flat=True))
    until = shown_until(game)
    moments = [each for each in narrations(game.pk, lines_for(game), AUDIENCE, until) if each.after not in known]
    if not moments:
        return 0
    slug = str(game.terms["narrator"])
    model = LanguageModel.objects.filter(slug=slug).first()
    told = 0
    for moment in moments:
        with transaction.atomic():
            row, is_ours = Narration.objects.get_or_create(game=game, after=moment.after, defaults={"author": slug})
        if not is_ours or model is None:
            continue
        if moment.record is None:
            text = _asked(game, model, moment.after)
        else:
            text = _asked_to_close(game, model, moment.record)
        if text:
            Narration.objects.filter(pk=row.pk).update(text=text)
            doorbell.ring(game.pk)
            told += 1
    return told


def _asked(game: Game, model: LanguageModel, after: int) -> str:
    public = Event.objects.filter(game=game, public_seq__lte=after).order_by("seq")
    events = [load(row.kind, row.data) for row in public.only("game_id", "kind", "data")]
    names = list(game.seats.order_by("number").values_list("alias", flat=True))
    said = list(game.narrations.filter(after__lt=after).exclude(text="").values_list("text", flat=True))
    kinds = heard()
    facts = [event for event in events if event.kind in kinds]
    request = narration_request(facts, names, said, asked_of(model))

    def read(reply: Reply) -> str:
        return read_narration(reply, (each for event in events for each in speeches_in(event)), said)

    try:
        with messenger(errand_for(Call.Purpose.NARRATION, model, game=game)) as sent:
            return sent.ask(request, read).value or ""
    except NoReply as error:
        logger.warning("the narrator was not heard", game=game.public_id, error=str(error))
        return ""


def _asked_to_close(game: Game, model: LanguageModel, record: Record) -> str:
    """The summary of a game that is over: what it says is held against the record, and asked for once again."""
    public = Event.objects.filter(game=game, public_seq__isnull=False).only("game_id", "kind", "data")
    speeches = [words for row in public for words in speeches_in(load(row.kind, row.data))]
    retorts: tuple[Retort, ...] = ()
    try:
        with messenger(errand_for(Call.Purpose.NARRATION, model, game=game)) as sent:
            while len(retorts) < CLOSING_TRIES:
                request = closing_request(record, asked_of(model), retorts)
                brought = sent.ask(request, lambda reply: read_closing(reply, record, speeches), len(retorts) + 1)
                if brought.value is not None:
                    return brought.value
                logger.info("a summary was refused", game=game.public_id, model=model.slug, reason=brought.fault)
                retorts = (*retorts, retort_to(brought.reply, brought.fault))
    except NoReply as error:
        logger.warning("the narrator was not heard", game=game.public_id, error=str(error))
    return ""
