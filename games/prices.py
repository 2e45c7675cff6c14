"""What a call costs, in US dollars. Prices come from the list that ships with genai-prices, unless a row of ours says
otherwise for that time; the sums are exact, in Decimal, and rounded up to the eighth place, never down.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_UP, Decimal
from functools import lru_cache
from typing import Final

from games.agents.providers import Usage
from personas.models import LanguageModel, Price

MILLION: Final = Decimal(1_000_000)
PLACES: Final = Decimal("0.00000001")


class NoPrice(LookupError):
    """Nobody knows what a model costs; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Rates:
    """US dollars a million tokens."""

    input: Decimal
    cached: Decimal
    cache_written: Decimal
    output: Decimal

    def cost(self, usage: Usage) -> Decimal:
        """What a usage costs."""
        plain = usage.input - usage.cached - usage.cache_written
        sum_of_parts = (
            self.input * plain
            + self.cached * usage.cached
            + self.cache_written * usage.cache_written
            + self.output * usage.output
        )
        return (sum_of_parts / MILLION).quantize(PLACES, rounding=ROUND_UP)

    def worst(self, *, read: int, written: int) -> Decimal:
        """The most that so many tokens read and written can cost, wherever the input comes from."""
        dearest = max(self.input, self.cached, self.cache_written)
        return ((dearest * read + self.output * written) / MILLION).quantize(PLACES, rounding=ROUND_UP)


FREE: Final = Rates(Decimal(0), Decimal(0), Decimal(0), Decimal(0))


def rates_of(model: LanguageModel, at: datetime) -> Rates:
    """What a model costs at a time: our own row for it, else the list's; nothing on a server of one's own that is in
    neither. Raises NoPrice."""
    own = Price.objects.filter(language_model=model, valid_from__lte=at).order_by("-valid_from").first()
    if own is not None:
        cached = own.input if own.cached is None else own.cached
        written = own.input if own.cache_written is None else own.cache_written
        return Rates(own.input, cached, written, own.output)
    listed = _listed(model.provider, model.model_name, at.date().toordinal())
    if listed is not None:
        return listed
    if model.base_url:
        return FREE
    raise NoPrice(f"no price is known for {model.model_name}; give it one in the admin, under Prices")


@lru_cache(maxsize=256)
def _listed(provider: str, name: str, day: int) -> Rates | None:
    """The list's rates for a model on a day; None when it does not have them. What a million tokens of a kind cost is
    asked for a thousand: where the list has steps by the length of the input, the first one holds for prompts of ours,
    and the dearer ones for longer prompts are not told apart."""
    from genai_prices import Usage as Listed  # slow import: a quarter of a second, and few processes ask for a price
    from genai_prices import calc_price

    at = datetime.fromordinal(day)

    def thousand(**usage: int) -> Decimal:
        price = calc_price(Listed(**usage), model_ref=name, provider_id=provider, genai_request_timestamp=at)
        return Decimal(price.total_price) * 1000

    try:
        plain, output = thousand(input_tokens=1000), thousand(output_tokens=1000)
        cached = thousand(input_tokens=1000, cache_read_tokens=1000)
        written = thousand(input_tokens=1000, cache_write_tokens=1000)
    except (LookupError, ValueError):
        return None
    return Rates(plain, cached, written, output)
