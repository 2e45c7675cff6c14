"""A host that is late, stopped, or without a database for a moment: it loses no game for it, and writes to none that
others have taken meanwhile."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games.billing.budgets import Purse
from games.billing.call_ledger import Intent
from games.hosting import leases
from games.hosting.batch_writer import Batch, Registrar, Wish
from games.hosting.keeping import Owner, _this_machine
from games.hosting.leases import LeaseLost, claim_game
from games.hosting.runner import Hall
from games.hosting.verbs import replay_game
from games.loopback.process import Provider
from games.models import Account, Answer, Call, Game
from games.process.loop import process_loop
from tests.games.casting import journal, make_game
from tests.games.stage import HostProcess, in_thread, play_all, until
from tests.games.voices import ANTHROPIC, OPENAI, voices
from tests.patience import at_most

pytestmark = pytest.mark.django_db(transaction=True)
PURSE = Purse(Account.Scope.DAY, "2026-01-01", None)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def lapse(*games: Game) -> None:
    """As when nobody renewed the leases for too long."""
    Game.objects.filter(pk__in=[game.pk for game in games]).update(lease_expires_at=timezone.now())


# --- leases ----------------------------------------------------------------------------------------------------------


def test_a_host_renews_its_own_leases_that_have_lapsed_and_claims_none_of_them_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leases, "RENEWAL", 0.5)
    games = [make_game("K", pace=0.03), make_game("L", pace=0.03)]
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    until(lambda: all(journal(game) for game in games))
    for _ in range(3):
        lapse(*games)
        until(lambda: not leases.claimable(timezone.now()).exists())
    until(lambda: all(fresh(game).status == "finished" for game in games), at_most(100))
    host.join(at_most(20))

    assert [fresh(game).lease_token for game in games] == [1, 1]


def test_leases_are_renewed_while_the_loop_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEWAL", 0.1)
    game = make_game(pace=1)
    hall = Hall("busy")
    lease = claim_game(owner="busy", now=timezone.now())
    assert lease is not None
    hall.seat(lease)
    until(lambda: journal(game))
    busy = threading.Event()
    process_loop().call_soon_threadsafe(busy.wait, 60)
    try:
        before = fresh(game).lease_expires_at
        assert before is not None
        until(lambda: (fresh(game).lease_expires_at or before) > before + timedelta(seconds=0.5))
    finally:
        busy.set()
    hall.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only /proc tells who was not reaped")
def test_a_process_that_ended_and_that_nobody_reaped_is_gone() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        stat = Path(f"/proc/{process.pid}/stat").read_text("ascii")
        owner = f"{_this_machine()}:{process.pid}:{stat.rpartition(')')[2].split()[19]}"
        assert not Owner(owner).is_gone
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and stays unreaped
        assert Owner(owner).is_gone
    finally:
        process.kill()
        process.communicate()


# --- writing in batches ----------------------------------------------------------------------------------------------


def intent(game: Game) -> Intent:
    call = Call(game=game, poll=1, seat=0, provider="p", model="m", reserved=Decimal("0.25"))
    return Intent(call, (PURSE,))


def held_game(sheets: str = "K") -> Game:
    make_game(sheets)
    lease = claim_game(owner="one", now=timezone.now())
    assert lease is not None
    return Game.objects.get(pk=lease.game_id)


async def off(do: Callable[[], object]) -> object:
    """In a thread of its own, as a hall's writer does it."""
    return await asyncio.to_thread(in_thread_of_its_own, do)


def in_thread_of_its_own(do: Callable[[], object]) -> None:
    failed: list[Exception] = []

    def work() -> None:
        try:
            do()
        except Exception as error:  # noqa: BLE001  raised again below
            failed.append(error)

    in_thread(work).join()
    if failed:
        raise failed[0]


class Failing:
    """A writer whose database fails the first times: before anything is written, or after all of it is, unheard."""

    def __init__(self, *, before: int = 0, after: int = 0) -> None:
        self.before, self.after = before, after

    async def __call__(self, do: Callable[[], object]) -> object:
        if self.before:
            self.before -= 1
            raise OperationalError("server closed the connection unexpectedly")
        await off(do)
        if self.after:
            self.after -= 1
            raise OperationalError("server closed the connection unexpectedly")
        return None


def test_what_cannot_be_written_now_is_written_when_the_database_answers() -> None:
    first, second = held_game("K"), held_game("L")

    async def wish() -> list[object]:
        registrar = Registrar(Failing(before=2))
        return list(await asyncio.gather(registrar.intend(intent(first)), registrar.intend(intent(second))))

    assert asyncio.run(wish()) == [None, None]
    assert Call.objects.count() == 2
    assert Account.objects.get().reserved == Decimal("0.5")


