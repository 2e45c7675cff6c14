"""Standings on pages: of a season in every role or in one, and the leaderboard of all that are rated."""

import re

import pytest
from django.test import Client

from tests.factories import make_persona, make_player, make_running_season, make_standing
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db


def test_a_season_tells_standings_in_every_role_or_in_one(client: Client) -> None:
    season = make_running_season()
    player = make_player(persona=make_persona(name="Old Fenn"))
    make_standing(season=season, player=player, role="mafioso", team="mafia", games=4, wins=3, draws=0, survived=2)
    make_standing(season=season, player=player, role="doctor", team="town", games=2, wins=0, draws=0, survived=0)
    whole = page(client, f"/seasons/{season.slug}/")
    assert '<td class="number">50%</td>' in whole
    assert "19% to 81%" in whole
    assert "mafia 3/4" in whole
    as_mafia = page(client, f"/seasons/{season.slug}/?team=mafia")
    assert '<td class="number">75%</td>' in as_mafia
    assert "No result has been counted yet." in page(client, f"/seasons/{season.slug}/?role=sheriff")


@pytest.mark.usefixtures("coup")
def test_a_season_tells_standings_under_each_of_its_rules(client: Client) -> None:
    season = make_running_season(rules=[{}, {"ruleset": "coup", "revision": 2}])
    player = make_player(persona=make_persona(name="Old Fenn"))
    make_standing(season=season, player=player, role="mafioso", team="mafia", games=4, wins=3, draws=0, survived=2)
    coup = {"ruleset": "coup", "role": "mobster", "team": "mafia", "draws": 0, "survived": 0}
    make_standing(season=season, player=player, games=4, wins=0, **coup)
    tab = re.compile(r'<a href="\?([^"#]*)#standings"( aria-current="true")?>([^<]*)</a>')
    whole = page(client, f"/seasons/{season.slug}/")
    assert "38%</td>" in whole
    assert [(query, shown) for query, _, shown in tab.findall(whole)] == [
        ("", "All rules"),
        ("ruleset=town-mafia", "Town Mafia"),
        ("ruleset=coup", "The Coup"),
        ("", "All roles"),
        ("team=town", "As town"),
        ("team=mafia", "As mafia"),
    ]
    assert '<span class="split text-hidden-team">mafia 3/4</span>' in whole
    assert '<span class="split text-open-team">mafia 0/4</span>' in whole
    of_coup = page(client, f"/seasons/{season.slug}/?ruleset=coup&role=mobster")
    assert [shown for _, is_current, shown in tab.findall(of_coup) if is_current] == ["The Coup", "As mobster"]
    assert '<td class="number">0%</td>' in of_coup
    refused = page(client, f"/seasons/{season.slug}/?ruleset=chess", 404)
    assert "No game of this season is played by &#x27;chess&#x27;." in refused
    assert "Mafioso" not in of_coup


@pytest.mark.usefixtures("coup")
def test_the_leaderboard_offers_the_teams_and_roles_of_the_rules_that_are_chosen(client: Client) -> None:
    option = re.compile(r'<option value="([^"]*)"')

    def offered(query: str) -> list[str]:
        role = page(client, f"/leaderboard/?{query}").partition('<select name="role"')[2]
        return option.findall(role.partition("</select>")[0])

    assert offered("ruleset=coup") == ["", "mobster", "spy"]
    assert offered("ruleset=coup&role=doctor") == ["", "mobster", "spy", "doctor"]
    assert {"mobster", "doctor"} < set(offered(""))


def test_the_leaderboard_counts_rated_seasons_alone(client: Client) -> None:
    rated, unrated = make_running_season(), make_running_season(rated=False)
    fenn, rook = (make_player(persona=make_persona(name=name)) for name in ("Old Fenn", "Rook"))
    make_standing(season=rated, player=fenn)
    make_standing(season=unrated, player=rook)
    board = page(client, "/leaderboard/")
    assert "Old Fenn" in board
    assert "Rook" not in board
    assert "Rook" in page(client, f"/leaderboard/?season={unrated.slug}")


