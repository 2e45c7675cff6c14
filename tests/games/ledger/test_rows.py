"""What is stored of a game is what was played, and comes back as it was."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from games.engine.table import EVERYONE
from games.ledger.rows import (
    AnswerRow,
    EventRow,
    bits_of,
    entry_of,
    hearers_of,
    ledger_of,
    moderator_of,
    plain_of,
    recorded_game,
    stored_play,
)
from games.models import Answer, Event, Game
from games.models.plain_sql import insert
from tests.factories import NOON
from tests.games.casting import make_game
from tests.games.stage import play_all

pytestmark = pytest.mark.usefixtures("services")


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


@pytest.mark.django_db
def test_rows_inserted_together_are_what_models_would_have_stored() -> None:
    one, two = make_game("S/1"), make_game("S/2")
    answer = {"poll": 1, "seat": 0, "kind": "speak", "digest": "00", "answer": {"message": 'Ünï, "q" 😀'}, "at": NOON}
    event = {"kind": "said", "round": 1, "phase": "day", "poll": 1, "data": {"seat": 0, "to": None}, "at": NOON}
    secret = event | {"seq": 2, "heard_by": 2**62}
    event |= {"seq": 1, "public_seq": 1, "heard_by": -1}

    known = {"game_id": one.pk, "public_seq": None, "thought": "", "default_reason": "", "disclosed": None, "tries": 1}
    spoken, whispered = (
        EventRow(**{name: (known | each)[name] for name in EventRow._fields}) for each in (event, secret)
    )
    insert(Answer, [AnswerRow(**{name: (known | answer)[name] for name in AnswerRow._fields})])
    insert(Event, [spoken, whispered])
    insert(Event, [spoken], repeated=True)
    Answer.objects.create(game=two, **answer)
    for fields in (event, secret):
        Event.objects.create(game=two, **fields)

    for model in (Answer, Event):
        rows = [list(model.objects.filter(game=game).order_by("id").values()) for game in (one, two)]
        told = [[{**row, "id": 0, "game_id": 0} for row in each] for each in rows]
        assert told[0] == told[1]
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Event, [spoken])
