"""Figures of finished games: what is counted of suspicion, votes and thoughts, and what statistics make of it."""

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.agents.offline import play_whole
from games.engine.rulesets import all_rulesets
from games.ledger.rows import moderator_of, stored_play
from games.models import Game
from league.access.acts import COMMAND_LINE
from league.boards.verbs import VERBS, Given, carry_out
from league.models import Figures
from league.queries.stats import KEYS, OF_GAMES, narrator_beside, stats
from league.results import figures as counting
from league.results.bills import bill_finished_games
from league.results.figures import (
    FiguresRow,
    count_figures,
    count_new_figures,
    count_rest,
    count_season,
    figures_of,
    figures_of_played,
    votes_in,
)
from league.results.standings import record_result
from league.results.sums import fold_all_again
from league.tasks import count, forget
from tests.factories import (
    NOON,
    fill_sums,
    make_answer,
    make_call,
    make_event,
    make_figures,
    make_finished_game,
    make_fixture,
    make_model,
    make_player,
    make_running_season,
    make_season,
    make_seat,
    make_twin,
)
from tests.games.casting import cast
from tests.games.rule_books import LISTENED_TO
from tests.league.staging import in_season, staged

pytestmark = pytest.mark.django_db


def table(**fields: Any) -> Game:
    """A finished game of Ann (mafia), Ben and Cleo (town), of which nothing is stored yet."""
    game = make_finished_game(**fields)
    seated = [("Ann", "mafioso", "mafia"), ("Ben", "doctor", "town"), ("Cleo", "villager", "town")]
    for number, (alias, role, team) in enumerate(seated):
        fate = {"survived": True} if team == "town" else {"survived": False, "died_round": 2}
        make_seat(game=game, number=number, alias=alias, role=role, team=team, **fate)
    return game


def events(game: Game, *told: tuple[str, dict[str, Any]], heard_by: int = -1) -> None:
    for number, (kind, data) in enumerate(told, start=game.events.count() + 1):
        public = number if heard_by == -1 else None
        make_event(game=game, seq=number, public_seq=public, kind=kind, data=data, heard_by=heard_by)


def figures(game: Game, alias: str) -> Figures:
    count_figures(game=game)
    return Figures.objects.get(seat__game=game, seat__alias=alias)


def test_who_is_named_in_an_accusing_public_sentence_is_suspected() -> None:
    game = table()
    events(
        game,
        ("said", {"seat": 1, "words": "Ann is lying. Cleo is kind."}),
        ("said", {"seat": 0, "words": "I, Ann, am no liar."}),
        ("remarked", {"seat": 2, "words": "I suspect Ann, too.", "clock": 5}),
    )
    events(game, ("conferred", {"seat": 1, "words": "Cleo is mafia.", "clock": 9}), heard_by=3)

    assert (figures(game, "Ann").accused, figures(game, "Cleo").accused) == (2, 0)


def test_votes_are_counted_for_whom_they_are_and_by_whom_in_every_way_that_they_are_told() -> None:
    game = table()
    votes = [{"seat": 0, "target": 1}, {"seat": 1, "target": 0}, {"seat": 2, "target": None}]
    events(
        game,
        ("nominated", {"seat": 1, "target": 0}),
        ("nominated", {"seat": 2, "target": None}),
        ("voted", {"votes": votes}),
        ("voted_why", {"votes": [{**vote, "reason": ""} for vote in votes]}),
        *(("vote_shown", vote) for vote in votes),
    )

    ann, ben, cleo = (figures(game, alias) for alias in ("Ann", "Ben", "Cleo"))

    assert [(each.nominated, each.voted_for) for each in (ann, ben, cleo)] == [(1, 3), (0, 3), (0, 0)]
    assert [(each.votes_hidden, each.votes_open, each.votes_nobody) for each in (ann, ben, cleo)] == [
        (0, 3, 0), (3, 0, 0), (0, 0, 3),
    ]  # fmt: skip


