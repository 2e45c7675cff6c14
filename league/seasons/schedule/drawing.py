"""A season's fixtures as its start draws them: who plays which game under which rules, where and as what, by its design
or as in a twin's first. Law: a season's secret, its roster and its rule books decide all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, islice
from typing import Any, NamedTuple

from games.engine.dice import Dice
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from games.engine.table import Given
from games.models import Game
from league.models import Fixture, Season, SeasonRules
from league.seasons.design.blocks import Dealt, Table, games_in_blocks
from league.seasons.design.shares import Cast
from league.seasons.making.voices import writing_before_each_game
from league.seasons.schedule import rotation
from league.seasons.schedule.dropping import fixtures_followed


class Placed(NamedTuple):
    """Who plays a fixture, by seat, under which rules and as what; a deal of None is left to the game's seed."""

    book: SeasonRules
    players: Sequence[int]
    deal: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """All that decides what a season's fixtures are."""

    design: str
    secret: str
    games: int
    names: str
    roster: tuple[int, ...]
    books: tuple[int, ...]  # by their keys: rule books that are said anew are other rows


@dataclass(frozen=True, slots=True)
class Draw:
    """The games of a season's fixtures, and of what they were drawn."""

    basis: Basis
    placed: Sequence[Placed]


def basis_of(season: Season) -> Basis:
    """Of what a season's fixtures would be drawn now. Two queries."""
    return Basis(
        season.design,
        season.secret,
        season.games_planned,
        season.names,
        tuple(season.roster.order_by("number").values_list("player_id", flat=True)),
        tuple(season.rules.order_by("number").values_list("pk", flat=True)),
    )


def drawn(season: Season) -> Draw:
    """Draws a season's games. Takes seconds where there are thousands, so it is done before anything is locked, and
    again where it was drawn of something else than what there is then. Raises ValueError for a roster too small."""
    basis = basis_of(season)
    return Draw(basis, list(placed_by(basis, list(season.rules.order_by("number")))))


def placed_by(basis: Basis, books: Sequence[SeasonRules]) -> Iterator[Placed]:
    """The games that follow from all that decides them. Raises ValueError for a roster too small."""
    kinds = {Season.Design.ROTATION: in_rotation, Season.Design.BLOCKS: in_blocks, Season.Design.TEAMS: in_teams}
    return islice(kinds[Season.Design(basis.design)](basis, books), basis.games)


def fixtures_drawn(season: Season, draw: Draw, *, now: datetime, first_due_at: datetime | None) -> Iterator[Fixture]:
    """A season's fixtures, not written yet."""
    writers, size = writing_before_each_game(season), (len(draw.basis.roster), len(draw.basis.books))
    for number, placed in enumerate(draw.placed, start=1):
        yield Fixture(
            season=season,
            number=number,
            block=block_told_with(season, number, *size),
            rules=placed.book,
            seating=list(placed.players),
            deal=placed.deal,
            due_at=first_due_at if number == 1 or not season.is_sequential else None,
            cast_at=None if writers.intersection(placed.players) else now,
        )


def fixtures_as_first(season: Season, *, now: datetime) -> Iterator[Fixture]:
    """A twin's fixtures, those of its first, not written yet. Nobody is written for them: who plays, and as what, is
    known when the first's game is over."""
    books = {book.number: book for book in season.rules.all()}
    size = season.roster.count(), len(books)
    of_first = fixtures_followed(season).order_by("number")
    for number, book, seating, cast_at in of_first.values_list("number", "rules__number", "seating", "cast_at"):
        known = seating if cast_at else None
        block = block_told_with(season, number, *size)
        yield Fixture(season=season, number=number, rules=books[book], seating=known, cast_at=now, block=block)


def block_told_with(season: Season, number: int, players: int, books: int) -> int | None:
    """The block with which a fixture of a number is told, of so many players and rule books: a whole cycle of each rule
    book; None where the season is not sealed."""
    return (number - 1) // (players * books) + 1 if season.is_sealed else None


# --- designs ---------------------------------------------------------------------------------------------------------


