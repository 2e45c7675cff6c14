"""Whether a body has the shape that the SDK's own types describe, to the last key.

Law: what the types do not name is refused. pydantic lets unknown keys of a TypedDict pass, takes an Iterable without
looking at what is in it, and the SDK's models take anything; all three are set right in the schema that pydantic makes
of the types, once, at start-up.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, ValidationError

from games.loopback.refusals import Refused

Json = Any  # what came over the wire: any JSON
CLEAREST: Final = ("literal_error", "extra_forbidden", "unknown_tag")  # what says most to a person, last


class Shape:
    """The shape of one kind of request."""

    def __init__(self, typed: type) -> None:
        schema = TypeAdapter(typed).core_schema
        self._validator = SchemaValidator(_tightened(schema, dict(_refs_in(schema))))

    def check(self, body: Json) -> None:
        """Raises Refused, naming the first thing that is wrong in the way pydantic does."""
        try:
            self._validator.validate_python(body, strict=True)
        except ValidationError as error:
            path, message = _worst(error, body)
            raise Refused(400, f"{path}: {message}" if path else message, param=path or None) from None


def read_json(raw: bytes) -> Json:
    """The JSON object of a body; raises Refused for what is not UTF-8, not JSON, not an object, or no text at all."""
    try:
        text = raw.decode("utf-8")
        body = json.loads(text, parse_constant=_no_constant)
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise Refused(400, "We could not parse the JSON body of your request.") from None
    if not isinstance(body, dict):
        raise Refused(400, "The body of a request must be a JSON object.")
    if "\\u" in text and _has_surrogate(body):
        raise Refused(400, "The request body is not valid JSON: lone surrogate in string")
    return body


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _has_surrogate(body: Json) -> bool:
    try:
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _tightened(schema: Json, refs: Mapping[str, Json]) -> Json:
    """The schema, with unknown keys refused, iterables read as the lists that they are on the wire, and unions told
    apart by what their members say they are."""
    if isinstance(schema, dict):
        tight = {key: _tightened(value, refs) for key, value in schema.items()}
        if schema.get("type") == "typed-dict" and not _is_open(schema):
            tight["extra_behavior"] = "forbid"
        if schema.get("type") == "generator":
            tight["type"] = "list"
        if schema.get("type") == "model":  # a response given back as it came; on the wire it is a plain object
            return {key: schema[key] for key in ("cls", "ref") if key in schema} | {"type": "is-instance"}
        return _told_apart(tight, refs) if schema.get("type") == "union" else tight
    if isinstance(schema, list):
        return [_tightened(each, refs) for each in schema]
    if isinstance(schema, tuple):
        return tuple(_tightened(each, refs) for each in schema)
    return schema


def _told_apart(union: Json, refs: Mapping[str, Json]) -> Json:
    """The union with those of its members as one that say by their role or type which they are."""
    plain = [each[0] if isinstance(each, tuple) else each for each in union["choices"]]
    for key in ("role", "type"):
        tagged: dict[str, list[Json]] = {}
        others: list[Json] = []
        for each in plain:
            names = _literals(refs.get(each.get("schema_ref"), each), key)
            for name in names:
                tagged.setdefault(f"{key}={name}", []).append(each)
            others += [] if names else [each]
        if len(tagged) > 1:
            one = _by_tag(key, tagged)
            return union | {"choices": [*others, one]} if others else one
    return union


def _by_tag(key: str, tagged: Mapping[str, list[Json]]) -> Json:
    choices = {tag: each[0] if len(each) == 1 else {"type": "union", "choices": each} for tag, each in tagged.items()}
    known = " or ".join(repr(tag.partition("=")[2]) for tag in sorted(tagged))
    return {
        "type": "tagged-union",
        "choices": choices,
        "discriminator": lambda value: f"{key}={value.get(key)}" if isinstance(value, dict) else None,
        "custom_error_type": "unknown_tag",
        "custom_error_message": f"{key}: Input should be {known}",
    }


def _literals(schema: Json, key: str) -> list[str]:
    """The values by which a typed dictionary says that it is one."""
    field = schema.get("fields", {}).get(key) if schema.get("type") == "typed-dict" else None
    if not field or not field.get("required") or field["schema"].get("type") != "literal":
        return []
    return [str(each) for each in field["schema"]["expected"]]


def _refs_in(schema: Json) -> Iterator[tuple[str, Json]]:
    """All that is defined in a schema, by its name."""
    if isinstance(schema, dict):
        if isinstance(schema.get("ref"), str):
            yield schema["ref"], schema
        for each in schema.values():
            yield from _refs_in(each)
    elif isinstance(schema, list | tuple):
        for each in schema:
            yield from _refs_in(each)


def _is_open(schema: Json) -> bool:
    return "allow" in (schema.get("extra_behavior"), schema.get("config", {}).get("extra_fields_behavior"))


def _worst(error: ValidationError, body: Json) -> tuple[str, str]:
    """Where the body is wrong and how: of all the members of a union that did not fit, the one that went deepest."""
    told = [
        (
            _path(each["loc"], body, missing=each["type"] == "missing"),
            CLEAREST.index(each["type"]) if each["type"] in CLEAREST else -1,
            each["msg"],
        )
        for each in error.errors(include_url=False, include_context=False)
    ]
    path, _, message = max(told, key=lambda each: (len(each[0]), each[1]))
    return ".".join(map(str, path)), message


def _path(loc: tuple[int | str, ...], body: Json, *, missing: bool) -> tuple[int | str, ...]:
    """The steps into the body, the last of which may be missing there, without the names of the types that pydantic
    puts between them."""
    path: list[int | str] = []
    for place, step in enumerate(loc):
        if isinstance(body, dict) and isinstance(step, str):
            if "=" in step:
                continue
            if step in body:
                body = body[step]
            elif not missing or place < len(loc) - 1:
                continue
        elif isinstance(body, list) and isinstance(step, int) and step < len(body):
            body = body[step]
        else:
            continue
        path.append(step)
    return tuple(path)
