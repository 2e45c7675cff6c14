"""A season whose budget is spent: it pauses once nothing of it is under way, and goes on when its cap was raised."""

import threading
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from games.billing.budgets import Accounts, purses_of
from games.billing.money import set_cap
from games.loopback.process import Provider
from games.models import Account, Answer, Call, Game
from games.models.waiting import shortage
from league.access.acts import COMMAND_LINE
from league.models import Act, Season
from league.seasons.course import change_course
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.money.budgets import account_of, cap_season, pause_penniless_seasons
from league.seasons.playing import keeping
from league.seasons.playing.running import run_season
from league.seasons.verbs import VERBS, Given, carry_out
from tests.factories import (
    NOON,
    TERMS,
    make_account,
    make_call,
    make_fixture,
    make_game,
    make_running_game,
    make_running_season,
    make_user,
)
from tests.games.stage import play_until
from tests.games.voices import voices
from tests.league.views.test_pages import page

SPENT = "budget of the season: what the next call may cost does not fit its cap"
TOO_DEAR = "budget of the call: what the next call may cost does not fit its cap"
HELD = ("paused", "its season is paused")


def waiting_game(season: Season, number: int = 1, **fields: Any) -> Game:
    """A game of the season that has begun and waits for the season's budget."""
    terms = TERMS | {"season": season.slug}
    game = make_running_game(**{"terms": terms, "waiting": SPENT} | fields)
    make_fixture(season=season, number=number, game=game)
    return game


def stand(row: Season | Game) -> tuple[str, str]:
    """How a season or a game stands, and why."""
    row.refresh_from_db()
    return row.status, row.waiting


def money_season(at: Provider, cap: str | None, cap_call: str | None = None) -> Season:
    season = create_season(
        slug="spring",
        name="Spring",
        rules=[Rules("town-mafia", 5)],
        games=2,
        players=voices(at, seats=5),
        pace=0,
        cap_season=cap and Decimal(cap),
        cap_call=cap_call and Decimal(cap_call),
    )
    return start_season(season=season, now=NOON, unprobed="a trial")


def play(season: Season) -> Any:
    return run_season(season=season, stopping=threading.Event(), tell=lambda stand: None)


def begin(at: Provider) -> None:
    """Plays until both games of a season have begun and cost something, and leaves."""
    keeping.sweep(now=NOON)
    at.control(latency=0.05)
    play_until(lambda: Account.objects.filter(scope="game", spent__gt=0).count() == 2)
    at.control(latency=0)
    assert Game.objects.filter(status="running").count() == 2


def first_cap(game: Game, purpose: Call.Purpose) -> Decimal | None:
    """The cap of the account of a game's season, or of what is learned in it, as its next call finds it."""
    with transaction.atomic():
        purse = purses_of(game, NOON.date(), purpose)[-1]
        return Accounts([purse]).of(purse).cap


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "purpose"), [("cap_season", Call.Purpose.ANSWER), ("cap_learning", Call.Purpose.REFLECTION)]
)
def test_a_cap_that_is_raised_before_the_first_call_is_that_of_the_first_call_and_one_act(
    name: str, purpose: Call.Purpose
) -> None:
    games = {}
    for slug in ("spring", "autumn"):
        season = make_running_season(slug=slug, memory="live", lag=1, **{name: Decimal(1)})
        terms = TERMS | {"season": slug, "caps": season.caps}
        games[slug] = make_game(terms=terms)
        make_fixture(season=season, game=games[slug])
        assert not Account.objects.exists()

    change_course(by=COMMAND_LINE, season=Season.objects.get(slug="spring"), now=NOON, wanted={name: Decimal(5)})

    assert {slug: first_cap(game, purpose) for slug, game in games.items()} == {"spring": 5, "autumn": 1}
    (act,) = Act.objects.all()
    assert (act.model, act.name, act.before, act.after) == ("season", "spring", {name: "1.0000"}, {name: "5.0000"})
    change_course(by=COMMAND_LINE, season=Season.objects.get(slug="spring"), now=NOON, wanted={name: Decimal(6)})
    assert first_cap(games["spring"], purpose) == 6
    assert sorted(Act.objects.values_list("model", flat=True)) == ["account", "season", "season"]


