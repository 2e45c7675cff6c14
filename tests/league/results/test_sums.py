"""The sums that pages are made of: whatever comes in whatever order, they are what the rows add up to."""

import random
from collections import Counter
from datetime import timedelta
from decimal import Decimal
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import Call, Game
from league.models import Bill, Career, Figures, FiguresSum, GameSum, Outcome, Season, Standing, Version
from league.queries.costs import model_bills
from league.queries.results import leaderboard
from league.results.bills import bill_finished_games, bill_game
from league.results.figures import count_figures
from league.results.folding import rows_of
from league.results.standings import record_missing_results, record_result
from league.results.sums import FOLDS, GAME_SUMS, fold_all_again, fold_season_again
from personas.models import Player
from tests.factories import (
    NOON,
    make_answer,
    make_call,
    make_finished_game,
    make_fixture,
    make_game,
    make_model,
    make_persona,
    make_player,
    make_players,
    make_running_season,
    make_seat,
)
from tests.patience import at_most

ROLES = (("mafioso", "mafia"), ("doctor", "town"), ("villager", "town"), ("villager", "town"))


def played(chance: random.Random, players: list[Player], season: Season | None, number: int, **fields: Any) -> Game:
    """A finished game of some of the players, with answers, defaults and calls by chance."""
    winner = chance.choice(("town", "mafia", "draw"))
    game = make_finished_game(winner=winner, ruleset=chance.choice(("town-mafia", "council-mafia")), **fields)
    for seat, player in enumerate(chance.sample(players, chance.choice((3, 4)))):
        role, team = ROLES[seat]
        is_dead = chance.random() < 0.5
        make_seat(
            game=game,
            number=seat,
            player=player,
            role=role,
            team=team,
            survived=not is_dead,
            died_round=1 if is_dead else None,
        )
        for poll in range(1, chance.choice((1, 2, 4))):
            reason = "no answer" if chance.random() < 0.3 else ""
            make_answer(game=game, seat=seat, poll=poll, default_reason=reason)
        if chance.random() < 0.4:
            make_call(game=game, seat=seat, status="answered", cost="0.125", input_tokens=100, output_tokens=7)
    if season is not None:
        make_fixture(season=season, number=number, game=game)
    return game


def league_by_chance(seed: int) -> list[Season]:
    """Two seasons, one unrated, and exhibitions; results recorded and figures counted in any order, some late."""
    chance = random.Random(seed)
    seasons = [make_running_season(slug="spring"), make_running_season(slug="autumn", rated=False)]
    players = [*make_players(5), make_player(persona=make_persona(written_for="spring/1/0", status="retired"))]
    games = [played(chance, players, season, number) for season in seasons for number in range(1, 7)]
    games += [played(chance, players, None, 0) for _ in range(3)]
    void = make_game(status="void")
    make_seat(game=void, player=players[0])
    make_fixture(season=seasons[0], number=7, game=void)
    late = games.pop(2)
    chance.shuffle(games)
    for game in games:
        for step in chance.sample(
            [lambda game: record_result(game=game, now=NOON), lambda game: count_figures(game=game)], 2
        ):
            step(game)
    record_missing_results(now=NOON)
    count_figures(game=late)
    for game in games[:4]:  # all of it once more changes nothing
        record_result(game=game, now=NOON)
        count_figures(game=game)
    return seasons


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_what_is_added_game_by_game_is_what_all_games_add_up_to(seed: int) -> None:
    seasons = league_by_chance(seed)
    kept = [rows_of(each) for each in FOLDS]
    assert all(kept)

    fold_all_again()
    assert [rows_of(each) for each in FOLDS] == kept
    assert [fold_season_again(season=season) for season in seasons] == [[], []]


@pytest.mark.django_db
def test_sums_are_what_anybody_would_count_by_hand() -> None:
    league_by_chance(7)
    by_player: Counter[Any] = Counter()
    for standing in Standing.objects.filter(player__persona__written_for=""):
        by_player[standing.season.rated, standing.player_id] += standing.games
    kept = Career.objects.filter(ruleset="", role="").values_list("rated", "player", "games")
    assert {(rated, player): games for rated, player, games in kept} == dict(by_player)

    games = Game.objects.filter(status="finished")
    won = Counter(games.filter(fixture__isnull=False).values_list("fixture__season", "ruleset", "winner"))
    assert Counter({(row.season_id, row.ruleset, row.winner): row.games for row in Outcome.objects.all()}) == won
    of_all = Counter((game.ruleset, game.seats.count(), game.winner) for game in games)
    assert Counter({(r.ruleset, r.size, r.winner): r.games for r in GameSum.objects.filter(season="")}) == of_all
    assert GameSum.objects.filter(season="-").count()

    answers: Counter[str] = Counter()
    for figures in Figures.objects.select_related("seat"):
        answers[figures.seat.role] += figures.answers
    summed: Counter[str] = Counter()
    for row in FiguresSum.objects.filter(season="", persona=""):
        summed[row.role] += row.answers
    assert summed == answers


