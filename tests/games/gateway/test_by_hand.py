"""A call as a line for a shell: what may not be in it, and of which game nobody gets one."""

import pytest

from games.agents.providers import Request
from games.billing.call_ledger import Intent, intend_calls
from games.billing.words import words_of
from games.gateway.by_hand import curl_of
from games.models import Call, Game
from tests.factories import NOON, make_model, make_running_game

pytestmark = pytest.mark.django_db
OVER = {"status": "finished", "finished_at": NOON, "winner": "town", "hash": "cd" * 32}


def intended(game: Game, **model: str) -> Call:
    """A call of a game with its words."""
    row = make_model(provider="openai", model_name="gpt", **model)
    call = Call(game=game, poll=1, seat=0, provider="openai", model="gpt", language_model=row)
    request = Request("gpt", ("The rules.",), ("dawn",), "Whom do you kill?", {"type": "object"}, most_tokens=9)
    assert intend_calls(intents=[Intent(call, (), words_of(request))]) == [None]
    return call


def again(call: Call) -> str:
    return curl_of(Call.objects.select_related("game", "language_model").get(pk=call.pk))


def test_a_call_of_a_game_under_way_makes_no_line_until_it_is_over() -> None:
    game = make_running_game()
    call = intended(game)

    assert again(call) == ""
    Game.objects.filter(pk=game.pk).update(**OVER)
    assert "Whom do you kill?" in again(call)


def test_a_line_goes_without_the_login_that_stands_in_an_address() -> None:
    game = make_running_game()
    call = intended(game, base_url="https://ada:sesame@models.example/v1", key_variable="MY_API_KEY")
    Game.objects.filter(pk=game.pk).update(**OVER)

    address = "https://models.example/v1/chat/completions"
    assert again(call).startswith(f'curl {address} -H "Authorization: Bearer $MY_API_KEY"')
    assert "sesame" not in again(call)
