"""How votes count, and the sentence that says so: what is told is what is run.

A vote names a seat or nobody (None). A count gives the seat that the votes fall on, or None with the reason.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.engine.quick import quick

Votes = Mapping[int, int | None]


@quick
@dataclass(frozen=True, slots=True)
class Verdict:
    """What a count came to: the seat it falls on, or nobody and why ("tie", "skip", "no majority").

    `tied`, in seat order, are those between whom a second vote decides; empty when it is settled.
    """

    seat: int | None
    reason: str = ""
    tied: tuple[int, ...] = ()


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


def runoff(votes: Votes) -> Verdict:
    """Plurality, but two or more seats ahead, or one ahead together with "nobody", are voted on a second time."""
    verdict = plurality(votes)
    if verdict.reason != "tie":
        return verdict
    tally = Counter(votes.values())
    most = max(tally.values())
    ahead = sorted(named for named, count in tally.items() if named is not None and count == most)
    if len(ahead) > 1 and tally[None] == most:
        return verdict
    return Verdict(None, "tie", tuple(ahead))


RUNOFF = Ballot(
    runoff,
    "Whoever alone has the most votes is lynched; when two or more players share the most, there is a second vote "
    "between them.",
    "Votes for nobody count like votes for a player: when they alone are the most, or as many as those for each of two "
    "or more players, nobody is lynched; when they are as many as those for one player alone, that too calls for a "
    "second vote.",
)

LYNCH = {
    "plurality": Ballot(
        plurality,
        "Whoever has the most votes is lynched; when the most votes are shared, nobody is.",
        "Votes for nobody count alike: when they are the most, or as many as the most, nobody is lynched.",
    ),
    "majority": Ballot(
        majority,
        "Whoever is named by more than half of all living players is lynched; otherwise nobody is.",
        "Those who vote for nobody are counted among the living players.",
    ),
}
