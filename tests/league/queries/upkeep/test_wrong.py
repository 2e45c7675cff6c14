"""What is wrong now: by a kind that stays, about a name that stays, in a sentence and a cure."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.billing.kill_switch import stop_calls
from games.models import Game
from league.models import Addressee, Process
from league.processes import environment
from league.queries.upkeep.processes import MOST_SHOWN, signs_told
from league.queries.upkeep.wrong import Kind, Wrong, wrong_now
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import (
    NOON,
    make_account,
    make_addressee,
    make_call,
    make_fixture,
    make_game,
    make_process,
    make_running_game,
    make_running_season,
    make_season,
    make_series,
)

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]
SECOND = timedelta(seconds=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def kinds(wrong: Iterable[Wrong]) -> list[str]:
    return [each.key for each in wrong]


def runs(now: datetime, *kinds: str, ago: int = 5, **fields: object) -> None:
    """Processes of these kinds that gave a sign so many seconds ago, and began an hour before."""
    for kind in kinds:
        began = now - timedelta(hours=1)
        given = {"kind": kind, "name": f"{kind} 1", "seen_at": now - timedelta(seconds=ago), "started_at": began}
        make_process(**given | fields)


def test_nothing_is_wrong_where_all_live_and_nothing_waits(now: datetime) -> None:
    runs(now, "web", "worker", "beat", worked_at=now)
    make_running_season()
    make_season()

    assert wrong_now(now=now) == ()


def test_two_workers_one_silent_one_that_ended_cleanly_and_a_third_that_lives(now: datetime) -> None:
    runs(now, "beat")
    runs(now, "worker", worked_at=now)
    silent = make_process(name="worker 7", seen_at=now - timedelta(minutes=3), started_at=now, games=12)
    make_process(name="worker 8", seen_at=now - timedelta(minutes=3), ended_at=now - timedelta(minutes=3))
    make_process(name="worker 9", seen_at=now - timedelta(hours=2))  # nobody misses it any more

    (wrong,) = wrong_now(now=now)

    assert (wrong.kind, wrong.about, wrong.since) == (Kind.PROCESS_LOST, silent.ident, silent.seen_at)
    assert wrong.told.startswith("Worker 7 on far has given no sign since ")
    assert wrong.told.endswith("; it held 12 games, which others take over.")


def test_a_silent_worker_is_not_missed_where_another_began_since_on_its_machine(now: datetime) -> None:
    runs(now, "beat")
    runs(now, "worker", worked_at=now, host="far", started_at=now - timedelta(minutes=30))
    make_process(host="far", seen_at=now - timedelta(minutes=40), started_at=now - timedelta(hours=3))
    assert wrong_now(now=now) == ()

    heard = make_process(host="far", seen_at=now - timedelta(minutes=20), started_at=now - timedelta(hours=3))
    assert [each.about for each in wrong_now(now=now)] == [heard.ident], "it hung when the other had long begun"


def test_of_two_workers_that_began_together_the_one_that_hangs_is_missed_whichever_it_is(now: datetime) -> None:
    runs(now, "beat")
    began = now - timedelta(hours=1)
    older, younger = (
        make_process(name=f"worker {each}", host="far", seen_at=now, worked_at=now, started_at=began + each * SECOND)
        for each in (1, 2)
    )
    assert wrong_now(now=now) == ()
    for hung, other in ((older, younger), (younger, older)):
        Process.objects.filter(pk=hung.pk).update(seen_at=now - timedelta(minutes=3))
        Process.objects.filter(pk=other.pk).update(seen_at=now)
        assert kinds(wrong_now(now=now)) == [f"process-lost:{hung.ident}"]


def test_who_lives_is_seen_behind_a_hundred_that_are_gone(now: datetime) -> None:
    make_running_season()
    for number in range(2 * MOST_SHOWN):
        gone = {"name": f"worker {number}", "host": "far", "started_at": now - timedelta(hours=9)}
        ended = {"ended_at": now - timedelta(minutes=2)} if number % 2 else {}
        make_process(**gone, **ended, seen_at=now - timedelta(hours=2))
    runs(now, "worker", "beat", "web", worked_at=now)

    assert wrong_now(now=now) == ()
    signs = signs_told(now=now)
    assert len(signs) == MOST_SHOWN
    assert [sign.name for sign in signs if sign.is_living] == ["beat 1", "web 1", "worker 1"]
    assert {sign.kind for sign in signs if sign.ended_at} == set(), "that they ended is missed least"


def test_beat_that_sends_nothing_is_silent_though_others_live(now: datetime) -> None:
    runs(now, "web", "worker", worked_at=now)
    assert kinds(wrong_now(now=now)) == ["beat-silent:"]

    runs(now, "beat", ago=120)
    beat, lost = wrong_now(now=now)
    assert (beat.kind, lost.kind) == (Kind.BEAT_SILENT, Kind.PROCESS_LOST)
    assert beat.since == now - timedelta(seconds=120)


def test_beat_has_time_to_send_for_the_first_time(now: datetime) -> None:
    make_process(seen_at=now, started_at=now - timedelta(seconds=20), worked_at=now)

    assert wrong_now(now=now) == ()


def test_workers_that_take_no_message_are_told_while_beat_sends(now: datetime) -> None:
    runs(now, "beat")
    runs(now, "worker", worked_at=now - timedelta(minutes=5))

    assert kinds(wrong_now(now=now)) == ["messages-untaken:"]


def test_nobody_plays_where_a_season_runs_and_no_worker_lives(now: datetime) -> None:
    make_running_season()
    assert kinds(wrong_now(now=now)) == ["nobody-plays:"]

    runs(now, "season")
    assert wrong_now(now=now) == ()


def test_games_that_are_due_and_not_begun_are_told_after_a_while(now: datetime) -> None:
    runs(now, "beat")
    runs(now, "worker", worked_at=now)
    make_game(due_at=now - timedelta(minutes=1))
    make_game(due_at=now - timedelta(minutes=9), waiting="budget of the day: nothing is left")
    assert wrong_now(now=now) == ()

    make_game(due_at=now - timedelta(minutes=5))
    (wrong,) = wrong_now(now=now)
    assert (wrong.key, wrong.told) == ("games-unbegun:", "2 games are due and not begun, the first for 5 minutes.")


def test_caps_that_are_near_or_reached_and_calls_that_are_stopped(now: datetime) -> None:
    make_running_season(slug="spring")
    make_running_season(slug="autumn")
    runs(now, "season")
    make_account(scope="season", name="spring", cap=10, spent=9)
    make_account(scope="season", name="autumn", cap=10, spent=10)
    make_account(scope="model", name="gpt", cap=10, spent=1, stopped="a bill")
    assert kinds(wrong_now(now=now)) == [
        "calls-stopped:model:gpt",
        "cap-reached:season:autumn",
        "cap-near:season:spring",
    ]

    stop_calls(reason="prices look wrong")
    first = wrong_now(now=now)[0]
    assert (first.key, first.told) == ("calls-stopped:", "All calls to providers are stopped: prices look wrong.")


def test_a_draft_is_named_nowhere_and_so_is_its_account(now: datetime) -> None:
    runs(now, "season")
    draft = make_season(slug="hidden-draft", waiting="a model is gone")
    make_account(scope="season", name=draft.slug, cap=10, spent=10)
    assert wrong_now(now=now) == ()

    draft.status, draft.started_at = "running", NOON
    draft.save()
    assert kinds(wrong_now(now=now)) == ["cap-reached:season:hidden-draft"]


def test_a_season_that_paused_by_itself_is_wrong_and_one_that_was_paused_by_hand_is_not(now: datetime) -> None:
    runs(now, "season")
    by_hand, given_up = make_running_season(), make_running_season(name="Spring", slug="spring")
    make_season(status="announced", announced_at=NOON, slug="late", name="Late", waiting="the roster is too small")
    make_season(status="announced", announced_at=NOON, slug="in-time")
    pause_season(season=by_hand)
    pause_season(season=given_up, reason="fixture 3 diverged at attempt 3 (game abcdefghijkl)")

    told = wrong_now(now=now)

    assert kinds(told) == ["season-stopped:spring", "season-late:late"]
    assert told[0].told == "Spring is paused: fixture 3 diverged at attempt 3 (game abcdefghijkl)."


def test_series_that_wait_and_games_that_do_not_go_on(now: datetime) -> None:
    runs(now, "season")
    make_series(slug="always", waiting="too few players are active")
    make_series(slug="stopped", status="paused", waiting="its operator has paused it")
    held = make_running_game(waiting="gpt is down, next try 12:30 UTC")
    make_running_game(waiting="a model is asked as fast as its provider allows")
    make_running_game()

    assert kinds(wrong_now(now=now)) == ["series-waiting:always", f"game-held-up:{held.public_id}"]


def test_a_game_that_diverged_is_wrong_until_its_fixture_has_another(now: datetime) -> None:
    runs(now, "season")
    game = make_game(status="diverged")
    fixture = make_fixture(game=game)
    assert kinds(wrong_now(now=now)) == [f"game-diverged:{game.public_id}"]

    fixture.game = make_game(due_at=now + timedelta(hours=1))
    fixture.save()
    assert wrong_now(now=now) == ()


def test_a_game_that_diverged_is_told_for_a_day_though_its_fixture_is_opened_again_at_once(now: datetime) -> None:
    runs(now, "season")
    season = make_running_season(slug="spring", name="Spring")
    terms = {"season": "spring", "fixture": "1"}
    game, exhibited = make_game(status="diverged", due_at=now, terms=terms), make_game(status="diverged", due_at=now)
    fixture = make_fixture(season=season, number=1, game=game)
    keys = [f"game-diverged:{each.public_id}" for each in (exhibited, game)]
    before = wrong_now(now=now)
    assert kinds(before) == keys

    open_due_fixtures(now=now, season=season)
    fixture.refresh_from_db()
    assert (fixture.attempt, fixture.game_id == game.pk) == (2, False)
    for seconds in (30, 60 * 60 * 23):
        later = now + timedelta(seconds=seconds)
        Process.objects.update(seen_at=later)
        told = [each for each in wrong_now(now=later) if each.kind == Kind.GAME_DIVERGED]
        assert kinds(told) == keys
        assert [each.told for each in told] == [each.told for each in before], "in the same words"
    later = now + timedelta(hours=25)
    assert not [each for each in wrong_now(now=later) if each.kind == Kind.GAME_DIVERGED]


def test_who_is_told_by_mail_is_told_nothing_where_mail_is_not_set_up(now: datetime, settings: Settings) -> None:
    runs(now, "season")
    ada = make_addressee(slug="ada", means="mail", address="ada@example.org")
    make_addressee(slug="away", means="mail", address="bob@example.org", is_active=False)
    make_addressee(slug="hook")
    (wrong,) = wrong_now(now=now)
    assert (wrong.key, wrong.told) == (
        "alerts-unsent:ada", "Alerts to ada cannot be relied on: no mail is sent here.",
    )  # fmt: skip
    assert wrong.cure.startswith("Set EMAIL_URL, such as smtp+tls:")

    settings.LEAGUE_MAIL = environment.mail({"EMAIL_URL": "smtp://mail.example.org"}, "EMAIL_URL")
    (wrong,) = wrong_now(now=now)
    assert wrong.cure.startswith("Set LEAGUE_MAIL_FROM to an address of yours")
    Addressee.objects.filter(pk=ada.pk).update(sent_at=now)  # the server has taken one
    assert wrong_now(now=now) == ()

    Addressee.objects.filter(pk=ada.pk).update(sent_at=None)
    settings.LEAGUE_MAIL_FROM = "league@example.org"
    assert wrong_now(now=now) == ()


def test_a_provider_is_failing_by_several_calls_of_late_but_none_of_a_sealed_game(now: datetime) -> None:
    runs(now, "season")
    sealed = make_running_game(terms={"spoilers": "sealed"})
    for number in range(3):
        make_call(game=sealed, seat=number, status="failed", model="claude", provider="anthropic")
    assert wrong_now(now=now) == ()  # it would tell who is asked

    game = make_running_game(terms={"spoilers": "open"})
    for number in range(3):
        make_call(game=game, seat=number, status="failed", error="503\nis down")
    (wrong,) = wrong_now(now=now)
    assert wrong.key == "provider-failing:openai:gpt"
    assert wrong.told.startswith("3 calls to gpt (openai) brought no answer within the day")
    assert wrong.told.endswith("503 is down.")

    Game.objects.filter(pk=sealed.pk).update(status="void")  # it is over, and nothing is secret any more
    assert len(wrong_now(now=now)) == 2
