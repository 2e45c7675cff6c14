"""Is `season estimate` right? Seasons at the loopback provider, estimated, then played, and one held against the other.

    python benchmarks/money/estimate.py [--quick] [--games 20] [--ruleset town-mafia] [--case N] [--seed TEXT]
                                  [--json]

Forty cases: the four rule books; models that write 60, 250 or 1,500 tokens an answer and reason 0 to 6,000, with caches
of all three kinds, alone and two at a table; new to the league but for one probe, or for two games. What each season
then costs is the sum over its call ledger, calls are those of its games, disk is what the database and the folder of
logs have grown by. The bar: money within ±25 %, and within the interval in 36 of 40. `--quick` is the first case by
probe and by games of each rule book, with a fifth of the games. Exits with 1 when the bar is missed.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
folder = tempfile.mkdtemp(prefix="estimate-benchmark-")
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
from django.db import connection  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.engine.rulesets import all_rulesets  # noqa: E402
from games.gateway.errands import probe_model  # noqa: E402
from games.loopback.process import Provider, provider  # noqa: E402
from games.models import Call  # noqa: E402
from league.models import Season  # noqa: E402
from league.processes.logs import quiet  # noqa: E402
from league.seasons.lifecycle.starting import start_season  # noqa: E402
from league.seasons.making.checking import Rules  # noqa: E402
from league.seasons.making.creating import create_season  # noqa: E402
from league.seasons.money.estimates import Estimate  # noqa: E402
from league.seasons.money.estimating import estimate_season  # noqa: E402
from league.seasons.playing.running import run_season  # noqa: E402
from personas.models import LanguageModel, Player  # noqa: E402
from personas.roster import ensure_players  # noqa: E402

FAR: Final = 0.25
HELD: Final = 0.9
WHY: Final = "it is measured"


@dataclass(frozen=True, slots=True)
class Writer:
    """A model, and how many tokens it is set to write and to reason."""

    name: str
    written: int
    reasoning: int = 0

    def __str__(self) -> str:
        return f"{self.name} {self.written}+{self.reasoning}"


@dataclass(frozen=True, slots=True)
class Case:
    """Who sits at the table, and by what they are known."""

    by: str
    writers: tuple[Writer, ...]


MINI, HAIKU, LUNA, FIVE, SONNET = "gpt-4.1-mini", "claude-haiku-4-5", "gpt-5.6-luna", "gpt-5-mini", "claude-sonnet-5"
CASES: Final = (
    Case("probe", (Writer(MINI, 250),)),
    Case("games", (Writer(FIVE, 250, 1_000),)),
    Case("probe", (Writer(HAIKU, 60),)),
    Case("games", (Writer(MINI, 60),)),
    Case("probe", (Writer(FIVE, 60, 6_000),)),
    Case("games", (Writer(HAIKU, 1_500),)),
    Case("probe", (Writer(MINI, 1_500),)),
    Case("games", (Writer(LUNA, 1_500, 6_000),)),
    Case("probe", (Writer(LUNA, 60), Writer(HAIKU, 1_500))),
    Case("games", (Writer(SONNET, 250, 2_000), Writer(MINI, 1_500))),
)
QUICK: Final = CASES[:2]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was estimated of a season and what it came to."""

    ruleset: str
    case: Case
    told: Estimate
    cost: float
    calls: int
    bytes: int

    @property
    def off(self) -> float:
        """By how much the likely sum was wrong, of what it was."""
        return float(self.told.cost.likely) / self.cost - 1

    @property
    def is_held(self) -> bool:
        """Whether the interval held what it cost."""
        return float(self.told.cost.low) <= self.cost <= float(self.told.cost.high)

    @property
    def line(self) -> str:
        """A row of the table."""
        low, high = (float(each) / self.cost - 1 for each in (self.told.cost.low, self.told.cost.high))
        verdict = ("" if abs(self.off) <= FAR else "  FAR") + ("" if self.is_held else "  NOT HELD")
        return (
            f"{self.ruleset:15s}{self.case.by:6s} {' and '.join(map(str, self.case.writers)):50s} ${self.cost:9.4f} "
            f"{self.off:+5.0%} ({low:+.0%} to {high:+.0%})  calls {self.told.calls / self.calls - 1:+.0%}"
            f"  disk {self.told.bytes / self.bytes - 1:+.0%}{verdict}"
        )

    @property
    def plain(self) -> dict[str, Any]:
        """The same as JSON."""
        cost = self.told.cost
        return {
            "ruleset": self.ruleset,
            "known_by": self.case.by,
            "models": [str(each) for each in self.case.writers],
            "cost": {"was": self.cost, "low": float(cost.low), "likely": float(cost.likely), "high": float(cost.high)},
            "calls": {"were": self.calls, "likely": self.told.calls},
            "bytes": {"were": self.bytes, "likely": self.told.bytes},
        }