def test_a_call_that_was_written_unheard_is_written_once_and_reserved_once() -> None:
    first, second = held_game("K"), held_game("L")
    wishes: list[Wish[Intent, object]] = []

    async def written_twice() -> None:
        loop = asyncio.get_running_loop()
        wishes.extend(Wish(intent(game), loop.create_future()) for game in (first, second))
        batch = Batch(wishes, [], [], [])  # type: ignore[arg-type]  # told anything
        await off(batch.write)
        batch.unheard()
        for wish in wishes:
            wish.what.call.pk = None  # as after a transaction that seemed to fail
        await off(batch.write)
        batch.tell()

    asyncio.run(written_twice())

    assert [wish.told.result() for wish in wishes] == [None, None]
    assert {wish.what.call.pk for wish in wishes} == set(Call.objects.values_list("pk", flat=True))
    assert (Call.objects.count(), Account.objects.get().reserved) == (2, Decimal("0.5"))


def test_who_no_longer_holds_a_game_asks_nobody_for_it() -> None:
    lost, kept = held_game("K"), held_game("L")
    lapse(lost)
    assert claim_game(owner="two", now=timezone.now()) is not None

    async def wish() -> list[object]:
        registrar = Registrar(off)
        wishes = (registrar.intend(intent(game)) for game in (lost, kept))
        return list(await asyncio.gather(*wishes, return_exceptions=True))

    refused, made = asyncio.run(wish())

    assert isinstance(refused, LeaseLost)
    assert made is None
    assert list(Call.objects.values_list("game", flat=True)) == [kept.pk]
    assert Account.objects.get().reserved == Decimal("0.25")


def test_a_call_whose_asker_has_gone_does_not_stay_open() -> None:
    game = held_game()

    async def wish() -> None:
        registrar = Registrar(off)
        asking = asyncio.create_task(registrar.intend(intent(game)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # its batch is on its way
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        while registrar.is_writing:  # noqa: ASYNC110  it tells nobody when it is through
            await asyncio.sleep(0.01)

    asyncio.run(wish())

    assert not Call.objects.filter(status__in=Call.OPEN).exists()
    assert sum(Account.objects.values_list("reserved", flat=True), Decimal(0)) == 0


# --- a process that is stopped ---------------------------------------------------------------------------------------


@pytest.fixture
def process(tmp_path: Path) -> Iterator[HostProcess]:
    process = HostProcess(tmp_path)
    yield process
    process.close()


def stop_between_writes(process: HostProcess, games: list[Game]) -> None:
    """Stops a host that has calls on their way, and lets its leases lapse. Stopped in the middle of a write it would
    hold all of SQLite's database: then it may end that write, and is stopped again; so it is between two calls."""
    while True:
        process.stop()
        try:
            with impatient(), transaction.atomic():
                lapse(*games)
                if not Call.objects.filter(status__in=Call.OPEN).exists():
                    raise OperationalError("nothing is on its way")
        except OperationalError:
            process.send(signal.SIGCONT)
            with transaction.atomic():
                pass  # begun when nobody writes
        else:
            return


@contextmanager
def impatient() -> Iterator[None]:
    """Whoever holds SQLite's database is stopped and will not let go of it: no use in waiting the usual 20 seconds."""
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 100")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


@pytest.mark.timeout(at_most(300))
@pytest.mark.long(20)
@pytest.mark.slow
def test_a_host_that_was_stopped_writes_nothing_to_what_another_has_taken(
    at: Provider, process: HostProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [make_game(name, seats=6, players=voices(at, OPENAI, ANTHROPIC, seats=6)) for name in "KL"]
    monkeypatch.setenv("LEAGUE_BASE_URLS", f"{at.openai_url},{at.anthropic_url}")
    at.control(latency=0.2)
    before = {row["client_id"] for row in at.counter()["rows"]}
    process.start()
    until(lambda: all(len(journal(game)) >= 5 for game in games), at_most(200))
    stop_between_writes(process, games)
    stored = [journal(game) for game in games]
    asked = Call.objects.count()
    at.control(latency=0.0)

    play_all(owner="another")
    ended = [(fresh(game).hash, fresh(game).last_seq, journal(game)) for game in games]
    calls = Call.objects.count()
    process.send(signal.SIGCONT)
    assert process.end(signal.SIGTERM) == 0

    assert asked < calls == Call.objects.count(), "the stopped one asked for nothing more"
    assert [(fresh(game).hash, fresh(game).last_seq, journal(game)) for game in games] == ended
    for game, kept in zip(games, stored, strict=True):
        assert journal(game)[: len(kept)] == kept
        assert replay_game(game=fresh(game)).is_identical
        assert [fresh(game).lease_token, fresh(game).status] == [2, "finished"]
        assert game.answers.count() == len({(answer.poll, answer.seat) for answer in game.answers.all()})
    assert not Call.objects.filter(status__in=Call.OPEN).exists()
    heard = {row["client_id"] for row in at.counter()["rows"]} - before
    assert heard <= set(Call.objects.values_list("ident", flat=True))
    answered = Call.objects.filter(status=Call.Status.ANSWERED).count()
    assert answered >= Answer.objects.exclude(default_reason="").count()
    assert Call.objects.filter(status=Call.Status.ORPHANED).exists(), "what was on its way is in the books"
    assert sum(Account.objects.values_list("reserved", flat=True), Decimal(0)) == 0
