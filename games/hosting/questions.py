"""Puts a question to a language model and brings its answer home. Law: the row of a call is written before its request
leaves, nothing is held while the model thinks, and whatever goes wrong with a provider costs the player nothing.

What the player does wrong (an answer that cannot stand) is told to it, four times in all; then the default stands in,
and the game counts. What the provider does wrong makes the game wait, with a reason that a person can read, and go on
by itself; after LEAGUE_PATIENCE seconds without an answer the game is called off, and its fixture is played again. What
we ourselves hold back (a budget, the kill switch) or lack (a key, a price, credit) makes it wait for as long as that
lasts, and so does what would be paid for again and again in vain.

(Long, because what a question may meet with is to be read in one piece.)
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, TypeVar

from django.conf import settings
from django.utils import timezone

from games.agents.agent import LEAST_ANSWER, Exchange, prompt_fault
from games.agents.providers import Barred, Busy, Down, Oversized, ProviderError, Reply, Request, Unfit, reply_of
from games.agents.room import seconds_of_late
from games.billing.budgets import Purse, purses_of, purses_of_model
from games.billing.call_ledger import Intent, Settlement, answered, intent_for, unanswered
from games.billing.failing import MOST_LATE, Loss, Rests, failing_since, is_lost_for_now
from games.billing.money import day_of
from games.billing.prices import NoPrice, Rates, rates_of
from games.engine.questions import Illegal
from games.gateway.allowance import Claim
from games.gateway.capabilities import by_now, keep_manners, room_of, row_of
from games.gateway.circuit_breaker import LONGEST_WAIT, Halt, Halted, Shut, why_barred
from games.gateway.clients import Line, NoLine, Switchboard, address_of
from games.gateway.queues import Queues
from games.hosting.batch_writer import Registrar
from games.models import Game
from games.models.call import new_ident
from games.models.waiting import LATE, PENNILESS, ROOMLESS, UNASKABLE, UNEQUIPPED, UNREAD, reserved_for_others, shortage
from personas.models import LanguageModel
from personas.versions import WHO

T = TypeVar("T")
Off = Callable[[Callable[[], T]], Awaitable[T]]
Tell = Callable[[str], Awaitable[None]]
RATES_KEPT: Final = 60.0  # seconds
CROWDED_LONG: Final = 30.0  # seconds of waiting for what others have reserved that people are told of
CHANCE: Final = 2 * LONGEST_WAIT  # seconds of waiting that a game begins with, whatever was before


CapOfCall = Callable[[Game], Decimal | None]


def cap_of_call(game: Game) -> Decimal | None:
    """The most that a call of a game may cost by its terms; None for no cap."""
    return game.cap("call")


class Waiting(Exception):
    """The game cannot go on for now; the message says why, in words for everybody who watches: nothing in it tells one
    seat from another, for who is asked in the night has a deed there. `whole` is all that is known, for the log."""

    def __init__(self, why: str, *, whole: str = "") -> None:
        super().__init__(why)
        self.whole = whole or why


class Crowded(Exception):
    """The next call does not fit beside those that are on their way; when these are settled it may."""

    def __init__(self, purse: Purse, amount: Decimal) -> None:
        super().__init__(str(purse))
        self.purse = purse
        self.amount = amount


class Withheld(Waiting):
    """The next call may not be made until an operator or another day allows it: no reason to call a game off."""


class GivenUp(Waiting):
    """Nothing more is waited for: the game is called off."""


def which(model: LanguageModel) -> tuple[object, ...]:
    """What tells a model from all others: two versions of one row may be two models."""
    return (model.pk, *(getattr(model, name) for name in WHO))


@dataclass(frozen=True, slots=True)
class Matter:
    """A question of a game before a model: which poll and seat, and how far the exchange has come. Where not all seats
    are asked at one provider, its name would tell some from others: then `is_named` is False. `losses` are what was
    lost of it before a restart; `unread` says what of its prompt was not read, though it was paid."""

    game: Game
    poll: int
    seat: int
    model: LanguageModel
    exchange: Exchange
    is_named: bool = True
    losses: Sequence[Loss] = ()
    unread: str = ""

    def told(self, provider: str, why: str = "") -> str:
        """What of a provider's failure, which begins with its name, everybody may know."""
        return (why or provider) if self.is_named else (why or provider).replace(provider, "a provider", 1)


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a matter: the answer, or None where the default stands in for `reason`; after how many tries. The
    call that brought it is settled with it, unless it is settled already."""

    matter: Matter
    answer: Mapping[str, Any] | None
    reason: str
    tries: int
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What a model costs and what its row says of it, as looked up at a time."""

    at: float
    rates: Rates
    row: Mapping[str, Any]


