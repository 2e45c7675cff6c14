"""The same seed gives the same bytes on every Python: events, words, thoughts and what the narrator tells."""

from functools import cache

import pytest

from games.engine.rulesets import all_rulesets
from tests.bytes import pythons, told
from tests.bytes.pythons import Python
from tests.golden.playthrough import paths_of

pytestmark = pytest.mark.long(12)

SEEDS = 3  # of each rule book; .ci/run plays 200 on every Python
NOBODY = Python(told.ROOT, "no other")


@cache
def here() -> dict[str, str]:
    """What this Python says."""
    return told.told(SEEDS)


def test_every_game_is_told_and_no_two_alike() -> None:
    golden = [path for rules in all_rulesets().values() for path in paths_of(rules)]
    assert len(set(here().values())) == len(here()) == SEEDS * len(all_rulesets()) + len(golden)
    for path in golden:
        assert here()[f"golden {path.name}"] == told.digest(path.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("other", pythons.others() or [NOBODY], ids=lambda other: other.version)
def test_another_python_plays_the_same_bytes(other: Python) -> None:
    if other is NOBODY:
        pytest.skip("no other Python from 3.11 on is on this machine")
    assert pythons.told_by(other, SEEDS) == here()


def test_nothing_hangs_on_a_last_bit() -> None:
    """Whatever a Python, a processor or a mathematical library makes of last bits, the games stay."""
    assert pythons.told_by(pythons.this(), SEEDS, shaken=1) == here()


def test_shaking_moves_numbers_by_one_last_bit_at_most() -> None:
    shaking = told.shaking.Shaking(1)
    moved = {shaking(0.1) for _ in range(200)}
    assert moved == {0.09999999999999999, 0.1, 0.10000000000000002}
    assert [shaking(value) for value in (1, "a", None)] == [1, "a", None]
