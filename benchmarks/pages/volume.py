"""Does it slow down as it grows? Every page and every answer of the API at 1,000 and at 100,000 games, on PostgreSQL.

    python benchmarks/pages/volume.py [--games 1000 100000] [--times 21] [--only /games/] [--json] [--keep URL]

The tables are made by SQL (volume_rows.py says what is in them) in a PostgreSQL that is thrown away, or in
databases of the server at URL, which stay and are used again by the next run. Each address is asked so many times of
a process for each number of games, through all the middleware and without a socket (Django's test client), every cache
emptied before each asking; the first asking is told apart, for the database has not read those rows yet. The processes
are asked in turn: a machine that is shared is now fast and now slow, for minutes, and so growth is a ratio within each
turn, of which the median is told; what misses by that is asked once more, three times as often, and told from then.
`next` and the pagers' links are followed into lists. Bars: p95 at most 100 ms, lists and pages at most 150 kB before
they are compressed, a game's page, its events and log, the description of the API and the documents of the admin aside,
and at most 1.3 times the time with a hundredth of the games, where there is as much to tell (and by 5 ms at least: less
is noise). Exit status 1 when one is missed. Beside the time stands what the process worked of it (the database's part
is not in there), and at the end the machine's load: where that is more than its processors, the times are somebody
else's, too.
"""

import argparse
import gzip
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.servers import postgresql  # noqa: E402

P95, BYTES, GROWTH, NOISE = 100.0, 150_000, 1.3, 5.0  # milliseconds, bytes, times, milliseconds
DEEP: Final = 5  # pages that are followed into a list
LARGE: Final = ("/games/{game}/", "/api/v1/games/{game}/", "/api/schema/", "/api/docs/")  # as long as they must be


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--times", type=int, default=21)
    parser.add_argument("--only", default="", help="only addresses with this in them")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", metavar="URL", help="a server whose databases stay, such as postgresql://me@host")
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)  # in the process of one database
    asked = parser.parse_args()
    if asked.measure:
        measure(asked)
        return 0
    with tempfile.TemporaryDirectory(prefix="league-volume-") as folder, server(asked.keep) as url, ExitStack() as all_:
        found = in_turn([all_.enter_context(asking(games, url, folder)) for games in asked.games], asked)
    return report(found, sorted(asked.games), as_json=asked.json)


@contextmanager
def server(kept: str | None) -> Iterator[str]:
    """The URL of the server, without a database."""
    if kept:
        yield kept.rstrip("/")
        return
    with postgresql("shared_buffers=1GB", "work_mem=16MB", "maintenance_work_mem=512MB", "max_wal_size=4GB") as url:
        yield url.rsplit("/", 1)[0]


