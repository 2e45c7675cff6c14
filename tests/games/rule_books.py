"""What general tests ask of a rule book before they ask it of its games; found out by playing, never by its name."""

import inspect
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.agents.house import READ
from games.engine.events import Event, speaker
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.golden.playthrough import path_of, playthrough_of

ROOT = Path(__file__).parents[2]
FILES = [Path(inspect.getfile(type(rules))).absolute() for rules in all_rulesets().values()]
FOLDERS = [Path(path).absolute() for path in sys.path]
# For processes of their own: they find the rule books that this one finds, wherever their packages are.
PYTHONPATH = os.pathsep.join(
    dict.fromkeys(str(each) for each in (ROOT, *FOLDERS) if any(file.is_relative_to(each) for file in FILES))
)
EVERY_RULESET = pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.slug)


def two_by_turns(turn: int) -> list[Any]:
    """The names of all rule books for a test whose games take long: it plays two, the others with --slow. Turns from 0
    on choose which, so that several such tests play all of them."""
    slugs = sorted(all_rulesets())
    played = {slugs[(2 * turn + place) % len(slugs)] for place in range(2)}
    return [pytest.param(slug, marks=() if slug in played else pytest.mark.slow) for slug in slugs]


def is_shipped(rules: Ruleset[Any]) -> bool:
    """Whether this is one of the four that ship, which are held to more than any rule book must be."""
    return isinstance(rules, READ)


def seats_about(rules: Ruleset[Any], wanted: int) -> int:
    """The size of table that comes nearest to the wanted one."""
    return min(rules.seats, key=lambda seats: abs(seats - wanted))


def telling_tables(rules: Ruleset[Any]) -> list[int]:
    """The tables at one of which an option must show: where a rule book ships with us, the default one."""
    return [rules.default_seats] if is_shipped(rules) else [rules.default_seats, *rules.seats]


def is_speech(event: Event) -> bool:
    """Whether an event is what somebody says to all, who may answer; of other rule books, what has a seat and words."""
    if type(event).__module__.startswith("games.engine.events."):
        return event.kind in ("said", "remarked", "spoke")
    return isinstance(event.data().get("words"), str) and speaker(event) is not None


@cache
def talks(rules: Ruleset[Any]) -> bool:
    """Whether players say what they like to all in these games."""
    return path_of(rules).exists() and any(
        entry.is_public and is_speech(entry.event) for entry in playthrough_of(rules).ledger
    )


def answers_of(rules: Ruleset[Any]) -> int:
    """How many answers a game takes, by the first playthrough."""
    return len(playthrough_of(rules).journal)


def short(rules: Ruleset[Any]) -> dict[str, int]:
    """Options that end a game soon, where there are such."""
    soon = {"max_ticks": 12, "max_rounds": 2}
    return {name: soon[name] for name in rules.options_schema()["properties"] if name in soon}


TALKING = [rules for rules in all_rulesets().values() if talks(rules)]
# The house listens where it has read the rules.
LISTENED_TO = [rules for rules in TALKING if isinstance(rules, READ)]
EVERY_RULESET_LISTENED_TO = pytest.mark.parametrize("rules", LISTENED_TO, ids=lambda rules: rules.slug)
EVERY_TALKING_RULESET = pytest.mark.parametrize("rules", TALKING, ids=lambda rules: rules.slug)
