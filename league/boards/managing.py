"""How a board is shown: published or hidden, with a minimum of games, in an order. Law: each change is made with the
board's row locked and from another state than it leads to, so two clicks are one change, one refusal.
"""

from typing import Final

from league.models import Board, Season
from league.models.boards import MOST_MINIMUM, USUAL_MINIMUM, USUAL_MINIMUM_OF_SEASON

LONGEST_WHY: Final = 200


class WrongBoard(ValueError):
    """Something that cannot be done to a board; `field` is what it is about, `status` where it is the state of the
    board, or of the game."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


def board_of(season: Season | None) -> Board:
    """The board of a season, or of all; as it is by default where nobody has managed it yet. One query."""
    found = Board.objects.filter(season=season).first()
    if found is not None:
        found.season = season
    return found or usual_board(season)


def usual_board(season: Season | None) -> Board:
    """A board that nobody has managed."""
    return Board(season=season, minimum=USUAL_MINIMUM if season is None else USUAL_MINIMUM_OF_SEASON)


def hold_board(*, season: Season | None) -> Board:
    """The board's row, locked until the transaction ends; made where there was none. Raises WrongBoard for a draft's,
    which has none."""
    if season is not None and season.status == Season.Status.DRAFT:
        raise WrongBoard("status", f"{season.slug} is a draft and has no board yet.")
    board, _ = Board.objects.get_or_create(season=season, defaults={"minimum": usual_board(season).minimum})
    return Board.objects.select_for_update(no_key=True).select_related(None).get(pk=board.pk)


def hide_board(*, board: Board) -> None:
    """Shows a board to staff alone. Raises WrongBoard."""
    if not board.is_published:
        raise WrongBoard("status", f"{named(board.season)} is hidden already.")
    board.is_published = False


def publish_board(*, board: Board) -> None:
    """Shows a board to everybody. Raises WrongBoard."""
    if board.is_published:
        raise WrongBoard("status", f"{named(board.season)} is published already.")
    board.is_published = True


def set_minimum(*, board: Board, minimum: int | None) -> None:
    """Has rows with fewer games stand apart. Raises WrongBoard."""
    if minimum is None or not 0 <= minimum <= MOST_MINIMUM:
        raise WrongBoard("minimum", f"must be from 0 to {MOST_MINIMUM:,} games, not {minimum!r}.")
    if board.minimum == minimum:
        raise WrongBoard("status", f"{named(board.season)} has this minimum already: {minimum}.")
    board.minimum = minimum


def set_order(*, board: Board, order: str) -> None:
    """Puts a board in another order. Raises WrongBoard."""
    if order not in Board.Order.values:
        raise WrongBoard("order", f"must be one of {', '.join(Board.Order.values)}, not {order!r}.")
    if board.order == order:
        raise WrongBoard("status", f"{named(board.season)} is in this order already.")
    board.order = order


def named(season: Season | None) -> str:
    """A board in words, as it begins a sentence."""
    return f"The board of {season.name}" if season else "The leaderboard"


def reason_given(reason: str) -> str:
    """A reason without what stands around it. Raises WrongBoard where it is none."""
    if not (said := " ".join(reason.split())):
        raise WrongBoard("reason", "say why: everybody sees it beside the board.")
    return said[:LONGEST_WHY]
