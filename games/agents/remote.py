"""Players behind a provider in a game that nobody stores: for the terminal and for trials.

Law: a poll goes out together, but of those who are told the same at length one goes ahead. What a player does wrong is
told to it, four times in all, then the default stands in; what a provider does wrong is waited out for a while, then
ends the game with its words. What may be asked is for `ask` to say: when it may not, those who were asked already are
heard, and the game ends.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final, Protocol

from games.agents.agent import LEAST_ANSWER, Asked, Exchange, prompt_fault
from games.agents.exchanges import Character, Recollection
from games.agents.offline import OfflinePlayer, answer_pending
from games.agents.providers import (
    Barred,
    Busy,
    Down,
    Ladder,
    Oversized,
    Provider,
    ProviderError,
    Reply,
    Request,
    Unfit,
    Usage,
    reply_of,
)
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Illegal
from personas.sheet import Sheet

Key = tuple[int, Seat]  # of an answer: its poll, and whose it is
PATIENCE: Final = 6  # failures in a row of a provider, after which a game is given up
LOSSES: Final = 3  # of them that may have been paid, of one request: as in games that are stored
FIRST_WAIT: Final = 1.0  # seconds; doubles with each failure


class Stopped(Exception):
    """A call may not be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Remote:
    """A character on a model behind a provider. `model` is the provider's name for it, `slug` that of a stored one,
    `way` how it is asked in the words of logs."""

    sheet: Sheet
    provider: str
    model: str
    line: Provider
    asked: Asked
    slug: str = ""
    way: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """What the calls of a game came to; `unknown` are those of which the provider did not say. By answer `tries` is how
    often it was asked for, and `refused` what was answered there that could not stand, and why."""

    calls: int = 0
    unknown: int = 0
    defaults: int = 0
    usage: dict[str, list[Usage]] = field(default_factory=dict)
    tries: dict[Key, int] = field(default_factory=dict)
    refused: dict[Key, list[dict[str, Any]]] = field(default_factory=dict)

    def count(self, model: str, reply: Reply) -> None:
        """Counts a call that was answered."""
        self.calls += 1
        if reply.usage is None:
            self.unknown += 1
        else:
            self.usage.setdefault(model, []).append(reply.usage)

    @property
    def totals(self) -> dict[str, int]:
        """How many calls, and their tokens by kind, by the names that logs have for them."""
        return {"calls": self.calls, **tokens_told([usage for each in self.usage.values() for usage in each])}


def tokens_told(used: Sequence[Usage]) -> dict[str, int]:
    """The tokens of calls by the names that logs have for them."""
    return {
        "input_tokens": sum(usage.input for usage in used),
        "cached_tokens": sum(usage.cached for usage in used),
        "cache_written_tokens": sum(usage.cache_written for usage in used),
        "output_tokens": sum(usage.output for usage in used),
        "reasoning_tokens": sum(usage.reasoning for usage in used),
    }


class Ask(Protocol):
    """Sends a request for a player; `answer` is the answer that it is for, where it is for one."""

    def __call__(self, player: Remote, request: Request, answer: Key | None = None) -> Awaitable[Reply]: ...


def _sent(player: Remote, request: Request, answer: Key | None = None) -> Awaitable[Reply]:
    return reply_of(player.line, request)


async def play_on(
    moderator: Moderator,
    players: Sequence[OfflinePlayer | Remote],
    tell: Callable[[Moderator], object] = lambda _: None,
    *,
    ask: Ask = _sent,
    tally: Tally,
) -> None:
    """Plays a game on to its end, telling after each poll how far it has come; the calls are counted in `tally`. Raises
    Stopped, ProviderError."""
    ladder, recollection = Ladder(), Recollection(moderator, _name(moderator))
    stopped: list[Stopped] = []

    async def answer(seat: Seat, player: Remote, exchange: Exchange) -> None:
        try:
            await _answered(moderator, exchange, seat, player, ladder, tally, ask)
        except Stopped as error:  # not out of the group: the answers that are on their way are paid for
            stopped.append(error)

    while moderator.pending:
        remote: dict[Seat, Remote] = {}
        for seat in tuple(moderator.pending):
            player = players[seat]
            if isinstance(player, Remote):
                remote[seat] = player
            else:
                answer_pending(moderator, {seat: player}, seat)
        exchanges = _exchanges(recollection, remote)
        for seats in _one_ahead(exchanges):
            try:
                async with asyncio.TaskGroup() as group:  # when one gives up, the others are not waited for
                    for seat in seats:
                        group.create_task(answer(seat, remote[seat], exchanges[seat]))
            except ExceptionGroup as group_of_errors:
                raise group_of_errors.exceptions[0] from None
            if stopped:
                raise stopped[0]
        tell(moderator)