@pytest.mark.django_db
def test_a_season_that_is_resumed_with_a_higher_cap_before_its_first_call_has_it_and_is_one_act() -> None:
    season = make_running_season(slug="spring", cap_season=Decimal(1))
    game = make_game(terms=TERMS | {"season": "spring", "caps": season.caps})
    make_fixture(season=season, game=game)
    pause_season(season=season, reason="a trial")

    given = Given(cap_season=Decimal(5))
    carry_out(verb=VERBS["resume"], season=season, by=COMMAND_LINE, now=NOON, given=given)

    assert first_cap(game, Call.Purpose.ANSWER) == 5
    (act,) = Act.objects.all()
    assert (act.model, act.name, act.verb) == ("season", "spring", "resume")


@pytest.mark.django_db(transaction=True)
def test_a_season_that_has_spent_its_budget_pauses_and_goes_on_when_its_cap_is_raised(at: Provider) -> None:
    season = money_season(at, "1")
    begin(at)
    cap_season(season=season, cap=Decimal("0.006"))

    first = play(season)
    answers = Answer.objects.count()
    resume_season(season=season, now=NOON)
    again = play(season)

    assert (first.status, first.waiting) == (again.status, again.waiting) == ("paused", SPENT)
    assert Answer.objects.count() >= answers > 0
    assert {stand(game) for game in Game.objects.all()} == {HELD}
    account = account_of(season)
    assert account is not None
    assert (account.spent <= account.cap, account.reserved) == (True, 0)

    cap_season(season=season, cap=Decimal(5))
    resume_season(season=season, now=NOON)
    over = play(season)

    assert (over.status, over.played) == ("finished", 2)
    assert Game.objects.filter(status="finished").count() == Game.objects.count() == 2, "no game is called off for it"


@pytest.mark.django_db
def test_two_sweeps_pause_it_once_and_its_games_wait_with_it() -> None:
    season = make_running_season()
    begun = waiting_game(season)
    unbegun = make_game()
    make_fixture(season=season, number=2, game=unbegun)

    keeping.sweep(now=NOON)
    paused = stand(season)
    keeping.sweep(now=NOON)

    assert paused == stand(season) == ("paused", SPENT)
    assert (stand(begun), stand(unbegun)) == (HELD, HELD)

    resume_season(season=season, now=NOON)
    assert (stand(begun), stand(unbegun)) == (("running", ""), ("scheduled", ""))


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["intended", "sent"])
def test_a_call_on_its_way_keeps_the_season_from_pausing(status: str) -> None:
    season = make_running_season()
    game = waiting_game(season)
    call = make_call(game=game, status=status)

    assert pause_penniless_seasons() == []

    type(call).objects.filter(pk=call.pk).update(status="answered", cost=0)
    assert pause_penniless_seasons() == [season]


@pytest.mark.django_db
def test_a_game_that_is_played_on_keeps_the_season_from_pausing() -> None:
    season = make_running_season()
    waiting_game(season)
    other = make_running_game(lease_owner="here:1:1", lease_expires_at=NOON, lease_token=1)
    make_fixture(season=season, number=2, game=other)

    assert pause_penniless_seasons() == []

    Game.objects.filter(pk=other.pk).update(lease_owner=None, lease_expires_at=None)
    assert pause_penniless_seasons() == [season]
    assert stand(other) == ("running", ""), "it does not wait for the budget"


