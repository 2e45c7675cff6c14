"""How Reactive Mafia ends."""

from typing import Any

import pytest

from games.engine.events import Ended, Revealed
from games.engine.ruleset import Ruleset, WrongOption
from tests.games.engine.reactive_mafia.scenes import Scene

Rules = Ruleset[Any]


def test_the_town_wins_when_the_last_mafioso_is_lynched(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(lynch=0).night(3)
    assert scene.winner is None
    scene.day(lynch=1)
    assert scene.winner == "town"
    assert scene.ledger[-2].event == Ended("town", "no mafioso is left")
    assert scene.ledger[-1].event == Revealed(("mafioso",) * 2 + ("villager",) * 6)


def test_the_mafia_win_in_the_night_in_which_they_are_as_many_as_the_rest(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVV").night(2)
    assert scene.winner is None
    scene.day(lynch=3)
    assert scene.winner == "mafia"
    scene = Scene(reactive, "MMVVVVV").night(2).day(lynch=3)
    assert scene.winner is None
    scene.night(4)
    assert scene.winner == "mafia"
    assert [entry.event.kind for entry in scene.ledger[-3:]] == ["died", "ended", "revealed"]


def test_one_fewer_than_the_rest_is_not_enough(reactive: Rules) -> None:
    scene = Scene(reactive, "MVVVVV").night(1).day(lynch=2).night(3)
    assert (len(scene.living), scene.winner) == (3, None)


def test_the_game_is_a_draw_after_max_rounds(reactive: Rules) -> None:
    scene = Scene(reactive, "MMDVVVVV", max_rounds=2)
    scene.night(2, protect={2: 2}).day()
    assert scene.winner is None
    scene.night(2, protect={2: 2}).day(lynch=3)
    assert (scene.winner, scene.moderator.rounds) == ("draw", 2)
    assert scene.events("ended") == [Ended("draw", "nobody has won after 2 rounds")]


def test_a_win_on_the_last_day_is_no_draw(reactive: Rules) -> None:
    assert Scene(reactive, "MVVVVV", max_rounds=1).night(2).day(lynch=0).winner == "town"


# --- casts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "mafia"), [(6, 1), (7, 1), (8, 2), (9, 2), (11, 2), (12, 3)])
def test_one_in_four_is_of_the_mafia_and_the_rest_are_villagers(reactive: Rules, seats: int, mafia: int) -> None:
    cast = [role.name for role in reactive.cast(seats, reactive.options_from({}, seats))]
    assert cast == ["mafioso"] * mafia + ["villager"] * (seats - mafia)


def test_the_cast_may_be_told_otherwise(reactive: Rules) -> None:
    options = reactive.options_from({"mafia_count": 3, "doctors": 2, "detectives": 1}, 9)
    cast = [role.name for role in reactive.cast(9, options)]
    assert cast == ["mafioso"] * 3 + ["doctor"] * 2 + ["detective"] + ["villager"] * 3


def test_a_cast_that_does_not_fit_is_refused(reactive: Rules) -> None:
    with pytest.raises(WrongOption, match="a cast of 7 does not fit 6 seats"):
        reactive.options_from({"doctors": 3, "detectives": 3}, 6)
    with pytest.raises(WrongOption, match="the mafia must be fewer than half of 8 seats, not 4"):
        reactive.options_from({"mafia_count": 4}, 8)