def test_a_thought_foresees_its_decision_when_it_names_whom_it_chooses() -> None:
    game = table()
    make_answer(game=game, seat=1, poll=1, answer={"target": 0}, thought="It must be Ann.")
    make_answer(game=game, seat=1, poll=2, answer={"target": 2}, thought="It must be Ann.")
    make_answer(game=game, seat=1, poll=3, answer={"message": "Hm."}, thought="Wait.")
    make_answer(game=game, seat=1, poll=4, answer={"target": None, "vote_action": 0}, thought="Ann then.")
    make_answer(game=game, seat=1, poll=5, default_reason="cut off")

    ben = figures(game, "Ben")

    assert (ben.answers, ben.defaults, ben.thoughts, ben.thought_length) == (5, 1, 4, 15 + 15 + 5 + 9)
    assert (ben.decisions, ben.foreseen) == (3, 2)


def test_calls_are_summed_by_seat() -> None:
    game = table()
    for cost in ("0.5", "0.25"):
        make_call(game=game, seat=1, status="answered", cost=cost, input_tokens=100, cached_tokens=60, output_tokens=9)

    ben, ann = figures(game, "Ben"), figures(game, "Ann")

    assert (ben.calls, ben.input_tokens, ben.cached_tokens, ben.output_tokens) == (2, 200, 120, 18)
    assert (ben.cost, ann.cost) == (Decimal("0.75"), 0)


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_a_game_of_every_ruleset_can_be_counted(ruleset: str) -> None:
    game = staged(ruleset=ruleset, seats=all_rulesets()[ruleset].default_seats)

    count_figures(game=game)

    rows = list(Figures.objects.filter(seat__game=game))
    assert len(rows) == game.seats.count()
    assert sum(row.answers for row in rows) == game.answers.count()
    votes = sum(row.votes_hidden + row.votes_open for row in rows)
    assert sum(row.voted_for for row in rows) == votes
    assert bool(votes) == any(votes_in(event.kind, event.data) for event in game.events.all())


def test_a_row_of_figures_has_every_column_of_its_model_and_the_same_default() -> None:
    columns = {field.attname: field.default for field in Figures._meta.concrete_fields}
    assert tuple(columns) == FiguresRow._fields
    assert {name: columns[name] for name in FiguresRow._fields[2:]} == FiguresRow._field_defaults


def test_a_game_of_the_house_is_counted_in_eleven_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    game = make_finished_game()
    for number in range(3):
        make_seat(game=game, number=number)
        make_answer(game=game, seat=number, poll=1)
    with django_assert_num_queries(11):
        count_figures(game=game)
    assert [row.answers for row in Figures.objects.order_by("seat__number")] == [1, 1, 1]


def test_what_nobody_counted_while_beat_was_away_is_counted_within_an_hour_of_its_being_back() -> None:
    season, now = make_running_season(slug="spring"), timezone.now()
    for number, hours in enumerate((25, 300), start=1):
        ended = now - timedelta(hours=hours)
        make_fixture(season=season, number=number, game=table(started_at=ended, finished_at=ended))

    count()
    assert Figures.objects.count() == 0, "what is asked every few seconds looks at a day"
    forget()
    assert Figures.objects.values("seat__game").distinct().count() == 2
    assert count_new_figures(since=None) == 0


def test_a_game_that_cannot_be_counted_is_counted_as_nothing_with_its_season_too(monkeypatch: Any) -> None:
    season, now = make_running_season(slug="spring"), timezone.now()
    for number in (1, 2):
        make_fixture(season=season, number=number, game=table(started_at=now, finished_at=now))
    monkeypatch.setattr(counting, "figures_of", refuse_the_first(counting.figures_of))
    assert (count_rest(season=season), count_season(season=season)) == (2, [season.fixtures.get(number=1).game])
    assert Figures.objects.values("seat__game").distinct().count() == 2