class Asked:
    """A process with a database of so many games, that asks what it is told to."""

    def __init__(self, games: int, process: "subprocess.Popen[str]") -> None:
        self.games = games
        self._process = process
        self.names: list[str] = self._heard()

    def ask(self, name: str, *, whole: bool = False) -> dict[str, Any]:
        """What asking an address once took; `whole` tells instead how much there was to tell."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, whole]) + "\n")
        self._process.stdin.flush()
        return dict(self._heard())

    def _heard(self) -> Any:  # Any: names, or figures
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process with {self.games} games has ended")
        return json.loads(line)


@contextmanager
def asking(games: int, url: str, folder: str) -> Iterator[Asked]:
    """A process for so many games."""
    environment = os.environ | {"DATABASE_URL": f"{url}/volume_{games}", "LEAGUE_DATA_DIR": folder, "REDIS_URL": ""}
    command = [sys.executable, __file__, "--measure", str(games)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, cwd=ROOT, **pipes) as process:
        yield Asked(games, process)
        assert process.stdin is not None
        process.stdin.close()


def in_turn(sizes: Sequence[Asked], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """What each address takes of the largest, beside the smallest."""
    least, most = min(sizes, key=lambda each: each.games), max(sizes, key=lambda each: each.games)
    rows = []
    for name in most.names:
        if asked.only not in name:
            continue
        beside = least if name in least.names and least is not most else None
        row = figures(name, most, beside, asked.times)
        if missed(row):
            row = figures(name, most, beside, 3 * asked.times) | {"first": row["first"]}
        say(f"{row['median']:8.1f} ms {row['growth']:5.2f}  {name}")
        rows.append(row)
    return rows


def figures(name: str, most: Asked, beside: Asked | None, times: int) -> dict[str, Any]:
    """What an address takes, asked so many times of the largest and, in turns, of the smallest."""
    asked_in_turn = (beside, most) if beside else (most,)
    turns = [[each.ask(name) for each in asked_in_turn] for _ in range(times + 1)]
    first, *others = (turn[-1]["spent"] for turn in turns)
    row = most.ask(name, whole=True) | {
        "address": name,
        "first": first,
        "median": statistics.median(others),
        "p95": sorted(others)[math.ceil(0.95 * len(others)) - 1],
        "cpu": statistics.median(turn[-1]["worked"] for turn in turns[1:]),
    }
    row |= {"before": row["median"], "growth": 1.0, "bytes_before": row["bytes"]}
    if beside:
        row["before"] = statistics.median(turn[0]["spent"] for turn in turns[1:])
        row["growth"] = statistics.median(turn[1]["spent"] / turn[0]["spent"] for turn in turns[1:])
        row["bytes_before"] = beside.ask(name, whole=True)["bytes"]
    return row


def missed(row: dict[str, Any]) -> list[str]:
    """The bars that an address misses."""
    found = []
    if row["status"] not in (200, 302):  # pages by number lead to where those rows are now
        found.append(f"status {row['status']}")
    if row["p95"] > P95:
        found.append("p95")
    if row["bytes"] > BYTES and not row["is_large"]:
        found.append("bytes")
    tells_as_much = row["bytes_before"] > row["bytes"] / 2  # else there is less to tell, or nothing there at all
    if tells_as_much and row["growth"] > GROWTH and row["median"] - row["before"] > NOISE:
        found.append("growth")
    return found


def report(rows: list[dict[str, Any]], games: list[int], *, as_json: bool) -> int:
    """Prints the largest beside the smallest; the exit status."""
    for row in rows:
        row["missed"] = missed(row)
    if as_json:
        sys.stdout.write(json.dumps({"games": games, "rows": rows}, indent=1) + "\n")
    else:
        sys.stdout.write(
            f"{'median':>8} {'p95':>7} {'cpu':>6} {'first':>7} {'before':>7} {'times':>5} {'sql':>4}"
            f" {'kB':>6} {'gzip':>5}\n"
        )
        for row in sorted(rows, key=lambda row: -row["median"]):
            line = f"{row['median']:8.1f} {row['p95']:7.1f} {row['cpu']:6.1f} {row['first']:7.1f} {row['before']:7.1f} "
            line += f"{row['growth']:5.2f} {row['queries']:4} {row['bytes'] / 1000:6.1f} {row['gzip'] / 1000:5.1f}"
            line += f"  {row['address']}"
            sys.stdout.write(line + (f"  MISSED {', '.join(row['missed'])}" if row["missed"] else "") + "\n")
        missed_by = sum(bool(row["missed"]) for row in rows)
        sys.stdout.write(f"{len(rows)} addresses, {missed_by} of them miss a bar (milliseconds)\n")
        sys.stdout.write(f"{os.cpu_count()} processors, load {os.getloadavg()[1]:.1f} in the last five minutes\n")
    return int(any(row["missed"] for row in rows))


# --- in the process of one database ----------------------------------------------------------------------------------


def tell(found: object) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def say(*words: object) -> None:
    print(*words, file=sys.stderr, flush=True)  # noqa: T201


def measure(asked: argparse.Namespace) -> None:
    """Makes the tables where there are none, prints the names of all addresses, and asks those that it is told to."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    prepare(asked.measure)
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    visitor, staff = clients()
    warm_up(visitor, staff)
    known = dict(addresses(visitor, staff))
    tell(list(known))
    for line in sys.stdin:
        name, whole = json.loads(line)
        address = known[name]
        client = staff if address.startswith(("/admin", "/desk")) else visitor
        tell(all_of(client, address) if whole else timed(client, address))


def prepare(games: int) -> None:
    """The database with its tables."""
    import django
    import psycopg

    url = urlsplit(os.environ["DATABASE_URL"])
    name = url.path.strip("/")
    with psycopg.connect(url._replace(path="/postgres").geturl(), autocommit=True) as link:
        is_there = link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if not is_there:
            link.execute(f'CREATE DATABASE "{name}"')
    django.setup()
    from django.core.management import call_command

    began = time.monotonic()
    call_command("migrate", verbosity=0)
    if not is_there:
        from benchmarks.pages.volume_rows import make_rows, make_sums

        make_rows(games)
        made = time.monotonic()
        make_sums()
        say(f"{games:,} games made in {made - began:.0f} s, their sums by migration in {time.monotonic() - made:.1f} s")


