"""A process that asks players what they learned is killed while providers think: what was chosen stays, the others are
asked once more and never again, all that was paid is in the ledger, and each game teaches each player once."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal

import pytest
from django.conf import settings
from django.utils import timezone

from games.hosting.keeping import ask_beside, leave_halls, sweep_games
from games.learning.reflecting import AT_ONCE, MOST_TRIES
from games.loopback.process import Provider
from games.models import Account, Call, Game, Reflection
from league.memories.learning import teach_players
from league.models import Learned, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.experience.lessons import memory_in
from personas.memory import current
from personas.models import MemoryRevision
from personas.roster import ensure_roster
from tests.games.stage import database_url, play_until, until
from tests.games.voices import ANTHROPIC, OPENAI, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(200)), pytest.mark.long(20)]
VOICES, HOUSE, GAMES = 5, 1, 2  # more voices in all than a process asks at once
ALL = VOICES * GAMES
ASK = """
import django
django.setup()
from django.utils import timezone
from games.hosting.keeping import ask_beside
ask_beside(purpose="reflection", now=timezone.now())
"""


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


@pytest.fixture
def season(at: Provider) -> Season:
    """One whose games are over, and about which nobody was asked yet."""
    season = create_season(
        slug="spring",
        name="Spring",
        rules=[Rules("town-mafia", VOICES + HOUSE)],
        games=GAMES,
        players=[*voices(at, OPENAI, ANTHROPIC, seats=VOICES), *ensure_roster()[VOICES : VOICES + HOUSE]],
        pace=0,
        design="rotation",
        secret="spring",  # of some nobody who is left shows a sign of which there is something to learn
    )
    start_season(season=season, now=timezone.now(), unprobed="a trial")
    open_due_fixtures(now=timezone.now(), season=season)
    play_until(lambda: Game.objects.filter(status="finished").count() == GAMES)
    return season


@contextmanager
def asking() -> Iterator["subprocess.Popen[bytes]"]:
    """A process that asks whoever is to be asked; it is killed with the block."""
    given = {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LEAGUE_BASE_URLS": ",".join(settings.LEAGUE_BASE_URLS),
    }
    process = subprocess.Popen([sys.executable, "-c", ASK], env=os.environ | given, cwd=settings.BASE_DIR)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def ask() -> int:
    """Asks whoever is to be asked here and now; how many have chosen."""
    return ask_beside(purpose=Call.Purpose.REFLECTION, now=timezone.now())


def time_passes() -> None:
    """So much that nobody waits for a call any more, and others may ask."""
    sweep_games(now=timezone.now() + timedelta(hours=1))
    Reflection.objects.filter(status=Reflection.Status.ASKED).update(asked_until=timezone.now())


def reflections(*status: str) -> int:
    return Call.objects.filter(purpose=Call.Purpose.REFLECTION, status__in=status).count()


def have_chosen() -> int:
    return Reflection.objects.filter(status=Reflection.Status.DONE).count()


def by_seat() -> Counter[tuple[str, ...]]:
    """What became of the calls of each seat, and of how many seats that is so."""
    calls: dict[tuple[int | None, int | None], list[str]] = {}
    for call in Call.objects.filter(purpose=Call.Purpose.REFLECTION).order_by("pk"):
        calls.setdefault((call.game_id, call.seat), []).append(call.status)
    return Counter(map(tuple, calls.values()))


def check_books(at: Provider, season: Season) -> None:
    """Nothing was paid that is not in the ledger, and nothing stays reserved."""
    calls = Call.objects.filter(game__fixture__season=season)
    asked = {row["client_id"]: Decimal(row["cost"]) for row in at.counter()["rows"]}
    for ident, cost in calls.values_list("ident", "cost"):
        assert cost >= asked.get(ident, Decimal(0))
    assert not calls.filter(status__in=Call.OPEN).exists()
    assert sum(Account.objects.values_list("reserved", flat=True), Decimal(0)) == 0


def check_lessons(season: Season) -> None:
    """Each game has taught each player once, and nobody has more lessons than it chose."""
    assert Learned.objects.filter(season=season).count() == GAMES * (VOICES + HOUSE)
    assert Counter(MemoryRevision.objects.values_list("player", "game_id")).most_common(1)[0][1] == 1
    chosen: Counter[int] = Counter()
    for row in Reflection.objects.select_related("seat"):
        chosen[row.seat.player_id] += len(row.chosen)
    learned = 0
    for place in season.roster.exclude(player__model__provider="house").select_related("player"):
        newest = current(place.player)
        assert newest is not None
        lessons = memory_in(newest.learned).lessons
        assert len({lesson.key for lesson in lessons}) == len(lessons) <= chosen[place.player_id]
        learned += len(lessons)
    assert learned > 0


@pytest.mark.slow
def test_who_was_being_asked_is_asked_once_more_and_what_others_chose_stays(at: Provider, season: Season) -> None:
    at.control(latency=2.0)
    with asking():
        until(lambda: have_chosen() and reflections("intended", "sent"))
    chosen = dict(Reflection.objects.filter(status="done").values_list("seat", "chosen"))
    under_way, lost = reflections("intended", "sent"), Reflection.objects.filter(status="asked").count()
    at.control(latency=0.0)
    assert chosen
    assert lost >= under_way > 0
    assert ask() == ALL - len(chosen) - lost, "of the others nobody knows yet that who asked is gone"
    assert teach_players(season=season, now=timezone.now()) < GAMES, "a game waits for them"

    time_passes()
    assert ask() == lost
    assert ask() == 0

    became = by_seat()
    assert became["orphaned", "answered"] == under_way
    # A reply may have been heard and not yet kept: it is paid, and asked for again; or nobody had called yet.
    assert became["answered",] + became["answered", "answered"] == ALL - under_way
    orphaned = Call.objects.filter(status="orphaned")
    assert all(call.cost == call.reserved > 0 for call in orphaned), "at the worst that it may have cost"
    assert chosen.items() <= dict(Reflection.objects.values_list("seat", "chosen")).items()
    check_books(at, season)
    assert teach_players(season=season, now=timezone.now()) > 0
    assert teach_players(season=season, now=timezone.now()) == 0
    check_lessons(season)


@pytest.mark.slow
def test_after_two_were_killed_nobody_is_asked_a_third_time_and_the_game_teaches_what_was_seen(
    at: Provider, season: Season
) -> None:
    at.control(latency=60.0)
    for _ in range(MOST_TRIES):
        with asking():
            until(lambda: reflections("intended", "sent") == AT_ONCE)
        time_passes()
    at.control(latency=0.0)

    assert ask() == ALL - AT_ONCE, "whose turn never came"
    time_passes()
    assert ask() == 0

    assert by_seat() == {("orphaned", "orphaned"): AT_ONCE, ("answered",): ALL - AT_ONCE}
    given_up = Reflection.objects.filter(status="nothing")
    assert list(given_up.values_list("why", flat=True)) == ["nobody was left to hear what it chose"] * AT_ONCE
    check_books(at, season)
    assert teach_players(season=season, now=timezone.now()) == GAMES, "nothing of later games waits for them"
    check_lessons(season)
