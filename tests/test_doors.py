"""The league knows games by eleven doors: modules that say of themselves what they are for, with few names of their
own.

Rows (games.models) and rules (games.engine) are no doors: they are what both speak of.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SPOKEN_OF = ("games.models", "games.engine")
MOST_DOORS = 11
MOST_NAMES = 12


def tree_of(module: str) -> ast.Module:
    """What a module says."""
    path = PROJECT / f"{module.replace('.', '/')}.py"
    return ast.parse(path.read_text(encoding="utf-8"))


def used() -> dict[str, set[str]]:
    """By module of games, the names that the league takes from it, also inside functions; "*" for all of it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted((PROJECT / "league").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "games":
                found[node.module or ""] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.partition(".")[0] == "games":
                        found[alias.name].add("*")
    return {
        module: names
        for module, names in found.items()
        if not any(module == each or module.startswith(f"{each}.") for each in SPOKEN_OF)
    }


def defined(module: str) -> set[str]:
    """The names that a module makes itself; what it imports is not among them."""
    names: set[str] = set()
    for node in tree_of(module).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def public(module: str) -> set[str]:
    """Those of them that others may use; each module has a logger and variables of types, and nobody else does."""
    return {
        name for name in defined(module) if not name.startswith("_") and name != "logger" and not is_type_variable(name)
    }


def is_type_variable(name: str) -> bool:
    return len(name) == 1


def doors_told() -> set[str]:
    """The doors as CONTRIBUTING has them in its table."""
    return set(re.findall(r"^\| `(games\.[a-z_.]+)` \|", (PROJECT / "CONTRIBUTING.md").read_text(), re.MULTILINE))


def test_the_league_uses_the_doors_that_are_told_and_no_more() -> None:
    assert set(used()) == doors_told()
    assert len(doors_told()) <= MOST_DOORS


def test_a_door_makes_itself_what_the_league_takes_from_it() -> None:
    assert {module: sorted(names - public(module)) for module, names in used().items()} == {
        module: [] for module in used()
    }


def test_a_door_has_few_names() -> None:
    assert {module: sorted(public(module)) for module in used() if len(public(module)) > MOST_NAMES} == {}


def test_nobody_lets_others_out_by_a_door_what_came_in_by_it() -> None:
    assert [module for module in used() if "__all__" in defined(module)] == []
    assert not any("*" in names for names in used().values())
