"""How long a spectator needs. A paced game waits this long after an answer, times its pace, before the next."""

from collections.abc import Iterable
from typing import Final

from games.engine.moderator import Answer
from games.engine.table import Entry

A_WORD: Final = 0.25  # seconds
SHORTEST_SPEECH: Final = 1.5
LONGEST_SPEECH: Final = 12.0
A_CHOICE: Final = 0.5
A_CHANGE_OF_PHASE: Final = 2.0


def time_for_answer(answer: Answer) -> float:
    """Seconds to read an answer: its words, or a vote or deed without words."""
    words = len(str(answer.answer.get("message", "")).split())
    return min(max(A_WORD * words, SHORTEST_SPEECH), LONGEST_SPEECH) if words else A_CHOICE


def time_for_phases(entries: Iterable[Entry]) -> float:
    """Seconds for the phases that begin among these entries."""
    return A_CHANGE_OF_PHASE * sum(entry.event.kind == "phase" for entry in entries)
