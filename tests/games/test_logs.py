"""Event rows and logs: what each view shows, and that a log plays again."""

import json
from dataclasses import fields
from typing import Any

import pytest

from games.agents.offline import play_out
from games.agents.uniform import SENTENCE, THOUGHT, Uniform
from games.engine.events import KINDS
from games.engine.moderator import Answer, Diverged, Moderator
from games.engine.record import commitment
from games.engine.rulesets import ruleset_named
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, seen_by
from games.logs import (
    ROW_FIELDS,
    RecordedGame,
    Sitter,
    Thoughts,
    Unreplayable,
    event_row,
    game_log,
    plain_from_row,
    play_again,
    recorded,
)

SEATS = 7


def begun(seed: str = "log") -> Moderator:
    town = ruleset_named("town-mafia")
    options = town.options_from({}, SEATS)
    return Moderator(town, options, town.deal(seed, SEATS, options), seed)


def record_of(moderator: Moderator) -> RecordedGame:
    sitters = [Sitter(f"p{seat}", f"Persona {seat}", "uniform") for seat in range(SEATS)]
    return recorded(moderator, release="1", salt="salt", sitters=sitters)


def finished(seed: str = "log") -> RecordedGame:
    return record_of(play_out(begun(seed), [Uniform()] * SEATS))


def through_json(log: dict[str, Any]) -> Any:
    return json.loads(json.dumps(log))


def test_no_event_has_a_field_that_a_row_needs_for_itself() -> None:
    taken = {kind: ROW_FIELDS & {each.name for each in fields(cls)} for kind, cls in KINDS.items()}
    assert {kind: names for kind, names in taken.items() if names} == {}


def test_a_viewer_log_plays_again_identically() -> None:
    game = finished()
    assert play_again(through_json(game_log(game, "viewer"))).ledger == list(game.ledger)


def test_an_analysis_log_plays_again_identically() -> None:
    game = finished()
    assert play_again(through_json(game_log(game, "analysis"))).winner == game.winner


def test_a_public_log_cannot_be_played_again() -> None:
    with pytest.raises(Unreplayable, match="no journal"):
        play_again(game_log(finished(), "public"))


def test_one_changed_word_diverges_at_its_event() -> None:
    log = through_json(game_log(finished(), "viewer"))
    row = next(row for row in log["events"] if row["kind"] == "said")
    row["words"] = row["words"].replace("nothing", "something")
    with pytest.raises(Diverged) as caught:
        play_again(log)
    assert caught.value.seq == row["seq"]


@pytest.mark.parametrize(("field", "value"), [("hash", "0" * 64), ("commitment", "0" * 64), ("rounds", 99)])
def test_a_changed_end_diverges_behind_the_last_event(field: str, value: object) -> None:
    log = through_json(game_log(finished(), "viewer"))
    log[field] = value
    with pytest.raises(Diverged) as caught:
        play_again(log)
    assert caught.value.seq == len(log["events"]) + 1


def test_a_missing_last_event_diverges() -> None:
    log = through_json(game_log(finished(), "viewer"))
    last = log["events"].pop()
    with pytest.raises(Diverged, match="lacks") as caught:
        play_again(log)
    assert caught.value.seq == last["seq"]


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "2"},
        {"winner": None},
        {"ruleset": "chess"},
        {"options": {"lynch": "never"}},
        {"options": [1]},
        {"options": 1},
        {"first": "Ada"},
        {"seats": []},
        {"seats": 5},
        {"journal": [{}]},
        {"journal": None},
        {"journal": [dict.fromkeys(Answer._fields)]},
        {"journal": [{name: [] for name in Answer._fields}]},
        {"events": [{"seq": 1}]},
        {"revision": 999},
    ],
)
def test_what_is_no_log_is_refused_in_words(change: dict[str, Any]) -> None:
    with pytest.raises(Unreplayable):
        play_again(through_json(game_log(finished(), "viewer")) | change)


def test_rows_turn_back_into_what_was_stored() -> None:
    game = finished()
    names = game.deal.aliases
    rows = [event_row(entry, seq=entry.seq, names=names, viewer=GLASS) for entry in game.ledger]
    assert [plain_from_row(row) for row in rows] == [entry.plain() for entry in game.ledger]


def test_a_public_log_holds_public_events_numbered_without_gaps() -> None:
    game = finished()
    rows = game_log(game, "public")["events"]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert [row["text"] for row in rows] == [
        entry.event.text(game.deal.aliases) for entry in seen_by(AUDIENCE, game.ledger)
    ]


def test_thoughts_are_in_the_viewer_log_and_in_no_public_one() -> None:
    game = finished()
    assert THOUGHT in json.dumps(game_log(game, "viewer"))
    assert THOUGHT not in json.dumps(game_log(game, "public"))


def test_a_thought_stands_beside_the_speech_that_it_led_to() -> None:
    moderator = begun("talk")
    while moderator.pending:
        for seat in tuple(moderator.pending):
            question = moderator.pending[seat]
            raw = Uniform().reply(seat, question, [], moderator.table.dice("test"))
            moderator.answer(seat, raw | {"thought": f"poll {moderator.poll} seat {seat}"})
    thoughts = Thoughts(moderator.journal)
    speeches = [entry for entry in moderator.ledger if entry.event.kind == "said"]
    assert {entry.event.text([""] * SEATS) for entry in speeches} == {f": {SENTENCE}"}
    for entry in speeches:
        (seat,) = entry.event.authors
        assert thoughts.behind(entry) == {seat: f"poll {entry.poll} seat {seat}"}


def test_before_the_end_only_the_public_log_is_there_and_it_hides_the_deal() -> None:
    moderator = begun()
    game = record_of(moderator)
    log = game_log(game, "public")
    assert (log["seed"], log["salt"], log["first"], log["winner"], log["hash"]) == (None,) * 5
    assert [seat["role"] for seat in log["seats"]] == [None] * SEATS
    assert "journal" not in log
    assert log["commitment"] == commitment(seed="log", salt="salt", deal=moderator.deal)
    for view in ("viewer", "analysis"):
        with pytest.raises(PermissionError):
            game_log(game, view)  # type: ignore[arg-type]  # a parametrised literal


def test_a_seat_reads_its_own_secrets_and_nobody_elses() -> None:
    game = finished()
    for seat in range(SEATS):
        dealt = [entry for entry in seen_by(seat_viewer(seat), game.ledger) if entry.event.kind == "dealt"]
        assert [entry.event.data()["seat"] for entry in dealt] == [seat]
