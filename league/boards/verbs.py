"""What is done to a board, each verb once: who may, what is said before and after it, what it takes. Law: site, admin,
API and command line read this table and do it by carry_out(), so that each is done in the same way and leaves an act
with who, from where, and why.

A board is a season's, or (None) the league's, over all rated seasons. All are safe to click twice: the second finds the
board in another state and is refused in words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.text import capfirst

from games.directing.verbs import Verb
from games.models import Game
from league.access.acts import Actor, record_act
from league.boards.excluding import (
    exclude_game,
    exclude_player,
    game_told,
    hold_game,
    player_told,
    restore_game,
    restore_player,
)
from league.boards.managing import (
    WrongBoard,
    board_of,
    hide_board,
    hold_board,
    publish_board,
    reason_given,
    set_minimum,
    set_order,
)
from league.models import Board, Exclusion, Season
from league.models.boards import HIDDEN, PUBLISHED
from personas.models import Player

TOLD: Final = ("is_published", "minimum", "order")  # of a board, in acts


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody says with a verb: why, and what some verbs take besides; `game` by its id, `player` by its."""

    reason: str = ""
    minimum: int | None = None
    order: str = ""
    game: str = ""
    player: str = ""


Managed = Verb[Board, Actor, Given]  # is done to a board


def carry_out(*, verb: Managed, season: Season | None, by: Actor, now: datetime, given: Given) -> str:
    """Does a verb to the board of a season, or of all, and records it; returns what came of it, in a sentence. Raises
    WrongBoard, also for want of a reason; nothing is changed then."""
    if verb.wants:
        reason_given(given.reason)
    with transaction.atomic():
        if verb.keeps_acts:
            told = verb.do(board_of(season), by, now, given)
            return told or f"{_board_told(season)} {verb.done}."
        board = hold_board(season=season)
        before = {name: getattr(board, name) for name in TOLD}
        verb.do(board, by, now, given)
        after = {name: getattr(board, name) for name in TOLD}
        board.revision += 1
        board.save()
        changed = [name for name in TOLD if before[name] != after[name]]
        was, now_is = ({name: each[name] for name in changed} for each in (before, after))
        record_act(by=by, verb=verb.name, row=board, before=was, after=now_is, reason=given.reason)
    now_has = "".join(f": {now_is[name]}" for name in verb.takes if name in now_is)
    return f"{_board_told(season)} {verb.done}{now_has}."


def verbs_of(board: Board) -> list[Managed]:
    """What can be done to a board as it is."""
    return [verb for verb in VERBS.values() if verb.is_possible(board)]


def _exclude(board: Board, by: Actor, now: datetime, given: Given) -> str:
    return _take(VERBS["exclude"], board.season, by, now, given, of_game=exclude_game, of_player=exclude_player)


def _restore(board: Board, by: Actor, now: datetime, given: Given) -> str:
    return _take(VERBS["restore"], board.season, by, now, given, of_game=restore_game, of_player=restore_player)


def _take(
    verb: Managed,
    season: Season | None,
    by: Actor,
    now: datetime,
    given: Given,
    *,
    of_game: Callable[..., Exclusion],
    of_player: Callable[..., Exclusion],
) -> str:
    """Takes a game or a player off the board, or gives it back."""
    if bool(given.game) == bool(given.player):
        raise WrongBoard("game", "say which game, or which player, and not both.")
    if given.game:
        game = Game.objects.filter(public_id=given.game).first()
        if game is None:
            raise WrongBoard("game", f"there is no game {given.game!r}.")
        held = hold_game(game=game)
        if season is not None and held.season.pk != season.pk:
            raise WrongBoard("game", f"{game_told(game, held)} is not of {season.slug}.")
        board = hold_board(season=held.season)
        row = of_game(game=game, held=held, by=by, now=now, reason=given.reason)
        _record(board, verb, game, by, row.reason)
        return f"{capfirst(game_told(game, held))} is {verb.past}."
    player = Player.objects.select_related("persona", "model").filter(player_id=given.player).first()
    if player is None:
        raise WrongBoard("player", f"there is no player {given.player!r}.")
    board = hold_board(season=season)
    row = of_player(player=player, season=season, by=by, now=now, reason=given.reason)
    _record(board, verb, player, by, row.reason)
    where = f"on the board of {season.name}" if season else "on all boards"
    return f"{player_told(player)} is {verb.past} {where}."


