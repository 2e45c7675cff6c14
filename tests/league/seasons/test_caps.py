"""Caps buy finished games: what is left of one is spent on games that it can pay to their ends."""

import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from games.billing import budgets
from games.gateway.errands import probe_model
from games.loopback.process import Provider
from games.models import Account, Game
from league.models import Season
from league.seasons import keeping
from league.seasons.budgets import account_of, pause_penniless_seasons, resume_with_cap
from league.seasons.fixtures import open_due_fixtures
from league.seasons.running import Stand, run_season, stand_of
from league.seasons.scheduling import Rules, create_season, resume_season, start_season
from tests.factories import NOON, make_fixture, make_game, make_running_game, make_running_season
from tests.games.casting import cast
from tests.games.voices import voices

pytestmark = pytest.mark.long(25)
KEPT = "budget of the season: what is left is kept for the games that have begun"
TOO_LITTLE = "budget of the season: $1.20 of $5.00 are left, and a game costs about $1.60: raise the cap"
HELD = ("paused", "its season is paused")


def season_at(at: Provider, cap: str | None, games: int = 12) -> Season:
    season = create_season(
        slug="spring",
        name="Spring",
        rules=[Rules("town-mafia", 5)],
        games=games,
        players=voices(at, seats=6),
        pace=0,
        cap_season=cap and Decimal(cap),
        secret="a",
    )
    return start_season(season=season, now=NOON, unprobed="a trial")


def played(season: Season, tell: Callable[[Stand], None] = lambda stand: None, **given: Any) -> Stand:
    return run_season(season=season, stopping=threading.Event(), tell=tell, **given)


def stand(row: Season | Game) -> tuple[str, str]:
    row.refresh_from_db()
    return row.status, row.waiting


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[Decimal]:
    """What a season's account had spent and reserved, as a share of its cap, each time that somebody wrote it."""
    seen: list[Decimal] = []
    close = budgets.Accounts.close

    def closed(accounts: budgets.Accounts) -> None:
        rows = accounts._rows.values()
        seen.extend((row.spent + row.reserved) / row.cap for row in rows if row.scope == "season" and row.cap)
        close(accounts)

    monkeypatch.setattr(budgets.Accounts, "close", closed)
    return seen


@pytest.mark.usefixtures("database")
@pytest.mark.django_db(transaction=True)
def test_a_cap_for_seven_games_of_twelve_buys_six_at_least_and_none_by_half(at: Provider, held: list[Decimal]) -> None:
    season = season_at(at, "0.064")
    probe_model(model=season.roster.select_related("player__model")[0].player.model)  # how little it writes is known
    told: list[str] = []

    first = played(season, lambda each: told.append(each.waiting))

    finished = Game.objects.filter(status="finished").count()
    assert (first.status, finished >= 6) == ("paused", True)
    assert Game.objects.filter(started_at__isnull=False).count() == finished, "none is half played"
    assert {stand(game) for game in Game.objects.exclude(status="finished")} == {HELD}
    assert max(held) <= 1 < len(held), "spent and reserved have never passed the cap"
    assert any(KEPT in each for each in told), "what waits for money is told meanwhile"
    assert first.waiting.startswith("budget of the season: $0.0")
    assert first.waiting.endswith(": raise the cap")

    resume_with_cap(season=season, cap=Decimal(1), now=timezone.now())
    assert played(season).status == "finished"
    account = account_of(season)
    assert account is not None
    assert Game.objects.filter(status="finished").count() == Game.objects.count() == 12
    assert Decimal("0.053") < account.spent * 7 / 12 < Decimal("0.079"), "the cap was one for seven of these games"


@pytest.mark.django_db(transaction=True)
def test_a_season_that_is_resumed_without_a_higher_cap_pauses_again_and_begins_nothing(at: Provider) -> None:
    season = season_at(at, "0.004")

    first = played(season)
    resume_season(season=season, now=NOON)
    again = played(season)

    assert first.waiting == again.waiting
    assert first.waiting.startswith("budget of the season: $0.004 of $0.004 are left, and a game costs about $0.0")
    assert not Account.objects.exclude(spent=0).exists()
    assert {stand(game) for game in Game.objects.all()} == {HELD}


@pytest.mark.django_db(transaction=True)
def test_at_most_so_many_games_are_played_at_a_time(at: Provider) -> None:
    at.control(latency=0.01)
    most = 0

    def see(each: Stand) -> None:
        nonlocal most
        most = max(most, len(each.live))

    season = season_at(at, None, games=5)
    over = played(season, see, parallel=2)

    at.control(latency=0)
    assert (over.status, most) == ("finished", 2)


@pytest.mark.django_db(transaction=True)
def test_games_of_the_house_wait_for_no_budget() -> None:
    season = create_season(
        slug="spring",
        name="Spring",
        rules=[Rules("town-mafia", 5)],
        games=3,
        players=cast(5),
        pace=0,
        cap_season=Decimal(0),
    )
    start_season(season=season, now=NOON)

    assert played(season).status == "finished"
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_a_season_pauses_when_nothing_of_it_is_open_and_what_is_left_holds_no_other_game() -> None:
    season = make_running_season()
    waits = make_game(terms={"season": season.slug}, has_voices=True, waiting=TOO_LITTLE)
    make_fixture(season=season, number=1, game=waits)
    begun = make_running_game(terms={"season": season.slug}, has_voices=True)
    make_fixture(season=season, number=2, game=begun)

    assert pause_penniless_seasons() == []
    Game.objects.filter(pk=begun.pk).update(status="void")
    assert pause_penniless_seasons() == [season]
    assert (stand(season), stand(waits)) == (("paused", TOO_LITTLE), HELD)

    resume_season(season=season, now=NOON)
    assert stand(waits) == ("scheduled", "")


@pytest.mark.django_db
def test_a_season_with_games_that_wait_for_others_of_it_does_not_pause() -> None:
    season = make_running_season()
    make_fixture(season=season, number=1, game=make_game(has_voices=True, waiting=KEPT))

    keeping.sweep(now=NOON)

    assert stand(season) == ("running", "")
    assert stand_of(season).waiting == f"game 1: {KEPT}"


@pytest.mark.django_db
def test_fixtures_are_made_before_it_is_known_whether_they_may_begin(at: Provider) -> None:
    season = season_at(at, "0.01")
    assert len(open_due_fixtures(now=NOON, season=season).games) == 12
    assert not Account.objects.exists()
