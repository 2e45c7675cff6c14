"""Series of short seasons of the house, and what has become of them."""

from datetime import datetime, timedelta
from typing import Any

from league.access.acts import COMMAND_LINE
from league.models import Fixture, Season, Series
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.series.changing import create_series
from tests.factories import NOON, make_roster

DAY = timedelta(days=1)


def first_season(slug: str = "spring", *, started: bool = True, now: datetime = NOON, **fields: Any) -> Season:
    given: dict[str, Any] = {"rules": [Rules("town-mafia", 5)], "games": 2, "pace": 0, "memory": "off"}
    given |= {"slug": slug, "name": slug.title(), **fields}
    season = create_season(**given | {"players": given.get("players") or make_roster()[:6]})
    return start_season(season=season, now=now) if started else season


def series_of(season: Season | None = None, *, now: datetime = NOON, slug: str = "", **said: Any) -> Series:
    season = season or first_season(now=now)
    return create_series(season=season, slug=slug or season.slug, by=COMMAND_LINE, now=now, **said)


def end(season: Season, *, now: datetime = NOON) -> None:
    """Has a season be over, without a game."""
    Fixture.objects.filter(season=season).update(game=None)
    Season.objects.filter(pk=season.pk).update(status="finished", finished_at=now)
    season.refresh_from_db()


def stand(series: Series) -> list[tuple[int | None, str, str]]:
    """The seasons of a series: numbers, slugs, how far each has come."""
    return list(series.seasons.order_by("series_number").values_list("series_number", "slug", "status"))
