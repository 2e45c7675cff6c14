"""Money as people read it and cap it: amounts of US dollars in words, and accounts with what of their caps is spent.

Law: sums are made in Decimal and never from these words; a cap is changed here alone, and whoever waits for it looks
again at once. What calls reserve and spend is games.billing.budgets'.
"""

from datetime import UTC, date, datetime
from decimal import ROUND_UP, Decimal
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.billing.waking import let_look_again, waiting_for
from games.models import Account
from games.models.account import PLACES

logger = structlog.get_logger(__name__)
_CENT: Final = Decimal("0.01")
_SMALLEST: Final = Decimal("0.0001")
_WARNED_AT: Final = Decimal("0.8")  # the share of a cap at which people are warned


# --- amounts ---------------------------------------------------------------------------------------------------------


def exact(amount: Decimal) -> Decimal:
    """A sum that a database made, to the places that amounts have: SQLite adds up in floating point."""
    return amount.quantize(PLACES)


def in_dollars(amount: Decimal) -> str:
    """An amount: to the cent, and of less than a dollar the first four places, where they are not nothing."""
    if amount >= 1 or not amount:
        return f"${amount:,.2f}"
    if amount < _SMALLEST:
        return f"less than ${_SMALLEST}"
    told = f"{amount:.4f}"
    return f"${told[:-2]}{told[-2:].rstrip('0')}"


def rounded_up(amount: Decimal) -> str:
    """An amount that is enough when it is given as it is told: to the cent, and of less than a dollar to the fourth
    place, never down."""
    return in_dollars(amount.quantize(_SMALLEST if amount < 1 else _CENT, rounding=ROUND_UP))


def bounded(amount: Decimal, unsure: Decimal) -> str:
    """A sum in which some is only the most that it may be: what is sure, and with that the most."""
    return f"{in_dollars(amount - unsure)}, at most {in_dollars(amount)}" if unsure else in_dollars(amount)


# --- accounts --------------------------------------------------------------------------------------------------------


def balance(account: Account) -> str:
    """What is spent and what is on its way, of its cap, in words."""
    told = bounded(account.spent, account.unsure)
    told += f" + {in_dollars(account.reserved)} on its way" if account.reserved else ""
    return f"{told}, no cap" if account.cap is None else f"{told} of {in_dollars(account.cap)}"


def is_nearly_spent(account: Account) -> bool:
    """Whether people should look at it: so much of its cap is spent that they are warned, or all of it."""
    return account.cap is not None and account.spent >= _WARNED_AT * account.cap


def day_of(at: datetime) -> date:
    """The day (UTC) that a call of this time belongs to."""
    return at.astimezone(UTC).date()


def account_of_day(at: datetime) -> Account:
    """The account of the day (UTC) of a time as its next call will find it: with LEAGUE_DAY_CAP for its cap, unless an
    operator gave it another. Unsaved where no call has drawn on it yet."""
    name = day_of(at).isoformat()
    account = Account.objects.filter(scope=Account.Scope.DAY, name=name).first()
    account = account or Account(scope=Account.Scope.DAY, name=name)
    if not account.cap_by_hand:
        account.cap = settings.LEAGUE_DAY_CAP
    return account


def accounts_of_models() -> QuerySet[Account]:
    """The accounts of models and providers that hold something back: by a cap, or because calls are stopped."""
    of_models = Account.objects.filter(scope__in=(Account.Scope.MODEL, Account.Scope.PROVIDER))
    return of_models.filter(Q(cap__isnull=False) | ~Q(stopped="")).order_by("scope", "name")


def warn_of(row: Account) -> None:
    """Warns people once when most of a budget is spent, and keeps since when it is."""
    if row.warned_at is None and is_nearly_spent(row):
        row.warned_at = timezone.now()
        logger.warning("80 % of a budget is spent", scope=row.scope, account=row.name, cap=str(row.cap))


def set_cap(*, account: Account, cap: Decimal | None) -> None:
    """Gives an account another cap, None for none; people are warned anew at its 80 %, and the games that wait for it
    look again at once. What is spent and reserved is written by calls meanwhile, and stays theirs."""
    with transaction.atomic():
        # Games before accounts, as whoever plays them locks them.
        list(waiting_for(account).select_for_update(no_key=True).order_by("pk").values_list("pk"))
        Account.objects.filter(pk=account.pk).update(cap=cap, cap_by_hand=True, warned_at=None)
        let_look_again(account=account)
        row = Account.objects.get(pk=account.pk)  # written above, and so ours until the end
        warn_of(row)
        if row.warned_at is not None:
            Account.objects.filter(pk=row.pk).update(warned_at=row.warned_at)
    logger.info("a cap was changed", scope=account.scope, account=account.name, cap=str(cap))


def open_account(*, scope: str, name: str, cap: Decimal | None) -> Account:
    """Opens an account before its first call, or finds it, and gives it a cap: of anything but a day, whose cap is not
    written down before."""
    if scope == Account.Scope.DAY:
        raise ValueError("the account of a day is opened by its first call")
    account, _ = Account.objects.get_or_create(scope=scope, name=name)
    set_cap(account=account, cap=cap)
    account.refresh_from_db()
    return account
