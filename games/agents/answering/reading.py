"""Reads what a model sent as an answer. Law: tolerant of form, strict in meaning, bounded in time, and never an error
of ours: what comes of any text is a mapping that the question takes, or Illegal with a reason that helps.

Tolerated: fences, a byte order mark, text around the object, an object inside one that only wraps it or alone in a
list, an object written as a text, line breaks in its texts, other spellings of a field's name, a name in other case, a
whole number written as text or with ".0", null for a text that may be empty. What nobody can see in a text is left out:
a text of nothing else is empty. Of the orders after the first those from one on that is none, or is one too many, are
left out, as if it had turned out impossible. Not tolerated: two objects or two fields that differ in what they say, an
unknown name, a value of another kind, an answer to another question's kind.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from games.agents.answering.disclosing import disclosure_in
from games.agents.answering.finding import fields_in
from games.agents.answering.names import (
    FIRST,
    LATER,
    ORDERS,
    are_numbers,
    choice_meant,
    meant,
    order_meant,
    order_said,
    targets,
)
from games.agents.answering.schema import KIND
from games.engine.events import Seat
from games.engine.questions import (
    LONGEST_THOUGHT,
    PADS,
    Act,
    BidToSpeak,
    Illegal,
    Justify,
    Propose,
    Question,
    Remark,
    Summarise,
    plain,
    shown,
    visible,
)

THOUGHT: Final = "thought"
DISCLOSED: Final = "disclosed"
MOST_CHOSEN: Final = 100  # in one list
# Characters of a word with its blank, more than any language's words have on average. Not all texts part their words by
# blanks, and a summary is sent again with each question that follows.
LONG_WORD: Final = 12
PADS_FIELD: Final = "scratchpad_updates"  # may be missing where other fields are: then no pad changes


class Beside(NamedTuple):
    """Who answers, and which fields were asked for beside the answer."""

    seat: Seat
    fields: tuple[str, ...]


NOTHING_BESIDE: Final = Beside(-1, ())


def read_answer(
    question: Question[Any],
    text: str,
    aliases: Sequence[str],
    private: Sequence[str] = (THOUGHT,),
    kinds: Collection[str] = (),
    beside: Beside = NOTHING_BESIDE,
) -> dict[str, Any]:
    """The answer in the engine's terms: fields of the question with seats for names, the private fields by their own
    names as texts, and as `disclosed` what was asked for besides. It is legal, for the question has read it. One that
    says to be of another of the `kinds` is an answer to another question. Raises Illegal."""
    try:
        return _answer(question, text, tuple(aliases), private, kinds, beside)
    except RecursionError as error:  # what is nested deeply may be parsed and still be too deep to be compared
        raise Illegal("the answer is nested too deeply") from error


def _answer(
    question: Question[Any],
    text: str,
    aliases: tuple[str, ...],
    private: Sequence[str],
    kinds: Collection[str],
    beside: Beside,
) -> dict[str, Any]:
    properties = tuple(question.properties())
    orders = () if not isinstance(question, Act) else (FIRST, LATER) if question.most > 1 else (FIRST,)
    fields = fields_in(text, (*properties, *orders), (*private, KIND), beside.fields)
    kind = fields.pop(KIND, None)
    if isinstance(kind, str) and kind != question.kind and kind in kinds:
        raise Illegal(f"asked is an answer of the kind {question.kind}, not {kind}")
    if isinstance(question, Act):
        fields[ORDERS] = _orders(question, _in_one_list(fields), aliases)
    answer = {name: _seen(_given(fields, name)) for name in properties if name in fields or name != PADS_FIELD}
    if PADS_FIELD in answer:
        answer[PADS_FIELD] = _pads(answer[PADS_FIELD])
    for name in _may_be_empty(question):
        answer[name] = "" if answer[name] is None else answer[name]
    for name, told in question.properties().items():
        if name == "target" and "enum" in told and targets(question):
            answer[name] = meant(question, name, answer[name], targets(question), aliases)
        elif isinstance(question, BidToSpeak) and name == "vote_action":
            answer[name] = meant(question, name, answer[name], (None, *question.votes), aliases)
        elif "enum" in told.get("items", ()):
            answer[name] = _chosen(question, name, answer[name], told["items"], aliases)
        elif "enum" in told:
            answer[name] = _choice(question, name, answer[name], told, aliases)
        elif told.get("type") == "integer":
            answer[name] = _whole(answer[name])
    value = question.read(answer)
    if isinstance(question, Summarise) and (length := sum(map(len, value))) > question.most * LONG_WORD:
        most = question.most * LONG_WORD
        raise Illegal(f"a summary must have at most {most} characters in all, not {length}")
    for name in private:
        answer[name] = _noted(fields.get(name))
    if beside.fields:
        answer[DISCLOSED] = disclosure_in(fields, beside.fields, aliases, beside.seat)
    return answer


def _given(fields: Mapping[str, Any], name: str) -> Any:  # Any: JSON values
    if name not in fields:
        raise Illegal(f"{name} is missing")
    return fields[name]


def _seen(value: Any) -> Any:  # Any: JSON values
    """A value of which all texts are as they are seen."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [_seen(each) for each in value]
    return {name: _seen(each) for name, each in value.items()} if isinstance(value, dict) else value


