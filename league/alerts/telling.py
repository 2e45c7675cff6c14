"""Telling each what is due to it, once. Law: nothing is sent within a transaction. Whoever looks takes the watch, and
who tells somebody has claimed it first, both by a conditional UPDATE; what was told is written as soon as it is sent.

So what a killed process had not sent is sent by the next, a little later. What it had sent and not written is sent
again: a message comes twice where a process is killed between the two, or where a server took it and did not say so in
time.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.hosting.keeping import Owner
from games.process.trouble import in_a_line, rest_after
from league.access.acts import Actor, record_act
from league.alerts.noting import Due, State, due_for, note_wrong
from league.alerts.sending import Parcel, send_all
from league.alerts.wording import thing_of, trial_of
from league.models import Addressee, Telling, Watch
from league.queries.upkeep.wrong import wrong_now

logger = structlog.get_logger(__name__)
WATCH: Final = "alerts"
TURN: Final = timedelta(seconds=25)  # that nobody else looks
BUSY: Final = timedelta(seconds=90)  # that nobody else tells the same; longer than anything is waited for
MOST_THINGS: Final = 50  # in one message


def look(*, now: datetime) -> bool:
    """Looks whether anything is wrong and tells who is to be told, where it is this process's turn and there is
    anybody. Whether it has looked."""
    if not Addressee.objects.filter(is_active=True).exists() or not take_watch(owner=Owner.here(), now=now):
        return False
    note_wrong(wrong=wrong_now(now=now), now=now)
    tell_all(now=now)
    return True


def take_watch(*, owner: str, now: datetime) -> bool:
    """Whether it is the caller's turn to look; if so, it is nobody else's for a while."""
    free = Watch.objects.filter(name=WATCH, until__lte=now)
    if free.update(owner=owner[:160], until=now + TURN):
        return True
    if Watch.objects.filter(name=WATCH).exists():
        return False
    Watch.objects.bulk_create([Watch(name=WATCH, until=now)], ignore_conflicts=True)
    return bool(free.update(owner=owner[:160], until=now + TURN))


def tell_all(*, now: datetime) -> int:
    """Tells everybody what is due; returns how many were told."""
    resting = Q(next_try_at__gt=now) | Q(busy_until__gt=now)
    claimed = [
        (each, due)
        for each in Addressee.objects.filter(is_active=True).exclude(resting)
        if (due := claim(addressee=each, now=now))
    ]
    if not claimed:
        return 0
    parcels = [Parcel(addressee, [thing_of(each) for each in due]) for addressee, due in claimed]
    if settings.POSTGRESQL:
        connection.close()  # no connection is held while a server thinks
    outcomes = send_all(parcels, now=now)
    at = timezone.now()
    for (addressee, due), why in zip(claimed, outcomes, strict=True):
        if why:
            note_failure(addressee=addressee, why=why, now=at)
        else:
            note_sent(addressee=addressee, due=due, now=at)
    return outcomes.count("")


def claim(*, addressee: Addressee, now: datetime) -> list[Due]:
    """What is due to somebody, for the caller alone to tell; nothing where another does."""
    if not due_for(addressee, now=now):
        return []
    free = Addressee.objects.filter(pk=addressee.pk, is_active=True)
    free = free.filter(Q(busy_until__isnull=True) | Q(busy_until__lte=now))
    if not free.update(busy_until=now + BUSY):
        return []
    due = due_for(addressee, now=now)[:MOST_THINGS]  # as it is now: another may have told it in between
    if not due:
        Addressee.objects.filter(pk=addressee.pk).update(busy_until=None)
    return due


def note_sent(*, addressee: Addressee, due: Sequence[Due], now: datetime) -> None:
    """Writes down what somebody was told."""
    with transaction.atomic():
        if not Addressee.objects.filter(pk=addressee.pk).update(
            busy_until=None, sent_at=now, failures=0, error="", next_try_at=None
        ):
            return  # it was deleted meanwhile
        first = [each.alert.pk for each in due if each.telling is None and each.state != State.OVER]
        late = [each.alert.pk for each in due if each.telling is None and each.state == State.OVER]
        given = {"addressee_id": addressee.pk, "begun_at": now, "last_at": now}
        rows = [Telling(alert_id=key, **given) for key in first]
        rows += [Telling(alert_id=key, over_at=now, **given) for key in late]
        Telling.objects.bulk_create(rows, ignore_conflicts=True)
        known = Telling.objects.filter(addressee=addressee.pk)
        again = [each.alert.pk for each in due if each.telling is not None]
        over = [each.alert.pk for each in due if each.telling is not None and each.state == State.OVER]
        known.filter(alert__in=again).update(last_at=now, times=F("times") + 1)
        known.filter(alert__in=over).update(over_at=now)


def note_failure(*, addressee: Addressee, why: str, now: datetime) -> None:
    """Writes down that somebody could not be told; it rests, each time longer."""
    logger.warning("alerts could not be sent", to=addressee.slug, why=why, times=addressee.failures + 1)
    Addressee.objects.filter(pk=addressee.pk).update(
        busy_until=None,
        failures=F("failures") + 1,
        error=in_a_line(why),
        next_try_at=now + rest_after(addressee.failures + 1),
    )


def try_addressee(*, by: Actor, addressee: Addressee, now: datetime, reason: str = "") -> str:
    """Sends somebody a trial; returns why it was not sent, "" where it was. An act, whatever came of it. Asks the
    network: not for a transaction."""
    (why,) = send_all([Parcel(addressee, [trial_of(slug=addressee.slug, now=now)])], now=now)
    with transaction.atomic():
        rows = Addressee.objects.filter(pk=addressee.pk)
        if why:
            rows.update(failures=F("failures") + 1, error=in_a_line(why))
        else:
            rows.update(sent_at=timezone.now(), failures=0, error="", next_try_at=None)
        record_act(by=by, verb="try out", row=addressee, after={"outcome": why or "sent"}, reason=reason)
    return why
