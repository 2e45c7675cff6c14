"""What is played, as everybody at the table knows it before the first word."""

from typing import Any, NamedTuple

from games.engine.moderator import Moderator
from games.engine.ruleset import Options, Ruleset


class Played(NamedTuple):
    """A game's rules, its options and the names by seat; nothing of it is secret."""

    ruleset: Ruleset[Any]
    options: Options
    names: tuple[str, ...]


def played_in(moderator: Moderator) -> Played:
    """What is played in a game."""
    return Played(moderator.ruleset, moderator.options, moderator.deal.aliases)
