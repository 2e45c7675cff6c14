"""What PostgreSQL alone can do to a host."""

import re
import runpy
import select
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games.hosting.keeping import _this_machine, free_leases_of_the_gone
from games.hosting.leases import LEASE, Lease, claim_game, release_games, renew_leases
from games.hosting.progress import Progress, write_games
from games.hosting.verbs import replay_game
from games.models import Call, Game
from tests.databases import IDLE, SETTINGS
from tests.games.casting import journal, make_game
from tests.games.stage import in_thread, play_all, until
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("services"),
    pytest.mark.parametrize("services", ["postgresql"], indirect=True, scope="module"),
    pytest.mark.services,
]


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
    until(lambda: Game.objects.get(pk=game.pk).status == "finished", at_most(60))
    host.join(at_most(10))

    assert not host.is_alive()
    assert replay_game(game=Game.objects.get(pk=game.pk)).is_identical


def standing_still() -> Progress:
    return Progress(answers=(), events=(), last_seq=0, last_poll=0, rounds=0)


def write(leases: Sequence[Lease]) -> None:
    with transaction.atomic():
        written = write_games(writes=[(lease, standing_still()) for lease in leases])
    assert written == [False, False]


def renew(leases: Sequence[Lease]) -> None:
    games = [lease.game_id for lease in leases]
    assert renew_leases(owner="host", games=games, now=timezone.now()) == 2


def release(_: Sequence[Lease]) -> None:
    assert release_games(owner="host") == 2


@pytest.mark.parametrize("do", [write, renew, release])
def test_who_writes_to_many_games_holds_none_while_it_waits_for_one(do: Callable[[Sequence[Lease]], None]) -> None:
    make_game("K")
    make_game("L")
    first, second = sorted((claimed(), claimed()), key=lambda lease: lease.game_id)
    with connection.cursor() as cursor:  # moved to the end of the table, so that its order is not the keys'
        cursor.execute("UPDATE games_game SET rounds = rounds WHERE id = %s", [first.game_id])

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=first.game_id)
        other = in_thread(do, [second, first])
        until(is_somebody_waiting)
        Game.objects.select_for_update(nowait=True).get(pk=second.game_id)  # else each would wait for the other
    other.join(at_most(10))

    assert not other.is_alive()


@pytest.mark.parametrize("do", [renew, release])
def test_who_holds_many_games_lets_rows_be_written_that_name_one_of_them(do: Callable[[Sequence[Lease]], None]) -> None:
    """A batch writes one game and intends a call of another, whose key PostgreSQL looks up when it commits; meanwhile
    the leases of both are renewed. Each would have what the other waits for."""
    make_game("K")
    make_game("L")
    first, second = sorted((claimed(), claimed()), key=lambda lease: lease.game_id)

    with transaction.atomic():
        assert write_games(writes=[(second, standing_still())]) == [False]
        Call.objects.create(game_id=first.game_id, poll=1, seat=0, provider="p", model="m")
        other = in_thread(do, [first, second])
        until(is_somebody_waiting)  # it has the first and waits for the second
    other.join(at_most(10))

    assert not other.is_alive()
    assert Call.objects.count() == 1


def test_two_that_free_the_leases_of_the_gone_wait_for_each_other_in_one_order() -> None:
    make_game("K")
    make_game("L")
    gone = f"{_this_machine()}:999999999:1"
    leases = [claim_game(owner=gone, now=timezone.now()) for _ in range(2)]
    first, second = sorted(lease.game_id for lease in leases if lease)
    with connection.cursor() as cursor:  # moved to the end of the table, so that its order is not the keys'
        cursor.execute("UPDATE games_game SET rounds = rounds WHERE id = %s", [first])

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=first)
        other = in_thread(lambda: free_leases_of_the_gone(now=timezone.now()))
        until(is_somebody_waiting)
        Game.objects.select_for_update(nowait=True).get(pk=second)
    other.join(at_most(10))

    assert not other.is_alive()
    assert not Game.objects.filter(lease_expires_at__gt=timezone.now()).exists()


def has_been_told(waiting: Any) -> bool:
    """Whether the end of a connection that waits in the pool has come here: the server's list forgets it before."""
    look = select.poll()
    look.register(waiting.fileno(), select.POLLIN)
    return bool(look.poll(0))


def test_nobody_is_given_a_connection_that_a_restart_of_the_server_has_ended() -> None:
    """Ten wait in the pool when the server ends them all; whoever comes afterwards reads as if nothing had been."""
    together = threading.Barrier(10)

    def read() -> None:
        Game.objects.count()
        together.wait(at_most(20))

    for thread in [in_thread(read) for _ in range(10)]:
        thread.join(at_most(30))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] >= 9
    until(lambda: all(map(has_been_told, connection.pool._pool)))  # they end when they come to it
    failed: list[Exception] = []

    def visit() -> None:
        try:
            Game.objects.count()
        except OperationalError as error:
            failed.append(error)

    began = time.monotonic()
    for _ in range(12):
        in_thread(visit).join(at_most(30))

    assert failed == []
    assert time.monotonic() - began < at_most(20), "nobody waits for one dead connection after the other"


def test_a_process_that_stops_in_a_transaction_holds_its_rows_for_less_than_a_lease() -> None:
    options = runpy.run_path(str(SETTINGS))["DATABASES"]["default"]["OPTIONS"]["options"]  # tests have patience
    (told,) = re.findall(rf"-c {IDLE}=(\d+)", options)
    assert 0 < int(told) / 1000 < LEASE.total_seconds()
    with connection.cursor() as cursor:
        cursor.execute("SELECT setting::int FROM pg_settings WHERE name = %s", [IDLE])
        assert cursor.fetchone()[0] == at_most(10) * 1000, "the server heeds it"


def claimed() -> Lease:
    lease = claim_game(owner="host", now=timezone.now())
    assert lease is not None
    return lease


def is_somebody_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return cursor.fetchone() is not None
