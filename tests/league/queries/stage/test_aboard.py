"""What the ship's map says: who is known to be where, since when, and of whom nothing is known."""

import json
from dataclasses import replace
from typing import Any

import pytest

from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.events import Seated
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer, seen_by
from games.ledger.logs import Thoughts, event_row
from league.queries.stage.aboard import NOT_PUBLIC, THE_BAR_IS_NOT
from league.queries.stage.beats import Beat, Cast, beat_with, beats_of, cast_of, state_at
from league.queries.stage.transcript import places

RULES = all_rulesets()["glass-box"]
NAMES = ("Red", "Blue", "Green", "Pink", "Lime")
CAST = Cast(places(NAMES), {"impostor": "impostors", "crewmate": "crew"}, {}, has_ship=True)
DEALT = [
    {"kind": "dealt", "seat": seat, "role": "impostor" if seat == 4 else "crewmate", "heard_by": [seat]}
    for seat in range(5)
]
DEALT = [{**each, "team": "impostors" if each["seat"] == 4 else "crew", "phase": "setup"} for each in DEALT]
SHIFT = {"kind": "phase", "name": "shift", "number": 1, "phase": "shift"}
MEETING = {"kind": "phase", "name": "meeting", "number": 1, "phase": "meeting"}


def told(*events: dict[str, Any]) -> list[Beat]:
    rows = [{"seq": seq, "round": 1, "phase": "shift", "text": "?", **each} for seq, each in enumerate(events, 1)]
    return beats_of(rows, CAST)


def tick(number: int) -> dict[str, Any]:
    return {"kind": "tick", "number": number, "text": f"Tick {number}."}


def walked(seat: int, room: str, *, origin: str = "cafeteria") -> dict[str, Any]:
    return {"kind": "walked", "seat": seat, "origin": origin, "room": room, "heard_by": [seat]}


def seen(seat: int, room: str, *players: int, bar: int = 0, tasks: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"kind": "seen", "seat": seat, "room": room, "players": players, "bodies": (), "bar": bar, "tasks": tasks}


def ship_of(found: list[Beat], number: int = -1) -> dict[str, Any]:
    return dict(state_at(found, len(found) - 1 if number < 0 else number).ship)


def played(seed: str) -> Moderator:
    options = RULES.options_from({}, 8)
    deal = RULES.deal(seed, 8, options)
    return play_out(Moderator(RULES, options, deal, seed), [player_named("house", place) for place in range(8)])


def aliases_of(moderator: Moderator) -> tuple[str, ...]:
    return next(entry.event.aliases for entry in moderator.ledger if isinstance(entry.event, Seated))


def rows_of(moderator: Moderator, viewer: Viewer, ledger: list[Any]) -> list[dict[str, Any]]:
    thoughts, names = Thoughts(moderator.journal), aliases_of(moderator)
    heard = enumerate(seen_by(viewer, ledger), start=1)
    return [event_row(each, seq=seq, names=names, viewer=viewer, thoughts=thoughts) for seq, each in heard]


def test_the_audience_is_told_since_when_it_does_not_know_where_anybody_is() -> None:
    found = told(SHIFT, tick(1), tick(2))
    assert [beat.text for beat in found[1:]] == ["Ticks 1 to 2: no news from the ship yet"]
    assert ship_of(found, 0)["where"] == ["Now in cafeteria: Red, Blue, Green, Pink, Lime"]
    assert ship_of(found)["where"] == [
        NOT_PUBLIC,
        "Last known in cafeteria, at the start: Red, Blue, Green, Pink, Lime",
    ]
    assert (ship_of(found)["faded"], ship_of(found)["captions"]) == (
        [0, 1, 2, 3, 4],
        {"cafeteria": "seen at the start"},
    )
    assert ship_of(found)["bar"] == THE_BAR_IS_NOT


def test_what_happens_after_quiet_ticks_is_a_beat_of_its_own_with_its_time() -> None:
    killed = {"kind": "killed", "seat": 1, "by": 4, "room": "admin", "heard_by": [0, 4], "text": "Lime kills Blue."}
    vent = {"kind": "vent_left", "seat": 4, "room": "admin", "heard_by": [0], "text": "Lime climbs out."}
    for event, hold in ((killed, 5.0), (vent, 0.7)):
        found = told(SHIFT, tick(1), tick(2), tick(3), event)
        assert [beat.text for beat in found[1:]] == ["Ticks 1 to 3: no news from the ship yet", event["text"]]
        assert found[-1].hold == pytest.approx(hold)


def test_eyes_see_their_own_room_and_remember_others_by_the_tick() -> None:
    found = told(
        SHIFT,
        seen(0, "cafeteria", 1, 2, tasks=("swipe card (admin)",)),
        tick(1),
        walked(0, "admin"),
        seen(0, "admin", 3, bar=4),
        tick(2),
        tick(3),
    )
    ship = ship_of(found)
    assert (ship["sight"], ship["rooms"]) == ("fog", {"admin": "is-here"})
    assert ship["where"] == [
        "Now in admin: Red",
        "Last known in admin, at tick 1: Pink",
        "Last known in cafeteria, at the start: Blue, Green, Lime",
    ]
    assert ship["captions"] == {"admin": "seen at tick 1", "cafeteria": "seen at the start"}
    assert ship["bar"] == "Tasks 4 % done (+4 since the last meeting), at tick 1"
    assert ship_of(found, 1)["tasks"] == "Own open tasks: swipe card (admin)"


