"""A model that reasons has room for it, is asked once more with more of it, and where that is not enough holds up its
own games and no others: no default stands in for what was never said."""

import json

import pytest

from games.agents.room import room_for
from games.hosting.verbs import update_exhibition
from games.loopback.process import Provider
from games.models import Answer, Call, Game
from games.models.waiting import ROOMLESS
from personas.models import LanguageModel
from tests.games.casting import make_game
from tests.games.stage import play_all, play_until
from tests.games.voices import OPENAI, model_at, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120)), pytest.mark.long(15)]
REASONER = "gpt-5-mini"  # thinks for 128 to 768 tokens before each answer when nothing is said of an effort


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def bound(name: str, most: int | None, effort: str = "") -> None:
    LanguageModel.objects.filter(model_name=name).update(most_tokens=most, effort=effort)


@pytest.fixture
def loopback(at: Provider) -> Provider:
    at.control(latency=0.0)
    return at


def test_a_model_that_reasons_long_plays_a_whole_game_without_a_cut_default(loopback: Provider) -> None:
    """It thinks for 2,048 to 8,192 tokens: more than any answer may have that comes without thinking."""
    model_at(loopback, "gpt-5.6-luna")
    bound("gpt-5.6-luna", None, "max")
    game = make_game("K", seats=5, players=voices(loopback, "gpt-5.6-luna", seats=5))

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    assert not Call.objects.filter(fault__contains="cut off").exists()
    assert not Answer.objects.exclude(default_reason="").exists()


def test_one_that_is_cut_off_where_it_has_no_more_room_holds_up_its_own_games_only(loopback: Provider) -> None:
    model_at(loopback, REASONER)
    bound(REASONER, 100)
    held, others = (
        make_game(name, seats=5, players=voices(loopback, model, seats=5))
        for name, model in (("K", REASONER), ("L", OPENAI))
    )

    play_until(lambda: fresh(others).status == "finished" and fresh(held).waiting and not fresh(held).lease_owner)

    assert (fresh(held).status, fresh(held).waiting) == ("running", ROOMLESS)
    assert not Answer.objects.filter(game=held).exclude(default_reason="").exists(), "nobody has played for it"
    cut = Call.objects.filter(game=held, fault__startswith="the answer was cut off at 100 tokens")
    assert cut.count() == Call.objects.filter(game=held, status="answered").count() > 0
    assert set(cut.values_list("try_number", flat=True)) == {1}, "at the same bound it would be cut off again"

    paid = cut.count()
    Game.objects.filter(pk=held.pk).update(due_at="2020-01-01T00:00Z")
    play_until(lambda: fresh(held).waiting == ROOMLESS and not fresh(held).lease_owner)
    assert cut.count() - paid < 5, "who was cut off is not asked again as long as nothing has changed"

    bound(REASONER, None)
    Game.objects.filter(pk=held.pk).update(due_at="2020-01-01T00:00Z")
    play_until(lambda: fresh(held).waiting == ROOMLESS and not fresh(held).lease_owner)
    assert cut.count() - paid < 5, "nor before its game is brought up to date"

    update_exhibition(game=held)
    play_all()
    assert fresh(held).status == "finished", fresh(held).waiting


def test_who_is_found_to_think_unasked_has_the_room_for_it_from_the_next_question_on(loopback: Provider) -> None:
    names = ("claude-sonnet-5", "claude-opus-5-5")
    game = make_game("K", seats=6, players=voices(loopback, *names, seats=6))

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    for name in names:
        asked = Call.objects.filter(game=game, model=name, status="answered").order_by("id")
        first = asked[0]
        rooms = [
            json.loads(call.record.request)["most_tokens"]
            for call in asked.select_related("record")
            if call.poll > first.poll
        ]
        assert json.loads(first.record.request)["most_tokens"] == room_for(name).first
        assert set(rooms) == {room_for(name, thinks=True).first}
        assert room_for(name, thinks=True).first > room_for(name).first


def test_a_bound_of_once_for_all_is_none_by_now(loopback: Provider) -> None:
    assert model_at(loopback, REASONER).most_tokens is None
