"""YAML, made of its events alone: nothing is built that was not counted, and no tag makes anything.

What stands there without quotes is text, too: a character may be called No, and 1984 be a trait. An anchor may be
referred to, for whoever writes many alike; each time it counts as if it were written out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import yaml

from personas.fields import shown
from personas.rows.nodes import DEEPEST, MOST_VALUES, SHEET_PARTS, File, FileError, Items, Leaf, Node, Pairs, rows_of

MOST_ALIASES: Final = 200
LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where the library has it
NOTHING: Final = ("", "~", "null", "Null", "NULL")
TAGS: Final = ("!", *(f"tag:yaml.org,2002:{kind}" for kind in ("str", "map", "seq", "int", "float", "bool", "null")))


def read(text: str) -> File:
    """The rows of a list of mappings, or of one. Raises FileError."""
    try:
        root = tree(yaml.parse(text, LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" from line {mark.line + 1}, column {mark.column + 1} on" if mark else ""
        raise FileError(f"it is no YAML{where}: {error.problem or error.context}") from error
    except yaml.YAMLError as error:  # a letter that YAML knows none of
        raise FileError(f"it is no YAML: {' '.join(str(error).split())}") from error
    return rows_of(root)


def tree(events: Iterator[Any]) -> Node:
    """What these events tell of. Raises FileError; what the library raises of the text, too."""
    root: list[Node] = []
    open_: list[Items | Pairs] = []
    names: list[tuple[str, int] | None] = []  # by what is open, the name whose value comes next
    anchored: dict[str, Node] = {}
    aliases = 0
    for number, event in enumerate(events):
        line = event.start_mark.line + 1
        if number > MOST_VALUES * 2:
            raise FileError(f"line {line}: it holds more than {MOST_VALUES:,} values")
        if isinstance(event, yaml.CollectionEndEvent):
            open_.pop()
            names.pop()
            continue
        if isinstance(event, yaml.AliasEvent):
            aliases += 1
            if aliases > MOST_ALIASES:
                raise FileError(f"line {line}: it refers to anchors more than {MOST_ALIASES} times")
            if event.anchor not in anchored:
                raise FileError(f"line {line}: there is no anchor {shown(event.anchor)}")
            node = anchored[event.anchor]
        elif isinstance(event, yaml.NodeEvent):
            node = node_of(event, line)
            if event.anchor:
                anchored[event.anchor] = node
        else:
            continue
        put(node, line, root, open_, names)
        if not isinstance(node, Leaf) and not isinstance(event, yaml.AliasEvent):
            open_.append(node)
            names.append(None)
            if len(open_) > DEEPEST + 2:  # a list of rows, and a row
                raise FileError(f"line {line}: it is nested too deeply")
    if len(root) > 1:
        raise FileError(f"line {root[1].line}: one document is read, and here a second one begins")
    return root[0] if root else Items([], 1)


def node_of(event: Any, line: int) -> Node:
    """The node that an event begins. Raises FileError for a tag that asks for more than text, lists and objects."""
    if event.tag is not None and event.tag not in TAGS:
        raise FileError(f"line {line}: tags as {shown(event.tag)} are not read")
    if isinstance(event, yaml.ScalarEvent):
        is_nothing = event.implicit[0] and event.value in NOTHING  # of what is quoted it is not
        return Leaf(None if is_nothing else event.value, line)
    return Pairs([], line) if isinstance(event, yaml.MappingStartEvent) else Items([], line)


def put(node: Node, line: int, root: list[Node], open_: list[Items | Pairs], names: list[Any]) -> None:
    """Puts a node where it stands: into what is open, in an object as a name or as what that names."""
    if not open_:
        root.append(node)
    elif isinstance(open_[-1], Items):
        open_[-1].items.append(node)
    elif names[-1] is None:
        if not isinstance(node, Leaf):
            raise FileError(f"line {line}: a name must be a text")
        names[-1] = ("" if node.value is None else node.value, line)
    else:
        name, at = names[-1]
        open_[-1].pairs.append((name, at, node))
        names[-1] = None


class Writer(yaml.SafeDumper):
    """Text that has several lines is written as lines, and what stands there twice is written twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _written(writer: Writer, text: str) -> Any:
    style = "|" if "\n" in text else None
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Writer.add_representer(str, _written)


def written(rows: Sequence[Mapping[str, Any]]) -> str:
    """The file of these rows, each with slug, name, status and a sheet, whose parts stand in the row itself."""
    told = []
    for row in rows:
        sheet = row["sheet"]
        is_flat = isinstance(sheet, Mapping) and set(sheet) <= {"slug", "name", *SHEET_PARTS}
        beside = {name: row[name] for name in ("slug", "name", "status")}
        told.append(
            beside | ({name: sheet[name] for name in SHEET_PARTS if name in sheet} if is_flat else {"sheet": sheet})
        )
    return str(yaml.dump(told, Dumper=Writer, allow_unicode=True, sort_keys=False, width=100))
