"""What may be taken off a board, and what is off it, in lists to choose from. Law: a game stands in the one list or in
the other by what league.queries.boards.counting says, and a player by what shown says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.models import Game, Seat
from league.access.endings import Endings
from league.models import Exclusion, Season
from league.queries.boards.counting import games_counted, games_not_counted
from league.queries.games import GameCard, cards_with_reasons, games_named
from personas.models import Player


@dataclass(frozen=True, slots=True)
class Choosable:
    """A player in a list: whether a board has its rows, or why not, and whether they may be given back to it."""

    player: Player
    why: str = ""
    may_be_given_back: bool = False


def games_to_choose(season: Season | None, *, counted: bool, sought: str) -> QuerySet[Game]:
    """The games of a season, or of all, that its board counts, or those that it does not, with what a card needs; only
    those that are `sought`: by their number, their id, or somebody who sits there."""
    seats = Seat.objects.select_related("player__persona").order_by("number")
    seats = seats.only("game_id", "number", "alias", "player__persona__name")
    listed = games_named().prefetch_related(Prefetch("seats", seats)).order_by("-id")
    games = (games_counted if counted else games_not_counted)(listed, season)
    if not sought:
        return games
    if sought.isascii() and sought.isdigit() and len(sought) < 10:
        return games.filter(Q(fixture__number=int(sought)) | Q(public_id=sought))
    seats = Seat.objects.filter(Q(alias__icontains=sought) | named(sought, "player__"))
    return games.filter(Q(public_id=sought) | Q(pk__in=seats.values("game_id")))


def cards_to_choose(games: Sequence[Game], season: Season | None, endings: Endings) -> list[GameCard]:
    """The games of games_to_choose() as cards, with who sits there and why they do not count. One query, where one is
    excluded."""
    cards = cards_with_reasons(games, season, endings)
    return [replace(card, seated=tuple(seated_in(game))) for card, game in zip(cards, games, strict=True)]


def seated_in(game: Game) -> Iterator[str]:
    """Who sits in a game by name, with what they are called there where that is something else; of a veiled one, of
    which nobody is told who sits there, that alone."""
    for seat in game.seats.all():
        name = seat.player.persona.name if seat.player_id is not None and not game.is_veiled else seat.alias
        yield name if name == seat.alias else f"{name} (as {seat.alias})"


def players_to_choose(season: Season | None, *, counted: bool, sought: str) -> QuerySet[Player]:
    """The players who sat in games of a season, or of all, whose rows are on its board, or those whose rows are off
    it; only those that are `sought`, by name or id."""
    rows = Exclusion.objects.filter(player=OuterRef("pk"), is_out=True)
    rows = rows.filter(Q(season__isnull=True) | Q(season=season)) if season else rows.filter(season__isnull=True)
    later = Exclusion.objects.filter(player=OuterRef("player"), turn__gt=OuterRef("turn"))
    of_one = later.filter(season=OuterRef("season"))
    of_all = later.filter(season__isnull=True)
    holds = rows.filter(Q(season__isnull=True) & ~Exists(of_all) | Q(season__isnull=False) & ~Exists(of_one))
    players = Player.objects.select_related("persona", "model")
    if counted:
        seats = Seat.objects.filter(player=OuterRef("pk"), game__fixture__recorded_at__isnull=False)
        seats = seats.filter(game__fixture__season=season) if season else seats
        players = players.filter(~Exists(holds), Exists(seats))
    else:
        players = players.filter(Exists(holds))
    return players.filter(named(sought)) if sought else players


def with_reasons(players: list[Player], season: Season | None) -> list[Choosable]:
    """Players that are off a board with why, and whether it is this board that they were taken off. One query."""
    rows = (
        Exclusion.objects.filter(player__in=players).filter(Q(season__isnull=True) | Q(season=season)).order_by("turn")
    )
    newest = {(each.player_id, each.season_id): each for each in rows}
    here = season.pk if season else None
    told = []
    for player in players:
        on_all, on_this = newest.get((player.pk, None)), newest.get((player.pk, here))
        row = Choosable(player)
        if on_all is not None and on_all.is_out:
            row = replace(row, why=f"off all boards: {on_all.reason}", may_be_given_back=season is None)
        if on_this is not None and on_this.is_out:
            row = replace(row, why=on_this.reason, may_be_given_back=True)
        told.append(row)
    return told


def named(sought: str, prefix: str = "") -> Q:
    """Players by a part of their name, or by their id."""
    return (
        Q(**{f"{prefix}persona__name__icontains": sought})
        | Q(**{f"{prefix}model__name__icontains": sought})
        | Q(**{f"{prefix}player_id": sought})
    )
