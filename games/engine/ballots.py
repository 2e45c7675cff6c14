"""How votes count, and the sentence that says so: what is told is what is run.

A vote names a seat or nobody (None). A count gives the seat that the votes fall on, or None with the reason.

And what the last of a game's counts was like (`hook_of`), which may be told of a finished game without its end.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.quick import quick
from games.engine.table import Entry

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


# --- what a game was like, without who won it ------------------------------------------------------------------------

VOTE: Final = "vote"  # the kind of the facts that say who voted for whom
TIMES: Final = {1: "once", 2: "twice", 3: "three times"}


def margins_of(ledger: Iterable[Entry]) -> list[int]:
    """By how many votes each public vote was decided, in their order: the most votes less the next most, where nobody
    counts as a name; 0 for a tie. Votes that are read out one by one are one until something else is told."""
    margins: list[int] = []
    votes: Counter[int | None] = Counter()
    for entry in ledger:
        if not entry.is_public:
            continue
        told = [fact.whom for fact in entry.event.facts if fact.kind == VOTE]
        if votes and not told:
            margins.append(_margin(votes))
            votes = Counter()
        votes.update(told)
    return [*margins, _margin(votes)] if votes else margins


def _margin(votes: Counter[int | None]) -> int:
    (_, most), (_, next_most) = [*votes.most_common(2), (None, 0)][:2]
    return most - next_most


def hook_of(ledger: Iterable[Entry]) -> str:
    """What makes a finished game worth watching, from what everybody heard, in at most 40 characters that do not tell
    who won: how close its votes were, the last above all; "" where none was close."""
    margins = margins_of(ledger)
    if margins and margins[-1] == 1:
        return "Decided by one vote"
    if close := margins.count(1):
        return f"One vote apart, {TIMES.get(close, f'{close} times')}"
    if ties := margins.count(0):
        return f"Tied, {TIMES.get(ties, f'{ties} times')}"
    return ""
