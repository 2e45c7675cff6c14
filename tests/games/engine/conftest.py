"""The rules under test, as a parameter: test_mutants.py runs the same checks against spoiled ones."""

from typing import Any

import pytest

from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named


@pytest.fixture
def town() -> Ruleset[Any]:
    return ruleset_named("town-mafia")


@pytest.fixture
def council() -> Ruleset[Any]:
    return ruleset_named("council-mafia")


@pytest.fixture
def reactive() -> Ruleset[Any]:
    return ruleset_named("reactive-mafia")


@pytest.fixture
def ship() -> Ruleset[Any]:
    return ruleset_named("glass-box")
