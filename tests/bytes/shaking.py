"""Imports the engine and the players so that the last bit of every number they work out is anybody's guess.

Each result of `+`, `-`, `*`, `/` and `**`, of `sum` and of a function of `math`, where it is a float, is moved by one
unit in the last place up, down or not at all. That is more than any Python, processor or mathematical library does;
whoever plays the same game then has hung no decision and no word on a last bit. Where numbers are settled
(games/agents/house/settling.py) nothing is moved: that is what settles them.
"""

import ast
import importlib.machinery
import math
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from types import CodeType, ModuleType
from typing import Any

SHAKEN = ("games.engine", "games.agents")
SETTLED = "games.agents.house.settling"
NAME = "_shaken_by_the_tests"


class Shaking:
    """A stream of nudges that follows from its number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.count = 0
        self.nudges = b""

    def __call__(self, value: Any) -> Any:  # Any: whatever an expression is worth
        if type(value) is not float:
            return value
        place = self.count % 64
        if not place:
            self.nudges = blake2b(f"{self.number}/{self.count}".encode()).digest()
        self.count += 1
        nudge = self.nudges[place] % 3
        return value if not nudge else math.nextafter(value, math.inf if nudge == 1 else -math.inf)


class Shaker(ast.NodeTransformer):
    """Wraps whatever may work out a float."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:  # the names are ast's
        return self.wrapped(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        return self.wrapped(node) if called == "sum" or hasattr(math, called) else self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.AST]:
        self.generic_visit(node)
        value = ast.parse(ast.unparse(node.target), mode="eval").body
        again = ast.Assign([ast.parse(f"{ast.unparse(node.target)} = 0").body[0].targets[0]], _call(value))  # type: ignore[attr-defined]  # an assignment
        return [node, again]

    def wrapped(self, node: ast.expr) -> ast.AST:
        self.generic_visit(node)
        return _call(node)


def _call(value: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(NAME, ast.Load()), [value], [])


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module shaken."""

    shaking: Shaking

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = Shaker().visit(ast.parse(self.get_data(path)))
        return compile(ast.fix_missing_locations(tree), path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, NAME, self.shaking)
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Finds the modules that are to be shaken, before anybody else does."""

    def __init__(self, shaking: Shaking) -> None:
        self.shaking = shaking

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(SHAKEN) or fullname == SETTLED:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = Loader(fullname, spec.loader.path)
            spec.loader.shaking = self.shaking
        return spec


def shake(number: int) -> Shaking:
    """From now on what is imported of the engine and the players is shaken, by the stream of this number."""
    shaking = Shaking(number)
    sys.meta_path.insert(0, Finder(shaking))
    return shaking
