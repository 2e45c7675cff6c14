"""Who hears what in Town Mafia, exactly; and that a leak of any one event would be found."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine.events import Event, Seat
from games.engine.moderator import Moderator
from games.engine.questions import Propose, Speak
from games.engine.ruleset import Ruleset
from games.engine.table import EVERYONE, Hearers
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, seen_by
from tests.games.engine.leaks import LEAKS, leaking, public_rows, told
from tests.games.engine.scenes import Scene, anything, begin, play_wildly
from tests.games.engine.strategies import Setting, settings_of_games
from tests.golden.playthrough import header_of, path_of, played

Rules = Ruleset[Any]

# --- who hears what --------------------------------------------------------------------------------------------------

PUBLIC = (
    "seated",
    "phase",
    "pressed",
    "died",
    "quiet_night",
    "said",
    "voted",
    "lynched",
    "not_lynched",
    "ended",
    "revealed",
)
OWN = ("dealt", "protected", "investigated", "shot")
MAFIA = ("partners", "plotted", "targeted")
NOTES = ("stopped", "defaulted")


def expected_hearers(event: Event, living_mafia: frozenset[Seat]) -> Hearers:
    """Who the rules let hear an event, given the mafia alive when it is spoken. Raises KeyError for a kind unknown."""
    by_kind: dict[str, Hearers] = {
        **dict.fromkeys(PUBLIC, EVERYONE),
        **dict.fromkeys(OWN, frozenset({event.data().get("seat")})),
        **dict.fromkeys(MAFIA, living_mafia),
        **dict.fromkeys(NOTES, frozenset()),
    }
    return by_kind[event.kind]


def assert_heard_as_the_rules_say(moderator: Moderator) -> None:
    mafia = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "mafia"}
    for entry in moderator.ledger:
        assert entry.heard_by == expected_hearers(entry.event, frozenset(mafia)), entry
        if entry.event.kind in ("died", "lynched"):
            mafia.discard(entry.event.data()["seat"])


@given(settings_of_games(slugs=["town-mafia"]))
@settings(max_examples=40)
def test_every_event_is_heard_by_exactly_whom_the_rules_name(setting: Setting) -> None:
    assert_heard_as_the_rules_say(play_wildly(setting.begin()))


def playthrough(town: Rules) -> Moderator:
    """A game in which every kind of event occurs."""
    return played(header_of(path_of(town).read_text()), town)


WHISPER_LEAKS = [("whisper", kind, leak) for kind in (*OWN, *MAFIA) for leak in LEAKS]
NOTE_LEAKS = [("note", kind, leak) for kind in NOTES for leak in ("announced", "heard by one more")]


@pytest.mark.parametrize(("verb", "kind", "leak"), WHISPER_LEAKS + NOTE_LEAKS)
def test_a_secret_that_leaked_would_be_found(
    town: Rules, monkeypatch: pytest.MonkeyPatch, verb: str, kind: str, leak: str
) -> None:
    sound = playthrough(town)
    assert_heard_as_the_rules_say(sound)
    assert kind in {entry.event.kind for entry in sound.ledger}
    leaking(monkeypatch, verb, kind, leak)
    with pytest.raises(AssertionError):
        assert_heard_as_the_rules_say(playthrough(town))


@pytest.mark.parametrize("kind", PUBLIC)
def test_a_public_event_that_was_kept_from_all_would_be_found(
    town: Rules, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    leaking(monkeypatch, "announce", kind, "heard by nobody")
    with pytest.raises(AssertionError):
        assert_heard_as_the_rules_say(playthrough(town))


def test_a_dead_mafioso_hears_no_more_of_the_mafia(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV").night(kill=4).day(lynch=1).night(kill=5)
    after = [entry for entry in scene.ledger if entry.round == 2 and entry.heard_by != EVERYONE]
    assert [entry for entry in after if 1 in entry.heard_by] == []
    assert scene.heard("targeted")[-1][0] == [0]


def test_the_dead_hear_only_what_is_public(town: Rules) -> None:
    moderator = playthrough(town)
    dead: set[Seat] = set()
    for entry in moderator.ledger:
        assert entry.heard_by == EVERYONE or not dead & entry.heard_by
        if entry.event.kind in ("died", "lynched"):
            dead.add(entry.event.data()["seat"])
    assert dead


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
    moderator = playthrough(town)
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