class Asker:
    """Asks models for the games of one hall. `off` does work in a thread, `cap` knows what a game's call may cost by
    now. Belongs to one event loop."""

    def __init__(self, off: Callable[[Callable[[], Any]], Awaitable[Any]], cap: CapOfCall | None = None) -> None:
        self._cap_of_call = cap or cap_of_call
        self.switchboard = Switchboard()
        self.registrar = Registrar(off)
        self._off = off
        self._known: dict[tuple[object, ...], Known] = {}
        self._rests = Rests()

    async def ask(self, matter: Matter, halt: Halt, tell: Tell) -> Taken:
        """Asks until an answer stands or the tries are spent. Raises Waiting, Halted (nothing is under way then),
        DatabaseError."""
        self.registrar.crowd += 1
        try:
            return await self._asked(matter, halt, tell)
        except (Withheld, Halted):
            self._rests.note(matter.game.pk, now=timezone.now(), patience=float(settings.LEAGUE_PATIENCE))
            raise
        finally:
            self.registrar.crowd -= 1

    async def _asked(self, matter: Matter, halt: Halt, tell: Tell) -> Taken:
        line, rates = await self._way_to(matter.model)
        exchange, fault = matter.exchange, None
        patience = self._patience(matter)
        queues, number = self.registrar.queues, self.registrar.queues.arrive()
        losses = list(matter.losses)
        narrow = Narrow(line)

        async def say(why: str) -> None:
            await tell(matter.told(line.provider.name, why) if why else "")

        crush = Crush(say)

        if matter.unread:
            cure = "it is not paid again before that, and before its season (or its game) is brought up to date"
            raise Withheld(UNREAD, whole=f"{matter.unread}; {cure}")
        if exchange.is_out_of_context:
            raise Withheld(ROOMLESS, whole=exchange.out_of_context)
        while True:
            manners = self.switchboard.ladder.manners(line.provider, matter.model.model_name)
            if manners.thinks and not matter.model.thinks:  # which was found since its game was taken up
                exchange = exchange.with_room(room_of(matter.model, thinks=True))
            exchange = narrow.fit(exchange.within(manners.most))
            if exchange.is_spent:
                break
            request = exchange.request()
            if is_lost_for_now(losses, within=request.timeout, now=timezone.now()):
                raise Withheld(LATE, whole=_lost(line.provider.name, request, losses))
            claim = line.allowance.claim(request)
            try:
                await line.gate.enter(line.passes, halt, say, patience, claim)
            except Shut as error:
                over = Withheld if str(error).endswith(PENNILESS) else GivenUp
                raise over(matter.told(line.provider.name, str(error)), whole=str(error)) from error
            crowded = None
            try:
                reply, intent, seconds = await self._try(matter, exchange, line, rates, number, patience, claim, losses)
            except Crowded as error:
                crowded = error
            except Oversized as error:
                narrow.hear(error, request)
                continue
            finally:
                line.gate.leave(line.passes)
                claim.give_back()
            if crowded is not None:  # the gate is for those who can pay
                await crush.wait(queues, crowded, number, halt)
                patience = self._patience(matter)
                continue
            await crush.over()
            if reply is None:
                await halt.sleep(seconds)
                continue
            patience = self._patience(matter)
            losses.clear()
            if why := prompt_fault(request, reply):
                await self.registrar.settle(answered(intent, reply, rates, seconds, why))
                raise Withheld(UNREAD, whole=why)
            try:
                answer = exchange.read(reply)
            except Illegal as error:
                fault = answered(intent, reply, rates, seconds, str(error))
                await self.registrar.settle(fault)
                exchange = exchange.after(reply.text, str(error))
                continue
            return Taken(matter, answer, "", exchange.tries + 1, answered(intent, reply, rates, seconds))
        if exchange.is_out_of_room:
            raise Withheld(ROOMLESS, whole=exchange.out_of_room)
        if exchange.is_cut_off and narrow.is_known:  # no fault of the player
            raise Withheld(ROOMLESS, whole=narrow.told(exchange))
        return Taken(matter, None, exchange.reason, exchange.tries)

    def _patience(self, matter: Matter) -> "Patience":
        return Patience(matter.game, self._off, self._rests.last(matter.game.pk))

    async def _way_to(self, model: LanguageModel) -> tuple[Line, Rates]:
        """The line to a model and what it costs. What its row says besides how it is asked is looked at again once in a
        while: it may have been tried out since, or may be asked more often at once."""
        way = which(model)
        try:
            address_of(model)
            known = self._known.get(way)
            if known is None or time.monotonic() - known.at > RATES_KEPT:
                rates, row = await self._off(lambda: (rates_of(model, timezone.now()), row_of(model)))
                known = self._known[way] = Known(time.monotonic(), rates, row)
            line = self.switchboard.line(by_now(model, known.row))
        except (NoLine, NoPrice) as error:
            raise Withheld(UNEQUIPPED, whole=str(error)) from error
        return line, known.rates

    async def _try(
        self,
        matter: Matter,
        exchange: Exchange,
        line: Line,
        rates: Rates,
        number: int,
        patience: "Patience",
        claim: Claim,
        losses: list[Loss],
    ) -> tuple[Reply | None, Intent, float]:
        """One request: its reply with the seconds that it took, or none with the seconds to wait before another.
        `number` is that of its arrival; what is lost goes to the `losses`. Raises Crowded, Oversized, and what ask()
        raises."""
        ident = new_ident()
        request = self.switchboard.ladder.fit(line.provider, exchange.request(ident))
        intent = self._intent(matter, request, line, rates, exchange.tries + 1, timezone.now())
        await self._fits(matter.game, intent.call.reserved)
        await self._intended(intent, number)
        intent = intent.without_words
        began = time.monotonic()
        claim.send()
        try:
            reply = await reply_of(line.provider, request)
        except asyncio.CancelledError:
            self.registrar.abandon(intent)
            raise
        except ProviderError as error:
            await claim.failed(error.limits)
            await self.registrar.settle(unanswered(intent, error, time.monotonic() - began))
            if error.is_spent and intent.call.reserved:
                losses.append(Loss(timezone.now(), seconds_of_late(str(error))))
            wait = await self._after(error, matter, request, line, patience)
            if await patience.is_over():
                why = matter.told(line.provider.name, reason_of(error, line))
                raise GivenUp(why, whole=str(error)) from error
            return None, intent, wait
        seconds = time.monotonic() - began
        if self.switchboard.ladder.hear(line.provider, request.model, reply):
            await self._keep_manners(matter.model, line)
        self.registrar.heard(seconds)
        await claim.replied(reply.limits, reply.usage)
        await line.gate.fine()
        return reply, intent, seconds

    async def _keep_manners(self, model: LanguageModel, line: Line) -> None:
        ladder = self.switchboard.ladder
        manners, since = ladder.manners(line.provider, model.model_name), ladder.since(line.provider, model.model_name)
        await self._off(lambda: keep_manners(model=model, manners=manners, since=since))

    def _intent(self, matter: Matter, request: Request, line: Line, rates: Rates, number: int, at: datetime) -> Intent:
        return intent_for(
            request,
            to=line.provider.name,
            model=matter.model,
            rates=rates,
            purses=(
                *purses_of(matter.game, day_of(at)),
                *purses_of_model(matter.model.slug, line.provider.name),
            ),
            game=matter.game,
            poll=matter.poll,
            seat=matter.seat,
            try_number=number,
        )

    async def _fits(self, game: Game, amount: Decimal) -> None:
        """Raises Withheld for a call that may cost more than a call may. The cap in the game's terms is looked up anew
        only by a call that it would not let through: it may have been raised since."""
        cap = cap_of_call(game)
        if cap is not None and amount > cap:
            cap = await self._off(lambda: self._cap_of_call(game))
            if cap is not None and amount > cap:
                raise Withheld(shortage("call"))  # how much is nobody's to know

    async def _intended(self, intent: Intent, number: int) -> None:
        """Reserves for a call. Raises Crowded where it may be made later, for what others have reserved may come back;
        Withheld where it may not, for what is spent does not."""
        queues, amount = self.registrar.queues, intent.call.reserved
        if purse := queues.ahead(intent.purses, number):
            raise Crowded(purse, amount)
        denied = await self.registrar.intend(intent)
        if denied is not None and denied.purse is not None and not denied.is_final:
            raise Crowded(denied.purse, amount)
        queues.came_free(intent.purses)  # the next may find room too, or learn that there is none
        if denied is not None:
            raise Withheld(denied.reason, whole=denied.whole)

    async def _after(
        self, error: ProviderError, matter: Matter, request: Request, line: Line, patience: "Patience"
    ) -> float:
        """What follows from an error: another way to ask, a closed gate, or a game that waits. Returns the seconds that
        this call should wait by itself. Raises Waiting, Oversized."""
        if isinstance(error, Oversized):
            raise error
        if isinstance(error, Unfit) and self.switchboard.ladder.learn(line.provider, request, error):
            await self._keep_manners(matter.model, line)
            return 0.0
        if isinstance(error, Barred) and error.is_of_all:
            await line.whole.close(why_barred(line.provider.name, error))
        if isinstance(error, Barred) and error.is_of_money:
            raise Withheld(matter.told(line.provider.name, why_barred(line.provider.name, error)), whole=str(error))
        if isinstance(error, Unfit | Barred):
            # Its words name the model, or say how long the prompt is; they stand in the call's row.
            refused = matter.told(line.provider.name, f"{line.provider.name} {error.status}")
            is_over = await patience.is_over_for(str(error).partition(": ")[0])
            raise (GivenUp if is_over else Waiting)(f"{refused}: {UNASKABLE}", whole=str(error)) from error
        if isinstance(error, Busy):
            await line.gate.close(str(error), after=error.after)
            return 0.0
        return await line.whole.failed(reason_of(error, line), after=error.after if isinstance(error, Down) else None)


