"""What it costs to ask players what they learned from a game, beside the game itself: seasons at the loopback provider.

    python benchmarks/money/reflection.py [--games 4] [--written 400] [--ruleset town-mafia]…
        [--model gpt-4.1-mini]… [--json]

Seasons of the four rule books, default seats and options, every seat on one model, one of each of three protocols. They
are played over HTTP; a reply has from half to one and a half times so many tokens, so 200 at least. Both sums are the
call ledger's, and together what the provider has billed. The bar: all reflections of a game cost at most so much of
what its answers cost: 10 % on the ship, 18 in Reactive, 25 in Council, 35 in Town. Told besides: what of their prompts
was read from a cache and what was written to one, and what of them are prompts and what replies. Exits with 1 when a
bar is missed.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
folder = tempfile.mkdtemp(prefix="reflection-benchmark-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
os.environ |= {
    "LEAGUE_DATA_DIR": folder,
    "LEAGUE_PAID_CALLS": "0",
    "LEAGUE_KEY_VARIABLES": "LOOP_KEY",
    "LOOP_KEY": "sk-loop-benchmark",
    "DATABASE_URL": "",
    "REDIS_URL": "",
}

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db.models import Count, QuerySet, Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.engine.rulesets import all_rulesets  # noqa: E402
from games.loopback.billing import model_named  # noqa: E402
from games.loopback.process import Provider, provider  # noqa: E402
from games.models import Call, Reflection  # noqa: E402
from league.models import Season  # noqa: E402
from league.processes.logs import quiet  # noqa: E402
from league.seasons.lifecycle.starting import start_season  # noqa: E402
from league.seasons.making.checking import Rules  # noqa: E402
from league.seasons.making.creating import create_season  # noqa: E402
from league.seasons.playing.running import run_season  # noqa: E402
from personas.models import LanguageModel, Player  # noqa: E402
from personas.roster import ensure_players  # noqa: E402

PROTOCOLS: Final = {"gpt-4.1-mini": "openai", "gpt-5-mini": "openai-responses", "claude-haiku-4-5": "anthropic"}
BARS: Final = {"glass-box": 0.10, "reactive-mafia": 0.18, "council-mafia": 0.25, "town-mafia": 0.35}
LAG: Final = 2  # games; the later ones are played by who was told lessons


@dataclass(frozen=True, slots=True)
class Sent:
    """What calls of one purpose come to, a game: how many, US dollars, tokens."""

    calls: float
    cost: float
    read: float
    cached: float
    written: float
    said: float

    @property
    def is_cached(self) -> float:
        """How much of the prompts was read from a cache."""
        return self.cached / self.read


@dataclass(frozen=True, slots=True)
class Outcome:
    """A season: what its answers and its reflections come to, and what part of theirs is for the replies."""

    ruleset: str
    model: str
    answers: Sent
    reflections: Sent
    replies: float

    @property
    def share(self) -> float:
        """What reflections cost of what the answers do."""
        return self.reflections.cost / self.answers.cost

    @property
    def line(self) -> str:
        """A row of the table."""
        asked, played = self.reflections, self.answers
        verdict = "" if self.share <= BARS[self.ruleset] else "  MISSED"
        return (
            f"{self.ruleset:15s}{self.model:17s}{self.share:6.1%} (≤ {BARS[self.ruleset]:.0%}) of ${played.cost:.4f}, "
            f"{self.share / (1 + self.share):.1%} of both; {asked.calls:.1f} of {asked.read / asked.calls:,.0f} in "
            f"({asked.is_cached:.0%} cached, {asked.written / asked.read:.0%} written) and "
            f"{asked.said / asked.calls:.0f} out, replies {self.replies:.0%} of it; beside {played.calls:.0f} of "
            f"{played.read / played.calls:,.0f} in ({played.is_cached:.0%} cached) and "
            f"{played.said / played.calls:.0f} out{verdict}"
        )


def players_at(running: Provider, name: str, protocol: str, seats: int) -> list[Player]:
    """The shipped characters on a model."""
    is_anthropic = protocol == "anthropic"
    model, _ = LanguageModel.objects.get_or_create(
        slug=name.replace(".", "-"),
        defaults={
            "name": name,
            "model_name": name,
            "provider": protocol,
            "base_url": running.anthropic_url if is_anthropic else running.openai_url,
            "key_variable": "LOOP_KEY",
        },
    )
    return ensure_players(model=model)[:seats]


def measured(running: Provider, ruleset: str, name: str, games: int) -> Outcome:
    """A season played, and asked what it taught. Raises SystemExit where somebody was not asked, or where the ledger is
    not the provider's bill."""
    seats, before = all_rulesets()[ruleset].default_seats, running.cost()
    season = create_season(
        slug=f"{ruleset}-{name.replace('.', '-')}",
        name=f"{ruleset} by {name}",
        rules=[Rules(ruleset, seats)],
        games=games,
        players=players_at(running, name, PROTOCOLS[name], seats),
        pace=0.0,
        secret="reflection",  # noqa: S106  whoever plays the same games
        lag=LAG,
    )
    start_season(season=season, now=timezone.now(), unprobed="it is measured")
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda _: None)
    if stand.status != Season.Status.FINISHED:
        raise SystemExit(f"{season.slug} is {stand.status}: {stand.waiting}")
    chosen = Reflection.objects.filter(seat__game__fixture__season=season, status=Reflection.Status.DONE).count()
    if chosen != games * seats:
        raise SystemExit(f"{season.slug}: {chosen} of {games * seats} were asked what they learned")
    calls = Call.objects.filter(game__fixture__season=season)
    billed, ledger = running.cost() - before, calls.aggregate(cost=Sum("cost"))["cost"]
    if abs(billed - ledger) > billed / 1_000:
        raise SystemExit(f"{season.slug}: the provider has billed {billed}, the ledger says {ledger}")
    answers, reflections = (
        sent(calls.filter(purpose=purpose), games) for purpose in (Call.Purpose.ANSWER, Call.Purpose.REFLECTION)
    )
    model = model_named(name)
    assert model is not None
    return Outcome(ruleset, name, answers, reflections, reflections.said * float(model.output) / 1e6 / reflections.cost)


