"""Games for the tests of playing: stored players with the shipped characters, and games between them."""

from typing import Any

from games.hosting.making import create_game
from games.models import Answer, Game
from personas.models import LanguageModel, Player
from personas.sheet import ROSTER
from tests.factories import players_on


def cast(seats: int = 6, provider: str = "uniform") -> list[Player]:
    """So many stored players of the shipped characters on one offline model."""
    name = "" if provider == "uniform" else "listener"
    model, _ = LanguageModel.objects.get_or_create(
        slug=provider, defaults={"name": provider, "provider": provider, "model_name": name}
    )
    return players_on(model, {sheet.slug: sheet for sheet in ROSTER[:seats]})


def make_game(seed: str = "S/0", *, seats: int = 6, **given: Any) -> Game:
    """A game that is due, of uniform players; a term is given by its name. One of models lasts until its first vote,
    however its provider's lots fall: nobody has a shot."""
    made = {name: given.pop(name) for name in ("options", "due_at", "ruleset", "players") if name in given}
    players = made.get("players") or cast(seats)
    lasts = "ruleset" not in made and not all(player.model.is_offline for player in players)
    defaults = {"ruleset": "town-mafia", "options": {"vigilante_shots": 0} if lasts else {}, "players": players}
    return create_game(**defaults | made, terms=given, seed=seed)


def journal(game: Game) -> list[tuple[Any, ...]]:
    """The stored answers by key, with their times."""
    rows = Answer.objects.filter(game=game).order_by("poll", "seat")
    return list(rows.values_list("poll", "seat", "kind", "digest", "thought", "at"))
