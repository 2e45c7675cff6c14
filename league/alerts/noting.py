"""What is wrong, in rows: opened when it is seen, closed when it is gone; and what of it is due to whom. Law: a thing
that is wrong has one open row, whoever looks. It is told once it has held for its grace, again after the addressee's
repeat, and once when it is over; a cap is told at 80 % and when it is reached, each once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Q

from league.models import Addressee, Alert, Telling
from league.models.alert import LONGEST_KEY
from league.queries.upkeep.wrong import Kind, Wrong

# How long a thing has held before anybody is told: what mends itself within that is nobody's business.
GRACE: Final[Mapping[str, timedelta]] = {
    Kind.NOBODY_PLAYS: timedelta(minutes=1),
    Kind.BEAT_SILENT: timedelta(minutes=1),
    Kind.MESSAGES_UNTAKEN: timedelta(minutes=1),
    Kind.PROCESS_LOST: timedelta(minutes=2),
    Kind.GAMES_UNBEGUN: timedelta(minutes=1),
    Kind.PROVIDER_FAILING: timedelta(minutes=1),
    Kind.SEASON_LATE: timedelta(minutes=2),
    Kind.SERIES_WAITING: timedelta(minutes=2),
    Kind.GAME_HELD_UP: timedelta(minutes=5),
}
AT_ONCE: Final = timedelta(0)
GONE: Final = timedelta(seconds=50)  # unseen for so long it is over: two looks
ONCE: Final = (Kind.CAP_NEAR, Kind.CAP_REACHED)  # never told again while they last
LATE: Final = timedelta(days=2)  # so long what was over before it could be told is told yet
KEPT: Final = timedelta(days=30)  # so long rows stay of what is over


class State(StrEnum):
    """What is told of a thing: that it has begun, that it is still so, that it is over."""

    BEGUN = "begun"
    STILL = "still"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be told of an alert, and what of it was told before."""

    alert: Alert
    state: State
    telling: Telling | None


def note_wrong(*, wrong: Sequence[Wrong], now: datetime) -> None:
    """Brings the rows up to what is wrong now."""
    seen = {each.key[:LONGEST_KEY]: each for each in wrong}
    with transaction.atomic():
        there = {row.key: row for row in Alert.objects.filter(over_at__isnull=True)}
        Alert.objects.bulk_create(
            [_noted(Alert(key=key, begun_at=now), each, now) for key, each in seen.items() if key not in there],
            ignore_conflicts=True,
        )
        lasting = [_noted(row, seen[key], now) for key, row in there.items() if key in seen]
        Alert.objects.bulk_update(lasting, ["told", "cure", "url", "since", "seen_at"])
        passed = [row.pk for key, row in there.items() if key not in seen and _is_passed(row, seen)]
        gone = [row.pk for key, row in there.items() if key not in seen and row.seen_at <= now - GONE]
        Alert.objects.filter(pk__in={*passed, *gone}, over_at__isnull=True).update(over_at=now)
        Telling.objects.filter(alert__in=passed, over_at__isnull=True).update(over_at=now)
        Alert.objects.filter(over_at__lt=now - KEPT).delete()


def _noted(row: Alert, wrong: Wrong, now: datetime) -> Alert:
    row.kind, row.about, row.seen_at = str(wrong.kind), wrong.about[:280], now
    row.told, row.cure, row.url, row.since = wrong.told, wrong.cure, wrong.url[:500], wrong.since
    return row


def _is_passed(row: Alert, seen: Mapping[str, Wrong]) -> bool:
    """Whether a cap was nearly reached and is reached by now: that is told, and not that the former is over."""
    return row.kind == Kind.CAP_NEAR and f"{Kind.CAP_REACHED}:{row.about}" in seen


def due_for(addressee: Addressee, *, now: datetime) -> list[Due]:
    """What is to be told to somebody now, the oldest first. Two queries."""
    begins = max(addressee.told_from, now - LATE)
    half_told = Telling.objects.filter(addressee=addressee, over_at__isnull=True)
    alerts = Alert.objects.filter(
        Q(over_at__isnull=True) | Q(over_at__gte=begins) | Q(pk__in=half_told.values("alert"))
    ).order_by("begun_at", "pk")
    if addressee.kinds:
        alerts = alerts.filter(kind__in=addressee.kinds)
    found = [each for each in alerts if not (each.kind == Kind.ALERTS_UNSENT and each.about == addressee.slug)]
    tellings = {each.alert_id: each for each in Telling.objects.filter(addressee=addressee, alert__in=found)}
    stated = ((each, tellings.get(each.pk)) for each in found)
    return [
        Due(alert, state, telling)
        for alert, telling in stated
        if (state := _state(alert, telling, addressee, now)) is not None
    ]


def _state(alert: Alert, telling: Telling | None, addressee: Addressee, now: datetime) -> State | None:
    """What is to be told of it; None for nothing."""
    if telling is None:
        held = (alert.seen_at if alert.over_at else now) - alert.begun_at
        if held < GRACE.get(alert.kind, AT_ONCE):
            return None
        if alert.over_at is None:
            return State.BEGUN
        return None if alert.kind == Kind.CAP_NEAR else State.OVER  # late rather than never
    if telling.over_at is not None:
        return None
    if alert.over_at is not None:
        return State.OVER
    again = addressee.repeat and alert.kind not in ONCE
    return State.STILL if again and telling.last_at + timedelta(minutes=addressee.repeat) <= now else None
