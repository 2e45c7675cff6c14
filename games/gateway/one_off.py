"""A call to a model beside the games: a probe, a persona, a line of the narrator, what a player learned. Law: it is
made once, its row is written before its request leaves, and it draws on the day's budget and whatever else it is made
for.

Nobody waits for an errand as a game waits for an answer: what goes wrong is told in one sentence, and whoever sent it
decides. Only where a provider refuses the way of asking, which costs nothing, is it asked in the next way. It goes by
the gates and limits of the games, and what it learns they learn; it waits a moment for its turn, and for no gate.

Rows are written in the thread that runs the errand, between two turns of a loop of its own that does nothing but ask:
so it needs no second connection to the database, and runs for a page that is served over ASGI as for a command.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final, Generic, TypeVar

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.agents.agent import prompt_fault
from games.agents.providers import (
    Barred,
    Busy,
    Down,
    Ladder,
    Manners,
    Provider,
    ProviderError,
    Reply,
    Request,
    Unfit,
    reply_of,
)
from games.agents.room import PROMPT_CUT
from games.billing.budgets import Denied, Purse, purses_of, purses_of_model
from games.billing.call_ledger import Intent, answered, intend_calls, intent_for, settle_calls, unanswered
from games.billing.money import day_of
from games.billing.prices import NoPrice, Rates, rates_of
from games.engine.questions import Illegal
from games.gateway.allowance import Claim
from games.gateway.capabilities import keep_manners
from games.gateway.circuit_breaker import Halted, Shut, why_barred
from games.gateway.clients import Line, NoLine, Switchboard, called
from games.models import Account, Game
from games.models.call import CallPurpose, new_ident
from personas.models import LanguageModel
from personas.versions import asked_now, digest_of

T = TypeVar("T")
FIRST: Final = 1
LONGEST_WAIT: Final = 30.0  # seconds for one's turn, and for money that others have reserved
LOOK: Final = 0.25  # seconds between two looks at it
SHORTEST: Final = 5.0  # seconds that a request needs: with less nobody is asked, for one that is cut off may be paid


class NoReply(Exception):
    """Nothing came back, or nothing could be sent: no price, no key, no budget, or a provider's error. The message says
    which. `is_final`: it will not mend by itself."""

    def __init__(self, message: str, *, is_final: bool) -> None:
        super().__init__(message)
        self.is_final = is_final


class Unheard(NoReply):
    """The provider was busy or failing, and nothing was spent: it may be asked again, `after` so many seconds where it
    has said how many."""

    def __init__(self, message: str, *, after: float | None) -> None:
        super().__init__(message, is_final=False)
        self.after = after


@dataclass(frozen=True, slots=True)
class Errand:
    """What calls are made for, of which model at what rates. They draw on a game's accounts, or on the day's and, where
    it is for one, on a season's; and on the model's own and its provider's."""

    purpose: CallPurpose
    model: LanguageModel
    rates: Rates
    game: Game | None = None
    season: Purse | None = None
    seat: int | None = None

    def purses(self, day: date) -> tuple[Purse, ...]:
        """The accounts that a call of a day draws on."""
        asked = purses_of_model(self.model.slug, called(self.model))
        if self.game is not None:
            return (*purses_of(self.game, day, self.purpose), *asked)
        today = Purse(Account.Scope.DAY, day.isoformat(), settings.LEAGUE_DAY_CAP)
        return (today, *asked) if self.season is None else (today, self.season, *asked)


@dataclass(frozen=True, slots=True)
class Brought(Generic[T]):
    """What an errand brought: what was read from the reply, or None and the fault in it; with what it took."""

    value: T | None
    fault: str
    reply: Reply
    seconds: float
    cost: Decimal


def errand_for(
    purpose: CallPurpose,
    model: LanguageModel,
    *,
    game: Game | None = None,
    season: Purse | None = None,
    seat: int | None = None,
) -> Errand:
    """An errand at today's rates. Raises NoReply where nobody knows what the model costs."""
    try:
        return Errand(purpose, model, rates_of(model, timezone.now()), game, season, seat)
    except NoPrice as error:
        raise NoReply(str(error), is_final=True) from error


