"""How a model is tried out: each kind of question is asked until an answer stands. Law: one odd answer is one odd
answer. It is sent back with its fault as in a game, though a whole probe has no more tries for that than one question
of a game has, so that what it may cost stays near what it costs; and a provider that is busy or failing is asked again
after a moment, for what it fails says nothing of its model.

A reply of which nobody knows whether it was paid ends a probe: that is booked at its worst, and not risked twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from games.agents.agent import LONGEST_RETORT, TRIES, Asked, Exchange
from games.agents.room import cut_off, tokens_sent
from games.agents.trials.smallest import QUESTIONS, exchange_about
from games.billing.call_ledger import worst_of
from games.billing.prices import Rates
from games.engine.questions import shown
from games.gateway.one_off import Brought, Messenger, NoReply, Unheard

SENT_BACK: Final = TRIES - 1  # answers, in a whole probe
PATIENCE: Final = 30.0  # seconds that a whole probe waits for a provider that is busy or failing
FIRST_WAIT: Final = 1.0  # seconds after a failure, where the provider asks for none; doubles with each one in a row
SHORT_ANSWER: Final = 60  # tokens, of what is said to a smallest question
_DEAREST: Final = "\N{FACE WITH TEARS OF JOY}"  # of all characters, the most bytes


@dataclass(slots=True)
class Spare:
    """What a probe has left for what goes wrong: answers that may be sent back, and seconds to wait."""

    answers: int = SENT_BACK
    seconds: float = PATIENCE


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a question: the last reply and why it cannot stand, "" where it does; what went wrong `before` it,
    in words; the seconds and US dollars that all its answers took."""

    brought: Brought[dict[str, object]]
    before: tuple[str, ...]
    seconds: float
    cost: Decimal


def try_out(sent: Messenger, exchange: Exchange, spare: Spare) -> Tried:
    """Asks until an answer stands, or no more may be sent back. Raises NoReply."""
    before: list[str] = []
    seconds, cost = 0.0, Decimal(0)
    while True:
        brought = ask_patiently(sent, exchange, spare, before)
        seconds, cost = seconds + brought.seconds, cost + brought.cost
        exchange = exchange.after(brought.reply.text, brought.fault)
        if not brought.fault or exchange.is_spent or not spare.answers:
            return Tried(brought, tuple(before), seconds, cost)
        spare.answers -= 1
        before.append(f"sent back: {said_and_why(brought)}")


def said_and_why(brought: Brought[dict[str, object]]) -> str:
    """What came, and why it cannot stand; both with what a model wrote."""
    return f"{shown(brought.reply.text)}: {brought.fault}"


def ask_patiently(sent: Messenger, exchange: Exchange, spare: Spare, before: list[str]) -> Brought[dict[str, object]]:
    """Asks once, and again while the provider is busy or failing and there is time to wait; says so in `before`.
    Raises NoReply."""
    failures = 0
    while True:
        try:
            return sent.ask(exchange.request(), exchange.read, exchange.tries + 1)
        except Unheard as error:
            wait = FIRST_WAIT * 2**failures if error.after is None else error.after
            failures += 1
            if wait > spare.seconds:
                raise NoReply(f"{error}; {given_up(failures, spare, error.after)}", is_final=False) from error
            spare.seconds -= wait
            before.append(f"asked again after {wait:g} s: {error}")
            sent.rest(wait)


def given_up(failures: int, spare: Spare, after: float | None) -> str:
    """Why a provider is asked no more, in words."""
    if after is not None and after > spare.seconds:
        return f"it asks to wait {after:.0f} s, and a probe has {spare.seconds:.0f} s left for that"
    times = "once" if failures == 1 else f"{failures} times"
    return f"it was asked {times}, and a probe waits {PATIENCE:.0f} s in all"


# --- what it costs ---------------------------------------------------------------------------------------------------


def likely_cost(asked: Asked, rates: Rates, reasoned: float) -> Decimal:
    """What a probe costs whose answers all stand, of a model that reasons for so many tokens before each."""
    written = round(SHORT_ANSWER + reasoned)
    return sum((rates.worst(read=tokens_sent(size), written=written) for size in _sizes(asked)), Decimal(0))


def worst_cost(asked: Asked, rates: Rates) -> Decimal:
    """The most that a probe can cost: each question, and the dearest of all as often as answers are sent back."""
    exchanges = [exchange_about(each, asked) for each in QUESTIONS]
    once = sum((worst_of(each.request(), rates) for each in exchanges), Decimal(0))
    again = Decimal(0)
    fault = cut_off(asked.room.first, _DEAREST * LONGEST_RETORT)
    for _ in range(SENT_BACK):
        exchanges = [each.after(_DEAREST * LONGEST_RETORT, fault) for each in exchanges]
        again += max(worst_of(each.request(), rates) for each in exchanges)
    return once + again


def _sizes(asked: Asked) -> Sequence[int]:
    return [exchange_about(each, asked).request().size for each in QUESTIONS]
