"""What does a stored game cost? House games by `season SLUG run`, and the same games by what `simulate` does.

    python benchmarks/speed/season.py [--database sqlite|postgresql] [--part cpu|processes|memory|bulk]
        [--games 24] [--turns 5] [--season 200] [--learning] [--json]

The four rule books in turn, each with its default seats, the shipped roster. Four parts:

cpu        CPU seconds, user and system, of one client process: a season is run to its end, then the very same games
           (rules, options, deal, seed, players) are simulated and their hashes compared with the stored ones; and
           again, each time with nothing remembered of the other's sentences. A ratio is taken within each pair, told is
           the median of all pairs. PostgreSQL's own CPU is told
           apart; what a process costs before its first game is in neither, a memory bar holds it. Beside it is told
           what a game costs that teaches its players, which has no peer: `simulate` knows nobody who learns.
processes  games a second by the clock, from the first game's start to the last one's end, of whole commands
           `season SLUG run --processes 1` and `… 2` in turn. It says something on two free cores alone: the load that
           others made meanwhile is told beside it.
memory     the most that one command `season SLUG run` held at once, of 100 and of 1,000 games.
bulk       1,000 games with beliefs, claims and memory, by one command `season SLUG run --processes 2`: games a second
           by the clock, CPU seconds a game (PostgreSQL's own told apart), of which follows how many a second two free
           cores could play at most, and what each of its processes held when 100 games were counted and at the end.

Players learn nothing (`--memory off`), or in the parts `processes` and `memory`, with --learning, from each game; in
`bulk` they always do.

On SQLite in a temporary folder, and on a throw-away PostgreSQL on a free port (tests/servers.py). Exits with 1 when a
bar is missed: 1.8 times the simulation on SQLite and 2.2 on PostgreSQL, 1.7 times the games with two processes, 1.1
times the memory; in bulk 12 games a second on SQLite and 7 on PostgreSQL, with 1.1 times the memory in each process.
"""

import argparse
import gc
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests import servers

ROOT = Path(__file__).resolve().parents[2]
DATABASES = ("sqlite", "postgresql")
PARTS = ("cpu", "processes", "memory", "bulk")
CPU_BARS = {"sqlite": 1.8, "postgresql": 2.2}
PROCESSES_BAR = 1.7
MEMORY_BAR = 1.1
BULK_BARS = {"sqlite": 12.0, "postgresql": 7.0}  # games a second on two free cores
SIZES = (100, 1_000)  # games whose memory is compared
CORES = os.cpu_count() or 1
LOOK = 1.0  # seconds between two looks at what processes hold


@dataclass(frozen=True, slots=True)
class World:
    """A database of its own, in an environment of its own."""

    name: str
    environment: dict[str, str]
    server: Path | None = None

    def run(self, *command: str, beside: Callable[[int], object] | None = None) -> tuple[str, "os.struct_rusage"]:
        """What a process of this world said on standard output, and what it used; `beside` is called every second
        with its number while it runs."""
        words = [sys.executable, *command]
        with tempfile.TemporaryFile() as told:
            process = subprocess.Popen(words, cwd=ROOT, env=self.environment, stdout=told, stderr=subprocess.PIPE)
            with looking(process.pid, beside):
                assert process.stderr is not None
                errors = process.stderr.read().decode(errors="replace")
                _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{errors[-4000:]}")
            told.seek(0)
            return told.read().decode(), used

    def manage(self, *command: str, beside: Callable[[int], object] | None = None) -> "os.struct_rusage":
        """What a command of the project used."""
        return self.run("manage.py", *command, beside=beside)[1]


