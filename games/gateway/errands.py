"""What a model is asked beside the games: to show that it can play, and to write a persona of its own. Each call is in
the ledger, and paid like any: it draws on the day's budget and whatever else it is made for.

Law of a probe: what it finds (how the model takes to be asked) is kept with the model, so that its first game does not
begin with refusals. Probed is who has given each kind of answer so that it stood, in the newest probe that came to its
end (games.gateway.probing): one that can do less than before is no longer. Law of a persona: it is written before
anything is dealt, and one that cannot stand is nobody's.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from games.agents.agent import TRIES
from games.agents.author import is_spent, persona_request, read_persona, retort_to
from games.agents.providers import Retort
from games.agents.room import PROMPT_CUT
from games.agents.trials.smallest import QUESTIONS, exchange_about, long_exchange
from games.billing.budgets import Purse
from games.billing.failing import MOST_LATE
from games.billing.money import in_dollars
from games.billing.prices import FREE, rates_of
from games.gateway.by_hand import curl_of
from games.gateway.capabilities import KNOWN, asked_of, keep_manners, longest_call
from games.gateway.clients import called
from games.gateway.one_off import Errand, Messenger, NoReply, errand_for, messenger
from games.gateway.probing import Spare, ask_patiently, likely_cost, said_and_why, try_out, worst_cost
from games.gateway.reckoning.lengths import lengths_of
from games.models import Account, Call
from personas.models import LanguageModel, Persona, PersonaStatus, Player
from personas.roster import create_persona
from personas.sheet import Sheet

logger = structlog.get_logger(__name__)
_NAMESAKES: Final = 100  # slugs that are tried for one name


# --- whether it can play ---------------------------------------------------------------------------------------------


class CannotProbe(Exception):
    """A model that cannot be tried out; the message says why."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one question: "" when an answer stood, else what the last one was and why it could not; and what
    went wrong `before` that, as answers that were sent back and failures of the provider."""

    question: str
    fault: str
    seconds: float
    cost: Decimal
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found of a model: the rung it stands on, the name it returns, and what came of each question."""

    rung: str
    returned_model: str
    findings: tuple[Finding, ...]

    @property
    def cost(self) -> Decimal:
        """What the probe cost, in US dollars."""
        return sum((finding.cost for finding in self.findings), Decimal(0))

    @property
    def is_fit(self) -> bool:
        """Whether every answer stood."""
        return not any(finding.fault for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a probe is: how many questions, for how many US dollars, likely and at the most; what is refused costs
    nothing."""

    questions: int
    worst: Decimal
    likely: Decimal

    @property
    def price(self) -> str:
        """Both in words."""
        if not self.worst:
            return "nothing"
        return f"likely {in_dollars(self.likely)}, at most {in_dollars(self.worst)}"


def trial_of(model: LanguageModel) -> Trial:
    """What a model would be probed by, and for how much. Raises CannotProbe."""
    rates = _errand(model).rates
    asked = asked_of(model)
    worst = worst_cost(asked, rates)
    likely = likely_cost(asked, rates, lengths_of(model).of("").reasoned)
    return Trial(len(QUESTIONS), worst, min(likely, worst))


def probe_model(
    *,
    model: LanguageModel,
    tell: Callable[[Finding], object] = lambda _: None,
    keep: Callable[[Probe], AbstractContextManager[None]] = lambda _: nullcontext(),
    seconds: float | None = None,
) -> Probe:
    """Asks a model each kind of question, tells each finding, and keeps what was found, within what `keep` makes of
    it. It takes so many `seconds` at most, where that is said. Raises CannotProbe; what was known of the model stands
    then.

    To be called where no event loop runs. Each refusal of a way to ask costs nothing and is asked again on the next
    rung; what else is asked again games.gateway.probing says.
    """
    findings, returned, spare = [], "", Spare()
    newcomer = copy(model)
    # A server may have learnt something since.
    newcomer.rung, newcomer.without, newcomer.thinks, newcomer.probed_at = "", "", False, None
    try:
        with messenger(_errand(newcomer), seconds=seconds) as sent:
            for question in QUESTIONS:
                exchange = exchange_about(question, asked_of(model))
                tried = try_out(sent, exchange, spare)
                fault = said_and_why(tried.brought) if tried.brought.fault else ""
                findings.append(Finding(type(question).__name__, fault, tried.seconds, tried.cost, tried.before))
                returned = tried.brought.reply.model or returned
                tell(findings[-1])
            manners, provider = sent.manners(), sent.provider()
            if rates_of(model, timezone.now()) == FREE:  # a server of one's own
                _hold_against_cutting(sent, model, spare)
    except NoReply as error:
        raise CannotProbe(str(error)) from error
    probe = Probe(manners.rung, returned, tuple(findings))
    now = timezone.now()
    with transaction.atomic(), keep(probe):
        keep_manners(model=model, manners=manners, since=now.timestamp())
        LanguageModel.objects.filter(pk=model.pk).update(probed_at=now if probe.is_fit else None)
    KNOWN.find(provider, model.model_name, manners, since=now.timestamp())
    model.refresh_from_db()
    return probe


def _hold_against_cutting(sent: Messenger, model: LanguageModel, spare: Spare) -> None:
    """Raises NoReply where a server cuts a long prompt without a word. One that refuses it says so in games, too."""
    exchange = long_exchange(asked_of(model))
    try:
        ask_patiently(sent, exchange, spare, [])
    except NoReply as error:
        if str(error).startswith(PROMPT_CUT):
            raise


def _errand(model: LanguageModel) -> Errand:
    try:
        return errand_for(Call.Purpose.PROBE, model)
    except NoReply as error:
        raise CannotProbe(str(error)) from error


# --- a persona of its own --------------------------------------------------------------------------------------------


class CannotWrite(Exception):
    """A model that wrote no persona; the message says why. `is_final`: it will not mend by itself."""

    def __init__(self, message: str, *, is_final: bool = True) -> None:
        super().__init__(message)
        self.is_final = is_final


def generate_persona(
    *,
    model: LanguageModel,
    season: str = "",
    cap: Decimal | None = None,
    written_for: str = "",
    table: Sequence[str] = (),
    made: Callable[[Player], object] = lambda _: None,
) -> Player:
    """Lets a model write a persona and makes it a player on that model. It is paid from the day's budget and, where it
    is for one, from a season's, whose account is opened with `cap`. Its name is no other persona's; where it is
    `written_for` one game it is nobody's else at that `table`. What is written for a season is approved,
    what is written for none a draft. `made` is called in the transaction that stores it. Raises CannotWrite.

    To be called where no event loop runs and outside of transactions: the model may think for minutes.
    """
    # Those of one game are in no list where two of a name would be confused, and models like the same few names.
    league = Persona.objects.filter(written_for="").order_by("pk").values_list("name", flat=True)
    taken = list(table) if written_for else list(league)
    try:
        purse = Purse(Account.Scope.SEASON, season, cap) if season else None
        sheet = _written(errand_for(Call.Purpose.PERSONA, model, season=purse), taken)
    except NoReply as error:
        if season and (lost := _lost_in_a_row(model=model, season=season)) >= MOST_LATE:
            cure = "raise LEAGUE_CALL_TIMEOUT or lower its effort, then resume"
            raise CannotWrite(f"{error}, {lost} times in a row, and each may be billed: {cure}") from error
        raise CannotWrite(str(error), is_final=error.is_final) from error
    status = PersonaStatus.APPROVED if season else PersonaStatus.DRAFT
    player = _stored(sheet, model, status, written_for, made)
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


def _stored(
    sheet: Sheet,
    model: LanguageModel,
    status: str,
    written_for: str = "",
    made: Callable[[Player], object] = lambda _: None,
) -> Player:
    """The sheet as a persona and player; where its slug is taken it gets a number. Where somebody was faster to store
    one that is written for the same, it is that player."""
    first = 1 + Persona.objects.filter(name__iexact=sheet.name).count()
    for number in range(first, first + _NAMESAKES):
        suffix = "" if number == 1 else f"_{number}"
        try:
            with transaction.atomic():
                new = create_persona(sheet=sheet, suffix=suffix, model=model, written_for=written_for, status=status)
                made(new)
                return new
        except IntegrityError:
            if player := written_before(written_for=written_for, model=model):
                return player
    raise CannotWrite(f"there are {_NAMESAKES} personas of the name {sheet.name!r} already")


def written_before(*, written_for: str, model: LanguageModel) -> Player | None:
    """The player that this model wrote for one game, if it has."""
    written = Player.objects.filter(persona__written_for=written_for, model=model).select_related("persona", "model")
    return written.first() if written_for else None


def _lost_in_a_row(*, model: LanguageModel, season: str) -> int:
    """How many calls for a season's personas may have been paid and brought nothing, since this model wrote one."""
    calls = Call.objects.filter(purpose=Call.Purpose.PERSONA, language_model=model, season=season)
    heard = calls.filter(status=Call.Status.ANSWERED).aggregate(last=Max("pk"))["last"] or 0
    return calls.filter(status=Call.Status.FAILED, cost__gt=0, pk__gt=heard).count()


def longest_writing() -> timedelta:
    """How long a model may be at one persona, all tries together."""
    return TRIES * longest_call()


# --- by hand ---------------------------------------------------------------------------------------------------------


def by_hand(calls: Sequence[Call]) -> dict[int, str]:
    """By their keys, lines for a shell that send calls again, without a key in them; "" where one is not to be had. For
    who may see secrets."""
    return {call.pk: curl_of(call) for call in calls}


def providers_called() -> frozenset[str]:
    """What the providers of all models are called: whose account calls to them draw on. One query."""
    return frozenset(map(called, LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE)))
