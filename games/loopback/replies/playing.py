"""What the provider's models answer: something legal, read off the schema that they were given and off the last line of
the prompt, where that says in JSON what may be chosen.

Such a line is like {"answer": "vote", "target": ["Greta", "nobody"]}: the kind of the answer, by which one of several
shapes is chosen that a schema offers, and for fields by name a list to take one of, or to take several "from". Law: an
answer is a function of schema, prompt and draws; it always fits the schema, and says nothing clever.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.loopback.refusals import Refused
from games.loopback.replies.draws import Draws
from games.loopback.schemas import check_tool, resolved
from games.loopback.shape import Json

LONGEST: Final = re.compile(r"\bat most (\d+) characters\b")
UP_TO: Final = re.compile(r"\bup to (\d+)\b", re.IGNORECASE)
JUST: Final = re.compile(r"\b(?:exactly|the) (\d+)\b", re.IGNORECASE)
BOUNDS: Final = re.compile(r"\bfrom (-?\d+) to (-?\d+)\b")
SHOWN: Final = re.compile(r"^<schema>\s*$(.*?)^</schema>\s*$", re.MULTILINE | re.DOTALL)
Offer = Mapping[str, Json]  # what may be chosen in fields by name, and the kind of the answer
DEEPEST: Final = 24  # levels that a recursive schema is followed
SENTENCES: Final = (
    "I would like to hear more from {name} before I decide.",
    "{name} has been quiet, and I want to know why.",
    "Nothing is certain yet, but {name} is worth watching.",
    "I have no reason to doubt {name} so far.",
    "Let us compare what {name} said with what we know.",
    "I changed my mind about {name} after the last round.",
    "If {name} is honest, the rest of it fits together.",
    "We should not hurry; {name} can still explain.",
)
KIND: Final = "answer"  # the field with the kind of an answer
# Fields that are told in words and not on the line: a chance in a hundred of each player, and what is claimed of whom.
BELIEFS: Final = "beliefs"
CLAIMS: Final = "claims"
CLAIMED: Final = ("role", "result", "place", "deed", "vote", "innocence")
FROM: Final = "from"  # what several may be taken from
NOTHING: Final[Mapping[str, Json]] = {}
FIRST_NAMES: Final = (
    "Agnes", "Balthazar", "Cordelia", "Dmitri", "Esperanza", "Fergus", "Greta", "Horatio", "Imelda", "Jasper", "Kamila",
    "Ludovic", "Marguerite", "Nikolai", "Ottilie", "Percival", "Quentin", "Rosalind", "Sebastian", "Theodora", "Ulrich",
    "Valentina", "Wilhelmina", "Zacharias",
)  # fmt: skip
LAST_NAMES: Final = (
    "Ashdown", "Blackwood", "Castellan", "Drummond", "Eastlake", "Fairweather", "Greystone", "Hollis", "Ironside",
    "Juniper", "Kestrel", "Lockhart", "Merriweather", "Nightingale", "Oakes", "Pemberton", "Quickly", "Ravenscroft",
    "Silverman", "Thorne", "Underhill", "Vance", "Whitlock", "Yardley",
)  # fmt: skip
MOST_ITEMS: Final = 100
TRIES, MANY_TRIES = 4, 40  # of each item, to find another one; and where it must be found
NOBODY: Final = "somebody here"


def answer_text(schema: Json | None, prompt: str, draws: Draws) -> str:
    """What a model says: JSON that fits the schema, or the one shown in the prompt; without either, a sentence."""
    if schema is None:
        schema = schema_shown(prompt)
    if schema is None:
        return _sentence((), draws)
    return json.dumps(answer(schema, draws, offer_in(prompt)), ensure_ascii=False)


def offer_in(prompt: str) -> Offer:
    """The last line of a prompt that is a JSON object which names the kind of the answer; empty where none is."""
    for line in reversed(prompt.splitlines()):
        if not line.startswith(f'{{"{KIND}"'):
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and isinstance(found.get(KIND), str):
            return found
    return {}


def schema_shown(prompt: str) -> Json | None:
    """The last JSON schema of an object that a prompt shows between a line `<schema>` and a line `</schema>`."""
    for text in reversed(SHOWN.findall(prompt)):
        try:
            schema = json.loads(text)
            check_tool(schema, where="schema")
        except (ValueError, RecursionError, Refused):
            continue
        return schema
    return None


def answer(schema: Json, draws: Draws, offer: Offer = NOTHING) -> Json:
    """A value that fits the schema and takes what is on offer."""
    return _value(schema, _Made(schema, tuple(names_on(offer) or names_in(schema)), draws, offer), 0)


def names_on(offer: Offer) -> list[str]:
    """Every text that is on offer in a field, in order."""
    return [each for given in offer.values() for each in _listed(given) if isinstance(each, str)]


@dataclass(frozen=True, slots=True)
class _Made:
    """What an answer is made from: the whole schema, names to speak of, draws, and what is on offer."""

    root: Json
    names: Sequence[str]
    draws: Draws
    offer: Offer


def _listed(given: Json) -> list[Json]:
    """What may be taken of something on offer."""
    if isinstance(given, dict):
        given = given.get(FROM)
    return given if isinstance(given, list) else []


def names_in(schema: Json) -> list[str]:
    """Every text that the schema offers as a choice, in order."""
    if isinstance(schema, dict):
        offered = schema.get("enum")
        own = [each for each in offered if isinstance(each, str)] if isinstance(offered, list) else []
        return own + [name for key, each in schema.items() if key != "enum" for name in names_in(each)]
    if isinstance(schema, list):
        return [name for each in schema for name in names_in(each)]
    return []


def _value(schema: Json, made: _Made, level: int) -> Json:
    if not isinstance(schema, dict) or level > DEEPEST:
        return None
    draws = made.draws
    if "$ref" in schema:
        return _value(resolved(made.root, schema["$ref"]), made, level + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return draws.pick(schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            choices = [each for each in schema[key] if _is_of(made.offer.get(KIND), each)] or schema[key]
            chosen = choices[-1] if level > DEEPEST // 2 else draws.pick(choices)
            return _value(chosen, made, level + 1)
    if "allOf" in schema:
        schema = {name: each for part in schema["allOf"] for name, each in part.items()} | schema
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        kind = draws.pick(kind)
    if kind == "object":
        return {name: _field(name, part, made, level + 1) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return _items(schema, made, level)
    if kind in ("integer", "number"):
        return _number(schema, draws)
    if kind == "string":
        return _sentence(made.names, draws)[: _longest(schema)].strip()
    return {"boolean": draws.below(2) == 1, "null": None}.get(kind, "")


def _is_of(kind: Json, variant: Json) -> bool:
    """Whether one of several shapes is that of the kind that is asked for."""
    told = variant.get("properties", {}).get(KIND, {}) if isinstance(variant, dict) else {}
    return kind is not None and kind in (told.get("const"), *told.get("enum", ()))


def _field(name: str, part: Json, made: _Made, level: int) -> Json:
    """A field of an answer: out of what is on offer for it, if anything is."""
    if is_name(name, part):
        return _name(made.draws)
    if name == KIND and made.offer.get(KIND) in part.get("enum", ()):
        return made.offer[KIND]
    players = [each for each in dict.fromkeys(made.names) if each[:1].isupper()]
    if name == BELIEFS and part.get("items") == {"type": "string"}:
        return [f"{each} {made.draws.between(0, 100)}" for each in players]
    if name == CLAIMS and players and part.get("items") == {"type": "string"}:
        pick, claims = made.draws.pick, made.draws.between(0, 2)
        return [f"{pick(CLAIMED)} {pick(players)}: {_sentence(players, made.draws)}" for _ in range(claims)]
    if name == KIND or name not in made.offer:
        return _value(part, made, level)
    given = made.offer[name]
    if isinstance(given, dict):
        return _some(_listed(given), given, made.draws)
    return made.draws.pick(given) if isinstance(given, list) and given else _value(part, made, level)


def _some(choices: Sequence[Json], given: Mapping[str, Json], draws: Draws) -> list[Json]:
    """As many of these as are wanted, none twice."""
    least, most = given.get("least", 1), given.get("most", len(choices))
    left = list(choices)
    return [left.pop(draws.below(len(left))) for _ in range(min(draws.between(least, max(least, most)), len(left)))]


def is_name(key: str, schema: Json) -> bool:
    """Whether a part of an answer is what somebody is called, for which no sentence will do."""
    return key == "name" and isinstance(schema, dict) and schema.get("type") == "string" and "enum" not in schema


def _name(draws: Draws) -> str:
    return f"{draws.pick(FIRST_NAMES)} {draws.pick(LAST_NAMES)}"


def _longest(schema: Json) -> int | None:
    """How long a text may be, where its description says so."""
    told = LONGEST.search(schema.get("description", ""))
    return int(told[1]) if told else None


def _items(schema: Json, made: _Made, level: int) -> list[Json]:
    """As many items as the description says there are, else one or two as schema and description bear, none twice."""
    description = schema.get("description", "")
    told, just = UP_TO.search(description), JUST.search(description)
    least, most = max(schema.get("minItems", 1), 0), schema.get("maxItems", int(told[1]) if told else 2)
    if just:
        least = most = int(just[1])
    wanted = min(least if level > DEEPEST // 2 else max(least, min(made.draws.between(1, 2), most)), MOST_ITEMS)
    found: list[Json] = []
    for _ in range(wanted * (MANY_TRIES if just else TRIES)):
        item = _value(schema.get("items", {}), made, level + 1)
        if len(found) < wanted and (item not in found or level > DEEPEST):
            found.append(item)
    return found


def _number(schema: Json, draws: Draws) -> int:
    """A number within the bounds of the schema, else of its description, else from 0 to 10."""
    told = BOUNDS.search(schema.get("description", ""))
    least, most = (int(told[1]), int(told[2])) if told else (0, 10)
    least = int(schema.get("minimum", least))
    return draws.between(least, max(least, int(schema.get("maximum", max(most, least)))))


def _sentence(names: Sequence[str], draws: Draws) -> str:
    return draws.pick(SENTENCES).format(name=draws.pick(names) if names else NOBODY)
