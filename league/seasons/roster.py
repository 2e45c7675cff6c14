"""The shipped roster as somebody has it made: what is missing of it is made, and that is an act."""

from collections.abc import Sequence

from league.access.acts import Actor, recorded
from personas.models import LanguageModel, Player
from personas.roster import ensure_player, ensure_players, ensure_roster, shipped
from personas.sheet import Sheet


def set_up_roster(*, by: Actor) -> list[Player]:
    """Makes what is missing of the shipped roster, or is not as this release has it; returns its players."""
    with recorded(by=by, verb="set up", rows=shipped()):
        return ensure_roster()


def set_up_players(*, by: Actor, model: LanguageModel) -> list[Player]:
    """The same for the shipped characters on a model."""
    with recorded(by=by, verb="set up", rows=shipped(model)):
        return ensure_players(model=model)


def set_up_player(*, by: Actor, sheet: Sheet, provider: str, model_name: str, or_in: Sequence[str] = ()) -> Player:
    """The player of one shipped character on a model, made with its model where they are missing; a model that is there
    may be asked in one of the protocols `or_in` too."""
    models = LanguageModel.objects.filter(provider=provider, model_name=model_name)
    players = Player.objects.filter(persona__slug=sheet.slug)
    with recorded(by=by, verb="set up", rows=[*shipped(), models, players]):
        return ensure_player(sheet=sheet, provider=provider, model_name=model_name, or_in=or_in)