@pytest.mark.parametrize("what", ["of another release", "rules that are gone"])
def test_what_was_counted_stays_where_a_game_can_be_read_no_more(monkeypatch: Any, capsys: Any, what: str) -> None:
    season, now = make_running_season(slug="spring"), timezone.now()
    for number in (1, 2, 3):
        game = table(started_at=now, finished_at=now)
        make_fixture(season=season, number=number, game=game)
        record_result(game=game, now=now)
        events(game, ("nominated", {"seat": 0, "target": 1}))
        count_figures(game=game)
    first, second, third = (each.game for each in season.fixtures.order_by("number"))
    Figures.objects.filter(seat__game__in=[first, second], seat__alias="Ben").update(claims=7, beliefs=3, votes_open=2)
    Figures.objects.filter(seat__game=third).update(nominated=9)
    fold_all_again()
    before = list(Figures.objects.exclude(seat__game=third).order_by("pk").values())
    if what == "of another release":
        monkeypatch.setattr(counting, "figures_of", refuse({first.pk, second.pk}, counting.figures_of))
    else:
        Game.objects.filter(pk__in=[first.pk, second.pk]).update(ruleset="gone")
        fold_all_again()

    with pytest.raises(SystemExit):  # the third was wrong
        call_command("recompute", "spring")
    told = capsys.readouterr().out

    assert list(Figures.objects.exclude(seat__game=third).order_by("pk").values()) == before
    assert list(Figures.objects.filter(seat__game=third).order_by("pk").values_list("nominated", flat=True)) == [
        0,
        1,
        0,
    ]
    for game in (first, second):
        assert f"game {game.public_id} cannot be counted again: the figures that it had stay" in told
    assert told.count("cannot be counted again") == 2


def refuse(games: set[int], counted: Callable[[Game], Any]) -> Callable[[Game], Any]:
    """Cannot count these games."""

    def figures_of_others(game: Game) -> Any:
        if game.pk in games:
            raise LookupError("of another release")
        return counted(game)

    return figures_of_others


def refuse_the_first(counted: Callable[[Game], Any]) -> Callable[[Game], Any]:
    """Cannot count the first game there is."""

    def figures_of_most(game: Game) -> Any:
        if game.pk == Game.objects.order_by("pk").values_list("pk", flat=True)[0]:
            raise LookupError("of another release")
        return counted(game)

    return figures_of_most


def test_a_game_is_counted_once_soon_after_its_end_and_anew_by_recompute(capsys: Any) -> None:
    season, now = make_running_season(slug="spring"), timezone.now()
    game = table(started_at=now - timedelta(hours=2), finished_at=now - timedelta(hours=1))
    make_fixture(season=season, game=game)

    assert [count_new_figures(since=now - timedelta(days=1)) for _ in range(2)] == [1, 0]

    Figures.objects.update(accused=99)
    with pytest.raises(SystemExit):  # its result was not counted yet, which is told
        call_command("recompute", "spring")
    assert set(Figures.objects.values_list("accused", flat=True)) == {0}


# --- what statistics make of it --------------------------------------------------------------------------------------


def counted(*, cost: str = "0", winner: str = "town", **fields: Any) -> Game:
    """A counted game whose Ben was on a model that cost so much."""
    game = table(winner=winner, **fields)
    for seat in game.seats.all():
        is_paid = seat.alias == "Ben" and cost != "0"
        paid = {"calls": 4, "input_tokens": 900, "output_tokens": 100, "cost": cost} if is_paid else {}
        make_figures(seat=seat, table_size=3, answers=5, **paid)
    return game


def test_of_a_ruleset_games_are_counted_and_the_hidden_teams_wins() -> None:
    for winner in ("town", "mafia", "draw"):
        counted(winner=winner, cost="0.5")
    counted(winner="town")

    (row,) = stats(by="ruleset")

    assert (row.key, row.seats, row.result.games, row.result.wins, row.result.draws) == ("town-mafia", 12, 4, 1, 1)
    assert row.result.win_rate == pytest.approx(1 / 3)
    assert (row.cost_per_game, row.cost_per_win) == (Decimal("0.5"), Decimal("0.75"))
    assert (row.tokens_per_answer, row.tokens_per_win) == (200, 1500)


