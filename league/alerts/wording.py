"""Alerts in words: the mail and the body of a webhook. Law: nothing is said that `wrong_now` does not say; what came
from outside is text, in one line, and never a header.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from league.alerts.noting import Due, State
from league.queries.upkeep.wrong import Kind

SCHEMA: Final = "1"
LONGEST_TITLE: Final = 120
OF_SEASONS: Final[Mapping[str, str]] = {
    Kind.SEASON_STOPPED: " is paused",
    Kind.SEASON_LATE: " was to begin",
}  # behind their names
TRIAL: Final = "trial"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is told: `since` is since when it is so, of what is over since when that is."""

    kind: str
    key: str
    state: State
    told: str
    cure: str
    since: datetime
    path: str
    wrong_since: datetime

    @property
    def url(self) -> str:
        """Where more is told: a whole address where LEAGUE_URL says where the site is, else its path."""
        return f"{settings.LEAGUE_URL}{self.path or reverse('desk')}"

    @property
    def title(self) -> str:
        """What it is, in a few words: its sentence up to the reason."""
        told = self.told.partition(": ")[0].partition(", ")[0].rstrip(".")
        if (behind := OF_SEASONS.get(self.kind, "")) and behind in self.told:
            name = self.told.partition(behind)[0]
            told = f"{name}{behind}" if name.startswith("Season ") else f"Season {name}{behind}"
        return told if len(told) <= LONGEST_TITLE else f"{told[: LONGEST_TITLE - 1]}…"


def thing_of(due: Due) -> Thing:
    """What is told of an alert."""
    alert = due.alert
    wrong_since = alert.since or alert.begun_at
    return Thing(
        kind=alert.kind,
        key=alert.key,
        state=due.state,
        told=in_line(alert.told),
        cure=in_line(alert.cure),
        since=alert.over_at if due.state == State.OVER and alert.over_at else wrong_since,
        path=alert.url,
        wrong_since=wrong_since,
    )


def trial_of(*, slug: str, now: datetime) -> Thing:
    """A trial: nothing is wrong."""
    told = f"This is a trial: {slug} is told of alerts here. Nothing is wrong with it."
    cure = "Nothing need be done."
    return Thing(TRIAL, f"{TRIAL}:{slug}", State.BEGUN, told, cure, now, "", now)


def in_line(text: str) -> str:
    """A text in one line, without what is no character."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


# --- mail ------------------------------------------------------------------------------------------------------------


def subject_of(things: Sequence[Thing]) -> str:
    """Of several the first that is wrong, and how many more there are."""
    first = next((each for each in things if each.state != State.OVER), things[0])
    how = {State.BEGUN: "", State.STILL: "Still: ", State.OVER: "Over: "}[first.state]
    more = len(things) - 1
    return f"[league] {how}{first.title}{f', and {more} more' if more else ''}"


def text_of(things: Sequence[Thing]) -> str:
    """The mail's body."""
    parts = ["\n".join(_lines(each)) for each in things]
    desk = f"{settings.LEAGUE_URL}{reverse('desk')}"
    end = (
        f"All that is wrong now: {desk}"
        if settings.LEAGUE_URL
        else f"All that is wrong now stands at {desk} of the site."
    )
    return "\n\n".join([*parts, f"-- \n{end}"]) + "\n"


def _lines(thing: Thing) -> list[str]:
    at = f"{thing.since:%Y-%m-%d %H:%M} UTC"
    if thing.state == State.OVER:
        return [f"Over since {at}; it was so since {thing.wrong_since:%Y-%m-%d %H:%M} UTC:", thing.told, thing.url]
    told = f"Still so, since {at}:" if thing.state == State.STILL else f"Since {at}:"
    return [told, thing.told, *([f"What to do: {thing.cure}"] if thing.cure else []), thing.url]


# --- webhooks --------------------------------------------------------------------------------------------------------


def body_of(things: Sequence[Thing], *, now: datetime) -> bytes:
    """The body of a webhook, as docs/operating.md has it."""
    told: dict[str, Any] = {
        "schema": SCHEMA,
        "league": settings.LEAGUE_URL,
        "sent_at": _moment(now),
        "things": [
            {
                "kind": each.kind,
                "key": each.key,
                "state": str(each.state),
                "told": each.told,
                "cure": each.cure,
                "since": _moment(each.since),
                "url": each.url,
            }
            for each in things
        ],
    }
    return json.dumps(told, ensure_ascii=False).encode()


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")
