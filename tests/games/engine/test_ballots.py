"""How votes count."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.ballots import LYNCH, RUNOFF, Verdict, Votes, hook_of, majority, margins_of, plurality
from games.engine.events import Event, NotLynched, Vote, Voted, VoteShown
from games.engine.rulesets import all_rulesets
from games.engine.table import EVERYONE, Entry, Hearers
from tests.games.engine.scenes import begin, play_wildly

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


# --- how close the votes of a game were ------------------------------------------------------------------------------


def told(*events: Event, heard_by: Hearers = EVERYONE) -> list[Entry]:
    return [Entry(seq, 1, "day", event, heard_by, 1) for seq, event in enumerate(events, start=1)]


def all_at_once(*targets: int | None) -> Event:
    return Voted(tuple(Vote(seat, target) for seat, target in enumerate(targets)))


def one_by_one(*targets: int | None) -> list[Event]:
    return [VoteShown(seat, target) for seat, target in enumerate(targets)]


TIE, ONE_APART, CLEAR = (1, 1, None, None), (1, 1, None), (1, 1, 1, 0)
OVER = NotLynched("tie")


@pytest.mark.parametrize(
    ("ledger", "margins", "hook"),
    [
        ([], [], ""),
        (told(OVER), [], ""),
        (told(all_at_once(*CLEAR), OVER), [2], ""),
        (told(all_at_once(2), OVER), [1], "Decided by one vote"),
        (told(all_at_once(*ONE_APART)), [1], "Decided by one vote"),
        (told(all_at_once(*ONE_APART), OVER, all_at_once(*CLEAR), OVER), [1, 2], "One vote apart, once"),
        (told(*one_by_one(*ONE_APART), OVER, *one_by_one(*CLEAR), OVER), [1, 2], "One vote apart, once"),
        (
            told(*[event for _ in range(12) for event in (all_at_once(*ONE_APART), OVER)], all_at_once(*TIE)),
            [*[1] * 12, 0],
            "One vote apart, 12 times",
        ),
        (told(all_at_once(*TIE), OVER, *one_by_one(*TIE), OVER), [0, 0], "Tied, twice"),
        (told(all_at_once(*ONE_APART), heard_by=frozenset({1, 2})), [], ""),
    ],
)
def test_a_hook_says_how_close_the_votes_were_that_everybody_heard(
    ledger: list[Entry], margins: list[int], hook: str
) -> None:
    assert margins_of(ledger) == margins
    assert hook_of(ledger) == hook
    assert len(hook) <= 40


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_a_hook_tells_nothing_but_what_everybody_heard_and_never_who_won(slug: str) -> None:
    rules, hooks, margins = all_rulesets()[slug], set(), []
    for seed in range(6):
        moderator = play_wildly(begin(rules, rules.seats.start, f"hook/{seed}"))
        hook = hook_of(moderator.ledger)
        assert hook == hook_of([entry for entry in moderator.ledger if entry.is_public])
        assert not [role.team for role in rules.roles if role.team in hook.lower()]
        hooks.add(hook)
        margins += margins_of(moderator.ledger)
    assert any(hooks) is bool(margins), "some votes are close, where there are any"
