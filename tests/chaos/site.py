"""The site as it is deployed, in processes of this machine: PostgreSQL, Redis, a provider, web, beat, workers.

Law: every process here was started here, and is gone when the context ends. Nobody but a fault hurts one.
"""

import os
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.loopback.process import KEY, Provider, provider
from tests import servers

ROOT = Path(__file__).resolve().parents[2]
HOOK = ROOT / "tests" / "chaos" / "hook"
SHIFTED = ROOT / "tests" / "deployment" / "shifted"
WEB_PROCESSES = 2
SMALL = "600m"  # a new database takes 60 MB, a hundred games as much again
pause = threading.Event()  # nobody sets it: what other processes do has no event of ours


@dataclass(slots=True)
class Hand:
    """A worker: its process, and since when it does nothing, if it was stopped or killed."""

    name: str
    process: subprocess.Popen[bytes]
    idle_since: float | None = None

    @property
    def pid(self) -> int:
        return self.process.pid


@dataclass(slots=True)
class Site:
    """All of it. `hands` are all workers that ever were, the killed ones too: nobody reaps those before the end."""

    folder: Path
    database: servers.Server
    redis: servers.Server
    provider: Provider
    environment: dict[str, str]
    port: int
    hands: list[Hand] = field(default_factory=list)
    database_away: list[tuple[float, float]] = field(default_factory=list)
    beats: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    webs: list[subprocess.Popen[bytes]] = field(default_factory=list)  # the last one serves
    commits: Path | None = None  # where those who die at commits leave their marks
    disk: Path | None = None  # where the database's files are, where that is a small disk of its own

    def manage(self, *words: str) -> None:
        """Runs a management command in the site's environment."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stdout}\n{done.stderr}"

    def start(self, name: str, *command: str, **more: str) -> subprocess.Popen[bytes]:
        """Starts a process of the site, which writes to a log of its own, with more in its environment. In a session of
        its own: where one of a group stands still and their parent's shell ends, the kernel tells them all to hang
        up."""
        with (self.folder / f"{name}.log").open("ab") as log:
            streams = {"stdout": log, "stderr": subprocess.STDOUT}
            environment = self.environment | more
            return subprocess.Popen(command, **streams, cwd=ROOT, env=environment, start_new_session=True)

    def start_web(self) -> subprocess.Popen[bytes]:
        serve = ["serve", "--port", str(self.port), "--workers", str(WEB_PROCESSES)]
        self.webs.append(self.start("web", sys.executable, "manage.py", *serve))
        return self.webs[-1]

    def start_beat(self, name: str = "beat") -> subprocess.Popen[bytes]:
        celery = [sys.executable, "-m", "celery", "--app", "league.celery", "beat"]
        celery += ["--loglevel", "info", "--pidfile="]
        process = self.beats[name] = self.start(name, *celery, **self._mortal)
        return process

    @property
    def _mortal(self) -> dict[str, str]:
        """What has a process die at commits, where that is what this site is for."""
        return {} if self.commits is None else {"CHAOS_COMMITS": str(self.commits), "PYTHONPATH": with_path(HOOK)}

    def set_clock(self, seconds: float) -> None:
        """By how much the clock of those differs who have one of their own (tests/deployment/shifted)."""
        made = self._clock.with_suffix(".new")
        made.write_bytes(struct.pack("d", seconds))
        made.replace(self._clock)

    @property
    def _clock(self) -> Path:
        return self.folder / "clock.bin"

    def _own_clock(self, seconds: float) -> dict[str, str]:
        self.set_clock(seconds)
        return {"SHIFTED_CLOCK": str(self._clock), "PYTHONPATH": with_path(SHIFTED)}

    def start_worker(self, *, ahead: float = 0.0) -> Hand:
        name = f"worker-{len(self.hands) + 1}"
        celery = [sys.executable, "-m", "celery", "--app", "league.celery", "worker", "--loglevel", "info"]
        celery += ["--without-gossip", "--without-mingle", "--hostname", f"{name}@chaos"]
        more = self._own_clock(ahead) if ahead else self._mortal
        hand = Hand(name, self.start(name, *celery, **more))
        self.hands.append(hand)
        return hand

    @property
    def at_work(self) -> list[Hand]:
        """The workers that nobody has stopped or killed."""
        return [hand for hand in self.hands if hand.idle_since is None]

    @property
    def idle(self) -> set[int]:
        """The processes that do nothing, though their leases may say otherwise."""
        return {hand.pid for hand in self.hands if hand.idle_since is not None}

    def hold(self, hand: Hand) -> None:
        """Stops a worker where it is."""
        hand.idle_since = time.monotonic()
        hand.process.send_signal(signal.SIGSTOP)

    def let_go_on(self, hand: Hand) -> None:
        """Lets a stopped worker go on as if nothing had been."""
        hand.process.send_signal(signal.SIGCONT)
        hand.idle_since = None

    def kill(self, hand: Hand) -> None:
        """Kills a worker; it stays unreaped, as below a parent that does not look."""
        hand.idle_since = time.monotonic()
        hand.process.send_signal(signal.SIGKILL)

    def logs(self) -> dict[str, str]:
        """What each process wrote, by its name."""
        return {path.stem: path.read_text("utf-8", errors="replace") for path in sorted(self.folder.glob("*.log"))}


def with_path(folder: Path) -> str:
    """Where Python looks first in that folder."""
    return os.pathsep.join(each for each in (str(folder), os.environ.get("PYTHONPATH", "")) if each)


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk that somebody can fill, in memory, where whoever the database runs as comes to; only root may make one."""
    assert os.geteuid() == 0, "only root may make a disk to be filled"
    with tempfile.TemporaryDirectory(prefix="chaos-", dir="/tmp") as made:
        disk = Path(made) / "disk"
        disk.mkdir()
        Path(made).chmod(0o755)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=755", "chaos", disk], check=True)
        try:
            yield disk
        finally:
            subprocess.run(["umount", "--lazy", disk], check=True)


