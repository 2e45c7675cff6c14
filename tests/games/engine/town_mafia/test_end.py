"""How a game of Town Mafia ends, and what keeps it from never ending."""

from typing import Any

import pytest

from games.engine.events import Ended, NotLynched, Pressed, Revealed
from games.engine.ruleset import Ruleset
from tests.games.engine.scenes import Scene, among_of

Rules = Ruleset[Any]


# --- who wins --------------------------------------------------------------------------------------------------------


def test_the_town_wins_when_the_last_mafioso_is_lynched(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night().day(lynch=0)
    assert scene.winner == "town"
    assert scene.moderator.pending == {}
    assert scene.kinds()[-3:] == ["lynched", "ended", "revealed"]


def test_the_town_does_not_win_while_a_mafioso_lives(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV").night().day(lynch=0)
    assert scene.winner is None


def test_the_mafia_win_when_a_kill_makes_them_as_many_as_everybody_else(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(kill=4).day(lynch=3).night(kill=2, protect={1: 1})
    assert scene.winner == "mafia"
    assert scene.kinds()[-3:] == ["died", "ended", "revealed"]


def test_the_mafia_win_when_a_lynch_makes_them_as_many_as_everybody_else(town: Rules) -> None:
    scene = Scene(town, "MMDSVVV").night(kill=6).day(lynch=5)
    assert scene.winner is None
    scene.night().day(lynch=4)
    assert scene.winner == "mafia"
    assert scene.kinds()[-3:] == ["lynched", "ended", "revealed"]


def test_one_fewer_than_everybody_else_is_not_enough(town: Rules) -> None:
    scene = Scene(town, "MMDSV").night()
    assert scene.winner is None


def test_a_win_in_the_night_is_seen_before_the_day_begins(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(shoot={3: 0})
    assert scene.winner == "town"
    assert scene.kinds()[-3:] == ["died", "ended", "revealed"]
    assert scene.ledger[-1].phase == "end"
    assert scene.moderator.rounds == 1


def test_all_deaths_of_a_night_are_told_before_anybody_wins(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(kill=5, shoot={3: 0})
    assert scene.kinds()[-4:] == ["died", "died", "ended", "revealed"]
    assert scene.winner == "town"


def test_the_town_wins_when_the_last_mafioso_and_a_townsman_fall_together(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(kill=5).day(lynch=4).night(kill=1, shoot={3: 0}, protect={1: 2})
    assert scene.living == (2, 3)
    assert scene.winner == "town"


def test_the_end_says_why_and_then_shows_all_roles(town: Rules) -> None:
    scene = Scene(town, "MDSVV", reveal_on_death="none").night().day(lynch=0)
    assert scene.heard("ended", "revealed") == [
        ("everyone", Ended("town", "no mafioso is left")),
        ("everyone", Revealed(("mafioso", "doctor", "sheriff", "villager", "villager"))),
    ]


# --- draws -----------------------------------------------------------------------------------------------------------


def test_the_game_is_a_draw_after_max_rounds(town: Rules) -> None:
    scene = Scene(town, "MDSVV", max_rounds=3).rounds(3)
    assert scene.winner == "draw"
    assert scene.moderator.rounds == 3
    assert scene.events("ended") == [Ended("draw", "nobody has won after 3 rounds")]


def test_a_win_on_the_last_day_is_no_draw(town: Rules) -> None:
    scene = Scene(town, "MDSVV", max_rounds=1).night().day(lynch=0)
    assert scene.winner == "town"


@pytest.mark.parametrize(("seats", "rounds"), [(5, 30), (15, 30), (16, 32), (20, 40)])
def test_by_default_a_game_lasts_for_30_rounds_or_twice_the_seats(town: Rules, seats: int, rounds: int) -> None:
    assert town.options_from({}, seats).plain(town.revision)["max_rounds"] == rounds


# --- never for nothing -----------------------------------------------------------------------------------------------


def pressed(scene: Scene) -> bool:
    """Whether the lone mafioso in seat 0 must kill."""
    return None not in among_of(scene.question(0))


def test_after_three_quiet_rounds_the_mafia_must_kill(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0)
    seen = []
    for _ in range(3):
        seen.append(pressed(scene))
        scene.night().day()
    assert [*seen, pressed(scene)] == [False, False, False, True]
    assert scene.heard("pressed") == [("everyone", Pressed(3))]


def test_after_three_quiet_rounds_every_vote_names_a_player(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0).rounds(3)
    assert among_of(scene.night(kill=1, protect={1: 1}).question(2)) == (0, 1, 3, 4)


def test_a_death_in_the_night_gives_the_day_s_vote_its_nobody_back(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0).rounds(3).night(kill=1, protect={1: 3})
    assert among_of(scene.question(2)) == (None, 0, 3, 4)


def test_a_stopped_kill_and_a_tie_keep_the_pressure_up_and_its_count_grows(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", discussion_rounds=0).rounds(3)
    scene.night(kill=1, protect={1: 1}).day(votes={0: 1, 1: 0, 2: 3, 3: 2, 4: 5, 5: 4})
    assert scene.events("not_lynched")[-1] == NotLynched("tie")
    assert pressed(scene)
    assert scene.events("pressed") == [Pressed(3), Pressed(4)]


def test_the_count_starts_again_in_the_round_after_a_death(town: Rules) -> None:
    scene = Scene(town, "MDSVVVVV", discussion_rounds=0).rounds(2).night().day(lynch=7)
    seen = []
    for _ in range(3):
        seen.append(pressed(scene))
        scene.night().day()
    assert [*seen, pressed(scene)] == [False, False, False, True]


@pytest.mark.parametrize("quiet", [1, 2, 5])
def test_quiet_rounds_says_how_many_rounds_may_pass_without_a_death(town: Rules, quiet: int) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0, quiet_rounds=quiet)
    seen = []
    for _ in range(quiet):
        seen.append(pressed(scene))
        scene.night().day()
    assert seen == [False] * quiet
    assert pressed(scene)


def test_a_pressed_mafioso_s_partners_stay_legal_targets(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV", discussion_rounds=0, quiet_rounds=1).rounds(1)
    (seat,) = scene.moderator.pending
    assert among_of(scene.question(seat)) == tuple(other for other in range(8) if other != seat)


def test_the_vigilante_may_hold_fire_even_then(town: Rules) -> None:
    scene = Scene(town, "MDSGVVV", discussion_rounds=0, quiet_rounds=1).rounds(1)
    scene.answer(0, target=4)
    assert among_of(scene.question(3)) == (None, 0, 1, 2, 4, 5, 6)
