"""Nobody adds up floats as it comes, or compares what comes out of exp, in the rules or among the players.

`sum` of floats gives other last bits from Python 3.12 on, and exp, log and their like on another mathematical library:
what decides or is told goes through games/agents/house/settling.py. Sums of whole numbers are what they are.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("games/engine", "games/agents")
SETTLING = "games/agents/house/settling.py"
EXACT = {"ceil", "floor", "gcd", "isfinite", "isqrt", "nextafter", "sqrt"}  # of math: the same everywhere
FORBIDDEN = {"cmath", "decimal", "math", "numpy", "random", "statistics"}
# What is summed or raised here is whole, though nobody can see it from the words alone.
WHOLE = {
    "usage.input": "tokens",
    "usage.cached": "tokens",
    "usage.cache_written": "tokens",
    "usage.output": "tokens",
    "usage.reasoning": "tokens",
    "weights": "powers of two (unfamiliar/choosing.py)",
    "self.words.values()": "words that each has said (bidding.py)",
    "failures - 1": "how often a provider failed; seconds to wait, and nothing a game could see (remote.py)",
}


def files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def faults_in(source: str) -> Iterator[str]:
    """What in a module could come out otherwise on another Python."""
    tree = ast.parse(source)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for name in names:
                    if name.name.partition(".")[0] in FORBIDDEN - {"math"}:
                        yield f"{node.lineno}: imports {name.name}"
            case ast.ImportFrom(module=str(module), names=names):
                for name in names:
                    if module.partition(".")[0] in FORBIDDEN and not (module == "math" and name.name in EXACT):
                        yield f"{node.lineno}: imports {name.name} from {module}"
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in EXACT:
                yield f"{node.lineno}: math.{name}"
            case ast.Call(func=ast.Name(id="sum"), args=[what, *start]):
                if not is_whole_series(what) or not all(map(is_whole, start)):
                    yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Name(id="sum" | "pow", ctx=ast.Load()) if node.id == "pow" or id(node) not in called:
                yield f"{node.lineno}: {node.id} as such"
            case ast.BinOp(op=ast.Pow(), right=right) if not is_whole(right):
                yield f"{node.lineno}: {ast.unparse(node)}"


def is_whole_series(node: ast.expr) -> bool:
    """Whether what is summed is evidently a series of whole numbers."""
    match node:
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
            return is_whole(element)
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="len"), *_]):
            return True
    return ast.unparse(node) in WHOLE


def is_whole(node: ast.expr) -> bool:
    """Whether an expression is evidently a whole number, or true or false."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int)
        case ast.Compare() | ast.Call(func=ast.Name(id="len")) | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(is_whole, values))
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return (is_whole(left) and is_whole(right)) or ast.unparse(node) in WHOLE
    return ast.unparse(node) in WHOLE


def test_sums_are_whole_or_settled() -> None:
    found = {str(path.relative_to(ROOT)): list(faults_in(path.read_text())) for path in files()}
    assert found.pop(SETTLING) != []
    assert len(found) > 150
    assert {path: faults for path, faults in found.items() if faults} == {}, f"what decides or is told: {SETTLING}"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("sum(ground.weight for ground in cases)", "1: sum((ground.weight for ground in cases))"),
        ("sum(odds.values())", "1: sum(odds.values())"),
        ("sum((1 for one in many), 0.5)", "1: sum((1 for one in many), 0.5)"),
        ("map(sum, rows)", "1: sum as such"),
        ("from math import exp", "1: imports exp from math"),
        ("import math\nmath.log(2)", "2: math.log"),
        ("import statistics", "1: imports statistics"),
        ("share ** 0.5", "1: share ** 0.5"),
        ("pow(share, 2)", "1: pow as such"),
    ],
)
def test_a_fault_is_found(line: str, fault: str) -> None:
    assert list(faults_in(line)) == [fault]


@pytest.mark.parametrize(
    "line",
    [
        "sum(1 for one in many)",
        "sum(a == b for a in c)",
        "sum(a in b and not c for a in d)",
        "n**3",
        "sum(map(len, x))",
    ],
)
def test_what_is_whole_passes(line: str) -> None:
    assert list(faults_in(line)) == []