def clients() -> tuple[Any, Any]:
    """Somebody who looks, and a superuser."""
    from django.test import Client

    from league.models import User

    boss = User.objects.filter(username="boss").first() or User.objects.create_superuser("boss")
    visitor, staff = Client(), Client()
    staff.force_login(boss)
    return visitor, staff


def warm_up(visitor: Any, staff: Any) -> None:
    """The process as it is when it serves: everything is loaded, and the collector looks as it does there."""
    from league.processes.garbage import collect_between_requests

    for client, address in ((visitor, "/"), (visitor, "/api/v1/games/"), (visitor, "/api/schema/"), (staff, "/admin/")):
        client.get(address)
    collect_between_requests()


def large() -> list[tuple[str, str]]:
    return [(each, one_game() if "{game}" in each else "") for each in LARGE]


def one_game() -> str:
    """A finished game with events."""
    from games.models import Game

    return str(Game.objects.filter(status="finished").order_by("-pk").values_list("public_id", flat=True)[3])


def addresses(visitor: Any, staff: Any) -> Iterator[tuple[str, str]]:
    """Every address by its name: the name is the same for any number of games."""
    game = one_game()
    player, persona, season = "model-02_persona_007", "persona_007", "grand"
    yield from ((each, each) for each in ["/", "/players/", "/models/", "/rules/", "/rules/town-mafia/", "/login/"])
    yield from ((each, each) for each in [f"/players/{player}/", f"/personas/{persona}/", "/api/docs/", "/api/schema/"])
    yield "/games/{game}/", f"/games/{game}/"
    for prefix in ("", "/api/v1"):
        yield f"{prefix}/models/model-02/", f"{prefix}/models/model-02/"
    filters = ["", "season=grand", "ruleset=town-mafia", "status=finished", "status=void", f"player={player}"]
    filters += ["model=model-02", "season=now&ruleset=glass-box&status=finished&model=model-04"]
    for given in filters:
        yield from followed(visitor, f"/games/?{given}")
    yield "/games/?page=3300", "/games/?page=3300"
    yield from followed(visitor, "/seasons/")
    yield from followed(visitor, "/players/")
    for slug in (season, "now", "season-7", f"season-{85}"):
        yield from ((each, each) for each in [f"/seasons/{slug}/", f"/api/v1/seasons/{slug}/"])
    asked = ["?ruleset=town-mafia", "?role=mafioso", "?team=town"]
    yield from ((f"/seasons/{season}/{each}", f"/seasons/{season}/{each}") for each in asked)
    given = ["", "ruleset=town-mafia", "season=grand", "team=town", "role=mafioso"]
    given += ["ruleset=town-mafia&team=mafia", "season=grand&role=mafioso&ruleset=town-mafia"]
    for by in ("player", "model", "persona", "level"):
        for each in given:
            yield f"/leaderboard/?by={by}&{each}", f"/leaderboard/?by={by}&{each}"
            yield f"/api/v1/leaderboard/?by={by}&{each}", f"/api/v1/leaderboard/?by={by}&{each}"
    yield from followed(visitor, "/leaderboard/")
    for by in ("ruleset", "model", "role", "persona", "level", "size"):
        for each in ("", "ruleset=town-mafia", "season=grand", "model=model-02", "ruleset=glass-box&season=now"):
            yield f"/stats/?by={by}&{each}", f"/stats/?by={by}&{each}"
            yield f"/api/v1/stats/?by={by}&{each}", f"/api/v1/stats/?by={by}&{each}"
    for each in ("", "?season=grand", "?ruleset=town-mafia"):
        yield from followed(visitor, f"/stats/roles/{each}")
        yield f"/api/v1/stats/roles/{each}", f"/api/v1/stats/roles/{each}"
    for each in ("counted=yes", "counted=no", f"counted=yes&player={player}", f"counted=no&player={player}"):
        yield from followed(visitor, f"/games/?{each}")
    counted = f"counted=yes&season=grand&player={player}&role=mafioso&result=won"
    for each in ("counted=yes&season=grand", "counted=no&season=grand", counted, "counted=no&season=now"):
        yield from followed(visitor, f"/games/?{each}")
    for each in ("rulesets/", "rulesets/town-mafia/", "personas/", "models/", f"players/{player}/"):
        yield f"/api/v1/{each}", f"/api/v1/{each}"
    of_player = [f"players/{player}/{more}/" for more in ("memory", "head-to-head")]
    yield from ((f"/api/v1/{each}", f"/api/v1/{each}") for each in [*of_player, "leaderboard/"])
    lists = ["players/", "players/?model=model-02", "players/?page_size=10", "seasons/", "seasons/?ruleset=town-mafia"]
    lists += [
        f"seasons/{season}/fixtures/",
        "games/",
        "games/?season=grand",
        "games/?page_size=60",
        "games/?status=void",
    ]
    lists += [
        f"games/?player={player}",
        "games/?model=model-02&ruleset=town-mafia",
        "games/?finished_after=2020-01-01T00:00:00Z",
    ]
    lists += ["stats/games/", "stats/games/?season=grand", "stats/games/?ruleset=town-mafia", "personas/?source=hand"]
    for each in lists:
        yield from followed(visitor, f"/api/v1/{each}")
    yield from ((f"/api/v1/seasons/{season}/standings/{each}",) * 2 for each in ["", *asked])
    yield "/api/v1/games/{game}/", f"/api/v1/games/{game}/"
    for each in ("events/", "events/?lens=glass", "events/?lens=seat:2&after=10", "log/?view=public", "narrations/"):
        yield f"/api/v1/games/{{game}}/{each}", f"/api/v1/games/{game}/{each}"
    yield "/desk/", "/desk/"
    yield "/admin/", "/admin/"
    kinds = ["games/game/", "games/event/", "games/answer/", "games/call/", "games/account/", "league/season/"]
    kinds += [
        "league/fixture/",
        "league/fixture/?season__id__exact=86",
        "league/standing/",
        "personas/player/",
        "personas/persona/",
        "personas/languagemodel/",
        "league/user/",
    ]
    kinds += ["games/game/?status__exact=finished", "games/game/?q=grand", f"games/game/?q={game}", "games/game/?p=200"]
    kinds += ["games/call/?status__exact=failed", "league/standing/?season__id__exact=86", "games/game/?o=5"]
    yield from ((f"/admin/{each.replace(game, '{game}')}", f"/admin/{each}") for each in kinds)
    yield "/admin/league/season/{id}/", "/admin/league/season/86/change/"
    yield "/admin/games/game/{id}/", "/admin/games/game/900/change/"


