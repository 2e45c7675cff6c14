"""The laws of the games, as they are read off a file: each takes its path and its text and says what breaks the law.

They read and run nothing, so a breach can be shown to them as a text (breaches.py). Where a law has exceptions they
stand here by path, each with its reason.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final

from tests.laws.parsing import nodes_of, parsed

# --- hearers ----------------------------------------------------------------------------------------------------------

OF_HEARERS: Final = {
    "games/engine/table.py": "speaks",
    "games/engine/viewpoint.py": "says who sees",
    "games/engine/channels.py": "says where it is sent",
    "games/engine/record.py": "writes it into the hash",
    "games/engine/events/event.py": "keeps the name for rows",
    "games/models/event.py": "stores it",
    "games/ledger/rows.py": "stores and reads it",
    "games/ledger/logs.py": "writes and reads logs",
    "games/api/events.py": "describes what the API writes",
    "games/ledger/schemas.py": "describes what logs write",
}


def asks_the_viewpoint(path: str, text: str) -> Iterator[str]:
    """Whoever wants to know who hears an event asks Entry.is_public, the viewpoint or the channels."""
    if path in OF_HEARERS or "/migrations/" in path:
        return
    for found in re.finditer(r"(?m)^from games\.(?:engine\.table|models\.event) import .*\b(EVERYONE|NOBODY)\b", text):
        yield f"imports {found[1]}, with which an event's hearers are compared"
    if "heard_by" not in text:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if re.search(r"\bheard_by(?!_crew|_impostor)", line):
            yield f"{number}: reads an event's hearers"


TABLE: Final = "games/engine/table.py"
SPOKEN_IN: Final = {
    TABLE: "speaks",
    "games/ledger/rows.py": "reads what was stored",
    "games/ledger/logs.py": "reads a log",
}


def speaks_through_the_table(path: str, text: str) -> Iterator[str]:
    """Entries are made where they are addressed, or read back from where they were stored."""
    for node in nodes_of(text):
        match node:
            case ast.FunctionDef(name="announce" | "whisper" | "note", args=of) if path == TABLE:
                if of.defaults or any(of.kw_defaults):
                    yield f"{node.lineno}: {node.name}() to whoever is not named"
            case _ if path in SPOKEN_IN:
                pass
            case ast.Call(func=ast.Name(id="Entry")) | ast.Call(args=[ast.Name(id="Entry"), *_]):
                yield f"{node.lineno}: makes an entry of the ledger"
            case ast.Call(func=ast.Attribute(attr="append" | "insert" | "extend", value=ast.Attribute(attr="ledger"))):
                yield f"{node.lineno}: writes into the ledger"


# --- state and chance -------------------------------------------------------------------------------------------------


def keeps_nothing_between_games(_: str, text: str) -> Iterator[str]:
    """A rule book is one object for all games: what belongs to one is local to `play`, or in an object made there."""
    tree = parsed(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield f"{node.lineno}: global"
    for book in (each for each in tree.body if isinstance(each, ast.ClassDef) and has_play(each)):
        for node in ast.walk(book):
            match node:
                case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store() | ast.Del()):
                    yield f"{node.lineno}: {book.name} keeps {name}"
        for each in book.body:
            match each:
                case ast.Assign(value=value) | ast.AnnAssign(value=value) if is_changeable(value):
                    yield f"{each.lineno}: {book.name} has something that can be changed"
    for each in tree.body:
        match each:
            case ast.Assign(value=value) | ast.AnnAssign(value=value) if is_changeable(value):
                yield f"{each.lineno}: something that can be changed, for all games"


def has_play(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.AsyncFunctionDef) and each.name == "play" for each in node.body) and bool(
        node.bases
    )


def is_changeable(node: ast.expr | None) -> bool:
    """Whether it is an empty list, dictionary or set: nobody writes one down but to put something in."""
    match node:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=ast.Name(id="list" | "dict" | "set" | "defaultdict" | "deque" | "Counter")):
            return True
    return False


def keys_its_dice(_: str, text: str) -> Iterator[str]:
    """Dice are keyed by what they decide."""
    for node in nodes_of(text):
        match node:
            case ast.Call(func=ast.Name(id="Dice"), args=[] | [_]):
                yield f"{node.lineno}: dice without a key"