def test_one_lucky_game_does_not_lead(client: Client) -> None:
    season = make_running_season()
    lucky, steady = (make_player(persona=make_persona(name=name)) for name in ("Lucky", "Steady"))
    make_standing(season=season, player=lucky, games=1, wins=1, draws=0, survived=0)
    make_standing(season=season, player=steady, games=40, wins=28, draws=0, survived=0)
    board = page(client, "/leaderboard/")
    assert board.index("Steady") < board.index("Lucky")


@pytest.mark.parametrize("by", ["player", "persona", "model", "level"])
def test_the_leaderboard_is_told_by_player_persona_model_and_level(client: Client, by: str) -> None:
    make_standing(season=make_running_season())
    assert '<td class="number">100%</td>' in page(client, f"/leaderboard/?by={by}")


def test_who_is_equal_shares_a_rank(client: Client) -> None:
    season = make_running_season(rated=True)
    for wins in (3, 3, 3, 1):
        make_standing(season=season, games=4, wins=wins, draws=0)
    board = page(client, "/leaderboard/")
    assert re.findall(r'<td class="rank">(\d)</td>', board) == ["1", "1", "1", "4"]
    assert board.count('class="is-first"') == 3


def test_who_has_a_place_and_who_has_too_few_games_stand_apart_in_words(client: Client) -> None:
    season = make_running_season(rated=True)
    for name, games, wins in (("Lost", 3, 0), ("Fallen", 3, 0), ("Won", 2, 2)):
        player = make_player(persona=make_persona(name=name))
        make_standing(season=season, player=player, games=games, wins=wins, draws=0, survived=0)
    board = page(client, "/leaderboard/")
    placed, _, others = board.partition("Not enough games yet")
    assert "2 of 3 have 3 games or more, and are placed among these alone." in placed
    assert placed.index("With a place") < placed.index("Lost")
    assert "Fewer than 3 games: no place yet, whatever was won. Who has most games stands first." in others
    assert "1 game short of a place" in others
    assert '<td class="rank"></td>' in others
    assert "A place is given from 3 games on." in placed
    home = page(client, "/")
    assert "Places are given from 3 games on: 2 of 3 have as many." in home
    assert "Won</a>" not in home.partition("Who leads")[2]


def test_where_all_have_a_place_nobody_stands_apart(client: Client) -> None:
    make_standing(season=make_running_season(rated=True), games=3, wins=1, draws=0)
    assert 'class="apart"' not in page(client, "/leaderboard/")
    assert "Places are given" not in page(client, "/")


def test_the_odd_columns_of_a_board_are_explained(client: Client) -> None:
    make_standing(season=make_running_season(rated=True))
    board = page(client, "/leaderboard/")
    columns = board.partition("What the columns say")[2].partition("</dl>")[0]
    heads = re.findall(r'<th scope="col"[^>]*title="[^"]+"[^>]*>(.*?)</th>', board)
    shown = [re.sub("<[^>]*>", "", head) for head in heads]
    assert shown == ["Above expectation", "Expected", "Rate", "95 % interval", "Unanswered"]
    assert all(f"<dt>{head}</dt>" in columns for head in shown)


def test_the_leaderboard_refuses_a_grouping_there_is_not(client: Client) -> None:
    page(client, "/leaderboard/?by=seat", 404)


def test_standings_are_looked_at_in_other_ways_once_there_are_some(client: Client) -> None:
    season = make_running_season()
    assert "As mafia" not in page(client, f"/seasons/{season.slug}/")
    make_standing(season=season)
    assert "As mafia" in page(client, f"/seasons/{season.slug}/")
    assert "As mafia" in page(client, f"/seasons/{season.slug}/?role=doctor")  # nobody was one: there is a way back
