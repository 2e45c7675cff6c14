"""Who is named in what was said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.discussion import seats_named

NAMES = ("Ann", "Ann Marie", "Bruno", "Dr. Who", "Zoë")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("I say nothing of anybody.", set()),
        ("Bruno, why?", {2}),
        ("It was BRUNO or bruno's friend.", {2}),
        ("Brunon and Abruno and Bruno_2 are no names.", set()),
        ("Brunon is not Bruno.", {2}),
        ("Ann and Bruno", {0, 2}),
        ("Ann Marie it is.", {1}),
        ("Ann Marie, not Ann!", {0, 1}),
        ("Anne is nobody.", set()),
        ("I ask dr. who that was.", {3}),
        ("Zoë? zoë!", {4}),
        ("Zoëlle", set()),
        ("", set()),
    ],
)
def test_a_name_counts_as_a_whole_word_in_any_case(words: str, named: set[int]) -> None:
    assert seats_named(words, NAMES) == named


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(range(len(NAMES))))
def test_a_name_between_blanks_is_found_in_any_text(before: str, after: str, seat: int) -> None:
    words = f"{before} | {NAMES[seat]} | {after}"
    assert seat in seats_named(words, NAMES)
    assert seats_named(before, NAMES) | seats_named(after, NAMES) | {seat} == seats_named(words, NAMES)