def reason_of(error: ProviderError, line: Line) -> str:
    """Why a provider brought no reply, for people. Of a lost reply its words would tell how far it had come."""
    return str(error) if isinstance(error, Busy | Down) else f"{line.provider.name} does not answer"


class Crush:
    """How long a question waits for money that calls under way have reserved: where that is long, people are told."""

    def __init__(self, say: Tell) -> None:
        self._say = say
        self._began: float | None = None
        self._is_told = False

    async def wait(self, queues: Queues, crowded: Crowded, number: int, halt: Halt) -> None:
        """Waits until it is worth looking again. Raises Halted."""

        async def tell() -> None:
            if not self._is_told and time.monotonic() - began > CROWDED_LONG:
                self._is_told = True
                await self._say(reserved_for_others(crowded.purse.scope))

        began = self._began = time.monotonic() if self._began is None else self._began
        await queues.wait(crowded.purse, number=number, amount=crowded.amount, halt=halt, meanwhile=tell)

    async def over(self) -> None:
        """A call could be made, or was refused for another reason."""
        if self._is_told:
            await self._say("")
        self._began, self._is_told = None, False


class Narrow:
    """How much of a minute's limit there is for the reply to one question: what more would be asked for is refused, how
    long ever it waits."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._most: int | None = None
        self._wanted: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the limit leaves less than there would be room for."""
        return self._most is not None

    def fit(self, exchange: Exchange) -> Exchange:
        """The exchange as the limit lets it be. Raises Withheld where nothing is left for an answer."""
        left = self._line.allowance.room_in(exchange.request())
        if left is not None and left < exchange.asked.room.most:
            self._most = left if self._most is None else min(self._most, left)
        if self._most is not None and self._most < LEAST_ANSWER:
            raise Withheld(ROOMLESS, whole=self.told(exchange))
        return exchange.within(self._most)

    def hear(self, error: Oversized, request: Request) -> None:
        """Learns from a refusal; one that asking for less did not change leaves nothing."""
        is_of_answer = error.limit and (self._wanted is None or error.wanted < self._wanted)
        self._most = request.most_tokens - (error.wanted - error.limit) if is_of_answer else 0
        self._wanted = error.wanted

    def told(self, exchange: Exchange) -> str:
        """What to do about it, in a sentence."""
        limit = f"{self._line.provider.name} allows too few tokens a minute for a question to {exchange.asked.model}"
        return f"{limit} and its answer: ask there for a higher limit, or lower its effort or its most tokens"


