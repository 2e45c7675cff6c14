"""How a game of Council Mafia ends, and what keeps it from never ending."""

from typing import Any

import pytest

from games.engine.events import Ended, NotLynched, Pressed, Revealed
from games.engine.ruleset import Ruleset
from tests.games.engine.council_mafia.council import Council
from tests.games.engine.scenes import among_of

Rules = Ruleset[Any]
SEVEN = "MMIDTTT"
TEN = "MMMIDTTTTT"


# --- who wins --------------------------------------------------------------------------------------------------------


def test_the_town_wins_when_the_last_mafioso_is_lynched_after_last_words(council: Rules) -> None:
    scene = Council(council, SEVEN).day(lynch=0).night(kill=4).day(lynch=1)
    assert scene.winner == "town"
    assert scene.kinds()[-4:] == ["last_words", "lynched", "ended", "revealed"]


def test_the_mafia_win_when_a_kill_makes_them_as_many_as_everybody_else(council: Rules) -> None:
    scene = Council(council, SEVEN).day(lynch=4).night(kill=5).day().night(kill=6)
    assert scene.living == (0, 1, 2, 3)
    assert scene.winner == "mafia"
    assert scene.kinds()[-3:] == ["died", "ended", "revealed"]


def test_the_mafia_win_when_a_lynch_makes_them_as_many_as_everybody_else(council: Rules) -> None:
    scene = Council(council, SEVEN).day(lynch=4).night(kill=5)
    assert scene.winner is None
    assert scene.day(lynch=6).winner == "mafia"
    assert scene.kinds()[-3:] == ["lynched", "ended", "revealed"]


def test_one_fewer_than_everybody_else_is_not_enough(council: Rules) -> None:
    scene = Council(council, SEVEN).day(lynch=4).night(kill=5)
    assert len(scene.living) == 5
    assert scene.winner is None


def test_the_end_says_why_and_then_shows_all_roles(council: Rules) -> None:
    scene = Council(council, SEVEN).day(lynch=0).night().day(lynch=1)
    roles = ("mafioso", "mafioso", "detective", "doctor", "townsperson", "townsperson", "townsperson")
    assert scene.heard("ended", "revealed") == [
        ("everyone", Ended("town", "no mafioso is left")),
        ("everyone", Revealed(roles)),
    ]
    assert scene.ledger[-1].phase == "end"


# --- forced parity ---------------------------------------------------------------------------------------------------


def test_with_forced_parity_a_lynch_ends_it_when_no_doctor_can_stop_the_next_kill(council: Rules) -> None:
    plain, forced = (
        Council(council, SEVEN, forced_parity=option).day().night(kill=3).day(lynch=4) for option in (False, True)
    )
    assert plain.living == forced.living == (0, 1, 2, 5, 6)
    assert (plain.winner, forced.winner) == (None, "mafia")
    assert forced.events("ended") == [
        Ended("mafia", "no doctor can prevent that they will be as many as everybody else")
    ]


def test_forced_parity_waits_while_the_doctor_lives(council: Rules) -> None:
    scene = Council(council, SEVEN, forced_parity=True).day().night(kill=4).day(lynch=5)
    assert scene.living == (0, 1, 2, 3, 6)
    assert scene.winner is None


def test_forced_parity_waits_while_the_town_are_two_more(council: Rules) -> None:
    scene = Council(council, "MMIDTTTT", forced_parity=True).day().night(kill=3).day(lynch=4)
    assert scene.living == (0, 1, 2, 5, 6, 7)
    assert scene.winner is None


def test_forced_parity_is_looked_at_after_a_lynch_alone(council: Rules) -> None:
    night = Council(council, SEVEN, forced_parity=True).day(lynch=3).night(kill=4)
    assert night.living == (0, 1, 2, 5, 6)
    assert night.winner is None
    quiet = night.day()
    assert quiet.events("not_lynched") != []
    assert quiet.winner is None


def test_with_forced_parity_the_lynch_of_the_doctor_counts(council: Rules) -> None:
    scene = Council(council, SEVEN, forced_parity=True).day().night(kill=4).day(lynch=3)
    assert scene.winner == "mafia"


# --- draws -----------------------------------------------------------------------------------------------------------


def test_the_game_is_a_draw_after_max_rounds(council: Rules) -> None:
    scene = Council(council, SEVEN, max_rounds=3).day().night().day().night().day()
    assert scene.winner == "draw"
    assert scene.moderator.rounds == 3
    assert scene.events("ended") == [Ended("draw", "nobody has won after 3 rounds")]


