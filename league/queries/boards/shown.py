"""What visitors see of a board, and what was taken off it, with the reasons. Law: whether somebody sees a board is said
here alone; what is hidden is asked for by nobody who may not see it, and told as if it were not there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from games.models import Game
from league.access.rights import sees_hidden_boards
from league.boards.managing import usual_board
from league.boards.verbs import Managed, board_of, verbs_of
from league.models import Board, Exclusion, Season
from personas.models import Player

OF_PLAYER: Final = ("player__persona", "player__model", "season")
SOMEBODY: Final = "an operator"  # as whom visitors see whoever took something off
MOST_TOLD: Final = 20  # of what was taken off a board, the newest


@dataclass(frozen=True, slots=True)
class Out:
    """Something that was taken off boards: a player (where `season` is "", off all of them) or a game, by its id; the
    reason, when and by whom. `name` is the player's persona and model, or a game's number in its season."""

    kind: str
    key: str
    name: str
    season: str
    reason: str
    at: datetime
    who: str

    @property
    def url(self) -> str:
        """Its page."""
        return reverse(self.kind, args=[self.key])


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as somebody sees it, and the newest of what was taken off it; how many games more. What `may` be done to
    it is none for who does not manage boards."""

    board: Board
    out: tuple[Out, ...] = ()
    more: int = 0
    verbs: tuple[Managed, ...] = ()

    @property
    def too_high(self) -> int:
        """How many games the season has, where its board's minimum is more than that and nobody can be ranked; else 0.
        No query."""
        return games_short_of(self.board, self.board.minimum)

    @property
    def players_out(self) -> frozenset[str]:
        """The ids of the players whose rows are off it."""
        return frozenset(each.key for each in self.out if each.kind == "player")


def games_short_of(board: Board, minimum: int) -> int:
    """How many games the season of a board has, where a minimum is more than that; else 0, as for the board of all."""
    season = board.season
    return season.games_planned if season is not None and minimum > season.games_planned else 0


def may_see_board(board: Board, user: Any) -> bool:  # Any: a user, or an anonymous one
    """Whether somebody sees a board."""
    return board.is_published or sees_hidden_boards(user)


def shown_board(season: Season | None, user: Any, *, may_manage: bool = False) -> Shown | None:  # Any: as above
    """The board of a season, or of all, as somebody sees it; None where it is hidden from them. Three
    queries, or one."""
    board, is_managed = _found(season)
    if not may_see_board(board, user):
        return None
    if not is_managed:
        return Shown(board, verbs=tuple(verbs_of(board)) if may_manage else ())
    return _with_out(board, tuple(verbs_of(board)) if may_manage else (), names=user.is_staff)


def full_board(season: Season | None) -> Shown:
    """The same for whoever sees all of it. Three queries."""
    return _with_out(board_of(season), (), names=True)


def _found(season: Season | None) -> tuple[Board, bool]:
    """The board of a season, or of all, and whether anything may be off it: of a season only where somebody has managed
    it or the board of all, for each exclusion is an act on one of them. One query."""
    if season is None:
        return board_of(None), True
    boards = {each.season_id: each for each in Board.objects.filter(Q(season=season) | Q(season__isnull=True))}
    board = boards.get(season.pk) or usual_board(season)
    board.season = season
    return board, any(each.revision for each in boards.values())


def _with_out(board: Board, verbs: tuple[Managed, ...], *, names: bool) -> Shown:
    """The board with what is off it, by whom as well where that is for them: an account's name is half a login."""
    season = board.season
    rows = (*_players_off(season), *games_out(season)[: MOST_TOLD + 1])
    told = [each if names else replace(each, who=SOMEBODY) for each in map(_told, rows)]
    players = [each for each in told if each.kind == "player"]
    games = [each for each in told if each.kind == "game"]
    return Shown(board, (*players, *games[:MOST_TOLD]), max(0, len(games) - MOST_TOLD), verbs)


def sees_results(user: Any) -> bool:  # Any: as above
    """Whether somebody sees what players came to over all seasons, wherever that stands: who sees the league's board.
    One query."""
    return may_see_board(board_of(None), user)


def hidden_seasons(user: Any) -> "QuerySet[Any]":  # Any: as above
    """The slugs of the seasons whose boards are hidden from somebody."""
    hidden = Board.objects.filter(is_published=False, season__isnull=False)
    return (hidden.none() if sees_hidden_boards(user) else hidden).values_list("season__slug", flat=True)


def whole_board(season: Season | None) -> Shown:
    """The board of a season, or of all, for whoever may see any, without the games that were taken off it. Two
    queries."""
    return Shown(board_of(season), tuple(_told(each) for each in _players_off(season)))


def _players_off(season: Season | None) -> list[Exclusion]:
    """What holds of players on a board, the newest first: what is off all boards, and off this one. They are few."""
    wanted = Q(season__isnull=True) | Q(season=season) if season else Q(season__isnull=True)
    rows = Exclusion.objects.filter(wanted, player__isnull=False).select_related(*OF_PLAYER).order_by("id")
    newest = {(each.player_id, each.season_id): each for each in rows}
    return sorted((each for each in newest.values() if each.is_out), key=lambda each: -each.pk)


def games_out(season: Season | None) -> QuerySet[Exclusion]:
    """What holds of games, of a season or of all, the newest first."""
    later = Exclusion.objects.filter(game=OuterRef("game"), turn__gt=OuterRef("turn"))
    rows = Exclusion.objects.filter(~Exists(later), is_out=True, game__isnull=False)
    rows = rows.filter(game__fixture__season=season) if season else rows
    return rows.select_related("game__fixture__season").order_by("-id")


def exclusions_of(*, game: Game | None = None, player: Player | None = None) -> list[Exclusion]:
    """How a game or a player was excluded and restored, the newest first. One query."""
    of = {"game": game} if game is not None else {"player": player}
    return list(Exclusion.objects.filter(**of).select_related("season").order_by("-id"))


def still_out(exclusions: Sequence[Exclusion]) -> list[Exclusion]:
    """Of the rows of a game or a player, the newest first, those that hold."""
    newest: dict[int | None, Exclusion] = {}
    for each in exclusions:
        newest.setdefault(each.season_id, each)
    return [each for each in newest.values() if each.is_out]


def _told(row: Exclusion) -> Out:
    """A row as it is told."""
    said: dict[str, Any] = {"reason": row.reason, "at": row.at, "who": row.who}
    if row.player is not None:
        name = f"{row.player.persona.name} on {row.player.model.name}"
        return Out("player", row.player.player_id, name, row.season.slug if row.season else "", **said)
    game: Any = row.game
    season = game.fixture.season
    return Out("game", game.public_id, f"Game {game.fixture.number} of {season.name}", season.slug, **said)