def _lost(name: str, request: Request, losses: Sequence[Loss]) -> str:
    """What to do about a question whose answers were lost, in a sentence."""
    told = (
        f"{name} gave {request.model} no answer {len(losses)} times in a row within {request.timeout:g} s, and may bill"
    )
    cure = "raise LEAGUE_CALL_TIMEOUT, or lower the model's effort and bring its season (or its game) up to date"
    return f"{told} each: {cure}; else it is asked again an hour later, {MOST_LATE} times in all"


class Patience:
    """How long a question's game waits for a provider: LEAGUE_PATIENCE from the first call of this stretch of asking
    that brought it nothing, also in another process. A game that rested since, or was held back at a time that may be
    given, is not given up before the provider had another chance."""

    def __init__(
        self,
        game: Game,
        off: Callable[[Callable[[], Any]], Awaitable[Any]],
        rested: datetime | None = None,
    ) -> None:
        self._game = game
        self._off = off
        self._rested = rested
        self._began = time.monotonic()
        self._until: float | None = None

    async def is_over(self) -> bool:
        """Whether nothing more is waited for. To be asked when something has gone wrong, and not before."""
        if self._until is None:
            longest = float(settings.LEAGUE_PATIENCE)
            waited = await self._waited()
            self._until = max(time.monotonic() + longest - waited, self._began + min(longest, CHANCE))
        return time.monotonic() >= self._until

    async def is_over_for(self, reason: str) -> bool:
        """The same of a refusal, which ends this asking: of a reason with which the call's error begins, and which may
        have begun before."""
        return await self._waited(reason) >= settings.LEAGUE_PATIENCE

    async def _waited(self, reason: str = "") -> float:
        """Seconds since calls began to fail for this reason."""
        game, rested, now = self._game.pk, self._rested, timezone.now()
        since = await self._off(lambda: failing_since(game_id=game, now=now, since=rested, reason=reason))
        return (now - since).total_seconds() if since else 0.0
