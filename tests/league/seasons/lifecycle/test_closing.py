"""A season that is ended before its games were played: what is being played, what is not, and what counts then."""

import hmac
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.hosting.keeping import leave_halls
from games.hosting.leases import claim_game, release_game
from games.hosting.session import Hosted
from games.hosting.verbs import pause_game, void_game
from games.models import Game
from games.models.waiting import shortage
from league.models import Career, Figures, Fixture, Season, Slot, Standing
from league.results.figures import count_rest
from league.results.folding import rows_of
from league.results.sums import FOLDS, fold_all_again, fold_season_again
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.closing import cancel_season, finish_early
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.playing.keeping import conclude, sweep
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import Document
from personas.roster import ensure_roster
from tests.factories import make_calendar, make_slot
from tests.games.stage import in_thread, play_all, until
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("database"),
    pytest.mark.timeout(at_most(300)),
    pytest.mark.long(40),
]
WHY = "The provider has gone."
Ending = Callable[..., Season]
BOTH = pytest.mark.parametrize("end", [finish_early, cancel_season])


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def a_draft(slug: str = "spring", games: int = 6, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "players": ensure_roster()[:8], "lag": 2}
    return create_season(slug=slug, name=slug.title(), games=games, **given | fields)


def started(slug: str = "spring", **fields: Any) -> Season:
    return start_season(season=a_draft(slug, **fields), now=timezone.now())


def played(season: Season, games: int) -> list[Game]:
    """The season, and so many of its games, in order; what follows them is open."""
    while season.fixtures.filter(recorded_at__isnull=False).count() < games:
        open_due_fixtures(now=timezone.now(), season=season)
        first = Game.objects.filter(fixture__season=season, status="scheduled").order_by("fixture__number").first()
        assert first is not None
        others = Game.objects.exclude(pk=first.pk).filter(status="scheduled")
        held = list(others.values_list("pk", flat=True))
        Game.objects.filter(pk__in=held).update(status="paused", waiting="not now")
        play_all()
        Game.objects.filter(pk__in=held).update(status="scheduled", waiting="")
        conclude([(Game.objects.get(pk=first.pk), None)])
    count_rest(season=season)
    open_due_fixtures(now=timezone.now(), season=season)
    return list(Game.objects.filter(fixture__season=season, status="finished").order_by("fixture__number"))


def begun(game: Game) -> Hosted:
    """A game in the midst, in the hands of a host of this process, as one that is never told plays it."""
    others = Game.objects.exclude(pk=game.pk).filter(status="scheduled")
    held = list(others.values_list("pk", flat=True))
    Game.objects.filter(pk__in=held).update(due_at=timezone.now() + timedelta(days=1))
    lease = claim_game(owner="a host", now=timezone.now())
    Game.objects.filter(pk__in=held).update(due_at=timezone.now())
    assert lease is not None
    assert lease.game_id == game.pk
    hosted = Hosted.resumed(lease, timezone.now)
    for _ in range(5):
        hosted.take_answer()
        hosted.tell()
    hosted.write(threading.Event())
    return hosted


def end_now(end: Ending, season: Season) -> Season:
    return end(season=season, now=timezone.now(), by="ann", reason=WHY)


def told(season: Season) -> tuple[str, str, str]:
    season.refresh_from_db()
    assert season.ended_at is not None
    return season.status, season.ended_by, season.ended_why


def sums() -> list[Any]:
    return [rows_of(each) for each in FOLDS]


def assert_sums_agree() -> None:
    """What is kept is what the rows add up to, whoever adds them up."""
    kept = sums()
    assert [fold_season_again(season=season) for season in Season.objects.all()] == [[]] * Season.objects.count()
    fold_all_again()
    assert sums() == kept


