"""Many games of models at once on one worker process, beside the bare SDKs, in one run.

    python benchmarks/providers/concurrency.py [GAMES …] [--seats 8] [--latency 2] [--ruleset town-mafia] [--bare 1000]
                                     [--option max_rounds=4 …]

The loopback provider answers in a process of its own, with a latency; the worker is this process. For each number of
games: the makespan beside the longest chain of waits that one game has by its rules (its polls one after another, at
the latency), the worker's CPU a call all in, its memory, and how many connections PostgreSQL had open at most when
DATABASE_URL names one; otherwise the database is SQLite in a temporary folder. The bare SDKs have a hundred requests in
flight at the same latency, with nothing around them: at the pace of a hundred games, for what is done seldom costs more
than the same done without a pause.
"""

import argparse
import asyncio
import json
import logging
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT))
folder = tempfile.mkdtemp(prefix="league-benchmark-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
os.environ |= {
    "LEAGUE_DATA_DIR": folder,
    "LEAGUE_PAID_CALLS": "0",
    "LEAGUE_LOGS": "0",
    "LEAGUE_KEY_VARIABLES": "LOOP_KEY",
    "LOOP_KEY": "sk-loop-benchmark",
}
os.environ["LEAGUE_GAMES_PER_WORKER"] = "2000"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from games.agents.providers import Request  # noqa: E402
from games.agents.providers.anthropic import Anthropic  # noqa: E402
from games.agents.providers.openai import OpenAI  # noqa: E402
from games.hosting.keeping import (  # noqa: E402
    Owner,
    host_games,
    leave_halls,
)
from games.hosting.making import create_game  # noqa: E402
from games.loopback.process import Provider, provider  # noqa: E402
from games.models import Answer, Call, Game  # noqa: E402
from personas.models import LanguageModel, Persona, Player  # noqa: E402
from personas.sheet import ROSTER, dump  # noqa: E402

MODELS = ("gpt-4o-mini", "claude-haiku-4-5")


def say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201


def players_at(running: Provider, seats: int) -> list[Player]:
    """The shipped characters, on a model of each protocol in turn."""
    models = []
    for name in MODELS:
        protocol = "anthropic" if name.startswith("claude") else "openai"
        url = running.anthropic_url if protocol == "anthropic" else running.openai_url
        given = {"name": name, "provider": protocol, "model_name": name, "key_variable": "LOOP_KEY", "in_flight": 5_000}
        models.append(LanguageModel.objects.update_or_create(slug=name, defaults={**given, "base_url": url})[0])
    players = []
    for place, sheet in enumerate(ROSTER[:seats]):
        model = models[place % len(models)]
        persona, _ = Persona.objects.get_or_create(slug=sheet.slug, defaults={"name": sheet.name, "sheet": dump(sheet)})
        given = {"persona": persona, "model": model}
        players.append(Player.objects.get_or_create(player_id=f"{model.slug}_{persona.slug}", defaults=given)[0])
    return players


def most_connections(stopping: threading.Event, most: list[int]) -> None:
    """Looks how many connections PostgreSQL has open to this database, again and again."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        while not stopping.wait(1.0):
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            most.append(cursor.fetchone()[0] - 1)  # this one is ours


def play(games: int, players: list[Player], ruleset: str, latency: float, options: dict[str, Any]) -> None:
    """Plays so many games at once, and says what it took."""
    made = [
        create_game(ruleset=ruleset, options=options, players=players, terms={}, seed=f"concurrency/{number}").pk
        for number in range(games)
    ]
    stopping, looking, most = threading.Event(), threading.Event(), [0]
    looker = threading.Thread(target=most_connections, args=(looking, most))
    looker.start()
    cpu, began = time.process_time(), time.monotonic()
    host_games(owner=Owner.here(), slice_seconds=36_000, stopping=stopping)
    makespan, cpu = time.monotonic() - began, time.process_time() - cpu
    leave_halls()
    looking.set()
    looker.join()
    rows = Game.objects.filter(pk__in=made)
    if rows.exclude(status="finished").exists():
        raise SystemExit(f"not finished: {rows.exclude(status='finished').values_list('status', 'waiting')}")
    calls = Call.objects.filter(game__in=made).count()
    # The polls of a game follow one another; what is retried in one is a wait more.
    waits = [_waits(pk) * latency for pk in made]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    say(
        f"{games:5} games  {calls:6} calls  makespan {makespan:7.1f} s = {makespan / max(waits):.2f} x the longest"
        f" chain  CPU {1000 * cpu / calls:.2f} ms a call  {calls / makespan:.0f} calls/s  memory {memory:.0f} MB"
        + (f"  {max(most)} connections" if connection.vendor == "postgresql" else "")
    )


def _waits(game: int) -> int:
    """How many answers of a provider a game waited for one after another."""
    tries: dict[int, int] = {}
    for poll, number in Answer.objects.filter(game=game).values_list("poll", "tries"):
        tries[poll] = max(tries.get(poll, 0), number)
    return sum(tries.values())


def bare(running: Provider, requests: int, in_flight: int) -> None:
    """The SDKs alone: so many requests of the same size, so many in flight."""
    schema = {
        "type": "object",
        "properties": {"message": {"type": "string"}},
        "required": ["message"],
        "additionalProperties": False,
    }

    async def many(line: OpenAI | Anthropic, model: str) -> float:
        gate = asyncio.Semaphore(in_flight)

        async def one(number: int) -> None:
            async with gate:
                task = f"Say something, {number}."
                await line.ask(Request(model, ("rules " * 1_500, "own"), ("history " * 200,), task, schema, 500))

        await one(-1)
        cpu = time.process_time()
        await asyncio.gather(*(one(number) for number in range(requests)))
        cpu = time.process_time() - cpu
        await line.close()
        return 1000 * cpu / requests

    for line, model in (
        (OpenAI(key="sk-loop-b", base_url=running.openai_url), MODELS[0]),
        (Anthropic(key="sk-loop-b", base_url=running.anthropic_url), MODELS[1]),
    ):
        cost = asyncio.run(many(line, model))
        say(f"bare {line.name:10} {requests} requests, {in_flight} in flight: {cost:.2f} ms CPU a call")


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays many games of models at once on one process.")
    parser.add_argument("games", type=int, nargs="*", default=[1, 10, 100])
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--latency", type=float, default=2.0)
    parser.add_argument("--ruleset", default="town-mafia")
    parser.add_argument("--bare", type=int, default=1_000)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="of the rules")
    asked = parser.parse_args()
    options = {name: json.loads(value) for name, _, value in (each.partition("=") for each in asked.option)}
    logging.disable(logging.WARNING)
    # In a process of its own: what it takes to migrate is nothing that a worker holds.
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True, cwd=PROJECT)
    with provider(latency=asked.latency) as running:
        settings.LEAGUE_BASE_URLS = [running.openai_url, running.anthropic_url]
        say(f"{asked.ruleset}, {asked.seats} seats, {asked.latency:g} s latency, {connection.vendor}")
        if asked.bare:
            bare(running, asked.bare, 100)
        players = players_at(running, asked.seats)
        for games in asked.games:
            play(games, players, asked.ruleset, asked.latency, options)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
