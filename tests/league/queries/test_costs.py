"""What calls cost, on pages and in logs: exact in the end, and of a game that is not over for moderators alone."""

import json
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.ledger.logs import game_log
from games.ledger.rows import recorded_game
from games.models import Account, Call, Game
from league.models import Season
from league.queries.costs import model_bills, season_bill
from league.results.bills import bill_finished_games
from personas.models import LanguageModel
from tests.factories import make_account, make_call, make_model, make_running_season, make_user
from tests.league.staging import after_the_first_night, in_season, staged
from tests.league.views.test_pages import WHOLE, page

pytestmark = pytest.mark.django_db


def called(game: Game, seat: int = 0, cost: str = "0.25", **fields: Any) -> Call:
    """An answered call, booked in the accounts of its game and season as the ledger does."""
    given = {
        "returned_model": "gpt-4o-2024",
        "status": "answered",
        "cost": cost,
        "input_tokens": 1000,
        "cached_tokens": 600,
        "cache_written_tokens": 300,
        "output_tokens": 50,
        "reasoning_tokens": 20,
    }
    call = make_call(game=game, seat=seat, **given | fields)
    accounts = [("game", game.public_id), ("season", getattr(game, "fixture", None) and game.fixture.season.slug)]
    for scope, name in accounts:
        if name:
            account = Account.objects.filter(scope=scope, name=name).first() or make_account(scope=scope, name=name)
            account.spent += Decimal(cost)
            account.unsure += Decimal(cost) if call.input_tokens is None else 0
            account.save()
    return call


