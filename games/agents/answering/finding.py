"""Finds in a text the one JSON object that an answer is, and in that the fields that were asked for.

Law: bounded in time for any text, and never a guess: what could be meant in two ways is Illegal.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from games.engine.questions import Illegal, shown

LONGEST: Final = 262_144  # characters of a reply that are looked at
STARTS: Final = 24  # places where an object might begin that are tried
WRAPPERS: Final = (
    "reply", "answer", "arguments", "response", "output", "result", "parameters", "input", "action", "content",
    "function",
)  # fmt: skip
WRAPS: Final = 3  # objects around the answer
# Other words for a field, each taken only where the field itself is missing, and for one field. What a model may call
# its own thinking or itself is not among them: that would be said aloud, or be a vote against oneself.
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "message": ("speech", "text", "say", "words", "statement"),
    "target": ("vote", "choice", "nomination", "nominee"),
    "vote_action": ("vote",),
    "reason": ("why",),
    "orders": ("actions",),
    "order": ("action", "first_order"),
    "later_orders": ("then", "later"),
    "desire_to_speak": ("desire",),
    "scratchpad_updates": ("scratchpads", "pads"),
}
ADDRESSEE: Final = "target"
VOTE: Final = "vote_action"
THOUGHTS: Final = ("thought", "internal_thought", "thoughts", "reasoning")  # what a lone private field is called
_TAG: Final = "(?:think(?:ing)?|thoughts?|reasoning)>"
_BEGINS_ALOUD: Final = re.compile(f"<{_TAG}", re.IGNORECASE)
_ENDS_ALOUD: Final = re.compile(f"</{_TAG}", re.IGNORECASE)
_BLANK: Final = " \t\r\n\ufeff"


def thinking_aloud(text: str) -> tuple[str, str]:
    """What a model thought in its text before its answer, and the rest. A thought that never ends has no rest: what
    looks like an answer in it is a draft."""
    text = text.lstrip(_BLANK)
    begins = _BEGINS_ALOUD.match(text)
    start = begins.end() if begins else 0
    ends = None if not begins and text.startswith(("{", "[", '"', "`")) else _ENDS_ALOUD.search(text, start)
    # Some servers keep the beginning back.
    if ends and (begins or "{" in text[ends.end() :]):
        return text[start : ends.start()].strip(), text[ends.end() :]
    return (text[start:].strip(), "") if begins else ("", text)


def fields_in(text: str, decided: Sequence[str], private: Sequence[str], beside: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of the answer in a text, by the names that were asked for; of those `beside` it, whatever is there.
    Raises Illegal, RecursionError."""
    known = frozenset(decided).union(*(SYNONYMS.get(name, ()) for name in decided))
    found = _object_in(text, known)
    said = {_plain(name): value for name, value in found.items()} if beside else {}
    return _spelled(found, (*decided, *private)) | {name: said[name] for name in beside if name in said}


# --- the object ------------------------------------------------------------------------------------------------------


def _object_in(text: str, known: Collection[str]) -> dict[str, Any]:
    """The one JSON object that a text is, or has in it; one among others must have one of the known fields."""
    text = text.strip(_BLANK)
    if not text:
        raise Illegal("the answer is empty; wanted is one JSON object")
    if len(text) > LONGEST:
        raise Illegal(f"the answer is too long: {len(text)} characters, and at most {LONGEST} are read")
    whole, fault = _parsed(text)
    if fault:
        return _one_among_words(text, known, fault)
    if isinstance(whole, str) and (inside := _as_object(whole)) is not None:
        whole = inside
    if isinstance(whole, list) and len(whole) == 1:
        whole = whole[0]
    if not isinstance(whole, dict):
        raise Illegal(f"an answer must be one JSON object, not {shown(whole)}")
    return _unwrapped(whole, known)