@pytest.mark.django_db
@pytest.mark.parametrize("scope", ["day", "game"])
def test_the_budget_of_a_day_or_of_one_game_pauses_no_season(scope: str) -> None:
    season = make_running_season()
    game = waiting_game(season, waiting=shortage(scope))
    make_fixture(season=season, number=2, game=make_game())

    assert pause_penniless_seasons() == []
    assert stand(game) == ("running", shortage(scope))


@pytest.mark.django_db
def test_a_season_all_of_whose_games_wait_for_their_own_caps_pauses_and_none_that_has_others() -> None:
    reason = shortage("game")
    season = make_running_season()
    waits = waiting_game(season, waiting=reason)
    other = make_running_game()
    make_fixture(season=season, number=2, game=other)

    assert pause_penniless_seasons() == []
    Game.objects.filter(pk=other.pk).update(status="void")
    assert pause_penniless_seasons() == [season]
    assert (stand(season), stand(waits)) == (("paused", reason), ("running", reason))


@pytest.mark.django_db
def test_only_the_season_that_was_asked_for_is_paused() -> None:
    spring, autumn = make_running_season(), make_running_season()
    waiting_game(spring)
    waiting_game(autumn)

    assert pause_penniless_seasons(season=autumn) == [autumn]
    assert stand(spring) == ("running", "")


@pytest.mark.django_db
def test_a_game_that_comes_to_the_end_of_the_budget_after_the_season_was_paused_waits_with_it() -> None:
    season = make_running_season()
    game = waiting_game(season, waiting="")
    pause_season(season=season)
    Game.objects.filter(pk=game.pk).update(waiting=SPENT)

    assert pause_penniless_seasons() == []

    assert (stand(game), stand(season)) == (HELD, ("paused", "paused by hand"))


@pytest.mark.django_db
def test_a_raised_cap_lets_the_games_that_wait_for_it_look_again_at_once_and_no_others() -> None:
    spring, autumn = make_running_season(slug="spring"), make_running_season(slug="autumn")
    games = [waiting_game(spring), waiting_game(autumn), waiting_game(spring, 2, waiting=shortage("day"))]
    account = make_account(scope="season", name="spring", cap=1, spent=1)

    set_cap(account=account, cap=Decimal(2))

    assert [stand(game)[1] for game in games] == ["", SPENT, shortage("day")]
    assert games[0].due_at > NOON == games[1].due_at
    assert pause_penniless_seasons(season=spring) == []


@pytest.mark.django_db
def test_a_cap_that_is_none_is_refused() -> None:
    season = make_running_season()
    with pytest.raises(WrongSeason, match="cap_season: must be US dollars from 0"):
        cap_season(season=season, cap=Decimal(-1))


@pytest.mark.django_db
def test_the_command_says_how_the_budget_stands_and_resumes_with_another_cap() -> None:
    season = make_running_season(slug="spring", cap_season=Decimal("0.5"))
    waiting_game(season)
    make_account(scope="season", name="spring", cap=Decimal("0.5"), spent=Decimal("0.45"))
    pause_penniless_seasons()

    told = StringIO()
    call_command("season", "spring", "status", stdout=told)
    call_command("season", "spring", "resume", "--cap-season", "2", stdout=told)

    lines = told.getvalue().splitlines()
    assert f"waiting: {SPENT}" in lines
    assert "budget: $0.45 of $0.50; 80 % of it is reached" in lines
    assert " goes on.\n" in told.getvalue()
    assert (Season.objects.get().cap_season, Account.objects.get().cap) == (2, 2)


