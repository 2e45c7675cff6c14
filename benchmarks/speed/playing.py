"""How fast are games played through the database? Hosts of one process on SQLite, without a pace, to the last game.

    python benchmarks/speed/playing.py [--games 100] [--seats 8] [--provider uniform|house]

Prints games and answers a second, by the clock and by CPU time, what a stored game takes, and the memory of the
process. What it plays is gone afterwards.
"""

import argparse
import os
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--provider", choices=("uniform", "house"), default="uniform")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="playing-") as folder:
        os.environ |= {"LEAGUE_DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
        play(asked.games, asked.seats, asked.provider)


def stored_bytes() -> int:
    """The pages of the database that are in use, indexes too."""
    from django.db import connection

    with connection.cursor() as cursor:
        counts = []
        for pragma in ("page_size", "page_count", "freelist_count"):
            cursor.execute(f"PRAGMA {pragma}")
            counts.append(cursor.fetchone()[0])
    size, pages, free = counts
    return size * (pages - free)


def play(games: int, seats: int, provider: str) -> None:
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from games.hosting.keeping import host_games, leave_halls
    from games.models import Answer
    from tests.games.casting import cast, make_game

    logging.disable(logging.INFO)
    players = cast(seats, provider)
    empty = stored_bytes()
    for number in range(games):
        make_game(f"benchmark/{number}", players=players)
    began, worked = time.perf_counter(), time.process_time()
    host_games(owner="benchmark", slice_seconds=24 * 3600, stopping=threading.Event())
    seconds, cpu = time.perf_counter() - began, time.process_time() - worked
    leave_halls()
    answers = Answer.objects.count()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(
        f"{games} games of {seats} {provider} players, {answers} answers in {seconds:.1f} s ({cpu:.1f} s of CPU)\n"
        f"{games / seconds:.1f} games/s, {answers / seconds:,.0f} answers/s, {answers / cpu:,.0f} a second of CPU\n"
        f"{(stored_bytes() - empty) / games / 1000:.1f} kB a stored game, {memory:.0f} MB of memory\n"
    )


if __name__ == "__main__":
    main()
