"""What a call costs, in US dollars. Prices come from the list that ships with genai-prices, unless a row of ours says
otherwise for that time; the sums are exact, in Decimal, and rounded up to the eighth place, never down.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import ROUND_UP, Decimal
from functools import lru_cache
from typing import Final

from games.agents.providers import Usage
from games.agents.providers.addresses import ANTHROPIC, OPENAI, base_url_of, host_of, is_in_a_region, is_own, vendor_of
from games.models.account import PLACES
from personas.models import LanguageModel, Price

MILLION: Final = Decimal(1_000_000)


class NoPrice(LookupError):
    """Nobody knows what a model costs; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Rates:
    """US dollars a million tokens: of input that is neither read from a cache nor written to one, read, written, and
    written for an hour; of output, reasoning too. `tiers` are those of what is served otherwise; `unlisted` is what all
    that is multiplied by in a tier that has none, by its name, at "" in any other: without, a tier is but a word."""

    input: Decimal
    cached: Decimal
    cache_written: Decimal
    cache_written_long: Decimal
    output: Decimal
    tiers: Mapping[str, "Rates"] = field(default_factory=dict, hash=False)
    unlisted: Mapping[str, Decimal] = field(default_factory=dict, hash=False)

    def cost(self, usage: Usage, tier: str = "") -> Decimal:
        """What a usage costs that was served in a tier; the most that it may, where that tier is not priced."""
        rates, plain = self.tiers.get(tier, self), usage.input - usage.cached - usage.cache_written
        sum_of_parts = (
            rates.input * plain
            + rates.cached * usage.cached
            + rates.cache_written * (usage.cache_written - usage.cache_written_long)
            + rates.cache_written_long * usage.cache_written_long
            + rates.output * usage.output
        )
        factor = Decimal(1) if self.is_priced(tier) else self.unlisted.get(tier, self.unlisted[""])
        return (sum_of_parts * factor / MILLION).quantize(PLACES, rounding=ROUND_UP)

    def is_priced(self, tier: str) -> bool:
        """Whether it is known what a tier costs."""
        return tier in STANDARD or tier in self.tiers or not self.unlisted

    def times(self, factor: Decimal) -> "Rates":
        """So many times that, in each tier."""
        return Rates(
            input=factor * self.input,
            cached=factor * self.cached,
            cache_written=factor * self.cache_written,
            cache_written_long=factor * self.cache_written_long,
            output=factor * self.output,
            tiers={tier: rates.times(factor) for tier, rates in self.tiers.items()},
            unlisted=self.unlisted,
        )

    def worst(self, *, read: int, written: int) -> Decimal:
        """The most that so many tokens read and written can cost: all of the input may be written to a cache, where
        that costs more, and served as ever, whatever was asked for. Not for an hour, which is never asked for."""
        dearest = max(self.input, self.cached, self.cache_written)
        return ((dearest * read + self.output * written) / MILLION).quantize(PLACES, rounding=ROUND_UP)


FREE: Final = Rates(Decimal(0), Decimal(0), Decimal(0), Decimal(0), Decimal(0))
# What an hour in Anthropic's cache costs, times the price of input; our own rows of prices do not tell it.
# https://platform.claude.com/docs/en/build-with-claude/prompt-caching
LONG: Final = 2
# What a reply calls what costs as ever, or says nothing by, the last two of the place; capacity of a scale tier is paid
# for beforehand. Prices of our own are those of the model as it is asked, whatever the reply says.
STANDARD: Final = ("", "auto", "default", "standard", "scale", "global", "not_available")
# The tiers that the list may have prices of.
LISTED: Final = ("flex", "priority", "fast")
# As in a batch, where the list has none. https://developers.openai.com/api/docs/guides/flex-processing
FLEX: Final = Decimal("0.5")
# The fast mode, whose name was priority before, takes from 1.67 to 2.5 times the price, by the model, and the ultrafast
# one 6 times, the most there is. https://openai.com/api-fast-mode, https://developers.openai.com/api/docs/pricing
UNLISTED: Final[Mapping[str, Decimal]] = {"priority": Decimal("2.5"), "fast": Decimal("2.5"), "": Decimal(6)}
# Times all that, where Anthropic's models work for a workspace that keeps them in a place; of older ones it says none.
# https://platform.claude.com/docs/en/manage-claude/data-residency
IN_PLACE: Final = Decimal("1.1")
# The same at an address of OpenAI's in a region, of models from this day on; which are older is known by their names,
# or by the day in them. https://developers.openai.com/api/docs/guides/data-residency
IN_A_REGION: Final = Decimal("1.1")
SINCE: Final = "2026-03-05"
_DATED: Final = re.compile(r".+-(\d{4}-\d{2}-\d{2})")
_OLDER: Final = re.compile(
    r"gpt-5\.3-codex|(?:gpt-3\.5|gpt-4|gpt-4o|gpt-4\.1|gpt-5|gpt-5\.1|gpt-5\.2|o1|o3|o4)"
    r"(?:-(?:turbo|mini|nano|pro|codex|max))*(?:-\d{4})?"
)


def rates_of(model: LanguageModel, at: datetime) -> Rates:
    """What a model costs at a time: our own row for it, else what listed_rates() says. Raises NoPrice."""
    own = Price.objects.filter(language_model=model, valid_from__lte=at).order_by("-valid_from").first()
    if own is None:
        return listed_rates(model, at)
    cached = own.input if own.cached is None else own.cached
    written = own.input if own.cache_written is None else own.cache_written
    return Rates(own.input, cached, written, max(written, LONG * own.input), own.output)


