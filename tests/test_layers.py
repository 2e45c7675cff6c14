"""league -> games -> personas, and an engine that knows nobody: what the linters cannot see of it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

PROJECT = Path(__file__).resolve().parents[1]
HOUSE = ("personas", "games", "league")

# Everything of the engine and the agents, in a process of its own: which of these were loaded?
LOAD = """
import importlib, pkgutil, sys
import games.agents, games.engine, personas.sheet
for package in (games.agents, games.engine):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
print(*sorted({"games.agents.uniform", "games.engine.moderator", "personas.sheet", "django"} & set(sys.modules)))
"""


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """Each file of a folder with each module it names in an import, also inside functions."""
    for path in sorted((PROJECT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((path.name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield path.name, f"{'.' * node.level}{node.module or ''}"


def test_no_relation_of_a_model_points_up() -> None:
    relations = {
        (model._meta.app_label, field.related_model._meta.app_label)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model
    }

    assert {
        (source, target) for source, target in relations if {source, target} <= set(HOUSE) and source != target
    } == {
        ("games", "personas"),
        ("league", "games"),
        ("league", "personas"),
    }


def test_engine_imports_the_standard_library_and_itself_only() -> None:
    named = list(imported("games/engine"))

    assert ("moderator.py", "games.engine.table") in named
    assert [
        (file, module)
        for file, module in named
        if not module.startswith("games.engine") and module.partition(".")[0] not in sys.stdlib_module_names
    ] == []


def test_game_in_the_terminal_needs_no_django() -> None:
    loaded = subprocess.run([sys.executable, "-c", LOAD], cwd=PROJECT, capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["games.agents.uniform", "games.engine.moderator", "personas.sheet"]
