"""Why a game waits, or was called off, as its row says it (`Game.waiting`). Law: who writes such a reason and who looks
for it have the words from here, for rows keep them; everybody who watches reads them, so they tell nothing of a seat.
"""

from typing import Final

CALLED_OFF: Final = "called off"  # the reason when nobody gives one
WITH_SEASON: Final = "its season is paused"
STEPPED: Final = "paused by hand: it went on by one poll"
UNASKABLE: Final = "a model cannot be asked"
UNEQUIPPED: Final = "a model cannot be asked from here: its key, its price or the leave to call it is missing"
PENNILESS: Final = "the credit there, or what may be spent there, is used up"
UNREAD: Final = "a model's server reads only a part of what it is told"
LATE: Final = "a model does not answer in the time that it has"
ROOMLESS: Final = "a model needs more tokens to answer than it may have"


def shortage(scope: str) -> str:
    """Why a game waits that an account of this scope cannot pay for, and how it is known that it waits for that.

    How much is missing is not said: what is spent would tell what is being asked.
    """
    return f"{of_budget(scope)}what the next call may cost does not fit its cap"


def kept_for_others(scope: str) -> str:
    """Why a game does not begin beside others that are open on an account of this scope. How much is left is not said,
    for the same reason."""
    return f"{of_budget(scope)}what is left is kept for the games that have begun"


def reserved_for_others(scope: str) -> str:
    """Why a game waits whose next call does not fit beside those that are under way on an account of this scope: no
    budget is short of anything for it, so it does not begin as those reasons do."""
    whose = "a" if scope in ("model", "provider") else "the"
    return f"calls under way have reserved what is left of the budget of {whose} {scope}"


def of_budget(scope: str) -> str:
    """How each reason begins that has to do with an account of this scope, and no other. Which model it is would tell
    who is being asked."""
    return f"budget of {'a' if scope in ('model', 'provider') else 'the'} {scope}: "


def stopped(scope: str) -> str:
    """Why a game waits one of whose models is not to be asked."""
    return f"calls to a {scope} are stopped by an operator"
