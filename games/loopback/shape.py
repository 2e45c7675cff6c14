"""Whether a body has the shape that the SDK's own types describe, to the last key.

Law: what the types do not name is refused. pydantic lets unknown keys of a TypedDict pass, takes an Iterable without
looking at what is in it, and the SDK's models take anything; all three are set right in the schema that pydantic makes
of the types, once, at start-up.
"""

import json
from typing import Any, Final, NoReturn

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, ValidationError

from games.loopback.refusals import Refused

Json = Any  # what came over the wire: any JSON
CLEAREST: Final = ("literal_error", "extra_forbidden")  # what says most to a person, last


class Shape:
    """The shape of one kind of request."""

    def __init__(self, typed: type) -> None:
        self._validator = SchemaValidator(_tightened(TypeAdapter(typed).core_schema))

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


def _tightened(schema: Json) -> Json:
    """The schema, with unknown keys refused and iterables read as the lists that they are on the wire."""
    if isinstance(schema, dict):
        tight = {key: _tightened(value) for key, value in schema.items() if key not in ("metadata", "serialization")}
        if schema.get("type") == "typed-dict" and not _is_open(schema):
            tight["extra_behavior"] = "forbid"
        if schema.get("type") == "generator":
            tight["type"] = "list"
        if schema.get("type") == "model":  # a response given back as it came; on the wire it is a plain object
            return {key: schema[key] for key in ("cls", "ref") if key in schema} | {"type": "is-instance"}
        return tight
    if isinstance(schema, list):
        return [_tightened(each) for each in schema]
    if isinstance(schema, tuple):
        return tuple(_tightened(each) for each in schema)
    return schema


def _is_open(schema: Json) -> bool:
    return "allow" in (schema.get("extra_behavior"), schema.get("config", {}).get("extra_fields_behavior"))


def _worst(error: ValidationError, body: Json) -> tuple[str, str]:
    """Where the body is wrong and how: of all the members of a union that did not fit, the one that went deepest."""
    told = [
        (_path(each["loc"], body), CLEAREST.index(each["type"]) if each["type"] in CLEAREST else -1, each["msg"])
        for each in error.errors(include_url=False, include_context=False)
    ]
    path, _, message = max(told, key=lambda each: (len(each[0]), each[1]))
    return ".".join(map(str, path)), message


def _path(loc: tuple[int | str, ...], body: Json) -> tuple[int | str, ...]:
    """The steps into the body, without the names of the types that pydantic puts between them."""
    path: list[int | str] = []
    for place, step in enumerate(loc):
        if isinstance(body, dict) and isinstance(step, str):
            if step in body:
                body = body[step]
            elif place < len(loc) - 1:
                continue
        elif isinstance(body, list) and isinstance(step, int) and step < len(body):
            body = body[step]
        else:
            continue
        path.append(step)
    return tuple(path)
