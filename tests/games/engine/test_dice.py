"""Chance: the same key always rolls the same, different keys roll apart, and each face is as likely."""

import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest

from games.engine.dice import Dice
from tests.patience import at_most


def rolls(*key: str | int, count: int = 20) -> list[int]:
    dice = Dice(*key)
    return [dice.below(1_000_000) for _ in range(count)]


def test_the_same_key_rolls_the_same() -> None:
    assert rolls("seed", 1, "vote") == rolls("seed", 1, "vote")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "b"), ("ab",)),
        (("a", "b", "c"), ("a", "bc")),
        (("a", 1), ("a", "1")),
        (("a", 1, 2), ("a", 12)),
        (("a\x1fb",), ("a", "b")),
        (("a', 'b",), ("a", "b")),
        (("é",), ("\\xe9",)),
        (("\ud800",), ("\\ud800",)),
        (("",), ("", "")),
    ],
    ids=str,
)
def test_no_two_keys_roll_alike(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    assert rolls(*one) != rolls(*other)


def test_the_numbers_are_what_they_were_for_every_game_ever_stored() -> None:
    dice = Dice("seed", "play", "mafia")
    assert [dice.below(10) for _ in range(12)] == [7, 8, 3, 5, 5, 4, 7, 8, 0, 0, 5, 8]
    assert Dice("Zürich \ud83d 北京").shuffled("abcdefg") == list("fbedcga")


def test_another_process_with_another_hash_seed_rolls_the_same() -> None:
    code = "from games.engine.dice import Dice; print([Dice('seed', 3, n).below(1000) for n in range(9)])"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
        timeout=at_most(60),
    )
    assert told.stdout == f"{[Dice('seed', 3, n).below(1000) for n in range(9)]}\n"


@pytest.mark.parametrize("sides", [1, 2, 3, 7, 20])
def test_each_side_is_as_likely(sides: int) -> None:
    dice, throws = Dice("fair", sides), 20_000
    counted = Counter(dice.below(sides) for _ in range(throws))
    assert sorted(counted) == list(range(sides))
    expected = throws / sides
    assert sum((count - expected) ** 2 / expected for count in counted.values()) < 3 * sides + 25


def test_first_rolls_of_neighbouring_keys_are_as_even_as_one_stream() -> None:
    """Each question has a stream of its own, of which mostly the first number counts."""
    counted = Counter(Dice("seed", poll, poll % 9, "vote").below(6) for poll in range(20_000))
    assert sum((count - 20_000 / 6) ** 2 / (20_000 / 6) for count in counted.values()) < 40


@pytest.mark.parametrize("sides", [0, -1])
def test_dice_need_a_side(sides: int) -> None:
    with pytest.raises(ValueError, match="dice need at least one side"):
        Dice("seed").below(sides)
    with pytest.raises(ValueError, match="dice need at least one side"):
        Dice("seed").pick([])


def test_chance_is_never_at_0_always_at_1_and_in_between_its_share() -> None:
    dice = Dice("chance")
    assert not any(dice.chance(0) for _ in range(1_000))
    assert all(dice.chance(1) for _ in range(1_000))
    assert abs(sum(dice.chance(0.3) for _ in range(10_000)) - 3_000) < 4 * 46


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    dice = Dice("shuffle")
    counted = Counter(tuple(dice.shuffled("abc")) for _ in range(6_000))
    assert set(counted) == set(permutations("abc"))
    assert sum((count - 1_000) ** 2 / 1_000 for count in counted.values()) < 40


def test_shuffling_leaves_the_items_as_they_were() -> None:
    items = [1, 2, 3]
    assert sorted(Dice("s").shuffled(items)) == items == [1, 2, 3]
    assert Dice("s").shuffled([]) == []


@pytest.mark.parametrize("most", [0, 1, 4, 7, 9])
def test_the_first_of_a_shuffle_are_the_same_without_the_rest(most: int) -> None:
    assert Dice("s").shuffled(range(7), most) == Dice("s").shuffled(range(7))[:most]
