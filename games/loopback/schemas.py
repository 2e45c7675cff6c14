"""What a JSON schema may say where the provider promises to keep to it. Law: the published limits of each.

OpenAI, strict: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
Anthropic: https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Final

from games.loopback.refusals import Refused
from games.loopback.shape import Json

Refuse = Callable[[tuple[str, ...], str], Refused]  # makes the refusal, given where and why
Say = Callable[[str], Refused]  # the same, where the place is known

TYPES: Final = {"string", "number", "integer", "boolean", "object", "array", "null"}
NUMBERS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
# What each keyword takes, as far as one is read here.
KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "type": (str, list),
    **dict.fromkeys(("properties", "$defs", "definitions"), (dict,)),
    **dict.fromkeys(("required", "enum", "anyOf", "allOf", "oneOf"), (list,)),
    **dict.fromkeys(("description", "title", "format", "pattern", "$ref", "$schema"), (str,)),
    **dict.fromkeys(("minItems", "maxItems", "minLength", "maxLength"), (int,)),
    **dict.fromkeys(NUMBERS, (int, float)),
    "additionalProperties": (bool, dict),
    "items": (dict,),
}
EVERYWHERE: Final = {"type", "description", "title", "enum", "const", "anyOf", "$ref", "$defs", "definitions"}
OPENAI_KEYWORDS: Final = EVERYWHERE | {
    *("properties", "required", "additionalProperties", "items"),
    *("pattern", "format", *NUMBERS),
    *("minItems", "maxItems"),
}
ANTHROPIC_KEYWORDS: Final = EVERYWHERE | {
    *("properties", "required", "additionalProperties", "items", "allOf", "default", "format", "minItems", "$schema"),
}
FORMATS: Final = {"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}
OPENAI_FORMATS: Final = FORMATS - {"uri"}
MOST_PROPERTIES: Final = 5_000
MOST_LEVELS: Final = 10
MOST_ENUM_VALUES: Final = 1_000
MOST_NAME_CHARS: Final = 120_000
LARGE_ENUM: Final = 250  # values from which on the characters of one enum count
MOST_LARGE_ENUM_CHARS: Final = 15_000
REMEMBERED: Final = 4096  # schemas that were found good; the same ones come with every question
ANTHROPIC_KEY: Final = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
ANTHROPIC_OPTIONAL: Final = 24
ANTHROPIC_UNIONS: Final = 16


@dataclass(slots=True)
class Size:
    """What has been counted of one schema."""

    properties: int = 0
    values: int = 0
    chars: int = 0
    optional: int = 0
    unions: int = 0
    refs: list[str] = field(default_factory=list)


def check_openai(schema: Json, *, where: str, what: str) -> None:
    """Raises Refused for a schema that `strict` does not take; `what` is like "response_format 'answer'"."""
    _check_openai(json.dumps(schema), where, what)


@lru_cache(maxsize=REMEMBERED)
def _check_openai(text: str, where: str, what: str) -> None:
    schema = json.loads(text)

    def refuse(context: tuple[str, ...], message: str) -> Refused:
        place = f"In context={context!r}, " if context else ""
        return Refused(400, f"Invalid schema for {what}: {place}{message}", param=where, code="invalid_json_schema")

    if not isinstance(schema, dict) or schema.get("type") != "object" or "anyOf" in schema:
        raise refuse((), f"schema must be a JSON Schema of 'type: \"object\"', got 'type: {_shown(schema)}'.")
    size = Size()
    for context, level, part in _parts(schema, refuse):
        _check_words(part, OPENAI_KEYWORDS, partial(refuse, context))
        if level > MOST_LEVELS:
            raise refuse((), f"{level} levels of nesting exceeds limit of {MOST_LEVELS}.")
        if part.get("format", "date") not in OPENAI_FORMATS:
            raise refuse(context, f"'{part['format']}' is not a valid format.")
        _check_openai_part(part, partial(refuse, context))
        if "object" in _kinds(part) or "properties" in part:
            _check_openai_object(part, partial(refuse, context))
        if "anyOf" in part:
            _check_openai_choices(part, partial(refuse, context))
        _count(part, size)
        large = part.get("enum", ())
        if len(large) > LARGE_ENUM and sum(map(_length, large)) > MOST_LARGE_ENUM_CHARS:
            raise refuse(context, f"an enum of more than {LARGE_ENUM} values has {MOST_LARGE_ENUM_CHARS} characters.")
    for found, most, of in (
        (size.properties, MOST_PROPERTIES, "object properties"),
        (size.values, MOST_ENUM_VALUES, "enum values"),
        (size.chars, MOST_NAME_CHARS, "characters of names, definitions and enums"),
    ):
        if found > most:
            raise refuse((), f"{found} {of} exceeds limit of {most}.")
    _check_refs(schema, size, partial(refuse, ()))


def check_anthropic(schema: Json, *, where: str) -> None:
    """Raises Refused for a schema that Anthropic does not promise to keep to."""
    _check_anthropic(json.dumps(schema), where)


@lru_cache(maxsize=REMEMBERED)
def _check_anthropic(text: str, where: str) -> None:
    schema = json.loads(text)

    def refuse(context: tuple[str, ...], message: str) -> Refused:
        return Refused(400, f"{where}: {message}", param=where)

    if not isinstance(schema, dict) or not schema:
        raise refuse((), "Schema must be a JSON Schema object")
    size = Size()
    for context, _, part in _parts(schema, refuse):
        _check_words(part, None, partial(refuse, ()))
        _check_anthropic_keys(part, partial(refuse, ()))
        kind = part.get("type")
        unknown = sorted(set(part) - ANTHROPIC_KEYWORDS)
        if unknown:
            names = ", ".join(unknown)
            raise refuse(context, f"For '{_shown(part)}' type, property '{names}' is not supported")
        _check_words(part, ANTHROPIC_KEYWORDS, partial(refuse, ()))
        if part.get("minItems", 0) not in (0, 1):
            raise refuse(context, "For 'array' type, 'minItems' values other than 0 or 1 are not supported")
        if part.get("format", "date") not in FORMATS:
            raise refuse(context, f"String format '{part['format']}' is not supported")
        if (kind == "object" or "properties" in part) and part.get("additionalProperties") is not False:
            raise refuse(context, "For 'object' type, 'additionalProperties' must be explicitly set to false")
        if kind == "array" and "items" not in part:
            raise refuse(context, "For 'array' type, 'items' is required")
        for value in part.get("enum", ()):
            if isinstance(value, dict | list):
                raise refuse(context, "Enum values must be strings, numbers, booleans or null")
        _count(part, size)
    if size.optional > ANTHROPIC_OPTIONAL or size.unions > ANTHROPIC_UNIONS:
        raise refuse((), "Schema is too complex: too many optional parameters or parameters with union types")
    _check_refs(schema, size, partial(refuse, ()), may_recur=False)


def check_anthropic_tool(schema: Json, *, where: str) -> None:
    """Raises Refused for what Anthropic does not take of any tool, strict or not."""
    check_tool(schema, where=where)
    if joined := sorted({"anyOf", "oneOf", "allOf"} & set(schema)):
        message = f"{where}: input_schema does not support oneOf, allOf, or anyOf at the top level"
        raise Refused(400, message, param=joined[0])

    def refuse(_: tuple[str, ...], message: str) -> Refused:
        return Refused(400, f"{where}: {message}", param=where)

    for context, _, part in _parts(schema, refuse):
        _check_anthropic_keys(part, partial(refuse, context))


def _check_anthropic_keys(part: dict[str, Json], wrong: Say) -> None:
    properties = part.get("properties", {})
    if any(not ANTHROPIC_KEY.fullmatch(name) for name in properties):
        raise wrong(f"Property keys should match pattern '^{ANTHROPIC_KEY.pattern}$'")
    if unknown := [name for name in part.get("required", ()) if name not in properties]:
        raise wrong(f"'required' names {unknown[0]!r}, which is not defined in 'properties'")


def check_tool(schema: Json, *, where: str) -> None:
    """Raises Refused for what is no JSON schema of an object."""
    _check_tool(json.dumps(schema), where)


@lru_cache(maxsize=REMEMBERED)
def _check_tool(text: str, where: str) -> None:
    schema = json.loads(text)
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise Refused(400, f"{where}.type: Input should be 'object'", param=where)

    def refuse(context: tuple[str, ...], message: str) -> Refused:
        return Refused(400, f"{where}: JSON schema is invalid. {message}", param=where)

    for context, _, part in _parts(schema, refuse):
        _check_words(part, None, partial(refuse, context))


def _parts(schema: Json, refuse: Refuse) -> Iterator[tuple[tuple[str, ...], int, dict[str, Json]]]:
    """Each schema inside a schema with where it is and how deep its objects are nested."""
    waiting: list[tuple[tuple[str, ...], int, Json]] = [((), 0, schema)]
    while waiting:
        context, level, part = waiting.pop()
        if not isinstance(part, dict):
            raise refuse(context, f"{part!r} is not of type 'object', 'boolean'.")
        inner = level + (part.get("type") in ("object", "array") or "properties" in part)
        yield context, inner, part
        for key in ("properties", "$defs", "definitions"):
            named = part.get(key)
            if isinstance(named, dict):
                start = 0 if key != "properties" else inner
                waiting += [((*context, key, name), start, each) for name, each in named.items()]
        for key in ("anyOf", "allOf", "oneOf"):
            if isinstance(part.get(key), list):
                waiting += [((*context, key, str(at)), level, each) for at, each in enumerate(part[key])]
        if "items" in part:
            waiting.append(((*context, "items"), inner, part["items"]))


def _check_words(part: dict[str, Json], allowed: set[str] | None, wrong: Say) -> None:
    """Keywords that are known, and each of the kind that JSON schema wants."""
    unknown = sorted(set(part) - allowed) if allowed else []
    if unknown:
        raise wrong(f"'{unknown[0]}' is not permitted.")
    for word, given in part.items():
        kinds = KINDS.get(word)
        if kinds and (not isinstance(given, kinds) or (isinstance(given, bool) and bool not in kinds)):
            raise wrong(f"{given!r} is not of a type that '{word}' takes.")
    named = part.get("type", "object")
    listed = named if isinstance(named, list) else [named]
    if not listed or any(not isinstance(kind, str) or kind not in TYPES for kind in listed):
        raise wrong(f"{_shown(part)!r} is not valid under any of the given schemas.")
    if not all(isinstance(name, str) for name in part.get("required", ())):
        raise wrong("'required' must be an array of strings.")
    for word in ("enum", "anyOf", "allOf", "oneOf"):
        if word in part and not part[word]:
            raise wrong(f"'{word}' must be a non-empty array.")
    values = part.get("enum", ())
    if len({(type(value), str(value)) for value in values}) != len(values):
        raise wrong("'enum' has non-unique elements.")
    if allowed and not any(key in part for key in ("type", "anyOf", "allOf", "$ref", "enum", "const")):
        raise wrong("schema must have a 'type' key.")


def _check_openai_part(part: dict[str, Json], wrong: Say) -> None:
    """What each part says of itself: one thing by name, or a type and values of it."""
    beside = sorted(set(part) - {"$ref"})
    if "$ref" in part and beside:
        raise wrong(f"$ref cannot have keywords {beside!r}.")
    if not any(key in part for key in ("type", "anyOf", "$ref")):
        raise wrong("schema must have a 'type' key.")
    if "array" in _kinds(part) and "items" not in part:
        raise wrong("array schema missing items.")
    values = [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]
    for value in values:
        if _kinds(part) and not any(_is_of(value, kind) for kind in _kinds(part)):
            raise wrong(f"enum value {value!r} does not validate against {{'type': {part['type']!r}}}.")


def _kinds(part: dict[str, Json]) -> list[str]:
    """The types that a part may have; none where it does not say."""
    named = part.get("type", [])
    return named if isinstance(named, list) else [named]


def _is_of(value: Json, kind: str) -> bool:
    """Whether a value is of a type of JSON schema."""
    if kind in ("integer", "number"):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and (kind == "number" or float(value).is_integer())
    kinds = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}
    return isinstance(value, kinds[kind])


def _check_openai_choices(part: dict[str, Json], wrong: Say) -> None:
    """Objects to choose from are told apart by their first key: by its name, or by constants of which none is in two.

    The refusal advises a discriminator (https://community.openai.com/t/958572); that one whose values do not overlap is
    taken, users report (https://engineering.fractional.ai/openai-structured-output-fixes).
    """
    taken: dict[str, set[str] | None] = {}
    for each in part["anyOf"]:
        if not isinstance(each, dict) or not each.get("properties"):
            continue
        key, first = next(iter(each["properties"].items()))
        values = {
            json.dumps(value) for value in (*first.get("enum", ()), *([first["const"]] if "const" in first else ()))
        }
        if key in taken and (not values or not (known := taken[key]) or known & values):
            raise wrong(
                "Objects provided via 'anyOf' must not share identical first keys. Consider adding a discriminator key "
                "or rearranging the properties to ensure the first key is unique."
            )
        taken[key] = (taken.get(key) or set()) | values


def _check_openai_object(part: dict[str, Json], wrong: Say) -> None:
    properties, required = part.get("properties", {}), part.get("required", [])
    if len(set(required)) < len(required):
        raise wrong(f"{required!r} has non-unique elements.")
    if part.get("additionalProperties") is not False:
        raise wrong("'additionalProperties' is required to be supplied and to be false.")
    missing = [name for name in properties if name not in required]
    if missing or ("required" not in part and properties):
        raise wrong(
            "'required' is required to be supplied and to be an array including every key in properties. "
            f"Missing '{missing[0]}'."
        )
    extra = [name for name in required if name not in properties]
    if extra:
        raise wrong(f"'required' names '{extra[0]}', which is not in properties.")


def _count(part: dict[str, Json], size: Size) -> None:
    properties = part.get("properties", {})
    size.properties += len(properties)
    size.optional += sum(name not in part.get("required", ()) for name in properties)
    size.unions += "anyOf" in part or isinstance(part.get("type"), list)
    size.values += len(part.get("enum", ()))
    size.chars += sum(map(len, properties)) + sum(map(len, part.get("$defs", ())))
    size.chars += sum(map(_length, part.get("enum", ()))) + _length(part.get("const", ""))
    if "$ref" in part:
        size.refs.append(part["$ref"])


def _check_refs(schema: dict[str, Json], size: Size, wrong: Say, *, may_recur: bool = True) -> None:
    for ref in size.refs:
        found = resolved(schema, ref)
        if found is None:
            raise wrong(f"$ref {ref!r} cannot be resolved.")
        if not may_recur and any(
            part.get("$ref") == ref for _, _, part in _parts(found, lambda _, message: wrong(message))
        ):
            raise wrong("Recursive schemas are not supported")


def resolved(schema: dict[str, Json], ref: Json) -> dict[str, Json] | None:
    """What a `$ref` of this schema points at, if that is in it."""
    if not isinstance(ref, str) or not ref.startswith("#"):
        return None
    found: Json = schema
    for step in ref.removeprefix("#").split("/")[1:]:
        found = found.get(step) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def _shown(part: Json) -> str:
    return str(part.get("type")) if isinstance(part, dict) else repr(part)


def _length(value: Json) -> int:
    return len(value) if isinstance(value, str) else 0
