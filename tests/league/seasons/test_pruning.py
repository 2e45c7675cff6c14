"""What of a season may go: said before, done some games at a time, an act; and what stays as it was."""

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.utils import timezone
from pytest_django import Settings

from games.directing.verbs import prune_games
from games.hosting.verbs import replay_game
from games.ledger.archive import log_path
from games.models import Answer, Call, CallRecord, CallText, Game
from league.access.acts import COMMAND_LINE
from league.models import Act, Bill, Outcome, Season, Standing, Weight
from league.results.figures import count_rest
from league.results.refolding import refold_season
from league.results.weights import weigh_season, weigh_seasons
from league.seasons.making.checking import WrongSeason
from league.seasons.playing.running import run_season
from league.seasons.pruning import Wanted, foresee_pruning, prune_season
from tests.factories import make_call, make_finished_game, make_fixture, make_season
from tests.league.seasons.series.staging import first_season

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db(transaction=True), pytest.mark.long(40)]
EVERYTHING = Wanted(days=30)


@pytest.fixture
def logs(settings: Settings, tmp_path: Path) -> Path:
    settings.LEAGUE_DATA_DIR, settings.LEAGUE_LOGS = tmp_path, True
    assert configured.LEAGUE_LOGS
    return tmp_path / "logs"


def played(slug: str, *, days: int) -> Season:
    """A season of the house whose two games were over so many days ago; a model was asked in each of them."""
    season = first_season(slug, now=timezone.now())
    run_season(season=season, stopping=threading.Event(), tell=lambda stand: None)
    count_rest(season=season)
    ago = timedelta(days=days)
    for game in Game.objects.filter(terms__season=slug):
        end = {"started_at": game.started_at - ago, "finished_at": game.finished_at - ago}
        Game.objects.filter(pk=game.pk).update(**end)
        call = make_call(game=game, status="answered", said="I vote.", cost=1, billed=True, input_tokens=7)
        CallRecord.objects.create(call=call, request="{}", response="I vote.")
        CallText.objects.create(game=game, digest="ab" * 32, text="The rules.")
    season.refresh_from_db()
    return season


def stand(season: Season) -> list[Any]:
    """All that results and bills say of a season."""
    rows = [*Standing.objects.filter(season=season).order_by("pk").values()]
    rows += [*Outcome.objects.filter(season=season).values(), *Bill.objects.order_by("pk").values()]
    return [*rows, *Call.objects.order_by("pk").values_list("cost", "input_tokens", "status")]


def left(slug: str, folder: Path) -> tuple[int, int, int, int]:
    """How many records and texts of calls, thoughts and files there are of a season."""
    games = Game.objects.filter(terms__season=slug)
    return (
        CallRecord.objects.filter(call__game__in=games).count() + CallText.objects.filter(game__in=games).count(),
        Call.objects.filter(game__in=games).exclude(said="").count(),
        Answer.objects.filter(game__in=games).exclude(thought="").count(),
        len(list((folder / slug).glob("*.json"))),
    )


def prune(season: Season, wanted: Wanted = EVERYTHING, **given: Any) -> Any:
    return prune_season(season=season, wanted=wanted, by=COMMAND_LINE, now=timezone.now(), **given)


def test_what_goes_is_said_before_and_then_goes_of_one_season_and_no_other(logs: Path) -> None:
    spring, _ = played("spring", days=40), played("autumn", days=40)
    before, thoughts = left("autumn", logs), left("spring", logs)[2]
    refold_season(season=spring, now=timezone.now(), by=COMMAND_LINE)  # what was asked in them came afterwards
    results = stand(spring)
    games = list(Game.objects.filter(terms__season="spring"))

    foreseen = foresee_pruning(season=spring, wanted=EVERYTHING, now=timezone.now())
    assert [(heap.kind, heap.games, heap.rows) for heap in foreseen.heaps] == [
        ("words", 2, 4), ("thoughts", 2, thoughts), ("logs", 2, 2),
    ]  # fmt: skip
    assert thoughts > 0
    assert len(foreseen.loses) == 3
    assert left("spring", logs) == (4, 2, thoughts, 2)

    steps: list[tuple[int, int]] = []
    gone = prune(spring, reason="The disk.", tell=lambda done, of: steps.append((done, of)))

    assert left("spring", logs) == (0, 0, 0, 0)
    assert left("autumn", logs) == before
    assert gone.heaps == {heap.kind: (heap.rows, heap.bytes) for heap in foreseen.heaps}
    assert steps == [(2, 2)]
    assert stand(spring) == results
    assert refold_season(season=spring, now=timezone.now(), by=COMMAND_LINE).is_identical
    assert all(replay_game(game=game).is_identical for game in games)
    act = Act.objects.get(verb="prune")
    assert (act.name, act.reason, act.after["games"], act.after["days"]) == ("spring", "The disk.", 2, 30)


