"""What Prometheus reads: the league in numbers, for staff, in words that its own parser understands."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import Account, Game
from league.models import Career
from league.queries.upkeep.metrics import metrics_told
from tests.factories import make_player, make_running_season, make_season
from tests.games.casting import make_game
from tests.league.api.desk.test_desk_api import token_of
from tests.league.staging import in_season, staged

pytestmark = pytest.mark.django_db
OUTSIDE = "203.0.113.9"
SEES = ("view_game", "view_season", "view_account")


def told() -> dict[str, dict[tuple[str, ...], float]]:
    """Every number by name and by the values of its labels."""
    families = text_string_to_metric_families(metrics_told(now=timezone.now()).decode())
    return {
        family.name: {tuple(sample.labels.values()): sample.value for sample in family.samples} for family in families
    }


def test_an_empty_league_is_measured_too() -> None:
    found = told()
    assert found["league_games"][("running",)] == 0
    assert found["league_queue_age_seconds"][()] == 0
    assert found["league_answers"][()] == 0
    assert set(found["league_wrong"].values()) == {0.0}
    assert all(name.startswith("league_") for name in found)


def test_games_seasons_queue_money_and_answers_are_told() -> None:
    season = make_running_season(slug="spring", games_planned=3)
    make_season(slug="draft")
    in_season(staged("S/1"), season, 1)
    in_season(staged("S/2"), season, 2)
    waiting = make_game("S/3", due_at=timezone.now() - timedelta(minutes=5))
    taken = make_game("S/4")
    Game.objects.filter(pk=taken.pk).update(status="running", started_at=timezone.now(), lease_token=4)
    for name, spent, cap in (("gpt", "1.25", None), ("claude", "2.5", "10")):
        Account.objects.create(scope="model", name=name, spent=Decimal(spent), calls=7, reserved=Decimal(1), cap=cap)
    Account.objects.create(scope="game", name=waiting.public_id, spent=Decimal(9), calls=99)
    for player, role in ((make_player(), ""), (make_player(), ""), (make_player(), "doctor")):
        team = "town" if role else ""
        Career.objects.create(player=player, rated=True, role=role, team=team, games=4, answers=50, defaults=2)

    found = told()

    stands = {status: number for (status,), number in found["league_games"].items() if number}
    assert stands == {"finished": 2, "scheduled": 1, "running": 1}
    assert found["league_seasons"][("running",)] == 1
    assert ("draft",) not in found["league_seasons"], "drafts are in nothing that the desk tells"
    assert found["league_queue_games"][()] == 1
    assert 290 < found["league_queue_age_seconds"][()] < 3_600
    assert found["league_games_claimed_again"][()] == 3
    assert found["league_spent_dollars"] == {("claude", "model"): 2.5, ("gpt", "model"): 1.25}
    assert found["league_calls"] == {("claude", "model"): 7, ("gpt", "model"): 7}
    assert found["league_cap_dollars"] == {("claude", "model"): 10}
    assert (found["league_answers"][()], found["league_fallbacks"][()]) == (100, 4)


def test_nothing_of_one_game_or_player_is_told() -> None:
    game = staged("S/1")
    text = metrics_told(now=timezone.now()).decode()
    names = [seat.player.player_id for seat in game.seats.select_related("player")]
    assert [word for word in (game.public_id, game.seed, *names) if word in text] == []


def test_it_takes_as_many_queries_however_much_there_is(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(6):
        in_season(staged(f"S/{number}"), make_running_season(slug=f"s{number}"), 1)
    with django_assert_max_num_queries(30):
        metrics_told(now=timezone.now())


def test_staff_with_a_token_read_it_and_nobody_else(client: Client) -> None:
    answer = client.get("/metrics", headers=token_of("read", *SEES))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert b"# TYPE league_games gauge" in answer.content
    assert client.get("/metrics", REMOTE_ADDR=OUTSIDE).status_code == 401
    assert client.get("/metrics", headers=token_of("read", *SEES, is_staff=False)).status_code == 403
    assert client.get("/metrics", headers=token_of("read", "view_game")).status_code == 403
    assert client.get("/metrics?x=1", headers=token_of("read", *SEES)).status_code == 400
    assert client.post("/metrics", headers=token_of("read", *SEES)).status_code == 405


def test_who_is_on_the_same_machine_needs_no_account(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="::1").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.post("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 405


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_who_comes_through_a_proxy_that_is_not_counted_is_not_on_the_same_machine(client: Client, header: str) -> None:
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1", headers={header: "127.0.0.1"}).status_code == 401


def test_who_has_the_token_of_metrics_reads_them_and_nothing_else(client: Client, settings: Settings) -> None:
    sent = {"headers": {"Authorization": "Bearer for-prometheus"}, "REMOTE_ADDR": OUTSIDE}
    assert client.get("/metrics", **sent).status_code == 401
    settings.METRICS_TOKEN = "for-prometheus"
    assert client.get("/metrics", **sent).status_code == 200
    assert client.get("/api/v1/players/", **sent).status_code == 401
    wrong = {"Authorization": "Bearer for-prometheuS"}
    assert client.get("/metrics", headers=wrong, REMOTE_ADDR=OUTSIDE).status_code == 401
