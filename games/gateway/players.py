"""Who answers for a stored player: somebody in this process, or a voice that is asked over the network."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.agents.exchanges import Character
from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer
from games.agents.players import offline_player as offline
from games.ledger.asked import NO_SETTINGS, Settings, version_by_now
from games.models import Seat
from personas.models import LanguageModel, MemoryRevision, Player
from personas.sheet import Sheet, SheetError, load
from personas.versions import AS_NOW, Pins, model_at, sheet_at


class NoSuchPlayer(ValueError):
    """A player for whom nobody here can answer; the message says why."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A player behind a provider: its model, and its character with what it remembered when it sat down."""

    model: LanguageModel
    character: Character


@lru_cache(maxsize=256)
def _read(text: str) -> Sheet:
    """A stored sheet, by its text: to check one takes ten times as long as to find it, and each game has several."""
    return load(json.loads(text))


def answerer(player: Player, pins: Pins = AS_NOW) -> OfflinePlayer | Voice:
    """Who answers for this player as it is now, or as it is pinned, without what it remembers. Raises NoSuchPlayer."""
    sheet = sheet_at(persona=player.persona, number=pins.sheet_of(player))
    return _answerer(player, pins.model_of(player), sheet, pins.level_of(player))


def answerer_at(seat: Seat, settings: Settings = NO_SETTINGS) -> OfflinePlayer | Voice:
    """Who answers for the player in a seat: its sheet, its level and what it remembered as it was when it sat down, its
    model as that is asked there by now, with the `settings` that came after. Raises NoSuchPlayer."""
    player = seat.player
    model = model_at(model=player.model, version=version_by_now(seat, settings))
    learned: Mapping[str, Any] = {}
    if seat.memory and not model.is_offline:
        learned = MemoryRevision.objects.values_list("learned", flat=True).get(player=player, number=seat.memory)
    sheet = sheet_at(persona=player.persona, number=seat.sheet_version)
    return _answerer(player, model, sheet, seat.strategy_level, learned)


def _answerer(
    player: Player,
    model: LanguageModel,
    sheet: Mapping[str, Any],
    level: str,
    learned: Mapping[str, Any] | None = None,
) -> OfflinePlayer | Voice:
    try:
        read = _read(json.dumps(sheet))
        if model.is_offline:
            return offline(model.provider, model.model_name, read, level)
    except (UnknownPlayer, SheetError) as error:
        raise NoSuchPlayer(f"nobody can answer for {player.player_id}: {error}") from error
    return Voice(model, Character(read, learned or {}, level))


def offline_players(seats: Iterable[Seat]) -> tuple[OfflinePlayer, ...]:
    """Who answers for each seat where none is behind a provider, in order. Raises NoSuchPlayer."""
    found = []
    for seat in seats:
        answers = answerer_at(seat)
        if isinstance(answers, Voice):
            raise NoSuchPlayer(f"{seat.player.player_id} is behind a provider, and nobody is asked from here")
        found.append(answers)
    return tuple(found)


def answerers(seats: Iterable[Seat], settings: Settings = NO_SETTINGS) -> tuple[OfflinePlayer | Voice, ...]:
    """Who answers for each seat, in order. Raises NoSuchPlayer."""
    return tuple(answerer_at(seat, settings) for seat in seats)
