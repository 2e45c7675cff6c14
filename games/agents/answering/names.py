"""Who and what an answer names, as a model says it and as the engine takes it.

A model says names, the engine takes seat numbers; where nobody can be named the model says a word. Each way is told to
the model in the schema, and read back with some tolerance of form and none of meaning: an unknown name is no answer.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.events import Seat
from games.engine.questions import SKIP, Act, BidToSpeak, Illegal, Question, Target, shown
from games.engine.questions.acting import WAIT

NOBODY: Final = "nobody"
EVERYONE: Final = "everyone"
NOT_YET: Final = "not yet"
# A model gives its orders in two fields; the engine, and a model that likes, in one.
ORDERS: Final = "orders"
FIRST: Final = "order"
LATER: Final = "later_orders"
# What models say for nobody when they do not say the word; each only where nobody may be named.
ALSO_NOBODY: Final = ("", "none", "no one", "no-one", "noone", "null", "nil", "skip", "pass", "abstain", "n/a")
_ORDER: Final = re.compile(
    r"(?P<verb>move|go|walk|vent|kill|sabotage doors|sabotage)\s+(?:to\s+|of\s+)?(?:the\s+)?(?P<what>.+)"
)
_SEAT: Final = re.compile(r"(?:seat\s*|player\s*|#)?([0-9]{1,2})")


def word_for_none(question: Question[Any], field: str) -> str:
    """What a model says in this field for the engine's None."""
    if isinstance(question, BidToSpeak):
        return EVERYONE if field == "target" else NOT_YET
    return NOBODY


def named(question: Question[Any], field: str, values: Sequence[object], aliases: Sequence[str]) -> list[str]:
    """The legal values of a field as a model says them."""
    none = word_for_none(question, field)
    return [aliases[each] if isinstance(each, int) else none if each is None else str(each) for each in values]


def meant(
    question: Question[Any], field: str, given: object, legal: Sequence[Seat | str | None], aliases: Sequence[str]
) -> Seat | str | None:
    """The legal value that a model named. Raises Illegal, which says the legal ones by their names."""
    for value in _candidates(given, legal, aliases):
        # `True in (1, 2)` holds in Python.
        if not isinstance(value, bool) and value in legal:
            return value
    allowed = ", ".join(named(question, field, legal, aliases))
    raise Illegal(f"{field} must be one of: {allowed}; not {shown(given)}")


def _candidates(given: object, legal: Sequence[object], aliases: Sequence[str]) -> list[Seat | str | None]:
    if given is None:
        return [None]
    if type(given) is int:
        return [given]
    if not isinstance(given, str):
        return []
    word = " ".join(given.split()).strip(".!\"'“”").casefold()
    names = [seat for seat, alias in enumerate(aliases) if alias.casefold() == word]
    if names:
        return [*names]
    if word == SKIP and SKIP in legal:
        return [SKIP]
    if word in (NOBODY, EVERYONE, NOT_YET) or word in ALSO_NOBODY:
        return [None]
    # Last, for a name could be a number.
    seat = _SEAT.fullmatch(word)
    return [int(seat[1])] if seat else []


# --- orders on the ship ----------------------------------------------------------------------------------------------


def order_said(order: str, aliases: Sequence[str]) -> str:
    """An order as a model says it: "kill 3" with the name of seat 3."""
    verb, _, what = order.partition(" ")
    return f"{verb} {aliases[int(what)]}" if verb == "kill" and what.isdecimal() else order


def orders_said(question: Act, aliases: Sequence[str]) -> list[str]:
    """All orders that may stand anywhere in the answer. Who may not do now what only impostors do is not told of it
    later either: half of the list would be temptation."""
    hidden = ("vent", "kill", "sabotage", "fake")
    is_hidden = any(order.startswith(hidden) for order in question.actions)
    later = () if question.most == 1 else sorted(question.known - set(question.actions) - {WAIT})
    return [
        order_said(order, aliases)
        for order in (*question.actions, *later)
        if (is_hidden or not order.startswith(hidden)) and _is_at_the_table(order, aliases)
    ]


def _is_at_the_table(order: str, aliases: Sequence[str]) -> bool:
    verb, _, what = order.partition(" ")
    return verb != "kill" or int(what) < len(aliases)


def order_meant(question: Act, given: object, aliases: Sequence[str], place: int) -> str:
    """The order that a model gave at a place of its list, from 0. Raises Illegal, which says the legal ones."""
    legal: Mapping[str, str] = {
        order_said(order, aliases).casefold(): order
        for order in (question.actions if place == 0 else question.known)
        if _is_at_the_table(order, aliases)
    }
    if isinstance(given, str):
        said = " ".join(given.replace("_", " ").split()).strip(".!\"'").casefold()
        if said in legal:
            return legal[said]
        if match := _ORDER.fullmatch(said):
            verb = {"go": "move", "walk": "move"}.get(match["verb"], match["verb"])
            if (plain := f"{verb} {match['what']}") in legal:
                return legal[plain]
    which = "the first order" if place == 0 else "a later order"
    allowed = ", ".join(order_said(order, aliases) for order in question.actions)
    like = "one of" if place == 0 else "an action like"
    raise Illegal(f"{which} must be {like}: {allowed}; not {shown(given)}")


def targets(question: Question[Any]) -> Sequence[Target]:
    """Who may be named in the field `target`; nobody where the question has no such field."""
    return getattr(question, "among", ())
