"""What asking a model will cost, before anybody does. Law: a guess, at the prices of one time, that asks nobody.

It is reckoned from games that the house plays here, with the very briefings that a model would be sent, four
characters a token: low when a cache knows all that a seat was sent before and answers are as short as the house's;
likely when it knows that where it is long enough, and is paid for what it is to know from then on, with LIKELY_WRITTEN
tokens an answer; high when nothing is known to it, every third answer is asked for again, and each is as long as the
model may write.

A narrator that is a model is asked what it would be asked in those games; no answer of its is asked for again. A
persona is counted by what is sent for one: low with half as many tokens as the sheets that ship have, likely with as
many, high as with answers.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from games.agents.author import persona_request
from games.agents.providers import Usage
from games.agents.providers.filling import LEAST_OF_ANTHROPIC, least_common
from games.agents.simulating import CHARACTERS_A_TOKEN, GAMES, Exchanged, exchanged_in, narrated_in
from games.billing.money import in_dollars
from games.billing.prices import NoPrice, Rates, rates_of
from games.gateway.capabilities import asked_of
from personas.models import LanguageModel

CACHED_FROM: Final = 1024  # tokens; what is shorter no provider caches, and where it must be longer it is filled
LIKELY_WRITTEN: Final = 250  # tokens of an answer with its thought; what models write when asked for this shape
LIKELY_TOLD: Final = 100  # tokens of what a narrator says, who is asked for 60 words
LIKELY_SHEET: Final = 950  # tokens; what a model is asked for takes 845 to 1,059 of the sheets that ship
SHORT_SHEET: Final = LIKELY_SHEET // 2
AGAIN: Final = Decimal("1.33")


class Unpriced(LookupError):
    """Nobody knows what a model costs; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Range:
    """US dollars: at the least, likely, and at the most."""

    low: Decimal = Decimal(0)
    likely: Decimal = Decimal(0)
    high: Decimal = Decimal(0)

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def times(self, number: Decimal) -> "Range":
        """So many of it."""
        return Range(self.low * number, self.likely * number, self.high * number)

    def __str__(self) -> str:
        return f"{in_dollars(self.likely)} ({in_dollars(self.low)} to {in_dollars(self.high)})"


@dataclass(frozen=True, slots=True)
class Prospect:
    """A model at the prices of one time, and what it would cost there."""

    model: LanguageModel
    rates: Rates

    def tokens(self, *, read: int, cached: int, written: int, kept: int = 0) -> Decimal:
        """What so many tokens cost, of which so many are read from a cache and so many `kept` in it."""
        return self.rates.cost(Usage(input=read, cached=cached, cache_written=kept, output=written))

    def seat(self, ruleset: str, seats: int, options: Mapping[str, Any]) -> Range:
        """What a seat of a game costs. Takes about a second the first time, for these rules, seats and options."""
        by_seat: defaultdict[Any, list[Exchanged]] = defaultdict(list)
        for exchanged in exchanged_in(ruleset, seats, options):
            by_seat[exchanged.game, exchanged.seat].append(exchanged)
        each = [self._of(of_seat, likely=LIKELY_WRITTEN, again=AGAIN) for of_seat in by_seat.values()]
        return sum(each, Range()).times(Decimal(1) / len(each))

    def narrator(self, ruleset: str, seats: int, options: Mapping[str, Any]) -> Range:
        """What it costs to have the model tell a game."""
        asked = narrated_in(ruleset, seats, options)
        return self._of(asked, likely=LIKELY_TOLD, again=Decimal(1)).times(Decimal(1) / GAMES)

    def persona(self) -> Range:
        """What a persona costs that the model writes itself."""
        sent = persona_request(asked_of(self.model)).size // CHARACTERS_A_TOKEN
        return Range(
            low=self.tokens(read=sent, cached=0, written=SHORT_SHEET),
            likely=self.tokens(read=sent, cached=0, written=LIKELY_SHEET),
            high=AGAIN * self.tokens(read=sent, cached=0, written=asked_of(self.model).room.first),
        )

    def _of(self, exchanges: Iterable[Exchanged], *, likely: int, again: Decimal) -> Range:
        """What exchanges of simulated games would have cost: with likely at least so many tokens written, and at the
        most so many times asked."""
        cost = Range()
        for each in exchanges:
            filling = max(0, self._least - each.common) if each.common else 0
            sent = each.sent + filling
            known = each.known + filling if each.known else 0
            kept = max(0, sent - known - each.task) if each.common else 0
            most = max(each.written, asked_of(self.model).room.first)
            cost += Range(
                low=self.tokens(read=sent, cached=known, written=each.written),
                likely=self.tokens(
                    read=sent, cached=known if known >= CACHED_FROM else 0, kept=kept, written=max(each.written, likely)
                ),
                high=again * self.tokens(read=sent, cached=0, kept=sent, written=most),
            )
        return cost

    @property
    def _least(self) -> int:
        """The tokens that what is common is filled up to; 0 where it is sent as it is."""
        if self.model.provider != "anthropic":
            return 0
        return least_common(LEAST_OF_ANTHROPIC, self.model.model_name)


def prospect_of(model: LanguageModel, at: datetime) -> Prospect:
    """A model at the prices of a time. Raises Unpriced."""
    try:
        return Prospect(model, rates_of(model, at))
    except NoPrice as error:
        raise Unpriced(str(error)) from error
