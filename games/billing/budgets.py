"""Budgets: what may be spent is reserved before a call and settled after it. Law: a cap is never passed, whoever else
draws on it at the same moment; what is reserved is the most that the call can cost.

Rows are locked before they are read (on SQLite the transaction itself is the lock), and the sums are made here: a
database's arithmetic is not everywhere exact. Each call reserves for itself, not for the tries that may follow it: a
question whose next try does not fit waits, and goes on from the ledger of its tries when it fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

import structlog
from django.conf import settings

from games.billing.money import warn_of
from games.models import Account, Game
from games.models.call import CallPurpose
from games.models.plain_sql import update
from games.models.waiting import shortage, stopped

logger = structlog.get_logger(__name__)
OF_MODELS: Final = ("model", "provider")
WRITTEN: Final = ("cap", "reserved", "spent", "unsure", "calls", "warned_at")


@dataclass(frozen=True, slots=True)
class Purse:
    """An account that a call draws on, and the cap that it is opened with; a cap that was changed since stays. Of a day
    it is what LEAGUE_DAY_CAP says by now, unless an operator gave that day another."""

    scope: str
    name: str
    cap: Decimal | None

    def __str__(self) -> str:
        return f"{self.scope} {self.name}"


@dataclass(frozen=True, slots=True)
class Denied:
    """Why a call may not be made. `is_final`: not even when all that is on its way is settled; `purse`: which account
    cannot pay for it; `is_stopped`: it is not for want of money, and mends by itself."""

    reason: str
    is_final: bool
    purse: Purse | None = None
    is_stopped: bool = False

    @property
    def whole(self) -> str:
        """The reason with the account's name, for operators: those who watch would learn from it who is asked."""
        if self.purse is None or self.purse.scope not in OF_MODELS:
            return self.reason
        return self.reason.replace(f"a {self.purse.scope}", f"the {self.purse}", 1)


def purses_of(game: Game, day: date, purpose: str = CallPurpose.ANSWER) -> tuple[Purse, ...]:
    """The accounts that a game's calls of a day draw on. What its players learn when it is over is no part of what the
    game itself may cost: it has an account in its season."""
    season = game.terms.get("season")
    learning = purpose == CallPurpose.REFLECTION
    purses = [Purse("day", day.isoformat(), settings.LEAGUE_DAY_CAP)]
    if not learning:
        purses.append(Purse("game", game.public_id, game.cap("game")))
    if season:
        purses.append(Purse("season", season, game.cap("season")))
    if season and learning:
        purses.append(Purse("learning", season, game.cap("learning")))
    return tuple(purses)


def purses_of_model(model: str, provider: str) -> tuple[Purse, ...]:
    """The accounts that calls to a model draw on, whatever they are made for: its own, by its slug, and its provider's.
    They are opened without a cap, and have what an operator gives them."""
    return (Purse("model", model, None), Purse("provider", provider, None))


def cap_by_now(purse: Purse, row: Account | None) -> Decimal | None:
    """The cap of an account as the next call will find it; None for no cap. `row` is its row, where it has one."""
    if row is None or (row.scope == Account.Scope.DAY and not row.cap_by_hand):
        return purse.cap
    return row.cap


class Accounts:
    """The accounts of some calls, locked and read once, changed here and written back by close(). Use it within one
    transaction and for nothing else."""

    def __init__(self, purses: Iterable[Purse]) -> None:
        self._rows = self._locked({(purse.scope, purse.name): purse for purse in purses})

    def _locked(self, wanted: dict[tuple[str, str], Purse]) -> dict[tuple[str, str], Account]:
        names = {name for _, name in wanted}
        # In one order everywhere, or two would wait for each other.
        rows = Account.objects.select_for_update(no_key=True).filter(name__in=names).order_by("pk")
        found = {(row.scope, row.name): row for row in rows if (row.scope, row.name) in wanted}
        if len(found) < len(wanted):
            missing = [wanted[key] for key in sorted(wanted) if key not in found]
            Account.objects.bulk_create(
                [Account(scope=purse.scope, name=purse.name, cap=purse.cap) for purse in missing],
                ignore_conflicts=True,
            )
            return self._locked(wanted)
        return found

    def of(self, purse: Purse) -> Account:
        """One of them, to be read."""
        return self._rows[purse.scope, purse.name]

    def _of(self, purses: Sequence[Purse]) -> list[Account]:
        return [self.of(purse) for purse in purses]

    def reserve(self, purses: Sequence[Purse], amount: Decimal) -> Denied | None:
        """Reserves an amount in all of them, or in none and says why."""
        rows = self._of(purses)
        for row, purse in zip(rows, purses, strict=True):
            if row.cap != (cap := cap_by_now(purse, row)):
                row.cap, row.warned_at = cap, None
                warn_of(row)
        for row, purse in zip(rows, purses, strict=True):
            if row.stopped:
                return Denied(stopped(row.scope), is_final=True, purse=purse, is_stopped=True)
        for row, purse in zip(rows, purses, strict=True):
            if row.cap is not None and row.spent + row.reserved + amount > row.cap:
                return Denied(shortage(row.scope), is_final=row.spent + amount > row.cap, purse=purse)
        for row in rows:
            row.reserved += amount
            row.calls += 1
        return None

    def settle(self, purses: Sequence[Purse], reserved: Decimal, cost: Decimal, unsure: Decimal) -> None:
        """Takes back what was reserved and books what it came to, and how much of that is only the most it may be."""
        for row in self._of(purses):
            row.reserved = max(Decimal(0), row.reserved - reserved)
            row.spent += cost
            row.unsure += unsure
            warn_of(row)

    def close(self) -> None:
        """Writes what was changed."""
        update(Account, WRITTEN, [(row.pk, [getattr(row, name) for name in WRITTEN]) for row in self._rows.values()])
