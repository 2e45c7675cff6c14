"""Every way in which a council's two votes can come out, against a table written by hand.

A case is which of the nominees A, B, C and "nobody" (-) have the most votes. The table is complete: for one, two and
three nominees every non-empty set of leaders is in it, for the first vote and for the second.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

import pytest

from games.engine.ballots import RUNOFF, Verdict, plurality
from games.engine.events import Lynched, Runoff
from games.engine.ruleset import Ruleset
from tests.games.engine.council_mafia.council import Council

Rules = Ruleset[Any]

# Who leads -> the lynched, between whom there is a second vote ("A?"), or why nobody is.
FIRST = {
    "A": "A",
    "B": "B",
    "C": "C",
    "-": "skip",
    "AB": "AB?",
    "AC": "AC?",
    "BC": "BC?",
    "ABC": "ABC?",
    "A-": "A?",
    "B-": "B?",
    "C-": "C?",
    "AB-": "tie",
    "AC-": "tie",
    "BC-": "tie",
    "ABC-": "tie",
}
SECOND = {
    "A": "A",
    "B": "B",
    "C": "C",
    "-": "skip",
    "AB": "tie",
    "AC": "tie",
    "BC": "tie",
    "ABC": "tie",
    "A-": "tie",
    "B-": "tie",
    "C-": "tie",
    "AB-": "tie",
    "AC-": "tie",
    "BC-": "tie",
    "ABC-": "tie",
}
SEATS = {"A": 3, "B": 6, "C": 9, "-": None}
LETTERS = {seat: letter for letter, seat in SEATS.items()}
TWELVE = "MTTMITDTTMTT"


def leaders_among(nominees: str) -> Iterator[str]:
    """Every non-empty set of leaders, as the tables write it."""
    options = f"{nominees}-"
    for size in range(1, len(options) + 1):
        yield from ("".join(each) for each in combinations(options, size))


def test_the_tables_are_complete() -> None:
    assert set(FIRST) == set(SECOND) == set(leaders_among("ABC"))


def leading(votes: Mapping[int, int | None]) -> str:
    """Who leads, counted here."""
    tally = Counter(LETTERS[target] for target in votes.values())
    most = max(tally.values())
    return "".join(letter for letter in "ABC-" if tally[letter] == most)


def as_told(verdict: Verdict) -> str:
    """A verdict as the tables write it."""
    if verdict.tied:
        assert verdict.seat is None
        return "".join(LETTERS[seat] for seat in verdict.tied) + "?"
    return LETTERS[verdict.seat] if verdict.seat is not None else verdict.reason


def test_every_single_ballot_of_seven_voters_counts_as_the_tables_say() -> None:
    """All 6,912 ways in which seven can vote, three of whom are nominees and may not name themselves."""
    choices = [[t for t in SEATS.values() if t is None or t != seat] for seat in (0, 3, 4, 6, 7, 9, 11)]
    counted = 0
    for targets in product(*choices):
        votes = dict(zip((0, 3, 4, 6, 7, 9, 11), targets, strict=True))
        assert as_told(RUNOFF.count(votes)) == FIRST[leading(votes)]
        assert as_told(plurality(votes)) == SECOND[leading(votes)]
        counted += 1
    assert counted == 4**4 * 3**3


def test_a_ballot_without_nobody_counts_as_the_tables_say_too() -> None:
    """Where the town is pressed a vote must name a nominee."""
    met = set()
    for targets in product((3, 6, 9), repeat=6):
        votes = dict(enumerate(targets))
        assert as_told(RUNOFF.count(votes)) == FIRST[leading(votes)]
        met.add(leading(votes))
    assert met == {"A", "B", "C", "AB", "AC", "BC", "ABC"}


# --- played at a table -----------------------------------------------------------------------------------------------


def votes_for(leaders: str, nominees: str) -> dict[int, int | None]:
    """Votes of twelve, legal for each, after which these and no others lead."""
    options = f"{nominees}-"
    for each in range(12 // len(leaders), 0, -1):
        spare = 12 - each * len(leaders)
        counts = dict.fromkeys(leaders, each)
        for letter in options:
            if letter not in leaders:
                counts[letter] = min(spare, each - 1)
                spare -= counts[letter]
        if spare == 0 and (votes := dealt_out(counts)):
            return votes
    raise LookupError(f"no votes let {leaders} lead among {options}")


def dealt_out(counts: dict[str, int]) -> dict[int, int | None] | None:
    """Who votes for whom, so that each is named so often and nobody names themselves; None where that cannot be."""
    votes: dict[int, int | None] = {}
    left = dict(counts)
    picky = [seat for seat in SEATS.values() if seat is not None]
    for seat in (*picky, *(seat for seat in range(12) if seat not in picky)):
        fits = [letter for letter, count in left.items() if count and SEATS[letter] != seat]
        if not fits:
            return None
        most = max(fits, key=lambda letter: left[letter])
        left[most] -= 1
        votes[seat] = SEATS[most]
    return votes


def seats_of(letters: str) -> tuple[int, ...]:
    return tuple(seat for letter in letters if (seat := SEATS[letter]) is not None)


ONE_VOTE = [(nominees, leaders) for nominees in ("A", "AB", "ABC") for leaders in leaders_among(nominees)]
TWO_VOTES = [
    (nominees, leaders, again)
    for nominees, leaders in ONE_VOTE
    if FIRST[leaders].endswith("?")
    for again in leaders_among(FIRST[leaders][:-1])
]


def test_all_cases_are_played() -> None:
    assert len(ONE_VOTE) == 3 + 7 + 15
    assert len(TWO_VOTES) == 3 + (7 + 2 * 3) + (3 * 7 + 15 + 3 * 3)


def played(council: Rules, nominees: str, leaders: str, again: str) -> Council:
    """Day 1 with these nominees and votes; the second vote's are asked for only where there is one."""
    seats = seats_of(nominees)
    nominate = {seat: seats[seat % len(seats)] for seat in range(12)}
    second = votes_for(again, FIRST[leaders][:-1]) if again else None
    return Council(council, TWELVE).day(nominate=nominate, votes=votes_for(leaders, nominees), runoff=second)


def outcome(scene: Council) -> str:
    (event,) = scene.events("lynched", "not_lynched")
    return LETTERS[event.seat] if isinstance(event, Lynched) else event.reason


@pytest.mark.parametrize(("nominees", "leaders"), [case for case in ONE_VOTE if not FIRST[case[1]].endswith("?")])
def test_a_first_vote_that_settles_it_comes_out_as_the_table_says(council: Rules, nominees: str, leaders: str) -> None:
    scene = played(council, nominees, leaders, "")
    assert outcome(scene) == FIRST[leaders]
    assert scene.kinds().count("voted") == 1
    assert scene.events("runoff", "defended") == []
    assert len(scene.events("last_words")) == (outcome(scene) in SEATS)


@pytest.mark.parametrize(("nominees", "leaders", "again"), TWO_VOTES)
def test_a_second_vote_comes_out_as_the_table_says(council: Rules, nominees: str, leaders: str, again: str) -> None:
    scene = played(council, nominees, leaders, again)
    tied = seats_of(FIRST[leaders][:-1])
    assert scene.events("runoff") == [Runoff(tied)]
    assert [event.seat for event in scene.events("defended")] == list(tied)
    assert outcome(scene) == SECOND[again]
    assert scene.kinds().count("voted") == 2
    assert len(scene.events("last_words")) == (SECOND[again] in SEATS)
    assert len(scene.living) == 12 - (SECOND[again] in SEATS)
