"""The same trouble is told the 1st, 2nd, 4th, 8th … time, and once when it is over."""

import re
import runpy
import threading
from contextlib import ExitStack, closing
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from games.hosting.leases import LEASE
from games.models import Game
from games.process.trouble import AWAY, QUIET, Trouble
from tests.databases import IDLE, LINE, SETTINGS, chosen_by, new_database
from tests.patience import at_most


class Log:
    """What was told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def warning(self, what: str, *, error: str, times: int, **_: Any) -> None:
        self.lines.append(f"{what} {times}: {error}")

    def info(self, what: str, *, times: int) -> None:
        self.lines.append(f"{what} {times}")


class Clock:
    """A clock that stands still until somebody moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def trouble(log: Log, clock: Clock) -> Trouble:
    return Trouble(log, "bad", "well", clock=clock)


def test_a_thousand_times_are_ten_lines_and_the_end_is_one(trouble: Trouble, log: Log) -> None:
    for _ in range(1000):
        trouble.again("away")
    trouble.over()
    trouble.over()

    assert log.lines == [f"bad {2**power}: away" for power in range(10)] + ["well 1000"]


def test_what_comes_and_goes_is_counted_on_and_its_end_told_no_oftener_than_it_was(trouble: Trouble, log: Log) -> None:
    for _ in range(8):
        trouble.again("away")
        trouble.over()

    told = ["bad 1: away", "well 1", "bad 2: away", "well 2", "bad 4: away", "well 4", "bad 8: away", "well 8"]
    assert log.lines == told


def test_after_a_quiet_while_it_is_another_trouble(trouble: Trouble, log: Log, clock: Clock) -> None:
    for _ in range(3):
        trouble.again("away")
    trouble.over()
    clock.now += QUIET + 1
    trouble.again("away")

    assert log.lines == ["bad 1: away", "bad 2: away", "well 3", "bad 1: away"]


def test_who_was_never_in_trouble_says_nothing(trouble: Trouble, log: Log) -> None:
    trouble.over()
    with trouble.endured(*AWAY):
        pass
    assert log.lines == []


def test_an_error_of_many_lines_is_told_in_one_and_one_without_words_by_its_kind(trouble: Trouble, log: Log) -> None:
    trouble.again(OperationalError("connection failed\n\tIs the server running?\n"))
    trouble.again(TimeoutError())
    assert log.lines == ["bad 1: connection failed Is the server running?", "bad 2: TimeoutError"]


def test_a_block_may_fail_with_what_is_endured_and_with_nothing_else(trouble: Trouble, log: Log) -> None:
    with trouble.endured(*AWAY):
        raise OperationalError("away")
    with pytest.raises(LookupError), trouble.endured(*AWAY):
        raise LookupError("a fault")
    with trouble.endured(*AWAY):
        pass
    assert log.lines == ["bad 1: away", "well 1"]


def test_many_threads_have_one_trouble(trouble: Trouble, log: Log) -> None:
    def fail() -> None:
        for _ in range(64):
            trouble.again("away")

    threads = [threading.Thread(target=fail) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(log.lines) == sorted(f"bad {2**power}: away" for power in range(9))


def stand_still() -> None:
    """A transaction of a process that is stopped in the middle of it for longer than its server has patience."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 50")
        threading.Event().wait(1)  # nothing comes that it could wait for
        cursor.execute("SELECT 1")


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_whose_transaction_was_ended_while_it_was_stopped_finds_the_database_away(postgresql_database: str) -> None:
    with chosen_by(DATABASE_URL=postgresql_database):
        with pytest.raises(AWAY):
            stand_still()
        connection.close()
        assert Game.objects.count() == 0, "the next connection is as good as any"


def hold_and_want(url: str) -> int:
    """A process that is stopped holding a row, while its second connection stands in line for it and a third behind
    that: how many of the two that wait came to have it. No server's own limits but those of the league are in force."""
    asked = f"{url}?{urlencode({'options': f'-c {IDLE}=9000 -c {LINE}=300'}, quote_via=quote)}"
    had = []

    def want(link: psycopg.Connection[Any]) -> None:
        try:
            link.execute("UPDATE held SET number = number + 1")
            had.append(link)
        except psycopg.errors.LockNotAvailable:
            link.rollback()

    with ExitStack() as stack:
        holder, second, third = (stack.enter_context(closing(psycopg.connect(asked))) for _ in range(3))
        holder.execute("CREATE TABLE IF NOT EXISTS held AS SELECT 1 AS number")
        holder.commit()
        holder.execute("UPDATE held SET number = number + 1")
        waiting = [threading.Thread(target=want, args=[each]) for each in (second, third)]
        for each in waiting:
            each.start()
        for each in waiting:
            each.join(at_most(10))
    return len(had)


@pytest.mark.services
def test_who_stands_in_line_behind_a_process_that_was_stopped_leaves_it_before_that_one_is_ended(
    postgresql_server: str,
) -> None:
    with new_database(postgresql_server) as url:
        assert hold_and_want(url) == 0, "else each of them has the row next, and holds it as long again"


def test_nobody_waits_for_a_row_as_long_as_one_may_stand_still_and_both_end_before_a_lease(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://league@127.0.0.1/league")
    options = runpy.run_path(str(SETTINGS))["DATABASES"]["default"]["OPTIONS"]["options"]
    limits = {name: int(value) for name, value in re.findall(r"-c (\w+_timeout)=(\d+)", options)}
    assert set(limits) == {IDLE, LINE}
    assert 2 * limits[LINE] <= limits[IDLE] < LEASE.total_seconds() * 1000
