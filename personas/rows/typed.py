"""A part of a sheet as a person types it, into a field or a cell, and back: a text as it is, a list a line each, and
what is by a name (guidance, relationships, lines) as "name: text", a line each. Where a relationship has a feeling it
stands behind the name, in brackets: "old_fenn (fond): text"."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from personas.parts import Part

FELT: Final = re.compile(r"([^()]*[^()\s])\s*\(([^()]*)\)")


class Mistyped(ValueError):
    """What cannot be read as it was typed; the message says which line, and what was wanted."""


def part_of(part: Part, sheet: Mapping[str, Any]) -> Any:  # Any: JSON values
    """A part of a stored sheet as it stands there; None for what is not."""
    value: Any = sheet
    for name in part.path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def shown_of(part: Part, sheet: Mapping[str, Any]) -> str:
    """A part of a stored sheet as it is typed; of what cannot be read, nothing."""
    value = part_of(part, sheet)
    if isinstance(value, str):
        return value.replace("\r\n", "\n").strip()
    return "\n".join(" ".join(each.split()) for each in _lines(value))


def _lines(value: Any) -> Iterator[str]:
    """The lines of a part: a mapping's by name, a list's as they are, relationships' by whom they are toward."""
    if isinstance(value, Mapping):
        for name, texts in value.items():
            yield from (f"{name}: {text}" for text in (texts if isinstance(texts, list) else [texts]))
    for each in value if isinstance(value, list) else ():
        yield _shown(each) if isinstance(each, Mapping) else str(each)


def _shown(relationship: Mapping[str, Any]) -> str:
    feeling = f" ({relationship['feeling']})" if "feeling" in relationship else ""
    return f"{relationship.get('toward')}{feeling}: {relationship.get('text')}"


def _relationship(name: str, text: str) -> dict[str, str]:
    """A relationship by what was typed before the colon, and behind it."""
    felt = FELT.fullmatch(name)
    if felt is None:
        return {"toward": name, "text": text}
    return {"toward": felt[1], "feeling": felt[2].strip(), "text": text}


def read_from(part: Part, text: str) -> Any:
    """A part of a sheet as plain values, from what was typed. Raises Mistyped."""
    if part.form == "text":
        return text
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if part.form == "list":
        return [line for _, line in lines]
    if nameless := [number for number, line in lines if not all(map(str.strip, line.partition(":")))]:
        raise Mistyped(f"Line {nameless[0]} must be “name: text”.")
    named = [(name.strip(), told.strip()) for name, _, told in (line.partition(":") for _, line in lines)]
    if part.field == "relationships":
        return [_relationship(name, told) for name, told in named]
    if part.field == "lines":
        return {name: [told for other, told in named if other == name] for name, _ in named}
    if twice := [name for name in dict(named) if [other for other, _ in named].count(name) > 1]:
        raise Mistyped(f"{twice[0]!r} stands there twice.")
    return dict(named)


def put(part: Part, value: Any, sheet: dict[str, Any]) -> None:
    """Puts a part into a sheet of plain values, where it belongs."""
    outer, _, inner = part.path.rpartition(".")
    (sheet.setdefault(outer, {}) if outer else sheet)[inner] = value
