"""An experience: numbers by ruleset, sign and opponent; frozen, and quick to be told from another."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Tally(NamedTuple):
    """Of so many seats, one in each game, how many turned out hidden and how many open."""

    hidden: int = 0
    open: int = 0

    @property
    def seats(self) -> int:
        return self.hidden + self.open


class Play(NamedTuple):
    """Of so many games of one's own, how many were won."""

    games: int = 0
    won: int = 0


class OfTeam(NamedTuple):
    """What came of one's own play in a team: of all its games, and of those in which a sign was shown, by sign."""

    team: str
    all: Play = Play()
    signs: tuple[tuple[str, Play], ...] = ()


class OfOpponent(NamedTuple):
    """What was seen of one opponent, where it was known who played: of all its games, and by sign."""

    player: str
    all: Tally = Tally()
    signs: tuple[tuple[str, Tally], ...] = ()


class OfRuleset(NamedTuple):
    """What was counted of a ruleset: all others, those others who showed a sign, by sign, one's own play by team, and
    opponents, the one who was met last at the end."""

    ruleset: str
    games: int = 0
    all: Tally = Tally()
    signs: tuple[tuple[str, Tally], ...] = ()
    own: tuple[OfTeam, ...] = ()
    opponents: tuple[OfOpponent, ...] = ()


@dataclass(frozen=True, slots=True)
class Experience:
    """What a player has counted, by ruleset in alphabetical order. Empty: nothing."""

    rulesets: tuple[OfRuleset, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Worked out once: whoever plays by an experience is asked at every question whether it is still the same.
        object.__setattr__(self, "_hash", hash(self.rulesets))

    def __hash__(self) -> int:
        return self._hash

    def of(self, ruleset: str) -> OfRuleset | None:
        """What was counted of a ruleset; None for nothing."""
        return next((each for each in self.rulesets if each.ruleset == ruleset), None)


EMPTY: Final = Experience()
