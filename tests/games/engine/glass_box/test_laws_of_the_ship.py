"""What holds in every game of Glass Box, with any seats, options and seed, played by players who do anything."""

from itertools import pairwise
from typing import Any

from hypothesis import given, settings

from games.engine.moderator import Moderator
from games.engine.ship.chart import CAFETERIA, DOORWAYS, VENTS
from games.engine.table import Entry
from tests.games.engine.scenes import play_wildly
from tests.games.engine.strategies import Setting, settings_of_games

EVERY_GAME = given(settings_of_games(slugs=["glass-box"]))
ACTS = ("walked", "vent_entered", "vent_left", "worked", "mended", "called", "counted", "watched", "seen", "spoke")


def told(moderator: Moderator, *kinds: str) -> list[dict[str, Any]]:
    return [entry.event.data() for entry in moderator.ledger if entry.event.kind in kinds]


def by_tick(moderator: Moderator) -> list[tuple[int, Entry]]:
    """Every event with the tick that it falls into."""
    tick, found = 0, []
    for entry in moderator.ledger:
        if entry.event.kind == "tick":
            tick = entry.event.data()["number"]
        found.append((tick, entry))
    return found


@EVERY_GAME
@settings(max_examples=15)
def test_without_the_options_that_it_brought_the_second_revision_plays_as_the_first(setting: Setting) -> None:
    without = setting._replace(options={**setting.options, "standing_bids": False, "one_reflection": False})
    begun = without.begin()
    given = (begun.ruleset, begun.options, begun.deal, begun.seed)
    first, second = (play_wildly(Moderator(*given, revision=revision)) for revision in (1, 2))
    assert first.ledger == second.ledger
    assert first.journal == second.journal


