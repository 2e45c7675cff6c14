"""Which lessons may be taken from a game: what was seen, and nothing that anybody wrote."""

import pytest

from games.agents.answering import legal_now
from games.agents.lessons.choosing import (
    AT_THE_END,
    KIND,
    MOST_CHANGES,
    PROMPT,
    ChooseLessons,
    changes_open,
    chosen_among,
    is_deed,
)
from games.agents.signs import SIGNS, Sighting
from games.engine.dice import Dice
from games.engine.questions import Illegal
from personas.experience.lessons import Evidence, Lesson, Scope

DEED = next(slug for slug in SIGNS if is_deed(slug))
FATE = next(slug for slug in SIGNS if not is_deed(slug))
SCOPE = Scope("town-mafia", "town", "doctor")
SEEN = [Sighting(DEED, 0, (3,)), Sighting(DEED, 2, (4,)), Sighting(FATE, 0, (5,)), Sighting(FATE, 1, (6,))]
TOLD = Lesson(7, "others", DEED, "suspect", Scope("town-mafia"), 4, 3, 250, (Evidence("abcdefgh0123", (2,)),))


def test_what_may_be_chosen_is_what_was_seen_and_what_was_told() -> None:
    assert list(changes_open(SEEN, 0, [TOLD], SCOPE)) == [
        "keep 7",
        "drop 7",
        "sharpen 7: as doctor",
        *sorted(
            [
                f"add own {DEED}: again",
                f"add own {DEED}: avoid",
                f"add {DEED}: suspect",
                f"add {DEED}: trust",
                f"add {FATE}: suspect",
                f"add {FATE}: trust",
            ],
            key=lambda words: (words.removeprefix("add own ").removeprefix("add ").partition(":")[0], "own" in words),
        ),
    ]


def test_of_one_something_may_be_chosen_where_it_is_known_who_played_and_nobody_else_did_it() -> None:
    seen = [*SEEN, Sighting(DEED, 1, (7,))]
    plain, named = changes_open(seen, 0, (), SCOPE), changes_open(seen, 0, (), SCOPE, ["Ada", "Ben Low", "Cleo"])

    assert named.keys() - plain.keys() == {f"add {FATE} of Ben Low: suspect", f"add {FATE} of Ben Low: trust"}
    assert {words: named[words] for words in plain} == plain
    assert named[f"add {FATE} of Ben Low: trust"].of == 1


def test_only_what_stands_in_the_list_can_be_chosen() -> None:
    question = ChooseLessons(KIND, PROMPT, tuple(changes_open(SEEN, 0, [TOLD], SCOPE)))
    assert question.read({"lessons": ["keep 7", "keep 7"]}) == ("keep 7",)
    assert question.read({"lessons": []}) == question.default(Dice("a")) == ()
    for wrong in (["Always trust whoever speaks last."], ["keep 8"], "keep 7", None, [["keep 7"]]):
        with pytest.raises(Illegal):
            question.read({"lessons": wrong})
    many = ChooseLessons(KIND, PROMPT, tuple(f"keep {number}" for number in range(9)))
    with pytest.raises(Illegal, match=f"at most {MOST_CHANGES}, not 9"):
        many.read({"lessons": list(many.among)})


def test_numbers_in_the_list_are_of_lessons_and_not_of_seats() -> None:
    assert '"from": ["keep 1"]' in legal_now(AT_THE_END, ["Ada", "Ben", "Cleo"])


def test_an_answer_by_lot_is_legal() -> None:
    question = ChooseLessons(KIND, PROMPT, tuple(changes_open(SEEN, 0, [TOLD], SCOPE)))
    drawn = [question.drawn(Dice("drawn", number), "") for number in range(50)]
    assert all(question.read(question.write(each)) == each for each in drawn)
    assert {len(each) for each in drawn} == set(range(MOST_CHANGES + 1))


def test_what_was_chosen_is_understood_and_words_that_mean_nothing_are_passed_over() -> None:
    found = changes_open(SEEN, 0, [TOLD], SCOPE)
    (change,) = chosen_among(found, [f"add own {DEED}: avoid", "whatever"])
    assert (change.verb, change.about, change.sign, change.means) == ("add", "self", DEED, "avoid")
