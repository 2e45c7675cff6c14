"""A second ruleset for the tests of what a season of several is, told apart from the shipped ones by everything."""

from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.ruleset import Options, Ruleset
from games.engine.rulesets import all_rulesets
from games.engine.table import Role, Table

MOBSTER, SPY = Role("mobster", "mafia"), Role("spy", "town")


class Coup(Ruleset[Options]):
    """Whoever hides here is open elsewhere: a town of few spies in a city of the mafia. Nobody plays it to an end."""

    slug, title, summary = "coup", "The Coup", "The mafia rules and the town hides."
    revision, revisions = 2, range(2, 3)
    seats, default_seats = range(4, 8), 6
    open_team, hidden_team = "mafia", "town"
    roles, aliases = (MOBSTER, SPY), tuple("ABCDEFG")

    def cast(self, seats: int, options: Options) -> tuple[Role, ...]:
        return (SPY, *[MOBSTER] * (seats - 1))

    def draw_first(self, seats: int, dice: Dice) -> int | None:
        return None

    def phrases(self, options: Options, seats: int) -> dict[str, str]:
        return {}

    async def play(self, table: Table, options: Options) -> str:
        raise AssertionError("nobody plays it")


@pytest.fixture
def coup(monkeypatch: pytest.MonkeyPatch) -> Ruleset[Any]:
    """The second ruleset, known while the test lasts."""
    ruleset = Coup()
    monkeypatch.setitem(all_rulesets(), ruleset.slug, ruleset)
    return ruleset
