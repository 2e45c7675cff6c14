"""What was told of alerts, to be read: who is told and how that goes, and what was told within the day. It writes
nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from league.models import Addressee, Alert, Telling

A_DAY: Final = timedelta(days=1)
MOST_TOLD: Final = 50
NOT_TOLD: Final = "nobody yet"


@dataclass(frozen=True, slots=True)
class Told:
    """Something that is or was wrong within the day: since when, until when, and who was told of it when."""

    alert: Alert
    to: tuple[Telling, ...]

    @property
    def since(self) -> datetime:
        """Since when it is wrong, as far as that is known."""
        return self.alert.since or self.alert.begun_at


def alerts_told(*, now: datetime) -> tuple[Told, ...]:
    """What somebody was told within the day, what is not over first, then the newest. Two queries."""
    recent = Telling.objects.filter(last_at__gte=now - A_DAY)
    rows = Alert.objects.filter(pk__in=recent.values("alert")).order_by("-begun_at", "-pk")
    tellings = Telling.objects.select_related("addressee").order_by("addressee__slug")
    to: dict[int, list[Telling]] = {}
    found = list(rows[:MOST_TOLD])
    for each in tellings.filter(alert__in=found):
        to.setdefault(each.alert_id, []).append(each)
    told = [Told(row, tuple(to.get(row.pk, ()))) for row in found]
    return tuple(sorted(told, key=lambda each: each.alert.over_at is not None))


def told_as_json(told: Told) -> dict[str, Any]:
    """The same as the API and the command line tell it."""
    alert = told.alert
    return {
        "kind": alert.kind,
        "about": alert.about,
        "key": alert.key,
        "told": alert.told,
        "cure": alert.cure,
        "since": told.since,
        "over_at": alert.over_at,
        "to": [
            {
                "addressee": each.addressee.slug,
                "first_at": each.begun_at,
                "last_at": each.last_at,
                "times": each.times,
                "over_at": each.over_at,
            }
            for each in told.to
        ],
    }


def addressees_told() -> tuple[Addressee, ...]:
    """Who is told of alerts, by slug. One query."""
    return tuple(Addressee.objects.order_by("slug"))
