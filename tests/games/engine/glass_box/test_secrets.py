"""Who hears what on the ship: worked out again from the record, and two worlds alike to all who must not know.

Law: each event is heard by exactly whom the rules name, and what somebody does out of another's sight changes not a
byte of what that other is shown.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from games.engine.events import Event, Seat
from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.ship.chart import CAFETERIA, DOORWAYS
from games.engine.table import EVERYONE, Entry, Hearers
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, ghost_viewer, seat_viewer, seen_by
from tests.games.engine.glass_box.ship_scene import ShipScene
from tests.games.engine.leaks import LEAKS, leaking, public_rows
from tests.games.engine.scenes import play_wildly
from tests.games.engine.strategies import Setting, settings_of_games
from tests.golden.playthrough import header_of, paths_of, played

Rules = Ruleset[Any]
PUBLIC = (
    "seated", "phase", "tick", "alarm", "alarm_over", "called", "missed", "spoke", "nobody_spoke", "vote_cast",
    "nudged", "vote_shown", "ejected", "not_ejected", "ended", "revealed",
)  # fmt: skip
OWN = ("dealt", "task_done", "refused", "counted", "watched", "seen")
THERE = ("killed", "walked", "vent_entered", "vent_left", "worked", "proved", "mended")
CONSPIRED = ("partners", "sabotaged", "doors_shut")
NOTES = ("defaulted",)


class Onlooker:
    """Follows a ledger and says of each event who the rules let hear it, from what was told before and in its tick."""

    def __init__(self, moderator: Moderator) -> None:
        self.impostors = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "impostors"}
        self.living = set(moderator.table.seats)
        self.room = dict.fromkeys(self.living, CAFETERIA)
        self.is_dark = False
        self.moves: dict[Seat, tuple[str, str]] = {}  # in this tick: from where to where
        self.start: dict[Seat, str] = {}  # the rooms at its start
        self.vents: set[Seat] = set()

    def begin(self, tick: Iterable[Entry]) -> None:
        """Looks ahead at who moves in a tick, for those see less than those who stay."""
        self.start = {seat: self.room[seat] for seat in self.living}
        self.moves, self.vents = {}, set()
        for entry in tick:
            data = entry.event.data()
            if entry.event.kind == "walked":
                self.moves[data["seat"]] = (data["origin"], data["room"])
            elif entry.event.kind == "vent_entered":
                self.vents.add(data["seat"])
                self.moves[data["seat"]] = (data["room"], "")
            elif entry.event.kind == "vent_left":
                self.moves[data["seat"]] = (self.moves[data["seat"]][0], data["room"])

    def seeing(self, seats: Iterable[Seat], *selves: Seat) -> frozenset[Seat]:
        return frozenset(self.impostors.intersection(seats) if self.is_dark else seats) | set(selves)

    def staying(self, *rooms: str) -> set[Seat]:
        return {seat for seat in self.living if self.start[seat] in rooms and seat not in self.moves}

    def now_in(self, *rooms: str) -> set[Seat]:
        return {seat for seat in self.living if self.room[seat] in rooms}

    def hearers(self, event: Event) -> Hearers:
        """Who should hear it."""
        data, kind = event.data(), event.kind
        if kind in PUBLIC:
            return EVERYONE
        if kind in NOTES:
            return frozenset()
        if kind in OWN:
            return frozenset({data["seat"]})
        if kind == "ghost_said":
            return frozenset(self.room.keys() - self.living)
        if kind == "partners":
            return frozenset(self.impostors)
        if kind == "sabotaged":
            return frozenset(self.impostors & self.living) | {data["seat"]}
        if kind == "doors_shut":
            room = data["room"]
            return frozenset(self.impostors & self.living) | self.now_in(room, *DOORWAYS[room])
        if kind == "killed":
            present = {seat for seat, room in self.start.items() if room == data["room"]}
            return self.seeing(present, data["seat"], data["by"])
        if kind == "walked":
            back = {seat for seat, way in self.moves.items() if way == (data["room"], data["origin"])} - self.vents
            return self.seeing(self.staying(data["origin"], data["room"]) | back, data["seat"])
        if kind in ("vent_entered", "vent_left"):
            return self.seeing(self.staying(data["room"]), data["seat"])
        assert kind in ("worked", "proved", "mended"), f"the rules know nothing of {kind!r}"
        return self.seeing(self.now_in(data["room"]), data["seat"])

    def learn(self, event: Event) -> None:
        """What the event changes for those that follow."""
        data = event.data()
        if event.kind in ("killed", "ejected"):
            self.living.discard(data["seat"])
            if event.kind == "killed":
                self.room[data["seat"]] = ""
        elif event.kind in ("walked", "vent_left"):
            self.room[data["seat"]] = data["room"]
        elif event.kind == "alarm" and data["system"] == "lights":
            self.is_dark = True
        elif event.kind == "alarm_over" and data["system"] == "lights":
            self.is_dark = False
        elif event.kind == "called":
            self.room |= dict.fromkeys(self.living, CAFETERIA)


def assert_heard_as_the_rules_say(moderator: Moderator) -> None:
    ledger, onlooker = moderator.ledger, Onlooker(moderator)
    begun = [place for place, entry in enumerate(ledger) if entry.event.kind == "tick"] + [len(ledger)]
    for place, entry in enumerate(ledger):
        if entry.event.kind == "tick":
            onlooker.begin(ledger[place : next(each for each in begun if each > place)])
        assert entry.heard_by == onlooker.hearers(entry.event), entry
        onlooker.learn(entry.event)


@given(settings_of_games(slugs=["glass-box"]))
@settings(max_examples=40)
def test_every_event_is_heard_by_exactly_whom_the_rules_name(setting: Setting) -> None:
    assert_heard_as_the_rules_say(play_wildly(setting.begin()))


def playthroughs(ship: Rules) -> list[Moderator]:
    """Games in which every kind of event occurs."""
    return [played(header_of(path.read_text()), ship) for path in paths_of(ship)]


def test_every_kind_of_event_occurs_in_the_playthroughs_and_is_heard_as_the_rules_say(ship: Rules) -> None:
    games = playthroughs(ship)
    assert {entry.event.kind for game in games for entry in game.ledger} == {
        *PUBLIC, *OWN, *THERE, *CONSPIRED, *NOTES, "ghost_said",
    }  # fmt: skip
    for game in games:
        assert_heard_as_the_rules_say(game)


# --- leaks would be found --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("kind", [*OWN, *THERE, *CONSPIRED, "ghost_said"])
def test_a_secret_that_leaked_would_be_found(
    ship: Rules, monkeypatch: pytest.MonkeyPatch, kind: str, leak: str
) -> None:
    leaking(monkeypatch, "whisper", kind, leak)
    games = playthroughs(ship)
    with pytest.raises(AssertionError):
        [assert_heard_as_the_rules_say(game) for game in games]


# --- two worlds ------------------------------------------------------------------------------------------------------


class Worlds(NamedTuple):
    """Two games alike but for a secret, and the seats that are in on it."""

    one: ShipScene
    other: ShipScene
    insiders: tuple[Seat, ...]


def rows(viewer: Viewer, scene: ShipScene) -> str:
    """What a lens is shown, as text."""
    return json.dumps(public_rows(seen_by(viewer, scene.ledger)))


def scene(ship: Rules, roles: str = "IICCCCCC", **options: Any) -> ShipScene:
    return ShipScene(ship, roles, seed="two worlds", **options)


def a_kill_out_of_sight(ship: Rules) -> Worlds:
    one, other = (scene(ship, ghost_tasks="off").walk({0: "o2", 2: "o2"}) for _ in "ab")
    return Worlds(one.tick({0: "kill 2"}).ticks(2), other.ticks(3), (0, 2))


def a_vent_out_of_sight(ship: Rules) -> Worlds:
    one, other = (scene(ship).walk({0: "weapons", 3: "admin"}) for _ in "ab")
    return Worlds(one.tick({0: "vent navigation"}), other.tick(), (0,))


def a_walk_out_of_sight(ship: Rules) -> Worlds:
    one, other = (scene(ship).walk({4: "weapons", 3: "admin"}) for _ in "ab")
    return Worlds(one.tick({4: "move o2"}), other.tick({4: "move shields"}), (4,))


def work_out_of_sight(ship: Rules) -> Worlds:
    games = []
    for order in ("task", "wait"):
        game = scene(ship, common_tasks=0, long_tasks=8)
        assert "clear asteroids (weapons)" in game.seen(4).tasks
        games.append(game.walk({4: "weapons"}).tick({4: order}))
    return Worlds(*games, (4,))


def a_finished_task(ship: Rules) -> Worlds:
    """A look at the bar would show it, so communications are down."""
    games = []
    for order in ("task", "wait"):
        game = (
            scene(ship, common_tasks=0, long_tasks=0, short_tasks=16)
            .walk({4: "weapons"})
            .tick({1: "sabotage communications"})
        )
        games.append(game.tick({4: order}))
    return Worlds(*games, (4,))


def own_tasks(ship: Rules) -> Worlds:
    """Another seed of one seat's list: here the role, for whose sake there is none."""
    one, other = scene(ship, "IICCCCCC"), scene(ship, "ICICCCCC")
    return Worlds(one.walk({4: "admin"}), other.walk({4: "admin"}), (0, 1, 2))


