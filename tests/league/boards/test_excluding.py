"""What is taken off boards counts nowhere, and what is given back counts as if it had never been gone."""

import random
from contextlib import nullcontext
from importlib import import_module
from threading import Barrier, Thread
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from games.models import Game
from league.access.acts import COMMAND_LINE
from league.access.endings import Endings
from league.boards.excluding import locked
from league.boards.verbs import VERBS, Given, WrongBoard, carry_out
from league.models import Act, Exclusion, Figures, Fixture, Season, Standing, Surplus
from league.queries.results import leaderboard, season_table
from league.queries.schedule import season_overview, seasons_listed
from league.queries.upkeep.seasons import stands_told
from league.results.bills import bill_game
from league.results.figures import count_figures
from league.results.folding import rows_of
from league.results.standings import record_result
from league.results.sums import FOLDS, STANDINGS, SURPLUSES, fold_all_again
from league.seasons.lifecycle.closing import cancel_season
from tests.databases import POSTGRESQL
from tests.factories import (
    NOON,
    make_finished_game,
    make_fixture,
    make_game,
    make_players,
    make_running_season,
    make_seat,
)
from tests.league.results.test_sums import league_by_chance, played
from tests.patience import at_most

SUMS = (STANDINGS, *FOLDS)


def do(verb: str, season: Season | None = None, **given: Any) -> str:
    said = {"reason": "the provider was down"} | given
    return carry_out(verb=VERBS[verb], season=season, by=COMMAND_LINE, now=NOON, given=Given(**said))


def kept() -> list[dict[Any, Any]]:
    return [rows_of(each) for each in SUMS]


def recorded(season: Season, number: int, players: Any, winner: str = "town", **fields: Any) -> Game:
    """A game of a mafioso and others, recorded and counted."""
    game = make_finished_game(winner=winner, **fields)
    for seat, player in enumerate(players):
        role, team = ("mafioso", "mafia") if seat == 0 else ("villager", "town")
        make_seat(game=game, number=seat, player=player, role=role, team=team, survived=True)
    make_fixture(season=season, number=number, game=game)
    record_result(game=game, now=NOON)
    count_figures(game=game)
    return game


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_is_excluded_is_in_no_sum_and_restored_in_all_as_before(seed: int) -> None:
    seasons = league_by_chance(seed)
    games = list(Game.objects.filter(fixture__season=seasons[0], status="finished").order_by("pk"))
    before = kept()
    assert all(before)

    for game in games[:3]:
        do("exclude", game=game.public_id)
    without = kept()
    assert without != before
    fold_all_again()
    assert kept()[1:] == without[1:]
    call_command("recompute", seasons[0].slug)
    assert kept() == without

    for game in reversed(games[:3]):
        do("restore", game=game.public_id)
    assert kept() == before
    call_command("recompute", seasons[0].slug)


@pytest.mark.django_db
def test_a_season_has_played_what_is_off_its_board_too() -> None:
    players = make_players(4)
    spring, autumn = make_running_season(slug="spring"), make_running_season(slug="autumn")
    games = [recorded(season, number, players) for season in (spring, autumn) for number in (1, 2, 3)]

    def told() -> set[int]:
        """How many both have played, as lists and their pages say it."""
        listed = [season.played for season in seasons_listed()]  # type: ignore[attr-defined]
        return {*listed, *(season_overview(season, Endings()).played for season in (spring, autumn))}

    for verb, which in (("exclude", 0), ("exclude", 1), ("exclude", 5), ("restore", 0), ("exclude", 0)):
        do(verb, game=games[which].public_id)
        assert told() == {3}, (verb, which)


@pytest.mark.django_db
def test_a_season_has_played_the_games_in_which_a_model_was_substituted_too(admin_client: Client) -> None:
    players = make_players(4)
    spring, autumn = make_running_season(slug="spring"), make_running_season(slug="autumn")
    for season in (spring, autumn):
        for number in (1, 2, 3, 4):
            recorded(season, number, players, unrated="a model was substituted: gone" if number % 2 else "")
        do("exclude", game=season.fixtures.get(number=2).game.public_id)

    listed = {season.slug: season.played for season in seasons_listed()}  # type: ignore[attr-defined]
    overviews = {season.slug: season_overview(season, Endings()) for season in (spring, autumn)}
    planned = spring.games_planned
    assert listed == {"spring": 4, "autumn": 4}
    assert {slug: each.played for slug, each in overviews.items()} == listed
    assert {each.left for each in overviews.values()} == {planned - 4}
    assert {each.slug: each.played for each in stands_told(now=NOON)} == listed
    assert admin_client.get("/admin/league/season/").content.decode().count(f"4 of {planned}") == 2
    assert admin_client.get("/admin/").content.decode().count(f"4 of {planned}") == 2