def _exchanges(recollection: Recollection, players: Mapping[Seat, Remote]) -> dict[Seat, Exchange]:
    """The exchange with each of those who are asked in a poll."""
    models = Counter(_model(player) for player in players.values())
    return {
        seat: recollection.exchange(seat, Character(player.sheet), player.asked, is_among=models[_model(player)] > 1)
        for seat, player in players.items()
    }


def _model(player: Remote) -> tuple[str, str]:
    return player.provider, player.model


def _one_ahead(exchanges: Mapping[Seat, Exchange]) -> list[list[Seat]]:
    """Who is asked at once, and who after that: of those who are told the same at length, on one model, one goes
    ahead, and the others find it in the cache that it was written to."""
    ahead: dict[tuple[str, str], Seat] = {}
    for seat, exchange in exchanges.items():
        if exchange.together:
            ahead.setdefault((exchange.asked.model, exchange.together), seat)
    held = [seat for seat, each in exchanges.items() if each.together and seat not in ahead.values()]
    return [[seat for seat in exchanges if seat not in held], held]


def _name(moderator: Moderator) -> str:
    """A name for a game that has none: what begins with its words is found again, whoever asks."""
    told = f"{moderator.ruleset.slug}/{moderator.seed}"
    return f"play-{sha256(told.encode()).hexdigest()[:12]}"


async def _answered(
    moderator: Moderator,
    exchange: Exchange,
    seat: Seat,
    player: Remote,
    ladder: Ladder,
    tally: Tally,
    ask: Ask,
) -> None:
    key = moderator.poll, seat
    if exchange.is_out_of_context:
        raise Stopped(exchange.out_of_context)
    while not exchange.is_spent:
        request = exchange.request()
        reply = await asked_until_answered(player, ladder, request, ask, key)
        tally.count(player.model, reply)
        tally.tries[key] = exchange.tries + 1
        if why := prompt_fault(request, reply):
            raise Stopped(why)
        try:
            moderator.answer(seat, exchange.read(reply))
        except Illegal as error:
            refused = {"try": exchange.tries + 1, "said": reply.text or None, "fault": str(error)}
            tally.refused.setdefault(key, []).append(refused)
            exchange = exchange.after(reply.text, str(error))
        else:
            return
    if exchange.is_out_of_room:
        raise Stopped(exchange.out_of_room)
    tally.defaults += 1
    moderator.default(seat, exchange.reason)


async def asked_until_answered(
    player: Remote, ladder: Ladder, request: Request, ask: Ask, answer: Key | None = None
) -> Reply:
    """The reply to a request in the manners of its model, when its provider's failures are waited out, but for those
    that may have been paid: of these there are few. Where more is asked for than a minute allows, less is, once. Raises
    Stopped, ProviderError."""
    failures = losses = 0
    is_narrowed = False
    while True:
        fitted = ladder.fit(player.line, request)
        try:
            reply = await ask(player, fitted, answer)
        except Unfit as error:
            if not ladder.learn(player.line, fitted, error):
                raise
        except Barred:
            raise
        except Oversized as error:
            most = fitted.most_tokens - (error.wanted - error.limit)
            if is_narrowed or not error.limit or most < LEAST_ANSWER:
                raise
            is_narrowed, request = True, replace(request, most_tokens=most)
        except ProviderError as error:
            failures += 1
            losses += error.is_spent
            if failures >= PATIENCE or losses >= LOSSES:
                raise
            after = error.after if isinstance(error, Busy | Down) else None
            wait = FIRST_WAIT * 2 ** (failures - 1) if after is None else after
            await asyncio.sleep(wait)  # noqa: TID251  until the provider is there again
        else:
            ladder.hear(player.line, request.model, reply)
            return reply
