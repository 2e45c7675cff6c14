"""Two worlds of Council Mafia that differ in a secret look alike to all who are not in on it."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.table import EVERYONE
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, seen_by
from tests.games.engine.council_mafia.council import Council
from tests.games.engine.leaks import leaking, public_rows, told

Rules = Ruleset[Any]


def test_a_dead_mafioso_hears_no_more_of_the_mafia(council: Rules) -> None:
    scene = Council(council, "MMMIDTTTTT").day(lynch=1).night(kill=9).day()
    after = [entry for entry in scene.ledger if entry.round == 2 and entry.heard_by != EVERYONE]
    assert [entry for entry in after if 1 in entry.heard_by] == []
    assert scene.heard("targeted")[-1][0] == [0, 2]


# --- two worlds ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """What is secret in a game of ten whose public play is always the same: see `lived`."""

    roles: str = "MMMIDTTTTT"
    plans: tuple[str, str, str] = ("We say little.", "We vote apart.", "I claim doctor.")
    kill: Any = 9  # whom the mafia propose in night 1, by seat where they quarrel
    protect: Seat = 4
    investigate: Seat = 0


def lived(council: Rules, world: World) -> Moderator:
    """Day 1 without a vote, a night, a day on which 8 is lynched after a tie with 7, a quiet night and a last day."""
    mafia = [seat for seat, role in enumerate(world.roles) if role == "M"]
    scene = Council(council, world.roles, plans=dict(zip(mafia, world.plans, strict=True)))
    scene.day(words="Good morning.")
    scene.night(world.kill, protect=world.protect, investigate=world.investigate)
    tied = {seat: 7 if seat % 2 else 8 for seat in scene.living}
    votes = tied | {7: 8, 8: 7}
    second = dict.fromkeys(scene.living, 8) | {8: 7}
    nominate = {seat: 7 + seat % 2 for seat in scene.living}
    scene.day(nominate=nominate, votes=votes, runoff=second, words="One of us lies.")
    scene.night().day(words="Still one of us lies.")
    return scene.moderator


SECRETS = {  # what is secret: the kinds of events that tell it, the two worlds, and the seats that are in on it
    "plans of night zero": (
        ("planned",),
        World(),
        World(plans=("We shout.", "We vote together.", "You take Ada.")),
        {0, 1, 2},
    ),
    "proposals": (("plotted",), World(), World(kill={0: [9, 9], 1: [5, 9], 2: [6, 9]}), {0, 1, 2}),
    "a target that was saved": (("targeted",), World(kill=6, protect=6), World(kill=None, protect=6), {0, 1, 2}),
    "protection": (("protected",), World(), World(protect=6), {4}),
    "investigation": (("investigated",), World(), World(investigate=8), {3}),
    "roles": (("dealt", "partners"), World(), World(roles="MTTMTTDTMI", investigate=8), {0, 1, 2, 3, 4, 6, 8, 9}),
}


def assert_alike_to_all_others(one: Moderator, other: Moderator, in_on_it: set[Seat]) -> None:
    """Whoever is not in on a secret is shown the same, to the byte."""
    lenses = [AUDIENCE, *(seat_viewer(seat) for seat in range(10) if seat not in in_on_it)]
    for lens in lenses:
        assert public_rows(seen_by(lens, one.ledger)) == public_rows(seen_by(lens, other.ledger))


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_shows_to_nobody_who_is_not_in_on_it(council: Rules, secret: str) -> None:
    kinds, *worlds, in_on_it = SECRETS[secret]
    one, other = (lived(council, world) for world in worlds)
    # It is there to be found: in the glass box, and for each who is in on it.
    assert told(GLASS, one) != told(GLASS, other)
    assert all(told(seat_viewer(seat), one) != told(seat_viewer(seat), other) for seat in in_on_it)
    assert set(kinds) <= {entry.event.kind for entry in one.ledger}
    assert_alike_to_all_others(one, other, in_on_it)


@pytest.mark.parametrize(("secret", "kind"), [(secret, kind) for secret in SECRETS for kind in SECRETS[secret][0]])
def test_a_secret_that_is_announced_shows(
    council: Rules, monkeypatch: pytest.MonkeyPatch, secret: str, kind: str
) -> None:
    _, *worlds, in_on_it = SECRETS[secret]
    leaking(monkeypatch, "whisper", kind, "announced")
    one, other = (lived(council, world) for world in worlds)
    with pytest.raises(AssertionError):
        assert_alike_to_all_others(one, other, in_on_it)
