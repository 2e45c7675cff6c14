"""A call to a model beside the games: a probe, a persona, a line of the narrator. Law: it is made once, its row is
written before its request leaves, and it draws on the day's budget and whatever else it is made for.

Nobody waits for an errand as a game waits for an answer: what goes wrong is told in one sentence, and whoever sent it
decides. Only where a provider refuses the way of asking, which costs nothing, is it asked in the next way.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Generic, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from games.agents.providers import ProviderError, Reply, Request, Unfit
from games.budgets import Purse, day_of, dollars, purses_of
from games.calls import STOPPED, answered, intend_calls, intent_for, settle_calls, unanswered
from games.engine.questions import Illegal
from games.models import Game
from games.models.call import CallPurpose, new_ident
from games.prices import NoPrice, Rates, rates_of
from games.switchboard import Line, NoLine, Switchboard
from personas.models import LanguageModel

T = TypeVar("T")
FIRST: Final = 1


class NoReply(Exception):
    """Nothing came back, or nothing could be sent: no price, no key, no budget, or a provider's error. The message says
    which. `is_final`: it will not mend by itself."""

    def __init__(self, message: str, *, is_final: bool) -> None:
        super().__init__(message)
        self.is_final = is_final


@dataclass(frozen=True, slots=True)
class Errand:
    """What calls are made for, of which model at what rates, and what they draw on. `game`: whose cost it is."""

    purpose: CallPurpose
    model: LanguageModel
    rates: Rates
    purses: tuple[Purse, ...]
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class Brought(Generic[T]):
    """What an errand brought: what was read from the reply, or None and the fault in it; with what it took."""

    value: T | None
    fault: str
    reply: Reply
    seconds: float
    cost: Decimal


def errand_for(
    purpose: CallPurpose, model: LanguageModel, *, game: Game | None = None, purses: Sequence[Purse] = ()
) -> Errand:
    """An errand of today, which draws on a game's accounts, or on the day's and on others. Raises NoReply where nobody
    knows what the model costs."""
    now = timezone.now()
    day = Purse("day", day_of(now).isoformat(), settings.LEAGUE_DAY_CAP)
    drawn_on = (day, *purses) if game is None else purses_of(game, day_of(now))
    try:
        return Errand(purpose, model, rates_of(model, now), drawn_on, game)
    except NoPrice as error:
        raise NoReply(str(error), is_final=True) from error


class Messenger:
    """Runs one errand's calls, over lines of its own. Belongs to one event loop."""

    def __init__(self, errand: Errand) -> None:
        self._errand = errand
        self._board = Switchboard()

    async def ask(self, request: Request, read: Callable[[Reply], T], try_number: int = FIRST) -> Brought[T]:
        """Asks once and reads the reply, in which `read` may find a fault by raising Illegal. Raises NoReply."""
        line = self._line()
        while True:
            fitted = replace(self._board.ladder.fit(line.provider, request), id=new_ident())
            reply = await self._sent(line, fitted, read, try_number)
            if reply is not None:
                return reply

    def rung(self) -> str:
        """How the model is asked by now. Raises NoReply."""
        return self._board.ladder.manners(self._line().provider, self._errand.model.model_name).rung

    async def close(self) -> None:
        """Gives up all connections."""
        await self._board.close()

    def _line(self) -> Line:
        try:
            return self._board.line(self._errand.model)
        except NoLine as error:
            raise NoReply(str(error), is_final=True) from error

    async def _sent(
        self, line: Line, request: Request, read: Callable[[Reply], T], try_number: int
    ) -> Brought[T] | None:
        """One request; None where it is to be asked in another way."""
        errand, to = self._errand, line.provider.name
        intent = intent_for(
            request,
            to=to,
            model=errand.model,
            rates=errand.rates,
            purses=errand.purses,
            purpose=errand.purpose,
            game=errand.game,
            try_number=try_number,
        )
        cap = None if errand.game is None else dollars(errand.game.terms.get("caps") or {}, "call")
        if cap is not None and intent.call.reserved > cap:
            raise NoReply("budget of a call: it may cost more than its cap", is_final=True)
        (denied,) = await sync_to_async(intend_calls)([intent])
        if denied is not None:
            raise NoReply(denied.reason, is_final=denied.is_final and denied is not STOPPED)
        began = time.monotonic()
        try:
            reply = await line.provider.ask(request)
        except ProviderError as error:
            await sync_to_async(settle_calls)([unanswered(intent, error, time.monotonic() - began)])
            if isinstance(error, Unfit) and self._board.ladder.learn(line.provider, request, error):
                return None
            raise NoReply(str(error), is_final=False) from error
        seconds = time.monotonic() - began
        value, fault = None, ""
        try:
            value = read(reply)
        except Illegal as error:
            fault = str(error)
        settlement = answered(intent, reply, errand.rates, seconds, fault)
        await sync_to_async(settle_calls)([settlement])
        return Brought(value, fault, reply, seconds, settlement.cost)


def run(errand: Errand, work: Callable[[Messenger], Awaitable[T]]) -> T:
    """Does an errand's work. To be called where no event loop runs and outside of transactions: models may think for
    minutes. Raises NoReply, and what the work raises."""
    return asyncio.run(_run(errand, work))


async def _run(errand: Errand, work: Callable[[Messenger], Awaitable[T]]) -> T:
    messenger = Messenger(errand)
    try:
        return await work(messenger)
    finally:
        await messenger.close()
