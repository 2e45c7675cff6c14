"""The roster as somebody has it made or changed: each player and persona of which that is news is an act."""

from collections.abc import Sequence
from typing import Any

from league.access.acts import Actor, recorded
from personas.models import LanguageModel, Persona, Player
from personas.roster import change_players, create_players, ensure_player, ensure_players, ensure_roster, shipped
from personas.sheet import Sheet


def set_up_roster(*, by: Actor) -> list[Player]:
    """Makes what is missing of the shipped roster, or is not as this release has it; returns its players."""
    with recorded(by=by, verb="set up", rows=shipped()):
        return ensure_roster()


def set_up_players(*, by: Actor, model: LanguageModel) -> list[Player]:
    """The same for the shipped characters on a model."""
    with recorded(by=by, verb="set up", rows=shipped(model)):
        return ensure_players(model=model)


def make_players(*, by: Actor, personas: Sequence[Persona], model: LanguageModel, level: str, is_aware: bool) -> int:
    """Makes these personas players on a model, each an act; of how many that is news."""
    keys = [persona.pk for persona in personas]
    with recorded(by=by, verb="create", rows=[Player.objects.filter(model=model, persona__in=keys)]):
        rows = Persona.objects.filter(pk__in=keys)
        return create_players(personas=rows, model=model, strategy_level=level, is_aware=is_aware)


def change_some(*, by: Actor, players: Sequence[Player], reason: str = "", **wanted: Any) -> int:
    """Changes these players as change_players() does, each an act; of how many that is news."""
    rows = Player.objects.filter(pk__in=[player.pk for player in players])
    with recorded(by=by, verb="change", rows=[rows], reason=reason):
        return change_players(players=rows, **wanted)


def set_up_player(*, by: Actor, sheet: Sheet, provider: str, model_name: str, or_in: Sequence[str] = ()) -> Player:
    """The player of one shipped character on a model, made with its model where they are missing; a model that is there
    may be asked in one of the protocols `or_in` too."""
    models = LanguageModel.objects.filter(provider=provider, model_name=model_name)
    players = Player.objects.filter(persona__slug=sheet.slug)
    with recorded(by=by, verb="set up", rows=[*shipped(), models, players]):
        return ensure_player(sheet=sheet, provider=provider, model_name=model_name, or_in=or_in)