def players_at(running: Provider, case: Case, name: str, seats: int) -> list[Player]:
    """The shipped characters, in turn on models that nobody has met."""
    models = []
    for number, writer in enumerate(case.writers):
        is_anthropic = writer.name.startswith("claude")
        model = LanguageModel.objects.create(
            slug=f"{name}-{number}",
            name=writer.name,
            model_name=writer.name,
            provider="anthropic" if is_anthropic else "openai",
            base_url=running.anthropic_url if is_anthropic else running.openai_url,
            key_variable="LOOP_KEY",
        )
        models.append(model)
    on_each = [ensure_players(model=model) for model in models]
    return [on_each[place % len(models)][place] for place in range(seats)]


def season_of(players: list[Player], ruleset: str, name: str, games: int, seed: str) -> Season:
    rules = [Rules(ruleset, all_rulesets()[ruleset].default_seats)]
    secret = f"{seed}{name}"
    return create_season(slug=name, name=name, rules=rules, games=games, players=players, pace=0.0, secret=secret)


def play(season: Season) -> None:
    start_season(season=season, now=timezone.now(), unprobed=WHY)
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda _: None)
    if stand.status != Season.Status.FINISHED:
        raise SystemExit(f"{season.slug} is {stand.status}: {stand.waiting}")


def measured(running: Provider, ruleset: str, number: int, case: Case, games: int, seed: str) -> Outcome:
    """A season of games, estimated and played."""
    running.control(talk={each.name: {"written": each.written, "reasoning": each.reasoning} for each in case.writers})
    name = f"{ruleset}-{number}"
    players = players_at(running, case, name, all_rulesets()[ruleset].default_seats)
    if case.by == "probe":
        for model in {player.model for player in players}:
            probe_model(model=LanguageModel.objects.get(pk=model.pk))
    else:
        play(season_of(players, ruleset, f"{name}-known", 2, seed))
    season = season_of(players, ruleset, name, games, seed)
    told = estimate_season(season=season, now=timezone.now())
    before, newest = stored_bytes(), Call.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    play(season)
    calls = Call.objects.filter(pk__gt=newest)
    cost = calls.aggregate(cost=Sum("cost"))["cost"]
    return Outcome(ruleset, case, told, float(cost), calls.count(), stored_bytes() - before)


def stored_bytes() -> int:
    """Bytes that the database holds, and the folder of logs."""
    with connection.cursor() as cursor:
        pages, free, size = (
            cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
    logs = sum(path.stat().st_size for path in Path(folder, "logs").rglob("*.json"))
    return int((pages - free) * size + logs)


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--games", type=int, default=20, help="of each season")
    parser.add_argument("--ruleset", action="append", choices=tuple(all_rulesets()))
    parser.add_argument("--case", type=int, action="append", help=f"which of the cases, from 0 to {len(CASES) - 1}")
    parser.add_argument("--seed", default="", help="other games are played by each")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    quiet()
    call_command("migrate", verbosity=0)
    games = given.games // 5 if given.quick else given.games
    numbers = given.case or range(len(QUICK) if given.quick else len(CASES))
    found: list[Outcome] = []
    with provider() as running:
        settings.LEAGUE_BASE_URLS = [running.openai_url, running.anthropic_url]
        for ruleset in given.ruleset or all_rulesets():
            for number in numbers:
                began = time.monotonic()
                found.append(measured(running, ruleset, number, CASES[number], games, given.seed))
                say(f"{found[-1].line}  {time.monotonic() - began:.0f} s")
    near, held = sum(abs(each.off) <= FAR for each in found), sum(each.is_held for each in found)
    say(f"{near} of {len(found)} within ±{FAR:.0%}; the interval held {held} (at least {HELD:.0%})")
    if given.json:
        sys.stdout.write(json.dumps([each.plain for each in found]) + "\n")
    sys.exit(0 if near == len(found) and held >= HELD * len(found) else 1)


if __name__ == "__main__":
    try:
        main()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
