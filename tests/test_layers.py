"""league -> games -> personas, and an engine that knows nobody: what the linters cannot see of it."""

import ast
import os
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

# All that processes begin with, but for the one that is a provider: which of these were loaded?
LOAD_ALL = """
import django, importlib, sys
django.setup()
from django.core.management import get_commands, load_command_class
for name, app in get_commands().items():
    if name != "provider":
        load_command_class(app, name)
for module in ("league.asgi", "league.tasks", "league.urls"):
    importlib.import_module(module)
print(*sorted({"games.gateway.clients", "league.management.commands.season", "anthropic", "openai"} & set(sys.modules)))
"""

# What every process begins with, also one that only answers a question: which of these were loaded?
LOAD_FIRST = """
import django, sys
django.setup()
print(*sorted({"games.agents.agent", "games.models", "league.celery", "redis"} & set(sys.modules)))
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


def test_whoever_asks_no_model_loads_no_client_of_a_provider() -> None:
    """Half a second one, a whole one the other: every command and every host would begin so much later."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "league.settings"}
    command = [sys.executable, "-c", LOAD_ALL]
    loaded = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["games.gateway.clients", "league.management.commands.season"]


def test_no_process_begins_with_redis_or_with_who_asks_models() -> None:
    """A quarter of what a short command would cost; what wants them loads them."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings"}
    command = [sys.executable, "-c", LOAD_FIRST]
    loaded = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["games.models", "league.celery"]
