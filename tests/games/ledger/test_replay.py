"""A log plays again, and what was changed in it is found."""

from typing import Any

import pytest

from games.engine.disclosing import NOTHING
from games.engine.moderator import Answer, Diverged
from games.ledger.logs import game_log
from games.ledger.replay import Unreplayable, play_again
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


NO_LOG = "this is not the log of a game: "


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema": "2"}, "a log of schema '1' is wanted, not '2'"),
        ({"winner": None}, "the game of this log is not over"),
        ({"ruleset": "chess"}, NO_LOG + "no ruleset is called 'chess'; there are: "),
        ({"ruleset": []}, NO_LOG + "ruleset must be a text, not a value of the type list"),
        ({"options": {"lynch": "never"}}, NO_LOG + "option 'lynch' must be one of plurality, majority, not 'never'"),
        ({"options": [1]}, NO_LOG + "options must be an object, not a value of the type list"),
        ({"options": 1}, NO_LOG + "options must be an object, not 1"),
        ({"first": "Ada"}, NO_LOG + "first must be a seat or null, not 'Ada'"),
        ({"seats": []}, NO_LOG + "town-mafia is for 5 to 20 seats, not 0"),
        ({"seats": 5}, NO_LOG + "seats must be a list, not 5"),
        ({"seats": [5]}, NO_LOG + "seat 0 of its seats must be an object, not 5"),
        ({"seats": [{"alias": "Ada", "role": "king"}] * 7}, NO_LOG + "town-mafia has no role 'king'"),
        ({"journal": [{}]}, NO_LOG + "answer 0 of its journal lacks poll"),
        ({"journal": None}, NO_LOG + "journal must be a list, not None"),
        (
            {"journal": [dict.fromkeys(Answer._fields)]},
            NO_LOG + "poll of answer 0 of its journal must be a whole number, not None",
        ),
        ({"events": [{"seq": 1}]}, NO_LOG + "event 0 of its events lacks kind"),
        ({"events": ["hello"]}, NO_LOG + "event 0 of its events must be an object, not 'hello'"),
        ({"revision": 999}, "revision 999 of town-mafia is played by release 1, not here"),
        ({"revision": "1"}, NO_LOG + "revision must be a whole number, not '1'"),
        ({"salt": "\ud800"}, NO_LOG + "a text in it cannot be written as UTF-8, and so has no hash"),
        ({"seed": "\ud800"}, NO_LOG + "a text in it cannot be written as UTF-8, and so has no hash"),
    ],
)
def test_what_is_no_log_is_refused_in_words(change: dict[str, Any], told: str) -> None:
    with pytest.raises(Unreplayable) as refused:
        play_again(through_json(game_log(finished(), "viewer")) | change)
    assert str(refused.value).startswith(told)
    assert "Error" not in str(refused.value)


@pytest.mark.parametrize(
    "beside",
    [
        {"claims": [{"kind": [], "about": 0, "value": "doctor"}, 5, {"kind": "role"}]},
        {"beliefs": [{"about": [], "chance": {}}, 5], "claims": {"kind": "role"}, "dropped": "many"},
        "nothing",
    ],
)
def test_what_stands_beside_an_answer_and_cannot_be_read_is_left_out(beside: object) -> None:
    log = through_json(game_log(finished(), "viewer"))
    log["journal"][0]["disclosed"] = beside

    assert play_again(log).journal[0].disclosed == NOTHING


@pytest.mark.parametrize("field", ["release", "hash", "commitment", "rounds", "salt", "seats"])
def test_a_log_that_lacks_something_is_refused_in_words(field: str) -> None:
    log = through_json(game_log(finished(), "viewer"))
    del log[field]
    with pytest.raises(Unreplayable, match=f"^{NO_LOG}it lacks {field}$"):
        play_again(log)
