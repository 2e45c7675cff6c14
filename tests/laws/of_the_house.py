"""The laws of the house, as they are read off a file: each takes its path and its text and says what breaks the law.

They read and run nothing, so a breach can be shown to them as a text (breaches.py). Where a law has exceptions they
stand here by path, each with its reason.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

from tests.laws.parsing import nodes_of, parsed

# --- files ------------------------------------------------------------------------------------------------------------

NAMELESS: Final = {"common", "helper", "helpers", "manager", "managers", "misc", "services", "util", "utils"}


def is_named_for_what_it_does(path: str, _: str) -> Iterator[str]:
    """A file that cannot be named for what it does is not yet a file."""
    if path.startswith("templates/unfold/"):
        return  # the library looks for them by its own names
    for part in path.lower().split("/"):
        if part.partition(".")[0].strip("_") in NAMELESS:
            yield f"{part} says nothing of what it does"


# --- transactions -----------------------------------------------------------------------------------------------------

WAITING: Final = {
    "ask", "async_to_sync", "brpop", "getresponse", "join", "messenger", "probe_model", "recv", "result", "run",
    "run_coroutine_threadsafe", "sleep", "try_out_model", "urlopen", "wait",
}  # fmt: skip


def waits_outside_transactions(_: str, text: str) -> Iterator[str]:
    """No request to a provider and no wait is inside a transaction."""
    for node in nodes_of(text):
        within = transaction_of(node)
        for each in (inner for statement in within for inner in ast.walk(statement)):
            match each:
                case ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                    yield f"{each.lineno}: awaits inside a transaction"
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in WAITING and not is_text(
                    each
                ):
                    yield f"{each.lineno}: {name}() inside a transaction"


def transaction_of(node: ast.AST) -> list[ast.stmt]:
    """The statements that a node runs in one transaction."""
    match node:
        case ast.With(items=items, body=body) if any(opens(item.context_expr) for item in items):
            return body
        case ast.FunctionDef(decorator_list=marks, body=body) if any(opens(mark) for mark in marks):
            return body
    return []


def opens(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=func):
            return opens(func)
        case ast.Attribute(attr="atomic" | "recorded") | ast.Name(id="atomic" | "once" | "recorded"):
            return True
    return False


def is_text(call: ast.Call) -> bool:
    """ ", ".join(…)"""
    return isinstance(call.func, ast.Attribute) and (
        isinstance(call.func.value, ast.Constant) or ast.unparse(call.func.value) == "os.path"
    )


# --- writes -----------------------------------------------------------------------------------------------------------

MAKES: Final = {"acreate", "bulk_create", "bulk_update", "create", "get_or_create", "update_or_create"}
CHANGES: Final = {"asave", "adelete", "aupdate", "delete", "save", "update"}
SQL: Final = {"execute", "executemany", "execute_planned"}


def takes_keywords(_: str, text: str) -> Iterator[str]:
    """A public function that writes rows is called with keywords alone."""
    for node in parsed(text).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and writes(node):
            given = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
            if given:
                yield f"{node.lineno}: {node.name}() writes, and takes {', '.join(given)} without its name"


def writes(function: ast.FunctionDef) -> bool:
    return any(is_write(node) for node in ast.walk(function)) or any(opens(mark) for mark in function.decorator_list)


def is_write(node: ast.AST) -> bool:
    match node:
        case ast.With(items=items):
            return any(opens(item.context_expr) for item in items)
        case ast.Call(func=ast.Name(id="insert" | "update"), args=[ast.Name(), *_]):  # games.models.plain_sql
            return True
        case ast.Call(func=ast.Attribute(attr=name, value=of)) if name in MAKES:
            return "objects" in ast.unparse(of) or isinstance(of, ast.Attribute)
        case ast.Call(func=ast.Attribute(attr=name, value=of), args=[], keywords=keywords) if name in CHANGES:
            return name != "update" or (bool(keywords) and is_query(of))
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[first, *_]) if name in SQL:
            return bool(re.match(r"f?['\"]+\s*(INSERT|UPDATE|DELETE)", ast.unparse(first)))
    return False


def is_query(node: ast.expr) -> bool:
    """Rows, and no dictionary: as far as anybody can see from the words alone."""
    return isinstance(node, ast.Call | ast.Name) and not ast.unparse(node).startswith(
        ("dict", "digest", "whole", "vars")
    )


# --- who may write ----------------------------------------------------------------------------------------------------

WRITES_ITSELF: Final = {
    "games/admin/budgets.py": "the switch's one row is made when its page is first asked for",
    "league/api/authentication.py": "when a token was last used, which is nobody's act",
    "league/management/commands/recompute.py": "takes the sums' locks around a verb",
}


def leaves_writing_to_verbs(path: str, text: str) -> Iterator[str]:
    """Views, tasks, serializers and commands call verbs and hold no rules."""
    if path in WRITES_ITSELF:
        return
    for node in nodes_of(text):
        match node:
            case ast.Call(func=ast.Attribute(attr=name, value=of)) if name in MAKES and "objects" in ast.unparse(of):
                yield f"{node.lineno}: makes rows"
            case ast.Call(func=ast.Attribute(attr="update" | "delete", value=of)) if ".objects." in ast.unparse(of):
                yield f"{node.lineno}: changes rows"


VERBS: Final = (
    r"league\.(seasons|access\.accounts|results)|games\.(hosting|billing|gateway)|personas\.(roster|versions)"
)
ONLY_READS: Final = {"check_start", "estimate_season"}
RECORDS: Final = {"_done", "record_act", "record_change", "record_creation", "record_draft", "recorded"}


def records_what_it_does(_: str, text: str) -> Iterator[str]:
    """A page that calls a verb, which is known by its keywords, records the act, unless it says `by` whom: then the
    verb does. Others have tables in their tests."""
    verbs = {
        name.asname or name.name
        for node in parsed(text).body
        if isinstance(node, ast.ImportFrom) and re.match(VERBS, node.module or "")
        for name in node.names
    } - ONLY_READS
    for function in (node for node in parsed(text).body if isinstance(node, ast.FunctionDef)):
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        if not RECORDS & {ast.unparse(call.func) for call in calls}:
            for call in calls:
                is_verb = ast.unparse(call.func) in verbs and ast.unparse(call.func).islower()
                given = {each.arg for each in call.keywords}
                if is_verb and given and "by" not in given and not call.args:
                    yield f"{call.lineno}: {ast.unparse(call.func)}() is an act that nobody records"


def has_two_lines(_: str, text: str) -> Iterator[str]:
    """A task is a hint: what is to be done is in rows and verbs."""
    for node in parsed(text).body:
        if isinstance(node, ast.FunctionDef) and any(
            "shared_task" in ast.unparse(mark) for mark in node.decorator_list
        ):
            lines = [each for each in ast.walk(node) if isinstance(each, ast.stmt)][2:]  # itself and its docstring
            if len(lines) > 2:
                yield f"{node.lineno}: {node.name} has {len(lines)} lines"


# --- Django -----------------------------------------------------------------------------------------------------------


def has_no_hidden_turns(_: str, text: str) -> Iterator[str]:
    """A row is saved as it is: no signals of models, no save() or delete() of their own; nobody serializes "all"."""
    for node in nodes_of(text):
        match node:
            case ast.ImportFrom(module="django.db.models.signals" | "django.db.backends.signals" | "django.dispatch"):
                yield f"{node.lineno}: signals"
            case ast.ClassDef(bases=bases, body=body) if any(ast.unparse(base).endswith("Model") for base in bases):
                for each in body:
                    if isinstance(each, ast.FunctionDef) and each.name in ("save", "delete", "full_clean"):
                        yield f"{each.lineno}: {node.name}.{each.name}()"
            case ast.Assign(targets=[ast.Name(id="fields" | "exclude")], value=ast.Constant(value="__all__")):
                yield f"{node.lineno}: whatever fields there are"


UPWARDS: Final[Mapping[str, str]] = {
    "games/engine/": r"games\.(?!engine)|league|personas|django",
    "games/agents/": r"games\.(?!engine|agents)|league|personas\.(?!sheet)|django",
    "games/models/": r"games\.(?!models|engine)|league",
    "league/models/": r"league\.(?!models)",
    "personas/": "games|league",
}


FINDS_ITS_OWN: Final = {"games/engine/rulesets/__init__.py": "the rule books beside it"}


def names_nobody_above(path: str, text: str) -> Iterator[str]:
    """What may not be imported may not be had by its name in a string either."""
    above = next((names for folder, names in UPWARDS.items() if path.startswith(folder)), None)
    if above is None or "/migrations/" in path:
        return
    for node in nodes_of(text):
        match node:
            case ast.Call(func=ast.Name(id=how) | ast.Attribute(attr=how), args=[first, *_]) if how in (
                "__import__",
                "get_model",
                "import_module",
                "import_string",
            ):
                name = first.value if isinstance(first, ast.Constant) else ""
                if (path not in FINDS_ITS_OWN and not name) or re.match(above, str(name)):
                    yield f"{node.lineno}: {how}({ast.unparse(first)})"


# --- text -------------------------------------------------------------------------------------------------------------

MARKUP: Final = {
    ".html": r"\|\s*safe(seq)?\b|{%\s*autoescape\s+off|{%\s*filter\s[^%]*\bsafe\b",
    ".js": r"\.(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(",
    ".py": r"\bmark_safe\b|\bsafestring\.mark|\bhtml_safe\b|__html__|allow_tags",
}


FORMATS: Final = {"each.source": "SQL of the code's own (league/results/sums.py)"}


def is_text_and_no_markup(path: str, text: str) -> Iterator[str]:
    """What anybody wrote is text: nothing that is put into a page is declared to be markup."""
    pattern = MARKUP.get(path[path.rfind(".") :])
    for number, line in enumerate(text.splitlines(), start=1) if pattern and re.search(pattern, text) else ():
        if re.search(pattern, line):
            yield f"{number}: {line.strip()[:80]}"
    if path.endswith(".py"):
        yield from _filled_before(text)


def _filled_before(text: str) -> Iterator[str]:
    for node in nodes_of(text):
        match node:
            case (
                ast.Call(func=ast.Name(id="format_html" | "SafeString"), args=[markup, *_])
                | ast.Call(func=ast.Name(id="format_html_join"), args=[_, markup, *_])
            ) if isinstance(markup, ast.JoinedStr | ast.BinOp) and not is_constant(markup):
                yield f"{node.lineno}: markup with something in it already"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="logger")), args=[ast.JoinedStr() | ast.BinOp(), *_]):
                yield f"{node.lineno}: a log's sentence with something in it"
            case ast.Call(func=ast.Attribute(attr="print"), args=[ast.JoinedStr() | ast.Subscript(), *_]):
                yield f"{node.lineno}: the terminal would read markup in it"
            case ast.Call(func=ast.Attribute(attr="format", value=ast.Attribute() | ast.Subscript() as of)):
                if ast.unparse(of) not in FORMATS:
                    yield f"{node.lineno}: {ast.unparse(of)} as a format"


def is_constant(node: ast.expr) -> bool:
    return all(isinstance(each, ast.Constant | ast.JoinedStr | ast.BinOp | ast.operator) for each in ast.walk(node))
