"""The overview backstage: what is on, what is held up and what it costs, to whom may know, and no secret."""

import re
from datetime import UTC

import pytest
from django.test import Client
from django.utils import timezone

from games.billing.kill_switch import stop_calls
from games.models import Account
from tests.factories import TERMS, make_call, make_fixture, make_game, make_running_game, make_running_season
from tests.league.admin.test_admin import staff

pytestmark = pytest.mark.django_db


def test_the_overview_counts_and_names_what_wants_a_look(admin_client: Client) -> None:
    make_running_game()
    make_game()
    diverged = make_running_game(status="diverged", waiting="event 17 differs")
    make_call(game=diverged, status="failed", error="no such model")
    make_running_game(waiting="an error stopped it (KeyError)")
    make_fixture(season=make_running_season(name="Autumn"))
    make_fixture(season=make_running_season(status="paused", waiting="the hall is closed"))

    answer = admin_client.get("/admin/")

    assert [each["number"] for each in answer.context["numbers"]] == [2, 1, 0, 0, 1, "$0.00"]
    page = answer.content.decode()
    for told in ("event 17 differs", "KeyError", "no such model", "Autumn", "0 of 3", "the hall is closed"):
        assert told in page


def test_the_overview_says_what_waits_what_was_spent_and_that_calls_are_stopped(admin_client: Client) -> None:
    make_running_game(waiting="budget of the day: what the next call may cost does not fit its cap")
    today = timezone.now().astimezone(UTC).date().isoformat()
    Account.objects.create(scope="day", name=today, cap=5, cap_by_hand=True, spent="4.9")
    assert "All calls to providers are stopped" not in admin_client.get("/admin/").content.decode()

    stop_calls(reason="prices look wrong")
    answer = admin_client.get("/admin/")

    assert answer.context["numbers"][-1]["number"] == "$4.90"
    assert [row[2] for row in answer.context["held_up"]["rows"]] == [
        "budget of the day: what the next call may cost does not fit its cap"
    ]
    page = answer.content.decode()
    assert "All calls to providers are stopped" in page
    assert "prices look wrong" in page
    assert "of $5.00" in page


@pytest.mark.parametrize(("spent", "told"), [("0.79", "$0.79 of $1.00"), ("0.8", "$0.80 of $1.00, 80 % reached")])
def test_the_overview_says_what_seasons_and_the_day_have_spent_to_those_who_may_know(
    client: Client, spent: str, told: str
) -> None:
    make_fixture(season=make_running_season(slug="spring"), game=make_running_game())
    make_running_season(slug="autumn", status="paused", waiting="the hall is closed")
    today = timezone.now().astimezone(UTC).date().isoformat()
    for scope, name in (("season", "spring"), ("day", today)):
        Account.objects.create(scope=scope, name=name, cap=1, cap_by_hand=True, spent=spent)

    context = staff(client, "view_season", "view_account").get("/admin/").context
    less = staff(client, "view_season").get("/admin/").context

    assert [re.sub("<[^>]+>", "", str(row[-1])) for row in context["seasons"]["rows"]] == ["-", told]
    assert ("80 % reached" in context["numbers"][-1]["footer"]) == ("80 %" in told)
    assert less["seasons"]["headers"] == ["Season", "Status", "Games", "Why"]
    assert [len(row) for row in less["seasons"]["rows"]] == [4, 4]


def test_the_overview_names_games_that_wait_with_their_season_by_their_season_alone(admin_client: Client) -> None:
    make_running_game(status="paused", waiting="its season is paused")
    make_running_game(status="paused", waiting="paused by hand")

    rows = admin_client.get("/admin/").context["attention"]["rows"]

    assert [row[1:] for row in rows] == [["paused", "by hand"]]


def test_the_overview_names_seasons_and_rules_as_pages_do(admin_client: Client) -> None:
    season = make_running_season(slug="spring", name="Spring 2026")
    make_running_game(terms=TERMS | {"season": season.slug}, waiting="the kill switch")
    make_running_game(terms=TERMS)

    context = admin_client.get("/admin/").context

    assert [row[1:3] for row in context["running"]["rows"]] == [["Town Mafia", "Spring 2026"], ["Town Mafia", "-"]]
    assert [row[1:] for row in context["held_up"]["rows"]] == [["Spring 2026", "the kill switch"]]


def test_an_overview_with_nothing_on_it_says_so_in_sentences(admin_client: Client) -> None:
    page = admin_client.get("/admin/").content.decode()

    for told in ("No game is running.", "No season is being played.", "no game has stopped, and no call has failed."):
        assert told in page
    assert "No data" not in page


def test_the_overview_keeps_sealed_games_sealed(client: Client) -> None:
    game = make_running_game(status="paused", waiting="open wait", terms=TERMS | {"spoilers": "sealed"})
    make_call(game=game, status="failed", error="covert error")

    told = {
        permissions: [word for word in ("open wait", "covert error") if word in page]
        for permissions in (("view_game", "see_secrets"), ("view_game",))
        if (page := staff(client, *permissions).get("/admin/").content.decode())
    }

    assert told == {("view_game", "see_secrets"): ["open wait", "covert error"], ("view_game",): ["open wait"]}


def test_the_overview_and_the_sidebar_show_only_what_somebody_may_see(client: Client) -> None:
    make_running_game()

    answer = staff(client, "view_standing").get("/admin/")

    page = answer.content.decode()
    assert ("numbers" in answer.context, "seasons" in answer.context) == (False, False)
    assert ("/admin/league/standing/" in page, "/admin/games/game/" in page) == (True, False)