@EVERY_GAME
@settings(max_examples=30)
def test_the_dead_neither_act_nor_speak_nor_vote_and_nobody_votes_for_them(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    dead: set[int] = set()
    for entry in moderator.ledger:
        data, kind = entry.event.data(), entry.event.kind
        if kind in ("killed", "ejected"):
            assert data["seat"] not in dead
            assert data.get("by") not in dead
            dead.add(data["seat"])
        elif kind in (*ACTS, "vote_cast", "vote_shown"):
            assert data["seat"] not in dead or kind == "vote_shown"
            assert data.get("target") not in dead or kind == "vote_shown"
        elif kind == "sabotaged":
            assert data["seat"] not in dead or setting.options.get("ghost_sabotage")
        elif kind == "ghost_said":
            assert data["seat"] in dead
    assert sorted(dead) == sorted(moderator.table.dead) == sorted(moderator.table.ghosts)


@EVERY_GAME
@settings(max_examples=30)
def test_a_win_is_seen_at_once_and_only_closing_events_follow(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    impostors = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "impostors"}
    living = set(range(setting.seats))
    events = [entry.event for entry in moderator.ledger if entry.event.kind not in ("defaulted", "missed")]
    assert [event.kind for event in events[-2:]] == ["ended", "revealed"]
    for event, after in pairwise(events):
        if event.kind not in ("killed", "ejected"):
            continue
        living.discard(event.data()["seat"])
        if after.kind == "killed":  # of the same moment
            continue
        decided = not living & impostors or 2 * len(living & impostors) >= len(living)
        assert after.kind == "ended" or not decided
    assert [event.kind for event in events].count("ended") == 1
    assert {data["seat"] for data in told(moderator, "missed", "ejected")} == set(moderator.table.dead)


@EVERY_GAME
@settings(max_examples=30)
def test_nobody_is_anywhere_without_having_gone_there(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    room = dict.fromkeys(range(setting.seats), CAFETERIA)
    vent: dict[int, str] = {}
    for entry in moderator.ledger:
        data = entry.event.data()
        match entry.event.kind:
            case "walked":
                assert room[data["seat"]] == data["origin"]
                assert data["room"] in DOORWAYS[data["origin"]]
                room[data["seat"]] = data["room"]
            case "vent_entered":
                assert moderator.deal.roles[data["seat"]].name == "impostor"
                assert room[data["seat"]] == data["room"]
                vent[data["seat"]] = data["room"]
            case "vent_left":
                assert data["room"] in VENTS[vent.pop(data["seat"])]
                room[data["seat"]] = data["room"]
            case "killed":
                assert room[data["seat"]] == room[data["by"]] == data["room"]
                roles = [moderator.deal.roles[data[name]].name for name in ("seat", "by")]
                assert roles == ["crewmate", "impostor"]
            case "worked" | "mended" | "seen":
                assert room[data["seat"]] == data["room"]
            case "called":
                assert data["room"] is not None or room[data["seat"]] == CAFETERIA
                assert data["room"] is None or room[data["seat"]] == data["room"]
                room = dict.fromkeys(room, CAFETERIA)
    assert vent == {}


@EVERY_GAME
@settings(max_examples=30)
def test_cooldowns_are_kept(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    options = moderator.options.plain(moderator.revision)
    kill_at = dict.fromkeys(range(setting.seats), options["first_kill"])
    press_at, sabotage_at, alarm = options["emergency_cooldown"], options["first_sabotage"], ""
    for tick, entry in by_tick(moderator):
        data = entry.event.data()
        match entry.event.kind:
            case "killed":
                assert tick >= kill_at[data["by"]]
                kill_at[data["by"]] = tick + options["kill_cooldown"]
            case "called":
                assert data["body"] is not None or (tick >= press_at and not alarm)
                kill_at = dict.fromkeys(kill_at, tick + options["kill_cooldown"])
                press_at = tick + options["emergency_cooldown"]
            case "sabotaged":
                assert tick >= sabotage_at
                assert not alarm
                length = options["door_ticks"] if data["system"] == "doors" else 0
                sabotage_at = tick + length + options["sabotage_cooldown"] if length else sabotage_at
            case "alarm":
                alarm = data["system"]
            case "alarm_over":
                assert alarm == data["system"]
                alarm, sabotage_at = "", tick + options["sabotage_cooldown"]
            case "phase" if data["name"] == "shift":
                # A meeting opens doors early, so the cooldown may begin sooner.
                sabotage_at = min(sabotage_at, tick + options["sabotage_cooldown"])


@EVERY_GAME
@settings(max_examples=30)
def test_votes_are_cast_once_and_presses_used_once(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    votes: dict[int, list[int]] = {}
    for entry in moderator.ledger:
        if entry.event.kind in ("vote_cast", "vote_shown"):
            votes.setdefault(entry.round, []).append(entry.event.data()["seat"])
    for seats in votes.values():
        half = len(seats) // 2
        assert sorted(seats[:half]) == seats[half:]
        assert len(set(seats[half:])) == half
    pressed = [data["seat"] for data in told(moderator, "called") if data["body"] is None]
    assert len(set(pressed)) == len(pressed)


@EVERY_GAME
@settings(max_examples=30)
def test_ticks_are_counted_and_never_too_many(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    numbers = [data["number"] for data in told(moderator, "tick")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) <= moderator.options.plain(moderator.revision)["max_ticks"]


@EVERY_GAME
@settings(max_examples=30)
def test_the_bar_and_the_lists_tell_what_was_finished(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    options = moderator.options.plain(moderator.revision)
    each = sum(options[f"{kind}_tasks"] for kind in ("common", "long", "short"))
    done: dict[int, int] = {}
    for entry in moderator.ledger:
        data = entry.event.data()
        if entry.event.kind == "task_done":
            done[data["seat"]] = done.get(data["seat"], 0) + 1
        elif entry.event.kind == "seen" and data["tasks"] is not None:
            assert len(data["tasks"]) == each - done.get(data["seat"], 0)
    crew = sum(role.team == "crew" for role in moderator.deal.roles)
    assert all(count <= each for count in done.values())
    if moderator.winner == "crew" and "all tasks are done" in moderator.ledger[-2].event.text(moderator.deal.aliases):
        assert options["ghost_tasks"] == "off" or sum(done.values()) == each * crew


@EVERY_GAME
@settings(max_examples=30)
def test_before_every_order_a_seat_is_told_what_it_sees(setting: Setting) -> None:
    moderator = setting.begin()
    while moderator.pending:
        for seat, question in tuple(moderator.pending.items()):
            if question.kind == "act" and seat in moderator.table.living():
                assert moderator.table.views[seat][-1].event.kind == "seen"
            moderator.answer(seat, question.write(question.drawn(moderator.table.dice(f"wild {seat}"), "Hm.")))
