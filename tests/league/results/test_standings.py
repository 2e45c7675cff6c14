"""Results become standings, once."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from games.models import Game
from league.models import Fixture, GameSum, Outcome, Standing
from league.results.figures import count_figures
from league.results.scoring import Tally
from league.results.standings import Difference, recompute, record_missing_results, record_result
from league.results.sums import fold_season_again
from tests.factories import (
    NOON,
    make_answer,
    make_finished_game,
    make_fixture,
    make_player,
    make_running_game,
    make_running_season,
    make_seat,
)

pytestmark = pytest.mark.usefixtures("database")


def finished(season, number, players, *, winner="town"):
    """A fixture's finished game: the first player is the mafioso, who survives a win of the mafia only."""
    game = make_finished_game(winner=winner)
    for seat, player in enumerate(players):
        role, team = ("mafioso", "mafia") if seat == 0 else ("villager", "town")
        survived = team == winner or winner == "draw"
        died = None if survived else 2
        make_seat(game=game, number=seat, player=player, role=role, team=team, survived=survived, died_round=died)
    make_fixture(season=season, number=number, game=game)
    return game


def table(season):
    return {
        (row.player.player_id, row.role, row.team): Tally(row.games, row.wins, row.draws, row.survived)
        for row in season.standings.select_related("player")
    }


@pytest.mark.django_db
def test_a_result_is_counted_for_every_seat():
    season, ann, ben = make_running_season(), make_player(), make_player()
    assert record_result(game=finished(season, 1, [ann, ben]), now=NOON)
    assert table(season) == {
        (ann.player_id, "mafioso", "mafia"): Tally(1, 0, 0, 0),
        (ben.player_id, "villager", "town"): Tally(1, 1, 0, 1),
    }


@pytest.mark.django_db
def test_results_add_up_by_role():
    season, ann, ben = make_running_season(), make_player(), make_player()
    for number, players in enumerate([[ann, ben], [ann, ben], [ben, ann]], start=1):
        record_result(game=finished(season, number, players, winner="mafia"), now=NOON)
    assert table(season) == {
        (ann.player_id, "mafioso", "mafia"): Tally(2, 2, 0, 2),
        (ann.player_id, "villager", "town"): Tally(1, 0, 0, 0),
        (ben.player_id, "mafioso", "mafia"): Tally(1, 1, 0, 1),
        (ben.player_id, "villager", "town"): Tally(2, 0, 0, 0),
    }


@pytest.mark.django_db
def test_a_draw_is_neither_won_nor_lost():
    season, ann, ben = make_running_season(), make_player(), make_player()
    record_result(game=finished(season, 1, [ann, ben], winner="draw"), now=NOON)
    assert set(table(season).values()) == {Tally(1, 0, 1, 1)}


@pytest.mark.django_db
def test_answers_are_counted_with_those_that_a_default_stood_in_for():
    season, ann, ben = make_running_season(), make_player(), make_player()
    game = finished(season, 1, [ann, ben])
    make_answer(game=game, seat=0)
    make_answer(game=game, seat=0, poll=2, default_reason="no vote in it")
    make_answer(game=game, seat=1)

    record_result(game=game, now=NOON)

    rows = season.standings.values_list("player__player_id", "answers", "defaults")
    assert set(rows) == {(ann.player_id, 2, 1), (ben.player_id, 1, 0)}
    assert recompute(season=season) == []


@pytest.mark.django_db
def test_a_result_is_counted_once():
    season = make_running_season()
    game = finished(season, 1, [make_player(), make_player()])
    assert record_result(game=game, now=NOON)
    before = table(season)
    assert not record_result(game=game, now=NOON)
    assert table(season) == before


@pytest.mark.django_db(transaction=True)
def test_two_workers_count_a_result_once():
    season = make_running_season()
    game = finished(season, 1, [make_player(), make_player()])
    together, told = Barrier(2), []

    def record():
        together.wait()
        try:
            told.append(record_result(game=game, now=NOON))
        finally:
            connection.close()

    workers = [Thread(target=record) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(told) == [False, True]
    assert {tally.games for tally in table(season).values()} == {1}


@pytest.mark.django_db
def test_neither_an_exhibition_nor_a_game_under_way_has_a_result():
    assert not record_result(game=make_finished_game(), now=NOON)
    running = make_running_game()
    fixture = make_fixture(game=running)
    assert not record_result(game=running, now=NOON)
    fixture.refresh_from_db()
    assert fixture.recorded_at is None
    assert not Standing.objects.exists()


@pytest.mark.django_db
def test_results_lost_on_the_way_are_found_in_the_order_of_fixtures():
    season, players = make_running_season(), [make_player(), make_player()]
    late, early = finished(season, 2, players), finished(season, 1, players)
    make_fixture(season=season, number=3)
    make_fixture(season=season, number=4, game=make_running_game())
    make_finished_game()
    assert record_missing_results(now=NOON) == [early, late]
    assert record_missing_results(now=NOON) == []
    assert Fixture.objects.filter(recorded_at__isnull=False).count() == 2


@pytest.mark.django_db
def test_recomputing_a_true_table_says_nothing():
    season, players = make_running_season(), [make_player() for _ in range(3)]
    for number, winner in enumerate(["town", "mafia", "draw"], start=1):
        record_result(game=finished(season, number, players, winner=winner), now=NOON)
    before = table(season)
    assert recompute(season=season) == []
    assert table(season) == before


@pytest.mark.django_db
def test_recomputing_corrects_and_says_what_differed():
    season, other = make_running_season(), make_running_season()
    ann, ben, eve = (make_player(player_id=f"house_{name}") for name in ("ann", "ben", "eve"))
    for place in (season, other):
        record_result(game=finished(place, 1, [ann, ben]), now=NOON)
    true, elsewhere = table(season), table(other)
    Standing.objects.filter(season=season, player=ann).update(games=7, wins=7)
    Standing.objects.filter(season=season, player=ben).delete()
    Standing.objects.create(season=season, ruleset="town-mafia", player=eve, role="doctor", team="town", games=1)
    assert recompute(season=season) == [
        Difference(ann.player_id, "mafioso", Tally(7, 7, 0, 0), Tally(1, 0, 0, 0)),
        Difference(ben.player_id, "villager", Tally(), Tally(1, 1, 0, 1)),
        Difference(eve.player_id, "doctor", Tally(1, 0, 0, 0), Tally()),
    ]
    assert table(season) == true
    assert table(other) == elsewhere


@pytest.mark.django_db
def test_a_game_in_which_a_model_was_substituted_is_recorded_and_in_no_result():
    season, players = make_running_season(), [make_player(), make_player()]
    games = [finished(season, number, players) for number in (1, 2, 3, 4)]
    Game.objects.filter(pk__in=[games[1].pk, games[3].pk]).update(unrated="a model was substituted: gone")
    for game in games:
        assert record_result(game=Game.objects.get(pk=game.pk), now=NOON)
        count_figures(game=game)

    assert {tally.games for tally in table(season).values()} == {2}
    assert Fixture.objects.filter(recorded_at__isnull=False).count() == 4
    assert Outcome.objects.get().games == 2
    assert GameSum.objects.get(season=season.slug).games == 2
    assert recompute(season=season) == []
    assert fold_season_again(season=season) == []