def test_finished_early_a_season_ends_with_the_games_that_have_begun_as_it_always_does() -> None:
    season, other = started(), started("autumn")
    done = played(season, 2)
    open_due_fixtures(now=timezone.now(), season=other)
    on, waits = Game.objects.filter(fixture__season=season, status="scheduled").order_by("fixture__number")
    hosted = begun(on)

    end_now(finish_early, season)

    assert told(season) == ("running", "ann", WHY)
    assert season.is_ending
    assert list(season.fixtures.order_by("number").values_list("game", flat=True)) == [
        *(each.pk for each in done),
        on.pk,
    ]
    waits.refresh_from_db()
    assert (waits.status, waits.waiting) == ("void", "called off: its season was finished early")
    assert Game.objects.filter(fixture__season=other, status="scheduled").count() == 2, "another's are not touched"
    sweep(now=timezone.now())
    assert told(season)[0] == "running", "one is still played"
    hosted.write(threading.Event())
    assert release_game(lease=hosted.lease)
    while Season.objects.filter(status="running").exists():
        play_all(on_finished=conclude)
        sweep(now=timezone.now())
    assert told(season)[0] == "finished"
    assert season.finished_at is not None
    assert Game.objects.get(pk=on.pk).status == "finished"
    assert sum(each.games for each in season.standings.all()) == 3 * 6
    count_rest(season=season)  # of a game that was resumed nobody counts them at its end
    assert Figures.objects.filter(seat__game__fixture__season=season).count() == 3 * 6
    assert not season.fixtures.filter(taught_at__isnull=True).exists(), "and all three have taught"
    other.refresh_from_db()
    assert other.status == "finished"
    assert other.ended_at is None
    assert other.standings.exists()
    assert_sums_agree()


def test_with_nothing_in_hand_it_is_finished_at_once() -> None:
    season = started()
    played(season, 1)

    assert end_now(finish_early, season).status == "finished"

    assert season.fixtures.count() == 1
    assert open_due_fixtures(now=timezone.now()).games == []


def test_cancelled_a_season_is_in_no_sum_of_all_seasons_and_its_host_writes_no_more() -> None:
    season, other = started(), started("autumn", players=ensure_roster()[:8], games=2)
    played(other, 2)
    without = {player: rows for player, *rows in careers()}
    played(season, 2)
    count_rest(season=season)
    assert {player: rows for player, *rows in careers()} != without, "it counted before"
    on, waits = Game.objects.filter(fixture__season=season, status="scheduled").order_by("fixture__number")
    hosted = begun(on)
    answers = on.answers.count()
    documents = dict(Document.objects.values_list("player", "version"))

    end_now(cancel_season, season)

    assert told(season) == ("cancelled", "ann", WHY)
    assert season.finished_at is None
    for game in (on, waits):
        game.refresh_from_db()
        assert (game.status, game.waiting) == ("void", "called off: its season was cancelled")
    hosted.take_answer()
    hosted.write(threading.Event())
    assert on.answers.count() == answers, "what its host writes afterwards is refused"
    assert [fixture.game_id for fixture in season.fixtures.order_by("number")][2:] == [on.pk]
    assert {player: rows for player, *rows in careers()} == without
    assert Standing.objects.filter(season=season).exists(), "on its own page it is told"
    assert all(
        version > documents.get(player, 0) for player, version in Document.objects.values_list("player", "version")
    )
    assert_sums_agree()
    sweep(now=timezone.now())
    play_all(on_finished=conclude)
    assert told(season)[0] == "cancelled"
    assert Game.objects.exclude(status__in=Game.OVER).count() == 0


def careers() -> list[Any]:
    rows = Career.objects.order_by("player", "rated", "ruleset", "team", "role")
    summed: dict[int, int] = {}
    for player, games in rows.filter(ruleset="", role="").values_list("player", "games"):
        summed[player] = summed.get(player, 0) + games
    return sorted(summed.items())


def test_what_was_finished_and_not_counted_when_it_was_cancelled_counts_nowhere_either() -> None:
    season = started()
    played(season, 1)
    play_all()  # nobody is told of their ends
    assert season.fixtures.filter(recorded_at__isnull=True, game__status="finished").exists()

    end_now(cancel_season, season)
    sweep(now=timezone.now())
    count_rest(season=season)

    assert not season.fixtures.filter(recorded_at__isnull=True).exists()
    assert not Career.objects.exists()
    assert_sums_agree()


