"""Who asked what and what it costs. Law: whatever was worked out is billed, whether or not it reached the client.

Dollars are exact decimals, shown as text.
"""

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from games.loopback.catalogue import BY_NAME, MILLION, Model
from games.loopback.shape import Json
from games.loopback.tokens import Found

# Times the price of input: Anthropic's for five minutes, OpenAI's from GPT-5.6 on for thirty.
WRITTEN: Final = Decimal("1.25")
WRITTEN_LONG: Final = Decimal(2)  # Anthropic's for an hour
# Times all that: as in a batch, and as most models take it, by their guides.
# https://developers.openai.com/api/docs/guides/flex-processing, https://developers.openai.com/api/docs/guides/fast-mode
TIERS: Final = {"flex": Decimal("0.5"), "priority": Decimal(2)}
NOTHING: Final = Decimal(0)
PAGE: Final = 10_000  # rows at most in one answer of the counter


@dataclass(slots=True)
class Row:
    """One request. Tokens: `input` is the whole prompt, `cached` and `written` are parts of it
    (`written_long` is the part of `written` that lives an hour); `reasoning` is a part
    of `output`. `status` is None until it is answered, and stays so when the line was cut without one."""

    number: int
    protocol: str
    model: str
    request_id: str
    client_id: str | None
    path: str
    status: int | None = None
    fault: str | None = None
    input: int = 0
    cached: int = 0
    written: int = 0
    written_long: int = 0
    output: int = 0
    reasoning: int = 0
    tier: str = "default"
    cost: Decimal = NOTHING

    def shown(self) -> Json:
        """The row as JSON."""
        return {name: getattr(self, name) for name in self.__slots__} | {"cost": dollars(self.cost)}


@dataclass(slots=True)
class Books:
    """All requests, in the order in which they came."""

    rows: list[Row] = field(default_factory=list)

    def open_row(self, *, protocol: str, request_id: str, client_id: str | None, path: str) -> Row:
        """A row for a request that has just come."""
        row = Row(len(self.rows) + 1, protocol, "", request_id, client_id, path)
        self.rows.append(row)
        return row

    def counter(self, *, after: int = 0) -> Json:
        """How many requests there were and how they were answered, and the rows after the one with this number."""
        statuses = Counter(str(row.status) if row.status else "none" for row in self.rows)
        faults = Counter(row.fault for row in self.rows if row.fault)
        return {
            "requests": len(self.rows),
            "statuses": dict(sorted(statuses.items())),
            "faults": dict(sorted(faults.items())),
            "rows": [row.shown() for row in self.rows[after : after + PAGE]],
        }

    def bill(self) -> Json:
        """Totals of what was worked out, by model and in all."""
        worked_out = [row for row in self.rows if row.output]
        by_model: dict[str, list[Row]] = {}
        for row in worked_out:
            by_model.setdefault(row.model, []).append(row)
        models = {name: _total(rows) for name, rows in sorted(by_model.items())}
        return {"models": models, "total": _total(worked_out)}


def charge(row: Row, model: Model, found: Found, *, output: int, reasoning: int) -> None:
    """Writes into a row what its answer used and costs."""
    row.input, row.cached, row.written = found.prompt, found.read, found.short + found.long
    row.written_long, row.output, row.reasoning = found.long, output, reasoning
    row.cost = price(model, found, output=output) * TIERS.get(row.tier, 1)


def price(model: Model, found: Found, *, output: int) -> Decimal:
    """What a prompt and an answer of so many tokens cost, in dollars."""
    fresh = found.prompt - found.read - found.short - found.long
    written = found.short * WRITTEN + found.long * WRITTEN_LONG
    return ((fresh + written) * model.input + found.read * model.cached + output * model.output) / MILLION


def dollars(amount: Decimal) -> str:
    """An amount in dollars, all its places and no more."""
    return f"{amount.normalize():f}"


def _total(rows: list[Row]) -> Json:
    return {
        "requests": len(rows),
        "input": sum(row.input for row in rows),
        "cached": sum(row.cached for row in rows),
        "written": sum(row.written for row in rows),
        "output": sum(row.output for row in rows),
        "cost": dollars(sum((row.cost for row in rows), NOTHING)),
    }


def model_named(name: Json) -> Model | None:
    """The model of this name, dated or not."""
    return BY_NAME.get(name) if isinstance(name, str) else None
