"""Reactive Mafia keeps its secrets: searched for by value, and in worlds which differ in one and look alike."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import SILENT, React, Summary
from games.engine.ruleset import Ruleset
from games.engine.table import Table
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, seen_by
from tests.games.engine.leaks import leaking, public_rows, told
from tests.games.engine.reactive_mafia.scenes import Scene
from tests.games.engine.scenes import anything, begin
from tests.golden.playthrough import playthrough_of

Rules = Ruleset[Any]


# --- searched by value -----------------------------------------------------------------------------------------------


def test_nothing_secret_is_among_what_the_audience_and_the_others_see(reactive: Rules) -> None:
    moderator = begin(reactive, 12, "marks", doctors=1, detectives=1)
    answer_with_marks(moderator)
    everything, public = told(GLASS, moderator), told(AUDIENCE, moderator)
    kept = {kind: [answer for answer in moderator.journal if answer.kind == kind] for kind in ("confer", "summary")}
    assert all(kept.values())
    assert any(f'"confer-{answer.poll}"' in everything for answer in kept["confer"])
    assert all(f'"react-{a.poll}"' in public for a in moderator.journal if a.answer.get("message", "")[:5] == "react")
    town_seats = [seat for seat, role in enumerate(moderator.deal.roles) if role.team == "town"]
    for view in (public, *(told(seat_viewer(seat), moderator) for seat in town_seats)):
        assert "confer-" not in view
    for secret in ("summary-", "thought-", SILENT):
        assert secret not in everything
        assert secret in json.dumps([[dict(answer.answer), answer.thought] for answer in moderator.journal])


def answer_with_marks(moderator: Moderator) -> None:
    """Plays on, with a mark in everything that is said, thought or kept."""
    while moderator.pending:
        for seat, question in tuple(moderator.pending.items()):
            poll, dice = moderator.poll, moderator.table.dice("test")
            raw = {**anything(question, dice), "thought": f"thought-{poll}-{seat}"}
            if isinstance(question, React) and raw["message"] != SILENT:
                raw["message"] = f"{question.kind}-{poll}"
            if question.kind == "summary":
                raw |= {"happened": f"summary-{poll}-{seat}"}
            moderator.answer(seat, raw)


def test_until_the_end_the_audience_knows_the_roles_of_the_dead_alone(reactive: Rules) -> None:
    moderator = playthrough_of(reactive)
    names = {role.name for role in reactive.roles}
    for entry in seen_by(AUDIENCE, moderator.ledger):
        said = names & set(json.dumps(entry.plain()).replace('"', " ").replace(",", " ").split())
        assert not said or entry.event.kind in ("died", "lynched") or entry.phase == "end", entry


# --- two worlds ------------------------------------------------------------------------------------------------------

#       0123456789
ROLES = "MMMDIVVVVV"
SPEECHES = {
    0: ["I slept well.", "So did I, Finn."],
    3: ["Ada, what did you do in the night?"] * 3,
    5: ["Who trusts Dov? I do not.", "Edie says nothing at all."],
    6: ["Hm."] * 5,
}
Play = Callable[[Rules, str], Scene]


def two_days(scene: Scene) -> Scene:
    """The day after a night, another night and day: the same words are there to be said in every world."""
    scene.day(lynch=6, says=SPEECHES, why="Too short.")
    return scene.night(8, protect={3: 3}).day(lynch=0, says=SPEECHES)


def night(**secrets: Any) -> Play:
    return lambda rules, seed: two_days(Scene(rules, ROLES, seed=seed, reveal_on_death="none").night(**secrets))


def quiet(rules: Rules, seed: str) -> Scene:
    """A day on which everybody was asked and said nothing, by their own choice."""
    return two_days(Scene(rules, ROLES, seed=seed, reveal_on_death="none").night(9).day().night(7))


def absent(rules: Rules, seed: str) -> Scene:
    """The same day, but nobody answered."""
    scene = Scene(rules, ROLES, seed=seed, reveal_on_death="none").night(9)
    while {question.kind for question in scene.moderator.pending.values()} == {"react"}:
        (seat,) = scene.moderator.pending
        scene.moderator.default(seat, "no answer in time")
    return two_days(scene.day().night(7))


def summed_up(words: str) -> Play:
    def play(rules: Rules, seed: str) -> Scene:
        scene = Scene(rules, ROLES, seed=seed, reveal_on_death="none").night(9).until("summary")
        for seat in scene.living:
            scene.answer(seat, **Summary(words, "", "")._asdict())
        return two_days(scene.night(7))

    return play


def dealt(roles: str, **secrets: Any) -> Play:
    return lambda rules, seed: two_days(Scene(rules, roles, seed=seed, reveal_on_death="none").night(**secrets))


class Worlds(NamedTuple):
    """Two plays that differ in one secret, the kinds of events that tell it, and the seats that are in on it."""

    one: Play
    other: Play
    told_by: tuple[tuple[str, str], ...]  # verb and kind
    insiders: tuple[Seat, ...]


WORLDS = {
    "what the mafia say": Worlds(
        night(kill=9, says={0: ["Ben, not Cleo?"], 1: ["Ivo, then Jun, says Cleo."] * 4, 2: ["Yes, Ada."]}),
        night(kill=9),
        (("whisper", "conferred"),),
        (0, 1, 2),
    ),
    "how each mafioso votes": Worlds(
        night(kill={0: 9, 1: 9, 2: 9}),
        night(kill={0: 9, 1: 5, 2: 9}),
        (("whisper", "kill_voted"),),
        (0, 1, 2),
    ),
    "whom the mafia go for": Worlds(
        night(kill=9, protect={3: 9}),
        night(kill=5, protect={3: 5}),
        (("whisper", "targeted"), ("whisper", "kill_voted"), ("note", "stopped"), ("whisper", "protected")),
        (0, 1, 2, 3),
    ),
    "whom a doctor protects": Worlds(
        night(kill=9, protect={3: 3}), night(kill=9, protect={3: 5}), (("whisper", "protected"),), (3,)
    ),
    "whom a detective investigates": Worlds(
        night(kill=9, investigate={4: 0}), night(kill=9, investigate={4: 5}), (("whisper", "investigated"),), (4,)
    ),
    "who is of the mafia": Worlds(
        dealt("MMMDIVVVVV", kill=9),
        dealt("MVMDIMVVVV", kill=9),
        (("whisper", "dealt"), ("whisper", "partners")),
        (0, 1, 2, 5),
    ),
    "whether silence was chosen": Worlds(quiet, absent, (("note", "defaulted"),), ()),
    "what is kept of a round": Worlds(summed_up("Much."), summed_up("Little, or nothing at all."), (), ()),
}


def assert_alike_to_all_outsiders(reactive: Rules, world: str) -> None:
    one_, other_, _, insiders = WORLDS[world]
    for seed in ("a", "b", "c"):
        one, other = one_(reactive, seed), other_(reactive, seed)
        outsiders = [seat for seat in range(len(ROLES)) if seat not in insiders]
        for viewer in (AUDIENCE, *map(seat_viewer, outsiders)):
            rows = [list(before_the_end(scene, viewer)) for scene in (one, other)]
            assert rows[0] == rows[1], (world, viewer)
        assert len([row for row in public_rows(seen_by(AUDIENCE, one.ledger)) if row["kind"] == "remarked"]) > 5


def before_the_end(scene: Scene, viewer: Any) -> Iterator[dict[str, Any]]:
    return (row for row in public_rows(seen_by(viewer, scene.ledger)) if row["phase"] != "end")


@pytest.mark.parametrize("world", WORLDS)
def test_worlds_that_differ_in_secret_look_alike_to_all_who_are_not_in_on_it(reactive: Rules, world: str) -> None:
    one, other = WORLDS[world].one(reactive, "a"), WORLDS[world].other(reactive, "a")
    secrets = [
        (told(GLASS, scene.moderator), [dict(answer.answer) for answer in scene.moderator.journal])
        for scene in (one, other)
    ]
    assert secrets[0] != secrets[1]
    assert_alike_to_all_outsiders(reactive, world)


TOLD = [(world, verb, kind) for world, each in WORLDS.items() for verb, kind in each.told_by]


@pytest.mark.parametrize(("world", "verb", "kind"), TOLD)
def test_worlds_that_leak_do_not_look_alike(
    reactive: Rules, monkeypatch: pytest.MonkeyPatch, world: str, verb: str, kind: str
) -> None:
    leaking(monkeypatch, verb, kind, "announced")
    with pytest.raises(AssertionError):
        assert_alike_to_all_outsiders(reactive, world)


def test_one_stream_of_chance_for_everything_would_be_found(reactive: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then how long the mafia talked would show in the seconds of the next day."""
    dice = Table.dice

    def one_stream(table: Table, stream: str) -> Dice:
        return dice(table, "public")

    monkeypatch.setattr(Table, "dice", one_stream)
    with pytest.raises(AssertionError):
        assert_alike_to_all_outsiders(reactive, "what the mafia say")