def _one_among_words(text: str, known: Collection[str], fault: str) -> dict[str, Any]:
    candidates = (_unwrapped(each, known) for each in _objects(text))
    found = [each for each in candidates if _has_one_of(known, each)]
    if not found:
        why = f" ({fault})" if "{" in text else ""
        raise Illegal(f"the answer holds no whole JSON object with the fields asked for{why}")
    if any(each != found[0] for each in found):
        raise Illegal(f"the answer holds {len(found)} different JSON objects; wanted is one")
    return found[0]


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these fields. JSON lets a name stand twice and does not say which one counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        for name, value in pairs:
            if found[name] != value:
                raise Illegal(f"{shown(name)} stands twice in the answer, with different values")
    return found


# Not strict: a line break within a text is a matter of form.
_DECODER: Final = json.JSONDecoder(parse_constant=_refused, object_pairs_hook=_once, strict=False)


def _parsed(text: str) -> tuple[Any, str]:  # Any: whatever JSON there is
    """What a text says as JSON, and ""; or None, and why it is none."""
    try:
        return _DECODER.decode(text), ""
    except Illegal:
        raise
    except json.JSONDecodeError as error:
        return None, f"{error.msg}, at character {error.pos + 1}"
    except (ValueError, RecursionError) as error:
        return None, str(error).partition(";")[0]


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The whole objects in a text that is more than one, from the outside in, as far as it is worth looking."""
    place = tried = 0
    while tried < STARTS and (place := text.find("{", place)) >= 0:
        tried += 1
        try:
            found, place = _DECODER.raw_decode(text, place)
        except Illegal:
            raise
        except json.JSONDecodeError as error:
            place = max(place + 1, error.pos)  # what stands before that is part of an object that never ended
            continue
        except (ValueError, RecursionError):
            place += 1
            continue
        yield found


def _unwrapped(found: dict[str, Any], known: Collection[str]) -> dict[str, Any]:
    """The object inside those that wrap it, as a call of a tool does, with what stands beside it there: private fields
    come before what is decided."""
    for _ in range(WRAPS):
        if _has_one_of(known, found):
            break
        inside = {name: each for name, value in found.items() if (each := _wrapped(name, value)) is not None}
        if len(inside) != 1:
            break
        ((wrapper, decided),) = inside.items()
        found = {**{name: value for name, value in found.items() if name != wrapper}, **decided}
    return found


def _has_one_of(known: Collection[str], found: Mapping[str, Any]) -> bool:
    """Whether an object has one of the known fields, and not as what wraps another object."""
    return any(_plain(name) in known and _wrapped(name, value) is None for name, value in found.items())


def _wrapped(name: str, value: object) -> dict[str, Any] | None:
    return _as_object(value) if _plain(name) in WRAPPERS else None


def _as_object(value: object) -> dict[str, Any] | None:
    """The value if it is an object, or an object that was written as a text."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value, _ = _parsed(value.strip())
    return value if isinstance(value, dict) else None


# --- its fields ------------------------------------------------------------------------------------------------------


def _plain(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip()).casefold()


def _spelled(found: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """The fields by the names that were asked for; what was not asked for is left out."""
    by_name: dict[str, list[Any]] = {}
    for name, value in found.items():
        by_name.setdefault(_plain(name), []).append(value)
    fields = {}
    for name in wanted:
        said = [found[name]] if name in found else by_name.get(name) or _in_other_words(name, by_name, wanted)
        if any(value != said[0] for value in said):
            raise Illegal(f"{name} is missing, and what stands in its place says different things")
        if said:
            fields[name] = said[0]
    if fields.keys().isdisjoint(THOUGHTS):
        thought = next((by_name[name][0] for name in THOUGHTS if name in by_name), "")
        fields |= {name: thought for name in wanted if name in THOUGHTS}
    return fields


def _in_other_words(name: str, by_name: Mapping[str, list[Any]], wanted: Sequence[str]) -> list[Any]:
    if name == ADDRESSEE and VOTE in wanted:
        return []  # of a bid: there whoever is voted for or chosen is not whom one speaks to, and would be told to all
    others = [other for other in SYNONYMS.get(name, ()) if other not in wanted]
    return [value for other in others for value in by_name.get(other, ())]
