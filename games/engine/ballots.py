"""How votes count, and the sentence that says so: what is told is what is run.

A vote names a seat or nobody (None). A count gives the seat that the votes fall on, or None with the reason.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Votes = Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a count came to: the seat it falls on, or nobody and why ("tie", "skip", "no majority")."""

    seat: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A way of counting, the sentence that tells it to players, and one more where a vote may name nobody."""

    count: Callable[[Votes], Verdict]
    sentence: str
    nobody: str


def plurality(votes: Votes) -> Verdict:
    """The seat with most votes; nobody when the most are shared or when "nobody" has as many."""
    ranked = Counter(votes.values()).most_common()
    most = ranked[0][1] if ranked else 0
    ahead = [named for named, count in ranked if count == most]
    if len(ahead) == 1 and ahead[0] is not None:
        return Verdict(ahead[0])
    return Verdict(None, "skip" if not ahead or ahead == [None] else "tie")


def majority(votes: Votes) -> Verdict:
    """The seat named by more than half of all voters, those who named nobody included."""
    for named, count in Counter(votes.values()).items():
        if 2 * count > len(votes):
            return Verdict(named) if named is not None else Verdict(None, "skip")
    return Verdict(None, "no majority")


LYNCH = {
    "plurality": Ballot(
        plurality,
        "Whoever has the most votes is lynched; when the most votes are shared, nobody is.",
        "Votes for nobody count like votes for a player: when they are the most, or as many as the most, nobody is "
        "lynched.",
    ),
    "majority": Ballot(
        majority,
        "Whoever is named by more than half of all living players is lynched; otherwise nobody is.",
        "Those who vote for nobody are counted among the living players.",
    ),
}
