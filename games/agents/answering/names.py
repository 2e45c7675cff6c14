"""Who and what an answer names, as a model says it and as the engine takes it.

A model says names, the engine takes seat numbers; where nobody can be named the model says a word. Each way is told to
the model in the schema, and read back with some tolerance of form and none of meaning: an unknown name is no answer.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.engine.events import Seat
from games.engine.questions import SKIP, BidToSpeak, Illegal, Question, Target, plain, shown

NOBODY: Final = "nobody"
EVERYONE: Final = "everyone"
NOT_YET: Final = "not yet"
# A model gives its orders in two fields; the engine, and a model that likes, in one.
ORDERS: Final = "orders"
FIRST: Final = "order"
LATER: Final = "later_orders"
# What models say for nobody, everyone or no vote when they do not say the word.
_NONE: Final = frozenset(("none", "null", "nil", "n/a"))
# Not "": who leaves the field blank has chosen nobody no more than anybody.
_NOBODY: Final = _NONE | {NOBODY, "no one", "no-one", "noone", "skip", "pass", "abstain"}
_EVERYONE: Final = _NONE | {EVERYONE, "everybody", "all", NOBODY, ""}
# Not "nobody", "pass" or "abstain": a vote for skip may be meant, and a vote is final.
_NOT_YET: Final = _NONE | {NOT_YET, "no vote", ""}
_ORDER: Final = re.compile(
    r"(?P<verb>move|go|walk|vent|kill|sabotage doors|sabotage) (?:to |of )?(?:the )?(?P<what>.+)"
)
_LONGEST_NAME: Final = 200  # characters of what may be a name


def word_for_none(question: Question[Any], field: str) -> str:
    """What a model says in this field for the engine's None."""
    if isinstance(question, BidToSpeak):
        return EVERYONE if field == "target" else NOT_YET
    return NOBODY


def _words_for_none(question: Question[Any], field: str) -> frozenset[str]:
    if isinstance(question, BidToSpeak):
        return _EVERYONE if field == "target" else _NOT_YET
    return _NOBODY


def named(question: Question[Any], field: str, values: Sequence[int | str | None], aliases: Sequence[str]) -> list[str]:
    """The legal values of a field as a model says them."""
    none = word_for_none(question, field)
    return [none if each is None else question.said(field, each, aliases) for each in values]


def meant(
    question: Question[Any], field: str, given: object, legal: Sequence[Seat | str | None], aliases: tuple[str, ...]
) -> Seat | str | None:
    """The legal value that a model named. Raises Illegal, which says the legal ones by their names.

    A seat's number names nobody: no model is told one, and what it counts from would be a guess.
    """
    found = [value for value in _candidates(question, field, given, aliases) if value in legal]
    if len(found) == 1:
        return found[0]
    allowed = ", ".join(named(question, field, legal, aliases))
    raise Illegal(f"{field} must be one of: {allowed}; not {shown(given)}")


def _candidates(
    question: Question[Any], field: str, given: object, aliases: tuple[str, ...]
) -> Sequence[Seat | str | None]:
    if given is None:
        return (None,)
    if not isinstance(given, str) or len(given) > _LONGEST_NAME:
        return ()
    word, seats = plain(given), _seats_of(aliases)
    # Names first, for a name could be one of the words.
    if found := seats.get(word) or seats.get(word.removeprefix("player ")):
        return found
    if word == SKIP and field == "vote_action":
        return (SKIP,)
    return (None,) if word in _words_for_none(question, field) else ()


def are_numbers(question: Question[Any], field: str, told: Mapping[str, Any], aliases: Sequence[str]) -> bool:
    """Whether the choices told in a field are whole numbers as such: no seats, and by no other names."""
    values = told["enum"]
    return told.get("type") == "integer" and named(question, field, values, aliases) == [str(each) for each in values]


def choice_meant(
    question: Question[Any], field: str, given: object, legal: Sequence[Seat | str | None], aliases: tuple[str, ...]
) -> int | str | None:
    """The value that a model chose of those that are told it in a field. Raises Illegal, which says them."""
    said = named(question, field, legal, aliases)
    if given is None and None in legal:
        return None
    if isinstance(given, int | str) and len(str(given)) <= _LONGEST_NAME:
        word = plain(str(given))
        titled = word.removeprefix("player ")
        found = [value for value, each in zip(legal, said, strict=True) if plain(each) == word] or [
            value for value, each in zip(legal, said, strict=True) if each in aliases and plain(each) == titled
        ]
        if len(found) == 1:
            return found[0]
        if not found and None in legal and word in _words_for_none(question, field):
            return None
    raise Illegal(f"{field} must be one of: {', '.join(said)}; not {shown(given)}")


@lru_cache(maxsize=256)
def _seats_of(aliases: tuple[str, ...]) -> Mapping[str, tuple[Seat, ...]]:
    seats: dict[str, tuple[Seat, ...]] = {}
    for seat, alias in enumerate(aliases):
        seats[plain(alias)] = (*seats.get(plain(alias), ()), seat)
    return seats


# --- orders on the ship ----------------------------------------------------------------------------------------------


def order_said(order: str, aliases: Sequence[str]) -> str:
    """An order as a model says it: "kill 3" with the name of seat 3."""
    verb, _, what = order.partition(" ")
    return f"{verb} {aliases[int(what)]}" if verb == "kill" and what.isdecimal() else order


def _is_at_the_table(order: str, aliases: Sequence[str]) -> bool:
    verb, _, what = order.partition(" ")
    return verb != "kill" or int(what) < len(aliases)


def order_meant(orders: tuple[str, ...] | frozenset[str], given: object, aliases: tuple[str, ...]) -> str | None:
    """Which of these orders a model gave; None for what is none of them, or could be several."""
    if not isinstance(given, str) or len(given) > _LONGEST_NAME:
        return None
    legal, said = _orders_by_words(orders, aliases), plain(given)
    if said in legal:
        return legal[said]
    if match := _ORDER.fullmatch(said):
        verb = {"go": "move", "walk": "move"}.get(match["verb"], match["verb"])
        return legal.get(f"{verb} {match['what']}")
    return None


@lru_cache(maxsize=4_096)
def _orders_by_words(orders: tuple[str, ...] | frozenset[str], aliases: tuple[str, ...]) -> Mapping[str, str | None]:
    """The orders by the words for them; None for words that could mean several."""
    found: dict[str, str | None] = {}
    for order in orders:
        if _is_at_the_table(order, aliases):
            words = plain(order_said(order, aliases))
            found[words] = None if words in found else order
    return found


def targets(question: Question[Any]) -> Sequence[Target]:
    """Who may be named in the field `target`; nobody where the question has no such field."""
    return getattr(question, "among", ())
