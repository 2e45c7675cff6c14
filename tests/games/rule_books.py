"""What general tests ask of a rule book before they ask it of its games; found out by playing, never by its name."""

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.golden.playthrough import path_of, playthrough_of

ROOT = Path(__file__).parents[2]
# For processes of their own: they find the rule books that this one finds.
PYTHONPATH = os.pathsep.join([str(ROOT), *(path for path in sys.path if Path(path).is_relative_to(ROOT / "tests"))])
EVERY_RULESET = pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.slug)


@cache
def talks(rules: Ruleset[Any]) -> bool:
    """Whether anybody says anything in these games."""
    return path_of(rules).exists() and any("words" in entry.event.data() for entry in playthrough_of(rules).ledger)


@cache
def hides_several(rules: Ruleset[Any]) -> bool:
    """Whether there are several hidden players at the default table."""
    cast = rules.cast(rules.default_seats, rules.options_from({}, rules.default_seats))
    return sum(role.team == rules.hidden_team for role in cast) > 1


def short(rules: Ruleset[Any]) -> dict[str, int]:
    """Options that end a game soon, where there are such."""
    soon = {"max_ticks": 12, "max_rounds": 2}
    return {name: soon[name] for name in rules.options_schema()["properties"] if name in soon}


TALKING = [rules for rules in all_rulesets().values() if talks(rules)]
EVERY_TALKING_RULESET = pytest.mark.parametrize("rules", TALKING, ids=lambda rules: rules.slug)
