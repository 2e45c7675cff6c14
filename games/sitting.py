"""Who answers for a stored player."""

from collections.abc import Iterable

from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer
from games.agents.players import offline_player as offline
from games.models import Seat
from personas.models import Player
from personas.sheet import SheetError, load


class NoSuchPlayer(ValueError):
    """A player for whom nobody here can answer; the message says why."""


def offline_player(player: Player) -> OfflinePlayer:
    """Who answers for this player without leaving the process. Raises NoSuchPlayer."""
    try:
        return offline(player.model.provider, player.model.model_name, load(player.persona.sheet))
    except (UnknownPlayer, SheetError) as error:
        raise NoSuchPlayer(f"nobody can answer for {player.player_id}: {error}") from error


def offline_players(seats: Iterable[Seat]) -> tuple[OfflinePlayer, ...]:
    """Who answers for each seat, in order. Raises NoSuchPlayer."""
    return tuple(offline_player(seat.player) for seat in seats)
