"""Where series are read. Everybody may."""

from typing import Any

from django.utils import timezone
from rest_framework.generics import RetrieveAPIView

from league.api.series.told import SeriesSerializer, WholeSeriesSerializer
from league.models import Season, Series
from league.models.series import SeriesStatus
from league.queries.costs import series_bill
from league.queries.schedule import seen_by
from league.seasons.series.telling import (
    season_as_json,
    seasons_told,
    series_as_json,
    series_listed,
    upcoming,
    upcoming_as_json,
)
from personas.api.reading import PageAsked, Reading, ReadingList, choice


class SeriesAsked(PageAsked):
    """What the list of series may be asked."""

    status = choice(SeriesStatus, "Whether the series opens seasons.")


class SeriesList(ReadingList):
    """Every series, the newest first: seasons that open by themselves, one after the other."""

    asked = SeriesAsked
    columns = {"status": "status"}
    serializer_class = SeriesSerializer
    queryset = series_listed()


class SeriesDetail(Reading, RetrieveAPIView):
    """A series with its seasons, who led each, which comes next and when."""

    shows_more = True
    serializer_class = WholeSeriesSerializer
    queryset = Series.objects.all()
    lookup_field = "slug"

    def tell(self, row: Any) -> dict[str, Any]:
        """What WholeSeriesSerializer shows of it."""
        return series_told(row, self.request.user)


def series_told(row: Series, user: Any) -> dict[str, Any]:  # Any: a user, or an anonymous one
    """A series with its seasons, what comes, and what it has cost as far as somebody may see that."""
    seasons, bill = seasons_told(row, seen_by(user, Season.objects.all())), series_bill(row, user)
    return series_as_json(row) | {
        "seasons": [season_as_json(each) for each in seasons],
        "upcoming": [upcoming_as_json(each) for each in upcoming(row, now=timezone.now())],
        "bill": {"spent": bill.spent, "sure": bill.sure, "reserved": bill.reserved, "cap": row.cap_total},
    }
