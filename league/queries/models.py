"""What asking a model came to, for its page and the API. Law: nothing is added up here but rows that are sums already,
and of the few games that are in no sum of seats those; calls are looked at one page at a time, and only those that
failed.

All of it is of finished games. A question is counted once, however often it was asked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.billing.money import bounded, exact, in_dollars
from games.engine.rulesets import ruleset_title
from games.models import Call, Game
from games.models.call import FAILING
from league.models import AskingSum, FiguresSum, LatencySum, Season
from league.queries.costs import games_off
from league.results.latency import within
from personas.models import LanguageModel, ModelVersion
from personas.versions import HOW

NOTHING: Final = "\N{EN DASH}"
COUNTED: Final = ("questions", "retried", "defaulted", "calls", "answered", "faulty", "cut", "refused", "lost")
USED: Final = ("input", "cached", "cache_written", "output", "reasoning")
MONEY: Final = ("cost", "unsure")


@dataclass(frozen=True, slots=True)
class Asking:
    """What came of asking a model: of all, under a rule book, or of a kind of question there. `seats` is how many seats
    in finished games it had, 0 where that is not known."""

    ruleset: str = ""
    kind: str = ""
    questions: int = 0
    retried: int = 0
    defaulted: int = 0
    calls: int = 0
    answered: int = 0
    faulty: int = 0
    cut: int = 0
    refused: int = 0
    lost: int = 0
    input: int = 0
    cached: int = 0
    cache_written: int = 0
    output: int = 0
    reasoning: int = 0
    cost: Decimal = Decimal(0)
    unsure: Decimal = Decimal(0)
    seats: int = 0
    p50: float | None = None
    p95: float | None = None

    @property
    def title(self) -> str:
        return ruleset_title(self.ruleset) if self.ruleset else "All rules"

    @property
    def what(self) -> str:
        """The kind of question in words."""
        return self.kind.replace("_", " ") or "without an answer"

    @property
    def tokens(self) -> int:
        return self.input + self.output

    @property
    def tries(self) -> float | None:
        """Answers a question, in the mean."""
        return self.answered / self.questions if self.questions else None

    @property
    def tries_told(self) -> str:
        return NOTHING if self.tries is None else f"{self.tries:.2f}"

    @property
    def faulty_share(self) -> str:
        return percent(self.faulty, self.answered)

    @property
    def cut_share(self) -> str:
        return percent(self.cut, self.answered)

    @property
    def retried_share(self) -> str:
        return percent(self.retried, self.questions)

    @property
    def defaulted_share(self) -> str:
        return percent(self.defaulted, self.questions)

    @property
    def tokens_per_answer(self) -> float | None:
        return self.tokens / self.questions if self.questions else None

    @property
    def tokens_told(self) -> str:
        return NOTHING if self.tokens_per_answer is None else f"{self.tokens_per_answer:,.0f}"

    @property
    def cost_per_answer(self) -> Decimal | None:
        return exact(self.cost / self.questions) if self.questions else None

    @property
    def cost_told(self) -> str:
        return NOTHING if self.cost_per_answer is None else in_dollars(self.cost_per_answer)

    @property
    def tokens_per_game(self) -> float | None:
        """For one seat in a game."""
        return self.tokens / self.seats if self.seats else None

    @property
    def cost_per_game(self) -> Decimal | None:
        """For one seat in a game, in US dollars."""
        return exact(self.cost / self.seats) if self.seats else None

    @property
    def game_tokens_told(self) -> str:
        return NOTHING if self.tokens_per_game is None else f"{self.tokens_per_game:,.0f}"

    @property
    def game_told(self) -> str:
        return NOTHING if self.cost_per_game is None else in_dollars(self.cost_per_game)

    @property
    def dollars(self) -> str:
        return bounded(self.cost, self.unsure)

    @property
    def p50_told(self) -> str:
        return seconds(self.p50)

    @property
    def p95_told(self) -> str:
        return seconds(self.p95)


@dataclass(frozen=True, slots=True)
class Way:
    """A version of how a model is asked, with what its seats came to under it, by the revision of the briefings."""

    number: int
    protocol: str
    model_name: str
    parameters: Mapping[str, Any]
    briefing: int = 0
    seats: int = 0
    answers: int = 0
    defaults: int = 0
    tokens: int = 0
    cost: Decimal = Decimal(0)

    @property
    def told(self) -> str:
        """The parameters in words."""
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in self.parameters.items())

    @property
    def tokens_told(self) -> str:
        return f"{self.tokens / self.answers:,.0f}" if self.answers else NOTHING

    @property
    def defaulted_share(self) -> str:
        return percent(self.defaults, self.answers)

    @property
    def game_told(self) -> str:
        return in_dollars(exact(self.cost / self.seats)) if self.seats else NOTHING


@dataclass(frozen=True, slots=True)
class ModelTold:
    """A model with what asking it came to: in all, by rule book, and by kind of question under each."""

    model: LanguageModel
    total: Asking
    rulesets: tuple[Asking, ...] = ()
    kinds: tuple[Asking, ...] = ()
    ways: tuple[Way, ...] = field(default=())

    @property
    def was_asked(self) -> bool:
        return self.total.calls > 0


def model_told(model: LanguageModel) -> ModelTold:
    """What asking a model came to in all finished games. Five queries."""
    numbers = (*COUNTED, *USED, *MONEY)
    rows = AskingSum.objects.filter(season="", model=model.slug).order_by("ruleset", "kind")
    kinds = tuple(Asking(row.ruleset, row.kind, **{name: getattr(row, name) for name in numbers}) for row in rows)
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for ruleset, bucket, calls in LatencySum.objects.filter(season="", model=model.slug).values_list(
        "ruleset", "bucket", "calls"
    ):
        counts[ruleset][bucket] += calls
        counts[""][bucket] += calls
    apart = Season.objects.exclude(Season.COUNTED).values("slug")  # in no result, but they were asked
    paid = FiguresSum.objects.filter(Q(season="") | Q(season__in=apart), persona="", model=model).order_by()
    seats = Counter(dict(paid.values_list("ruleset").annotate(Sum("paid_seats")))) + seats_off(model)
    by_rules = [
        added([each for each in kinds if each.ruleset == ruleset], ruleset, seats.get(ruleset, 0), counts[ruleset])
        for ruleset in sorted({each.ruleset for each in kinds})
    ]
    total = added(kinds, "", sum(each.seats for each in by_rules), counts[""])
    return ModelTold(model, total, tuple(by_rules), kinds, tuple(ways_of(model, paid)))


def seats_off(model: LanguageModel) -> Counter[str]:
    """By ruleset, for how many seats a model was asked in games that are in no sum of figures, but in what asking came
    to. One query."""
    calls = Call.objects.filter(game__in=games_off(), language_model=model, purpose=Call.Purpose.ANSWER, billed=True)
    seats = calls.order_by().values_list("game__ruleset", "game", "seat").distinct()
    return Counter(ruleset for ruleset, *_ in seats)


def added(parts: Iterable[Asking], ruleset: str, seats: int, counts: Mapping[int, int]) -> Asking:
    """Askings together, with the seats and the latencies of all of them."""
    parts = list(parts)
    sums: dict[str, Any] = {name: sum(getattr(each, name) for each in parts) for name in (*COUNTED, *USED)}
    sums |= {name: sum((getattr(each, name) for each in parts), Decimal(0)) for name in MONEY}
    return Asking(ruleset=ruleset, **sums, seats=seats, p50=within(counts, 0.5), p95=within(counts, 0.95))


def ways_of(model: LanguageModel, paid: QuerySet[FiguresSum]) -> list[Way]:
    """The versions of how a model was asked, the newest first, with what its seats came to; one that nobody has played
    yet has none."""
    tokens = Sum(Coalesce("input_tokens", 0) + Coalesce("output_tokens", 0))
    of_seats = {"seats": Sum("paid_seats"), "told": Sum("asked"), "fell": Sum("defaults"), "spent": Sum("cost")}
    rows: Any = paid.filter(paid_seats__gt=0).values("version", "briefing").annotate(tokens=tokens, **of_seats)
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: -row["briefing"]):
        found[row["version"]].append(row)
    ways = []
    for version in ModelVersion.objects.filter(language_model=model).order_by("-number"):
        parameters = {name: version.asked[name] for name in HOW if name in version.asked}
        way = (version.number, version.asked.get("provider", ""), version.asked.get("model_name", ""), parameters)
        ways += [Way(*way, **_came_to(row)) for row in found.pop(version.number, ())] or [Way(*way)]
    return ways + [Way(0, "", "", {}, **_came_to(row)) for row in found.pop(0, ())]


def _came_to(row: Mapping[str, Any]) -> dict[str, Any]:
    names = {"briefing": "briefing", "seats": "seats", "answers": "told", "defaults": "fell", "tokens": "tokens"}
    return {name: row[column] for name, column in names.items()} | {"cost": exact(row["spent"])}


def failing_calls(model: LanguageModel) -> QuerySet[Call]:
    """The calls of a model of which no answer came, or none that could stand, in games that are over and beside all
    games. For who may see secrets."""
    over = Call.objects.filter(FAILING, language_model=model).exclude(
        game__status__in=[status for status in Game.Status if status not in Game.OVER]
    )
    return over.select_related("game", "language_model")


def percent(part: int, whole: int) -> str:
    """A share in words."""
    if not whole:
        return NOTHING
    share = 100 * part / whole
    return f"{share:.1f} %" if 0 < share < 10 else f"{share:.0f} %"


def seconds(time: float | None) -> str:
    """A time in words."""
    if time is None:
        return NOTHING
    return f"{time:.2f} s" if time < 1 else f"{time:.1f} s" if time < 10 else f"{time:.0f} s"
