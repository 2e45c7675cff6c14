"""Which acts there are, by the kind of what they are done to, and how an act's fields are told: as the API has them
elsewhere, without what only the inside of the league goes by.

The record itself takes any verb; this is what its readers may count on. A test looks for verbs that are missing here.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from games.directing.verbs import VERBS as OF_GAMES
from league.boards.verbs import VERBS as OF_BOARDS
from league.queries.upkeep.history import in_days
from league.seasons.series.verbs import VERBS as OF_SERIES
from league.seasons.verbs import VERBS as OF_SEASONS

ROWS: Final = ("create", "change", "delete")  # as the admin does with any row
FILES: Final = ("load", "import")  # as commands do with what people make by hand
CALLS: Final = ("stop calls", "allow calls")
KNOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "season": (
        *("create", "clone", "edit", "change", "delete", *OF_SEASONS),
        *("change course", "change calendar", "change memory", "change pace", "keep"),
        *("add to the roster", "take off the roster", "have personas written", "prune", *FILES),
    ),
    "calendar": ("create", "edit", "start", "change calendar", "change course"),
    "series": ("create", "edit", *OF_SERIES, "open"),
    "game": ("create", *OF_GAMES, "update", "exclude", "restore", "change calendar", "change course"),
    "board": (*OF_BOARDS,),
    "persona": (*ROWS, "approve", "retire", "set up", "write", *FILES),
    "languagemodel": (*ROWS, "probe", "set up", *FILES),
    "player": (*ROWS, "set up", "exclude", "restore", *FILES),
    "memoryrevision": (
        *("revise memory", "restore memory", "drop lesson", "approve words", "delete words", "undo learning"),
    ),
    "price": (*ROWS, *FILES),
    "account": ("create", "change", "change cap", "change course", "resume", *CALLS),
    "killswitch": CALLS,
    "token": ("create", "revoke", "delete", *FILES),
    "addressee": (*ROWS, "try out"),
    "user": (*ROWS, "change password", "set up", *FILES),
    "group": (*ROWS, *FILES),
    "accessattempt": ("clean up", "lift lock", "delete"),
    "accesslog": ("delete",),
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
    return in_days(told) if kind == "calendar" else told
