"""Briefings are as they are written down."""

from typing import Any

import pytest

from games.agents.briefing import MANNERS
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.games.agents.briefing.written import FOLDER, texts

EVERY_MANNER = pytest.mark.parametrize(
    "rules", [all_rulesets()[slug] for slug in MANNERS], ids=lambda rules: rules.slug
)


@EVERY_MANNER
def test_a_briefing_is_as_it_is_written_down(rules: Ruleset[Any]) -> None:
    written = {path.name: path.read_text() for path in (FOLDER / rules.slug).iterdir()}
    told = texts(rules)
    assert sorted(told) == sorted(written), "python -m tests.games.agents.briefing.written"
    for name in told:
        assert told[name] == written[name], f"{rules.slug}/{name}: python -m tests.games.agents.briefing.written"


def test_no_briefings_are_written_down_of_a_ruleset_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(MANNERS)