@pytest.mark.django_db
@pytest.mark.parametrize("cap", ["0.3", "0.45"])
def test_a_cap_below_what_is_spent_resumes_nothing(cap: str) -> None:
    season = make_running_season(slug="spring", cap_season=Decimal("0.5"))
    waiting_game(season)
    make_account(scope="season", name="spring", cap=Decimal("0.5"), spent=Decimal("0.45"))
    pause_penniless_seasons()

    wanted = rf"cap_season: wanted more than the \$0\.45 that is spent, got {cap}\."
    with pytest.raises(CommandError, match=wanted) as caught:
        call_command("season", "spring", "resume", "--cap-season", cap)

    assert caught.value.returncode == 2
    assert stand(season) == ("paused", SPENT)
    assert (Season.objects.get().cap_season, Account.objects.get().cap) == (Decimal("0.5"), Decimal("0.5"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spent", "waits", "told"),
    [
        ("0.79", "", ""),
        ("0.80", "", "80 % of the season&#x27;s budget is spent."),
        ("0.1", SPENT, "Raise its cap, then resume it."),
    ],
)
def test_staff_read_on_its_page_that_a_seasons_money_runs_out(
    client: Client, spent: str, waits: str, told: str
) -> None:
    season = make_running_season(slug="spring")
    waiting_game(season, waiting=waits)
    account = make_account(scope="season", name="spring", cap=1, spent=Decimal(spent))
    pause_penniless_seasons()
    address = f"/admin/games/account/{account.pk}/change/"

    everybody = page(client, "/seasons/spring/")
    client.force_login(make_user(is_staff=True, is_superuser=True))
    staff = page(client, "/seasons/spring/")

    assert address not in everybody
    assert (told in staff, address in staff) == (True, bool(told))
    assert (f"Paused: {SPENT}" in everybody) == bool(waits)
    assert "is held up" not in everybody, "it waits for nothing of its own"


@pytest.mark.django_db
def test_its_page_tells_the_cap_that_counts_by_now(client: Client) -> None:
    make_running_season(slug="spring", cap_game=Decimal("0.5"), cap_season=Decimal(2))
    assert "a game $0.50, the season $2.00" in page(client, "/seasons/spring/")
    make_account(scope="season", name="spring", cap=3)
    assert "a game $0.50, the season $3.00" in page(client, "/seasons/spring/")


@pytest.mark.django_db
def test_a_resume_that_is_refused_changes_no_cap() -> None:
    make_running_season(slug="spring", cap_season=Decimal(1))
    with pytest.raises(CommandError, match="only a paused season can be resumed"):
        call_command("season", "spring", "resume", "--cap-season", "2")
    assert Season.objects.get().cap_season == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_is_impatient_with_a_season_that_cannot_pay(at: Provider, settings: Any) -> None:
    settings.LEAGUE_PATIENCE = 0
    season = money_season(at, "1")
    begin(at)
    cap_season(season=season, cap=Decimal(0))

    play_until(lambda: Game.objects.filter(waiting=SPENT, lease_owner__isnull=True).count() == 2)
    keeping.sweep(now=NOON)

    assert stand(Season.objects.get()) == ("paused", SPENT)
    assert {stand(game) for game in Game.objects.all()} == {HELD}


@pytest.mark.django_db(transaction=True)
def test_a_cap_that_a_call_does_not_fit_pauses_the_season_calls_no_game_off_and_can_be_raised(
    at: Provider, settings: Any
) -> None:
    settings.LEAGUE_PATIENCE = 0
    # A call of the first night may cost 0.00258, one of the shortest game's first vote 0.0027.
    season = money_season(at, None, "0.0026")

    first = play(season)
    answers, spent = Answer.objects.count(), Account.objects.get(scope="season").spent

    assert (first.status, first.waiting) == ("paused", TOO_DEAR)
    assert set(Game.objects.values_list("status", "waiting")) - {("finished", "")} == {HELD}
    assert answers > 0, "it was the first call that grew over the cap"
    call_command("season", "spring", "resume", "--cap-call", "1")
    settings.LEAGUE_PATIENCE = 3600
    assert play(season).status == "finished"
    assert Season.objects.get().cap_call == 1
    assert list(Game.objects.values_list("status", flat=True)) == ["finished", "finished"], "none is called off for it"
    assert Account.objects.get(scope="season").spent > spent
