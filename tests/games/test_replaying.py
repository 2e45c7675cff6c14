"""A log plays again, and what was changed in it is found."""

from typing import Any

import pytest

from games.engine.moderator import Answer, Diverged
from games.logs import game_log
from games.replaying import Unreplayable, play_again
from tests.games.recording import finished, through_json


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


@pytest.mark.parametrize("change", [{"survived": None}, {"died_round": None}, {"survived": 1}, {"died_round": 99}])
def test_a_changed_fate_of_a_seat_diverges_and_names_the_seat(change: dict[str, object]) -> None:
    log = through_json(game_log(finished(), "viewer"))
    number = next(number for number, seat in enumerate(log["seats"]) if not seat["survived"])
    log["seats"][number].update(change)
    with pytest.raises(Diverged, match=f"seat {number} is said to") as caught:
        play_again(log)
    assert caught.value.seq == len(log["events"]) + 1


def test_a_log_that_says_nothing_of_the_fates_of_its_seats_plays_again() -> None:
    game = finished()
    log = through_json(game_log(game, "viewer"))
    for seat in log["seats"]:
        del seat["survived"], seat["died_round"]
    assert play_again(log).ledger == list(game.ledger)


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
        {"salt": "\ud800"},
        {"seed": "\ud800"},
    ],
)
def test_what_is_no_log_is_refused_in_words(change: dict[str, Any]) -> None:
    with pytest.raises(Unreplayable):
        play_again(through_json(game_log(finished(), "viewer")) | change)


@pytest.mark.parametrize("field", ["release", "hash", "commitment", "rounds", "salt", "seats"])
def test_a_log_that_lacks_something_is_refused_in_words(field: str) -> None:
    log = through_json(game_log(finished(), "viewer"))
    del log[field]
    with pytest.raises(Unreplayable, match=field):
        play_again(log)