def test_of_the_others_seats_are_counted_and_their_teams_wins() -> None:
    counted(winner="town", cost="0.5")
    counted(winner="mafia", cost="0.25")
    counted(winner="town")

    roles = {row.key: row for row in stats(by="role")}

    assert {key: (row.result.games, row.result.wins) for key, row in roles.items()} == {
        "mafioso": (3, 1), "doctor": (3, 2), "villager": (3, 2),
    }  # fmt: skip
    assert (roles["doctor"].cost_per_game, roles["doctor"].cost_per_win) == (Decimal("0.375"), Decimal("0.75"))
    assert roles["villager"].cost_per_game is None


def told_by_a_model(game: Game) -> None:
    """Two calls for the game's narrator, of a quarter of a dollar each."""
    for _ in range(2):
        spent = {"cost": "0.25", "input_tokens": 500, "output_tokens": 20}
        make_call(game=game, poll=None, seat=None, purpose="narration", status="answered", **spent)
    bill_finished_games()


@pytest.mark.parametrize("by", OF_GAMES)
def test_what_the_narrator_cost_is_in_the_sums_of_games(by: str) -> None:
    told_by_a_model(counted(cost="0.5"))
    told_by_a_model(counted())
    counted()

    (row,) = stats(by=by)

    assert (row.sums["calls"], row.cost, row.narrator.cost, row.paid_games) == (8, Decimal("1.5"), Decimal(1), 2)
    assert (row.cost_per_game, row.tokens_per_answer) == (Decimal("0.75"), 200)


@pytest.mark.parametrize("by", OF_GAMES)
def test_what_the_narrator_cost_is_of_the_games_that_are_in_the_sums_alone(by: str) -> None:
    told_by_a_model(counted())
    seasons = {"spring": make_running_season(slug="spring"), "again": make_twin(slug="again")}
    seasons["gone"] = make_season(slug="gone", status="cancelled", ended_at=NOON, ended_by="ann", ended_why="No.")
    games = {slug: [counted(), counted()] for slug in seasons}
    for slug, (first, second) in games.items():
        for number, game in ((1, first), (2, second)):
            make_fixture(season=seasons[slug], number=number, game=game, recorded_at=NOON)
            told_by_a_model(game)
    out = [counted(), counted()]
    for number, game in enumerate(out, start=3):
        make_fixture(season=seasons["spring"], number=number, game=game, recorded_at=NOON, is_excluded=True)
        told_by_a_model(game)
    for slug in (*seasons, ""):  # another model was substituted in it
        game = counted(unrated="a model was substituted: gone")
        if slug:
            make_fixture(season=seasons[slug], number=9, game=game, recorded_at=NOON)
        told_by_a_model(game)
    fold_all_again()

    def told(**asked: str) -> list[tuple[Any, ...]]:
        return [
            (row.result.games, row.paid_games, row.narrator.calls, row.narrator.cost, row.sums["calls"])
            for row in stats(by=by, **asked)
        ]

    assert told() == told(ruleset="town-mafia") == [(3, 3, 6, Decimal("1.5"), 6)]
    for slug in seasons:
        assert told(season=slug) == [(2, 2, 4, Decimal(1), 4)], slug
    assert [narrator_beside(by="role").cost, narrator_beside(by="role", season="again").cost] == [Decimal("1.5"), 1]
    assert told(ruleset="council-mafia") == []


def test_what_the_narrator_cost_stands_beside_what_seats_did(client: Client) -> None:
    game = counted(cost="0.5")
    told_by_a_model(game)

    assert sum(row.cost for row in stats(by="model")) == Decimal("0.5")
    told = "Besides, the narrator, who has no seat: $0.50 in 2 calls."
    assert told in client.get("/stats/?by=model").content.decode()
    assert told not in client.get("/stats/?by=ruleset").content.decode()
    assert "Of it for the narrator: $0.50 in 2 calls." in client.get("/stats/?by=ruleset").content.decode()

    (row,) = client.get("/api/v1/stats/games/").json()["results"]
    assert (row["calls"], row["cost"], row["narrator_cost"]) == (6, "1.00000000", "0.50000000")
    (row,) = client.get("/api/v1/stats/").json()["results"]
    assert (row["cost"], row["narrator_cost"]) == ("1.00000000", "0.50000000")


