"""What PostgreSQL alone can do to a host. Played by test_playing.py, against the server that it started."""

import threading

import pytest
from django.db import connection

from games.models import Game
from games.playing import replay_game
from tests.games.casting import journal, make_game
from tests.games.stage import in_thread, play_all, until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_server_that_drops_every_connection_costs_no_game() -> None:
    game = make_game("K", pace=0.03)
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    for answers in (5, 15, 25):
        until(lambda: len(journal(game)) >= answers)  # noqa: B023  waited for here
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    until(lambda: Game.objects.get(pk=game.pk).status == "finished", 60)
    host.join(10)

    assert not host.is_alive()
    assert replay_game(game=Game.objects.get(pk=game.pk)).is_identical
