"""How games come to be."""

import pytest

from games.engine.record import commitment
from games.engine.ruleset import WrongOption
from games.hosting.making import WrongGame, create_game
from games.ledger.rows import deal_of
from tests.factories import make_player
from tests.games.casting import cast, make_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_dealt_from_its_seed_and_committed_to() -> None:
    one, two = make_game("S/1"), make_game("S/1")

    dealt = [(seat.number, seat.alias, seat.role, seat.team) for seat in one.seats.order_by("number")]
    assert dealt == [(seat.number, seat.alias, seat.role, seat.team) for seat in two.seats.order_by("number")]
    assert one.first == two.first
    assert one.salt != two.salt
    assert one.commitment == commitment(seed="S/1", salt=one.salt, deal=deal_of(one, one.seats.all()))


def test_terms_are_kept_whole_with_their_defaults() -> None:
    game = make_game(pace=0.5, spoilers="delayed", delay_minutes=3, season="first", fixture="7")

    assert game.terms == {
        "spoilers": "delayed",
        "delay_minutes": 3,
        "pace": 0.5,
        "names": "alias",
        "rated": True,
        "season": "first",
        "fixture": "7",
        "caps": {},
        "narrator": "none",
        "disclosing": True,
        "memory": "frozen",
    }


def test_a_seed_given_by_hand_makes_the_game_unrated_and_a_fixture_s_does_not() -> None:
    by_hand, of_fixture = make_game("S"), make_game("S", season="first", fixture="1")
    drawn = create_game(ruleset="town-mafia", options={}, players=cast(), terms={})

    assert [game.terms["rated"] for game in (by_hand, of_fixture, drawn)] == [False, True, True]
    assert len(drawn.seed) == 32


def test_persona_names_are_names_at_the_table() -> None:
    game = make_game(names="persona")

    assert [seat.alias for seat in game.seats.order_by("number")] == [player.persona.name for player in cast()]
    assert game.options["names"] == "persona"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"spoilers": "never"}, "spoilers must be one of open, delayed, sealed, not 'never'"),
        ({"pace": -1}, "pace must be a number from 0 up to 10,000, not -1"),
        (
            {"mood": "good"},
            "disclosing, memory, season, fixture, caps, block; not 'mood'",
        ),
    ],
)
def test_wrong_terms_are_refused_by_name(given: dict[str, object], words: str) -> None:
    with pytest.raises(WrongGame, match=words):
        make_game(**given)


def test_a_table_that_cannot_play_is_refused() -> None:
    players = cast()

    with pytest.raises(WrongGame, match="a player sits at a table once"):
        make_game(players=[players[0], *players[:5]])
    with pytest.raises(WrongOption, match="5 to 20 seats, not 4"):
        make_game(seats=4)
    with pytest.raises(WrongGame, match="nobody can answer for"):
        make_game(players=[make_player(), *players[:5]])
