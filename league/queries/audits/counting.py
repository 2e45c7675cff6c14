"""A season's audit, counted from its games. Law: it tells of games that are over and veiled no more, which
hide nothing; of what was drawn and not played yet only who asks for it at the command line hears, and no more than how
much players differ.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import Q

from games.engine.rulesets import all_rulesets, ruleset_title
from games.models import Game, Seat
from league.models import Fixture, Season, SeasonRules
from league.seasons.design.auditing import Audit, Kind, Played, audit
from personas.models import Player

MOST_ON_PAGES: Final = 500  # games that are over: more are counted at the command line
FIELDS: Final = ("number", "rules__number", "attempt", "seating", "deal", "recorded_at", "is_excluded", "game_id")
OF_GAME: Final = ("game__status", "game__first", "game__unrated", "game__is_veiled")
TOLD: Final = Q(game__status=Game.Status.FINISHED, game__is_veiled=False)


class Cut(NamedTuple):
    """A block of a rule book that the end of its season cut off: so many of its games are over, of so many."""

    title: str
    block: int
    over: int
    games: int


@dataclass(frozen=True, slots=True)
class SeasonAudit:
    """A season's audit, and why it differs from what was drawn: by number the fixtures that were dealt anew after a
    game of theirs was called off, those whose games are over and count in no result, and those of a pair whose other
    game does not count (yet). Blocks that `cut` names were under way when the season was ended: they are never over."""

    season: Season
    player_ids: Sequence[str]
    found: Audit
    over: int
    redealt: Sequence[int]
    uncounted: Sequence[int]
    unpaired: Sequence[int]
    cut: Sequence[Cut] = ()

    @property
    def is_drawn_so(self) -> bool:
        """Whether its design promises that counts differ by at most one."""
        return self.season.design != Season.Design.ROTATION


def games_over_in(season: Season) -> int:
    """How many of a season's games are over and told."""
    return season.fixtures.filter(TOLD).count()


def audit_season(season: Season, *, as_drawn: bool = False) -> SeasonAudit:
    """Counts a season's games; `as_drawn` all that were drawn, as if they had all been played. Five queries."""
    places = list(season.roster.select_related("player__persona", "player__model").order_by("number"))
    place_of = {place.player_id: number for number, place in enumerate(places)}
    books = list(season.rules.order_by("number"))
    rows = list(season.fixtures.order_by("number").values(*FIELDS, *OF_GAME))
    seats = seats_by_game(season)
    written = written_places(season, {player for sat in seats.values() for player, _ in sat} - place_of.keys())
    place_of |= {player: number for player, number in written.items() if number < len(places)}
    games = with_dropped(season, books, played_in(rows, seats, place_of, as_drawn=as_drawn))
    found = audit(names_of([place.player for place in places]), [kind_of(book) for book in books], games)
    finished = [row for row in rows if is_told(row)]
    counted = {game.number for game in games if game.is_counted}
    return SeasonAudit(
        season=season,
        player_ids=[place.player.player_id for place in places],
        found=found,
        over=len(finished),
        redealt=[row["number"] for row in finished if row["attempt"] > 1 and not season.is_twin],
        uncounted=[row["number"] for row in finished if row["number"] not in counted],
        unpaired=[number for number in sorted(counted) if season.is_in_pairs and partner(number) not in counted],
        cut=list(cut_in(found, games, {row["number"] for row in rows})),
    )


def with_dropped(season: Season, books: Sequence[SeasonRules], games: Iterable[Played]) -> list[Played]:
    """A season's fixtures as they were planned: also those that went when it was ended before them, of which none will
    ever be over. Without them the blocks would close up over what is missing."""
    known = {game.number: game for game in games}
    if not known or not books:
        return list(known.values())
    return [
        known.get(number) or Played(number, books[season.book_of(number, len(books))].number)
        for number in range(1, max(season.games_planned, *known) + 1)
    ]


def cut_in(found: Audit, games: Sequence[Played], there: set[int]) -> Iterator[Cut]:
    """The blocks of which games are over and others were dropped."""
    for table, book in enumerate(found.books):
        of_book = [game for game in games if game.table == table]
        for start in range(0, len(of_book), found.block or 1):
            block = of_book[start : start + found.block]
            over = sum(game.is_over for game in block)
            if over and any(game.number not in there for game in block):
                yield Cut(book.title, start // found.block + 1, over, len(block))


def partner(number: int) -> int:
    """The other fixture of a pair."""
    return number + 1 if number % 2 else number - 1


def played_in(
    rows: Sequence[Mapping[str, Any]],
    seats: Mapping[int, Sequence[tuple[int, str]]],
    place_of: Mapping[int, int],
    *,
    as_drawn: bool,
) -> Iterator[Played]:
    """The fixtures as the audit takes them."""
    for row in rows:
        table = row["rules__number"]
        is_over = is_told(row)
        sat = seats.get(row["game_id"], ()) if is_over else ()
        first = row["game__first"]
        if as_drawn and not is_over:
            deal = row["deal"] or {"roles": [""] * len(row["seating"] or ()), "first": None}
            sat, first = list(zip(row["seating"] or (), deal["roles"], strict=False)), deal["first"]
        if not sat or any(player not in place_of for player, _ in sat):
            yield Played(row["number"], table, is_over=is_over or as_drawn)
            continue
        yield Played(
            row["number"],
            table,
            tuple(place_of[player] for player, _ in sat),
            tuple(role for _, role in sat),
            first,
            is_over=is_over or as_drawn,
            is_counted=as_drawn
            or (row["recorded_at"] is not None and not row["game__unrated"] and not row["is_excluded"]),
        )


def is_told(row: Mapping[str, Any]) -> bool:
    """Whether the game of a fixture's row is over and told."""
    return row["game__status"] == Game.Status.FINISHED and not row["game__is_veiled"]


def seats_by_game(season: Season) -> dict[int, list[tuple[int, str]]]:
    """Who sat in each seat of a season's games that are over and told, and as what, by the game's key."""
    over = Fixture.objects.filter(TOLD, season=season).values("game")
    found: dict[int, list[tuple[int, str]]] = {}
    for game, player, role in (
        Seat.objects.filter(game__in=over).order_by("game_id", "number").values_list("game_id", "player_id", "role")
    ):
        found.setdefault(game, []).append((player, role))
    return found


def written_places(season: Season, players: set[int]) -> dict[int, int]:
    """Whose places on the roster those have who were written for one game alone."""
    written = Player.objects.filter(pk__in=players).values_list("pk", "persona__written_for") if players else ()
    told = {player: (text or "").rpartition("/") for player, text in written}
    return {player: int(place) for player, (_, _, place) in told.items() if place.isdecimal()}


def kind_of(book: SeasonRules) -> Kind:
    """A rule book's table, as far as the rules are known here: otherwise of what was played in it."""
    title = ruleset_title(book.ruleset)
    rules = all_rulesets().get(book.ruleset)
    if rules is None:
        return Kind(title, book.seats, {}, "")
    cast = rules.cast(book.seats, rules.options_from(book.options, book.seats))
    return Kind(title, book.seats, {role.name: role.team for role in cast}, rules.hidden_team)


def names_of(players: Sequence[Player]) -> list[str]:
    """What the players are called, with their models where several have a name."""
    often = Counter(player.persona.name for player in players)
    return [
        f"{player.persona.name} ({player.model.name})" if often[player.persona.name] > 1 else player.persona.name
        for player in players
    ]