class Moment:
    """How long an errand waits for its turn."""

    def __init__(self) -> None:
        self._until = time.monotonic() + LONGEST_WAIT

    def is_set(self) -> bool:
        return time.monotonic() >= self._until

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def is_over(self) -> bool:
        """A gate that is closed is not waited for: whoever sent the errand decides."""
        return True


class Messenger:
    """Makes one errand's calls, over lines of its own, on a loop of its own that runs while a provider is asked; all of
    them within so many `seconds`, where somebody says so."""

    def __init__(self, errand: Errand, loop: asyncio.Runner, seconds: float | None = None) -> None:
        self._errand = errand
        self._loop = loop
        self._within = seconds
        self._began = time.monotonic()
        # What a probe finds stands when it is over, and not before: until then nobody else is to ask so.
        self._board = Switchboard(Ladder()) if errand.purpose == CallPurpose.PROBE else Switchboard()

    def ask(self, request: Request, read: Callable[[Reply], T], try_number: int = FIRST) -> Brought[T]:
        """Asks once and reads the reply, in which `read` may find a fault by raising Illegal. Raises NoReply."""
        line = self._line()
        while True:
            fitted = replace(
                self._board.ladder.fit(line.provider, request), id=new_ident(), timeout=self._in_time(request.timeout)
            )
            reply = self._sent(line, fitted, read, try_number)
            if reply is not None:
                return reply

    def manners(self) -> Manners:
        """How the model is asked by now. Raises NoReply."""
        return self._board.ladder.manners(self._line().provider, self._errand.model.model_name)

    def provider(self) -> Provider:
        """Whom the model is asked at. Raises NoReply."""
        return self._line().provider

    def rest(self, seconds: float) -> None:
        """Waits, and holds no connection meanwhile. Raises NoReply where there is no time for that."""
        self._in_time(0, after=seconds)
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            connection.close()  # back to the pool
        self._loop.run(asyncio.sleep(seconds))

    def close(self) -> None:
        """Gives up all connections."""
        self._loop.run(self._board.close())

    def _in_time(self, seconds: float, *, after: float = 0.0) -> float:
        """So many seconds, or as many of them as the errand has left `after` a while. Raises NoReply where a request
        would not have enough."""
        if self._within is None:
            return seconds
        left = self._began + self._within - time.monotonic() - after
        if left < SHORTEST:
            raise NoReply(f"it takes longer than the {self._within:g} s that it may", is_final=False)
        return min(seconds, left)

    def _line(self) -> Line:
        try:
            return self._board.line(self._errand.model)
        except NoLine as error:
            raise NoReply(str(error), is_final=True) from error

    def _sent(self, line: Line, request: Request, read: Callable[[Reply], T], try_number: int) -> Brought[T] | None:
        """One request; None where it is to be asked in another way. Raises RuntimeError inside a transaction."""
        if is_in_transaction():
            raise RuntimeError("a provider must not be asked inside a transaction: models may think for minutes")
        errand, to = self._errand, line.provider.name
        intent = intent_for(
            request,
            to=to,
            model=errand.model,
            rates=errand.rates,
            purses=errand.purses(day_of(timezone.now())),
            purpose=errand.purpose,
            game=errand.game,
            seat=errand.seat,
            season=errand.season.name if errand.season else "",
            asked=digest_of(asked_now(errand.model)),
            try_number=try_number,
        )
        cap = None if errand.game is None else errand.game.cap("call")
        if cap is not None and intent.call.reserved > cap:
            raise NoReply("budget of a call: it may cost more than its cap", is_final=True)
        claim = line.allowance.claim(request)
        self._loop.run(self._entered(line, claim))
        try:
            return self._intended(intent, claim, line, request, read)
        finally:
            self._left(line, claim)

    def _intended(
        self, intent: Intent, claim: Claim, line: Line, request: Request, read: Callable[[Reply], T]
    ) -> Brought[T] | None:
        """As _sent(), of a call that may leave now."""
        errand = self._errand
        denied = self._reserved(intent)
        if denied is not None:
            raise NoReply(denied.whole, is_final=denied.is_final and not denied.is_stopped)
        began = time.monotonic()
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            connection.close()  # back to the pool while the model thinks
        try:
            reply = self._loop.run(self._asked(line, request, claim))
        except ProviderError as error:
            settle_calls(settlements=[unanswered(intent, error, time.monotonic() - began)])
            if isinstance(error, Unfit) and self._board.ladder.learn(line.provider, request, error):
                self._keep_manners(line)
                return None
            if isinstance(error, Busy | Down):
                raise Unheard(str(error), after=error.after) from error
            raise NoReply(str(error), is_final=False) from error
        seconds = time.monotonic() - began
        if self._board.ladder.hear(line.provider, request.model, reply):
            self._keep_manners(line)
        value, fault = None, prompt_fault(request, reply)
        try:
            value = None if fault else read(reply)
        except Illegal as error:
            fault = str(error)
        settlement = answered(intent, reply, errand.rates, seconds, fault)
        settle_calls(settlements=[settlement])
        if fault.startswith(PROMPT_CUT):
            raise NoReply(fault, is_final=True)
        return Brought(value, fault, reply, seconds, settlement.cost)

    def _keep_manners(self, line: Line) -> None:
        """Stores what was learnt, but for a probe, whose findings are stored when it is over."""
        ladder, model = self._board.ladder, self._errand.model
        if self._errand.purpose != CallPurpose.PROBE:
            keep_manners(model=model, manners=self.manners(), since=ladder.since(line.provider, model.model_name))

    def _reserved(self, intent: Intent) -> Denied | None:
        """Reserves for a call, or says why it may not be made. Where only what others have reserved stands in its way
        it waits a moment for that, as games do for each other; a probe does not."""
        until = time.monotonic() + (0 if self._errand.purpose == CallPurpose.PROBE else LONGEST_WAIT)
        while True:
            (denied,) = intend_calls(intents=[intent])
            if denied is None or denied.is_final or time.monotonic() >= until:
                return denied
            self.rest(LOOK)

    async def _entered(self, line: Line, claim: Claim) -> None:
        """Waits a moment until the call may leave. Raises NoReply. A probe leaves at once: who tries a model out wants
        to know whether it answers, not what games have found of it."""
        if self._errand.purpose == CallPurpose.PROBE:
            return
        moment = Moment()
        try:
            await line.gate.enter(line.passes, moment, _untold, moment, claim)
        except Shut as error:
            raise Unheard(str(error), after=None) from error
        except Halted as error:
            raise Unheard(f"{line.provider.name} allows no more calls for the moment", after=None) from error

    def _left(self, line: Line, claim: Claim) -> None:
        claim.give_back()
        if self._errand.purpose != CallPurpose.PROBE:
            line.gate.leave(line.passes)

    async def _asked(self, line: Line, request: Request, claim: Claim) -> Reply:
        """The reply to a request; what it tells of its provider holds for the games too. Raises ProviderError."""
        claim.send()
        try:
            reply = await reply_of(line.provider, request)
        except ProviderError as error:
            await claim.failed(error.limits)
            if isinstance(error, Busy):
                await line.gate.close(str(error), after=error.after)
            elif isinstance(error, Barred) and error.is_of_all:
                await line.whole.close(why_barred(line.provider.name, error))
            elif isinstance(error, Down):
                await line.whole.failed(str(error), after=error.after)
            raise
        await claim.replied(reply.limits, reply.usage)
        await line.gate.fine()
        return reply


async def _untold(why: str) -> None:
    """Nobody watches an errand."""


def is_in_transaction() -> bool:
    """Whether this thread has a transaction open. The one around a test is none, as for Django's `durable`."""
    return not all(getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)


@contextmanager
def messenger(errand: Errand, *, seconds: float | None = None) -> Iterator[Messenger]:
    """Who makes an errand's calls, within so many seconds where that is said. To be used where no event loop runs and
    outside of transactions: models may think for minutes."""
    with asyncio.Runner() as loop:
        messenger = Messenger(errand, loop, seconds)
        try:
            yield messenger
        finally:
            messenger.close()
