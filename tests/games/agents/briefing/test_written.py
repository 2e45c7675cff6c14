"""Briefings are as they are written down."""

from typing import Any

import pytest

from games.agents.briefing import MANNERS, REVISION
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.games.agents.briefing.revisions import AWARE, digest, recorded
from tests.games.agents.briefing.written import FOLDER, aware, texts

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


def test_what_a_player_is_told_that_knows_it_is_a_model_is_as_it_is_written_down() -> None:
    assert aware() == AWARE.read_text(), "python -m tests.games.agents.briefing.written"


def test_no_briefings_are_written_down_of_a_ruleset_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(MANNERS)


def test_briefings_in_other_words_are_another_revision() -> None:
    number, newest = recorded()[-1]
    assert newest == digest(), "python -m tests.games.agents.briefing.written, which says what else is to be done"
    assert number == REVISION, f"raise REVISION in games/agents/briefing to {number}"


def test_no_two_revisions_are_the_same() -> None:
    numbers, digests = zip(*recorded(), strict=True)
    assert numbers == tuple(range(1, len(numbers) + 1))
    assert len(set(digests)) == len(digests)
