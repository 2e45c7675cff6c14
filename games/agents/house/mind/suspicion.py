"""Why somebody is suspected: grounds, each with a weight, a day and the other person it is about.

Weights are log-odds of being hidden, fitted to games of house players (benchmarks/players/house.py says how), so they
add up. What is argued aloud is chosen from these same grounds: nobody says a reason that did not count.
"""

from typing import Final, NamedTuple

from games.agents.house.settling import settled, shared_out
from games.engine.events import Seat


class Ground(NamedTuple):
    """One reason to suspect (weight above 0) or to trust somebody."""

    kind: str
    weight: float
    day: int
    other: Seat | None = None
    sentence: str = ""  # what was said, where words are the reason

    @property
    def source(self) -> tuple[str, Seat | None]:
        """The kind, and whom it is about besides."""
        return self.kind, self.other


MOST_LIKELY: Final = 0.97  # nobody is quite sure of what is only argued
# kind: (weight, family). Negative weights speak for somebody.
KINDS: Final[dict[str, tuple[float, str]]] = {
    # votes and words about people whose role is known by now
    "hanged_town": (0.15, "votes"),
    "pushed_town": (0.20, "votes"),
    "hunted": (0.20, "votes"),
    "stood_by_town": (-0.10, "votes"),
    "hit_mafia": (-0.35, "votes"),
    "spared_mafia": (0.90, "votes"),
    "named_mafia": (-0.15, "votes"),
    "shielded_mafia": (0.40, "votes"),
    "buddy": (0.50, "votes"),
    "target_of_mafia": (-0.70, "votes"),
    "dead_finger": (0.45, "votes"),
    # votes as such
    "broke_word": (0.25, "votes"),
    "left_nominee": (0.20, "votes"),
    "skipped": (0.10, "votes"),
    # claims
    "sole_claim": (-0.70, "claims"),
    "rival_claim": (0.80, "claims"),
    "cornered_claim": (1.6, "claims"),
    "claims_mine": (8.0, "claims"),
    "false_claim": (3.00, "claims"),
    "outlived_claim": (2.40, "claims"),
    "changed_claim": (1.20, "claims"),
    "false_result": (3.00, "claims"),
    "true_result": (-1.50, "claims"),
    "result": (1.90, "claims"),
    "cleared": (-1.30, "claims"),
    "lied_about_me": (8.0, "claims"),
    "truth_about_me": (-1.10, "claims"),
    "proven_guilty": (12.0, "claims"),
    "proven_clear": (-12.0, "claims"),
    "bequeathed_guilt": (6.0, "claims"),
    "bequeathed_trust": (-6.0, "claims"),
    "own_result": (12.0, "claims"),
    "own_cleared": (-12.0, "claims"),
    # talk
    "accused_by": (0.42, "talk"),
    "trusted_by": (-0.42, "talk"),
    "turncoat": (0.20, "talk"),
    "accused_me": (0.30, "me"),
    "backed_me": (-0.20, "me"),
    "gut": (1.60, "feeling"),
    # manner
    "quiet": (0.35, "manner"),
    "no_name": (0.10, "manner"),
    "echo": (0.10, "manner"),
    "ringleader": (0.35, "manner"),
    "first_stone": (0.10, "manner"),
    "unanswered": (0.20, "manner"),
}


class Case:
    """What speaks against and for one person, in one listener's mind."""

    __slots__ = ("grounds", "total")

    def __init__(self) -> None:
        self.total = 0.0
        self.grounds: dict[tuple[str, Seat | None, int], Ground] = {}

    def put(self, key: tuple[str, Seat | None, int], ground: Ground) -> None:
        """Adds a ground, or puts it in the place of the one with the same key."""
        old = self.grounds.get(key)
        change = ground.weight if old is None else ground.weight - old.weight
        self.grounds[key] = ground
        self.total = settled(self.total + change)

    def drop(self, kind: str, other: Seat) -> None:
        """Takes back all grounds of a kind that rest on somebody's word."""
        for key in [key for key in self.grounds if key[0] == kind and key[1] == other]:
            self.total = settled(self.total - self.grounds.pop(key).weight)

    def against(self) -> list[Ground]:
        """The grounds against, the weightiest first."""
        return sorted((g for g in self.grounds.values() if g.weight > 0), key=_order, reverse=True)

    def in_favour(self) -> list[Ground]:
        """The grounds for, the weightiest first."""
        return sorted((g for g in self.grounds.values() if g.weight < 0), key=_order)


def _order(ground: Ground) -> tuple[float, int, int]:
    return ground.weight, ground.day, -1 if ground.other is None else ground.other


def shares(totals: dict[Seat, float], hidden: float) -> dict[Seat, float]:
    """How likely each is to be hidden, so that together they are `hidden` people."""
    return shared_out(totals, hidden, MOST_LIKELY)
