"""The rows of calls: what stays in the database, and what stays nowhere else."""

import gc
import json
from decimal import Decimal
from weakref import ref

import pytest

from games.billing.budgets import Purse
from games.billing.call_ledger import Intent, intend_calls
from games.billing.words import Words
from games.models import Call, CallRecord, Game
from tests.factories import make_game

WORDS = ("what the first was asked", "what the second was asked")


def intent(game: Game, seat: int) -> Intent:
    call = Call(game=game, poll=1, seat=seat, provider="p", model="m", reserved=Decimal("0.01"))
    return Intent(call, (Purse("game", game.public_id, None),), Words({"task": WORDS[seat]}, (), (), "{}"))


@pytest.mark.django_db
def test_what_was_written_of_a_call_is_held_by_nobody() -> None:
    """No cycle that waits for a search for garbage: among a thousand games one comes seldom, and words are long."""
    game = make_game()
    intents = [intent(game, seat) for seat in range(2)]
    calls = [ref(each.call) for each in intents]
    gc.disable()
    try:
        assert intend_calls(intents=intents) == [None, None]
        assert [each.without_words.words for each in intents] == [None, None]
        intents.clear()
        assert [call() for call in calls] == [None, None]
    finally:
        gc.enable()
    kept = CallRecord.objects.order_by("call__seat").values_list("request", flat=True)
    assert [json.loads(request)["task"] for request in kept] == list(WORDS)
