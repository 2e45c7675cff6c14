"""A board is led by who wins more than the sides it was dealt."""

from typing import Any

import pytest

from games.models import Game
from league.models import Board, Season
from league.queries.boards.above import above_of
from league.queries.boards.roles import models_by_role
from league.queries.results import leaderboard, season_table
from league.results.standings import record_result
from personas.models import Player
from tests.factories import NOON, make_finished_game, make_fixture, make_players, make_running_season, make_seat

TOWN, MAFIA = ("villager", "town"), ("mafioso", "mafia")


def table(season: Season, number: int, seats: list[tuple[Player, tuple[str, str]]], winner: str, **more: Any) -> Game:
    game = make_finished_game(winner=winner, **more)
    for seat, (player, (role, team)) in enumerate(seats):
        make_seat(game=game, number=seat, player=player, role=role, team=team, survived=True)
    make_fixture(season=season, number=number, game=game)
    record_result(game=game, now=NOON)
    return game


def dealt_unlike(season: Season, players: list[Player]) -> tuple[Player, Player]:
    """A season in which the town wins three games of four, or so: the first is dealt the town and wins as the town
    does, the second is dealt the mafia and wins half."""
    lucky, able, third, fourth = players
    for number in range(1, 41):
        is_able_there = number % 2 == 0
        won = number % 4 == 0 if is_able_there else number % 20 == 1
        mafioso = able if is_able_there else fourth
        seats = [(mafioso, MAFIA), (lucky, TOWN), (third, TOWN)]
        table(season, number, seats, "mafia" if won else "town")
    return lucky, able


@pytest.mark.django_db
def test_who_plays_better_leads_before_who_was_dealt_the_stronger_side() -> None:
    season = make_running_season(slug="spring")
    lucky, able = dealt_unlike(season, make_players(4))
    above = {row.key: row for row in season_table(season)}
    by_rate = sorted(above.values(), key=lambda row: -(row.result.win_rate or 0))
    assert by_rate[0].result.win_rate > above[able.player_id].result.win_rate
    assert lucky.player_id in [row.key for row in by_rate[:2]]

    assert season_table(season)[0].key == leaderboard()[0].key == able.player_id
    first, other = above[able.player_id].above, above[lucky.player_id].above
    assert first.value > 0.15 > other.value
    assert first.interval.low < first.value < first.interval.high
    Board.objects.create(season=season, minimum=1, order="rate")
    assert season_table(season)[0].key != able.player_id


@pytest.mark.django_db
def test_each_season_rule_book_size_and_options_is_a_cell_of_its_own() -> None:
    one, two = make_running_season(slug="one"), make_running_season(slug="two")
    first, second, third = make_players(3)
    three = [(first, TOWN), (second, MAFIA), (third, TOWN)]
    number = 0
    for season, winner in ((one, "town"), (two, "mafia")):
        for more in ({}, {"ruleset": "council-mafia"}, {"options": {"max_rounds": 9}}):
            for _ in range(6):
                number += 1
                table(season, number, three, winner, **more)
    number += 1
    table(one, number, three[:2], "mafia")
    assert above_of(by="player", season="one", ruleset="council-mafia")[first.player_id].expected == pytest.approx(
        7 / 9
    )
    # Where its side won all six games each is expected to win (5 + 2) of (5 + 4): nobody is above by much.
    in_one, in_two = (above_of(by="player", season=slug)[first.player_id] for slug in ("one", "two"))
    assert in_one.expected > 0.7 > 0.3 > in_two.expected
    assert above_of(by="player")[first.player_id].expected == pytest.approx(0.5, abs=0.02)
    assert above_of(by="player", ruleset="ship") == {}
    assert {row.size for row in models_by_role()} == {2, 3}


@pytest.mark.django_db
def test_rows_with_too_few_games_stand_apart_with_how_many_are_missing() -> None:
    season, players = make_running_season(slug="spring"), make_players(3)
    for number in (1, 2):
        table(season, number, [(players[0], TOWN), (players[1], MAFIA)], "town")
    for number in (3, 4, 5):
        table(season, number, [(players[0], TOWN), (players[2], MAFIA)], "town")
    rows = {row.key: (row.rank, row.missing) for row in leaderboard()}
    assert rows == {
        players[0].player_id: (1, 0),
        players[2].player_id: (2, 0),
        players[1].player_id: (0, 1),
    }
    assert leaderboard()[2].key == players[1].player_id
    Board.objects.create(minimum=0)
    assert all(row.is_ranked for row in leaderboard())


@pytest.mark.django_db
def test_a_draw_counts_for_nobody_and_is_in_no_expectation() -> None:
    season, players = make_running_season(slug="spring"), make_players(2)
    for number, winner in enumerate(["town", "draw", "draw"], start=1):
        table(season, number, [(players[0], TOWN), (players[1], MAFIA)], winner)
    found = above_of(by="player", season="spring")
    assert {key: (each.seats, each.value) for key, each in found.items()} == {
        players[0].player_id: (1, 0.5),
        players[1].player_id: (1, -0.5),
    }
    assert [row.result.games for row in season_table(season)] == [3, 3]


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["player", "model", "persona", "level"])
def test_roles_and_teams_of_a_board_add_up_to_the_whole(by: str) -> None:
    season = make_running_season(slug="spring")
    dealt_unlike(season, make_players(4))
    whole = above_of(by=by)
    parts = [above_of(by=by, team=team) for team in ("town", "mafia")]
    roles = [above_of(by=by, role=role) for role in ("villager", "mafioso")]
    assert parts == roles, "each team has one role here"
    for key, each in whole.items():
        seats = sum(part[key].seats for part in parts if key in part)
        value = sum(part[key].value * part[key].seats for part in parts if key in part)
        assert (seats, value) == (each.seats, pytest.approx(each.value * each.seats))
