"""How a player's number on a board comes about: game by game what its side was expected to win, and what came of it.

Law: the arithmetic is league.results.expecting's, over the same games and cells as the board; what is told here adds up
to the value that stands there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, QuerySet

from games.models import Game, Seat
from league.models import Fixture, Season, Surplus
from league.queries.boards.above import above_of
from league.queries.boards.counting import games_counted
from league.results.expecting import PARTS, PRIOR, Above, ratio
from league.results.sides import side_of
from personas.models import Player

DRAW: Final = "draw"
Cell = tuple[str, str, int]  # a rule book, the digest of its options, and how many sat at the table


@dataclass(frozen=True, slots=True)
class Part:
    """One game of a player's: what it was, and how it came out for it ("won", "lost", "drawn"). `others` are the other
    decided games of its kind and `won_by_side` how many of those its side won; `expected` is what follows from that,
    from 0 to 1, and `above` what the game adds. Of a draw, which counts for nobody, both are None."""

    game: Game
    fixture: Fixture
    size: int
    role: str
    side: str
    outcome: str
    others: int
    won_by_side: int
    expected: float | None
    above: float | None


def number_of(player: Player, season: Season | None, *, ruleset: str = "") -> Above | None:
    """What the board of a season, or that of all, has of a player; None before its first decided game. One query."""
    slug, key = season.slug if season else "", player.player_id
    return above_of(by="player", season=slug, ruleset=ruleset, keys=[key]).get(key)


def games_behind(player: Player, season: Season | None, *, ruleset: str = "") -> QuerySet[Game]:
    """The games that it is of."""
    rules = {"ruleset": ruleset} if ruleset else {}
    games = games_counted(Game.objects.filter(seats__player=player, **rules), season)
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    return games.select_related("fixture", "fixture__season").prefetch_related(seats)


def parts_of(games: Iterable[Game], player: Player, season: Season | None) -> list[Part]:
    """What each of these games adds. One query."""
    cells: dict[Cell, Counter[str]] = {}
    of_all = Surplus.objects.filter(season=season.slug if season else "", by="", team="", role="").order_by()
    for ruleset, book, size, winner, number in of_all.values_list("ruleset", "book", "size", "winner", "games"):
        cells.setdefault((ruleset, book, size), Counter())[winner] += number
    return [_part(game, player, cells) for game in games]


def _part(game: Game, player: Player, cells: Mapping[Cell, Counter[str]]) -> Part:
    seats = list(game.seats.all())
    seat = next(each for each in seats if each.player_id == player.pk)
    cell = cells.get((game.ruleset, game.fixture.book, len(seats)), Counter())
    side = side_of(game.ruleset, seat.team)
    if game.winner == DRAW or not cell[game.winner]:
        return Part(game, game.fixture, len(seats), seat.role, side, "drawn", 0, 0, None, None)
    decided, won = cell.total(), cell[game.winner]
    is_won = game.winner == seat.team
    worth = ratio(decided=decided, won=won) / PARTS
    by_side = won - 1 if is_won else decided - won
    expected = (by_side + PRIOR / 2) / (decided - 1 + PRIOR)
    outcome = "won" if is_won else "lost"
    above = worth if is_won else -worth
    return Part(game, game.fixture, len(seats), seat.role, side, outcome, decided - 1, by_side, expected, above)
