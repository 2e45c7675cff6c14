"""How fast is a model asked that has limits a minute, and how often is that refused? With calls that wait their turn,
and with none that does; prints what came through, the refusals, and the CPU for each call.

    python benchmarks/providers/limits.py [--seconds 60] [--crowd 200] [--latency 2] [--model gpt-4o-mini]
        [--limit KIND=N,…]

The loopback provider answers in a process of its own, with the limits. A crowd asks through the league's own gates and
clients: each asks again as soon as it has its answer, with a prompt of 8 KB and an answer of at most 500 tokens. A
bucket begins full, so that what the limits hold is a minute's worth more than they fill.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
folder = tempfile.mkdtemp(prefix="league-benchmark-")
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "league.settings",
    "LEAGUE_DATA_DIR": folder,
    "LEAGUE_PAID_CALLS": "0",
    "LEAGUE_KEY_VARIABLES": "LOOP_KEY",
    "LOOP_KEY": "sk-loop-benchmark",
}

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.cache import cache  # noqa: E402

from games.agents.providers import Busy, Request  # noqa: E402
from games.gateway.clients import Line, Switchboard  # noqa: E402
from games.loopback.process import provider  # noqa: E402
from personas.models import LanguageModel  # noqa: E402

PAGE = "Anna said that she was asleep, and Bela did not believe a word of it. " * 115
SCHEMA = {
    "type": "object",
    "properties": {"reasoning": {"type": "string"}, "vote": {"type": "string", "enum": ["Anna", "Bela"]}},
    "required": ["reasoning", "vote"],
    "additionalProperties": False,
}


class Until:
    """A halt at a time."""

    def __init__(self, seconds: float) -> None:
        self.at = time.monotonic() + seconds

    def is_set(self) -> bool:
        return time.monotonic() >= self.at

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, max(0.0, self.at - time.monotonic())))

    async def is_over(self) -> bool:
        return False


async def untold(why: str) -> None:
    """Nobody watches."""


async def ask(line: Line, until: Until, told: dict[str, int], name: str, *, paced: bool) -> None:
    """Asks until the time is over."""
    number = 0
    while not until.is_set():
        number += 1
        request = Request(
            told["model"],  # type: ignore[arg-type]  # a name among numbers
            (PAGE,),
            (),
            f"{name} {number}: whom?",
            SCHEMA,
            500,
        )
        claim = line.allowance.claim(request)
        try:
            await line.gate.enter(line.passes, until, untold, until, claim if paced else None)
        except Exception:  # noqa: BLE001  the time is over
            return
        try:
            claim.send()
            reply = await line.provider.ask(replace(request, id=f"{name}-{number}"))
        except Busy as error:
            told["refused"] += 1
            await claim.failed(error.limits)
            await line.gate.close(str(error), after=error.after)
        else:
            told["answered"] += 1
            await claim.replied(reply.limits, reply.usage)
            await line.gate.fine()
        finally:
            claim.give_back()
            line.gate.leave(line.passes)


async def crowd(url: str, asked: Any, *, paced: bool) -> dict[str, int]:
    """What came of a crowd."""
    board = Switchboard()
    protocol = "anthropic" if asked.model.startswith("claude") else "openai"
    base = url if protocol == "anthropic" else f"{url}/v1"
    settings.LEAGUE_BASE_URLS = [base]
    model = LanguageModel(
        slug="m",
        provider=protocol,
        model_name=asked.model,
        base_url=base,
        key_variable="LOOP_KEY",
        in_flight=asked.crowd,
    )
    line, until = board.line(model), Until(asked.seconds)
    told: dict[str, Any] = {"answered": 0, "refused": 0, "model": asked.model}
    await asyncio.gather(*(ask(line, until, told, f"c{number}", paced=paced) for number in range(asked.crowd)))
    await board.close()
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--crowd", type=int, default=200)
    parser.add_argument("--latency", type=float, default=2.0, help="seconds")
    parser.add_argument("--model", default="gpt-4o-mini")
    parser.add_argument("--limit", default="requests=500,tokens=200000", help="a minute; none: empty")
    asked = parser.parse_args()
    limits = {kind: int(number) for kind, _, number in (each.partition("=") for each in asked.limit.split(",") if each)}
    with provider() as running:  # what is imported at the first call is no call's cost
        asyncio.run(crowd(running.url, argparse.Namespace(**{**vars(asked), "seconds": 1, "crowd": 1}), paced=True))
    for paced in (True, False):
        cache.clear()
        with provider(latency=asked.latency, limits={asked.model: limits} if limits else {}) as running:
            used = time.process_time()
            told = asyncio.run(crowd(running.url, asked, paced=paced))
            used = time.process_time() - used
            calls = told["answered"] + told["refused"]
            sys.stdout.write(
                f"{'with' if paced else 'without'} turns: {told['answered']} answered, {told['refused']} refused in "
                f"{asked.seconds:.0f} s, {1000 * used / max(1, calls):.2f} ms of CPU a call\n"
            )


if __name__ == "__main__":
    main()
