"""Head to head: counted on teams, of games that are over, and of so many at most."""

import re
from collections.abc import Callable, Sequence

import pytest
from django.test import Client

from league.access.endings import CHOICE, SHOWN
from league.queries.players import LATEST, Meeting, Result, meetings_of
from personas.models import Player
from tests.factories import make_finished_game, make_player, make_running_game, make_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

TOWN, MAFIA = "town", "mafia"


def met(
    one: Player, others: Sequence[tuple[Player, str]], *, mine: str = TOWN, winner: str = TOWN, **fields: object
) -> None:
    """A game that is over, of a player and others on their teams."""
    game = make_finished_game(winner=winner, **fields)
    for number, (player, team) in enumerate([(one, mine), *others]):
        make_seat(game=game, number=number, player=player, team=team, alias=f"Seat {number}")


def test_games_against_and_beside_another_are_told_apart() -> None:
    one, friend, foe = make_player(), make_player(), make_player()
    met(one, [(friend, TOWN), (foe, MAFIA)])
    met(one, [(friend, TOWN), (foe, TOWN)], winner=MAFIA)
    met(one, [(foe, TOWN)], mine=MAFIA, winner="draw")
    met(friend, [(foe, MAFIA)])  # without the one

    found = meetings_of(one)

    assert (found.games, found.is_all) == (3, True)
    assert found.met == (
        Meeting(foe.pk, against=Result(2, 1, 1), beside=Result(1, 0, 0)),
        Meeting(friend.pk, against=Result(), beside=Result(2, 1, 0)),
    )


def test_a_game_that_is_not_over_counts_for_nobody() -> None:
    one, game = make_player(), make_running_game()
    for number, player in enumerate((one, make_player())):
        make_seat(game=game, number=number, player=player, alias=f"Seat {number}")
    assert meetings_of(one).met == ()


def test_so_many_games_are_looked_at_and_no_more() -> None:
    one, old, new = make_player(), make_player(), make_player()
    met(one, [(old, MAFIA)])
    for _ in range(LATEST):
        met(one, [(new, MAFIA)])
    found = meetings_of(one)
    assert (found.games, found.is_all) == (LATEST, False)
    assert found.met == (Meeting(new.pk, against=Result(LATEST, LATEST, 0), beside=Result()),)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_as_many_queries_for_three_as_for_one(
    client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    one = make_player()
    for _ in range(rows):
        met(one, [(make_player(), MAFIA)])
    with django_assert_num_queries(5):
        told = client.get(f"/api/v1/players/{one.player_id}/head-to-head/").json()["results"]
    assert len(told) == rows


def test_the_api_and_the_page_tell_it(client: Client) -> None:
    one, other = make_player(), make_player()
    met(one, [(other, MAFIA)])
    met(one, [(other, TOWN)], winner=MAFIA)

    (told,) = client.get(f"/api/v1/players/{one.player_id}/head-to-head/").json()["results"]
    address = f"/players/{one.player_id}/"
    hidden = client.get(address).content.decode()
    client.cookies[CHOICE] = SHOWN
    page = " ".join(re.sub("<[^>]*>", " ", client.get(address).content.decode()).split())

    interval = told["against"].pop("interval")
    assert (told["player_id"], told["persona"], told["games"]) == (other.player_id, other.persona.name, 2)
    assert told["against"] == {"games": 1, "wins": 1, "draws": 0, "win_rate": 1.0}
    assert 0 < interval["low"] < interval["high"] == 1
    assert told["beside"]["win_rate"] == 0
    assert "Head to head All its games" in page
    assert f"{other.persona.name} on {other.model.name} Against it 1 of 1, beside it 0 of 1" in page
    assert ("Head to head" in hidden, "of 1" in hidden) == (False, False), "it tells how two games ended"


def test_most_met_come_first_page_by_page(client: Client) -> None:
    one, often, seldom = make_player(), make_player(), make_player()
    met(one, [(seldom, MAFIA), (often, MAFIA)])
    met(one, [(often, MAFIA)])
    address = f"/api/v1/players/{one.player_id}/head-to-head/"

    first = client.get(address, {"page_size": "1"}).json()
    rest = client.get(first["next"]).json()

    assert [row["player_id"] for page in (first, rest) for row in page["results"]] == [
        often.player_id,
        seldom.player_id,
    ]
    assert client.get("/api/v1/players/no_body/head-to-head/").status_code == 404


def test_who_met_nobody_has_no_such_part_of_its_page(client: Client) -> None:
    assert "Head to head" not in client.get(f"/players/{make_player().player_id}/").content.decode()
