"""The games that are held up: paused by hand, without an answer for too long, short of a budget, or set aside because
they came out otherwise; each by its name, since when and why. Law: as in games of this room, and why a game waits is
told to everybody who watches it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, F, Max, Q, When
from django.urls import reverse

from games.models import Event, Game
from league.models import Act
from league.queries.upkeep.games import game_name
from league.queries.upkeep.seasons import about
from league.seasons.schedule.holding import WITH_ITS_SEASON

MOST_HELD: Final = 40
DIVERGED: Final = "it came out otherwise when it was played again, and was set aside"
# What has not begun comes last: of those that wait for a budget there may be a hundred.
_IN_ORDER: Final = Case(When(status=Game.Status.SCHEDULED, then=1), default=0)


@dataclass(frozen=True, slots=True)
class HeldUp:
    """A game that does not go on: since when, as far as that is known, what it waits for in a word, and why."""

    public_id: str
    url: str
    name: str
    status: str
    since: datetime | None
    waits_for: str
    why: str


def held_told() -> tuple[HeldUp, ...]:
    """Those games, what began first before the others. Three queries."""
    waits = Q(status__in=(Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED)) & ~Q(waiting="")
    unsettled = Q(status=Game.Status.DIVERGED, fixture__isnull=False, fixture__recorded_at__isnull=True)
    found = Game.objects.filter(waits & ~Q(waiting=WITH_ITS_SEASON) | unsettled).select_related("fixture__season")
    found = found.order_by(_IN_ORDER, F("started_at").asc(nulls_last=True), "pk")
    games = [game for game in found[:MOST_HELD] if _about(game) != "limits"]  # those are asked as fast as they may be
    since = _since(games)
    return tuple(
        HeldUp(
            public_id=game.public_id,
            url=reverse("game", args=[game.public_id]),
            name=game_name(game),
            status=str(game.status),
            since=since.get(game.pk),
            waits_for=_about(game),
            why=(game.waiting or DIVERGED).rstrip("."),
        )
        for game in games
    )


def _about(game: Game) -> str:
    """What it waits for, in a word; a reason that somebody gave is not searched for others."""
    if game.status in (Game.Status.PAUSED, Game.Status.DIVERGED):
        return "operator" if game.status == Game.Status.PAUSED else "diverged"
    return about(game.waiting)


def _since(games: Sequence[Game]) -> dict[int, datetime]:
    """Since when games are held up, by key: since somebody paused them, else since something last happened in them; of
    one that was set aside, since it was due. Two queries."""
    named = {game.public_id: game.pk for game in games if game.status == Game.Status.PAUSED}
    last = Event.objects.filter(game__in=[game.pk for game in games], seq=F("game__last_seq"))
    told = dict(last.order_by().values_list("game", "at"))
    told |= {game.pk: game.due_at for game in games if game.status == Game.Status.DIVERGED}
    acts = Act.objects.filter(app_label="games", model="game", name__in=named, verb__in=("pause", "step"))
    for name, at in acts.order_by().values_list("name").annotate(Max("at")):
        told[named[name]] = at
    return told