def _may_be_empty(question: Question[Any]) -> Sequence[str]:
    """The texts of an answer that may be empty: there null says the same."""
    match question:
        case Remark() | Propose() | BidToSpeak():
            return ("message",)
        case Justify():
            return ("reason",)
        case Summarise():
            return tuple(question.properties())
    return ()


def _noted(said: object) -> str:
    """A private field as a text, in whatever form it came: it decides nothing, and shall not be lost for its form."""
    text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False) if said else ""
    return text[:LONGEST_THOUGHT]


def _pads(given: object) -> object:
    """Changes of scratchpads with the pads' names as they are written; what is no such list is for others to refuse."""
    if not isinstance(given, list):
        return given
    return [_with_plain_name(each) if isinstance(each, dict) else each for each in given]


def _with_plain_name(change: dict[str, Any]) -> dict[str, Any]:
    pad = change.get("pad")
    return {**change, "pad": plain(pad)} if isinstance(pad, str) and plain(pad) in PADS else change


def _choice(
    question: Question[Any], name: str, given: object, told: Mapping[str, Any], aliases: tuple[str, ...]
) -> int | str | None:
    """What was chosen of what a field tells."""
    said = _whole(given) if are_numbers(question, name, told, aliases) else given
    return choice_meant(question, name, said, told["enum"], aliases)


def _chosen(
    question: Question[Any], name: str, given: object, told: Mapping[str, Any], aliases: tuple[str, ...]
) -> list[int | str | None]:
    """What was chosen of what the items of a list tell; how many it may be is the question's to say."""
    if not isinstance(given, list) or len(given) > MOST_CHOSEN:
        raise Illegal(f"{name} must be a list of what may be chosen, not {_counted(given, 'things')}")
    return [_choice(question, name, each, told, aliases) for each in given]


def _whole(value: object) -> object:
    """A whole number that was written in another way; any other value as it is."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}", value.strip(), re.ASCII):
        return int(value)
    return value


def _in_one_list(fields: Mapping[str, Any]) -> object:
    """The orders of an answer: the first with the later ones, or a list of all."""
    if FIRST not in fields:
        return fields[ORDERS] if ORDERS in fields else _given(fields, FIRST)
    later = fields.get(LATER)
    if later is not None and not isinstance(later, list):
        raise Illegal(f"{LATER} must be a list of orders, not {shown(later)}")
    orders = [fields[FIRST], *(later or ())]
    if fields.get(ORDERS, orders) != orders:
        raise Illegal(f"{FIRST} and {ORDERS} say different things; give {FIRST} and {LATER}")
    return orders


def _orders(question: Act, given: object, aliases: tuple[str, ...]) -> list[str | None]:
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, list) or not listed:
        many = "one order" if question.most == 1 else f"1 to {question.most} orders"
        raise Illegal(f"orders must be a list of {many}, not {_counted(given)}")
    first = order_meant(question.actions, listed[0], aliases)
    if first is None:
        allowed = ", ".join(order_said(order, aliases) for order in question.actions)
        raise Illegal(f"the first order must be one of: {allowed}; not {shown(listed[0])}")
    later = (order_meant(question.known, order, aliases) for order in listed[1 : question.most])
    return [first, *takewhile(lambda order: order is not None, later)]


def _counted(given: object, what: str = "orders") -> str:
    return f"{len(given)} {what}" if isinstance(given, list) else shown(given)