@pytest.mark.django_db
def test_recompute_says_which_sums_are_wrong_and_puts_them_right(capsys: pytest.CaptureFixture[str]) -> None:
    league_by_chance(3)
    right = [rows_of(each) for each in FOLDS]
    Career.objects.filter(ruleset="", role="").update(wins=99)
    FiguresSum.objects.filter(season="spring").first().delete()
    Outcome.objects.filter(season__slug="spring").update(games=5)

    with pytest.raises(SystemExit) as end:
        call_command("recompute", "spring")
    told = capsys.readouterr().out
    assert end.value.code == 1
    for line in ("careers: ", "figures sums: 1 row differed", "outcomes: "):
        assert line in told
    assert [rows_of(each) for each in FOLDS] == right

    call_command("recompute", "spring")
    assert capsys.readouterr().out.startswith("identical: ")


@pytest.mark.django_db(transaction=True)
def test_two_that_count_one_game_and_record_another_at_once_add_each_once() -> None:
    chance, players = random.Random(1), make_players(4)
    seasons = [make_running_season(), make_running_season()]
    games = [played(chance, players, season, 1) for season in seasons]
    barrier, errors = Barrier(4), []

    def work(step: Any, game: Game) -> None:
        try:
            barrier.wait(at_most(2))
            step(game=game)
        except Exception as error:  # noqa: BLE001  (whatever it is, the test is to show it)
            errors.append(error)
        finally:
            connection.close()

    def record(*, game: Game) -> None:
        record_result(game=game, now=NOON)

    threads = [Thread(target=work, args=(step, game)) for game in games for step in (count_figures, record)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    kept = [rows_of(each) for each in FOLDS]
    fold_all_again()
    assert [rows_of(each) for each in FOLDS] == kept


@pytest.mark.django_db
def test_a_player_of_one_game_has_no_career_and_counts_for_its_model() -> None:
    season, model = make_running_season(), make_model(slug="big")
    author = make_player(model=model, persona=make_persona(written_for="s/1/0", status="retired"))
    game = make_finished_game()
    make_seat(game=game, player=author)
    make_fixture(season=season, game=game)
    record_result(game=game, now=NOON)

    assert len(leaderboard()) == 0
    assert [(row.key, row.result.games) for row in leaderboard(by="model")] == [("big", 1)]


@pytest.mark.django_db
def test_a_call_is_billed_once_also_when_it_ends_after_its_game() -> None:
    season, model = make_running_season(), make_model(slug="big", name="Big")
    game = make_finished_game()
    make_seat(game=game)
    make_fixture(season=season, game=game)
    told = {"language_model": model, "status": "answered", "returned_model": "big-1", "input_tokens": 10}
    make_call(game=game, cost="0.5", **told)
    late = make_call(game=game, poll=None, seat=None, purpose="narration", language_model=model, status="sent")
    count_figures(game=game)
    assert Bill.objects.get(season=season.slug).cost == Decimal("0.5")
    assert GameSum.objects.get(season="").paid_games == 1

    Call.objects.filter(pk=late.pk).update(**told | {"cost": "0.25", "returned_model": "big-2", "created_at": NOON})
    before = model_bills(season, sees_all=False)
    assert [bill_finished_games(), bill_finished_games(), bill_game(game=game)] == [1, 0, 0]
    assert model_bills(season, sees_all=False) == before
    (bill,) = before
    assert (bill.model, bill.spend.calls, bill.spend.cost) == ("Big", 2, Decimal("0.75"))
    assert [version.name for version in bill.versions] == ["big-2", "big-1"]  # in the order of time, not of billing
    assert GameSum.objects.get(season="").paid_games == 1


@pytest.mark.django_db
@pytest.mark.parametrize("is_in_season", [True, False])
def test_of_a_narrator_paid_late_no_game_that_is_in_no_sum_is_counted(*, is_in_season: bool) -> None:
    season, model = make_running_season(slug="spring"), make_model(slug="big")
    games = [make_finished_game(unrated=why) for why in ("", "a model was substituted: gone", "")]
    for number, game in enumerate(games, start=1):
        make_seat(game=game)
        if is_in_season:
            make_fixture(season=season, number=number, game=game, recorded_at=NOON)
        count_figures(game=game)
    for game in games[1:]:
        make_call(game=game, poll=None, seat=None, purpose="narration", language_model=model, status="answered")
    bill_finished_games()

    counted = rows_of(GAME_SUMS)
    assert {(row.games, row.paid_games) for row in GameSum.objects.all()} == {(2, 1)}
    fold_all_again()
    assert rows_of(GAME_SUMS) == counted


@pytest.mark.django_db
def test_versions_are_found_whatever_game_is_billed_first() -> None:
    season, model = make_running_season(), make_model(slug="big")
    games = [make_finished_game() for _ in range(3)]
    for number, game in enumerate(games, start=1):
        make_seat(game=game)
        make_fixture(season=season, number=number, game=game)
    # By minutes: who answered in which game.
    for minute, (place, name) in enumerate([(0, "a"), (1, "a"), (2, "b"), (0, "a"), (1, "b"), (2, "b")]):
        call = make_call(
            game=games[place], language_model=model, status="answered", returned_model=name, poll=minute + 1
        )
        Call.objects.filter(pk=call.pk).update(created_at=NOON + timedelta(minutes=minute))
    for game in (games[1], games[2], games[0]):
        bill_game(game=game)
    kept = Version.objects.order_by("since").values_list("name", "since")
    assert [(name, (since - NOON).seconds // 60) for name, since in kept] == [("a", 0), ("b", 2), ("a", 3), ("b", 4)]
