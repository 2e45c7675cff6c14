"""A season's fixtures as its start draws them: who plays which game under which rules, by rotation or as in a twin's
first.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import cycle, islice

from league.models import Fixture, Season
from league.seasons.making.voices import writing_before_each_game
from league.seasons.schedule.dropping import fixtures_followed
from league.seasons.schedule.rotation import Table, rotation, seated, seed_of


def fixtures_drawn(season: Season, *, now: datetime, first_due_at: datetime | None) -> Iterator[Fixture]:
    """A season's fixtures by its rotation, not written yet."""
    roster = list(season.roster.values_list("player_id", flat=True))
    books = list(season.rules.order_by("number"))
    tables = [Table(book.ruleset, book.seats) for book in books]
    writers = writing_before_each_game(season)
    drawn = zip(cycle(books), rotation(secret=season.secret, roster=roster, tables=tables), strict=False)
    for number, (book, players) in enumerate(islice(drawn, season.games_planned), start=1):
        yield Fixture(
            season=season,
            number=number,
            rules=book,
            seating=seated(players=players, seed=seed_of(secret=season.secret, number=number)),
            due_at=first_due_at if number == 1 or not season.is_sequential else None,
            cast_at=None if writers.intersection(players) else now,
        )


def fixtures_as_first(season: Season, *, now: datetime) -> Iterator[Fixture]:
    """A twin's fixtures, those of its first, not written yet. Nobody is written for them: who plays is known when the
    first's game is over."""
    books = {book.number: book for book in season.rules.all()}
    of_first = fixtures_followed(season).order_by("number")
    for number, book, seating, cast_at in of_first.values_list("number", "rules__number", "seating", "cast_at"):
        known = seating if cast_at else None
        yield Fixture(season=season, number=number, rules=books[book], seating=known, cast_at=now)