@BOTH
def test_two_who_do_it_at_once_do_it_once(end: Ending) -> None:
    season = started()
    played(season, 1)
    together, outcomes = threading.Barrier(2), list[str]()

    def click(by: str) -> None:
        mine = Season.objects.get(pk=season.pk)
        together.wait(at_most(10))
        try:
            end(season=mine, now=timezone.now(), by=by, reason=WHY)
            outcomes.append(by)
        except WrongSeason as error:
            outcomes.append(error.field)

    for thread in [in_thread(click, by) for by in ("ann", "ben")]:
        thread.join(at_most(60))

    assert len(outcomes) == 2
    assert outcomes.count("status") == 1
    assert told(season)[1] in outcomes
    with pytest.raises(WrongSeason, match="status: "):
        end_now(end, season)


@BOTH
def test_a_reason_is_wanted(end: Ending) -> None:
    season = started()
    with pytest.raises(WrongSeason, match="reason: say why"):
        end(season=season, now=timezone.now(), by="ann", reason="  ")
    season.refresh_from_db()
    assert (season.status, season.ended_at) == ("running", None)


@BOTH
@pytest.mark.parametrize("games", [24])
def test_a_season_that_is_played_by_a_host_ends_while_it_plays(end: Ending, games: int) -> None:
    season = started(games=games, pace=0.0, lag=8)
    open_due_fixtures(now=timezone.now(), season=season)
    stopping, errors = threading.Event(), list[Exception]()

    def host() -> None:
        try:
            while not stopping.is_set():
                play_all(slice_seconds=5, stopping=stopping, on_finished=conclude)
                sweep(now=timezone.now())
        except Exception as error:  # noqa: BLE001  (whatever it is, the test is to show it)
            errors.append(error)

    thread = in_thread(host)
    until(lambda: season.fixtures.filter(recorded_at__isnull=False).count() >= 3)
    end_now(end, season)
    over = ("finished", "cancelled")
    until(lambda: Season.objects.filter(pk=season.pk, status__in=over).exists())
    until(lambda: not Game.objects.exclude(status__in=Game.OVER).exists())
    stopping.set()
    thread.join(at_most(60))
    sweep(now=timezone.now())
    count_rest(season=season)

    assert errors == []
    assert told(season)[0] == ("finished" if end is finish_early else "cancelled")
    recorded = season.fixtures.filter(recorded_at__isnull=False).count()
    assert 3 <= recorded <= games
    assert sum(each.games for each in season.standings.all()) == 6 * recorded
    assert Career.objects.exists() == (end is finish_early)
    assert_sums_agree()


def test_finished_early_it_calls_off_what_waits_for_its_cap_and_waits_for_what_somebody_paused() -> None:
    season = started(lag=3)
    open_due_fixtures(now=timezone.now(), season=season)
    broke, held, unbegun = Game.objects.filter(fixture__season=season).order_by("fixture__number")
    now = timezone.now()
    Game.objects.filter(pk=broke.pk).update(status="running", started_at=now, waiting=shortage("season"))
    Game.objects.filter(pk=held.pk).update(status="running", started_at=now)
    pause_season(season=season)
    pause_game(game=held)

    end_now(finish_early, season)

    assert told(season)[0] == "running"
    assert {game.pk: Game.objects.get(pk=game.pk).status for game in (broke, held, unbegun)} == {
        broke.pk: "void",
        held.pk: "paused",
        unbegun.pk: "void",
    }
    with pytest.raises(WrongSeason, match="finished early by ann"):
        end_now(finish_early, season)
    void_game(game=Game.objects.get(pk=held.pk))
    open_due_fixtures(now=now)
    assert told(season)[0] == "finished", "what is set aside by then is tried no more"
    assert season.fixtures.count() == 0