@contextmanager
def looking(pid: int, look: Callable[[int], object] | None) -> Iterator[None]:
    """Somebody looks at a process every second while the block lasts."""
    over = threading.Event()

    def again() -> None:
        while look is not None and not over.wait(LOOK):
            look(pid)

    thread = threading.Thread(target=again, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def world(name: str) -> Iterator[World]:
    """A fresh database with tables and roster, gone with the context."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LEAGUE_", "DATABASE", "REDIS"))}
    with tempfile.TemporaryDirectory(prefix="season-") as folder:
        clean |= {"LEAGUE_DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "LEAGUE_SETUP": "0"}
        if name == "sqlite":
            made = World(name, clean)
            made.manage("migrate", "--verbosity", "0")
            yield made
            return
        with servers.postgresql_server() as server:
            made = World(name, clean | {"DATABASE_URL": server.url}, server.folder / "data")
            made.manage("migrate", "--verbosity", "0")
            yield made


def tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


# --- CPU -------------------------------------------------------------------------------------------------------------


def client(games: int, turns: int) -> None:
    """The client process of the part "cpu": prints, for each pair, seconds a stored and a simulated game."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    for turn in range(-1, turns):  # the first is to warm up
        slug = f"cpu-{turn + 1}"
        create(call_command, slug, games)
        create(call_command, f"{slug}-learning", games, "live")
        server = server_seconds(connection)
        forget()
        began = time.process_time()
        quietly(call_command, "season", slug, "run", "--json")
        stored = time.process_time() - began
        server = server_seconds(connection) - server
        forget()
        began = time.process_time()
        again = simulated(slug)
        engine = time.process_time() - began - again
        forget()
        began = time.process_time()
        quietly(call_command, "season", f"{slug}-learning", "run", "--json")
        learning = time.process_time() - began
        if turn >= 0:
            told = {"stored": stored, "simulated": engine, "server": server, "learning": learning}
            told = {each: seconds / games for each, seconds in told.items()}
            sys.stdout.write(json.dumps(told) + "\n")


def quietly(call_command: Any, *words: str) -> None:
    """A command whose words nobody reads."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        call_command(*words, stdout=nowhere, stderr=nowhere)


def forget() -> None:
    """Forgets what the house's players remember of sentences: whoever played a game second would know all of its."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith(("games.agents", "games.engine")):
            each.cache_clear()


def create(call_command: Any, slug: str, games: int, memory: str = "off") -> None:
    """Makes a season of the four rule books in turn."""
    from games.engine.rulesets import all_rulesets

    books = chain.from_iterable(("--ruleset", each) for each in all_rulesets())
    given = ("--games", str(games), "--players", "house", "--memory", memory)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        call_command("season", slug, "create", *books, *given, stdout=nowhere)


def simulated(slug: str) -> float:
    """Plays the games of a season as `simulate` does; returns the seconds of CPU that finding and comparing them took
    beside that. Raises SystemExit for a hash that is not the stored one."""
    from games.agents.offline import play_out
    from games.agents.players import offline_player
    from games.engine.moderator import Moderator
    from games.engine.record import hash_of_finished
    from games.engine.rulesets import ruleset_named
    from games.ledger.rows import deal_of
    from games.models import Game
    from personas.sheet import load

    beside, began = 0.0, time.process_time()
    games = Game.objects.filter(fixture__season__slug=slug).order_by("fixture__number")
    for game in games.prefetch_related("seats__player__persona", "seats__player__model"):
        ruleset = ruleset_named(game.ruleset)
        sitting = [seat.player for seat in game.seats.all()]
        sheets = [(one.model.provider, one.model.model_name, load(one.persona.sheet)) for one in sitting]
        options = ruleset.options_from(game.options, len(sheets))
        beside += time.process_time() - began
        players = [offline_player(provider, model, sheet) for provider, model, sheet in sheets]
        deal = deal_of(game, game.seats.all())  # which the design of the season says, and no seed
        hash = hash_of_finished(play_out(Moderator(ruleset, options, deal, game.seed), players))
        began = time.process_time()
        if hash != game.hash:
            raise SystemExit(f"game {game.public_id} has the hash {game.hash}, simulated it has {hash}")
    return beside + time.process_time() - began


def server_seconds(connection: Any) -> float:
    """Seconds of CPU of all PostgreSQL processes that belong to our server; 0.0 where there is none."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
        return seconds_in(Path(cursor.fetchone()[0]))


def seconds_in(folder: Path | None) -> float:
    """The same of the server that has its data in this folder."""
    if folder is None:
        return 0.0
    master = int((folder / "postmaster.pid").read_text().split()[0])
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == master:
            ticks += sum(map(int, fields[11:15]))  # with those of its children that have ended
        elif int(fields[1]) == master:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measure_cpu(place: World, games: int, turns: int) -> dict[str, Any]:
    out, _ = place.run(str(Path(__file__)), "--client", "--games", str(games), "--turns", str(turns))
    pairs = [json.loads(line) for line in out.splitlines()]
    return {
        "stored_ms": 1e3 * median(pair["stored"] for pair in pairs),
        "simulated_ms": 1e3 * median(pair["simulated"] for pair in pairs),
        "server_ms": 1e3 * median(pair["server"] for pair in pairs),
        "learning_ms": 1e3 * median(pair["learning"] for pair in pairs),
        "ratio": median(pair["stored"] / pair["simulated"] for pair in pairs),
        "ratios": [round(pair["stored"] / pair["simulated"], 3) for pair in pairs],
        "bar": CPU_BARS[place.name],
    }


# --- processes -------------------------------------------------------------------------------------------------------


def made(place: World, slug: str, games: int, *, learning: bool) -> None:
    """Makes a season of the four rule books in turn, in a process of its own."""
    place.run(str(Path(__file__)), "--create", slug, "--games", str(games), *(["--learning"] if learning else []))


def span_of(place: World, slug: str) -> tuple[float, int, str]:
    """Seconds from the start of a season's first game to the end of its last one, how many, and a hash over theirs."""
    seconds, games, hash = json.loads(place.run(str(Path(__file__)), "--span", slug)[0])
    return seconds, games, hash


def span(slug: str) -> None:
    """Prints what span_of() wants to know."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
    django.setup()
    from django.db.models import Count, Max, Min

    from games.models import Game

    games = Game.objects.filter(fixture__season__slug=slug, status=Game.Status.FINISHED)
    found = games.aggregate(first=Min("started_at"), last=Max("finished_at"), games=Count("pk"))
    sys.stdout.write(json.dumps([(found["last"] - found["first"]).total_seconds(), found["games"], ""]))


def measure_processes(place: World, games: int, turns: int, *, learning: bool) -> dict[str, Any]:
    rates: dict[int, list[float]] = {1: [], 2: []}
    used: dict[int, list[float]] = {1: [], 2: []}
    loads = []
    for turn in range(turns):
        for processes in (1, 2) if turn % 2 else (2, 1):
            slug = f"processes-{processes}-{turn}"
            made(place, slug, games, learning=learning)
            idle = foreign_load()
            usage = place.manage("season", slug, "run", "--processes", str(processes))
            loads.append(idle() - (usage.ru_utime + usage.ru_stime))
            seconds, played, _ = span_of(place, slug)
            if played != games:
                raise SystemExit(f"{slug} has {played} games, not {games}")
            rates[processes].append(games / seconds)
            used[processes].append((usage.ru_utime + usage.ru_stime) / games)
    return {
        "one_per_second": median(rates[1]),
        "two_per_second": median(rates[2]),
        "ratio": median(two / one for one, two in zip(rates[1], rates[2], strict=True)),
        "ratios": [round(two / one, 3) for one, two in zip(rates[1], rates[2], strict=True)],
        "one_cpu_ms": 1e3 * median(used[1]),
        "two_cpu_ms": 1e3 * median(used[2]),
        "others_busy_seconds": round(sum(loads), 1),
        "bar": PROCESSES_BAR,
    }


def foreign_load() -> Any:
    """A function that says how many seconds of CPU this machine has worked since."""

    def busy() -> float:
        fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")

    began = busy()
    return lambda: busy() - began


# --- memory ----------------------------------------------------------------------------------------------------------


def measure_memory(place: World, sizes: tuple[int, int], *, learning: bool) -> dict[str, Any]:
    held = []
    for games in sizes:
        made(place, f"memory-{games}", games, learning=learning)
        held.append(place.manage("season", f"memory-{games}", "run").ru_maxrss / 1024)
    return {"sizes": sizes, "few_mb": held[0], "many_mb": held[1], "ratio": held[1] / held[0], "bar": MEMORY_BAR}


# --- bulk ------------------------------------------------------------------------------------------------------------


class Watch:
    """Whoever looks, while a command runs, at how many games of a season are counted and what each process holds."""

    def __init__(self, place: World, slug: str) -> None:
        self.samples: list[tuple[int, dict[int, float]]] = []  # games counted; MB resident, by process
        self._place, self._slug = place, slug

    def look(self, pid: int) -> None:
        """Writes down one look at a process and its children."""
        held = {each: held_by(each) for each in (pid, *children_of(pid))}
        self.samples.append((self.counted(), {each: mb for each, mb in held.items() if mb}))

    def counted(self) -> int:
        """How many games of the season are counted. By a connection of its own each time: it is told what is new."""
        count = (
            "SELECT count(*) FROM league_fixture AS f JOIN league_season AS s ON s.id = f.season_id"
            " WHERE s.slug = {} AND f.recorded_at IS NOT NULL"
        )
        if self._place.server is not None:
            with psycopg.connect(self._place.environment["DATABASE_URL"]) as link:
                row = link.execute(count.format("%s").encode(), [self._slug]).fetchone()
        else:
            (file,) = Path(self._place.environment["LEAGUE_DATA_DIR"]).glob("*.sqlite3")
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)) as found:
                row = found.execute(count.format("?"), [self._slug]).fetchone()
        return int(row[0]) if row else 0

    def held(self, games: int) -> dict[int, float]:
        """What each process held once so many games were counted: the median of five looks from then on, or of the last
        five at all of them, for a garbage collector comes and goes."""
        crew = max(len(held) for _, held in self.samples)
        whole = [each for each in self.samples if len(each[1]) == crew]
        behind = [held for counted, held in whole if counted >= games][:5]
        behind = behind if len(behind) == 5 else [held for _, held in whole[-5:]]
        return {pid: median(held[pid] for held in behind if pid in held) for pid in behind[-1]}


def held_by(pid: int) -> float:
    """MB resident of a process; 0.0 when it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (OSError, IndexError):
        return 0.0


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, whichever of its threads did."""
    try:
        return [int(each) for file in Path(f"/proc/{pid}/task").glob("*/children") for each in file.read_text().split()]
    except OSError:
        return []


def measure_bulk(place: World, games: int, few: int) -> dict[str, Any]:
    made(place, "bulk", games, learning=True)
    watch, idle, server = Watch(place, "bulk"), foreign_load(), seconds_in(place.server)
    usage = place.manage("season", "bulk", "run", "--processes", "2", beside=watch.look)
    server = seconds_in(place.server) - server
    others = idle() - server - usage.ru_utime - usage.ru_stime
    seconds, played, _ = span_of(place, "bulk")
    if played != games:
        raise SystemExit(f"the season has {played} games, not {games}")
    before, after = watch.held(few), watch.held(games)
    own = (usage.ru_utime + usage.ru_stime) / games
    stayed = sorted(set(before) & set(after))
    return {
        "games": games,
        "few": few,
        "per_second": games / seconds,
        "cpu_ms": 1e3 * own,
        "server_ms": 1e3 * server / games,
        "possible_per_second": 2 / (own + server / games),
        "few_mb": [round(before[pid], 1) for pid in stayed],
        "many_mb": [round(after[pid], 1) for pid in stayed],
        "ratio": max(after[pid] / before[pid] for pid in stayed),
        "others_busy_seconds": round(others, 1),
        "bar": BULK_BARS[place.name],
    }


# --- all of it -------------------------------------------------------------------------------------------------------


def is_met(part: str, found: dict[str, Any]) -> bool:
    """Whether a figure keeps its bar."""
    if part == "bulk":
        return found["per_second"] >= found["bar"] and found["ratio"] <= MEMORY_BAR
    return found["ratio"] >= found["bar"] if part == "processes" else found["ratio"] <= found["bar"]


def told_of_bulk(found: dict[str, Any]) -> str:
    """What the part bulk came to."""
    rates = f"{found['per_second']:6.1f} games/s (≥ {found['bar']:.0f}), by its CPU {found['possible_per_second']:.1f}"
    cpu = f"{found['cpu_ms']:.0f} ms a game, server {found['server_ms']:.0f}, others {found['others_busy_seconds']} s"
    held = f"{found['few_mb']} MB at {found['few']} games, {found['many_mb']} at {found['games']}"
    return f"{rates}; {cpu}; {held} {found['ratio']:5.2f} (≤ {MEMORY_BAR})"


def line_of(name: str, part: str, found: dict[str, Any]) -> str:
    """A row of the table."""
    if part == "cpu":
        told = f"{found['stored_ms']:6.1f} ms a stored game, {found['simulated_ms']:6.1f} ms simulated"
        told += f", {found['learning_ms']:.1f} that teaches"
        told += f", server {found['server_ms']:.1f} ms" if name == "postgresql" else ""
    elif part == "processes":
        told = f"{found['two_per_second']:6.1f} games/s with two, {found['one_per_second']:6.1f} with one"
        told += f" ({found['two_cpu_ms']:.0f} and {found['one_cpu_ms']:.0f} ms of CPU a game)"
    elif part == "bulk":
        return f"{name:11s}{part:10s} {told_of_bulk(found)}{'' if is_met(part, found) else '  MISSED'}"
    else:
        few, many = found["sizes"]
        told = f"{found['many_mb']:6.0f} MB at {many} games, {found['few_mb']:6.0f} at {few}"
    sign = "≥" if part == "processes" else "≤"
    verdict = "" if is_met(part, found) else "  MISSED"
    return f"{name:11s}{part:10s} {told:75s} {found['ratio']:5.2f} ({sign} {found['bar']}){verdict}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", choices=DATABASES, action="append")
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--games", type=int, default=24, help="of each season whose CPU is measured")
    parser.add_argument("--turns", type=int, default=5, help="pairs that are measured")
    parser.add_argument("--season", type=int, default=200, help="games of each season that processes play")
    parser.add_argument("--sizes", type=int, nargs=2, default=SIZES, help="games, few and many, of memory and bulk")
    parser.add_argument("--learning", action="store_true", help="players learn from each game of these seasons")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    for hidden in ("--create", "--span"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    parser.add_argument("--client", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.client:
        client(given.games, given.turns)
        return
    if given.span:
        span(given.span)
        return
    if given.create:
        import django
        from django.core.management import call_command

        os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
        django.setup()
        create(call_command, given.create, given.games, "live" if given.learning else "off")
        return
    found: dict[str, dict[str, Any]] = {}
    for name in given.database or DATABASES:
        with world(name) as place:
            measured = found.setdefault(name, {})
            for part in given.part or PARTS:
                if part == "cpu":
                    measured[part] = measure_cpu(place, given.games, given.turns)
                elif part == "processes":
                    measured[part] = measure_processes(place, given.season, given.turns, learning=given.learning)
                elif part == "bulk":
                    measured[part] = measure_bulk(place, max(given.sizes), min(given.sizes))
                else:
                    measured[part] = measure_memory(place, tuple(given.sizes), learning=given.learning)
                tell(line_of(name, part, measured[part]))
    if given.json:
        sys.stdout.write(json.dumps(found) + "\n")
    missed = [1 for name in found for part in found[name] if not is_met(part, found[name][part])]
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
