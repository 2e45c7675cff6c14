"""What of the league is measured from outside, in the words of Prometheus. Law: it tells what the desk tells, and no
more: of what is under way and of sums that are kept, in a fixed number of queries, nothing of one game, and no label
whose values grow with games or players.

What grows is told by names that end in `_total`, though it stands in rows and not in this process: it is the same
whichever process is asked, outlives them all, and goes down where a season is deleted, which a rate takes for a
restart. Dollars are exact in the rows and floats here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, F, Sum
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.models import Account, Game
from league.models import Career, Season
from league.models.sums import Bill
from league.queries.upkeep.failed import failed_told
from league.queries.upkeep.processes import Queue, Sign, queue_told, signs_told
from league.queries.upkeep.seasons import stands_told
from league.queries.upkeep.spending import spending_told, stopped_told
from league.queries.upkeep.wrong import Kind, wrong_of

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
PAYERS: Final = (Account.Scope.MODEL, Account.Scope.PROVIDER)
Values = Mapping[Any, float]  # Any: tuples of the values of labels
TOKENS: Final = ("input", "cached", "cache_written", "output", "reasoning")


def metrics_told(*, now: datetime) -> bytes:
    """All of it as text, as it is now."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Read(now))
    return generate_latest(registry)


class _Read(Collector):
    """What one scrape reads."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def collect(self) -> Iterable[Metric]:
        """Family after family."""
        signs, queue = signs_told(now=self._now), queue_told(now=self._now)
        yield gauge("build", "The release that answers.", ["release"], {(settings.LEAGUE_RELEASE,): 1})
        yield from _of_games()
        yield from _of_the_queue(queue, signs, self._now)
        yield from _of_money()
        yield from _of_answers()
        stands = stands_told(now=self._now)
        wrong = wrong_of(
            signs=signs,
            stands=stands,
            queue=queue,
            spending=spending_told(stands, now=self._now),
            stopped=stopped_told(),
            failing=failed_told(stands, now=self._now, visitor=None).calls,
            now=self._now,
        )
        kinds = Counter(each.kind for each in wrong)
        yield gauge(
            "wrong", "What is wrong now, as the desk has it.", ["kind"], {(kind.value,): kinds[kind] for kind in Kind}
        )


def _of_games() -> Iterator[Metric]:
    games = Game.objects.order_by().values_list("status").annotate(Count("pk"))
    known = dict.fromkeys(Game.Status.values, 0) | dict(games)
    yield gauge("games", "Games by how they stand.", ["status"], {(name,): known[name] for name in sorted(known)})
    begun = Season.objects.exclude(status=Season.Status.DRAFT).order_by().values_list("status").annotate(Count("pk"))
    seasons = {name: 0 for name in Season.Status.values if name != Season.Status.DRAFT} | dict(begun)
    yield gauge(
        "seasons", "Seasons by how they stand.", ["status"], {(name,): seasons[name] for name in sorted(seasons)}
    )
    again = Game.objects.filter(status=Game.Status.RUNNING, lease_token__gt=1)
    lost = again.aggregate(lost=Sum(F("lease_token") - 1))["lost"] or 0
    yield gauge("games_claimed_again", "How often games that are running were taken from a host.", [], {(): lost})


def _of_the_queue(queue: Queue, signs: Iterable[Sign], now: datetime) -> Iterator[Metric]:
    yield gauge("queue_games", "Games that are due, held back by nothing and begun by nobody.", [], {(): queue.games})
    age = (now - queue.oldest_due_at).total_seconds() if queue.oldest_due_at else 0.0
    yield gauge("queue_age_seconds", "Since when the first of them is due.", [], {(): age})
    if queue.messages is not None:
        yield gauge("queue_messages", "Messages that lie with the broker.", [], {(): queue.messages})
    told, held = Counter((each.kind, each.stand) for each in signs), Counter[tuple[str, ...]]()
    for each in signs:
        held[(each.kind,)] += each.games if each.is_living else 0
    yield gauge("processes", "Parts of processes by kind and sign of life.", ["kind", "stand"], told)
    yield gauge("processes_games", "Games that the living held at their last sign.", ["kind"], held)


def _of_money() -> Iterator[Metric]:
    rows = list(Account.objects.filter(scope__in=PAYERS).order_by("scope", "name"))
    labels, of = ["scope", "name"], {(row.scope, row.name): row for row in rows}
    for name, what, column in (
        ("calls", "Calls that drew on the account of a model or a provider.", "calls"),
        ("spent_dollars", "US dollars that are booked there.", "spent"),
        ("unsure_dollars", "US dollars of them that are the most a call may have cost.", "unsure"),
    ):
        yield counter(name, what, labels, {key: float(getattr(row, column)) for key, row in of.items()})
    yield gauge(
        "reserved_dollars",
        "US dollars that calls on their way may cost.",
        labels,
        {key: float(row.reserved) for key, row in of.items()},
    )
    yield gauge(
        "cap_dollars",
        "US dollars that may be spent there; absent without a cap.",
        labels,
        {key: float(row.cap) for key, row in of.items() if row.cap is not None},
    )
    yield gauge(
        "calls_stopped", "1 where no new call may be made.", labels, {key: bool(row.stopped) for key, row in of.items()}
    )
    # Without the rows of all seasons together, which leave out twins and what was cancelled.
    sums = Bill.objects.exclude(season="").order_by("model").values_list("model").annotate(*map(Sum, TOKENS))
    told = {(model, kind): float(n or 0) for model, *each in sums for kind, n in zip(TOKENS, each, strict=True)}
    yield counter("tokens", "Tokens of billed calls: those of games that are over.", ["model", "kind"], told)


def _of_answers() -> Iterator[Metric]:
    whole = Career.objects.filter(ruleset="", role="", team="")
    sums = whole.aggregate(games=Sum("games"), answers=Sum("answers"), defaults=Sum("defaults"))
    yield counter("answers", "Answers of games that are over.", [], {(): float(sums["answers"] or 0)})
    yield counter("fallbacks", "Of them, those for which a default stood in.", [], {(): float(sums["defaults"] or 0)})


def gauge(name: str, what: str, labels: list[str], values: Values) -> Metric:
    """What goes up and down."""
    family = GaugeMetricFamily(f"league_{name}", what, labels=labels)
    for key, value in values.items():
        family.add_metric(list(key), value)
    return family


def counter(name: str, what: str, labels: list[str], values: Values) -> Metric:
    """What grows."""
    family = CounterMetricFamily(f"league_{name}", what, labels=labels)
    for key, value in values.items():
        family.add_metric(list(key), value)
    return family