def sent(calls: QuerySet[Call], games: int) -> Sent:
    """What these calls come to, a game of so many."""
    fields = ("cost", "input_tokens", "cached_tokens", "cache_written_tokens", "output_tokens")
    sums = calls.aggregate(Count("pk"), *map(Sum, fields))
    return Sent(*(float(sums[name] or 0) / games for name in ("pk__count", *(f"{each}__sum" for each in fields))))


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=4, help="of each season")
    parser.add_argument("--written", type=int, default=400, help="tokens of a reply; from half to one and a half of it")
    parser.add_argument("--ruleset", action="append", choices=tuple(BARS))
    parser.add_argument("--model", action="append", choices=tuple(PROTOCOLS))
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    quiet()
    call_command("migrate", verbosity=0)
    found: list[Outcome] = []
    with provider(talk={name: {"written": given.written} for name in PROTOCOLS}) as running:
        settings.LEAGUE_BASE_URLS = [running.openai_url, running.anthropic_url]
        for ruleset in given.ruleset or BARS:
            for name in given.model or PROTOCOLS:
                began = time.monotonic()
                found.append(measured(running, ruleset, name, given.games))
                say(f"{found[-1].line}  {time.monotonic() - began:.0f} s")
    if given.json:
        sys.stdout.write(json.dumps([asdict(each) | {"share": each.share} for each in found]) + "\n")
    sys.exit(0 if all(each.share <= BARS[each.ruleset] for each in found) else 1)


if __name__ == "__main__":
    try:
        main()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
