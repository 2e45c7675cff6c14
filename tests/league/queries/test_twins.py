"""A season beside its twins, for pages, API and command line: only what is over in both is in it, in pairs."""

import json
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from league.access.acts import COMMAND_LINE
from league.boards.verbs import VERBS, Given, carry_out
from league.models import Act, Figures, Season
from league.queries.twins import Comparison, brier, comparisons, comparisons_shown, seats_over
from personas.models import Player
from tests.factories import (
    NOON,
    make_call,
    make_figures,
    make_finished_game,
    make_fixture,
    make_players,
    make_running_game,
    make_running_season,
    make_seat,
    make_twin,
    make_user,
)

pytestmark = pytest.mark.django_db
TEAMS = ("mafia", "town", "town")


def two(games: int = 6, **fields: Any) -> tuple[Season, Season]:
    """A season and its twin, both under way, with so many games over in both: the town wins the first time, and the
    second time in all but the first two."""
    first = make_running_season(slug="spring", name="Spring", games_planned=games + 4)
    twin = make_twin(
        **{"twin_of": first, "slug": "again", "name": "Again", "memory": "off", "status": "running"}
        | {"started_at": first.started_at, "games_planned": games + 4}
        | fields
    )
    players = make_players(3)
    for number in range(1, games + 1):
        over(first, number, players, error=2_500)
        over(twin, number, players, winner="mafia" if number <= 2 else "town", error=1_600)
    return first, twin


def over(
    season: Season,
    number: int,
    players: list[Player],
    *,
    winner: str = "town",
    error: int = 2_500,
    cost: str = "0",
    unsure: str = "0",
    roles: tuple[str, ...] = ("mafioso", "doctor", "villager"),
) -> Game:
    """A game of a season that is over and counted; each seat believed two things, each wrong by so much squared."""
    game = make_finished_game(winner=winner)
    for seat, (player, team, role) in enumerate(zip(players, TEAMS, roles, strict=True)):
        row = make_seat(game=game, number=seat, player=player, role=role, team=team, alias=f"A{seat}", survived=True)
        given = {"cost": Decimal(cost), "unsure": Decimal(unsure), "calls": int(cost != "0")}
        make_figures(seat=row, table_size=3, beliefs=2, belief_error=2 * error, **given)
    make_fixture(season=season, number=number, game=game, seating=[player.pk for player in players])
    return game


def the_one(season: Season) -> Comparison:
    (found,) = comparisons(season)
    return found


def of(found: Comparison, measure: str) -> dict[str, tuple[float, float, float]]:
    """By line, the means of both times and the difference."""
    rows = {each.name: each.measures[measure] for each in found.lines}
    return {name: (row.first, row.twin, row.difference) for name, row in rows.items() if row is not None}


def test_win_rates_are_told_of_all_seats_and_by_side() -> None:
    first, twin = two(6)
    found = the_one(first)
    assert the_one(twin) == found
    assert (found.games, found.alone, found.unlike, found.is_enough) == (6, 0, 0, True)
    assert of(found, "win_rate") == {
        "All seats": (pytest.approx(2 / 3), pytest.approx(10 / 18), pytest.approx(-2 / 18)),
        "Hidden teams": (0.0, pytest.approx(1 / 3), pytest.approx(1 / 3)),
        "Open teams": (1.0, pytest.approx(2 / 3), pytest.approx(-1 / 3)),
    }
    hidden = found.lines[1].measures["win_rate"]
    assert hidden is not None
    assert hidden.low is not None
    assert hidden.high is not None
    assert hidden.low < 1 / 3 < hidden.high
    assert (hidden.games, hidden.seats) == (6, 6)
    assert [(each.what, each.first, each.twin) for each in found.otherwise] == [("Memory", "live", "off")]


def test_beliefs_are_told_by_their_brier_score() -> None:
    first, _ = two(5)
    assert of(the_one(first), "brier")["All seats"] == (0.25, 0.16, pytest.approx(-0.09))
    (seat, *_) = seats_over(first)[1].values()
    assert brier(seat) == 250_000


