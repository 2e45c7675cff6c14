"""Players behind a provider, for tests: the shipped characters on models that the loopback provider has."""

from games.loopback.process import Provider
from personas.models import LanguageModel, Persona, Player
from personas.roster import shipped_persona
from personas.sheet import ROSTER
from personas.versions import store_persona

OPENAI = "gpt-4o-mini"
ANTHROPIC = "claude-haiku-4-5"
RESPONSES = "openai-responses:"  # before the name of a model that is asked there


def model_at(provider: Provider, name: str = OPENAI) -> LanguageModel:
    """The row of a model that the loopback provider has; its key is in LOOP_KEY. Its protocol may stand before it, as
    in `openai-responses:gpt-5-mini`."""
    protocol, _, model = name.rpartition(":")
    protocol = protocol or ("anthropic" if name.startswith("claude") else "openai")
    url = provider.anthropic_url if protocol == "anthropic" else provider.openai_url
    row, _ = LanguageModel.objects.get_or_create(
        slug=model.replace(".", "-"),
        defaults={
            "name": model,
            "provider": protocol,
            "model_name": model,
            "base_url": url,
            "key_variable": "LOOP_KEY",
        },
    )
    return row


def voices(provider: Provider, *names: str, seats: int = 6) -> list[Player]:
    """So many players of the shipped characters, taking turns on these models."""
    players = []
    for place, sheet in enumerate(ROSTER[:seats]):
        model = model_at(provider, (names or (OPENAI,))[place % len(names or (OPENAI,))])
        persona = Persona.objects.filter(slug=sheet.slug).first() or store_persona(persona=shipped_persona(sheet))
        player, _ = Player.objects.get_or_create(
            player_id=f"{model.slug}_{persona.slug}", defaults={"persona": persona, "model": model}
        )
        players.append(player)
    return players
