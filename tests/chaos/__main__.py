"""`python -m tests.chaos --games 100 --workers 3 --faults long`: a season of models through faults, on processes.

The last line on standard output is JSON: what happened in figures, and what it broke. Exit status 1 when anything did.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
from pathlib import Path

from tests.chaos.site import Site, site

FORMS = ("none", "short", "long", "kills", "servers", "commits", "odd")  # what stands in tests/chaos/faults.py
ROOM = 20.0  # seconds for what is written after the last game: figures, streams, a sweep


def main() -> int:
    """Plays it and judges it; returns the exit status."""
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever is asked to end takes the site along
    with tempfile.TemporaryDirectory(prefix="league-chaos-", ignore_cleanup_errors=True) as folder:
        kept = Path(asked.logs or folder)
        kept.mkdir(parents=True, exist_ok=True)
        how = {"commits": asked.faults == "commits", "on_small_disk": asked.faults == "odd"}
        with site(kept, workers=asked.workers, latency=asked.latency, **how) as running:
            told = story(running, asked)
    print(json.dumps(told), flush=True)  # noqa: T201  it is what this is for
    return 1 if told["broken"] else 0


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--latency", type=float, default=1.0, help="seconds that a model thinks")
    parser.add_argument("--faults", choices=FORMS, default="long")
    parser.add_argument("--seconds", type=float, default=900.0, help="the longest that the season may take")
    parser.add_argument("--secret", help="of the season: games of the same come out the same")
    parser.add_argument("--logs", help="a folder to keep the logs of all processes in")
    return parser.parse_args()


def story(running: Site, asked: argparse.Namespace) -> dict[str, object]:
    """The season from its beginning to the verdict."""
    os.environ.update(running.environment)
    import django

    django.setup()
    from tests.chaos import playing

    return playing.told(running, games=asked.games, faults=asked.faults, seconds=asked.seconds, secret=asked.secret)


if __name__ == "__main__":
    sys.exit(main())
