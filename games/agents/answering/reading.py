"""Reads what a model sent as an answer. Law: tolerant of form, strict in meaning, bounded in time, and never an error
of ours: what comes of any text is a mapping that the question takes, or Illegal with a reason that helps.

Tolerated: fences, a byte order mark, text around the object, an object inside one that only wraps it, an object
written as a text, other spellings of a field's name, a name in other case, a seat's number for its name, a whole
number written as text or with ".0". Not tolerated: two objects that differ in what they say, an unknown name, a value
of another kind.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from games.agents.answering.names import FIRST, LATER, ORDERS, meant, order_meant, targets
from games.engine.questions import LONGEST_THOUGHT, Act, BidToSpeak, Illegal, Question, shown

LONGEST: Final = 262_144  # characters of a reply that are looked at
STARTS: Final = 24  # places where an object might begin that are tried
WRAPPERS: Final = ("answer", "arguments", "response", "output", "result", "parameters", "input", "action", "content")
# Other words for a field, each taken only where the field itself is missing.
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "message": ("speech", "text", "say", "words", "statement"),
    "target": ("vote", "choice", "player", "name", "nomination", "nominee"),
    "vote_action": ("vote",),
    "reason": ("why", "reasoning"),
    "orders": ("actions",),
    "order": ("action", "first_order"),
    "later_orders": ("then", "later"),
    "desire_to_speak": ("desire",),
    "scratchpad_updates": ("scratchpads", "pads"),
}
THOUGHT: Final = "thought"
THOUGHTS: Final = (THOUGHT, "internal_thought", "thoughts", "reasoning")  # what a lone private field is called
_FENCE: Final = re.compile(r"\s*```[a-zA-Z0-9]*[ \t]*\n(.*?)\n?\s*```\s*", re.DOTALL)


def read_answer(
    question: Question[Any], text: str, aliases: Sequence[str], private: Sequence[str] = (THOUGHT,)
) -> dict[str, Any]:
    """The answer in the engine's terms: fields of the question with seats for names, and the private fields by their
    own names as texts. It is legal, for the question has read it. Raises Illegal."""
    orders = (FIRST, LATER) if isinstance(question, Act) else ()
    fields = _spelled(_object_in(text), (*question.properties(), *orders, *private))
    answer = {name: fields[name] for name in question.properties() if name in fields}
    if "target" in question.properties():
        answer["target"] = meant(question, "target", _given(answer, "target"), targets(question), aliases)
    if isinstance(question, BidToSpeak):
        legal = (None, *question.votes)
        answer["vote_action"] = meant(question, "vote_action", _given(answer, "vote_action"), legal, aliases)
        answer["desire_to_speak"] = _whole(answer.get("desire_to_speak"))
    if isinstance(question, Act):
        answer[ORDERS] = _orders(question, _in_one_list(fields), aliases)
    question.read(answer)
    for name in private:
        said = fields.get(name)
        answer[name] = said[:LONGEST_THOUGHT] if isinstance(said, str) else ""
    return answer


def _given(answer: Mapping[str, Any], name: str) -> object:
    if name not in answer:
        raise Illegal(f"{name} is missing")
    return answer[name]


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
        return fields.get(ORDERS)
    later = fields.get(LATER)
    if later is not None and not isinstance(later, list):
        raise Illegal(f"{LATER} must be a list of orders, not {shown(later)}")
    return [fields[FIRST], *(later or ())]


def _orders(question: Act, given: object, aliases: Sequence[str]) -> list[str]:
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, list) or not listed or len(listed) > question.most:
        many = "one order" if question.most == 1 else f"1 to {question.most} orders"
        raise Illegal(f"orders must be a list of {many}, not {_counted(given)}")
    return [order_meant(question, order, aliases, place) for place, order in enumerate(listed)]


def _counted(given: object) -> str:
    return f"{len(given)} orders" if isinstance(given, list) else shown(given)


# --- finding the object ----------------------------------------------------------------------------------------------


def _object_in(text: str) -> dict[str, Any]:
    """The one JSON object that a reply is, or has in it. Raises Illegal."""
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise Illegal("the answer is empty; wanted is one JSON object")
    if len(text) > LONGEST:
        raise Illegal(f"the answer is too long: {len(text)} characters")
    whole = _parsed(text)
    if isinstance(whole, str):  # an object that was written as a text
        whole = _parsed(whole.strip())
    if isinstance(whole, dict):
        return _unwrapped(whole)
    if whole is not None:
        raise Illegal(f"an answer must be one JSON object, not {shown(whole)}")
    if fence := _FENCE.search(text):
        inside = _parsed(fence[1].strip())
        if isinstance(inside, dict):
            return _unwrapped(inside)
    found = list(_objects(text))
    if not found:
        raise Illegal("the answer holds no whole JSON object")
    if any(each != found[0] for each in found):
        raise Illegal(f"the answer holds {len(found)} different JSON objects; wanted is one")
    return _unwrapped(found[0])


def _parsed(text: str) -> Any:  # Any: whatever JSON there is; None when there is none
    try:
        return json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_refused)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The whole objects in a text that is more than one, from the outside in, as far as it is worth looking."""
    place = tried = 0
    while tried < STARTS and (place := text.find("{", place)) >= 0:
        tried += 1
        try:
            found, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        if isinstance(found, dict) and found:
            yield found


def _unwrapped(found: dict[str, Any]) -> dict[str, Any]:
    for _ in range(2):
        if len(found) != 1:
            break
        ((name, inside),) = found.items()
        inside = _parsed(inside) if isinstance(inside, str) and inside.lstrip().startswith("{") else inside
        if str(name).casefold() not in WRAPPERS or not isinstance(inside, dict):
            break
        found = inside
    return found


def _spelled(found: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """The fields by the names that were asked for; what was not asked for is left out."""
    by_key = {re.sub(r"[\s\-]+", "_", str(name).strip()).casefold(): value for name, value in found.items()}
    by_key |= {str(name): value for name, value in found.items()}  # the very name wins
    fields = {name: by_key[name] for name in wanted if name in by_key}
    for name in wanted:
        for other in SYNONYMS.get(name, ()):
            if name not in fields and other not in wanted and other in by_key:
                fields[name] = by_key[other]
    if fields.keys().isdisjoint(THOUGHTS):
        thought = next((by_key[name] for name in THOUGHTS if name in by_key), "")
        fields |= {name: thought for name in wanted if name in THOUGHTS}
    return fields
