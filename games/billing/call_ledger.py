"""The call ledger's verbs. Law: no request leaves before its row is written with the worst that it may cost reserved,
and every row comes to an end: with what the provider told, or, where nobody heard the end, at that worst.

What many games intend at one moment is written in one transaction; what came of a call is written with the answer that
it brought (games.hosting.progress).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.agents.providers import ProviderError, Reply, Request, Usage
from games.billing.budgets import Accounts, Denied, Purse, purses_of, purses_of_model
from games.billing.money import day_of
from games.billing.prices import Rates
from games.billing.words import Words, keep_requests, words_of
from games.models import Account, Call, CallRecord, Game, KillSwitch
from games.models.plain_sql import insert_each, update
from personas.models import LanguageModel

logger = structlog.get_logger(__name__)
FRAMING: Final = 512  # tokens for what a provider puts around the text of a request, at most
LONGEST_SAID: Final = 16_384  # characters of an answer that are kept beside the raw response
OUTCOME: Final = (
    "status",
    "cost",
    "latency",
    "said",
    "fault",
    "error",
    "returned_model",
    "fingerprint",
    "input_tokens",
    "cached_tokens",
    "cache_written_tokens",
    "output_tokens",
    "reasoning_tokens",
)
STOPPED: Final = Denied("all calls are stopped by the kill switch", is_final=True, is_stopped=True)


@dataclass(frozen=True, slots=True)
class Intent:
    """A call that somebody wants to make: its row, still unsaved, what it draws on, and the words of the request."""

    call: Call
    purses: tuple[Purse, ...]
    words: Words | None = None

    @property
    def without_words(self) -> "Intent":
        """The same for as long as the model thinks: its words are in the database by then, and they are long."""
        return replace(self, words=None)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a call came to. `said` and `fault`: the answer and why it could not stand; `error`: why there is none."""

    call: Call
    purses: tuple[Purse, ...]
    status: str
    cost: Decimal
    latency: float
    usage: Usage | None = None
    said: str = ""
    fault: str = ""
    error: str = ""
    returned_model: str = ""
    fingerprint: str = ""
    response: str = ""
    thinking: str = ""

    @property
    def unsure(self) -> Decimal:
        """How much of the cost nobody told: all of it, or nothing."""
        return self.cost if self.usage is None else Decimal(0)


def worst_of(request: Request, rates: Rates) -> Decimal:
    """The most that a request can cost, in US dollars."""
    return rates.worst(read=request.size + FRAMING, written=request.most_tokens)


def intent_for(
    request: Request, *, to: str, model: LanguageModel, rates: Rates, purses: Sequence[Purse], **row: Any
) -> Intent:
    """The intention to send a request to the provider `to`, with its worst as what is to be reserved; `row` is what the
    call's row says besides."""
    call = Call(
        ident=request.id,
        language_model=model,
        provider=to,
        model=request.model,
        rung=request.rung,
        without=" ".join(sorted(request.without)),
        reserved=worst_of(request, rates),
        **row,
    )
    return Intent(call, tuple(purses), words_of(request))


def answered(intent: Intent, reply: Reply, rates: Rates, latency: float, fault: str = "") -> Settlement:
    """The end of a call that brought a reply. It costs the tokens that it took, also where its answer could not stand
    (`fault` says why); what the provider did not count is taken for the worst, and so is what it counted in a tier of
    which nobody knows the price: no tokens stand beside that either."""
    call, usage = intent.call, reply.usage
    cost = call.reserved if usage is None else rates.cost(usage, reply.tier)
    if usage is not None and not rates.is_priced(reply.tier):
        told = {"call": call.ident, "tier": reply.tier[:40], "cost": str(cost)}
        logger.warning("a call was served in a tier that has no price", **told)
        usage = None
    if cost > call.reserved:
        # The bound is bytes for tokens: whatever comes here is a price or a provider that is not what it was.
        logger.error("a call cost more than was reserved", call=call.ident, cost=str(cost), reserved=str(call.reserved))
    return Settlement(
        call,
        intent.purses,
        Call.Status.ANSWERED,
        cost,
        latency,
        usage=usage,
        said=reply.text[:LONGEST_SAID],
        fault=fault,
        returned_model=reply.model[:120],
        fingerprint=reply.fingerprint[:120],
        response=reply.raw,
        thinking=reply.thinking[:LONGEST_SAID],
    )


def unanswered(intent: Intent, error: ProviderError, latency: float) -> Settlement:
    """The end of a call that brought no reply: it cost nothing, unless it may have been answered all the same."""
    cost = intent.call.reserved if error.is_spent else Decimal(0)
    refused = error.status is not None and 400 <= error.status < 500
    status = Call.Status.REFUSED if refused else Call.Status.FAILED
    return Settlement(intent.call, intent.purses, status, cost, latency, error=str(error), response=error.raw)


def unsent(intent: Intent) -> Settlement:
    """The end of a call whose row was written, and whose request nobody was left to send."""
    return Settlement(intent.call, intent.purses, Call.Status.FAILED, Decimal(0), 0.0, error="it was not sent")


