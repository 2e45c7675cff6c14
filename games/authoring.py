"""Lets a model write a persona of its own, before it is dealt anything. Law: it is paid like any call, and draws on the
day's budget and whatever else it is written for; a persona that cannot stand is nobody's.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.agents.author import is_spent, persona_request, read_persona, retort_to
from games.agents.providers import ProviderError, Retort, Unfit
from games.asking import FRAMING, words_of
from games.budgets import Purse, day_of
from games.calls import Intent, answered, intend_calls, settle_calls, unanswered
from games.earlier import asked_of
from games.engine.questions import Illegal
from games.models import Call
from games.models.call import new_ident
from games.prices import NoPrice, Rates, rates_of
from games.switchboard import Line, NoLine, Switchboard
from personas.models import LanguageModel, Persona, Player
from personas.roster import create_persona
from personas.sheet import Sheet

logger = structlog.get_logger(__name__)
NAMESAKES: Final = 100  # slugs that are tried for one name


class CannotWrite(Exception):
    """A model that wrote no persona; the message says why."""


def generate_persona(*, model: LanguageModel, purses: Sequence[Purse] = ()) -> Player:
    """Lets a model write a persona and makes it a player on that model. Its name is no other persona's. Raises
    CannotWrite.

    To be called where no event loop runs and outside of transactions: the model may think for minutes.
    """
    try:
        rates = rates_of(model, timezone.now())
    except NoPrice as error:
        raise CannotWrite(str(error)) from error
    day = Purse("day", day_of(timezone.now()).isoformat(), settings.LEAGUE_DAY_CAP)
    taken = list(Persona.objects.values_list("name", flat=True))
    sheet = asyncio.run(_written(model, rates, (day, *purses), taken))
    player = stored(sheet, model)
    logger.info("a model has written a persona", model=model.slug, player=player.player_id)
    return player


def stored(sheet: Sheet, model: LanguageModel) -> Player:
    """The sheet as a persona and player; where its slug is taken it gets a number."""
    for number in range(1, NAMESAKES):
        try:
            with transaction.atomic():
                return create_persona(sheet=sheet, suffix="" if number == 1 else f"_{number}", model=model)
        except IntegrityError:
            continue
    raise CannotWrite(f"there are {NAMESAKES} personas of the name {sheet.name!r} already")


async def _written(model: LanguageModel, rates: Rates, purses: tuple[Purse, ...], taken: Sequence[str]) -> Sheet:
    board = Switchboard()
    try:
        line = board.line(model)
        retorts: tuple[Retort, ...] = ()
        reason = ""
        while not is_spent(retorts):
            outcome = await _tried(board, line, model, rates, purses, taken, retorts)
            if isinstance(outcome, Sheet):
                return outcome
            if outcome is not None:
                retort, reason = outcome
                retorts = (*retorts, retort)
        raise CannotWrite(f"{model.slug} wrote no persona that can stand: {reason}")
    except NoLine as error:
        raise CannotWrite(str(error)) from error
    finally:
        await board.close()


async def _tried(
    board: Switchboard,
    line: Line,
    model: LanguageModel,
    rates: Rates,
    purses: tuple[Purse, ...],
    taken: Sequence[str],
    retorts: tuple[Retort, ...],
) -> Sheet | tuple[Retort, str] | None:
    """One call: the sheet, or what is wrong with it; None where the model is to be asked in another way."""
    request = board.ladder.fit(line.provider, persona_request(asked_of(model), retorts, new_ident()))
    call = Call(
        ident=request.id,
        purpose=Call.Purpose.PERSONA,
        language_model=model,
        try_number=len(retorts) + 1,
        provider=line.provider.name,
        model=request.model,
        rung=request.rung,
        reserved=rates.worst(read=request.size + FRAMING, written=request.most_tokens),
    )
    intent = Intent(call, purses, words_of(request))
    (denied,) = await sync_to_async(intend_calls)([intent])
    if denied is not None:
        raise CannotWrite(denied.reason)
    began = time.monotonic()
    try:
        reply = await line.provider.ask(request)
    except ProviderError as error:
        await sync_to_async(settle_calls)([unanswered(intent, error, time.monotonic() - began)])
        if isinstance(error, Unfit) and board.ladder.learn(line.provider, request, error):
            return None
        raise CannotWrite(str(error)) from error
    seconds = time.monotonic() - began
    try:
        sheet, fault = read_persona(reply, taken), ""
    except Illegal as error:
        sheet, fault = None, str(error)
    await sync_to_async(settle_calls)([answered(intent, reply, rates, seconds, fault)])
    return sheet if sheet is not None else (retort_to(reply, fault), fault)
