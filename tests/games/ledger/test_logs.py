"""Event rows and logs: what each view shows."""

import json
from dataclasses import fields

import pytest

from games.agents.offline import play_whole
from games.agents.played import played_in
from games.agents.players import player_named
from games.agents.uniform import SENTENCE, THOUGHT, Uniform
from games.engine.events import KINDS, Spoke
from games.engine.moderator import Moderator
from games.engine.record import commitment
from games.engine.rulesets import ruleset_named
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, seen_by
from games.ledger.logs import ROW_FIELDS, Thoughts, event_row, game_log, plain_from_row
from tests.games.recording import SEATS, begun, finished, record_of


def test_no_event_has_a_field_that_a_row_needs_for_itself() -> None:
    taken = {kind: ROW_FIELDS & {each.name for each in fields(cls)} for kind, cls in KINDS.items()}
    assert {kind: names for kind, names in taken.items() if names} == {}


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
            raw = Uniform().reply(seat, question, [], moderator.table.dice("test"), played_in(moderator))
            moderator.answer(seat, raw | {"thought": f"poll {moderator.poll} seat {seat}"})
    thoughts = Thoughts(moderator.journal)
    speeches = [entry for entry in moderator.ledger if entry.event.kind == "said"]
    assert {entry.event.text([""] * SEATS) for entry in speeches} == {f": {SENTENCE}"}
    for entry in speeches:
        (seat,) = entry.event.authors
        behind = [(author, answer.thought) for author, answer in thoughts.answers(entry)]
        assert behind == [(seat, f"poll {entry.poll} seat {seat}")]


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


def test_what_a_bid_that_stood_claims_is_held_against_what_happened_once_it_is_drawn() -> None:
    ship = ruleset_named("glass-box")
    options = ship.options_from({"standing_bids": True}, SEATS)
    moderator = Moderator(ship, options, ship.deal("stands/1", SEATS, options), "stands/1")
    game = record_of(play_whole(moderator, [player_named("house", seat) for seat in range(SEATS)]))
    made = {(answer.poll, answer.seat): answer.disclosed.claims for answer in game.journal}
    later, never = 0, set(made)
    wanted: list[tuple[int, int, str, int]] = []
    for entry in game.ledger:
        if isinstance(entry.event, Spoke):
            key = max(each for each in made if each[1] == entry.event.seat and each[0] <= entry.poll)
            if key in never:
                wanted += [(entry.seq, key[1], claim.kind, claim.about) for claim in made[key]]
            later += bool(made[key]) and key[0] < entry.poll
            never.discard(key)
    told = [
        (each["event"], each["speaker"], each["kind"], each["about"]) for each in game_log(game, "viewer")["claims"]
    ]
    assert told == wanted
    assert later
    assert any(made[key] for key in never)
