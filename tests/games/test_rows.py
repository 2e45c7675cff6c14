"""What is stored of a game is what was played, and comes back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.table import EVERYONE
from games.models import Game
from games.rows import bits_of, entry_of, hearers_of, ledger_of, moderator_of, plain_of, recorded_game, stored_play
from tests.games.casting import make_game
from tests.games.stage import play_all


@given(st.frozensets(st.integers(0, 62)))
def test_any_seats_are_kept_in_a_number_that_a_database_holds(seats: frozenset[int]) -> None:
    assert 0 <= bits_of(seats) < 2**63
    assert hearers_of(bits_of(seats)) == seats


def test_everyone_is_no_set_of_seats() -> None:
    assert hearers_of(bits_of(EVERYONE)) == EVERYONE
    assert bits_of(EVERYONE) not in {bits_of(frozenset(range(seats))) for seats in range(63)}


@pytest.mark.django_db(transaction=True)
def test_stored_events_are_the_moderator_s_own() -> None:
    game = make_game()
    play_all()
    game = Game.objects.get(pk=game.pk)

    moderator = moderator_of(game, *stored_play(game))

    assert [plain_of(row) for row in ledger_of(game)] == [entry.plain() for entry in moderator.ledger]
    assert [entry_of(row) for row in ledger_of(game)] == moderator.ledger
    assert recorded_game(game).hash == game.hash
