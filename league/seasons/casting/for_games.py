"""A persona by the model itself for every single game. Law: it is written before anybody is dealt a role; each place is
written for once, and kept as soon as it is written.

A fixture is drawn with the players of the roster, and each of them whose model is behind a provider is replaced by one
that the model writes for this game alone. Whoever opens fixtures does not wait for that: it is done beside the hosts, a
game ahead, by one process at a time for each fixture. A fixture is claimed by a conditional UPDATE, and whatever is
written to it needs that claim; until it is known who plays (`cast_at`) it is not opened. A persona says for which place
of which game it was written (`written_for`, unique), so one that was stored before its worker was killed is found
again, and nobody is asked twice for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Event
from typing import Any, Final

import structlog
from django.db import transaction
from django.utils import timezone

from games.gateway.errands import CannotWrite, generate_persona, longest_writing, written_before
from games.hosting.keeping import Owner
from games.process.trouble import rest_after
from league.access.acts import LEAGUE, recorded
from league.models import Fixture, Season
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.making.checking import WrongSeason
from league.seasons.pinning import pins_of
from league.seasons.schedule.attempts import places
from league.seasons.schedule.choosing import room
from personas.models import Player

logger = structlog.get_logger(__name__)
AHEAD: Final = 1  # games that are cast beside those that may be opened
MARGIN: Final = timedelta(seconds=30)  # of a claim, beside the calls that it is for
LONGEST_WAITING: Final = 170  # characters of a reason, so that the next try fits behind it


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to fill one fixture's places, until a time; it is renewed with each place."""

    fixture: Fixture
    by: str
    until: datetime

    def update(self, **fields: Any) -> bool:
        """Writes to the fixture while the claim holds; whether it did."""
        ours = Fixture.objects.filter(pk=self.fixture.pk, cast_by=self.by, cast_due_at=self.until)
        return bool(ours.update(**fields))

    def end(self, **fields: Any) -> bool:
        """Writes to the fixture and gives it back, nothing failed and nobody waits unless it is said."""
        free = {"cast_by": "", "cast_due_at": None, "cast_failures": 0, "cast_waiting": ""}
        return self.update(**free | fields)


def write_next_cast(*, now: datetime, stopping: Event, season: Season | None = None) -> Fixture | None:
    """Lets models write the personas for the next game that waits for them, in the running seasons or in this one;
    returns its fixture once it is known who plays, None when there is none or it has to wait.

    To be called where no event loop runs and outside of transactions: models may think for minutes. Between two places
    it stops when it is to.
    """
    for fixture in uncast_fixtures(now=now, season=season):
        if claim := claim_cast(fixture=fixture, now=now):
            try:
                return fixture if write_cast(claim=claim, stopping=stopping) else None
            except Exception:
                give_back(claim=claim)  # whatever it was: the game need not wait until the claim lapses
                raise
    return None


def uncast_fixtures(*, now: datetime, season: Season | None = None) -> Iterator[Fixture]:
    """The next fixtures of running seasons whose personas are still to be written and that nobody is at, in order."""
    running = Season.objects.filter(status=Season.Status.RUNNING, persona_source=Season.PersonaSource.GAME)
    for each in running.filter(pk=season.pk) if season else running:
        upcoming = each.fixtures.filter(game__isnull=True).select_related("season").order_by("number")
        for fixture in upcoming[: room(each) + AHEAD]:
            if fixture.cast_at is None and is_free(fixture, now=now):
                yield fixture


def is_free(fixture: Fixture, *, now: datetime) -> bool:
    """Whether a fixture may be claimed: nobody is at it, or nobody any more."""
    return fixture.cast_due_at is None or fixture.cast_due_at <= now or Owner(fixture.cast_by).is_gone


def claim_cast(*, fixture: Fixture, now: datetime) -> Claim | None:
    """Claims a fixture, unless somebody was faster since it was read."""
    claim = Claim(fixture, Owner.here(), now + longest_writing() + MARGIN)
    as_read = Fixture.objects.filter(
        pk=fixture.pk, cast_at__isnull=True, cast_by=fixture.cast_by, cast_due_at=fixture.cast_due_at
    )
    return claim if as_read.update(cast_by=claim.by, cast_due_at=claim.until) else None


def give_back(*, claim: Claim) -> None:
    """Lets others claim a fixture at once, whenever the claim was renewed."""
    uncast = Fixture.objects.filter(pk=claim.fixture.pk, cast_at__isnull=True, cast_by=claim.by)
    uncast.update(cast_by="", cast_due_at=None)


def write_cast(*, claim: Claim, stopping: Event) -> bool:
    """Lets models write for the places of a claimed fixture, one after another, so that no two have one name; whether
    all are written. What goes wrong is told in the fixture, and pauses the season where it will not mend by itself."""
    fixture = claim.fixture
    season, seating = fixture.season, places(fixture)
    numbers = dict(season.roster.values_list("player_id", "number"))
    pins = pins_of(season)
    sitting = Player.objects.select_related("persona", "model").in_bulk(seating)
    for seat, key in enumerate(seating):
        place = sitting[key]
        if place.model.is_offline or place.persona.written_for:
            continue
        if stopping.is_set() or not is_running(season):
            claim.end()
            return False
        for_this = f"{season.slug}/{fixture.number}/{numbers[key]}"
        others = [sitting[one] for one in seating if one != key]
        names = [each.persona.name for each in others if each.model.is_offline or each.persona.written_for]
        try:
            player = written_before(written_for=for_this, model=place.model) or generate_persona(
                model=pins.model_of(place),
                season=season.slug,
                cap=season.cap_season,
                written_for=for_this,
                table=names,
            )
        except CannotWrite as error:
            hold_up(claim=claim, why=f"{place.model.slug}: {error}", is_final=error.is_final, now=timezone.now())
            return False
        seating[seat], sitting[player.pk] = player.pk, player
        until = timezone.now() + longest_writing() + MARGIN
        if not claim.update(seating=seating, cast_due_at=until, cast_failures=0, cast_waiting=""):
            logger.warning("somebody else casts a fixture now", season=season.slug, fixture=fixture.number)
            return False
        claim, fixture.cast_failures = replace(claim, until=until), 0
        logger.info(
            "a place was written for", season=season.slug, fixture=fixture.number, player=player.player_id, seat=seat
        )
    return claim.end(cast_at=timezone.now())


def is_running(season: Season) -> bool:
    """Whether a season runs still, as the database has it now."""
    return Season.objects.filter(pk=season.pk, status=Season.Status.RUNNING).exists()


def hold_up(*, claim: Claim, why: str, is_final: bool, now: datetime) -> None:
    """Says why a fixture waits and lets it rest, longer each time; or pauses its season, and a resume tries anew."""
    fixture = claim.fixture
    logger.warning("no persona was written", season=fixture.season.slug, fixture=fixture.number, why=why)
    if not is_final:
        rest = rest_after(fixture.cast_failures + 1)
        told = f"{why[:LONGEST_WAITING]}, next try {now + rest:%H:%M} UTC"
        claim.end(cast_due_at=now + rest, cast_failures=fixture.cast_failures + 1, cast_waiting=told)
        return
    with transaction.atomic():  # or whoever comes between the two lets the model write in vain once more
        if claim.end():
            try:
                reason = f"no persona for game {fixture.number}: {why}"
                with recorded(by=LEAGUE, verb="pause", rows=[fixture.season], reason=reason):
                    pause_season(season=fixture.season, reason=reason)
            except WrongSeason as error:
                logger.info("the season is not paused for it", season=fixture.season.slug, why=str(error))
