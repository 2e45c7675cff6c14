"""What stands in a file, with the line on which it does; and the rows that come of it.

A tree of these is what a reader makes of YAML or JSON; `row_of` makes plain values of it and remembers for each path on
which line it stood. A name that comes twice in one object is told: which of the two was meant, nobody knows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from personas.fields import shown

LARGEST: Final = 4_000_000  # bytes of a file
MOST_ROWS: Final = 1_000
MOST_VALUES: Final = 300_000  # of a file, what is told twice counted twice
DEEPEST: Final = 10  # lists and objects in one another
SHEET_PARTS: Final = ("temper", "identity", "voice", "role_guidance", "relationships")
BESIDE: Final = ("slug", "name", "status", "is_active")
KNOWN: Final = (*BESIDE, "sheet", *SHEET_PARTS)
Path = tuple[str | int, ...]


class FileError(ValueError):
    """A file that is none, or more than anybody wants to read; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value that holds no others."""

    value: Any
    line: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: "list[Leaf | Items | Pairs]"
    line: int


@dataclass(frozen=True, slots=True)
class Pairs:
    """An object: names, each with its line and what it names."""

    pairs: "list[tuple[str, int, Leaf | Items | Pairs]]"
    line: int


Node = Leaf | Items | Pairs


@dataclass(frozen=True, slots=True)
class Row:
    """A persona in a file: the line where it begins, what stands there, and on which line each thing does; `faults` are
    what is wrong with how it is written, each with its line."""

    line: int
    values: Mapping[str, Any]
    lines: Mapping[Path, int] = field(default_factory=dict)
    faults: Sequence[tuple[int, str]] = ()

    def line_of(self, name: str, complaint: str = "") -> int:
        """The line of what a complaint about a field is about: a complaint begins with the path of it in a sheet."""
        path = path_in(complaint) if name == "sheet" else ()
        starts: tuple[Path, ...] = (("sheet",), ()) if name == "sheet" else ((name,),)
        for start in starts:
            for depth in range(len(path), 0 if start == () else -1, -1):
                if (line := self.lines.get((*start, *path[:depth]))) is not None:
                    return line
        return self.line


@dataclass(frozen=True, slots=True)
class File:
    """What is in a file: its rows, and what is wrong with it that is no row's, each with its line."""

    rows: Sequence[Row]
    faults: Sequence[tuple[int, str]] = ()


STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
STRANGE: Final = re.compile(r" knows .*; not '([^']*)'")


def path_in(complaint: str) -> Path:
    """The path that a complaint of a sheet's reader begins with: "voice.tags[1] must be …". What an object does not
    know is the last step: "voice knows …; not 'mood'"."""
    first = complaint.partition(" ")[0]
    path: Path = tuple(name or int(place) for name, place in STEP.findall(first))
    path = () if path == ("sheet",) else path
    strange = STRANGE.search(complaint)
    return (*path, strange[1]) if strange else path


def told_apart(complaint: str) -> list[tuple[str, str]]:
    """What a complaint of a sheet's reader is about, as its path is written, and the complaint: `voice.tags[1]`, or
    `sheet` for the whole of it. Of what is lacking each is told by itself: "identity lacks background, traits" is
    two."""
    where, _, said = complaint.partition(" ")
    first = STEP.match(where)
    if where not in ("sheet", "slug", "name") and (first is None or first[0] not in SHEET_PARTS):
        return [("sheet", complaint)]
    if said.startswith("lacks "):
        names = said.removeprefix("lacks ").split(", ")
        return [(name if where == "sheet" else f"{where}.{name}", f"{where} lacks {name}") for name in names]
    if where.startswith("role_guidance.") and " must be " in complaint:
        return [(complaint.partition(" must be ")[0], complaint)]  # a role may be of several words
    if strange := STRANGE.search(complaint):
        return [(strange[1] if where == "sheet" else f"{where}.{strange[1]}", complaint)]
    return [(where, complaint)]


def decoded(data: str | bytes) -> str:
    """A file's text. Raises FileError."""
    size = len(data)
    if size > LARGEST:
        raise FileError(f"it is of {size:,} bytes, and at most {LARGEST:,} are read")
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"it is no UTF-8 from byte {error.start + 1} on") from error


def rows_of(root: Node) -> File:
    """The rows of a file that is a list of objects, or one of them. Raises FileError."""
    if isinstance(root, Pairs):
        found: Sequence[Node] = [root]
    elif isinstance(root, Items):
        found = root.items
    else:
        raise FileError(f"a list of objects was expected, not {shown(root.value)}")
    check_number(len(found))
    if strange := [(number, each) for number, each in enumerate(found, 1) if not isinstance(each, Pairs)]:
        number, each = strange[0]
        what = shown(each.value) if isinstance(each, Leaf) else "a list"
        raise FileError(f"line {each.line}: each row must be an object, not number {number}, {what}")
    budget = iter(range(MOST_VALUES))
    return File([row_of(each, budget) for each in found if isinstance(each, Pairs)])


def check_number(rows: int) -> None:
    """Raises FileError for more rows than are read."""
    if rows > MOST_ROWS:
        raise FileError(f"it has {rows:,} rows, and at most {MOST_ROWS:,} are read at once")


def row_of(node: Pairs, budget: Iterator[int]) -> Row:
    """A row as plain values. Raises FileError for one that is too deep or too long."""
    lines: dict[Path, int] = {}
    faults: list[tuple[int, str]] = []
    written = plain(node, (), lines, faults, budget)
    values = shaped(written, node.line, lines, faults)
    return Row(node.line, values, lines, faults)


def plain(
    node: Node, path: Path, lines: dict[Path, int], faults: list[tuple[int, str]], budget: Iterator[int]
) -> Any:  # Any: JSON values
    """What stands there as plain values."""
    if len(path) > DEEPEST:
        raise FileError(f"line {node.line}: it is nested too deeply")
    if next(budget, None) is None:
        raise FileError(f"line {node.line}: it holds more than {MOST_VALUES:,} values")
    lines.setdefault(path, node.line)
    if isinstance(node, Leaf):
        return node.value
    if isinstance(node, Items):
        return [plain(each, (*path, number), lines, faults, budget) for number, each in enumerate(node.items)]
    found: dict[str, Any] = {}
    for name, line, each in node.pairs:
        if name in found:
            faults.append((line, f"{shown(name)} stands there twice"))
        lines[*path, name] = line
        found[name] = plain(each, (*path, name), lines, faults, budget)
    return found


def shaped(
    written: Mapping[str, Any], line: int, lines: Mapping[Path, int], faults: list[tuple[int, str]]
) -> dict[str, Any]:
    """A row as it is taken: what is beside the sheet, and the sheet, whose parts may stand in the row itself. A sheet
    need not say again what it is called."""
    faults += [
        (lines.get((name,), line), f"a row knows {', '.join(KNOWN)}; not {shown(name)}")
        for name in written
        if name not in KNOWN
    ]
    values = {name: written[name] for name in BESIDE if written.get(name) is not None}
    parts = {name: written[name] for name in SHEET_PARTS if written.get(name) is not None}
    sheet = written.get("sheet")
    if parts and sheet is not None:
        faults.append((lines.get(("sheet",), line), "its sheet stands there twice, as one and in parts"))
    sheet = parts or sheet
    if isinstance(sheet, dict):
        own = {name: values[name] for name in ("slug", "name") if name in values}
        sheet = own | sheet
    return values | ({} if sheet is None else {"sheet": sheet})