@BOTH
def test_a_twin_plays_what_its_first_has_played_and_ends(end: Ending) -> None:
    first = started()
    played(first, 2)
    twin, late = (create_twin(first=first, slug=slug, memory="off") for slug in ("again", "late"))
    start_season(season=twin, now=timezone.now())
    assert twin.fixtures.count() == 6

    end_now(end, first)
    start_season(season=late, now=timezone.now())
    for _ in range(3):
        open_due_fixtures(now=timezone.now())
        play_all(on_finished=conclude)
    sweep(now=timezone.now())

    for each in (twin, late):
        each.refresh_from_db()
        assert (each.status, each.ended_at) == ("finished", None)
        assert each.fixtures.filter(recorded_at__isnull=False).count() == each.fixtures.count() == 2
    assert_sums_agree()


def test_a_season_that_was_announced_is_cancelled_and_none_that_is_a_draft_or_over() -> None:
    draft, announced, finished = a_draft("one"), a_draft("two"), started("three", games=1)
    announce_season(season=announced, now=timezone.now())
    end_now(finish_early, finished)

    end_now(cancel_season, announced)

    assert told(announced)[0] == "cancelled"
    assert announced.started_at is None
    for season in (draft, finished, announced):
        with pytest.raises(WrongSeason, match="only an announced, running or paused season can be cancelled"):
            end_now(cancel_season, season)
    with pytest.raises(WrongSeason, match="only a running or paused season can be finished early"):
        end_now(finish_early, draft)


@BOTH
def test_slots_to_come_go_with_the_games_and_those_that_were_missed_are_skipped(end: Ending) -> None:
    season = started()
    now = timezone.now()
    calendar = make_calendar(season=season, weekdays="1234567", times="18:00", time_zone="UTC")
    to_come = make_slot(calendar=calendar, due_at=now + timedelta(days=2), opened_at=now)
    owed = make_slot(calendar=calendar, due_at=now - timedelta(days=2), late_why="nobody looked", day="2026-01-03")
    Fixture.objects.filter(season=season, number=1).update(slot=to_come)

    end_now(end, season)

    assert not Slot.objects.filter(pk=to_come.pk).exists()
    owed.refresh_from_db()
    assert owed.skipped_at is not None
    assert owed.late_why == "nobody looked"


def test_when_all_is_over_the_secret_is_told_and_draws_the_seeds_that_were_played(client: Client) -> None:
    season, other = started(), started("autumn")
    done = played(season, 2)
    told_before = [client.get(f"{each}seasons/{season.slug}/") for each in ("/", "/api/v1/")]
    end_now(finish_early, season)

    page, told = (client.get(f"{each}seasons/{season.slug}/") for each in ("/", "/api/v1/"))
    secret, commitment = told.json()["secret"], told.json()["commitment"]
    assert [secret in each.content.decode() for each in (*told_before, page)] == [False, False, True]
    assert told_before[1].json()["commitment"] == commitment == sha256(secret.encode()).hexdigest()
    seeds = [hmac.new(secret.encode(), str(number).encode(), sha256).hexdigest()[:32] for number in (1, 2)]
    assert [game.seed for game in done] == seeds
    assert client.get(f"/api/v1/seasons/{other.slug}/").json()["secret"] == ""


def test_what_has_been_deleted_meanwhile_is_started_in_no_way() -> None:
    draft, other = a_draft(), a_draft("autumn")
    Season.objects.get(pk=draft.pk).delete()
    with pytest.raises(WrongSeason, match="spring has been deleted"):
        start_season(season=draft, now=timezone.now())
    assert start_season(season=other, now=timezone.now()).status == "running"


@BOTH
def test_why_it_was_ended_is_told_and_who_did_to_staff_alone(client: Client, end: Ending) -> None:
    for slug, by, said in (("spring", "ann", "by ann"), ("autumn", "command line", "at the command line")):
        season = end(season=started(slug), now=timezone.now(), by=by, reason=WHY)
        page = client.get(f"/seasons/{slug}/").content.decode()
        assert f"{'inished early' if end is finish_early else 'ancelled'} by an operator: The pro" in page
        assert "None of its games was played." in page
        assert said not in page
        assert season.told_ended_by == said
