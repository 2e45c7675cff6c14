"""As what players sit down: as they are now, or as they were when somebody pinned them; and how their models are asked.
Law: an edit of a sheet, a level or a model's row reaches nobody who is pinned; only whoever pinned them can.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from personas.models import LanguageModel, ModelVersion, Player
from personas.versions import model_at, versions_now


@dataclass(frozen=True, slots=True)
class PinnedPlayer:
    """The number of a version of a player's sheet, and its strategy level."""

    sheet_version: int
    strategy_level: str


@dataclass(frozen=True, slots=True)
class Pins:
    """What is pinned of players and of models, by their keys; who is not among them is as it is now. A model is pinned
    for all its players, also for those that it has yet to write a persona for."""

    players: Mapping[int, PinnedPlayer] = field(default_factory=dict)
    models: Mapping[int, ModelVersion] = field(default_factory=dict)

    def level_of(self, player: Player) -> str:
        """The strategy level that a player sits down with."""
        pinned = self.players.get(player.pk)
        return pinned.strategy_level if pinned else player.strategy_level

    def sheet_of(self, player: Player) -> int:
        """The number of the version of its sheet that a player sits down with."""
        pinned = self.players.get(player.pk)
        return pinned.sheet_version if pinned else player.persona.version

    def version_of(self, player: Player, now: ModelVersion) -> ModelVersion:
        """The version of its model that a player sits down with; `now` is that of today."""
        return self.models.get(player.model_id, now)

    def model_of(self, player: Player) -> LanguageModel:
        """The model that a player sits down with, not to be stored."""
        return model_at(model=player.model, version=self.models.get(player.model_id))


AS_NOW: Final = Pins()


def pins_now(*, players: Collection[Player]) -> Pins:
    """What pins these players, and their models, as they are now; versions that are new are written down."""
    return Pins(
        {player.pk: PinnedPlayer(player.persona.version, player.strategy_level) for player in players},
        versions_now(models={player.model for player in players}),
    )
