"""Caps buy finished games: what is left of one is spent on games that it can pay to their ends."""

import re
import threading
from collections.abc import Callable
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.billing import budgets
from games.billing.money import open_account
from games.gateway.errands import probe_model
from games.loopback.process import Provider
from games.models import Account, Game
from league.models import Act, Fixture, Season
from league.seasons.lifecycle.pausing import resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.money.budgets import account_of, pause_penniless_seasons, resume_with_cap
from league.seasons.playing import keeping
from league.seasons.playing.running import Stand, run_season, stand_of
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import NOON, make_fixture, make_game, make_running_game, make_running_season
from tests.games.casting import cast
from tests.games.voices import voices

pytestmark = pytest.mark.long(25)
KEPT = "budget of the season: what is left is kept for the games that have begun"
TOO_LITTLE = "budget of the season: $1.20 of $5.00 are left, and a game costs about $1.60: raise the cap"
HELD = ("paused", "its season is paused")


def season_at(at: Provider, cap: str | None, games: int = 12, cap_game: str | None = None, secret: str = "a") -> Season:
    season = create_season(
        slug="spring",
        name="Spring",
        rules=[Rules("town-mafia", 5)],
        games=games,
        players=voices(at, seats=6),
        pace=0,
        cap_season=cap and Decimal(cap),
        cap_game=cap_game and Decimal(cap_game),
        memory="off",
        secret=secret,
        design="rotation",  # by which the secrets of these tests were chosen
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
@pytest.mark.slow_on("sqlite")
@pytest.mark.slow
def test_a_cap_for_seven_games_of_twelve_buys_six_at_least_and_none_by_half(at: Provider, held: list[Decimal]) -> None:
    # With this secret the first games are no dearer than the rest: of twelve that were tried half finish six and more
    # (docs/decisions/reserved-worst-cases.md), for games of one season cost up to seven times each other.
    season = season_at(at, "0.0687", secret="d")
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
    assert re.search(r": raise the cap to \$0\.\d+$", first.waiting)

    resume_with_cap(season=season, cap=Decimal(1), now=timezone.now())
    assert played(season).status == "finished"
    account = account_of(season)
    assert account is not None
    assert Game.objects.filter(status="finished").count() == Game.objects.count() == 12
    assert Decimal("0.060") < account.spent * 7 / 12 < Decimal("0.077"), "the cap was one for seven of these games"


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
def test_a_season_none_of_whose_games_fits_its_own_cap_does_not_wait_without_end(at: Provider) -> None:
    season = season_at(at, None, games=3, cap_game="0.001")

    with pytest.raises(CommandError) as told:
        call_command("season", "spring", "run")

    assert stand(season)[0] == "paused"
    found = re.fullmatch(
        r"spring is paused: budget of the game: its cap is \$0\.001, and a game costs about \$0\.0\d+ and is begun "
        r"with (\$0\.\d+): raise the cap to (\$0\.\d+); `season spring resume --cap-game USD` lets it go on",
        str(told.value),
    )
    assert found is not None, str(told.value)
    assert found[1] == found[2]
    assert not Account.objects.exclude(spent=0).exists()

    with pytest.raises(CommandError, match=r"would pause again at once: the cap of a game is \$0\.001, and one is"):
        call_command("season", "spring", "resume")
    call_command("season", "spring", "resume", "--cap-game", found[2].strip("$"))
    assert played(season).status == "finished"


@pytest.mark.django_db(transaction=True)
def test_games_that_fit_their_caps_are_played_before_the_season_pauses_for_one_that_does_not(at: Provider) -> None:
    season = season_at(at, None, games=2)
    open_due_fixtures(now=NOON, season=season)
    first = Game.objects.order_by("pk")[0]
    open_account(scope="game", name=first.public_id, cap=Decimal("0.001"))

    over = played(season)

    assert over.status == "paused"
    assert over.waiting.startswith("budget of the game: its cap is $0.001, and a game costs about ")
    assert sorted(Game.objects.values_list("status", flat=True)) == ["finished", "paused"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("away", ["site", "command", "admin"])
def test_a_resume_that_would_pause_again_at_once_is_refused_with_what_a_game_is_begun_with(
    at: Provider, away: str, admin_client: Client
) -> None:
    season = season_at(at, "0.004", games=2)
    paused = played(season).waiting
    needed = paused.rpartition(" ")[2]
    address = f"/admin/league/season/{season.pk}/resume/"

    if away == "command":
        with pytest.raises(CommandError) as told:
            call_command("season", "spring", "resume")
        said = str(told.value)
    else:
        post = {"reason": "", "_form_submitted": "True"} if away == "admin" else {}
        answer = admin_client.post(address if away == "admin" else "/seasons/spring/resume/", post)
        said = unescape((answer.content + admin_client.get("/seasons/spring/").content).decode())

    begins = "It" if away == "site" else "it"
    assert f"{begins} would pause again at once: $0.004 of $0.004 are left, and a game is begun with " in said
    assert f"raise its cap to {needed} first." in said
    assert stand(season) == ("paused", paused)
    assert not Act.objects.filter(verb="resume").exists()
    resume_with_cap(season=season, cap=Decimal(needed.strip("$")), now=timezone.now())
    assert stand(season)[0] == "running"


@pytest.mark.django_db
def test_what_is_needed_to_begin_a_game_is_told_before_the_start(
    at: Provider, admin_client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    season_at(at, "0.004", cap_game="0.001")
    Season.objects.update(status="draft")
    Fixture.objects.all().delete()
    told = r"A game begins only while (\$0\.\d+) are left of the season's cap and of the day's: the \$0\.0\d+ that it"

    call_command("season", "spring", "estimate")
    estimate = capsys.readouterr().out
    page = unescape(admin_client.get("/seasons/spring/").content.decode())
    call_command("season", "spring", "start", "--unprobed", "a trial")
    start = capsys.readouterr().out

    needed = {found[1] for said in (estimate, page, start) if (found := re.search(told, said))}
    assert len(needed) == 1
    for said in (estimate, page, start):
        assert re.search(told, said)
        assert "Games would wait: the cap of a game is $0.001, and one is begun with $0.0" in said
    for said in (estimate, page):
        assert f"its games would wait then. No game begins before its cap is {needed.copy().pop()}." in said


@pytest.mark.django_db(transaction=True)
def test_at_most_so_many_games_are_played_at_a_time(at: Provider) -> None:
    """Read off their rows: whoever looks now and then sees less of it, the faster they are played."""
    at.control(latency=0.01)
    season = season_at(at, None, games=5)

    over = played(season, parallel=2)

    at.control(latency=0)
    spans = list(Game.objects.values_list("started_at", "finished_at"))
    assert over.status == "finished"
    assert max(sum(begun <= moment < ended for begun, ended in spans) for moment, _ in spans) == 2


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