def test_done_twice_or_by_two_nothing_more_goes_and_no_second_act_is_written(logs: Path) -> None:
    spring = played("spring", days=40)
    games = list(Game.objects.filter(terms__season="spring").values_list("pk", flat=True))
    prune(spring)

    again = prune(spring)
    other = prune_games(games=games, kinds=("words", "thoughts", "logs"), now=timezone.now())  # had read before

    assert (again.bytes, again.told) == (0, "nothing was left to go")
    assert not any(heap.rows for heap in other.values())
    assert Act.objects.filter(verb="prune").count() == 1
    assert foresee_pruning(season=spring, wanted=EVERYTHING, now=timezone.now()).is_nothing


def test_who_is_stopped_halfway_leaves_the_rest_to_the_next(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spring = played("spring", days=40)
    monkeypatch.setattr("league.seasons.pruning.AT_ONCE", 1)

    class Killed(BaseException):
        """The process is gone."""

    def kill(done: int, of: int) -> None:
        raise Killed

    assert left("spring", logs)[0] == 4
    with pytest.raises(Killed):
        prune(spring, tell=kill)
    assert left("spring", logs)[0] == 2
    assert Act.objects.filter(verb="prune").count() == 1

    rest = prune(spring, seconds=0)
    assert (rest.games, rest.left, left("spring", logs)) == (1, 0, (0, 0, 0, 0))


def test_a_request_that_has_no_more_time_says_how_many_are_left(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spring = played("spring", days=40)
    monkeypatch.setattr("league.seasons.pruning.AT_ONCE", 1)

    gone = prune(spring, seconds=0)

    assert gone.left == 1
    assert gone.told.endswith("1 games are left, and it goes on when it is done again")


def test_only_what_was_asked_for_goes_of_games_that_were_over_for_so_long(logs: Path) -> None:
    spring, late = played("spring", days=40), played("late", days=3)
    words, said, thoughts, _ = left("spring", logs)

    prune(spring, Wanted(("logs",), 30))
    prune(late, Wanted(days=30))

    assert left("spring", logs) == (words, said, thoughts, 0)
    assert left("late", logs)[3] == 2
    prune(spring, Wanted(("thoughts",), 40))
    assert left("spring", logs) == (words, said, 0, 0)


def test_a_season_says_for_how_long_where_nobody_else_does() -> None:
    spring, for_good = make_season(status="running", started_at=timezone.now(), keep=7), make_season(keep=None)
    for_good.status = "running"

    assert foresee_pruning(season=spring, wanted=Wanted(), now=timezone.now()).days == 7
    for wanted, field in ((Wanted(), "days"), (Wanted(("bills",), 1), "kinds"), (Wanted((), 1), "kinds")):
        with pytest.raises(WrongSeason) as refused:
            prune(for_good, wanted)
        assert refused.value.field == field
    with pytest.raises(WrongSeason, match="has not begun"):
        prune(make_season(), EVERYTHING)


def test_a_game_that_is_not_counted_or_billed_yet_or_has_just_ended_is_not_touched() -> None:
    season = make_season(status="running", started_at=timezone.now())
    long_ago = timezone.now() - timedelta(days=90)
    uncounted = make_finished_game(started_at=long_ago, finished_at=long_ago, terms={"season": season.slug})
    make_fixture(season=season, game=uncounted)
    Answer.objects.create(
        game=uncounted, poll=1, seat=0, kind="vote", digest="ab", answer={}, thought="Hm.", at=long_ago
    )

    assert foresee_pruning(season=season, wanted=EVERYTHING, now=timezone.now()).is_nothing
    assert prune(season).bytes == 0
    assert Answer.objects.get().thought == "Hm."


def test_a_season_is_weighed_by_some_of_its_games_and_says_so(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played("spring", days=1)
    played("autumn", days=1)
    now = timezone.now()
    assert set(weigh_seasons(now=now)) == {"spring", "autumn", "-"}
    whole = {row.kind: row.rows for row in Weight.objects.filter(season="spring")}
    assert whole["events"] > 0
    assert (whole["words"], whole["calls"], whole["logs"]) == (4, 2, 2)
    assert weigh_seasons(now=now + timedelta(hours=1)) == []

    monkeypatch.setattr("league.results.weights.chosen_of", lambda games, most=1: list(games)[:1])
    weigh_season(slug="spring", now=now)

    row = Weight.objects.get(season="spring", kind="words")
    assert (row.games, row.weighed, row.rows) == (2, 1, 4)
    assert log_path(Game.objects.filter(terms__season="spring")[0]).exists()