def test_a_win_on_the_last_day_is_no_draw(council: Rules) -> None:
    assert Council(council, SEVEN, max_rounds=2).day(lynch=0).night().day(lynch=1).winner == "town"


# --- never for nothing -----------------------------------------------------------------------------------------------


def quiet_rounds(council: Rules, count: int, roles: str = SEVEN, **options: Any) -> Council:
    """So many rounds in which nobody dies, up to the night after them."""
    scene = Council(council, roles, **options).day()
    for _ in range(count - 1):
        scene.night().day()
    return scene


def is_pressed(scene: Council) -> bool:
    """Whether the mafioso in seat 0 must kill."""
    return None not in among_of(scene.question(0))


@pytest.mark.parametrize("quiet", [1, 2, 3, 5])
def test_after_so_many_quiet_rounds_the_mafia_must_kill(council: Rules, quiet: int) -> None:
    for count in range(1, quiet + 1):
        scene = quiet_rounds(council, count, quiet_rounds=quiet)
        assert is_pressed(scene) == (count == quiet)
    assert scene.heard("pressed") == [("everyone", Pressed(quiet))]


def test_by_default_three_rounds_may_be_quiet(council: Rules) -> None:
    assert [is_pressed(quiet_rounds(council, count)) for count in (1, 2, 3)] == [False, False, True]


def test_a_pressed_vote_must_name_a_nominee(council: Rules) -> None:
    scene = quiet_rounds(council, 3).night(kill=4, protect=4)
    for seat, target in zip((3, 4, 5, 6, 0, 1, 2), (0, 5, 0, 5, 0, 5, 0), strict=True):
        scene.answer(seat, message="Hm.", target=target)
    asked = {seat: among_of(question) for seat, question in scene.moderator.pending.items()}
    assert asked == {**dict.fromkeys((1, 2, 3, 4, 6), (0, 5)), 0: (5,), 5: (0,)}


def test_a_pressed_second_vote_must_name_one_of_the_tied(council: Rules) -> None:
    scene = quiet_rounds(council, 3, roles="MMIDTTTT").night(kill=4, protect=4)
    for seat in (3, 4, 5, 6, 7, 0, 1, 2):
        scene.answer(seat, message="Hm.", target=(0, 5)[seat % 2])
    for seat in range(8):
        scene.answer(seat, target=5 if seat % 2 == 0 else 0)
    for seat in (5, 0):
        scene.answer(seat, message="Not me.")
    assert {question.kind for question in scene.moderator.pending.values()} == {"runoff"}
    assert among_of(scene.question(2)) == (0, 5)
    assert among_of(scene.question(0)) == (5,)


def test_who_could_only_name_themselves_is_not_asked(council: Rules) -> None:
    scene = quiet_rounds(council, 3).night(kill=4, protect=4)
    for seat in (3, 4, 5, 6, 0, 1, 2):
        scene.answer(seat, message="Hm.", target=5)
    assert {seat: among_of(question) for seat, question in scene.moderator.pending.items()} == dict.fromkeys(
        (0, 1, 2, 3, 4, 6), (5,)
    )


def test_a_death_in_the_night_gives_the_day_s_vote_its_nobody_back(council: Rules) -> None:
    scene = quiet_rounds(council, 3).night(kill=4)
    for seat in (3, 5, 6, 0, 1, 2):
        scene.answer(seat, message="Hm.", target=5)
    assert among_of(scene.question(0)) == (None, 5)


def test_a_stopped_kill_and_a_tie_keep_the_pressure_up_and_its_count_grows(council: Rules) -> None:
    scene = quiet_rounds(council, 3, roles="MMIDTTTT").night(kill=4, protect=4)
    tied = {seat: 5 if seat % 2 == 0 else 0 for seat in range(8)}
    scene.day(nominate={seat: (0, 5)[seat % 2] for seat in range(8)}, votes=tied, runoff=tied)
    assert scene.events("not_lynched")[-1] == NotLynched("tie")
    assert is_pressed(scene)
    assert scene.events("pressed") == [Pressed(3), Pressed(4)]


def test_the_count_starts_again_in_the_round_after_a_death(council: Rules) -> None:
    scene = Council(council, "MMIDTTTTT").day().night().day().night().day(lynch=8)
    seen = []
    for _ in range(3):
        seen.append(is_pressed(scene))
        scene.night().day()
    assert [*seen, is_pressed(scene)] == [False, False, False, True]