def a_saboteur(ship: Rules) -> Worlds:
    return Worlds(scene(ship).tick({0: "sabotage lights"}), scene(ship).tick({1: "sabotage lights"}), (0, 1))


def doors_far_away(ship: Rules) -> Worlds:
    one, other = (scene(ship).walk({0: "navigation"}) for _ in "ab")
    one.tick({0: "sabotage doors shields"})
    return Worlds(one, other.tick({0: "sabotage doors o2"}), (0, 1))


def a_look(ship: Rules) -> Worlds:
    one, other = (scene(ship).walk({4: "admin", 5: "security"}) for _ in "ab")
    return Worlds(one.tick({4: "look", 5: "look"}), other.tick(), (4, 5))


def a_refusal(ship: Rules) -> Worlds:
    one, other = (scene(ship).tick({4: ["wait", order]}).tick() for order in ("move reactor", "wait"))
    return Worlds(one, other, (4,))


def repairs_out_of_sight(ship: Rules) -> Worlds:
    """How many repairs are missing everybody sees, so this one is without effect: the reactor needs two."""
    one, other = (scene(ship, reactor_fixers=2).walk({4: "reactor"}).tick({0: "sabotage reactor"}) for _ in "ab")
    return Worlds(one.tick({4: "fix"}), other.tick(), (4,))


