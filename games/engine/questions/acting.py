"""Order what to do on the ship: one action, or several that run on tick by tick."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.engine.dice import Dice
from games.engine.questions.question import Illegal, Question, Raw, fields_of, shown
from games.engine.questions.scratchpads import FIELD, NO_PADS, SCHEMA, Pads, pads_in

WAIT: Final = "wait"


class Ordered(NamedTuple):
    """The orders of an answer, in their order, and the pads that it rewrites."""

    orders: tuple[str, ...]
    pads: Pads = NO_PADS


@dataclass(frozen=True, slots=True)
class Act(Question[Ordered]):
    """Give up to `most` orders. The first must be one of `actions`, the later ones any that `known` says: whether they
    are possible is seen when their tick comes. The default is to wait."""

    actions: tuple[str, ...]
    known: frozenset[str]
    most: int

    @property
    def legal(self) -> object:
        return self.actions, self.most

    def read(self, raw: Raw) -> Ordered:
        raw = fields_of(raw)
        given = raw.get("orders")
        if not isinstance(given, list) or not 0 < len(given) <= self.most:
            count = "one order" if self.most == 1 else f"1 to {self.most} orders"
            raise Illegal(f"orders must be a list of {count}, not {_told(given)}")
        # A list may hold anything, and what cannot be hashed is in no tuple of texts either.
        if given[0] not in self.actions:
            raise Illegal(f"the first order must be one of: {', '.join(self.actions)}; not {shown(given[0])}")
        for order in given[1:]:
            if not isinstance(order, str) or order not in self.known:
                raise Illegal(f"a later order must be an action like {', '.join(self.actions[:3])}; not {shown(order)}")
        return Ordered(tuple(given), pads_in(raw))

    def write(self, value: Ordered) -> dict[str, Any]:
        return {"orders": list(value.orders), FIELD: dict(value.pads)}

    def default(self, dice: Dice) -> Ordered:
        return Ordered((WAIT,))

    def drawn(self, dice: Dice, words: str) -> Ordered:
        # One order, each as likely: of all lists nearly all would be long and mostly impossible.
        return Ordered((dice.pick(self.actions),))

    def properties(self) -> dict[str, Any]:
        first = f"The first must be one of: {', '.join(self.actions)}."
        several = "" if self.most == 1 else f" Up to {self.most} run on tick by tick until something new is seen."
        return {
            "orders": {"type": "array", "items": {"type": "string"}, "description": f"{first}{several}"},
            FIELD: SCHEMA,
        }


def _told(given: object) -> str:
    return f"{len(given)} orders" if isinstance(given, list) else shown(given)