def moderator(client: Client) -> Client:
    user = make_user(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    client.force_login(user)
    return client


def test_a_game_that_is_over_shows_what_each_seat_cost(client: Client) -> None:
    game = staged()
    called(game, seat=0, cost="1.25")
    called(game, seat=2, cost="0.0042", input_tokens=2345)

    text = page(client, f"/games/{game.public_id}/?{WHOLE}")

    for told in ("$1.25", "$0.0042", "3,345", "1,200 cached, 600 written to a cache", "40 reasoning"):
        assert told in text


def test_what_the_narrator_cost_is_in_the_bill_of_the_game_that_it_told(client: Client) -> None:
    game = staged()
    called(game, seat=0, cost="1.25")
    called(game, poll=None, seat=None, purpose="narration", cost="0.5")

    text = page(client, f"/games/{game.public_id}/?{WHOLE}")

    assert "$1.75" in text
    assert "Narrator" in text
    assert "$0.50" in text


NOBODY_TOLD: dict[str, Any] = {
    "status": "orphaned",
    "input_tokens": None,
    "cached_tokens": None,
    "cache_written_tokens": None,
    "output_tokens": None,
    "reasoning_tokens": None,
}


def test_what_nobody_heard_the_end_of_is_a_bound_beside_the_sum_that_is_sure(client: Client) -> None:
    game = staged()
    called(game, seat=0, cost="1.25")
    assert "at most" not in page(client, f"/games/{game.public_id}/?{WHOLE}")

    called(game, seat=2, cost="0.5", **NOBODY_TOLD)

    cache.clear()
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert "<dd>$1.25, at most $1.75</dd>" in text
    assert "$0.00, at most $0.50" in text
    told = client.get(f"/api/v1/games/{game.public_id}/").json()["calls"]
    assert (told["cost"], told["sure"]) == ("1.75", "1.25")


@pytest.mark.parametrize("looks", [0, 1])
def test_a_season_tells_what_is_sure_of_what_it_cost_and_what_it_is_at_most(client: Client, looks: int) -> None:
    season = two_games()
    over, live = Game.objects.get(status="finished"), Game.objects.exclude(status="finished").get()
    big = {"language_model": LanguageModel.objects.get(name="Big"), "model": "big"}
    called(over, cost="1", **NOBODY_TOLD, **big)
    called(live, cost="3", **NOBODY_TOLD, **big)
    assert [bill_finished_games() for _ in range(looks)] == [1] * looks

    assert "$5.00 of $20.00 spent, at most $6.00." in page(client, f"/seasons/{season.slug}/")
    bill = client.get(f"/api/v1/seasons/{season.slug}/").json()["bill"]
    assert (bill["spent"], bill["sure"]) == ("6.00000000", "5.00000000")
    assert [(row["cost"], row["sure"]) for row in bill["models"]] == [("6.00000000", "5.00000000")]
    assert "$7.00 of $20.00 spent, at most $11.00." in page(moderator(client), f"/seasons/{season.slug}/")
    told = StringIO()
    call_command("season", season.slug, "status", stdout=told)
    assert "budget: $7.00, at most $11.00 of $20.00" in told.getvalue()
    told = StringIO()
    call_command("season", season.slug, "status", "--json", stdout=told)
    budget = json.loads(told.getvalue())["budget"]
    assert [Decimal(budget[name]) for name in ("spent", "sure")] == [11, 7]


def test_a_game_of_house_players_says_that_it_cost_nothing(client: Client) -> None:
    assert "this game cost nothing" in page(client, f"/games/{staged().public_id}/?{WHOLE}")


def test_what_a_game_costs_so_far_is_for_moderators(client: Client) -> None:
    game = staged(until=after_the_first_night)
    called(game, cost="4.71")

    assert "$4.71" not in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    client.force_login(make_user(is_staff=True))
    assert "$4.71" not in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    assert "$4.71" in page(moderator(client), f"/games/{game.public_id}/?{WHOLE}")


def two_games() -> Season:
    """A season with a game that is over, and one that is not."""
    season = make_running_season(cap_season="20")
    over, live = staged("S/1"), staged("S/2", until=after_the_first_night)
    in_season(over, season, 1)
    in_season(live, season, 2)
    big = make_model(name="Big", provider="openai", model_name="big")
    called(over, cost="5", language_model=big, model="big")
    called(live, cost="2", language_model=big, model="big")
    Account.objects.filter(scope="season").update(cap=20)
    return season


def test_a_season_tells_what_its_games_that_are_over_cost_of_its_cap(client: Client) -> None:
    season = two_games()

    text = page(client, f"/seasons/{season.slug}/")

    assert "$5.00 of $20.00 spent." in text
    assert 'width="25.0"' in text
    assert "$7.00 of $20.00 spent." in page(moderator(client), f"/seasons/{season.slug}/")


def test_a_season_of_the_house_says_nothing_of_money(client: Client) -> None:
    season = make_running_season()
    in_season(staged(), season)

    assert "spent" not in page(client, f"/seasons/{season.slug}/")


def test_what_was_spent_on_games_that_were_called_off_is_told_apart() -> None:
    season = two_games()
    Account.objects.filter(scope="season").update(spent=8)

    bill = season_bill(season, make_user())

    assert (bill.told, bill.rest) == ("$6.00 of $20.00 spent", "$1.00")


def test_a_season_says_when_a_provider_answered_under_another_name(client: Client) -> None:
    season = two_games()
    first = Call.objects.get(game__status="finished")
    assert "changed during the season" not in page(client, f"/seasons/{season.slug}/")

    game, model = first.game, first.language_model
    assert game
    later = called(game, cost="1", language_model=model, model="big", returned_model="gpt-4o-2025", fingerprint="fp_2")
    Call.objects.filter(pk=later.pk).update(created_at=timezone.now() + timedelta(days=1))

    cache.clear()
    text = page(client, f"/seasons/{season.slug}/")
    assert "Big changed during the season: gpt-4o-2024 from" in text
    assert "then gpt-4o-2025 (fp_2) from" in text


def test_a_version_that_came_back_is_told_again(client: Client) -> None:
    season = two_games()
    first = Call.objects.get(game__status="finished")
    game, model = first.game, first.language_model
    assert game
    for day, name in enumerate(("gpt-4o-2024", "gpt-4o-2025", "gpt-4o-2025", "", "gpt-4o-2024"), start=1):
        later = called(game, language_model=model, model="big", returned_model=name)
        Call.objects.filter(pk=later.pk).update(created_at=timezone.now() + timedelta(days=day))

    (bill,) = model_bills(season, sees_all=False)
    assert [each.name for each in bill.versions] == ["gpt-4o-2024", "gpt-4o-2025", "gpt-4o-2024"]
    assert bill.spend.calls == 6
    assert ">gpt-4o-2024, gpt-4o-2025<" in page(client, f"/seasons/{season.slug}/")


def test_of_versions_that_answer_in_turns_the_first_are_told(client: Client) -> None:
    season = two_games()
    first = Call.objects.get(game__status="finished")
    game, model = first.game, first.language_model
    assert game
    for second in range(1, 11):
        later = called(
            game, language_model=model, model="big", returned_model="gpt-4o-2024", fingerprint=f"{second % 2}"
        )
        Call.objects.filter(pk=later.pk).update(created_at=timezone.now() + timedelta(seconds=second))

    (bill,) = model_bills(season, sees_all=False)

    assert (len(bill.versions), bill.more, len(bill.names)) == (8, 3, 3)
    assert "UTC, and 3 times more." in page(client, f"/seasons/{season.slug}/")


def test_sums_are_exact_whatever_database_adds_them_up() -> None:
    season = two_games()
    over = Call.objects.get(game__status="finished")
    assert over.game
    for cost in ("0.1", "0.2", "0.0017"):
        called(over.game, cost=cost, language_model=over.language_model, model="big")
    Call.objects.filter(pk=over.pk).delete()
    Account.objects.filter(scope="season").update(spent=Decimal("2.3017"))

    bill = season_bill(season, make_user())

    assert [each.spend.cost for each in bill.models] == [Decimal("0.3017")]
    assert bill.rest == ""
    assert game_log(recorded_game(over.game), "analysis")["calls"]["cost"] == "0.3017"


def test_what_was_spent_a_moment_ago_is_not_told_as_called_off() -> None:
    season = two_games()
    over = Call.objects.get(game__status="finished")
    assert over.game
    season_bill(season, make_user())

    called(over.game, cost="0.00005", language_model=over.language_model, model="big")
    bill = season_bill(season, make_user())

    assert (bill.spent, bill.rest) == (Decimal("5.00005"), "")


def test_a_log_for_analysis_has_the_tokens_and_the_cost_of_every_answer() -> None:
    game = staged()
    asked = game.answers.order_by("poll", "seat")[0]
    called(game, poll=asked.poll, seat=asked.seat, cost="0.5")
    called(game, poll=asked.poll, seat=asked.seat, cost="0.25", try_number=2)

    log = game_log(recorded_game(game), "analysis")

    used = {
        "calls": 2,
        "input_tokens": 2000,
        "cached_tokens": 1200,
        "cache_written_tokens": 600,
        "output_tokens": 100,
        "reasoning_tokens": 40,
        "cost": "0.75",
        "sure": "0.75",
    }
    assert log["calls"] == used
    assert log["journal"][0]["used"] == used
    assert [row for row in log["journal"][1:] if "used" in row] == []
    assert [row for row in game_log(recorded_game(game), "viewer")["journal"] if "used" in row] == []


def test_the_api_tells_what_a_game_cost_once_it_is_over(client: Client) -> None:
    over, live = staged("S/1"), staged("S/2", until=after_the_first_night)
    for game in (over, live):
        called(game, cost="0.5")

    told = [client.get(f"/api/v1/games/{game.public_id}/").json()["calls"] for game in (over, live)]

    assert (told[0]["calls"], told[0]["cached_tokens"], told[0]["cost"]) == (1, 600, "0.5")
    assert told[0]["cache_written_tokens"] == 300
    assert told[1] is None


def test_the_api_tells_a_seasons_bill(client: Client) -> None:
    season = two_games()

    bill = client.get(f"/api/v1/seasons/{season.slug}/").json()["bill"]

    assert (bill["spent"], bill["cap"]) == ("5.00000000", "20.0000")
    (row,) = bill["models"]
    assert (row["model"], row["calls"], row["cost"]) == ("Big", 1, "5.00000000")
    assert (row["cached_tokens"], row["cache_written_tokens"]) == (600, 300)
    assert [version["name"] for version in row["versions"]] == ["gpt-4o-2024"]
    assert moderator(client).get(f"/api/v1/seasons/{season.slug}/").json()["bill"]["spent"] == "7.00000000"
