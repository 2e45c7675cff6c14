"""The kill switch, thrown by hand: no new call is made while it is on, or none to one model or one provider, whose
accounts say so. What is on its way still comes home.

Every call looks at the row in the transaction that writes its intention (games.billing.call_ledger), so it holds for
all processes at once; games wait meanwhile, and go on by themselves when it is off.
"""

import structlog
from django.db import transaction

from games.billing.waking import let_look_again, waiting_for
from games.models import Account, KillSwitch

logger = structlog.get_logger(__name__)


def stop_calls(*, reason: str) -> KillSwitch:
    """Stops all new calls, for a reason that whoever finds them stopped can read."""
    return _throw(reason=reason.strip()[:200], is_on=True)


def allow_calls() -> KillSwitch:
    """Lets calls be made again."""
    return _throw(reason="", is_on=False)


def stop_calls_of(*, account: Account, reason: str) -> Account:
    """Stops all new calls to the model or the provider that an account is of."""
    return _stop(account=account, why=reason.strip()[:200] or "by an operator")


def allow_calls_of(*, account: Account) -> Account:
    """Lets calls be made to it again; the games that waited for it look at once."""
    return _stop(account=account, why="")


def _stop(*, account: Account, why: str) -> Account:
    with transaction.atomic():
        # Games before accounts, as whoever plays them locks them.
        list(waiting_for(account).select_for_update(no_key=True).order_by("pk").values_list("pk"))
        Account.objects.filter(pk=account.pk).update(stopped=why)
        if not why:
            let_look_again(account=account)
    account.stopped = why
    logger.warning("calls were stopped or allowed", scope=account.scope, account=account.name, why=why)
    return account


def _throw(*, reason: str, is_on: bool) -> KillSwitch:
    switch, _ = KillSwitch.objects.update_or_create(pk=1, defaults={"is_on": is_on, "reason": reason})
    logger.warning("the kill switch was thrown", is_on=is_on, reason=reason)
    return switch
