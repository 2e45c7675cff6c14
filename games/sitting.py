"""Who answers for a stored player: somebody in this process, or a voice that is asked over the network."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.agents.exchanges import Character
from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer
from games.agents.players import offline_player as offline
from games.models import Seat
from personas.models import LanguageModel, MemoryRevision, Player
from personas.sheet import SheetError, load


class NoSuchPlayer(ValueError):
    """A player for whom nobody here can answer; the message says why."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A player behind a provider: its model, and its character with what it remembered when it sat down."""

    model: LanguageModel
    character: Character


def answerer(player: Player, memory: int = 0) -> OfflinePlayer | Voice:
    """Who answers for this player; `memory` is the revision that it sat down with, 0 for none. Raises NoSuchPlayer."""
    try:
        sheet = load(player.persona.sheet)
        if player.model.is_offline:
            return offline(player.model.provider, player.model.model_name, sheet)
    except (UnknownPlayer, SheetError) as error:
        raise NoSuchPlayer(f"nobody can answer for {player.player_id}: {error}") from error
    learned: Mapping[str, Any] = {}
    if memory:
        learned = MemoryRevision.objects.values_list("learned", flat=True).get(player=player, number=memory)
    return Voice(player.model, Character(sheet, learned, player.strategy_level))


def offline_player(player: Player) -> OfflinePlayer:
    """Who answers for a player of this process. Raises NoSuchPlayer, also for one behind a provider."""
    found = answerer(player)
    if isinstance(found, Voice):
        raise NoSuchPlayer(f"{player.player_id} is behind a provider, and nobody is asked from here")
    return found


def offline_players(seats: Iterable[Seat]) -> tuple[OfflinePlayer, ...]:
    """Who answers for each seat where none is behind a provider, in order. Raises NoSuchPlayer."""
    return tuple(offline_player(seat.player) for seat in seats)


def answerers(seats: Iterable[Seat]) -> tuple[OfflinePlayer | Voice, ...]:
    """Who answers for each seat, in order. Raises NoSuchPlayer."""
    return tuple(answerer(seat.player, seat.memory) for seat in seats)
