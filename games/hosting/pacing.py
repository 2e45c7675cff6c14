"""When what is spoken in a paced game is shown, and when the game goes on. Law: the times of what is public follow from
what is public, and tell nothing else.

The score (games/engine/score.py) says how long each thing takes; here it is said from when on each event may be shown,
once, when it is written, and that stands with its row (`shown_at`), through whatever happens to the host. The next
question is asked when all that was written is shown: what is answered meanwhile waits for its own time in its row.

In delayed and sealed games what is secret prolongs nothing: it comes within a night or a tick, each piece in its share
of what is left. In open ones it is shown as it comes, and given the time that its words need, or by night a deed's
thought.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from games.engine.moderator import Answer
from games.engine.score import A_CHANGE_OF_PHASE, Heard, Stage, seconds_of_speech
from games.engine.table import Entry

A_CHOICE: Final = 0.5  # seconds for a secret answer without words
ThoughtOf = Callable[[Entry], str]


def time_for_answer(answer: Answer) -> float:
    """Seconds that who may see it needs for a secret answer."""
    words = str(answer.answer.get("message", ""))
    return seconds_of_speech(words) if words.strip() else A_CHOICE


class Timing:
    """The times of one game. A clock that is put back costs no more than what was given."""

    def __init__(self, pace: float, *, is_open: bool = True) -> None:
        self.pace = pace
        self.is_open = is_open
        self._stage = Stage(pace=pace, shows_thoughts=is_open)
        self._last: datetime | None = None
        self._given = 0.0  # seconds from when it was said to when the last is shown
        self._secret = A_CHANGE_OF_PHASE

    def times(self, entries: Iterable[Entry], now: datetime, thought_of: ThoughtOf) -> list[datetime]:
        """From when on each of the entries that are spoken now may be shown."""
        at = now.timestamp()
        told = [_moment(self._stage.enter(self._heard(entry, thought_of), at), now) for entry in entries]
        if told:
            self._last, self._given = told[-1], (told[-1] - now).total_seconds()
        return told

    def recall(self, entries: Sequence[Entry], times: Sequence[datetime], now: datetime, thought_of: ThoughtOf) -> None:
        """Takes up what was spoken before a restart, with its times."""
        for entry, at in zip(entries, times, strict=True):
            self._stage.place(self._heard(entry, thought_of), at.timestamp())
        if times:
            self._last, self._given = times[-1], max(0.0, (times[-1] - now).total_seconds())

    def answered(self, answers: Sequence[Answer], entries: Iterable[Entry]) -> None:
        """Says what was answered and spoken, for the share of what comes next."""
        if any(entry.event.kind == "phase" for entry in entries):
            self._secret = A_CHANGE_OF_PHASE
        elif answers:
            self._secret = time_for_answer(answers[-1])

    def ahead(self, now: datetime) -> float:
        """Seconds until all that was spoken is shown."""
        return max(0.0, min((self._last - now).total_seconds(), self._given)) if self._last else 0.0

    def share(self, now: datetime) -> float:
        """Seconds of a night or a tick for what was secret in it last: half of those that are left at most, for nobody
        knows how much is still to come."""
        left = min(self._stage.free - now.timestamp(), self.pace * 60)
        return max(0.0, min(self.pace * self._secret, left / 2))

    def _heard(self, entry: Entry, thought_of: ThoughtOf) -> Heard:
        return Heard(entry.event, entry.poll, entry.is_public, thought_of(entry) if self.is_open else "")


def _moment(seconds: float, now: datetime) -> datetime:
    return max(now, datetime.fromtimestamp(seconds, UTC)) if seconds > now.timestamp() else now
