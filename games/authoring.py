"""Lets a model write a persona of its own, before it is dealt anything. Law: it is paid like any call, and draws on the
day's budget and whatever else it is written for; a persona that cannot stand is nobody's.
"""

from collections.abc import Sequence
from typing import Final

import structlog
from django.db import IntegrityError, transaction

from games.agents.author import is_spent, persona_request, read_persona, retort_to
from games.agents.providers import Retort
from games.budgets import Purse
from games.earlier import asked_of
from games.errands import Messenger, NoReply, errand_for, run
from games.models import Call
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
    taken = list(Persona.objects.values_list("name", flat=True))

    async def until_one_stands(messenger: Messenger) -> Sheet:
        retorts: tuple[Retort, ...] = ()
        fault = ""
        while not is_spent(retorts):
            request = persona_request(asked_of(model), retorts)
            brought = await messenger.ask(request, lambda reply: read_persona(reply, taken), len(retorts) + 1)
            if brought.value is not None:
                return brought.value
            fault = brought.fault
            retorts = (*retorts, retort_to(brought.reply, fault))
        raise CannotWrite(f"{model.slug} wrote no persona that can stand: {fault}")

    try:
        sheet = run(errand_for(Call.Purpose.PERSONA, model, purses=purses), until_one_stands)
    except NoReply as error:
        raise CannotWrite(str(error)) from error
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