def test_through_the_glass_deeds_have_signs_and_words_and_nobody_fades() -> None:
    worked = [{"kind": "worked", "seat": seat, "room": "cafeteria", "heard_by": [0, 1, 4]} for seat in (0, 4)]
    killed = {"kind": "killed", "seat": 1, "by": 4, "room": "cafeteria", "heard_by": [1, 2, 4]}
    found = told(
        *DEALT,
        SHIFT,
        seen(0, "cafeteria", tasks=("a", "b")),
        tick(1),
        *worked,
        {"kind": "task_done", "seat": 0, "task": "a", "heard_by": [0]},
        tick(2),
        killed,
    )
    at_work, at_the_end = ship_of(found, len(found) - 2), ship_of(found)
    assert at_work["signs"] == {"0": "✓", "4": "~"}
    assert at_work["deeds"] == ["✓ Done with a task: Red", "~ Pretends to work: Lime"]
    assert at_work["done"] == {"0": 50}
    assert at_the_end["deeds"] == ["✕ Kills: Lime", "◉ Saw the killing: Green"]
    assert at_the_end["rooms"] == {"cafeteria": "is-killed-in"}
    assert "faded" not in at_the_end
    assert "Now in cafeteria: Red, Blue (a body), Green, Pink, Lime" in at_the_end["where"]


def test_alarms_say_what_they_mean_until_they_are_over() -> None:
    start = {"kind": "alarm", "system": "reactor", "ticks": 5}
    found = told(SHIFT, tick(1), start, tick(2), tick(3), {"kind": "alarm_over", "system": "reactor"})
    assert ship_of(found, 2)["alarm"].endswith("unless it is mended (5 ticks left)")
    assert ship_of(found, 3)["alarm"].endswith("(3 ticks left)")
    assert "alarm" not in ship_of(found)
    assert ship_of(told(SHIFT, tick(1), {"kind": "alarm", "system": "lights", "ticks": None}))["sight"] == "dark"


def test_a_claim_of_place_lights_its_room_and_the_true_one_through_the_glass_alone() -> None:
    claims = [{"kind": "place", "about": seat, "value": "o2"} for seat in (0, 4)]
    spoke = {"kind": "spoke", "seat": 4, "words": "Red and I were in o2.", "target": None, "phase": "meeting"}
    beside = {"disclosed": {"4": {"claims": claims, "beliefs": []}}}
    public = told(SHIFT, tick(1), MEETING, spoke)
    glass = told(*DEALT, SHIFT, tick(1), walked(0, "o2"), walked(4, "admin"), MEETING, {**spoke, **beside})
    assert (ship_of(public)["claims"], ship_of(public)["rooms"]) == (["Speaks of: o2"], {"o2": "is-claimed"})
    assert ship_of(glass)["rooms"] == {"o2": "is-claimed is-true", "admin": "is-true"}
    assert ship_of(glass)["claims"] == [
        "Claimed: Red in o2. In truth: was there",
        "Claimed: Lime in o2. In truth: was not there, and last in admin",
    ]


@pytest.mark.parametrize("seed", ["map-1", "map-2"])
def test_other_secrets_aboard_change_no_byte_of_what_the_audience_is_shown(seed: str) -> None:
    moderator = played(seed)
    cast = cast_of("glass-box", aliases_of(moderator))

    def otherwise(entry: Any) -> Any:
        is_secret = (
            not entry.is_public and hasattr(entry.event, "room") and entry.event.kind in ("walked", "worked", "seen")
        )
        return entry._replace(event=replace(entry.event, room="reactor")) if is_secret else entry

    ledgers = [list(moderator.ledger), [otherwise(entry) for entry in moderator.ledger]]

    def shown(viewer: Viewer) -> list[str]:
        return [
            json.dumps([beat.plain for beat in beats_of(rows_of(moderator, viewer, each), cast)]) for each in ledgers
        ]

    glass, public = shown(GLASS), shown(AUDIENCE)
    assert glass[0] != glass[1], "there are secrets to be found"
    assert public[0] == public[1]
    assert '"signs"' in glass[0]
    assert '"signs"' not in public[0]
    assert '"is-true' not in public[0]


def test_what_a_seat_is_shown_as_now_it_was_told_in_this_tick() -> None:
    moderator = played("map-3")
    rows = rows_of(moderator, seat_viewer(2), list(moderator.ledger))
    found = beats_of(rows, cast_of("glass-box", aliases_of(moderator)))
    assert any(ship_of(found, beat.number).get("faded") for beat in found)
    for row in rows:
        if row["kind"] == "seen" and row["players"]:
            beat = found[beat_with(found, row["seq"])]
            assert not set(row["players"]) & set(ship_of(found, beat.number).get("faded", ()))
