"""When a paced game goes on. Law: the times of what is public follow from what is public, and tell nothing else.

Every public event is given the time that a spectator needs for it. A night is given a fixed time, and so is a tick of
the ship, whatever is done in it: what is secret comes within that time, each piece in its share of what is left, and
prolongs nothing; and an answer that would end it early is held until it is over. To wait after every answer, as was
done at first, told by the time of dawn in how many rounds the mafia had agreed.

Elsewhere a question to all the living is no secret, and each answer takes its moment (A_CHOICE: so a vote is shown for
as many as vote, and its event is given nothing more); one to some of them takes none.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.engine.events import Event
from games.engine.moderator import Answer
from games.engine.table import Entry

A_WORD: Final = 0.25  # seconds
SHORTEST_SPEECH: Final = 1.5
LONGEST_SPEECH: Final = 12.0
A_CHOICE: Final = 0.5
A_CHANGE_OF_PHASE: Final = 2.0
A_NIGHT: Final = 16.0
A_TICK: Final = 1.5
NIGHT: Final = "night"


def time_for_words(words: str) -> float:
    """Seconds to read a speech; a moment for what is said without words."""
    count = len(words.split())
    return min(max(A_WORD * count, SHORTEST_SPEECH), LONGEST_SPEECH) if count else A_CHOICE


def time_for_event(event: Event) -> float:
    """Seconds that everybody is given for a public event."""
    if event.kind == "phase":
        return A_NIGHT if event.data()["name"] == NIGHT else A_CHANGE_OF_PHASE
    if event.kind == "tick":
        return A_TICK
    words = event.data().get("words")
    return time_for_words(words) if isinstance(words, str) else 0.0


def time_for_answer(answer: Answer) -> float:
    """Seconds that who may see it needs for a secret answer."""
    return time_for_words(str(answer.answer.get("message", "")))


@dataclass(slots=True)
class Timing:
    """When the next public thing of a game may be told. `pace` multiplies every time that is given; a clock that is
    put back costs no more than what was given."""

    pace: float
    _due: datetime | None = None
    _given: float = 0.0

    def tell(self, entries: Iterable[Entry], at: datetime, *, moments: int = 0) -> None:
        """Gives time for what was told now, and for so many answers that are known to be given."""
        public = [time_for_event(entry.event) for entry in entries if entry.is_public]
        if public or moments:
            self._given = self.pace * (sum(public) + A_CHOICE * moments)
            self._due = at + timedelta(seconds=self._given)

    def left(self, now: datetime) -> float:
        """Seconds until the next public thing may be told."""
        return max(0.0, min((self._due - now).total_seconds(), self._given)) if self._due else 0.0

    def share(self, seconds: float, now: datetime) -> float:
        """Seconds of those that are left for something secret that would need so many: half at most, for nobody knows
        how much is still to come."""
        return min(self.pace * seconds, self.left(now) / 2)
