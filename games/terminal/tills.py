"""What a game in the terminal may spend. Law: no call is sent whose worst does not fit into what is left of the cap,
and none while the kill switch is on; what nobody told the end of is taken for the worst.

A game that nobody stores has no accounts: what it spends is counted here and in no database, and where there is none,
it has no kill switch and no prices but the list's.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection
from django.utils import timezone

from games.agents.providers import ProviderError, Reply, Request, Usage, reply_of
from games.agents.providers.addresses import PROTOCOLS, vendor_of
from games.agents.remote import Key, Remote, Stopped, tokens_told
from games.billing.call_ledger import STOPPED, worst_of
from games.billing.money import in_dollars
from games.billing.prices import NoPrice, Rates, listed_rates, rates_of
from games.models import Account, KillSwitch
from personas.models import LanguageModel


@dataclass(slots=True)
class Spent:
    """What the calls for one answer came to."""

    calls: int = 0
    used: list[Usage] = field(default_factory=list)
    cost: Decimal = Decimal(0)
    unsure: Decimal = Decimal(0)

    @property
    def told(self) -> dict[str, Any]:
        """It as logs have it."""
        sure = self.cost - self.unsure
        amounts = {name: f"{amount.normalize():f}" for name, amount in (("cost", self.cost), ("sure", sure))}
        return {"calls": self.calls, **tokens_told(self.used), **amounts}


Sold = tuple[str, str, str]  # the provider, its name for the model, and the slug of a stored one


class Till:
    """What the calls of a game cost, of its cap. Belongs to one event loop; `unpriced` are the models that nobody knows
    a price for, which only a till without a cap lets be asked."""

    def __init__(self, rates: Mapping[Sold, Rates | None], cap: Decimal | None) -> None:
        self.cap = cap
        self.spent = Decimal(0)
        self.unsure = Decimal(0)  # of what is spent, as no usage was told
        self.answers: dict[Key, Spent] = {}
        self.unpriced = sorted(name for (_, name, _), known in rates.items() if known is None)
        self._rates = rates
        self._reserved = Decimal(0)
        self._settled = asyncio.Event()

    async def ask(self, player: Remote, request: Request, answer: Key | None = None) -> Reply:
        """Asks a player's model, if that may be. Raises Stopped, ProviderError."""
        if why := await asyncio.to_thread(why_stopped, player):
            raise Stopped(why)
        rates = self._rates[sold_as(player)]
        worst = Decimal(0) if rates is None else worst_of(request, rates)
        await self._reserve(worst)
        cost = unsure = worst
        used: list[Usage] = []
        try:
            reply = await reply_of(player.line, request)
            if reply.usage is not None:
                used = [reply.usage]
                cost = Decimal(0) if rates is None else rates.cost(reply.usage, reply.tier)
                unsure = Decimal(0) if rates is None or rates.is_priced(reply.tier) else cost
        except ProviderError as error:
            cost = unsure = worst if error.is_spent else Decimal(0)
            raise
        finally:
            self._settle(worst, cost, unsure)
            if answer is not None:
                self._note(answer, used, cost, unsure)
        return reply

    def _note(self, answer: Key, used: Sequence[Usage], cost: Decimal, unsure: Decimal) -> None:
        spent = self.answers.setdefault(answer, Spent())
        spent.calls += 1
        spent.used += used
        spent.cost += cost
        spent.unsure += unsure

    async def _reserve(self, worst: Decimal) -> None:
        """Waits until a call fits beside those that are on their way; raises Stopped when it will not."""
        while self.cap is not None and self.spent + self._reserved + worst > self.cap:
            if self.spent + worst > self.cap:
                told = f"{in_dollars(self.spent)} of {in_dollars(self.cap)} is spent"
                raise Stopped(f"the next call may cost {in_dollars(worst)}, and {told}")
            await self._settled.wait()
        self._reserved += worst

    def _settle(self, worst: Decimal, cost: Decimal, unsure: Decimal) -> None:
        self._reserved -= worst
        self.spent += cost
        self.unsure += unsure
        self._settled.set()
        self._settled = asyncio.Event()

    def __str__(self) -> str:
        of_cap = "" if self.cap is None else f" of {in_dollars(self.cap)}"
        at_most = f", at most {in_dollars(self.spent)}" if self.unsure else ""
        besides = f", and what nobody knows a price for: {', '.join(self.unpriced)}" if self.unpriced else ""
        return f"cost: {in_dollars(self.spent - self.unsure)}{of_cap}{at_most}{besides}"


def till_for(players: Iterable[Remote], cap: Decimal | None) -> Till:
    """A till for a game of these players. Raises NoPrice when there is a cap and nobody knows what one costs."""
    rates: dict[Sold, Rates | None] = {}
    for sold in sorted({sold_as(player) for player in players}):
        try:
            rates[sold] = rates_named(*sold)
        except NoPrice:
            if cap is not None:
                raise
            rates[sold] = None
    return Till(rates, cap)


def sold_as(player: Remote) -> Sold:
    """What a player's model is known by where prices are."""
    return player.provider, player.model, player.slug


def rates_named(provider: str, name: str, slug: str = "") -> Rates:
    """What a stored model costs, or one at the environment's address: as the admin has it, where it does, else as the
    list has it. Raises NoPrice."""
    at = timezone.now()
    if slug:
        return rates_of(LanguageModel.objects.get(slug=slug), at)
    if is_there():
        try:
            # A vendor's price is one, whichever of its protocols a row is asked in.
            alike = [each for each in PROTOCOLS if vendor_of(each) == vendor_of(provider)]
            rows = list(LanguageModel.objects.filter(provider__in=alike, model_name=name, base_url=""))
            if rows:
                return rates_of(min(rows, key=lambda row: row.provider != provider), at)
        except DatabaseError:
            pass  # there, but without tables, or it does not answer: as if there were none
    return listed_rates(LanguageModel(provider=provider, model_name=name), at)


def why_stopped(player: Remote) -> str:
    """Why a player's model may not be asked, where there is a database with a kill switch or an account that says so;
    "" where it may. To be called in a thread of its own."""
    if not is_there():
        return ""
    try:
        if KillSwitch.objects.filter(is_on=True).exists():
            return STOPPED.reason
        names = [("provider", player.line.name), *([("model", player.slug)] if player.slug else [])]
        rows = Account.objects.exclude(stopped="").filter(name__in=[name for _, name in names])
        told = next((row for row in rows if (row.scope, row.name) in names), None)
        return "" if told is None else f"calls to the {told} are stopped by an operator: {told.stopped}"
    except DatabaseError:
        return ""
    finally:
        connection.close()


def is_there() -> bool:
    """Whether there may be a database: to look into a file that is not there would make it."""
    return connection.vendor != "sqlite" or Path(str(connection.settings_dict["NAME"])).exists()
