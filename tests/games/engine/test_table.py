"""The table: who lives, who is next, who hears, and what chance is drawn from."""

from typing import Any

import pytest

from games.engine.events import Said, Seated
from games.engine.ruleset import Ruleset
from games.engine.table import EVERYONE, NOBODY, Deal, Entry, Table
from tests.games.engine.scenes import NAMES, SHORT

Rules = Ruleset[Any]


@pytest.fixture
def table(town: Rules) -> Table:
    """Seven seats: mafioso, mafioso, doctor, sheriff and three villagers."""
    roles = tuple(town.role_named(SHORT[each]) for each in "MMDSVVV")
    return Table(Deal(NAMES[:7], roles), "seed", 1)


def test_the_living_are_in_table_order_and_can_be_asked_for_by_role(town: Rules, table: Table) -> None:
    mafioso, doctor, vigilante = (town.role_named(name) for name in ("mafioso", "doctor", "vigilante"))
    assert table.living() == (0, 1, 2, 3, 4, 5, 6)
    assert table.living(mafioso) == (0, 1)
    assert table.living(doctor, mafioso) == (0, 1, 2)
    assert table.living(vigilante) == ()


def test_the_buried_are_no_longer_among_the_living(town: Rules, table: Table) -> None:
    mafioso = town.role_named("mafioso")
    before = (table.living(), table.living(mafioso), table.others(4))
    table.bury([0, 5])
    assert before == ((0, 1, 2, 3, 4, 5, 6), (0, 1), (0, 1, 2, 3, 5, 6))
    assert (table.living(), table.living(mafioso), table.others(4)) == ((1, 2, 3, 4, 6), (1,), (1, 2, 3, 6))
    assert table.dead == [0, 5]


def test_others_are_the_living_but_one(table: Table) -> None:
    table.bury([3])
    assert table.others(0) == (1, 2, 4, 5, 6)
    assert table.others(3) == (0, 1, 2, 4, 5, 6)


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 1), (2, 4), (3, 4), (5, 5), (6, 1)])
def test_the_next_living_seat_goes_round_the_table(table: Table, seat: int, following: int) -> None:
    table.bury([0, 2, 3, 6])
    assert table.next_living(seat) == following


def test_the_living_go_round_the_table_from_a_seat_or_the_next_one_that_lives(table: Table) -> None:
    table.bury([0, 3])
    assert table.living_from(2) == (2, 4, 5, 6, 1)
    assert table.living_from(3) == (4, 5, 6, 1, 2)
    assert table.living_from(0) == (1, 2, 4, 5, 6)


def test_what_is_announced_is_heard_by_everyone(table: Table) -> None:
    table.announce(Said(1, "hello"))
    entry = Entry(1, 0, "setup", Said(1, "hello"), EVERYONE, 0)
    assert table.ledger == [entry]
    assert table.views == [[entry]] * 7


def test_what_is_whispered_is_heard_by_the_seats_that_are_named(table: Table) -> None:
    table.whisper((2, 0), Said(1, "hello"))
    entry = Entry(1, 0, "setup", Said(1, "hello"), frozenset({0, 2}), 0)
    assert table.ledger == [entry]
    assert [bool(view) for view in table.views] == [True, False, True, False, False, False, False]


def test_what_is_noted_is_heard_by_nobody(table: Table) -> None:
    table.note(Said(1, "hello"))
    assert table.ledger == [Entry(1, 0, "setup", Said(1, "hello"), NOBODY, 0)]
    assert table.views == [[]] * 7


def test_entries_are_numbered_and_belong_to_the_phase_that_was_entered(table: Table) -> None:
    table.announce(Seated(NAMES[:7]))
    table.enter("night", 2)
    table.note(Said(1, "hello"))
    assert [(entry.seq, entry.phase, entry.round) for entry in table.ledger] == [(1, "setup", 0), (2, "night", 2)]


def test_an_entry_is_stored_without_its_poll_and_with_its_hearers_in_order(table: Table) -> None:
    table.whisper((5, 0, 3), Said(1, "hello"))
    table.announce(Said(1, "hello"))
    table.note(Said(1, "hello"))
    plain = {"seq": 1, "kind": "said", "round": 0, "phase": "setup", "data": {"seat": 1, "words": "hello"}}
    assert [entry.plain() for entry in table.ledger] == [
        {**plain, "heard_by": [0, 3, 5]},
        {**plain, "seq": 2, "heard_by": "everyone"},
        {**plain, "seq": 3, "heard_by": []},
    ]


def test_what_is_drawn_on_one_stream_moves_no_other(town: Rules, table: Table) -> None:
    """Else it would show in public how long the mafia talked."""
    other = Table(table.deal, "seed", 1)
    for _ in range(7):
        table.dice("mafia").below(6)
    assert [table.dice("public").below(1_000) for _ in range(9)] == [
        other.dice("public").below(1_000) for _ in range(9)
    ]


def test_a_stream_goes_on_where_it_was_and_is_another_for_another_name_or_seed(table: Table) -> None:
    other = Table(table.deal, "another seed", 1)
    first, second = ([table.dice("public").below(1_000) for _ in range(9)] for _ in range(2))
    assert first != second
    assert [table.dice("mafia").below(1_000) for _ in range(9)] != first
    assert [other.dice("public").below(1_000) for _ in range(9)] != first