@pytest.mark.parametrize("by", KEYS)
@pytest.mark.parametrize("games", [1, 3])
def test_statistics_take_as_many_queries_for_one_game_as_for_three(
    django_assert_num_queries: DjangoAssertNumQueries, by: str, games: int
) -> None:
    for _ in range(games):
        counted()
    # Games are rows of their own, and so are their narrators; a persona's name is asked for.
    with django_assert_num_queries(4 if by in OF_GAMES else 2 if by == "persona" else 1):
        rows = stats(by=by)
    assert sum(row.seats for row in rows) == 3 * games


def test_the_api_tells_them_filtered(client: Client) -> None:
    player = make_player(model=make_model(slug="big"))
    game = counted(cost="0.5")
    game.seats.filter(alias="Ben").update(player=player)
    fill_sums()
    counted(ruleset="council-mafia")

    rows = client.get("/api/v1/stats/?by=model&ruleset=town-mafia&model=big").json()["results"]

    assert [(row["key"], row["games"], row["wins"], row["cost"], row["cost_per_win"]) for row in rows] == [
        ("big", 1, 1, "0.50000000", 0.5)
    ]
    assert client.get("/api/v1/stats/?by=colour").status_code == 400


@pytest.mark.parametrize("games", [1, 3])
def test_games_are_told_with_the_figures_of_every_seat_in_two_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    for _ in range(games):
        counted(cost="0.5")
    with django_assert_num_queries(2):
        rows = client.get("/api/v1/stats/games/").json()["results"]
    assert len(rows) == games
    told = rows[0]
    assert (told["winner"], told["table"], told["cost"]) == ("town", 3, "0.50000000")
    assert (told["cast"], told["deaths"]) == ({"mafioso": 1, "doctor": 1, "villager": 1}, {"mafioso": 1})
    assert [seat["figures"]["calls"] for seat in told["seats"]] == [0, 4, 0]


def test_the_figures_of_a_game_that_is_off_its_board_stay_and_say_so(client: Client) -> None:
    season = make_running_season(slug="spring")
    games = [counted(cost="0.5") for _ in range(2)]
    for number, game in enumerate(games, 1):
        make_fixture(season=season, number=number, game=game)
        record_result(game=game, now=NOON)
    given = Given(reason="the provider was down", game=games[0].public_id)
    carry_out(verb=VERBS["exclude"], season=season, by=COMMAND_LINE, now=NOON, given=given)

    def told(query: str) -> list[tuple[str, bool, str]]:
        rows = client.get(f"/api/v1/stats/games/?{query}").json()["results"]
        return [(row["game"], row["counts"], row["why"]) for row in rows]

    out = (games[0].public_id, False, "excluded: the provider was down")
    kept = (games[1].public_id, True, "")
    for of_season in ("", "season=spring"):
        assert told(of_season) == [kept, out]
        assert told(f"{of_season}&counted=yes") == [kept]
        assert told(f"{of_season}&counted=no") == [out]


def test_the_page_shows_them_by_what_is_asked(client: Client) -> None:
    game = staged(players=cast(8))
    in_season(game, make_running_season(slug="spring"))
    count_figures(game=game)

    for by in KEYS:
        text = client.get(f"/stats/?by={by}&season=spring").content.decode()
        assert "Suspicion, votes and thoughts" in text, by
    assert client.get("/stats/?by=colour").status_code == 404


