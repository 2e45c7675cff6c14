"""The list of players backstage shows what each has come to, from sums that are kept."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from personas.memory import revise_memory
from personas.models import Player
from tests.factories import (
    NOON,
    make_figures,
    make_finished_game,
    make_fixture,
    make_model,
    make_persona,
    make_player,
    make_running_game,
    make_season,
    make_seat,
    make_standing,
)

pytestmark = pytest.mark.django_db
LIST = "/admin/personas/player/"


def rows(client: Client, query: str = "") -> dict[str, str]:
    """The rows of the list as text, by the ids of the players."""
    page = client.get(f"{LIST}{query}").content.decode()
    found = {}
    for row in re.findall(r"<tr\b.*?</tr>", page, re.DOTALL):
        text = " ".join(unescape(re.sub(r"<[^>]*>", " ", row)).split())
        if name := re.search(r"\b[a-z0-9-]+_[a-z0-9_]+\b", text):
            found[name[0]] = text
    return found


def busy(slug: str) -> Player:
    """A player with results, two games that are over, one that is on, a memory, and a bill."""
    player = make_player(model=make_model(slug=slug), persona=make_persona(slug=f"{slug}_one"))
    season = make_season()
    for number in (1, 2):
        game = make_finished_game(finished_at=NOON + timedelta(days=number))
        make_fixture(season=season, number=number, game=game)
        make_figures(seat=make_seat(game=game, player=player), cost="0.75", calls=9)
    make_seat(game=make_running_game(), player=player)
    make_standing(season=season, player=player, games=12, wins=5)
    revise_memory(player=player, learned={"notes": ["Listen."]}, author="tests")
    return player


def test_a_row_tells_results_the_last_game_that_is_over_the_memory_and_what_was_spent(admin_client: Client) -> None:
    player = busy("big")
    other = make_player(persona=player.persona, model=make_model(slug="idle"))
    last = player.seats.filter(game__status="finished").order_by("game_id").last().game

    told = rows(admin_client)

    assert "5 of 12 won 2026-01-03 12:00 revision 1, " in told[player.player_id]
    assert "$1.50" in told[player.player_id]
    assert f"/games/{last.public_id}/" in admin_client.get(LIST).content.decode()
    assert "won" not in told[other.player_id]
    assert "$" not in told[other.player_id], "the same persona on another model"


def test_what_may_have_been_spent_is_told_beside_what_is_sure(admin_client: Client) -> None:
    player = make_player()
    make_figures(seat=make_seat(game=make_finished_game(), player=player), cost="2", unsure="0.5", calls=1)
    assert "$1.50, at most $2.00" in rows(admin_client)[player.player_id]


def test_who_was_written_for_one_game_has_its_bill_too(admin_client: Client) -> None:
    player = make_player(persona=make_persona(status="retired", written_for="spring/1/0"))
    make_figures(seat=make_seat(game=make_finished_game(), player=player), cost="0.25", calls=1)
    assert "$0.25" in rows(admin_client, "?written_for=game")[player.player_id]


def test_a_players_page_tells_the_same(admin_client: Client) -> None:
    player = busy("big")
    text = admin_client.get(f"{LIST}{player.pk}/change/").content.decode()
    assert all(told in text for told in ("5 of 12 won", "$1.50", "2026-01-03 12:00"))


def test_a_page_of_players_takes_as_many_queries_whatever_they_did(
    admin_client: Client, django_assert_num_queries: Callable
) -> None:
    busy("one")
    admin_client.get(LIST)  # content types are looked up once a process
    with django_assert_num_queries(11):
        admin_client.get(LIST)
    for slug in ("two", "three"):
        busy(slug)
    with django_assert_num_queries(11):
        admin_client.get(LIST)


@pytest.mark.parametrize("rows", [1, 3])
def test_a_players_page_takes_as_many_queries_whatever_it_did(
    admin_client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    player = make_player()
    season = make_season()
    for number in range(1, rows + 1):
        game = make_finished_game(finished_at=NOON + timedelta(days=number))
        make_fixture(season=season, number=number, game=game)
        make_figures(seat=make_seat(game=game, player=player), cost="0.75", calls=9)
        revise_memory(player=player, learned={"notes": [number]}, author="tests")
        make_standing(season=make_season(), player=player, games=12, wins=5)
    address = f"{LIST}{player.pk}/change/"
    admin_client.get(address)  # content types are looked up once a process
    with django_assert_num_queries(8):
        text = admin_client.get(address).content.decode()
    assert f"{5 * rows} of {12 * rows} won" in text
    assert f"revision {rows}" in text
