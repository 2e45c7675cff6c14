"""Taking games and players off boards, and giving them back. Law: what holds is the newest row of its kind, each row is
written once, and a game is out of all kept sums, or in them, in the transaction that writes it.

An excluded game counts in no standing, career, sum, outcome or figure, and in no expectation; what was paid for it
stays in the bills, what it taught stays learned, and it stays to be read and replayed. Of an excluded player the rows
leave the boards: its games count for the others as they did, and for its model, persona and level.

Whoever does it holds, in this order, the game's fixture, its season, the board and the game: so a result that is
recorded just now and figures that are counted just now are either in the sums before, and are taken out, or find the
game excluded, and add nothing.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import Q, QuerySet

from games.engine.rulesets import ruleset_title
from games.models import Game, Seat
from league.access.acts import Actor
from league.boards.managing import WrongBoard, reason_given
from league.models import Exclusion, Figures, Fixture, Season, Standing
from league.results.sums import add_figures, add_results, take_game
from personas.memory import mark_documents
from personas.models import Player

Row = TypeVar("Row", Fixture, Season, Game)


class Held(NamedTuple):
    """A game's fixture and its season, both locked."""

    fixture: Fixture
    season: Season


def hold_game(*, game: Game) -> Held:
    """Locks the fixture of a game and its season. Raises WrongBoard for what is on no board: a game of no season, and
    one that was set aside, of which its fixture has let go."""
    fixture = locked(Fixture.objects.filter(game=game)).first()
    if fixture is None and game.terms.get("season"):
        raise counts_nowhere(game, f"game {game.public_id}")
    if fixture is None:
        raise WrongBoard("game", f"game {game.public_id} is of no season, and on no board.")
    return Held(fixture, locked(Season.objects.filter(pk=fixture.season_id)).get())


def counts_nowhere(game: Game, called: str) -> WrongBoard:
    """What is said of a game that is void, not over, or otherwise without a result."""
    return WrongBoard("status", f"{called} is {game.status}, and on no board anyway: only a finished one is.")


def game_told(game: Game, held: Held) -> str:
    """What a game is called, within a sentence: its number, its season, its rules."""
    return f"game {held.fixture.number} of {held.season.name} ({ruleset_title(game.ruleset)})"


def player_told(player: Player) -> str:
    """What a player is called: a persona may play on several models."""
    return f"{player.persona.name} on {player.model.name}"


def exclude_game(*, game: Game, held: Held, by: Actor, now: datetime, reason: str) -> Exclusion:
    """Takes a finished game off its season's board and all others. Its rows and its board are held. Raises
    WrongBoard."""
    why = reason_given(reason)
    if held.fixture.is_excluded:
        raise WrongBoard("status", f"{game_told(game, held)} is excluded already.")
    game = locked(Game.objects.filter(pk=game.pk)).get()
    if game.status != Game.Status.FINISHED:
        raise counts_nowhere(game, game_told(game, held))
    if game.unrated:
        raise WrongBoard("status", f"{game_told(game, held)} counts nowhere as it is: {game.unrated.rstrip('.')}.")
    is_recorded = held.fixture.recorded_at is not None
    take_game(game=game.pk, is_recorded=is_recorded, is_counted=is_counted(game))
    Fixture.objects.filter(pk=held.fixture.pk).update(is_excluded=True)
    mark_sitting(game)
    return write(is_out=True, by=by, now=now, reason=why, game=game)


def restore_game(*, game: Game, held: Held, by: Actor, now: datetime, reason: str) -> Exclusion:
    """Counts an excluded game again wherever it was counted. Its rows and its board are held. Raises WrongBoard."""
    why = reason_given(reason)
    if not held.fixture.is_excluded:
        raise WrongBoard("status", f"{game_told(game, held)} is not excluded.")
    game = locked(Game.objects.filter(pk=game.pk)).get()
    Fixture.objects.filter(pk=held.fixture.pk).update(is_excluded=False)
    if held.fixture.recorded_at is not None:
        add_results(games=[game.pk])
    if is_counted(game):
        add_figures(games=[game.pk])
    mark_sitting(game)
    return write(is_out=False, by=by, now=now, reason=why, game=game)


def exclude_player(*, player: Player, season: Season | None, by: Actor, now: datetime, reason: str) -> Exclusion:
    """Takes a player's rows off a season's board, or off all boards. The board is held. Raises WrongBoard."""
    why = reason_given(reason)
    if season is not None and not plays_in(player, season):
        raise WrongBoard("player", f"{player_told(player)} does not play in {season.name}.")
    if is_out(player=player, season=season):
        raise WrongBoard("status", f"{player_told(player)} is excluded already.")
    return write(is_out=True, by=by, now=now, reason=why, player=player, season=season)


def restore_player(*, player: Player, season: Season | None, by: Actor, now: datetime, reason: str) -> Exclusion:
    """Gives a player's rows back to a season's board, or to all. The board is held. Raises WrongBoard."""
    why = reason_given(reason)
    if not is_out(player=player, season=season):
        where = f" in {season.name}" if season else ""
        raise WrongBoard("status", f"{player_told(player)} is not excluded{where}.")
    return write(is_out=False, by=by, now=now, reason=why, player=player, season=season)


def plays_in(player: Player, season: Season) -> bool:
    """Whether a player is on a season's roster, or has a row on its board: a substitute may."""
    return (
        season.roster.filter(player=player).exists()
        or Standing.objects.filter(season=season, player=player).exists()
        or Exclusion.objects.filter(season=season, player=player).exists()
    )


def is_out(*, player: Player, season: Season | None) -> bool:
    """Whether a player is excluded by a row of this season, or of none."""
    last = Exclusion.objects.filter(player=player, season=season).order_by("-turn").first()
    return last is not None and last.is_out


def write(
    *,
    is_out: bool,
    by: Actor,
    now: datetime,
    reason: str,
    game: Game | None = None,
    player: Player | None = None,
    season: Season | None = None,
) -> Exclusion:
    """Writes the next row of what is excluded or restored. Raises WrongBoard where somebody was faster."""
    subject = {"game": game, "player": player, "season": season}
    turn = Exclusion.objects.filter(**subject).count() + 1
    told = {"at": now, "who": by.name, "surface": by.surface, "reason": reason}
    try:
        with transaction.atomic():
            return Exclusion.objects.create(is_out=is_out, turn=turn, **subject, **told)
    except IntegrityError as error:
        raise WrongBoard("status", "somebody else has just done that.") from error


def is_counted(game: Game) -> bool:
    """Whether a game is in the sums of figures, or would be if it counted."""
    return Figures.objects.filter(seat__game=game).exists()


def mark_sitting(game: Game) -> None:
    """Has the documents of a game's players written anew: those tell what they came to."""
    mark_documents(players=Seat.objects.filter(game=game).values_list("player_id", flat=True))


def locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """These rows, locked until the transaction ends. On SQLite there is one writer anyway."""
    return rows.select_for_update(no_key=True) if connection.features.has_select_for_update else rows


def players_off(seasons: Collection[Season]) -> set[tuple[int, int]]:
    """Who is off the boards of these seasons, as keys of season and player: off that one's, or off all. One query."""
    rows = Exclusion.objects.filter(Q(season__isnull=True) | Q(season__in=seasons), player__isnull=False)
    newest = {
        (season, player): out
        for season, player, out in rows.order_by("id").values_list("season", "player__pk", "is_out")
    }
    off = [key for key, is_out in newest.items() if is_out]
    return {(each.pk, player) for each in seasons for season, player in off if season in (None, each.pk)}
