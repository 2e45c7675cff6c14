"""The day's page and what of a season may go, on the site: for staff who may, and nobody else."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from games.models import Answer
from league.models import Act
from league.results.weights import weigh_seasons
from tests.factories import (
    make_act,
    make_answer,
    make_calendar,
    make_finished_game,
    make_fixture,
    make_game,
    make_process,
    make_running_game,
    make_running_season,
    make_season,
    make_user,
)

pytestmark = pytest.mark.django_db(transaction=True)
SEES = ("view_game", "view_season", "view_account")
PRUNES = ("change_season", "change_game")


def staff(client: Client, *codenames: str) -> Client:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(user)
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.content.decode()[:500]
    return " ".join(answer.content.decode().split())


def test_it_is_for_staff_who_may_see_games_seasons_and_budgets(client: Client) -> None:
    assert client.get("/desk/").headers["Location"] == "/login/?next=/desk/"
    client.force_login(make_user())
    assert client.get("/desk/").status_code == 403
    assert "see the day&#x27;s page" in page(staff(client, *SEES[:2]), "/desk/", 403)
    assert "<h1>Desk</h1>" in page(staff(client, *SEES), "/desk/")
    assert client.get("/desk/").headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")


def test_next_slots_stand_there_on_the_clocks_of_their_zones(client: Client) -> None:
    for slug, zone in (("berlin", "Europe/Berlin"), ("tokyo", "Asia/Tokyo")):
        season = make_running_season(slug=slug, at_once=1)
        make_calendar(season=season, time_zone=zone, weekdays="1234567")
        make_fixture(season=season)
    told = page(staff(client, *SEES), "/desk/")
    slots = told.partition('id="slots-now"')[2].partition("</dl>")[0]
    assert set(re.findall(r", (\d\d:\d\d) <span class=\"small\">([^<]+)", slots)) == {
        ("18:00", "Europe/Berlin"),
        ("18:00", "Asia/Tokyo"),
    }


def test_the_masthead_leads_there_whom_it_lets_in_and_everybody_to_the_series(client: Client) -> None:
    assert 'href="/series/"' in page(client, "/seasons/")
    assert 'href="/desk/"' not in page(client, "/seasons/")
    assert 'href="/desk/"' not in page(staff(client, "view_game"), "/seasons/")
    told = page(staff(client, *SEES, "view_act"), "/seasons/")
    assert 'href="/desk/"' in told
    assert 'href="/admin/league/act/"' in told


def test_a_quiet_day_says_so_in_every_part(client: Client) -> None:
    told = page(staff(client, *SEES), "/desk/")
    for nothing in (
        "Nothing is wrong.", "No season is under way.", "No game is held up.", "No game is being played.",
        "Nothing has.", "No game is due that nobody has begun.", "No process has given a sign within the day.",
        "No slot is known.", "No season was weighed yet.", "Nobody is told.",
    ):  # fmt: skip
        assert nothing in told


def test_what_runs_and_is_wrong_is_told_and_hostile_text_is_text(client: Client) -> None:
    make_running_season(name="Spring <i>", slug="spring")
    make_season(name="A draft", slug="a-draft")
    make_process(name="worker <b>7</b>", seen_at=timezone.now() - timedelta(minutes=3), games=2)

    told = page(staff(client, *SEES), "/desk/")

    assert "Worker &lt;b&gt;7&lt;/b&gt; on far has given no sign since" in told
    assert "No worker has given a sign since" in told
    assert "Spring &lt;i&gt;" in told
    assert '<dt>Drafts</dt><dd><a href="/seasons/a-draft/">A draft</a></dd>' in told
    assert told.count("data-fresh") == 11
    assert "Acts of today" not in told
    now = timezone.now()
    acts = f"/admin/league/act/?at__year={now.year}&amp;at__month={now.month}&amp;at__day={now.day}"
    assert acts in page(staff(client, *SEES, "view_act"), "/desk/")


def test_a_game_that_was_paused_by_hand_is_listed_by_name_with_a_link(client: Client) -> None:
    season = make_running_season(name="Spring <i>", slug="spring")
    game = make_running_game(status="paused", waiting="paused by hand since noon: <b>rain</b>")
    make_fixture(season=season, number=2, game=game)

    told = page(staff(client, *SEES), "/desk/")

    assert f'<a href="/games/{game.public_id}/">Game 2 of Spring &lt;i&gt;</a>' in told
    assert "<td>Paused by hand since noon: &lt;b&gt;rain&lt;/b&gt;</td>" in told
    assert '<a href="#held">1 held up</a>' in told


def test_games_are_told_by_name_and_what_is_played_in_anothers_place_is_a_link(client: Client) -> None:
    season = make_running_season(name="Spring", slug="spring")
    terms = {"season": "spring", "fixture": "3"}
    make_game(status="void", due_at=timezone.now(), waiting="called off: rain", terms=terms)
    again = make_running_game(terms=terms, waiting="a provider is away, next try 12:30 UTC")
    make_fixture(season=season, number=3, attempt=2, game=again)
    make_act(verb="pause", app_label="games", model="game", name=again.public_id)

    told = page(staff(client, *SEES), "/desk/")

    link = f'<a href="/games/{again.public_id}/">'
    assert f"{link}Attempt 2 is being played: game {again.public_id}</a>" in told
    assert told.count(f"{link}Game 3 of Spring</a>") == 3  # in play, held up, and what was done
    assert f"{link}Game 3 of Spring ({again.public_id}) does not go on: a provider is away" in told
    assert f'<span class="mono">{again.public_id}</span>' in told
    assert "data-local data-zone>" in told


def over(slug: str) -> Answer:
    """The answer with a thought of a game that was set aside long ago."""
    season = make_season(slug=slug, name=slug.title(), status="running", started_at=timezone.now(), keep=30)
    ago = timezone.now() - timedelta(days=60)
    game = make_finished_game(started_at=ago, finished_at=ago, terms={"season": slug})
    type(game).objects.filter(pk=game.pk).update(status="void", winner="", hash="", finished_at=None, created_at=ago)
    make_fixture(season=season, game=game)
    return make_answer(game=game, thought="I fear Greta.")


def test_what_would_go_is_said_and_goes_when_it_is_confirmed_and_not_of_another_season(client: Client) -> None:
    spring, autumn = over("spring"), over("autumn")
    weigh_seasons(now=timezone.now())
    client = staff(client, *SEES, *PRUNES)
    assert "/seasons/spring/prune/" in page(client, "/desk/")

    told = page(client, "/seasons/spring/prune/?kinds=thoughts&days=30")
    assert "What cannot be done any more then" in told
    assert '<th scope="row">Thoughts</th><td class="number">1</td><td class="number">1</td>' in told
    spring.refresh_from_db()
    assert spring.thought

    confirmed = {"kinds": ["thoughts"], "days": "30", "reason": "The disk."}
    assert client.post("/seasons/spring/prune/", confirmed).headers["Location"] == "/desk/"
    assert "Spring: thoughts (1 rows), some 13 bytes." in page(client, "/desk/")
    for answer in (spring, autumn):
        answer.refresh_from_db()
    assert (spring.thought, autumn.thought) == ("", "I fear Greta.")
    act = Act.objects.get(verb="prune")
    assert (act.name, act.surface, act.reason) == ("spring", "site", "The disk.")

    client.post("/seasons/spring/prune/", confirmed)
    assert "nothing was left to go" in page(client, "/desk/")
    assert Act.objects.filter(verb="prune").count() == 1
    assert "Nothing: no game has any of it" in page(client, "/seasons/spring/prune/?kinds=thoughts&days=30")


def test_pruning_is_refused_to_who_may_not_of_drafts_and_of_nothing(client: Client) -> None:
    answer = over("spring")
    make_season(slug="a-draft")
    for codenames in (SEES, PRUNES[:1]):
        refused = staff(client, *codenames).post("/seasons/spring/prune/", {"kinds": ["thoughts"], "days": "0"})
        assert refused.status_code == 403
    client = staff(client, *PRUNES)
    page(client, "/seasons/a-draft/prune/", 404)
    wrong = client.post("/seasons/spring/prune/", {"kinds": [], "days": "-1"})
    assert wrong.status_code == 422
    assert "Nothing has gone" in wrong.content.decode()
    answer.refresh_from_db()
    assert answer.thought
