"""Has a model tell a game to those who watch. Law: no game waits for it, each moment is asked for once at most, and
whatever goes wrong (a budget, a provider, words that are not fit) leaves the moment to the house's line.

It is done beside the hosts, from the rows that they have written; the calls draw on the game's budgets like any other.
"""

import asyncio
import time
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import structlog
from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import live
from games.agents.narrator import HEARD
from games.agents.narrator.asking import narration_request, read_narration, speeches_in
from games.agents.providers import ProviderError, Request, Unfit
from games.asking import FRAMING, words_of
from games.budgets import day_of, dollars, purses_of
from games.calls import Intent, answered, intend_calls, settle_calls, unanswered
from games.earlier import asked_of
from games.engine.events import Event as Told
from games.engine.events import load
from games.engine.questions import Illegal
from games.engine.viewpoint import AUDIENCE
from games.models import Call, Event, Game, Narration
from games.models.call import new_ident
from games.narrating import narrations
from games.playing import NARRATORS
from games.prices import NoPrice, Rates, rates_of
from games.switchboard import Line, NoLine, Switchboard
from personas.models import LanguageModel

logger = structlog.get_logger(__name__)
LATE: Final = timedelta(minutes=10)  # after the end of a game nobody is asked about it any more


def dictated_games(*, now: datetime) -> QuerySet[Game]:
    """The games that a model tells: those that run, and those that have just ended."""
    recent = Q(status=Game.Status.RUNNING) | Q(status=Game.Status.FINISHED, finished_at__gte=now - LATE)
    return Game.objects.filter(recent, terms__has_key="narrator").exclude(terms__narrator__in=NARRATORS)


def dictate(*, game: Game) -> int:
    """Asks the game's narrator about every moment that nobody was asked about; returns how often it told something fit.

    To be called where no event loop runs and outside of transactions.
    """
    known = set(game.narrations.values_list("after", flat=True))
    moments = [each.after for each in narrations(game.pk, game.public_id, AUDIENCE) if each.after not in known]
    if not moments:
        return 0
    slug = str(game.terms["narrator"])
    model = LanguageModel.objects.filter(slug=slug).first()
    told = 0
    for after in moments:
        with transaction.atomic():
            row, is_ours = Narration.objects.get_or_create(game=game, after=after, defaults={"author": slug})
        if not is_ours or model is None:
            continue
        text = _asked(game, model, after)
        if text:
            Narration.objects.filter(pk=row.pk).update(text=text)
            live.ring(game.pk)
            told += 1
    return told


def _asked(game: Game, model: LanguageModel, after: int) -> str:
    public = Event.objects.filter(game=game, public_seq__lte=after).order_by("seq")
    events = [load(row.kind, row.data) for row in public.only("game_id", "kind", "data")]
    names = list(game.seats.order_by("number").values_list("alias", flat=True))
    said = list(game.narrations.filter(after__lt=after).exclude(text="").values_list("text", flat=True))
    facts = [event for event in events if event.kind in HEARD]
    request = narration_request(facts, names, said, asked_of(model))
    try:
        return asyncio.run(_dictated(game, model, rates_of(model, timezone.now()), request, events, said))
    except (NoPrice, NoLine, ProviderError) as error:
        logger.warning("the narrator was not heard", game=game.public_id, error=str(error))
        return ""


async def _dictated(
    game: Game, model: LanguageModel, rates: Rates, request: Request, events: list[Told], said: list[str]
) -> str:
    board = Switchboard()
    try:
        line = board.line(model)
        while True:
            fitted = replace(board.ladder.fit(line.provider, request), id=new_ident())
            intent = _intent(game, model, line, rates, fitted)
            cap = dollars(game.terms.get("caps") or {}, "call")
            if cap is not None and intent.call.reserved > cap:
                return ""
            (denied,) = await sync_to_async(intend_calls)([intent])
            if denied is not None:
                logger.info("the narrator is not asked", game=game.public_id, why=denied.reason)
                return ""
            began = time.monotonic()
            try:
                reply = await line.provider.ask(fitted)
            except ProviderError as error:
                await sync_to_async(settle_calls)([unanswered(intent, error, time.monotonic() - began)])
                if isinstance(error, Unfit) and board.ladder.learn(line.provider, fitted, error):
                    continue
                raise
            seconds = time.monotonic() - began
            try:
                text, fault = read_narration(reply, (each for event in events for each in speeches_in(event)), said), ""
            except Illegal as error:
                text, fault = "", str(error)
            await sync_to_async(settle_calls)([answered(intent, reply, rates, seconds, fault)])
            return text
    finally:
        await board.close()


def _intent(game: Game, model: LanguageModel, line: Line, rates: Rates, request: Request) -> Intent:
    call = Call(
        ident=request.id,
        purpose=Call.Purpose.NARRATION,
        game=game,
        language_model=model,
        provider=line.provider.name,
        model=request.model,
        rung=request.rung,
        reserved=rates.worst(read=request.size + FRAMING, written=request.most_tokens),
    )
    return Intent(call, purses_of(game, day_of(timezone.now())), words_of(request))
