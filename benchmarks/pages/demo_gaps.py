"""How long is there nothing to watch? Runs the demo over whole seasons and looks, many times a second, whether a game
is live or a countdown runs; prints the gaps, the seasons' time, what was logged, and the memory of the process.

    python benchmarks/pages/demo_gaps.py --seasons 2 --pace 0.05
"""

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOK = 0.01  # seconds
LIVE = "SELECT count(*) FROM games_game WHERE status = 'running'"
NEXT = """
    SELECT min(fixture.due_at) FROM league_fixture fixture JOIN league_season season ON season.id = fixture.season_id
    LEFT JOIN games_game game ON game.id = fixture.game_id
    WHERE season.status = 'running' AND (game.id IS NULL OR game.status = 'scheduled')
"""
OVER = "SELECT count(*) FROM league_season WHERE status = 'finished'"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seasons", type=int, default=2)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--pace", type=float, default=0.05)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="demo-gaps-") as folder, (Path(folder) / "stderr").open("w+") as stderr:
        arguments = ["--port", "0", "--games", str(asked.games), "--pace", str(asked.pace)]
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", *arguments],
            cwd=ROOT,
            env=os.environ | {"LEAGUE_DATA_DIR": folder, "LEAGUE_SETUP": "0"},
            stderr=stderr,
        )
        try:
            gaps = watch(process, Path(folder) / "league.sqlite3", asked.seasons)
            memory = resident(process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            stopped = time.monotonic()
            process.wait(20)
        stderr.seek(0)
        logged = stderr.read()
        sys.stdout.write(
            f"{asked.seasons} seasons of {asked.games} games in {time.monotonic() - began:.0f} s; "
            f"{len(gaps)} gaps, the longest {longest(gaps)}; "
            f"allowed are {15 * asked.pace:.3f} s; memory {memory} MiB; "
            f"stopped in {time.monotonic() - stopped:.1f} s with status {process.returncode}; "
            f"logged {len(logged.splitlines())} lines\n{logged}"
        )
    return 0 if max((gap for gap, _ in gaps), default=0) <= 15 * asked.pace and not logged else 1


def longest(gaps: list[tuple[float, str]]) -> str:
    return ", ".join(f"{gap:.3f} s after {what}" for gap, what in sorted(gaps, reverse=True)[:5])


def watch(process: subprocess.Popen[bytes], path: Path, seasons: int) -> list[tuple[float, str]]:
    """The times without a live game or a countdown, in seconds, from the first game on, and what was there before."""
    while process.poll() is None and (
        not path.exists() or not asked(path, "SELECT 1 FROM sqlite_master WHERE name = 'league_season'")
    ):
        time.sleep(0.1)
    gaps: list[tuple[float, str]] = []
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)) as database:
        before, since = "", 0.0
        while process.poll() is None and database.execute(OVER).fetchone()[0] < seasons:
            now = time.monotonic()
            if what := on_now(database):
                if before and since:
                    gaps.append((now - since, before))
                before, since = what, 0.0
            elif not since:
                since = now
            time.sleep(LOOK)
    return gaps


def on_now(database: sqlite3.Connection) -> str:
    """What there is to watch: a game, a clock that counts down, or nothing."""
    if database.execute(LIVE).fetchone()[0]:
        return "a game"
    due = database.execute(NEXT).fetchone()[0]
    is_ahead = due is not None and datetime.fromisoformat(due).replace(tzinfo=UTC) > datetime.now(UTC)
    return "a countdown" if is_ahead else ""


def asked(path: Path, query: str) -> bool:
    with closing(sqlite3.connect(path, timeout=20)) as database:
        return database.execute(query).fetchone() is not None


def resident(pid: int) -> int:
    """The memory of a process in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    return 0


if __name__ == "__main__":
    sys.exit(main())
