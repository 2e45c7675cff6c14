"""The record of acts, for the commands of those apps that are below it (games.terminal.usage.KeepsActs)."""

from collections.abc import Sequence

from django.db.models import Model

from league.access.acts import COMMAND_LINE, record_creation
from league.models.act import Act
from personas.models import Player
from personas.sheet import Sheet


class ActsOfCommands:
    """What is done is done by whoever has the command line."""

    def set_up_player(self, *, sheet: Sheet, provider: str, model_name: str, or_in: Sequence[str] = ()) -> Player:
        """The player of a shipped character on a model, made with its model where they are missing; a model that is
        there may be asked in one of the protocols `or_in` too."""
        from league.seasons.roster import set_up_player  # slow import: all that asks models, which few commands do

        return set_up_player(by=COMMAND_LINE, sheet=sheet, provider=provider, model_name=model_name, or_in=or_in)

    def record_creation(self, row: Model) -> Act:
        """Writes down that a row was made."""
        return record_creation(by=COMMAND_LINE, row=row)
