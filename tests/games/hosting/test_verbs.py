"""Games are made, paused, resumed, called off and checked; each change of status happens once."""

import pytest

from games.hosting.making import WrongGame
from games.hosting.verbs import pause_game, replay_game, resume_game, void_game
from games.ledger.replay import Unreplayable
from games.models import Event, Game
from tests.games.casting import make_game
from tests.games.stage import play_all

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_paused_game_goes_on_where_it_was_and_a_void_one_never() -> None:
    game = make_game()

    assert pause_game(game=game, reason="lunch").status == "paused"
    assert game.waiting == "lunch"
    with pytest.raises(WrongGame, match="is paused and cannot be paused"):
        pause_game(game=game)
    assert resume_game(game=game).status == "scheduled"
    assert void_game(game=game).status == "void"
    with pytest.raises(WrongGame, match="is void and cannot be resumed"):
        resume_game(game=game)


def test_a_finished_game_played_again_is_identical() -> None:
    game = make_game()
    play_all()
    game.refresh_from_db()

    report = replay_game(game=game)

    assert (report.is_identical, report.events, report.hash) == (True, game.last_seq, game.hash)


def test_one_changed_word_in_a_stored_event_is_found_by_its_seq() -> None:
    game = make_game()
    play_all()
    said = Event.objects.filter(game=game, kind="said")[2]
    Event.objects.filter(pk=said.pk).update(data=said.data | {"words": said.data["words"].replace("nothing", "little")})

    report = replay_game(game=Game.objects.get(pk=game.pk))

    assert (report.is_identical, report.seq) == (False, said.seq)


@pytest.mark.parametrize(("field", "value"), [("hash", "0" * 64), ("commitment", "0" * 64), ("winner", "draw")])
def test_a_changed_end_is_found_after_the_last_event(field: str, value: str) -> None:
    game = make_game()
    play_all()
    Game.objects.filter(pk=game.pk).update(**{field: value})
    game.refresh_from_db()

    assert replay_game(game=game).seq == game.last_seq + 1


def test_a_game_of_rules_that_are_gone_names_the_release_that_plays_it() -> None:
    game = make_game()
    Game.objects.filter(pk=game.pk).update(revision=99, release="0.0.9")

    with pytest.raises(Unreplayable, match=r"release 0\.0\.9 plays game"):
        replay_game(game=Game.objects.get(pk=game.pk))
