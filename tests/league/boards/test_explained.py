"""How a number on a board comes about: game by game, and in sum what stands there."""

from typing import Any

import pytest
from django.test import Client

from league.access.acts import COMMAND_LINE
from league.access.endings import CHOICE, SHOWN, WATCHED
from league.boards.verbs import VERBS, Given, carry_out
from league.models import Board, Season
from league.queries.boards.above import above_of
from league.queries.boards.explained import games_behind, number_of, parts_of
from league.queries.results import season_table, signed
from personas.models import Persona, Player
from tests.factories import NOON, make_players, make_running_season
from tests.league.boards.test_order import MAFIA, TOWN, dealt_unlike, table

pytestmark = pytest.mark.django_db


def mixed(one: Season, two: Season) -> list[Player]:
    """Two seasons of two rule books, one of them with other options, tables of two and three, and draws."""
    players = make_players(4)
    first, second, third, fourth = players
    number = 0
    for turn in range(4):
        for season, winner in ((one, "town"), (two, "mafia"), (one, "draw"), (two, "town")):
            for more in ({}, {"ruleset": "council-mafia"}, {"options": {"max_rounds": 9}}):
                number += 1
                seats = [(first, TOWN), (second, MAFIA), (third if turn % 2 else fourth, TOWN)]
                table(season, number, seats if turn else seats[:2], winner, **more)
    return players


@pytest.mark.parametrize("slug", ["", "one", "two"])
@pytest.mark.parametrize("ruleset", ["", "council-mafia"])
def test_what_the_games_add_comes_to_what_stands_on_the_board(slug: str, ruleset: str) -> None:
    seasons = {each: make_running_season(slug=each) for each in ("one", "two")}
    players = mixed(*seasons.values())
    season = seasons.get(slug)
    board = above_of(by="player", season=slug, ruleset=ruleset)
    assert set(board) == {player.player_id for player in players}
    for player in players:
        parts = parts_of(games_behind(player, season, ruleset=ruleset), player, season)
        assert (drawn := sum(part.expected is None for part in parts)) == sum(part.outcome == "drawn" for part in parts)
        assert drawn == 0 or slug != "two"
        counted = [part for part in parts if part.above is not None and part.expected is not None]
        found = number_of(player, season, ruleset=ruleset)
        assert found == board[player.player_id]
        assert len(counted) == found.seats
        assert sum(part.outcome == "won" for part in counted) == found.wins
        assert sum(part.above or 0 for part in counted) / len(counted) == pytest.approx(found.value, abs=1e-9)
        assert sum(part.expected or 0 for part in counted) / len(counted) == pytest.approx(found.expected, abs=1e-9)
        for part in counted:
            assert (part.outcome == "won") - part.expected == pytest.approx(part.above, abs=1e-9)
            assert 0 <= part.won_by_side <= part.others
            assert part.expected == pytest.approx((part.won_by_side + 2) / (part.others + 4))


def shown(client: Client, player: Player, **asked: str) -> str:
    response = client.get(f"/players/{player.player_id}/results/", asked)
    assert response.status_code == 200
    return response.content.decode()


def test_a_number_on_a_board_leads_to_how_it_comes_about(client: Client) -> None:
    season = make_running_season(slug="spring")
    lucky, able = dealt_unlike(season, make_players(4))
    client.cookies[CHOICE] = SHOWN
    for page, address in (
        ("/seasons/spring/", f"/players/{able.player_id}/results/?season=spring"),
        ("/leaderboard/", f"/players/{able.player_id}/results/"),
        ("/leaderboard/?ruleset=town-mafia", f"/players/{able.player_id}/results/?ruleset=town-mafia"),
    ):
        assert f'href="{address}"' in client.get(page).content.decode()
    for page in ("/leaderboard/?by=model", "/leaderboard/?team=town"):
        assert "/results/" not in client.get(page).content.decode()
    row = next(row for row in season_table(season) if row.key == able.player_id)
    text = shown(client, able, season="spring")
    assert row.above is not None
    assert f"<dd>{row.value}</dd>" in text
    assert f"<dd>{signed(row.above.drawn)}</dd>" in text
    assert text.count("<td>Won</td>") + text.count("<td>Lost</td>") == row.above.seats
    assert shown(client, lucky, season="spring") != text


def test_endings_that_are_kept_back_are_kept_back_there_too(client: Client) -> None:
    season = make_running_season(slug="spring")
    players = make_players(3)
    seats = [(players[0], TOWN), (players[1], MAFIA), (players[2], TOWN)]
    games = [table(season, number, seats, "town") for number in (1, 2, 3)]
    text = shown(client, players[0])
    assert "<td>Won</td>" not in text
    assert "villager" not in text.lower().split("<tbody>")[1]
    assert text.count("Kept back until you have watched it") == 3
    client.cookies[WATCHED] = games[1].public_id
    text = shown(client, players[0])
    assert (text.count("<td>Won</td>"), text.count("Kept back until you have watched it")) == (1, 2)


def test_a_board_that_is_hidden_explains_nothing_and_who_has_no_game_has_no_number(
    client: Client, admin_client: Client
) -> None:
    season = make_running_season(slug="spring")
    players = make_players(3)
    table(season, 1, [(players[0], TOWN), (players[1], MAFIA)], "town")
    assert "No decided game of this player counts here yet" in shown(client, players[2], season="spring")
    Board.objects.create(season=season, minimum=1, is_published=False)
    text = shown(client, players[0], season="spring")
    assert "This board is not published" in text
    assert "<dd>" not in text
    admin_client.cookies[CHOICE] = SHOWN
    assert "<dd>" in shown(admin_client, players[0], season="spring")
    assert client.get(f"/players/{players[0].player_id}/results/", {"season": "nowhere"}).status_code == 404
    assert client.get("/players/no_one/results/").status_code == 404


def test_who_is_off_the_board_is_told_so_and_who_was_written_for_one_game_has_no_number(client: Client) -> None:
    season = make_running_season(slug="spring")
    players = make_players(2)
    table(season, 1, [(players[0], TOWN), (players[1], MAFIA)], "town")
    assert "off this board" not in shown(client, players[0], season="spring")
    given = Given(player=players[0].player_id, reason="Was told the roles.")
    season.roster.create(player=players[0], number=0)
    carry_out(verb=VERBS["exclude"], season=season, by=COMMAND_LINE, now=NOON, given=given)
    assert "off this board" in shown(client, players[0], season="spring")
    assert "off this board" not in shown(client, players[1], season="spring")
    Persona.objects.filter(pk=players[1].persona_id).update(written_for="spring/1/1", status="retired")
    assert "written for one game" in shown(client, players[1], season="spring")


@pytest.mark.parametrize("games", [1, 40])
def test_a_page_of_games_asks_no_more_for_many(client: Client, django_assert_num_queries: Any, games: int) -> None:
    season = make_running_season(slug="spring")
    first, second = make_players(2)
    for number in range(games):
        table(season, number + 1, [(first, TOWN), (second, MAFIA)], "town")
    with django_assert_num_queries(8):
        shown(client, first, season="spring")
