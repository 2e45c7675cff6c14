"""How many can watch one game? Sockets on one live game of one web process, beside a bare server in the same run.

    python benchmarks/pages/spectators.py [--sockets 1000] [--events 60] [--rate 5] [--beats] [--lens glass]
        [--restarts 5] [--json]

A game of Town Mafia is played and stored, its later events are taken away, and given back one by one at --rate a second
to `manage.py serve` on a PostgreSQL and a Redis of its own (tests/servers.py), while --sockets clients of another
process watch. With --beats they ask for beats, as pages do. The peer is a server of the package `websockets` that
broadcasts the same texts to as many clients, nothing else.

slowest    seconds from the moment at which an event is there (its commit, the call of broadcast) until the last of all
           clients has it, of each event; median and 95th percentile.
cpu        microseconds of the server process, user and system, for each event that is delivered to one client.
join       milliseconds of the server process for each client that comes with nothing and is caught up on what was
           before, less what was delivered meanwhile at the cost above; beside it the peer's, who checks nothing and
           has nothing to tell; and the slowest delivery to those who watch while all others come.
back       seconds after which the last of all clients is caught up again when the server is killed and started, from
           its port's being open; the slowest of --restarts. Events go on while it is away.

All of a run: one event lost, doubled or out of order at any client ends it with 1, and so does a line in the server's
log when all clients vanish at once. So do bars that are missed: 2.5 times the peer's slowest delivery at the 95th
percentile and 1.8 times its CPU; 1.5 ms for each who joins, and 0.3 s for who watches meanwhile; 3 s to be back. Quote
ratios: server, clients and feeder share the cores of one machine.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests import servers  # noqa: E402

SLOWEST_BAR, CPU_BAR, JOIN_BAR, MEANWHILE_BAR, BACK_BAR = 2.5, 1.8, 1.5, 0.3, 3.0
AT_ONCE = 50  # who open their sockets at the same time
BEFORE = 30  # events that are there when the first clients come
START = 60  # seconds a server gets to be there


def tell(line: str) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


# --- clients, in a process of their own ------------------------------------------------------------------------------


async def watch(address: str, clients: int) -> None:
    """Opens sockets, says when all are caught up, and at the end of input when which event came to the first and last.
    A line "again" has all that were cut come back."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import WebSocketException

    first: dict[int, float] = {}
    last: dict[int, float] = {}
    after = [0] * clients
    faults = delivered = 0
    caught_up = asyncio.Semaphore(0)
    at_once = asyncio.Semaphore(AT_ONCE)
    again = asyncio.Event()
    ended = asyncio.Event()

    async def one(number: int) -> None:
        nonlocal faults, delivered
        while not ended.is_set():
            with suppress(WebSocketException, OSError):
                async with at_once:
                    line = await connect(
                        f"{address}after={after[number]}", compression=None, max_queue=None, ping_interval=None
                    )
                    while True:
                        frame = json.loads(await line.recv())
                        if frame["type"] == "status":
                            break
                        faults += took(number, frame)
                caught_up.release()
                while True:
                    frame = json.loads(await line.recv())
                    faults += took(number, frame)
                    delivered += frame["type"] == "event"
            if not ended.is_set():
                await again.wait()

    def took(number: int, frame: dict[str, Any]) -> bool:
        if frame["type"] != "event":
            return False
        now, seq = time.monotonic(), frame["seq"]
        is_wrong = bool(seq != after[number] + 1)
        after[number] = seq
        first.setdefault(seq, now)
        last[seq] = now
        return is_wrong

    tasks = [asyncio.ensure_future(one(number)) for number in range(clients)]

    async def all_are_there() -> None:
        for _ in range(clients):
            await caught_up.acquire()
        tell(json.dumps({"caught_up": time.monotonic(), "delivered": delivered}))

    await all_are_there()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        if line.strip() == b"again":
            again.set()
            await all_are_there()
            again.clear()
    ended.set()
    for task in tasks:
        task.cancel()
    tell(json.dumps({"last": last, "first": first, "faults": faults, "after": sorted(set(after))}))
    os._exit(0)  # a thousand closings are nobody's matter here


