"""Town Mafia keeps its secrets: searched for by value, and by who is dead."""

import json
from typing import Any

from games.engine.moderator import Moderator
from games.engine.questions import Propose, Speak
from games.engine.ruleset import Ruleset
from games.engine.table import EVERYONE
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, seen_by
from tests.games.engine.leaks import public_rows, told
from tests.games.engine.scenes import Scene, anything, begin
from tests.golden.playthrough import playthrough_of

Rules = Ruleset[Any]


def test_a_dead_mafioso_hears_no_more_of_the_mafia(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV").night(kill=4).day(lynch=1).night(kill=5)
    after = [entry for entry in scene.ledger if entry.round == 2 and entry.heard_by != EVERYONE]
    assert [entry for entry in after if 1 in entry.heard_by] == []
    assert scene.heard("targeted")[-1][0] == [0]


# --- searched by value -----------------------------------------------------------------------------------------------


def answer_with_marks(moderator: Moderator) -> None:
    """Plays on, with a mark in every thought and every word said in secret."""
    while moderator.pending:
        for seat, question in tuple(moderator.pending.items()):
            key = moderator.key(seat)
            raw = anything(question, moderator.table.dice("test"))
            raw["thought"] = f"thought-{key.poll}-{key.seat}"
            if isinstance(question, Propose):
                raw["message"] = f"plot-{key.poll}-{key.seat}"
            if isinstance(question, Speak):
                raw["message"] = f"speech-{key.poll}-{key.seat}"
            moderator.answer(seat, raw)


def test_nothing_secret_is_among_what_the_audience_and_the_others_see(town: Rules) -> None:
    moderator = begin(town, 12, "marks")
    answer_with_marks(moderator)
    everything, public = told(GLASS, moderator), told(AUDIENCE, moderator)
    plots = [f'"plot-{answer.poll}-{answer.seat}"' for answer in moderator.journal if answer.kind == "plot"]
    assert plots
    assert all(plot in everything for plot in plots)
    assert all(f'"speech-{a.poll}-{a.seat}"' in public for a in moderator.journal if a.kind == "speak")
    town_seats = [seat for seat, role in enumerate(moderator.deal.roles) if role.team == "town"]
    for view in (public, *(told(seat_viewer(seat), moderator) for seat in town_seats)):
        assert "plot-" not in view
        assert "thought-" not in view
    assert {answer.thought for answer in moderator.journal} == {
        f"thought-{answer.poll}-{answer.seat}" for answer in moderator.journal
    }
    assert "thought-" not in everything


def test_until_the_end_the_audience_knows_the_roles_of_the_dead_alone(town: Rules) -> None:
    moderator = playthrough_of(town)
    before = [entry for entry in seen_by(AUDIENCE, moderator.ledger) if entry.phase != "end"]
    names = {role.name for role in town.roles}
    for entry in before:
        said = names & set(json.dumps(entry.plain()).replace('"', " ").replace(",", " ").split())
        assert not said or entry.event.kind in ("died", "lynched"), entry
    assert all(role.name in told(GLASS, moderator) for role in moderator.deal.roles)


# --- two worlds ------------------------------------------------------------------------------------------------------


def world(town: Rules, roles: str, seed: str) -> Scene:
    """Three days in which 4 and 7 die in the night and 6 is lynched, whatever the roles and whoever did it."""
    scene = Scene(town, roles, first=2, seed=seed, reveal_on_death="none")
    mafia, doctor = [seat for seat, role in enumerate(roles) if role == "M"], roles.index("D")
    if mafia == [0, 1]:
        # They quarrel for three rounds and the doctor saves nobody; then they pass.
        scene.night(kill={0: [3, 4, 4], 1: [4, 3, 4]}, protect={doctor: doctor})
    else:
        # They agree at once on somebody who is saved; the vigilante shoots.
        scene.night(kill=9, protect={doctor: 9}, shoot={roles.index("G"): 4})
    scene.day(votes={seat: 6 for seat in scene.living if seat != 6}, words="One of us lies.")
    scene.night(kill=7, protect={doctor: doctor}).day(words="Still one of us lies.")
    scene.night().day(words="I am tired.")
    return scene


#                                    0123456789
WORLDS = {"the mafia sit at 0 and 1": "MMDSVGVVVV", "the mafia sit at 8 and 5": "DGVSVMVVMV"}


def test_public_play_that_is_alike_looks_alike_whatever_the_secrets(town: Rules) -> None:
    for seed in ("a", "b", "c"):
        one, other = (world(town, roles, seed) for roles in WORLDS.values())
        assert told(GLASS, one.moderator) != told(GLASS, other.moderator)
        assert len(one.ledger) != len(other.ledger)
        rows = [public_rows(seen_by(AUDIENCE, scene.ledger)) for scene in (one, other)]
        assert rows[0] == rows[1]
        assert [row["kind"] for row in rows[0]].count("said") == 2 * (9 + 7 + 7)


def test_a_villager_sees_two_worlds_alike(town: Rules) -> None:
    one, other = (world(town, roles, "v") for roles in WORLDS.values())
    for seat in (4, 6, 7, 9):  # villagers in both
        assert public_rows(seen_by(seat_viewer(seat), one.ledger)) == public_rows(
            seen_by(seat_viewer(seat), other.ledger)
        )
        assert public_rows(seen_by(seat_viewer(seat), one.ledger)) != public_rows(seen_by(AUDIENCE, one.ledger))
