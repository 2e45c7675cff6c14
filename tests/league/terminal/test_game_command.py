"""`game` on the command line: what an operator does to a game, and how it stands."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Event, Game
from league.models import Act
from tests.factories import NOON
from tests.games.casting import cast, make_game
from tests.games.stage import play_all

pytestmark = pytest.mark.django_db(transaction=True)


def said(*command: str) -> str:
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


def test_games_are_paused_given_another_model_and_called_off_each_by_itself() -> None:
    cast(1, "house")
    game, other = make_game(pace=1), make_game("L", pace=1)
    Game.objects.update(status="running", started_at=NOON)
    name = game.public_id

    assert said("game", name, "pause", "--reason", "A look.") == f"Game {name} is paused.\n"
    for seat in ("1", "2"):
        told = said("game", name, "substitute", "--seat", seat, "--model", "house", "--reason", "Gone.")
        alias = game.seats.get(number=seat).alias
        assert told.startswith(f"house answers for seat {seat} ({alias}) of game {name} from its next answer on")
    shown = said("game", name, "show")
    assert f"{name}: town-mafia\npaused: paused by hand since " in shown
    assert "\nunrated: a model was substituted: Gone.\n" in shown
    stand = json.loads(said("game", name, "void", "--reason", "No.", "--json"))
    assert (stand["status"], stand["waiting"], len(stand["seats"])) == ("void", "called off: No.", 6)
    assert Game.objects.get(pk=other.pk).status == "running"
    acts = Act.objects.order_by("pk").values_list("verb", "surface", "name")
    assert list(acts) == [(verb, "command", name) for verb in ("pause", "substitute", "substitute", "void")]


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        (("void",), 2, "say why"),
        (("resume",), 1, "is running and cannot be resumed"),
        (("substitute", "--seat", "9", "--model", "house", "--reason", "Gone."), 2, "no seat 9"),
        (("substitute", "--seat", "1", "--model", "nobody", "--reason", "Gone."), 2, "no model is called 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(command: tuple[str, ...], code: int, told: str) -> None:
    cast(1, "house")
    game = make_game(pace=1)
    Game.objects.update(status="running", started_at=NOON)
    with pytest.raises(CommandError, match=told) as refused:
        said("game", game.public_id, *command)
    assert refused.value.returncode == code
    with pytest.raises(CommandError, match="no game is called 'nowhere'"):
        said("game", "nowhere", *command)
    assert not Act.objects.exists()


def test_a_replay_that_differs_ends_with_1() -> None:
    game, changed = make_game(), make_game("L")
    play_all()
    spoken = Event.objects.filter(game=changed, kind="said")[1]
    Event.objects.filter(pk=spoken.pk).update(data=spoken.data | {"words": "Nothing of the kind."})

    assert "is identical when it is replayed" in said("game", game.public_id, "replay")
    with pytest.raises(CommandError, match=f"differs when it is replayed at event {spoken.seq}") as differs:
        said("game", changed.public_id, "replay")
    assert differs.value.returncode == 1
    acts = Act.objects.filter(verb="replay").order_by("pk")
    assert [act.name for act in acts] == [game.public_id, changed.public_id]