def in_rotation(basis: Basis, books: Sequence[SeasonRules]) -> Iterator[Placed]:
    """As often as one another, and all else by lot: as seasons were drawn before there were blocks."""
    tables = [rotation.Table(book.ruleset, book.seats) for book in books]
    games = zip(cycle(books), rotation.rotation(secret=basis.secret, roster=basis.roster, tables=tables), strict=False)
    for number, (book, players) in enumerate(games, start=1):
        seed = rotation.seed_of(secret=basis.secret, number=number)
        yield Placed(book, rotation.seated(players=players, seed=seed))


def in_blocks(basis: Basis, books: Sequence[SeasonRules]) -> Iterator[Placed]:
    """In blocks, in each of which everybody has everything as often."""
    tables = [table_of(book, names=basis.names) for book in books]
    roster = basis.roster
    games = games_in_blocks(secret=basis.secret, players=len(roster), tables=tables, games=basis.games)
    for book, game in zip(cycle(books), games, strict=False):
        yield Placed(book, [roster[place] for place in game.players], deal_of(book, game))


def in_teams(basis: Basis, books: Sequence[SeasonRules]) -> Iterator[Placed]:
    """Two games of each deal: the first half of the roster holds the open team and the second the hidden one, then the
    other way round. Both sides have the same places in the blocks, so what everybody of one side has as often as the
    others everybody of the other has, too; who has whose place is drawn anew for each block."""
    half = len(basis.roster) // 2
    sides = basis.roster[:half], basis.roster[half:]
    tables = [table_of(book, names=basis.names, by_team=True) for book in books]
    pairs = games_in_blocks(secret=basis.secret, players=half, tables=tables, games=basis.games // 2)
    for number, (book, pair) in enumerate(zip(cycle(books), pairs, strict=False)):
        table, block = number % len(books), number // len(books) // half
        opened, other = (
            Dice(basis.secret, "sides", table, block, side).shuffled(players) for side, players in enumerate(sides)
        )
        is_open = {role.name: role.team == of(book).open_team for role in of(book).roles}
        for first, second in ((opened, other), (other, opened)):
            holders = [(first if is_open[role] else second)[place] for place, role in zip(*pair[:2], strict=True)]
            yield Placed(book, holders, deal_of(book, pair))


def of(book: SeasonRules) -> Ruleset[Any]:
    """The rules of a rule book that is played here."""
    return all_rulesets()[book.ruleset]


def is_dealt_by_design(book: SeasonRules) -> bool:
    """Whether roles may be given in games by this rule book: those that are not known here, or deal in a way of their
    own, are left to do it by the seed of the game."""
    return book.ruleset in all_rulesets() and type(of(book)).deal is Ruleset.deal


def table_of(book: SeasonRules, *, names: str, by_team: bool = False) -> Table:
    """What is to be at a rule book's table; `by_team` in casts of a team each."""
    if not is_dealt_by_design(book):
        return Table((Cast(("",), ("",), (book.seats,)),), draws_first=False)
    rules = of(book)
    dealt = rules.cast(book.seats, rules.options_from({**book.options, "names": names}, book.seats))
    teams = [(rules.open_team,), (rules.hidden_team,)] if by_team else [(rules.open_team, rules.hidden_team)]
    casts = tuple(Cast.of((role.name, role.team) for role in dealt if role.team in those) for those in teams)
    return Table(casts, draws_first=rules.draws_first(book.seats))


def deal_of(book: SeasonRules, game: Dealt) -> Mapping[str, Any] | None:
    """What a fixture keeps of who is what in its game."""
    return {"roles": list(game.roles), "first": game.first} if is_dealt_by_design(book) else None


def given_by(fixture: Fixture) -> Given | None:
    """The deal of a fixture's game, where its design says it."""
    return Given(tuple(fixture.deal["roles"]), fixture.deal["first"]) if fixture.deal else None


def given_in(game: Game) -> Given | None:
    """What was given of a game's deal; None where all of it came from its seed."""
    return Given(tuple(seat.role for seat in game.seats.all()), game.first) if game.is_given else None
