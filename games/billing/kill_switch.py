"""The kill switch, thrown by hand: no new call is made while it is on. What is on its way still comes home.

Every call looks at the row in the transaction that writes its intention (games.billing.call_ledger), so it holds for
all processes at once; games wait meanwhile, and go on by themselves when it is off.
"""

import structlog

from games.models import KillSwitch

logger = structlog.get_logger(__name__)


def stop_calls(*, reason: str) -> KillSwitch:
    """Stops all new calls, for a reason that whoever finds them stopped can read."""
    return _throw(reason=reason.strip()[:200], is_on=True)


def allow_calls() -> KillSwitch:
    """Lets calls be made again."""
    return _throw(reason="", is_on=False)


def _throw(*, reason: str, is_on: bool) -> KillSwitch:
    switch, _ = KillSwitch.objects.update_or_create(pk=1, defaults={"is_on": is_on, "reason": reason})
    logger.warning("the kill switch was thrown", is_on=is_on, reason=reason)
    return switch
