"""Reading time: a quarter of a second a word between 1.5 and 12 s, a vote 0.5 s, a change of phase 2 s."""

import pytest

from games.engine.events import Died, PhaseBegan
from games.engine.moderator import Answer
from games.engine.table import EVERYONE, Entry
from games.pace import time_for_answer, time_for_phases


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        ({"message": "word"}, 1.5),
        ({"message": " ".join(["word"] * 20)}, 5.0),
        ({"message": " ".join(["word"] * 500)}, 12.0),
        ({"message": "I would say her.", "target": 3}, 1.5),
        ({"message": "", "target": 3}, 0.5),
        ({"target": 3}, 0.5),
        ({"target": None}, 0.5),
    ],
)
def test_an_answer_takes_as_long_as_its_words(answer: dict[str, object], seconds: float) -> None:
    assert time_for_answer(Answer(1, 0, "speak", "00", answer)) == seconds


def test_each_phase_that_begins_takes_two_seconds_and_nothing_else_does() -> None:
    spoken = [Died(1, None, None), PhaseBegan("day", 1), PhaseBegan("night", 2)]
    entries = [Entry(seq, 1, "day", event, EVERYONE, 1) for seq, event in enumerate(spoken, start=1)]

    assert time_for_phases(entries) == 4.0
