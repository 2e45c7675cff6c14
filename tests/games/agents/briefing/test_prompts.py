"""What is sent again and again is what a provider's cache knows already."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.money.bills import HERE, MODELS, Lots, bills, record
from benchmarks.money.prompts import measured
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets

MOST_UNCACHED = 1.5  # characters for each that is new to the player
LEAST_CACHED = 0.7
SECONDS_A_POLL = 6


@pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.slug)
def test_little_is_sent_that_is_neither_cached_nor_new(rules: Ruleset[Any]) -> None:
    tally = measured(rules, rules.default_seats, 2, SECONDS_A_POLL)
    assert tally.uncached < MOST_UNCACHED * (tally.new + tally.questions)
    assert tally.uncached < (1 - LEAST_CACHED) * tally.sent


def test_the_measure_notices_a_cache_that_has_forgotten() -> None:
    town = all_rulesets()["town-mafia"]
    quick, slow = (measured(town, town.default_seats, 1, seconds) for seconds in (SECONDS_A_POLL, 1_000))
    assert slow.new == quick.new
    assert slow.uncached > MOST_UNCACHED * (slow.new + slow.questions)


def test_games_have_a_bill_from_each_provider_as_it_is_asked_now(tmp_path: Path) -> None:
    requests = tmp_path / "requests.jsonl"
    record(HERE, "town-mafia", 2, Lots((25, 60), 0, speaks_up=False), requests, undisclosed=False)
    found = bills(requests, SECONDS_A_POLL)
    assert set(found) == set(MODELS)
    assert len({bill.requests for bill in found.values()}) == 1
    for bill in found.values():
        assert LEAST_CACHED < bill.share < 1
        assert bill.cost > 0
        assert len(bill.schemas) == 1
