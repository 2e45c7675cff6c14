"""Offline players by name: as the command line writes them and as a stored model row says."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.agents.house import House
from games.agents.house.levels import ADVANCED, LEVELS
from games.agents.offline import OfflinePlayer
from games.agents.uniform import Uniform
from personas.experience import Experience
from personas.sheet import FIRST_TWELVE, ROSTER, TEMPERS, Sheet

FORMS: Final = (
    "house, house:TEMPER, uniform, PERSONA@house, PERSONA@house:TEMPER or PERSONA@uniform, and behind house or its "
    "temper /LEVEL"
)


class UnknownPlayer(ValueError):
    """A player that there is not; the message says what was wanted and what came."""


def _uniform(sheet: Sheet, model: str, level: str) -> OfflinePlayer:
    return Uniform(sheet)  # who chooses by lot has no level


def _house(sheet: Sheet, model: str, level: str) -> OfflinePlayer:
    return House(sheet.with_temper(model) if model else sheet, level=LEVELS[level])


# Who can play without a provider: the player for a sheet, a model name ("" where none is given) and a strategy level.
OFFLINE: Final[Mapping[str, Callable[[Sheet, str, str], OfflinePlayer]]] = {"house": _house, "uniform": _uniform}


def offline_player(provider: str, model: str, sheet: Sheet, level: str = ADVANCED.name) -> OfflinePlayer:
    """The player for a model row, a persona's sheet and a strategy level. Raises UnknownPlayer."""
    if provider not in OFFLINE:
        raise UnknownPlayer(f"an offline provider is one of {', '.join(OFFLINE)}, not {provider!r}")
    return OFFLINE[provider](sheet, model, level)


def taught(player: OfflinePlayer, experience: Experience | None, known: tuple[str, ...] = ()) -> OfflinePlayer:
    """The player with what it has counted in its games; `known`: who plays by seat, where that is known. Who learns
    nothing is who it was."""
    return replace(player, experience=experience, known=known) if isinstance(player, House) and experience else player


def in_words_of(player: OfflinePlayer, outing: int) -> OfflinePlayer:
    """The player in words of this game of its season, counted from 1; as it is outside of seasons."""
    return replace(player, outing=outing) if isinstance(player, House) and outing else player


@lru_cache(maxsize=1_024)  # players are frozen and pure: one may sit in many games at once
def player_named(text: str, place: int = 0) -> OfflinePlayer:
    """The player that a command line names; `place` lets the first twelve characters take turns where none is named.
    Raises UnknownPlayer."""
    persona, at, name = text.strip().rpartition("@")
    name, slash, level = name.partition("/")
    provider, colon, model = name.partition(":")
    temper = model if provider == "house" else ""
    if provider not in OFFLINE or bool(colon) != bool(temper) or (at and not persona):
        raise UnknownPlayer(f"a player is {FORMS}, not {text!r}")
    if slash and provider != "house":
        raise UnknownPlayer(f"only the house has levels: a player is {FORMS}, not {text!r}")
    if temper and temper not in TEMPERS:
        raise UnknownPlayer(f"a temper is one of {', '.join(TEMPERS)}, not {temper!r}")
    if slash and level not in LEVELS:
        raise UnknownPlayer(f"a level is one of {', '.join(LEVELS)}, not {level!r}")
    if at:
        cast = [sheet for sheet in ROSTER if sheet.slug == persona]
    else:
        cast = [sheet for sheet in FIRST_TWELVE if temper in ("", sheet.temper)]
    if not cast:
        slugs = ", ".join(sheet.slug for sheet in ROSTER)
        raise UnknownPlayer(f"no persona is called {persona!r}; there are: {slugs}")
    return offline_player(provider, model, cast[place % len(cast)], level or ADVANCED.name)
