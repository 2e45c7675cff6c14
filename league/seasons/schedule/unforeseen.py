"""One season, or one series, in which something unforeseen goes wrong keeps no other from going on: it is said in its
row, and once in the log, and looked at again the next time. Law: that holds for what the database does not do for one
of them, too; only where it does not even take down why is it of all of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog
from django.db import connection
from django.db.models import QuerySet
from django.db.utils import Error

from games.process.trouble import AWAY, in_a_line
from league.models import Season, Series
from league.models.season import LONGEST_WHY

logger = structlog.get_logger(__name__)
UNFORESEEN: Final = "something unforeseen keeps it from going on: "  # how it begins, and is known again


@contextmanager
def by_itself(*, row: Season | Series) -> Iterator[None]:
    """Whoever looks after all of them does for each in such a block what may go wrong in one."""
    rows: QuerySet[Any] = QuerySet(type(row)).filter(pk=row.pk)  # Any: of either
    named = {"season": row.slug} if isinstance(row, Season) else {"series": row.slug}
    try:
        yield
    except Exception as error:
        why = f"{UNFORESEEN}{error!r}"[:LONGEST_WHY]
        try:
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()  # PostgreSQL may have ended it
            is_news = rows.exclude(waiting=why).update(waiting=why)
        except Error:
            raise error from None  # it is the database, and the others would fare no better
        if is_news and isinstance(error, AWAY):
            logger.warning("it cannot be looked after", **named, error=in_a_line(error))
        elif is_news:
            logger.exception("it cannot be looked after", **named)
    else:
        if row.waiting.startswith(UNFORESEEN):
            rows.filter(waiting=row.waiting).update(waiting="")