def test_who_believed_nothing_once_is_in_no_score() -> None:
    first, twin = two(6)
    Figures.objects.filter(seat__game__fixture__season=twin, seat__game__fixture__number=1).update(
        beliefs=0, belief_error=0
    )
    all_seats = the_one(first).lines[0]
    assert all_seats.measures["brier"] is not None
    assert all_seats.measures["win_rate"] is not None
    assert all_seats.measures["brier"].seats == 15
    assert all_seats.measures["win_rate"].seats == 18


def test_costs_are_told_sure_and_at_most_with_what_was_asked_to_learn() -> None:
    first, twin = two(5)
    found = the_one(first)
    assert found.lines[0].measures["cost"] is None, "the house costs nothing, and nothing is told of it"
    players = list(Player.objects.order_by("pk"))
    game = over(first, 6, players, cost="0.03", unsure="0.01")
    over(twin, 6, players, cost="0.02", unsure="0.002")
    learned = {"game": game, "seat": 0, "purpose": "reflection", "status": "answered", "poll": None}
    make_call(**learned, cost="0.06", input_tokens=10)
    make_call(**learned, cost="0.03", input_tokens=None)

    found = the_one(first)

    sure, cost = of(found, "sure")["All seats"], of(found, "cost")["All seats"]
    assert cost == (pytest.approx((0.09 + 0.09) / 18), pytest.approx(0.06 / 18), pytest.approx((0.06 - 0.18) / 18))
    assert sure == (pytest.approx((0.06 + 0.06) / 18), pytest.approx(0.054 / 18), pytest.approx((0.054 - 0.12) / 18))


def test_what_is_over_in_one_alone_or_not_over_is_left_out_of_both() -> None:
    first, twin = two(5)
    told = the_one(first)
    players = list(Player.objects.order_by("pk"))
    over(first, 6, players, winner="mafia", error=10_000)
    make_fixture(season=twin, number=6, game=make_running_game())
    over(twin, 7, players, winner="mafia", error=10_000)
    make_fixture(season=twin, number=8, game=make_running_game(status="void", finished_at=NOON))
    over(first, 8, players)
    found = the_one(first)
    assert found.alone == 3
    assert found.lines == told.lines


def test_a_draw_is_in_no_win_rate_and_another_deal_in_nothing() -> None:
    first, twin = two(6)
    players = list(Player.objects.order_by("pk"))
    over(first, 7, players, winner="draw")
    over(twin, 7, players)
    over(first, 8, players)
    over(twin, 8, players, roles=("mafioso", "villager", "doctor"))
    found = the_one(first)
    assert (found.games, found.unlike) == (7, 1)
    whole = found.lines[0]
    assert whole.measures["win_rate"] is not None
    assert whole.measures["brier"] is not None
    assert (whole.measures["win_rate"].games, whole.measures["brier"].games) == (6, 7)


def test_what_a_release_words_otherwise_is_told_beside_what_the_twin_has() -> None:
    first, twin = two(5)
    Figures.objects.filter(seat__game__fixture__season=first).update(briefing=5)
    Figures.objects.filter(seat__game__fixture__season=twin).update(briefing=6)
    told = [(each.what, each.first, each.twin) for each in the_one(first).otherwise]
    assert told == [("Memory", "live", "off"), ("Briefings", "revision 5", "revision 6")]


def test_a_season_has_several_twins_and_each_twin_itself() -> None:
    first, twin = two(5)
    make_twin(twin_of=first, slug="basic", strategy_level="basic", status="running", started_at=NOON)
    make_twin(twin_of=first, slug="draft", strategy_level="none")
    assert [each.twin.slug for each in comparisons(first)] == ["again", "basic"]
    assert [each.twin.slug for each in comparisons(twin)] == ["again"]
    assert comparisons(make_running_season()) == []


