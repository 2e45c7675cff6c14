"""What an operator does to a series, each verb once: from which states, who may, what is said before and after it.
Law: site, admin, API and command line read this table and do it by carry_out(). All of it leaves an act, which is
written where it is done (league.seasons.series.changing).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from games.directing.verbs import Verb
from league.access.acts import Actor
from league.access.directing import do_recorded
from league.models import Series
from league.models.series import SeriesStatus
from league.seasons.lifecycle.states import reason_given
from league.seasons.series.changing import delete_series, end_series, pause_series, resume_series

OPEN: Final = (SeriesStatus.RUNNING, SeriesStatus.PAUSED)


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody says with a verb: why, and another cap for the whole series, in US dollars."""

    reason: str = ""
    cap_total: Decimal | None = None


Steered = Verb[Series, Actor, Given]  # is done to a series


def carry_out(*, verb: Steered, series: Series, by: Actor, now: datetime, given: Given = Given()) -> str:
    """Does a verb to a series and records it; returns what came of it, in a sentence. Raises WrongSeason, also for want
    of a reason; nothing is changed then."""
    if verb.wants:
        reason_given(given.reason)
    told = do_recorded(verb=verb, row=series, by=by, now=now, given=given, rows=[series])
    return told or f"{series.name} {verb.done}."


def verbs_of(series: Series) -> list[Steered]:
    """What can be done to a series as it is."""
    return [verb for verb in VERBS.values() if verb.is_possible(series)]


# --- the table -------------------------------------------------------------------------------------------------------


def _pause(series: Series, by: Actor, now: datetime, given: Given) -> None:
    pause_series(series=series, by=by, reason=given.reason)


def _resume(series: Series, by: Actor, now: datetime, given: Given) -> None:
    resume_series(series=series, by=by, now=now, reason=given.reason, cap_total=given.cap_total)


def _end(series: Series, by: Actor, now: datetime, given: Given) -> None:
    end_series(series=series, by=by, now=now, reason=given.reason)


def _delete(series: Series, by: Actor, now: datetime, given: Given) -> None:
    delete_series(series=series, by=by, reason=given.reason)


def _has_opened_none(series: Series) -> bool:
    return not series.opened


_VERBS: Final[tuple[Steered, ...]] = (
    Verb(
        name="pause",
        title="Pause",
        before=[SeriesStatus.RUNNING],
        confirms="No season opens until it is resumed; that under way is played on.",
        past="paused",
        done="opens no season until it is resumed; that under way is played on",
        do=_pause,
        told="open no season until it is resumed; that under way is played on",
        of="series",
        right="run_series",
        shows_why=True,
        icon="pause",
        keeps_acts=True,
    ),
    Verb(
        name="resume",
        title="Resume",
        before=[SeriesStatus.PAUSED],
        confirms="Its next season opens when it is due.",
        past="resumed",
        done="goes on",
        do=_resume,
        told="let a paused series go on",
        of="series",
        right="run_series",
        takes=["cap_total"],
        icon="play_arrow",
        keeps_acts=True,
    ),
    Verb(
        name="end",
        title="End",
        before=OPEN,
        confirms="No season opens any more, and that is for good; a season under way is played to its end.",
        past="ended",
        done="has ended; its season under way is played on",
        do=_end,
        told="open no season any more; that under way is played on",
        of="series",
        right="run_series",
        shows_why=True,
        icon="stop",
        keeps_acts=True,
    ),
    Verb(
        name="delete",
        title="Delete",
        before=tuple(SeriesStatus),
        also=_has_opened_none,
        confirms="It has opened no season. The one that it was made of stays, and is of no series then.",
        past="deleted",
        done="is deleted",
        do=_delete,
        told="delete a series that never opened one",
        of="series",
        right="delete_series",
        icon="delete",
        is_removal=True,
        keeps_acts=True,
    ),
)
VERBS: Final[Mapping[str, Steered]] = {verb.name: verb for verb in _VERBS}
