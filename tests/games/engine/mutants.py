"""Spoiled rules: the product's own source with one rule changed, at work in one test alone.

When a source no longer holds the text that a mutant changes, mend the mutant with the rule.
"""

import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named

Rules = Ruleset[Any]
Check = Callable[[Rules], None]


@dataclass(frozen=True)
class Mutant:
    """A rule that is spoiled, where (a module of the engine), how, and the check that catches it."""

    name: str
    where: str
    spoil: dict[str, str]  # the source's text -> what stands in its place
    check: Check


def spoiled(mutant: Mutant) -> ModuleType:
    """The module with the mutant's change; whatever else it does is the product's own."""
    name = f"games.engine.{mutant.where}"
    source = inspect.getsource(importlib.import_module(name))
    for text, instead in mutant.spoil.items():
        assert source.count(text) == 1, f"{name} holds {text!r} {source.count(text)} times"
        source = source.replace(text, instead)
    module = ModuleType(f"{name}_spoiled")
    exec(compile(source, module.__name__, "exec"), vars(module))
    return module


def rules_of(mutant: Mutant, slug: str, monkeypatch: pytest.MonkeyPatch) -> Rules:
    """The ruleset with the mutant at work, for the rest of the test: whoever imported what it changes has its own."""
    original, module = importlib.import_module(f"games.engine.{mutant.where}"), spoiled(mutant)
    if mutant.where.startswith("rulesets."):
        rules = type(ruleset_named(slug)).__name__
        return vars(module)[rules]()
    for name, value in vars(original).items():
        if name.startswith("__") or vars(module)[name] is value:
            continue
        for user in [*sys.modules.values()]:
            if user.__name__.startswith(("games.engine", "tests.games.engine")) and vars(user).get(name) is value:
                monkeypatch.setattr(user, name, vars(module)[name])
    return ruleset_named(slug)


def check_that_a_mutant_is_caught(mutant: Mutant, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check passes by the rules as they are and fails by the spoiled ones."""
    mutant.check(ruleset_named(slug))
    rules = rules_of(mutant, slug, monkeypatch)
    with pytest.raises((AssertionError, LookupError, ValueError)):
        mutant.check(rules)
