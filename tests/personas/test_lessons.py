"""Lessons as records: what they hold, when they are told, how they fade and come together, and that they fit."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.experience.lessons import (
    AGAIN,
    FADES_AFTER,
    MOST_APART,
    MOST_LESSONS,
    MOST_TOLD,
    ROOM_OF_OWN,
    SUSPECT,
    TRUST,
    Evidence,
    Lesson,
    Memory,
    Scope,
    Words,
    by_hand,
    kept,
    memory_in,
    merged,
    told_to,
    written,
)
from personas.memory import LARGEST_LEARNED, plain

GAME = "abcdefgh0123"


def lesson(number: int = 1, **fields: Any) -> Lesson:
    given = {
        "about": "others",
        "sign": "first-to-accuse",
        "means": SUSPECT,
        "scope": Scope("town-mafia"),
        "seen": 10,
        "right": 6,
        "base": 250,
        "evidence": (Evidence(GAME, (3, 7)),),
    }
    return Lesson(number, **given | fields)


def told(
    *lessons: Lesson, ruleset: str = "town-mafia", team: str = "town", role: str = "doctor", **more: Any
) -> list[int]:
    found = told_to(Memory(lessons), ruleset=ruleset, team=team, role=role, **more)
    return [each.number for each in found]


def test_a_lesson_comes_back_from_json_as_it_was() -> None:
    whole = lesson(means=TRUST, scope=Scope("town-mafia", "town", "doctor", "house-joker_pip_barlow"), given=3)
    assert Lesson.from_plain(json.loads(json.dumps(whole.plain))) == whole


@pytest.mark.parametrize(
    "wrong",
    [
        {"means": "hang"},
        {"about": "the weather"},
        {"evidence": []},
        {"right": 11},
        {"base": 2_000},
        {"seen": "many"},
        {"scope": {"mood": "good"}},
    ],
)
def test_what_is_no_lesson_is_passed_over(wrong: dict[str, Any]) -> None:
    row = lesson().plain | wrong
    with pytest.raises((KeyError, TypeError, ValueError)):
        Lesson.from_plain(row)
    assert memory_in({"lessons": [row, lesson(2).plain]}).lessons == (lesson(2),)
    assert memory_in({"lessons": "none"}).lessons == ()


def test_only_what_was_borne_out_and_is_better_than_chance_is_told() -> None:
    never, worse = lesson(1, right=0), lesson(2, seen=40, right=8)
    assert told(never, worse, lesson(3)) == [3]


def test_of_two_the_one_that_is_borne_out_better_comes_first_and_few_are_told() -> None:
    many = [lesson(number, sign=f"sign-{number}", right=5 + number % 5) for number in range(1, MOST_TOLD + 4)]
    found = told(*many)
    assert len(found) == MOST_TOLD
    leads = [next(each for each in many if each.number == number).lead for number in found]
    assert leads == sorted(leads, reverse=True)


def test_what_is_as_good_as_chance_is_told_to_nobody() -> None:
    hardly = lesson(1, seen=11, right=2, base=140)  # 17 % instead of 14
    assert hardly.lead > 0
    assert told(hardly, lesson(2, sign="two")) == [2]


def test_lessons_on_its_own_play_are_not_pushed_out_by_all_that_is_seen_of_others() -> None:
    others = [lesson(number, sign=f"sign-{number}", right=9) for number in range(1, MOST_LESSONS + 5)]
    scope = Scope("town-mafia", "mafia")
    own = [
        lesson(100 + number, about="self", sign=f"deed-{number}", means=AGAIN, scope=scope, right=5)
        for number in range(ROOM_OF_OWN + 2)
    ]
    left = kept([*others, *own])
    assert len(left) == MOST_LESSONS
    assert len([each for each in left if each.about == "self"]) == ROOM_OF_OWN
    assert len(kept(others)) == MOST_LESSONS, "what nobody needs for it is for the others"


def test_a_lesson_is_told_only_where_it_fits() -> None:
    of_role = lesson(1, scope=Scope("town-mafia", "town", "sheriff"))
    of_team = lesson(2, scope=Scope("town-mafia", "mafia"), sign="two")
    of_rules = lesson(3, scope=Scope("glass-box"), sign="three")
    of_all = lesson(4, scope=Scope(), sign="four")
    of_one = lesson(5, scope=Scope(opponent="a_b"), sign="five")
    lessons = (of_role, of_team, of_rules, of_all, of_one)
    assert told(*lessons) == [4]
    assert told(*lessons, role="sheriff") == [1, 4]
    assert told(*lessons, team="mafia", role="mafioso") == [2, 4]
    assert told(*lessons, opponents=["a_b", "c_d"]) == [4, 5]


def test_one_game_proves_little() -> None:
    once, often = lesson(seen=1, right=1), lesson(seen=40, right=40)
    assert 250 < 10 * once.confidence < 10 * often.confidence
    assert often.confidence > 90


def test_what_is_no_better_than_chance_fades_and_is_not_kept() -> None:
    assert not lesson(seen=FADES_AFTER - 1, right=0).has_faded
    gone = lesson(seen=FADES_AFTER, right=2)
    assert gone.has_faded
    assert kept([gone, lesson(2, sign="two")]) == (lesson(2, sign="two"),)


def test_lessons_that_say_the_same_become_one_with_the_evidence_of_both() -> None:
    other = lesson(9, seen=20, right=15, evidence=(Evidence("zzzzzzzz0123", (1,)),), given=2)
    (one,) = merged([lesson(1), other])
    assert (one.number, one.seen, one.right, one.given) == (1, 20, 15, 2)
    assert {each.game for each in one.evidence} == {GAME, "zzzzzzzz0123"}


def test_of_opposites_the_one_that_is_borne_out_better_stays() -> None:
    opposite = lesson(2, means=TRUST, right=4, base=750)
    assert merged([opposite, lesson(1)]) == (lesson(1),)


def test_what_somebody_wrote_by_hand_stays_and_is_told_apart() -> None:
    learned = {"notes": ["Wait."], "lessons": [lesson().plain], "counts": {}, "last": 4}
    memory = memory_in(learned)
    after = written(learned, replace(memory, lessons=(lesson(5),)))
    assert by_hand(learned) == by_hand(after) == {"notes": ["Wait."]}
    assert memory.last == 4
    assert memory_in(after).last == 5, "a number is never used twice"


SCOPES = st.builds(Scope, ruleset=st.sampled_from(["town-mafia", ""]), role=st.sampled_from(["doctor", ""]))
EVIDENCE = st.builds(
    Evidence,
    st.text("abcdefgh0123456789", min_size=12, max_size=12),
    st.lists(st.integers(1, 9_999), max_size=3).map(tuple),
)


@given(st.data())
def test_whatever_is_kept_fits_into_a_memory_and_comes_back(data: st.DataObject) -> None:
    lessons = []
    for number in range(1, 40):
        seen = data.draw(st.integers(1, 5_000))
        lessons.append(
            lesson(
                number,
                sign=f"a-sign-with-a-long-name-{data.draw(st.integers(0, 60))}",
                scope=data.draw(SCOPES),
                seen=seen,
                right=data.draw(st.integers(0, seen)),
                base=data.draw(st.integers(0, 1_000)),
                evidence=tuple(data.draw(st.lists(EVIDENCE, min_size=1, max_size=3))),
            )
        )
    apart = tuple(Words(GAME, "w" * 300, "in its own words") for _ in range(MOST_APART))
    memory = Memory(kept(lessons), apart, {"x": "c" * 8_900}, 40)
    assert len(memory.lessons) <= MOST_LESSONS
    learned = plain(written({}, memory))
    assert len(json.dumps(learned)) < LARGEST_LEARNED + 500
    assert memory_in(learned) == memory


def test_what_one_did_oneself_is_to_be_done_again_or_avoided() -> None:
    with pytest.raises(ValueError, match="means one of again, avoid, not 'suspect'"):
        Lesson.from_plain(lesson(about="self", means=AGAIN).plain | {"means": SUSPECT})
