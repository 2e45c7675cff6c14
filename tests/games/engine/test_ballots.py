"""How votes count."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.ballots import LYNCH, RUNOFF, Verdict, Votes, majority, plurality

TABLE = {  # votes by seat -> plurality, majority
    (): ("skip", "no majority"),
    (None,): ("skip", "skip"),
    (1,): (1, 1),
    (1, 0): ("tie", "no majority"),
    (1, None): ("tie", "no majority"),
    (None, None, 1): ("skip", "skip"),
    (1, 2, 1): (1, 1),
    (1, 1, 0, 0): ("tie", "no majority"),
    (1, 1, 1, 0): (1, 1),
    (1, 1, None, 0): (1, "no majority"),
    (1, 1, 0, 2): (1, "no majority"),
    (None, None, 0, 0): ("tie", "no majority"),
    (None, None, 0, 0, 1): ("tie", "no majority"),
    (None, None, None, 0, 0): ("skip", "skip"),
    (3, 3, 3, None, None, None): ("tie", "no majority"),
    (3, 3, 3, 3, None, None, None): (3, 3),
    (1, 0, 1, 0, 1, 2, None): (1, "no majority"),
    (1, 2, 3, 0): ("tie", "no majority"),
}


def by_seat(votes: Sequence[int | None]) -> Votes:
    return dict(enumerate(votes))


def as_verdict(expected: int | str) -> Verdict:
    return Verdict(expected) if isinstance(expected, int) else Verdict(None, expected)


@pytest.mark.parametrize("votes", TABLE, ids=str)
def test_votes_count_as_the_table_says(votes: tuple[int | None, ...]) -> None:
    assert plurality(by_seat(votes)) == as_verdict(TABLE[votes][0])
    assert majority(by_seat(votes)) == as_verdict(TABLE[votes][1])


@given(st.lists(st.none() | st.integers(0, 4), max_size=9), st.randoms())
def test_who_cast_a_vote_does_not_matter(votes: list[int | None], chance: object) -> None:
    shuffled = list(votes)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    for ballot in LYNCH.values():
        assert ballot.count(by_seat(votes)) == ballot.count(by_seat(shuffled))


@given(st.lists(st.none() | st.integers(0, 4), min_size=1, max_size=9))
def test_whom_a_majority_names_a_plurality_names_too(votes: list[int | None]) -> None:
    named = majority(by_seat(votes)).seat
    assert named is None or plurality(by_seat(votes)).seat == named


@given(st.lists(st.none() | st.integers(0, 4), max_size=9))
def test_a_runoff_lynches_whom_a_plurality_does_and_only_a_tie_has_a_second_vote(votes: list[int | None]) -> None:
    verdict, plain = RUNOFF.count(by_seat(votes)), plurality(by_seat(votes))
    assert (verdict.seat, verdict.reason) == (plain.seat, plain.reason)
    assert not verdict.tied or plain.reason == "tie"
    assert verdict.tied == tuple(sorted(verdict.tied))


def test_each_way_of_counting_tells_itself_in_sentences() -> None:
    for ballot in (*LYNCH.values(), RUNOFF):
        for sentence in (ballot.sentence, ballot.nobody):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
    assert len({ballot.sentence for ballot in LYNCH.values()}) == len(LYNCH)