def price_told(model: LanguageModel, at: datetime) -> str:
    """What a model costs at a time, in words, since when and by whose list; or that nobody knows."""
    try:
        rates = rates_of(model, at)
    except NoPrice as error:
        return str(error)
    own = Price.objects.filter(language_model=model, valid_from__lte=at).order_by("-valid_from").first()
    source = f"of its own row, since {own.valid_from:%Y-%m-%d %H:%M} UTC" if own else "of the shipped list"
    if not own and where_sold(model).factor(model.model_name) != 1:
        source += f" and {IN_A_REGION - 1:.0%} more, for it is asked in a region of OpenAI's"
    if rates == FREE:
        return f"nothing, {source}" if own else "nothing: it is on a network of one's own, and in no list"
    cached = f" (read from a cache {_plain(rates.cached)}, written to one {_plain(rates.cache_written)})"
    return f"{_plain(rates.input)} in{cached}, {_plain(rates.output)} out, a million tokens, {source}"


def _plain(dollars: Decimal) -> str:
    return f"${dollars.normalize():f}"


def listed_rates(model: LanguageModel, at: datetime) -> Rates:
    """What the list says that a model costs at a time; nothing where it is on a network of one's own and in no list.
    Raises NoPrice."""
    where, name = where_sold(model), model.model_name
    listed = _listed(where, name, at.date().toordinal())
    if listed is not None:
        return listed
    base_url = where.base_url
    if base_url and is_own(base_url):
        return FREE
    at_host = f" at {host_of(base_url)}" if base_url else ""
    raise NoPrice(f"no price is known for {name}{at_host}; give it one in the admin, under Prices")


@dataclass(frozen=True, slots=True)
class Where:
    """Where a model is sold: by whom its protocol is, and at which address ("" is the provider's own)."""

    vendor: str
    base_url: str

    def sellers(self, name: str) -> Iterator[tuple[str, dict[str, str]]]:
        """The names under which the list may have a model, and whose they are: of who is at the address, of whose
        protocol it is and, where a name has its vendor before it, of who sells under such names, then of the vendor."""
        is_elsewhere = bool(self.base_url) and not is_own(self.base_url)
        if is_elsewhere:
            yield name, {"provider_api_url": self.base_url}
        yield name, {"provider_id": self.vendor}
        vendor, slash, rest = name.partition("/")
        if is_elsewhere and slash:
            yield name, {"provider_id": "openrouter"}
            yield rest, {"provider_id": vendor}

    def factor(self, name: str) -> Decimal:
        """What the list's prices of a model are multiplied by there."""
        is_dearer = self.vendor == OPENAI.vendor and is_in_a_region(self.base_url) and not _is_older(name)
        return IN_A_REGION if is_dearer else Decimal(1)


def _is_older(name: str) -> bool:
    """Whether one of OpenAI's models is known to have been there before the day from which regions cost more."""
    dated = _DATED.fullmatch(name)
    return dated[1] < SINCE if dated else _OLDER.fullmatch(name) is not None


def where_sold(model: LanguageModel) -> Where:
    """Where a model is sold."""
    return Where(vendor_of(model.provider), base_url_of(model))


@lru_cache(maxsize=256)
def _listed(where: Where, name: str, day: int) -> Rates | None:
    """The list's rates for a model on a day; None when it does not have them."""
    for known_as, seller in where.sellers(name):
        with suppress(LookupError, ValueError):
            return _rates(known_as, seller, datetime.fromordinal(day)).times(where.factor(name))
    return None


def _rates(name: str, seller: Mapping[str, str], at: datetime) -> Rates:
    """What a seller of the list takes for a model; raises LookupError. What a million tokens of a kind cost is asked
    for a thousand: where the list has steps by the length of the input, the first one holds for prompts of ours, and
    the dearer ones for longer prompts are not told apart."""
    from genai_prices import Usage as Listed  # slow import: a quarter of a second, and few processes ask for a price
    from genai_prices import calc_price
    from genai_prices.types import PriceCalculation

    def priced(tier: str, **usage: int) -> PriceCalculation:
        told = {"model_ref": name, "genai_request_timestamp": at, "price_context": {"service_tier": tier}, **seller}
        return calc_price(Listed(**usage), **told)  # type: ignore[call-overload]  # one of the two names of a seller

    def thousand(tier: str, **usage: int) -> Decimal:
        return Decimal(priced(tier, **usage).total_price) * 1000

    def in_tier(tier: str) -> Rates:
        return Rates(
            input=thousand(tier, input_tokens=1000),
            cached=thousand(tier, input_tokens=1000, cache_read_tokens=1000),
            cache_written=thousand(tier, input_tokens=1000, cache_write_tokens=1000),
            cache_written_long=thousand(tier, input_tokens=1000, cache_write_tokens=1000, cache_write_1h_tokens=1000),
            output=thousand(tier, output_tokens=1000),
        )

    standard, by = in_tier(""), priced("").provider.id
    # Of a tier that it does not have the list says what it says of the standard one.
    tiers = {tier: rates for tier in LISTED if (rates := in_tier(tier)) != standard}
    if by == ANTHROPIC.vendor:
        return replace(standard, tiers={"us": standard.times(IN_PLACE)}, unlisted={"": IN_PLACE})
    if by != OPENAI.vendor:
        return replace(standard, tiers=tiers)
    return replace(standard, tiers={"flex": standard.times(FLEX)} | tiers, unlisted=UNLISTED)