def followed(visitor: Any, address: str) -> Iterator[tuple[str, str]]:
    """A list, and the page some pages on in it; where there are not so many, the last one that is full: half a page is
    less to tell."""
    yield address, address
    deep, full = address, ""
    for _ in range(DEEP + 1):
        answer = visitor.get(deep)
        if answer.headers["Content-Type"].startswith("application/json"):
            link = answer.json().get("next")
        else:
            link = next(
                (unescape(found) for found in re.findall(r'rel="next" href="([^"]+)"', answer.content.decode())), None
            )
        if not link:
            break
        parts, full = urlsplit(link), deep
        deep = f"{parts.path or urlsplit(address).path}?{parts.query}"
    if full:
        yield f"{address} ({DEEP} pages on)", full


def timed(client: Any, address: str) -> dict[str, Any]:
    """What asking an address once takes, in milliseconds."""
    forget()
    began, worked = time.perf_counter(), time.process_time()
    client.get(address)
    return {"spent": 1000 * (time.perf_counter() - began), "worked": 1000 * (time.process_time() - worked)}


def all_of(client: Any, address: str) -> dict[str, Any]:
    """How much an address has to tell."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    forget()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    body = answer.getvalue()
    body = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
    return {
        "queries": len(queries),
        "status": answer.status_code,
        "bytes": len(body),
        "gzip": len(gzip.compress(body, 6)),
        "is_large": any(address.startswith(each.split("{")[0] + known) for each, known in large()),
    }


def forget() -> None:
    """Every cache is empty again."""
    from django.contrib.contenttypes.models import ContentType
    from django.core.cache import cache

    cache.clear()
    ContentType.objects.clear_cache()


if __name__ == "__main__":
    sys.exit(main())
