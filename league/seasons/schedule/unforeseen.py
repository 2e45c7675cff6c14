"""One season in which something unforeseen goes wrong keeps no other from going on: it is said in its row, and once in
the log, and looked at again the next time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from django.db import DatabaseError

from league.models import Season
from league.models.season import LONGEST_WHY

logger = structlog.get_logger(__name__)
UNFORESEEN: Final = "something unforeseen keeps it from going on: "  # how it begins, and is known again


@contextmanager
def by_itself(*, season: Season) -> Iterator[None]:
    """Whoever looks after all seasons does for each in such a block what may go wrong in one. What the database does
    not do is of all of them, and is raised."""
    seasons = Season.objects.filter(pk=season.pk)
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        why = f"{UNFORESEEN}{error!r}"[:LONGEST_WHY]
        if seasons.exclude(waiting=why).update(waiting=why):
            logger.exception("a season cannot be looked after", season=season.slug)
    else:
        if season.waiting.startswith(UNFORESEEN):
            seasons.filter(waiting=season.waiting).update(waiting="")
