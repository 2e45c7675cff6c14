"""How evenly a season's games will come to its players, before it begins: as its audit will count them. Law: nothing
here reads a season's secret, so that whatever is told of a forecast tells nothing of the season.

Two things are told. What is `promised` holds whatever the secret is: of n players and so many games each has a seat, a
role or a team as often as the mean, rounded down or up (league.seasons.design.shares). All else is an example: the
same design for the same tables and as many players, drawn from a secret that no season can have.

To count the season's own draw, as `audit --drawn` does at the command line, was rejected: who has one game more as
hidden when the last block is cut short, and after which game players differ most, is drawn from the secret and tells of
games to come. To tell promises alone was rejected, too: no formula says by how much players differ within a block, nor
how often two of them meet.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from league.models import Season, SeasonRules
from league.queries.audits.counting import SeasonAudit, kind_of, names_of
from league.seasons.design.auditing import GAMES, ROLE, TEAM, Audit, Book, Counted, Difference, Played, audit
from league.seasons.making.checking import WrongSeason
from league.seasons.schedule.drawing import Basis, is_dealt_by_design, placed_by

EXAMPLE: Final = "for example " * 20  # longer than a season's secret may be, whoever chose that
MOST_PLAYERS: Final = 200  # of whom a forecast is drawn for a request: more are drawn at the command line
EXAMPLES: Final = 16  # that a process keeps: each takes up to seconds, and who asks once asks again


class Often(NamedTuple):
    """How often anybody has something at a season's end, at least and at most."""

    least: int
    most: int

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{self.least}"
        return f"{self.least} {'or' if self.most == self.least + 1 else 'to'} {self.most}"

    @classmethod
    def of(cls, total: int, players: int) -> "Often":
        """The mean, rounded down and up."""
        return cls(total // players, -(-total // players))


@dataclass(frozen=True, slots=True)
class Forecast:
    """An example of a season's audit at its end, and what holds of any: of each rule book by what is counted, and of
    all games together where that is sure."""

    audited: SeasonAudit
    promised: Sequence[Mapping[Counted, Often]]
    games: Often | None
    undealt: Sequence[str]  # the titles of rule books whose roles are left to each game's seed


class Rulebook(NamedTuple):
    """What of a season's rule book decides its games, its options as JSON."""

    ruleset: str
    seats: int
    options: str


def forecast_season(season: Season) -> Forecast:
    """How evenly the games of a season that has not begun will come to its players. Two queries. Raises WrongSeason for
    one that has begun, and for a roster too small."""
    if season.status not in Season.UNSTARTED:
        raise WrongSeason("status", f"{season.slug} is {season.status}: its audit counts the games that are over.")
    players = [
        each.player for each in season.roster.select_related("player__persona", "player__model").order_by("number")
    ]
    books = list(season.rules.order_by("number"))
    said = tuple(Rulebook(each.ruleset, each.seats, json.dumps(each.options, sort_keys=True)) for each in books)
    try:
        games = drawn_from(EXAMPLE, season.design, season.names, season.games_planned, len(players), said)
    except ValueError as error:
        raise WrongSeason("players", f"{error}.") from error
    found = audit(names_of(players), [kind_of(book) for book in books], games)
    undealt = [not is_by_design(season, book) for book in books]
    found = replace(
        found,
        books=[without_roles(book) if is_so else book for book, is_so in zip(found.books, undealt, strict=True)],
    )
    promised = promises(season, books, found)
    return Forecast(
        audited=SeasonAudit(season, [player.player_id for player in players], found, 0, (), (), ()),
        promised=promised,
        games=games_promised(season, promised, found),
        undealt=list(dict.fromkeys(book.title for book, is_so in zip(found.books, undealt, strict=True) if is_so)),
    )


@lru_cache(maxsize=EXAMPLES)
def drawn_from(
    secret: str, design: str, names: str, games: int, players: int, books: tuple[Rulebook, ...]
) -> tuple[Played, ...]:
    """The games of such a season as if all had been played, its players by their places. Raises ValueError for a roster
    too small."""
    rows = [
        SeasonRules(number=number, ruleset=each.ruleset, seats=each.seats, options=json.loads(each.options))
        for number, each in enumerate(books)
    ]
    basis = Basis(design, secret, games, names, tuple(range(players)), tuple(range(len(rows))))
    return tuple(
        Played(
            number,
            placed.book.number,
            tuple(placed.players),
            tuple(placed.deal["roles"]) if placed.deal else ("",) * len(placed.players),
            placed.deal["first"] if placed.deal else None,
            is_over=True,
            is_counted=True,
        )
        for number, placed in enumerate(placed_by(basis, rows), start=1)
    )


def is_by_design(season: Season, book: SeasonRules) -> bool:
    """Whether the design says who is what in a rule book's games."""
    return season.design != Season.Design.ROTATION and is_dealt_by_design(book)


def without_roles(book: Book) -> Book:
    """The audit of games in which nobody can tell beforehand who is what."""
    return replace(
        book,
        counts={what: numbers for what, numbers in book.counts.items() if what[0] not in (ROLE, TEAM)},
        ends=[replace(end, worst=_without(end.worst)) for end in book.ends],
        between=_without(book.between),
        untold=(),
    )


def _without(worst: Mapping[str, Difference]) -> dict[str, Difference]:
    return {kind: each for kind, each in worst.items() if kind not in (ROLE, TEAM)}


def promises(season: Season, books: Sequence[SeasonRules], found: Audit) -> list[Mapping[Counted, Often]]:
    """What holds of each rule book whatever is drawn. By rotation that is but how often everybody plays by a ruleset,
    and so by a rule book where no other has the same."""
    size = len(found.players)
    told: list[Mapping[Counted, Often]] = []
    for row, book in zip(books, found.books, strict=True):
        sure = list(book.counts)
        if season.design == Season.Design.ROTATION:
            sure = [(GAMES, "")] if sum(row.ruleset == each.ruleset for each in books) == 1 else []
        told.append({what: Often.of(sum(book.counts[what]), size) for what in sure})
    return told


def games_promised(season: Season, promised: Sequence[Mapping[Counted, Often]], found: Audit) -> Often | None:
    """How many games everybody plays in all; None where nothing is sure. In blocks what is left over in one rule book
    is made good for in the others; otherwise it may come to the same players in each."""
    if season.design == Season.Design.BLOCKS:
        return Often.of(sum(found.games), len(found.players))
    each = [of_book.get((GAMES, "")) for of_book in promised]
    sure = [often for often in each if often is not None]
    if len(sure) < len(each):
        return None
    return Often(sum(often.least for often in sure), sum(often.most for often in sure))