class Clients:
    """Clients of one server, in a process of their own."""

    def __init__(self, address: str, clients: int) -> None:
        command = [sys.executable, __file__, "--watch", address, "--sockets", str(clients)]
        self.delivered = 0
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def caught_up(self) -> float:
        """When the last of them was caught up; `delivered` are the frames that came to others of them meanwhile."""
        told = self._told()
        self.delivered = int(told["delivered"])
        return float(told["caught_up"])

    def come_again(self) -> float:
        """When the last of them was, after their sockets were cut."""
        self._say("again\n")
        return self.caught_up()

    def end(self) -> dict[str, Any]:
        """What they have heard, and when."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        told = self._told()
        self.process.wait()
        return {**told, "last": {int(seq): at for seq, at in told["last"].items()}}

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def _told(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the clients have ended")
        told: dict[str, Any] = json.loads(line)
        return told


# --- the peer --------------------------------------------------------------------------------------------------------


async def broadcast(port: int) -> None:
    """Sends each line of standard input to all clients, and nothing else."""
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    lines: set[ServerConnection] = set()

    async def welcome(line: ServerConnection) -> None:
        lines.add(line)
        await line.send('{"type":"status"}')
        with suppress(Exception):
            await line.wait_closed()
        lines.discard(line)

    async with serve(welcome, "127.0.0.1", port, compression=None, ping_interval=None):
        reader = asyncio.StreamReader(limit=2**24)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while text := await reader.readline():
            broadcast(lines, text.decode().rstrip("\n"))


# --- the measurement -------------------------------------------------------------------------------------------------


def cpu_of(process: int) -> float:
    """Seconds that a process has used, user and system."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def slowest(sent: dict[int, float], last: dict[int, float]) -> tuple[float, float]:
    """Median and 95th percentile of the seconds until the last client had each event."""
    waits = [last[seq] - at for seq, at in sent.items()]
    return median(waits), quantiles(waits, n=20)[-1]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def serving(command: list[str], port: int, environment: dict[str, str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    process = subprocess.Popen(command, cwd=ROOT, env=environment, **how)
    try:
        until_open(port, process)
        yield process
    finally:
        process.terminate()
        process.wait()


def until_open(port: int, process: subprocess.Popen[Any]) -> float:
    """Waits until something listens; when that was."""
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return time.monotonic()
        time.sleep(0.01)
    raise SystemExit(f"{process.args} does not listen")


class Fed:
    """A stored game whose later events are given back one by one."""

    def __init__(self, lens: str) -> None:
        from games.engine.viewpoint import viewer_named
        from games.ledger.reads import events_for
        from games.models import Event, Game

        self.game = Game.objects.order_by("-pk")[0]
        viewer = viewer_named(lens, self.game.seats.count())
        self.rows = list(Event.objects.filter(game=self.game).order_by("seq"))
        self.texts = [
            json.dumps({"type": "event", "seq": row["seq"], "event": row}, ensure_ascii=False)
            for row in events_for(self.game, viewer)
        ]
        self.shown = [row.seq for row in self.rows if viewer.thoughts or row.public_seq is not None]
        self.told = 0
        Event.objects.filter(game=self.game).delete()
        terms = self.game.terms | {"pace": 0}
        Game.objects.filter(pk=self.game.pk).update(
            status="running", finished_at=None, winner="", hash="", hook="", last_seq=0, terms=terms
        )

    def give(self, number: int) -> float:
        """Gives so many more events that the lens shows; when the last of them was there."""
        from games.models import Event, Game
        from games.process.doorbell import ring

        upto = self.shown[self.told + number - 1]
        since = self.shown[self.told - 1] if self.told else 0
        Event.objects.bulk_create(row for row in self.rows if since < row.seq <= upto)
        Game.objects.filter(pk=self.game.pk).update(last_seq=upto)
        at = time.monotonic()
        ring(self.game.pk)
        self.told += number
        return at


def paced(rate: float, events: int) -> Iterator[int]:
    """The numbers of events, each when its time has come."""
    began = time.monotonic()
    for number in range(events):
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        yield number


def measure_peer(texts: list[str], asked: argparse.Namespace) -> dict[str, float]:
    """The bare server."""
    port = free_port()
    command = [sys.executable, __file__, "--broadcast", str(port)]
    with serving(command, port, dict(os.environ), stdin=subprocess.PIPE, text=True) as process:
        before = cpu_of(process.pid)
        clients = Clients(f"ws://127.0.0.1:{port}/?", asked.sockets)
        clients.caught_up()
        joined = cpu_of(process.pid) - before
        assert process.stdin is not None
        before, sent = cpu_of(process.pid), {}
        for number in paced(asked.rate, asked.events):
            text = json.dumps({**json.loads(texts[number]), "seq": number + 1}, ensure_ascii=False)
            sent[number + 1] = time.monotonic()
            process.stdin.write(f"{text}\n")
            process.stdin.flush()
        time.sleep(2)
        used = cpu_of(process.pid) - before
        heard = clients.end()
    check(heard, asked.events)
    middle, worst = slowest(sent, heard["last"])
    each_time = used / (asked.events * asked.sockets)
    return {"median": middle, "slowest": worst, "cpu": 1e6 * each_time, "join": 1e3 * joined / asked.sockets}


def measure_league(fed: Fed, environment: dict[str, str], asked: argparse.Namespace) -> dict[str, float]:
    """The site: some watch while the others join, then all watch, then the server is killed."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    address = f"ws://127.0.0.1:{port}/ws/games/{fed.game.public_id}/?lens={asked.lens}&beats={int(asked.beats)}&"
    fed.give(BEFORE)
    with ExitStack() as stack:
        log = stack.enter_context(tempfile.NamedTemporaryFile(mode="wb"))
        process = stack.enter_context(serving(command, port, environment, stdout=log, stderr=log))
        few = Clients(address, 20)
        few.caught_up()
        before = cpu_of(process.pid)
        many = Clients(address, asked.sockets - 20)
        meanwhile = {}
        while not has_told(many):
            at = fed.give(1)
            meanwhile[fed.told] = at
            time.sleep(1 / asked.rate)
        many.caught_up()
        joined, coming = cpu_of(process.pid) - before, many.delivered
        time.sleep(1)
        before, sent = cpu_of(process.pid), {}
        for _ in paced(asked.rate, asked.events):
            at = fed.give(1)
            sent[fed.told] = at
        time.sleep(2)
        used = cpu_of(process.pid) - before
        backs = []
        for _ in range(asked.restarts):
            process.send_signal(signal.SIGKILL)
            process.wait()
            fed.give(1)
            process = stack.enter_context(serving(command, port, environment, stdout=log, stderr=log))
            opened = until_open(port, process)
            backs.append(max(many.come_again(), few.come_again()) - opened)
            fed.give(1)
            time.sleep(1)
        lines = Path(log.name).read_bytes().count(b"\n")
        heard = [few.end(), many.end()]
        time.sleep(3)
        if more := Path(log.name).read_bytes().count(b"\n") - lines:
            raise SystemExit(f"{more} lines were logged when all clients vanished")
    for each in heard:
        check(each, fed.told)
    last = {seq: max(each["last"][seq] for each in heard) for seq in sent}
    middle, worst = slowest(sent, last)
    few_last = {seq: heard[0]["last"][seq] for seq in meanwhile}
    each_time = used / (asked.events * asked.sockets)
    delivered = 20 * len(meanwhile) + coming
    return {
        "median": middle,
        "slowest": worst,
        "cpu": 1e6 * each_time,
        "join": 1e3 * (joined - delivered * each_time) / (asked.sockets - 20),
        "meanwhile": slowest(meanwhile, few_last)[1] if len(meanwhile) > 1 else 0.0,
        "back": max(backs),
    }


def has_told(clients: Clients) -> bool:
    """Whether they have something to say."""
    import select

    assert clients.process.stdout is not None
    return bool(select.select([clients.process.stdout], [], [], 0)[0])


def check(heard: dict[str, Any], events: int) -> None:
    """Every client has had every event once and in order."""
    if heard["faults"] or heard["after"] != [events]:
        raise SystemExit(f"events were lost, doubled or out of order: {heard['faults']}, {heard['after']} of {events}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=1_000)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--rate", type=float, default=5.0, help="events a second")
    parser.add_argument("--beats", action="store_true")
    parser.add_argument("--lens", default="glass")
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--watch", help=argparse.SUPPRESS)
    parser.add_argument("--broadcast", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if asked.watch:
        asyncio.run(watch(asked.watch, asked.sockets))
        return
    if asked.broadcast:
        asyncio.run(broadcast(asked.broadcast))
        return
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours = {
            "DATABASE_URL": stack.enter_context(servers.postgresql()),
            "REDIS_URL": stack.enter_context(servers.redis()),
        }
        ours |= {"LEAGUE_DATA_DIR": folder, "LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
        ours |= {"SECRET_KEY": "0123456789abcdef" * 4, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0"}
        environment = os.environ | ours
        for command in (("migrate", "--verbosity", "0"), ("play", "council-mafia", "--seed", "watched", "--save")):
            subprocess.run(
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        os.environ |= ours
        import django

        django.setup()
        fed = Fed(asked.lens)
        peer = measure_peer(fed.texts, asked)
        league = measure_league(fed, environment, asked)
    report(peer, league, asked)


def report(peer: dict[str, float], league: dict[str, float], asked: argparse.Namespace) -> None:
    """Says what was measured; exits with 1 when a bar is missed."""
    ratios = {name: league[name] / peer[name] for name in peer}
    if asked.json:
        tell(json.dumps({"peer": peer, "league": league, "ratios": ratios}))
    else:
        beats = ", with beats" if asked.beats else ""
        tell(f"{asked.sockets} sockets, {asked.events} events at {asked.rate:g} a second{beats}")
        for name, unit, scale in (("median", "ms", 1e3), ("slowest", "ms", 1e3), ("cpu", "µs", 1.0)):
            here, there = scale * league[name], scale * peer[name]
            tell(f"{name:10}{here:9.1f} {unit}{there:9.1f} {unit} bare{ratios[name]:7.2f} times")
        join = f"{league['join']:9.2f} ms each{peer['join']:7.2f} ms bare{ratios['join']:7.2f} times"
        tell(f"{'join':10}{join}; who watches meanwhile {1e3 * league['meanwhile']:.0f} ms")
        tell(f"{'back':10}{league['back']:9.2f} s after the port is open")
    bars = (
        (ratios["slowest"], SLOWEST_BAR),
        (ratios["cpu"], CPU_BAR),
        (league["join"], JOIN_BAR),
        (league["meanwhile"], MEANWHILE_BAR),
        (league["back"], BACK_BAR),
    )
    sys.exit(any(value > bar for value, bar in bars))


if __name__ == "__main__":
    main()
