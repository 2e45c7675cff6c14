"""Which acts there are, by the kind of what they are done to, and how an act's fields are told: as the API has them
elsewhere, without what only the inside of the league goes by.

The record itself takes any verb; this is what its readers may count on. A test looks for verbs that are missing here.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from games.directing.verbs import VERBS as OF_GAMES
from league.boards.verbs import VERBS as OF_BOARDS
from league.calendars.plans import DAYS
from league.seasons.series.verbs import VERBS as OF_SERIES
from league.seasons.verbs import VERBS as OF_SEASONS

ROWS: Final = ("create", "change", "delete")  # as the admin does with any row
CALLS: Final = ("stop calls", "allow calls")
KNOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "season": (
        *("create", "clone", "edit", "delete", *OF_SEASONS),
        *("change course", "change calendar", "change memory", "change pace", "keep"),
        *("add to the roster", "take off the roster", "have personas written", "prune"),
    ),
    "calendar": ("create", "edit", "change calendar", "change course"),
    "series": ("create", "edit", *OF_SERIES, "open"),
    "game": ("create", *OF_GAMES, "update", "exclude", "restore"),
    "board": (*OF_BOARDS,),
    "persona": (*ROWS, "approve", "retire", "import", "set up", "write", "load"),
    "languagemodel": (*ROWS, "probe", "set up"),
    "player": (*ROWS, "set up", "exclude", "restore"),
    "memoryrevision": (
        *("revise memory", "restore memory", "drop lesson", "approve words", "delete words", "undo learning"),
    ),
    "price": ROWS,
    "account": ("create", "change cap", "change course", "resume", *CALLS),
    "killswitch": CALLS,
    "token": ("create", "revoke"),
    "addressee": (*ROWS, "try out"),
    "user": (*ROWS, "change password"),
    "accessattempt": ("clean up", "lift lock"),
}
VERBS: Final = tuple(dict.fromkeys(chain.from_iterable(KNOWN.values())))

# What a host, or a beat, keeps in a row for itself.
INWARD: Final[Mapping[str, frozenset[str]]] = {
    "season": frozenset({"pinned_at"}),
    "calendar": frozenset({"changed_at", "looked_at"}),
    "game": frozenset({"last_seq", "last_poll", "steps_to", "lease_owner", "lease_token", "lease_expires_at"}),
}


def told_of(kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What an act has of a row of this kind, as the API tells such a row."""
    told = {name: value for name, value in fields.items() if name not in INWARD.get(kind, ())}
    return {name: _in_days(name, value) for name, value in told.items()} if kind == "calendar" else told


def _in_days(name: str, value: Any) -> Any:  # Any: as the record has it, JSON
    """A calendar's field: its days by their names, and its times and dates each by itself."""
    if not isinstance(value, str):
        return value
    if name == "weekdays":
        return [DAYS[int(each) - 1] for each in value if each in "1234567"]
    return value.split() if name in ("times", "blackouts") else value
