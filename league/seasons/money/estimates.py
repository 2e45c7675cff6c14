"""What an estimate tells: sums in US dollars, calls, bytes on disk, and the sentences about them."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.template.defaultfilters import filesizeformat

from games.billing.money import in_dollars, rounded_up
from games.gateway.estimating import Range

NO_COST: Final = Range()


@dataclass(frozen=True, slots=True)
class ModelEstimate:
    """What a model will cost: over how many seats of games, with how many personas of its own to write, or as the
    narrator of how many games (`told`), in how many calls, from what is known of it ("past games", "simulation" or
    both, and what its answers are known from); `price` says what its tokens cost, `unpriced` why there is no sum."""

    model: str
    name: str
    seats: int
    cost: Range
    source: str
    unpriced: str = ""
    personas: int = 0
    told: int = 0
    calls: int = 0
    bytes: int = 0  # that its calls leave in the database
    price: str = ""
    learning: Range = NO_COST  # of the cost, what asking its players costs what they learned


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is to be there before a game of a season begins, in US dollars, at the dearest of its tables: what it likely
    costs, what its own cap is to hold, what the season's is to hold where no other is open, and what a call's is. Where
    caps are lower, `short` says which and what they lack."""

    likely: Decimal
    own: Decimal
    alone: Decimal
    call: Decimal
    short: str = ""

    def __str__(self) -> str:
        return (
            f"A game begins only while {rounded_up(self.alone)} are left of the season's cap and of the day's: the "
            f"{in_dollars(self.likely)} that it likely costs, a margin, and the most that one call may cost, "
            f"{in_dollars(self.call)}; beside games that are open, what these likely still cost as well, and more of "
            "a margin."
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the games of a season that are left will cost, by model and in all, beside its cap and what was spent."""

    games: int
    models: tuple[ModelEstimate, ...]
    cap: Decimal | None
    spent: Decimal = Decimal(0)
    beginning: "Beginning | None" = None
    reserved: Decimal = Decimal(0)  # for calls on their way
    bytes: int = 0  # that the games leave in the database and in their logs, the words of their calls among them

    @property
    def calls(self) -> int:
        """Of all models."""
        return sum(each.calls for each in self.models)

    @property
    def disk(self) -> str:
        """Those bytes in words."""
        return filesizeformat(self.bytes).replace("\xa0", " ")

    @property
    def cost(self) -> Range:
        """Of all models with a price."""
        return sum((each.cost for each in self.models), Range())

    @property
    def learning(self) -> Range:
        """What of the cost is for what players learn."""
        return sum((each.learning for each in self.models), Range())

    @property
    def unpriced(self) -> list[str]:
        """The models that nobody has a price for: with one of them the sum cannot be told."""
        return sorted({each.name for each in self.models if each.unpriced})

    @property
    def in_all(self) -> str:
        """The sum in words, or why there is none."""
        if not self.unpriced:
            return str(self.cost)
        rest = f"; without that {self.cost}" if self.cost.high else ""
        return f"cannot be told, as no price is known for {', '.join(self.unpriced)}{rest}"

    @property
    def in_short(self) -> str:
        """The sum for who is about to start it: likely, and the upper end of its interval; "" where nobody plays."""
        if not self.models:
            return "nothing: all its players are of the house" if self.games else ""
        if self.unpriced:
            return self.in_all
        return f"likely {in_dollars(self.cost.likely)}, rarely more than {in_dollars(self.cost.high)}"

    @property
    def warning(self) -> str:
        """What is wrong between the sum and the cap; "" when nothing is."""
        if self.cap is None:
            return "The season has no cap." if self.models else ""
        drawn = self.spent + self.reserved
        left = self.cap - drawn
        of_cap = f"its cap of {in_dollars(self.cap)}"
        besides = f" beside {in_dollars(self.reserved)} reserved for calls on their way" if self.reserved else ""
        of_cap = f"what is left of {of_cap} ({in_dollars(max(left, Decimal(0)))}{besides})" if drawn else of_cap
        told = f"It may cost more than {of_cap}." if self.cost.high > left else ""
        if self.cost.likely > left:
            told = f"It will likely cost more than {of_cap}; its games would wait then."
        if self.beginning is None:
            return told
        if left < self.beginning.alone:
            return f"{told} No game begins before its cap is {rounded_up(drawn + self.beginning.alone)}.".lstrip()
        if self.cost.likely <= left < self.cost.likely - self.beginning.likely + self.beginning.alone:
            return f"{told} Its last games may not begin.".lstrip()
        return told