@pytest.mark.django_db
def test_every_game_of_a_season_may_be_excluded_and_nothing_is_left_of_it() -> None:
    season, players = make_running_season(), make_players(3)
    games = [recorded(season, number, players) for number in (1, 2)]
    assert season_table(season)[0].result.games == 2

    for game in games:
        do("exclude", season, game=game.public_id)
    assert [len(rows) for rows in kept()] == [0] * len(SUMS)
    assert list(season_table(season)) == []
    assert Figures.objects.filter(seat__game__in=games).count() == 6, "what each did stays to be read"


@pytest.mark.django_db
def test_recompute_says_nothing_differs_after_many_verbs_by_chance() -> None:
    chance = random.Random(11)
    seasons = league_by_chance(5)
    games = list(Game.objects.filter(fixture__isnull=False, status="finished"))
    out: set[int] = set()
    for _ in range(30):
        game = chance.choice(games)
        do("restore" if game.pk in out else "exclude", game=game.public_id)
        out ^= {game.pk}
    assert out

    for season in seasons:
        call_command("recompute", season.slug)  # which exits with 1 where something differs
    told = Exclusion.objects.filter(game__in=out).count()
    assert told % 2 == len(out) % 2


@pytest.mark.django_db
def test_a_game_excluded_before_it_is_recorded_is_recorded_and_counts_nowhere() -> None:
    season, players = make_running_season(), make_players(3)
    recorded(season, 1, players)
    before = kept()
    late = make_finished_game(winner="mafia")
    for seat, player in enumerate(players):
        make_seat(game=late, number=seat, player=player, role="villager", team="town", survived=True)
    make_fixture(season=season, number=2, game=late)

    do("exclude", game=late.public_id)
    assert record_result(game=late, now=NOON)
    count_figures(game=late)
    assert kept() == before
    do("restore", game=late.public_id)
    assert season_table(season)[0].result.games == 2
    call_command("recompute", season.slug)