@contextmanager
def site(
    folder: Path, *, workers: int, latency: float, commits: bool = False, on_small_disk: bool = False, **variables: str
) -> Iterator[Site]:
    """A site whose database is brought up and whose processes run, with a provider that thinks for so long; its workers
    and beat die at commits, its database is on a small disk, where that is wanted. Its processes have these
    variables besides. Raises NoServer."""
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk()) if on_small_disk else None
        database = stack.enter_context(servers.postgresql_server(within=disk))
        redis = stack.enter_context(servers.redis_server())
        models = stack.enter_context(provider(latency=latency))
        environment = environment_of(folder, database.url, redis.url, models) | variables
        found = Site(folder, database, redis, models, environment, servers.free_port(), disk=disk)
        found.manage("migrate", "--verbosity", "0")
        if commits:
            found.commits = folder / "commits"
            found.commits.mkdir()
        found.start_web()
        found.start_beat()
        try:
            for _ in range(workers):
                found.start_worker()
            yield found
        finally:
            (folder / "postgresql.txt").write_bytes(database.log.read_bytes())
            end([*found.webs, *found.beats.values(), *(hand.process for hand in found.hands)])


def end(processes: list[subprocess.Popen[bytes]]) -> None:
    """Ends them all: asked first, then made to."""
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            process.send_signal(signal.SIGTERM)
    until = time.monotonic() + 15
    for process in processes:
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def environment_of(folder: Path, database: str, redis: str, models: Provider) -> dict[str, str]:
    """What the site's processes, and whoever looks into its database, have for an environment."""
    ours: dict[str, Any] = {
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "LEAGUE_DATA_DIR": folder,
        "LEAGUE_SETUP": "0",
        "LEAGUE_BASE_URLS": f"{models.openai_url},{models.anthropic_url}",
        "LEAGUE_CALL_TIMEOUT": "20",
        "LOOP_KEY": KEY,
        "LEAGUE_KEY_VARIABLES": "LOOP_KEY",
        "SECRET_KEY": "of no use outside the tests",
        "ALLOWED_HOSTS": "",
        "DEBUG": "",
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "PYTHONUNBUFFERED": "1",
    }
    return os.environ | {name: str(value) for name, value in ours.items()}
