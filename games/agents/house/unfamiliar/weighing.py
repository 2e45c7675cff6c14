"""How much marks tell of who is hidden: learnt in practice, where the roles are known afterwards.

Law: whole numbers throughout, so that it comes out the same everywhere. At each lesson all the marks that somebody bore
are moved a little towards what would have been right (logistic regression, a case at a time). So what seldom comes
weighs little, and what always comes together shares one weight. The log-odds of each mark by itself, added up, were
rejected: a team that is named, judged, sent and told of would count four times.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from games.agents.house.settling import likelihood, settled

Marks = Counter[str]
MILLION: Final = 1_000_000  # weights are in millionths of a log-odd
STEP: Final = 2  # by which a weight moves, for each ten-thousandth by which one was wrong
SURE: Final = 10_000  # ten-thousandths
FINE: Final = 64  # places in a log-odd
END: Final = 8 * FINE
LIKELY: Final = tuple(round(SURE * likelihood(place / FINE)) for place in range(-END, END + 1))


@dataclass(slots=True)
class Signs:
    """What each mark tells; the mark "" is everybody's."""

    weights: dict[str, int] = field(default_factory=dict)

    def against(self, marks: Marks) -> float:
        """What these marks come to, in log-odds of being hidden."""
        return settled(self._sum(marks) / MILLION)

    def learn(self, marks: Marks, *, hidden: bool) -> None:
        """Somebody who bore these marks was hidden, or was not."""
        weights = self.weights
        place = (weights.get("", 0) + self._sum(marks)) * FINE // MILLION
        moved = STEP * (SURE * hidden - LIKELY[END + max(-END, min(place, END))])
        weights[""] = weights.get("", 0) + moved
        for mark, times in marks.items():
            weights[mark] = weights.get(mark, 0) + moved * times

    def _sum(self, marks: Marks) -> int:
        weights, found = self.weights, 0
        for mark, times in marks.items():
            found += weights.get(mark, 0) * times
        return found
