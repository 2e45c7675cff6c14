"""Which intents of the house are those of which file of sentences."""

import tomllib
from functools import cache

from games.agents.house.speaking.book import SENTENCES

ABOARD = ("ship", "ship_at_work", "ship_crew", "ship_impostors")


@cache
def intents_of(scene: str) -> list[str]:
    """The intents of a scene, as its file has them."""
    read = tomllib.loads((SENTENCES / f"{scene}.toml").read_text(encoding="utf-8"))
    return [name for name in read if name != "placeholders"]


@cache
def aboard() -> frozenset[str]:
    """The intents of what is said and thought aboard the ship."""
    return frozenset(intent for scene in ABOARD for intent in intents_of(scene))
