"""Lets a model write a persona of its own, before it is dealt anything. Law: it is paid like any call, and draws on the
day's budget and whatever else it is written for; a persona that cannot stand is nobody's.
"""

from collections.abc import Callable, Sequence
from typing import Final

import structlog
from django.db import IntegrityError, transaction

from games.agents.author import is_spent, persona_request, read_persona, retort_to
from games.agents.providers import Retort
from games.billing.budgets import Purse
from games.gateway.capabilities import asked_of
from games.gateway.one_off import Errand, NoReply, errand_for, messenger
from games.models import Call
from personas.models import LanguageModel, Persona, Player
from personas.roster import create_persona
from personas.sheet import Sheet

logger = structlog.get_logger(__name__)
NAMESAKES: Final = 100  # slugs that are tried for one name


class CannotWrite(Exception):
    """A model that wrote no persona; the message says why. `is_final`: it will not mend by itself."""

    def __init__(self, message: str, *, is_final: bool = True) -> None:
        super().__init__(message)
        self.is_final = is_final


def generate_persona(
    *,
    model: LanguageModel,
    season: Purse | None = None,
    written_for: str = "",
    table: Sequence[str] = (),
    made: Callable[[Player], object] = lambda _: None,
) -> Player:
    """Lets a model write a persona and makes it a player on that model. Its name is no other persona's; where it is
    `written_for` one game it is nobody's else at that `table`. `made` is called in the transaction that stores it.
    Raises CannotWrite.

    To be called where no event loop runs and outside of transactions: the model may think for minutes.
    """
    # Those of one game are in no list where two of a name would be confused, and models like the same few names.
    league = Persona.objects.filter(written_for="").order_by("pk").values_list("name", flat=True)
    taken = list(table) if written_for else list(league)
    try:
        sheet = _written(errand_for(Call.Purpose.PERSONA, model, season=season), taken)
    except NoReply as error:
        raise CannotWrite(str(error), is_final=error.is_final) from error
    player = store_written(sheet=sheet, model=model, written_for=written_for, made=made)
    logger.info("a model has written a persona", model=model.slug, player=player.player_id)
    return player


def _written(errand: Errand, taken: Sequence[str]) -> Sheet:
    retorts: tuple[Retort, ...] = ()
    fault = ""
    with messenger(errand) as sent:
        while not is_spent(retorts):
            request = persona_request(asked_of(errand.model), taken, retorts)
            brought = sent.ask(request, lambda reply: read_persona(reply, taken), len(retorts) + 1)
            if brought.value is not None:
                return brought.value
            fault = brought.fault
            retorts = (*retorts, retort_to(brought.reply, fault))
    raise CannotWrite(f"{errand.model.slug} wrote no persona that can stand: {fault}")


def store_written(
    *, sheet: Sheet, model: LanguageModel, written_for: str = "", made: Callable[[Player], object] = lambda _: None
) -> Player:
    """The sheet as a persona and player; where its slug is taken it gets a number. Where somebody was faster to store
    one that is written for the same, it is that player."""
    first = 1 + Persona.objects.filter(name__iexact=sheet.name).count()
    for number in range(first, first + NAMESAKES):
        suffix = "" if number == 1 else f"_{number}"
        try:
            with transaction.atomic():
                new = create_persona(sheet=sheet, suffix=suffix, model=model, written_for=written_for)
                made(new)
                return new
        except IntegrityError:
            if player := written_before(written_for=written_for, model=model):
                return player
    raise CannotWrite(f"there are {NAMESAKES} personas of the name {sheet.name!r} already")


def written_before(*, written_for: str, model: LanguageModel) -> Player | None:
    """The player that this model wrote for one game, if it has."""
    written = Player.objects.filter(persona__written_for=written_for, model=model).select_related("persona", "model")
    return written.first() if written_for else None