def in_a_meeting(ship: Rules) -> ShipScene:
    """A meeting in which two are dead."""
    return scene(ship, "IICCCCCCC").tick({0: "kill 2", 1: "kill 3"}).tick({8: "report"})


def ghost_chat(ship: Rules) -> Worlds:
    one, other = in_a_meeting(ship), in_a_meeting(ship)
    for _ in range(4):
        one.bid({4: {"message": "Hm."}}, chat="It was Ada.")
        other.bid({4: {"message": "Hm."}})
    return Worlds(one.vote(), other.vote(), (2, 3))


# By secret: the events that hold it.
WORLDS: dict[Callable[[Rules], Worlds], tuple[str, ...]] = {
    a_kill_out_of_sight: ("killed",),
    a_vent_out_of_sight: ("vent_entered", "vent_left"),
    a_walk_out_of_sight: ("walked",),
    work_out_of_sight: ("worked", "proved"),
    a_finished_task: ("task_done", "worked"),
    own_tasks: ("dealt", "partners", "seen"),
    a_saboteur: ("sabotaged",),
    doors_far_away: ("sabotaged", "doors_shut"),
    a_look: ("counted", "watched"),
    a_refusal: ("refused",),
    repairs_out_of_sight: ("mended",),
    ghost_chat: ("ghost_said",),
}
LEAKED = [(make, kind) for make, kinds in WORLDS.items() for kind in kinds]


def assert_alike(worlds: Worlds) -> None:
    """All lenses that are not in on the secret show the same bytes; the glass box and those in on it do not."""
    one, other = worlds.one, worlds.other
    assert rows(GLASS, one) != rows(GLASS, other)
    insiders = [seat for seat in worlds.insiders if rows(seat_viewer(seat), one) != rows(seat_viewer(seat), other)]
    assert insiders, "the secret is not there to be found"
    outsiders = [seat for seat in one.moderator.table.seats if seat not in worlds.insiders]
    for viewer in (AUDIENCE, *map(seat_viewer, outsiders)):
        assert rows(viewer, one) == rows(viewer, other), viewer


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_whoever_is_not_in_on_it_sees_two_worlds_alike(ship: Rules, make: Callable[[Rules], Worlds]) -> None:
    assert_alike(make(ship))


@pytest.mark.parametrize(("make", "kind"), LEAKED, ids=[f"{make.__name__} {kind}" for make, kind in LEAKED])
def test_two_worlds_would_differ_if_it_were_announced(
    ship: Rules, monkeypatch: pytest.MonkeyPatch, make: Callable[[Rules], Worlds], kind: str
) -> None:
    leaking(monkeypatch, "whisper", kind, "announced")
    with pytest.raises(AssertionError):
        assert_alike(make(ship))


def test_what_loses_a_bid_is_thought_or_is_written_in_a_pad_is_no_event_at_all(ship: Rules) -> None:
    def play(words: str, thought: str, pad: str) -> ShipScene:
        game = in_a_meeting(ship)
        lost = {"desire_to_speak": 0, "message": words, "internal_thought": thought}
        game.bid({4: {"desire_to_speak": 10, "message": "Hm."}, 5: {**lost, "scratchpad_updates": {"plan": pad}}})
        return game.vote(reaction={5: {"meeting": pad}}, consolidation={5: {"events": pad}})

    one, other = play("It was Ada.", "I saw it.", "Ada."), play("It was Ben.", "I guess.", "Ben.")
    assert [answer for answer in one.moderator.journal if answer not in other.moderator.journal]
    assert one.ledger == other.ledger


def test_a_ghosts_lens_shows_everything_but_notes_and_a_living_seats_does_not(ship: Rules) -> None:
    game = in_a_meeting(ship)
    game.moderator.default(0, "no answer")
    game.bid({4: {"message": "Hm."}})
    shown = list(seen_by(ghost_viewer(2), game.ledger))
    assert shown == [entry for entry in game.ledger if entry.event.kind != "defaulted"]
    assert len(shown) < len(game.ledger)
    assert len(list(seen_by(seat_viewer(2), game.ledger))) < len(shown)
    assert game.moderator.table.views[2] == shown
    assert game.moderator.table.views[4] == list(seen_by(seat_viewer(4), game.ledger))
