"""JSON with lines: the library's own reader, whose objects and lists are made to keep where they stand."""

import json
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from json import JSONDecodeError, JSONDecoder
from json.decoder import JSONArray, JSONObject  # type: ignore[attr-defined]  # the library has no types of them
from json.scanner import py_make_scanner  # type: ignore[attr-defined]  # as above
from typing import Any

from personas.rows.nodes import File, FileError, Items, Leaf, Node, Pairs, rows_of

Found = tuple[Node, int]  # and where it ends


class Reader(JSONDecoder):
    """A decoder of nodes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._ends = [place for place, letter in enumerate(text) if letter == "\n"]
        self.parse_object, self.parse_array = self._pairs, self._items
        self._scan: Callable[[str, int], tuple[Any, int]] = py_make_scanner(self)
        self.scan_once = self._node

    def _line(self, at: int) -> int:
        return bisect(self._ends, at - 1) + 1

    def _node(self, text: str, at: int) -> Found:
        value, end = self._scan(text, at)
        return (value if isinstance(value, Pairs | Items) else Leaf(value, self._line(at))), end

    def _pairs(self, at: tuple[str, int], strict: Any, *_: Any) -> Found:
        pairs, end = JSONObject(at, strict, self._node, None, list, {})
        return Pairs([(name, node.line, node) for name, node in pairs], self._line(at[1] - 1)), end

    def _items(self, at: tuple[str, int], *_: Any) -> Found:
        items, end = JSONArray(at, self._node)
        return Items(items, self._line(at[1] - 1)), end


def read(text: str) -> File:
    """The rows of a list of objects. Raises FileError."""
    try:
        root = Reader(text).decode(text)
    except JSONDecodeError as error:
        raise FileError(f"it is no JSON from line {error.lineno}, column {error.colno} on") from error
    except RecursionError as error:
        raise FileError("it is nested too deeply") from error
    return rows_of(root)


def written(rows: Sequence[Mapping[str, Any]]) -> str:
    """The file of these rows, as they are."""
    return json.dumps(list(rows), ensure_ascii=False, indent=2) + "\n"
