"""Seasons with a calendar, and a clock for them that the test moves: what was due is played, as hosts would."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.hosting.leases import claim_game, claimable
from games.models import Game
from league.calendars.changing import Timing, change_timing
from league.calendars.plans import read_dates, read_start, read_times, read_weekdays
from league.calendars.turns import GRACE
from league.models import Calendar, Season, Slot
from league.results.standings import record_missing_results
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import make_roster

SWEEP = timedelta(seconds=15)


def calendar_row(
    *, times="18:00", days="mon-fri", zone="Europe/Berlin", blackouts="", missed="catch_up", start=""
) -> Calendar:
    return Calendar(
        weekdays=read_weekdays(days),
        times=read_times(times),
        time_zone=zone,
        blackouts=read_dates(blackouts),
        missed=missed,
        starts_at=read_start(start, zone),
    )


def season_with(*, now: datetime, at_once: int | None = None, started: bool = True, fields=None, **said) -> Season:
    """A season with a calendar, by default on weekdays at 18:00 in Berlin."""
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 6, "pace": 0}
    given |= {"players": make_roster(), "memory": "off"} | (fields or {})
    season = create_season(**given)
    season = change_timing(season=season, wanted=Timing(calendar_row(**said), at_once, season.pace), now=now)
    return start_season(season=season, now=now) if started else season


@dataclass
class World:
    """A league whose clock is moved by the test. While `is_swept` somebody looks every 15 seconds; while `is_hosted`
    hosts begin what is due, and each game lasts as long as said."""

    now: datetime
    lasts: timedelta = timedelta(minutes=10)
    is_swept: bool = True
    is_hosted: bool = True
    begun: dict[int, datetime] = field(default_factory=dict)

    def until(self, moment: datetime) -> None:
        """Lets the time pass, from one thing that happens to the next; whoever sweeps looked a little before, too."""
        self.happen()
        while self.now < moment:
            upcoming = min([moment, *self.next_moments()])
            if self.is_swept and upcoming - SWEEP > self.now:
                self.now = upcoming - SWEEP
                self.happen()
            self.now = upcoming
            self.happen()

    def next_moments(self) -> list[datetime]:
        """When something happens next: a game is due or over, or a slot may have been missed."""
        waiting = Game.objects.filter(status="scheduled", due_at__gt=self.now).values_list("due_at", flat=True)
        ends = [at + self.lasts for at in self.begun.values()]
        half = self.now.replace(minute=30 * (self.now.minute // 30), second=0, microsecond=0) + timedelta(minutes=30)
        seen = [half + GRACE, half + 2 * GRACE] if self.begun and self.is_swept else []
        return [at for at in [*waiting, *ends, *seen] if at > self.now]

    def happen(self) -> None:
        over = [pk for pk, at in self.begun.items() if at + self.lasts <= self.now]
        for pk in over:
            self.end(pk)
        if self.is_swept or over:
            open_due_fixtures(now=self.now)
        if self.is_hosted:
            while claimable(self.now).filter(status="scheduled").exists():
                lease = claim_game(owner="tests", now=self.now)
                assert lease is not None
                self.begun[lease.game_id] = self.now

    def end(self, pk: int) -> None:
        """A game is over, and its result is counted."""
        free = {"lease_owner": None, "lease_expires_at": None}
        Game.objects.filter(pk=pk).update(
            status="finished", winner="town", hash="ab" * 32, finished_at=self.now, **free
        )
        del self.begun[pk]
        record_missing_results(now=self.now)


def played(season: Season) -> list[tuple[str, list[int], datetime]]:
    """What was played, slot by slot: the wall time, the numbers of its games, when the first of them began."""
    found = []
    for slot in Slot.objects.filter(calendar__season=season, opened_at__isnull=False).order_by("due_at", "day", "time"):
        games = list(slot.fixtures.filter(game__started_at__isnull=False).order_by("number"))
        if games:
            began = min(each.game.started_at for each in games)
            found.append((f"{slot.day} {slot.time:%H:%M}", [each.number for each in games], began))
    return found
