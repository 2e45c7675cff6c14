"""What reading costs: seconds and memory of the worst answers, microseconds of an ordinary one and of what is legal.

    python benchmarks/providers/answers.py [--repeat 200]

One question of each kind and form from whole games of every ruleset. The bars: under 1 s and 50 MB for the worst.
"""

import argparse
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.agent import Exchange
from games.agents.answering.schema import _legal_now, legal_now
from games.agents.providers import Reply
from games.engine.questions import Illegal
from games.loopback.replies.payloads import PAYLOADS, legal
from tests.games.agents.answering.put import EVERY, title
from tests.games.agents.answering.shape import schema_for

MICRO = 1e6
LONG = 262_000  # characters: about as long as what is looked at
# Texts that are slow for whoever searches them twice.
SLOW = {
    "blanks": "x" + " " * LONG + "x",
    "fences": "```json\n" * (LONG // 8),
    "fence of line breaks": "```" + "\n" * LONG + "x",
    "braces": "{" * LONG,
    "objects": '{"a":1}' * (LONG // 7),
    "objects in objects": '{"target":' * (LONG // 10),
    "objects in objects, twice": ('{"target":' * 900 + "1" + "}" * 900) * 2,
    "backslashes": '{"target":"' + "\\" * LONG,
    "digits": '{"target":' + "9" * LONG + "}",
    "thoughts": "<think>" * (LONG // 7),
    "long name": '{"target":"' + "a " * (LONG // 2) + '"}',
    "many orders": json.dumps({"orders": ["kill a"] * (LONG // 12)}),
    "many fields": json.dumps({f"f{number}": number for number in range(LONG // 16)}),
}


def answers() -> Iterator[tuple[str, Exchange, str]]:
    """Every bad answer to every question, by name."""
    for _, each in EVERY:
        schema = schema_for(each.question, each.aliases, each.notes)
        for name, make in PAYLOADS.items():
            yield name, each, make(schema)
        for name, text in SLOW.items():
            yield name, each, text


def read(each: Exchange, text: str) -> None:
    try:
        each.read(Reply(text))
    except Illegal:
        return


def seconds(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def megabytes(do: Callable[[], object]) -> float:
    """The most that was held at once on top of what was there."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    do()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return (peak - before) / 1e6


def worst() -> tuple[tuple[float, str], tuple[float, str]]:
    """The slowest answer, and the one that takes the most memory."""
    slow: list[tuple[float, str]] = []
    large: list[tuple[float, str]] = []
    for name, each, text in answers():
        told = f"{name}, asked for {each.question.kind}, {len(text):,} characters"
        slow.append((seconds(lambda each=each, text=text: read(each, text)), told))
        large.append((megabytes(lambda each=each, text=text: read(each, text)), told))
    return max(slow), max(large)


def costs(each: Exchange, repeat: int) -> Iterator[float]:
    """Microseconds: to read an ordinary answer, to say what is legal, to say it again, to make the request."""
    question, aliases, notes = each.question, tuple(each.aliases), tuple(each.notes)
    text = json.dumps(legal(schema_for(question, aliases, notes)))
    for do in (
        lambda: read(each, text),
        lambda: _legal_now.__wrapped__(question, aliases),
        lambda: legal_now(question, aliases),
        each.request,
    ):
        yield seconds(lambda do=do: [do() for _ in range(repeat)]) * MICRO / repeat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=200)
    repeat = parser.parse_args().repeat
    print(f"{'question':32} {'read':>8} {'legal':>8} {'again':>8} {'request':>8}   microseconds")  # noqa: T201
    for slug, each in EVERY:
        print(f"{slug[:13]:13} {title(each):18}", *(f"{cost:8.1f}" for cost in costs(each, repeat)))  # noqa: T201
    (slow, slowest), (large, largest) = worst()
    print(f"slowest of {len(PAYLOADS) + len(SLOW)} x {len(EVERY)}: {slow:.3f} s for {slowest}")  # noqa: T201
    print(f"largest: {large:.1f} MB for {largest}")  # noqa: T201


if __name__ == "__main__":
    main()