@pytest.mark.django_db
def test_what_cannot_be_excluded_is_refused_in_words_and_changes_nothing() -> None:
    season, players = make_running_season(slug="spring"), make_players(3)
    game = recorded(season, 1, players)
    other = make_running_season(slug="autumn")
    exhibition, void = make_finished_game(), make_game(status="void")
    make_fixture(season=season, number=2, game=void)
    let_go = make_game(status="void", terms={"season": "spring"})
    unrated = recorded(season, 3, players, unrated="another model answered")
    before = kept()
    refused = [
        ({"game": game.public_id, "reason": "  "}, "say why"),
        ({}, "say which game, or which player"),
        ({"game": game.public_id, "player": players[0].player_id}, "and not both"),
        ({"game": "nosuchgame00"}, "there is no game"),
        ({"player": "no_one"}, "there is no player"),
        ({"game": exhibition.public_id}, "is of no season"),
        ({"game": void.public_id}, "is void, and on no board anyway: only a finished one is"),
        ({"game": let_go.public_id}, "is void, and on no board anyway"),
        ({"game": unrated.public_id}, "counts nowhere as it is: another model answered"),
    ]
    for given, words in refused:
        with pytest.raises(WrongBoard, match=words):
            do("exclude", **given)
    with pytest.raises(WrongBoard, match="is not of autumn"):
        do("exclude", other, game=game.public_id)
    with pytest.raises(WrongBoard, match="does not play in"):
        do("exclude", other, player=players[0].player_id)
    with pytest.raises(WrongBoard, match="is not excluded"):
        do("restore", game=game.public_id)
    assert kept() == before
    assert (Exclusion.objects.count(), Act.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_who_clicks_twice_is_refused_the_second_time() -> None:
    season, players = make_running_season(), make_players(3)
    game = recorded(season, 1, players)
    do("exclude", game=game.public_id)
    with pytest.raises(WrongBoard, match="excluded already"):
        do("exclude", game=game.public_id)
    season.roster.create(player=players[0], number=0)
    do("exclude", season, player=players[0].player_id)
    with pytest.raises(WrongBoard, match="excluded already"):
        do("exclude", season, player=players[0].player_id)
    verbs = list(Act.objects.order_by("pk").values_list("verb", "name", "reason"))
    why = "the provider was down"
    assert verbs == [("exclude", game.public_id, why), ("exclude", players[0].player_id, why)]


@pytest.mark.django_db
def test_the_history_of_exclusions_is_only_added_to() -> None:
    game = recorded(make_running_season(), 1, make_players(3))
    do("exclude", game=game.public_id)
    for change in (lambda: Exclusion.objects.update(reason="another"), lambda: Exclusion.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    do("restore", game=game.public_id, reason="it was not")
    told = list(Exclusion.objects.order_by("turn").values_list("turn", "is_out", "reason", "who"))
    assert told == [(1, True, "the provider was down", "command line"), (2, False, "it was not", "command line")]


@pytest.mark.django_db
def test_of_an_excluded_player_the_rows_leave_the_board_and_its_games_count_for_the_others() -> None:
    season, players = make_running_season(), make_players(3)
    for number in (1, 2, 3):
        recorded(season, number, players)
    before = kept()
    others = [player.player_id for player in players[1:]]

    do("exclude", season, player=players[0].player_id)
    assert kept() == before
    assert sorted(row.key for row in season_table(season)) == sorted(others)
    assert len(leaderboard()) == 3, "of all seasons it is not off"
    do("exclude", player=players[1].player_id)
    assert [row.key for row in season_table(season)] == [players[2].player_id]
    assert len(leaderboard()) == 2
    assert len(leaderboard(by="model")) == 3
    do("restore", player=players[1].player_id)
    do("restore", season, player=players[0].player_id)
    assert len(season_table(season)) == len(leaderboard()) == 3


@pytest.mark.django_db(transaction=True)
def test_who_bills_a_game_waits_for_nobody_who_holds_its_fixture(database: str) -> None:
    """Whoever records or excludes it holds its fixture and then wants its season, which who bills it holds."""
    chance, players = random.Random(4), make_players(5)
    game = played(chance, players, make_running_season(), 1)
    errors: list[Exception] = []

    def bill() -> None:
        try:
            bill_game(game=game)
        except Exception as error:  # noqa: BLE001  (whatever it is, the test is to show it)
            errors.append(error)
        finally:
            connection.close()

    with transaction.atomic() if database == POSTGRESQL else nullcontext():  # on SQLite who writes holds all
        list(locked(Fixture.objects.filter(game=game)))
        billing = Thread(target=bill)
        billing.start()
        billing.join(at_most(20))
        assert not billing.is_alive()
    assert errors == []


@pytest.mark.django_db(transaction=True)
def test_a_game_is_in_the_sums_or_out_of_them_whoever_comes_first(database: str) -> None:
    chance, players = random.Random(4), make_players(5)
    season = make_running_season()
    games = [played(chance, players, season, number) for number in range(1, 9)]
    for game in games[:4]:
        record_result(game=game, now=NOON)
        count_figures(game=game)
    barrier, errors, refusals = Barrier(6), [], []

    def work(steps: Any) -> None:
        try:
            barrier.wait(at_most(5))
            for step in steps:
                try:
                    step()
                except WrongBoard as refused:
                    refusals.append(refused.field)
        except Exception as error:  # noqa: BLE001  (whatever it is, the test is to show it)
            errors.append(error)
        finally:
            connection.close()

    def exclude(game: Game) -> Any:
        return lambda: do("exclude", game=game.public_id)

    def restore(game: Game) -> Any:
        return lambda: do("restore", game=game.public_id)

    both = [[exclude(game) for game in games] for _ in range(2)]  # two clicks on each
    again = [restore(game) for game in games[::2]]
    recording = [lambda game=game: record_result(game=game, now=NOON) for game in games[4:]]
    counting = [lambda game=game: count_figures(game=game) for game in games[4:]]
    backwards = [lambda game=game: record_result(game=game, now=NOON) for game in reversed(games[4:])]
    threads = [Thread(target=work, args=(steps,)) for steps in (*both, again, recording, counting, backwards)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert set(refusals) == {"status"}
    assert Fixture.objects.filter(recorded_at__isnull=False).count() == 8
    found = kept()
    fold_all_again()
    assert kept()[1:] == found[1:]
    call_command("recompute", season.slug)
    for game in games:
        rows = list(Exclusion.objects.filter(game=game).order_by("turn").values_list("turn", "is_out"))
        assert rows == [(turn, bool(turn % 2)) for turn in range(1, len(rows) + 1)]
        assert game.fixture.__class__.objects.get(game=game).is_excluded == bool(len(rows) % 2)


@pytest.mark.django_db
def test_a_season_that_is_cancelled_leaves_the_sums_of_all_whatever_was_excluded_of_it() -> None:
    season, other, players = make_running_season(), make_running_season(), make_players(3)
    games = [recorded(season, number, players) for number in (1, 2)]
    recorded(other, 1, players)
    do("exclude", game=games[0].public_id)
    cancel_season(season=season, now=NOON, by="ann", reason="a wrong rule")
    do("restore", game=games[0].public_id)
    do("exclude", game=games[1].public_id)
    assert {row.games for row in Surplus.objects.filter(season="", by="")} == {1}
    assert Standing.objects.filter(season=season).exists()
    call_command("recompute", season.slug)
    call_command("recompute", other.slug)


@pytest.mark.django_db(transaction=True)
def test_a_league_of_before_gets_the_sums_that_would_have_been_kept() -> None:
    league_by_chance(9)
    books = dict(Fixture.objects.values_list("pk", "book"))
    before = rows_of(SURPLUSES)
    assert before
    assert set(books.values()) > {""}
    Fixture.objects.update(book="")
    Surplus.objects.all().delete()

    filling = import_module("league.migrations.0048_fill_boards")
    with connection.schema_editor() as editor:
        pass
    for _ in range(2):  # once more after a try that did not end
        filling.fill(apps, editor)
    assert dict(Fixture.objects.values_list("pk", "book")) == books
    assert rows_of(SURPLUSES) == before