def _record(board: Board, verb: Managed, row: Any, by: Actor, reason: str) -> None:
    """An act of what was excluded or restored; the board is at another revision since."""
    board.revision += 1
    board.save(update_fields=["revision"])
    record_act(by=by, verb=verb.name, row=row, after={"board": board.public_name}, reason=reason)


def _board_told(season: Season | None) -> str:
    return f"The board of {season.name}" if season else "The leaderboard"


# --- the table -------------------------------------------------------------------------------------------------------


def _hide(board: Board, by: Actor, now: datetime, given: Given) -> None:
    hide_board(board=board)


def _publish(board: Board, by: Actor, now: datetime, given: Given) -> None:
    publish_board(board=board)


def _minimum(board: Board, by: Actor, now: datetime, given: Given) -> None:
    set_minimum(board=board, minimum=given.minimum)


def _order(board: Board, by: Actor, now: datetime, given: Given) -> None:
    set_order(board=board, order=given.order)


_VERBS: Final[tuple[Managed, ...]] = (
    Verb(
        name="hide",
        title="Hide the board",
        before=[PUBLISHED],
        confirms="Only staff see it from now on, on pages, in the API and on the home page. Games stay to be seen, and "
        "so do other boards: the league's tells of all rated seasons, a season's of that one.",
        past="hidden",
        done="is hidden",
        told="show a board to staff alone",
        do=_hide,
        of="board",
        right="manage_boards",
        icon="visibility_off",
    ),
    Verb(
        name="publish",
        title="Publish the board",
        before=[HIDDEN],
        confirms="Everybody sees it from now on, as all boards are seen from the beginning unless they were hidden.",
        past="published",
        done="is published",
        told="show a hidden board to everybody",
        do=_publish,
        of="board",
        right="manage_boards",
        icon="visibility",
    ),
    Verb(
        name="minimum",
        title="Set the minimum of games",
        before=[PUBLISHED, HIDDEN],
        confirms="Rows with fewer games stand apart, with how many are missing, and have no rank.",
        past="given another minimum",
        done="has another minimum of games",
        told="say how many games a row has at least to be ranked",
        do=_minimum,
        takes=["minimum"],
        of="board",
        right="manage_boards",
        icon="filter_list",
    ),
    Verb(
        name="order",
        title="Set the order",
        before=[PUBLISHED, HIDDEN],
        confirms="Ranks are given in this order; both numbers stand in every row.",
        past="put in another order",
        done="is in another order",
        told="put a board in order by wins above expectation, or by the win rate",
        do=_order,
        takes=["order"],
        of="board",
        right="manage_boards",
        icon="sort",
    ),
    Verb(
        name="exclude",
        title="Exclude a game or a player",
        before=[PUBLISHED, HIDDEN],
        confirms="A game counts in no standing and no sum any more, and stays to be seen and replayed, with its own "
        "figures, marked as not counted; what it taught stays learned. Of a player the rows leave the board, and its "
        "games count for the others as they did. Everybody sees the reason.",
        past="excluded",
        done="has something excluded",
        told="take a finished game, or a player's rows, off the board",
        do=_exclude,
        wants=True,
        keeps_acts=True,
        takes=["game", "player"],
        of="board",
        right="manage_boards",
        shows_why=True,
        icon="remove_circle",
    ),
    Verb(
        name="restore",
        title="Restore a game or a player",
        before=[PUBLISHED, HIDDEN],
        confirms="It counts again as it did. Everybody sees the reason.",
        past="restored",
        done="has something restored",
        told="give back what was excluded",
        do=_restore,
        wants=True,
        keeps_acts=True,
        takes=["game", "player"],
        of="board",
        right="manage_boards",
        shows_why=True,
        icon="settings_backup_restore",
    ),
)
VERBS: Final[Mapping[str, Managed]] = {verb.name: verb for verb in _VERBS}

__all__ = ["VERBS", "Given", "Managed", "WrongBoard", "board_of", "carry_out", "verbs_of"]