def test_a_game_that_cannot_be_read_is_said_once_and_stops_nobody() -> None:
    now = timezone.now()
    recently = {"started_at": now - timedelta(hours=2), "finished_at": now - timedelta(hours=1)}
    broken, whole = table(**recently), table(**recently)
    events(broken, ("said", {"nobody": "said it"}))
    make_answer(game=whole, seat=1)

    assert [count_new_figures(since=now - timedelta(days=1)) for _ in range(2)] == [2, 0]
    assert Figures.objects.get(seat__game=whole, seat__alias="Ben").answers == 1
    assert set(Figures.objects.filter(seat__game=broken).values_list("answers", flat=True)) == {0}


@pytest.mark.parametrize(
    ("asked", "unit"),
    [
        ("by=ruleset", "game"),
        ("by=size", "game"),
        ("by=role", "seat"),
        ("by=model", "seat"),
        ("by=size&model=big", "seat"),
    ],
)
def test_the_columns_say_what_they_count(client: Client, asked: str, unit: str) -> None:
    game = counted(cost="0.5")
    game.seats.filter(alias="Ben").update(player=make_player(model=make_model(slug="big")))
    fill_sums()

    text = client.get(f"/stats/?{asked}").content.decode()

    assert [each for each in ("game", "seat") if f">$ a {each}<" in text] == [unit]
    assert f">{unit.capitalize()}s</th>" in text
    assert re.search(rf">\d {unit}s?, ", text)
    assert {row["unit"] for row in client.get(f"/api/v1/stats/?{asked}").json()["results"]} == {unit}


@pytest.mark.parametrize("by", KEYS)
def test_a_seat_survives_and_a_game_does_not(client: Client, by: str) -> None:
    game = counted()
    alive = game.seats.filter(survived=True).count()

    rows = client.get(f"/api/v1/stats/?by={by}").json()["results"]
    of_one = client.get(f"/api/v1/stats/?by={by}&model={game.seats.get(alias='Ben').player.model.slug}").json()

    assert alive > 1
    assert [row["survived"] for row in rows] == [None] if by in OF_GAMES else sum(r["survived"] for r in rows) == alive
    assert sum(row["survived"] for row in of_one["results"]) == game.seats.get(alias="Ben").survived


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_a_game_is_counted_alike_from_what_is_at_hand_and_from_what_is_stored(ruleset: str) -> None:
    seats = all_rulesets()[ruleset].default_seats
    game = staged(ruleset=ruleset, players=cast(seats, provider="house"), play=play_whole)

    stored = figures_of(game)

    assert figures_of_played([(game, moderator_of(game, *stored_play(game)))]) == {game: stored}
    assert sum(row.answers for row in stored) == game.answers.count()
    if all_rulesets()[ruleset] in LISTENED_TO:  # speeches in events of a rule book's own are not counted
        assert any(row.accused for row in stored)
        assert any(row.foreseen for row in stored)
    if all_rulesets()[ruleset].claiming:
        assert any(row.untrue for row in stored)
    if all_rulesets()[ruleset].believing:
        assert any(row.belief_error for row in stored)


def test_beliefs_are_held_against_who_was_hidden() -> None:
    game = table()  # Ann is hidden
    sure = {"beliefs": [{"about": 0, "chance": 100}, {"about": 2, "chance": 0}], "claims": [], "dropped": 0}
    unsure = {"beliefs": [{"about": 0, "chance": 50}, {"about": 9, "chance": 50}], "claims": [], "dropped": 1}
    wrong = {"beliefs": [{"about": 0, "chance": 20}, {"about": 1, "chance": 90}], "claims": [], "dropped": 0}
    make_answer(game=game, poll=1, seat=1, disclosed=sure)
    make_answer(game=game, poll=2, seat=1, disclosed=unsure)
    make_answer(game=game, poll=1, seat=2, disclosed=wrong)
    make_answer(game=game, poll=1, seat=0)

    ben, cleo, ann = (figures(game, alias) for alias in ("Ben", "Cleo", "Ann"))

    assert (ben.beliefs, ben.belief_error) == (3, 0 + 0 + 50**2), "of a seat that is not there nothing is counted"
    assert (cleo.beliefs, cleo.belief_error) == (2, 80**2 + 90**2)
    assert (ann.beliefs, ann.belief_error) == (0, 0)