@pytest.mark.parametrize(("hidden", "other"), [("spring", "again"), ("again", "spring")])
def test_a_hidden_season_is_not_told_by_its_twin(client: Client, hidden: str, other: str) -> None:
    first, _ = two(5)
    third = make_twin(twin_of=first, slug="basic", strategy_level="basic", status="running", started_at=NOON)
    addresses = [f"/api/v1/seasons/{other}/twins/", f"/seasons/{other}/twins/"]
    asked = [hidden in client.get(each).content.decode().replace(other, "") for each in addresses]
    carry_out(verb=VERBS["hide"], season=Season.objects.get(slug=hidden), by=COMMAND_LINE, now=NOON, given=Given())

    told, page = (client.get(each) for each in addresses)

    assert asked == [True, True]
    left = [] if hidden == first.slug else [third.slug]
    assert [each["twin"] for each in told.json()["twins"]] == left
    assert f"/seasons/{hidden}/" not in page.content.decode().partition("<main")[2].partition("</header>")[2]
    assert ("board of the other season" in page.content.decode(), "has no twin" in page.content.decode()) == (
        not left,
        False,
    )


@pytest.mark.parametrize("games", [1, 3])
def test_a_comparison_takes_as_many_queries_for_one_game_as_for_three(
    django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    first, _ = two(games)
    with django_assert_num_queries(5):
        comparisons(first)


@pytest.mark.parametrize("games", [1, 3])
def test_whoever_looks_again_is_told_what_was_found_and_no_seat_is_read(
    django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    first, twin = two(games)
    with django_assert_num_queries(6):
        found = comparisons_shown(first)
    assert found == comparisons(first)
    with django_assert_num_queries(2):
        assert comparisons_shown(first) == found
    with django_assert_num_queries(2):
        assert comparisons_shown(twin) == found


def test_what_was_found_holds_until_a_game_is_over_or_is_counted_no_more() -> None:
    first, twin = two(5)
    players = list(Player.objects.order_by("pk"))
    assert comparisons_shown(first)[0].games == 5
    over(first, 6, players), over(twin, 6, players)
    assert comparisons_shown(first) == comparisons(first)
    assert comparisons_shown(first)[0].games == 6
    twin.fixtures.filter(number=2).update(is_excluded=True)
    assert comparisons_shown(first) == comparisons(first)
    assert comparisons_shown(first)[0].games == 5


@pytest.mark.parametrize("path", ["/seasons/spring/twins/", "/api/v1/seasons/spring/twins/"])
def test_pages_and_api_read_no_seats_again(client: Client, path: str) -> None:
    two(5)
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    assert not [each["sql"] for each in asked if "games_seat" in each["sql"]]


def test_the_page_tells_them_or_that_there_are_too_few(client: Client) -> None:
    first, twin = two(4)
    page = client.get("/seasons/spring/twins/").content.decode()
    assert "4 games over in both" in page
    assert "1 more is wanted" in page
    players = list(Player.objects.order_by("pk"))
    over(first, 5, players), over(twin, 5, players)
    page = client.get("/seasons/again/twins/").content.decode()
    assert "Brier score of beliefs" in page
    assert "Hidden teams" in page
    assert "Cost" not in page.split("<h3>")[-1]
    lonely = make_running_season(name="Lonely")
    assert "has no twin" in client.get(f"/seasons/{lonely.slug}/twins/").content.decode()
    assert client.get("/seasons/nowhere/twins/").status_code == 404


def test_a_season_names_its_twins_and_a_twin_its_first(client: Client) -> None:
    two(5)
    assert "/seasons/again/" in client.get("/seasons/spring/").content.decode()
    page = client.get("/seasons/again/").content.decode()
    assert "/seasons/spring/" in page
    assert "so its roles are known before" in page
    assert client.get("/api/v1/seasons/again/").json()["twin_of"] == "spring"
    assert client.get("/api/v1/seasons/spring/").json()["twin_of"] is None


def test_the_api_tells_them(client: Client) -> None:
    first, _ = two(5)
    told = client.get("/api/v1/seasons/spring/twins/").json()
    assert told["season"] == "spring"
    (one,) = told["twins"]
    assert (one["first"], one["twin"], one["games"], one["is_enough"]) == ("spring", "again", 5, True)
    rows = {(each["measure"], each["of"]): each for each in one["differences"]}
    assert rows["brier", "all"]["difference"] == pytest.approx(-0.09)
    assert rows["win_rate", "hidden"]["low"] < rows["win_rate", "hidden"]["difference"]
    assert client.get(f"/api/v1/seasons/{make_running_season().slug}/twins/").json()["twins"] == []
    assert client.get("/api/v1/seasons/nowhere/twins/").status_code == 404
    assert client.get("/api/v1/seasons/spring/twins/?games=3").status_code == 400
    secrets = {first.secret, *Game.objects.values_list("seed", flat=True)}
    assert not any(secret in json.dumps(told) for secret in secrets if len(secret) > 5)


def said(*command: str) -> str:
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


def test_the_command_makes_a_twin_and_tells_what_was_otherwise() -> None:
    given = ("--ruleset", "town-mafia", "--games", "2", "--players", "house")
    said("season", "summer", "create", *given)
    assert "has no twin" in said("season", "summer", "twins")
    told = said("season", "summer", "twin", "--slug", "autumn", "--memory", "off")
    assert "each of its games begins when that of summer is over" in told
    twin = Season.objects.get(slug="autumn")
    assert (twin.memory, twin.status, twin.rated, twin.twin_of) == (
        "off",
        "draft",
        False,
        Season.objects.get(slug="summer"),
    )
    said("season", "summer", "twin", "--slug", "winter", "--level", "advanced", "--start")
    assert set(Season.objects.filter(slug__in=["summer", "winter"]).values_list("status", flat=True)) == {"running"}
    assert Act.objects.filter(verb="create", name="winter").exists()
    assert Act.objects.filter(verb="start").count() == 2
    secret = Season.objects.get(slug="winter").secret
    assert not any(secret in str(act.after) for act in Act.objects.all())
    with pytest.raises(CommandError, match="otherwise"):
        said("season", "summer", "twin", "--slug", "again")
    assert "too few for a difference: 5 more" in said("season", "winter", "twins")

    two(5)
    told = said("season", "spring", "twins")
    assert "spring and again, with otherwise memory: live, then off" in told
    assert "Hidden teams" in told
    (one,) = json.loads(said("season", "spring", "twins", "--json"))
    assert {each["measure"] for each in one["differences"]} == {"win_rate", "brier"}


def test_staff_make_a_twin_by_one_button(client: Client) -> None:
    first, _ = two(5)
    assert client.get("/seasons/spring/twins/new/").status_code == 302, "somebody who has not logged in"
    client.force_login(make_user(username="guest"))
    assert client.get("/seasons/spring/twins/new/").status_code == 403
    assert "Play it twice" not in client.get("/seasons/spring/").content.decode()
    client.force_login(make_user(username="boss", is_staff=True, is_superuser=True))
    assert "/seasons/spring/twins/new/" in client.get("/seasons/spring/").content.decode()
    assert "Play it twice" not in client.get("/seasons/again/").content.decode()
    assert client.get("/seasons/again/twins/new/").headers["Location"] == "/seasons/spring/twins/new/"
    form = {"memory": "live", "strategy_level": "", "name": "Third", "slug": "third"}
    page = client.post("/seasons/spring/twins/new/", form)
    assert page.status_code == 422
    assert "Say what is to be otherwise" in page.content.decode()
    page = client.post("/seasons/spring/twins/new/", form | {"memory": "frozen", "start": "on"})
    assert page.headers["Location"] == "/seasons/third/"
    assert Season.objects.get(slug="third").status == "running"
    acts = Act.objects.filter(name="third", who="boss").order_by("pk")
    assert list(acts.values_list("verb", flat=True)) == ["create", "start"]
    admin = client.get(f"/admin/league/season/{first.pk}/twin", follow=True)
    assert admin.redirect_chain[-1][0] == "/seasons/spring/twins/new/"


def test_games_that_all_differ_alike_are_told_without_an_interval(client: Client) -> None:
    two(6)
    page = client.get("/seasons/spring/twins/").content.decode()
    (one,) = client.get("/api/v1/seasons/spring/twins/").json()["twins"]
    rows = {(each["measure"], each["of"]): each for each in one["differences"]}

    beliefs, wins = rows["brier", "all"], rows["win_rate", "hidden"]
    assert (beliefs["difference"], beliefs["low"], beliefs["high"]) == (pytest.approx(-0.09), None, None)
    assert wins["low"] < wins["difference"] < wins["high"]
    alike = [each for each in one["differences"] if each["low"] is None]
    assert page.count("<td>too alike</td>") == len(alike) > 1
    assert "too few" not in page
    assert said("season", "spring", "twins").count("(too alike)") == len(alike)