def intend_calls(
    *, intents: Sequence[Intent], accounts: Accounts | None = None, repeated: bool = False
) -> list[Denied | None]:
    """Writes the rows of calls and reserves what each may cost; for each says None, or why it may not be made.

    With `accounts` it is part of whoever's transaction those are locked in, and they are closed there. `repeated`: an
    earlier try may have written them already, and reserved for them.
    """
    if accounts is None:
        with transaction.atomic():
            accounts = Accounts(purse for intent in intents for purse in intent.purses)
            denied = intend_calls(intents=intents, accounts=accounts, repeated=repeated)
            accounts.close()
        return denied
    if not intents:
        return []
    if repeated:
        idents = [intent.call.ident for intent in intents]
        written = dict(Call.objects.filter(ident__in=idents).values_list("ident", "pk"))
        for intent in intents:
            intent.call.pk = written.get(intent.call.ident)
        others = iter(intend_calls(intents=[intent for intent in intents if intent.call.pk is None], accounts=accounts))
        return [None if intent.call.ident in written else next(others) for intent in intents]
    if KillSwitch.objects.filter(is_on=True).exists():
        return [STOPPED] * len(intents)
    denied = [accounts.reserve(intent.purses, intent.call.reserved) for intent in intents]
    made = [intent for intent, reason in zip(intents, denied, strict=True) if reason is None]
    insert_each([intent.call for intent in made])
    keep_requests(requests=[(intent.call, intent.words) for intent in made if intent.words])
    return denied


def mark_sent(*, calls: Iterable[int]) -> None:
    """Says of calls that their requests have left; told for people, decided is nothing by it."""
    Call.objects.filter(pk__in=list(calls), status=Call.Status.INTENDED).update(status=Call.Status.SENT)


def settle_calls(*, settlements: Sequence[Settlement], accounts: Accounts | None = None) -> None:
    """Writes what calls came to, once for each: a call that was settled already stays as it is. `accounts` as with
    intend_calls()."""
    if not settlements:
        return
    if accounts is None:
        with transaction.atomic():
            accounts = Accounts(purse for settlement in settlements for purse in settlement.purses)
            settle_calls(settlements=settlements, accounts=accounts)
            accounts.close()
        return
    ended = _first_ends(settlements)
    update(Call, OUTCOME, [(each.call.pk, _outcome(each)) for each in ended])
    told = [(each.call.pk, [each.response, each.thinking]) for each in ended if each.response or each.thinking]
    update(CallRecord, ["response", "thinking"], told)  # where the words of a call are not kept, there is no row
    for each in ended:
        accounts.settle(each.purses, each.call.reserved, each.cost, each.unsure)


def _first_ends(settlements: Sequence[Settlement]) -> list[Settlement]:
    """Those of calls that are not settled yet, one for each; their rows are locked."""
    calls = (
        Call.objects.select_for_update(no_key=True).filter(pk__in={each.call.pk for each in settlements}).order_by("pk")
    )
    left = {pk for pk, status in calls.values_list("pk", "status") if status in Call.OPEN}
    ended = []
    for each in settlements:
        if each.call.pk in left:
            left.remove(each.call.pk)
            ended.append(each)
    return ended


def _outcome(settlement: Settlement) -> list[Any]:
    """What is written of a call's end, in the order of OUTCOME."""
    used = settlement.usage
    tokens: list[int | None] = [None] * 5
    if used is not None:
        tokens = [used.input, used.cached, used.cache_written, used.output, used.reasoning]
    return [
        settlement.status,
        settlement.cost,
        settlement.latency,
        settlement.said,
        settlement.fault,
        settlement.error,
        settlement.returned_model,
        settlement.fingerprint,
        *tokens,
    ]


def orphan_calls(*, game: Game) -> int:
    """Ends the open calls for a game's answers whose player of them is gone, at the worst that they may cost; returns
    how many.

    Only for whoever holds the game's lease: another's calls under way are not orphans.
    """
    answers = Call.objects.filter(game=game, purpose=Call.Purpose.ANSWER).select_related("language_model")
    return _orphan(answers.filter(status__in=Call.OPEN))


def orphan_errands(*, before: datetime) -> int:
    """Ends the open calls that were intended before a time beside the games, or in games that are over or that nobody
    has held since then, at the worst that they may cost; returns how many. The time is to be so long ago that nobody
    still waits for one. A game that is paused may be taken up by nobody for weeks, and what it has reserved would be
    missing to all others."""
    is_held = Q(game__lease_expires_at__gte=before)
    beside = ~Q(purpose=Call.Purpose.ANSWER) | Q(game__status__in=Game.OVER) | ~is_held
    errands = Call.objects.filter(beside).select_related("game", "language_model")
    return _orphan(errands.filter(status__in=Call.OPEN, created_at__lt=before))


def orphaned(call: Call, purses: tuple[Purse, ...]) -> Settlement:
    """The end of a call whose answer nobody was left to hear: it may have cost the worst."""
    seconds = (timezone.now() - call.created_at).total_seconds()
    error = "nobody was left to hear the answer"
    return Settlement(call, purses, Call.Status.ORPHANED, call.reserved, seconds, error=error)


def _orphan(calls: Iterable[Call]) -> int:
    settlements = [orphaned(call, _drawn_on(call)) for call in calls]
    settle_calls(settlements=settlements)
    if settlements:
        logger.warning("calls were orphaned", calls=len(settlements), first=settlements[0].call.ident)
    return len(settlements)


def _drawn_on(call: Call) -> tuple[Purse, ...]:
    """The accounts in which a stored call has reserved."""
    day = day_of(call.created_at)
    asked = purses_of_model(call.language_model.slug, call.provider) if call.language_model is not None else ()
    if call.game is not None:
        return (*purses_of(call.game, day, call.purpose), *asked)
    purses = (Purse(Account.Scope.DAY, day.isoformat(), None),)
    return (*purses, Purse(Account.Scope.SEASON, call.season, None), *asked) if call.season else (*purses, *asked)
