"""What is done to a series from outside, an address for each verb of the table (league.seasons.series.verbs) but its
deletion, which is DELETE."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from league.api.roster.bodies import actor
from league.api.roster.tags import tag_of
from league.api.running.shape import CAP, OUTDATED, DoingTagged, views_of, writes
from league.api.series.reading import series_told
from league.api.series.told import WholeSeriesSerializer
from league.models import Series, Token
from league.seasons.series.changing import mark_of
from league.seasons.series.verbs import VERBS, Given, carry_out

TAKEN: Final[Mapping[str, Any]] = {
    "cap_total": lambda: serializers.DecimalField(
        max_digits=10, decimal_places=4, min_value=0, required=False, help_text=CAP
    ),
}


class SteeredSerializer(serializers.Serializer):
    """What came of it."""

    told = serializers.CharField(help_text="In a sentence.")
    series = WholeSeriesSerializer(help_text="The series as it is by now.")


class Steering(DoingTagged):
    """Something that is done to a series."""

    scope = Token.Scope.SEASON
    queryset = Series.objects.all()
    lookup_field = "slug"
    serializer_class = SteeredSerializer
    refused_writes = writes("For staff who may lead series, with a token of scope `season`.", of="series") | OUTDATED

    def done(self, request: Request, row: Series, given: dict[str, Any]) -> str:
        by, now = actor(request), timezone.now()
        return carry_out(verb=self.verb, series=row, by=by, now=now, given=Given(**given))

    def stand(self, row: Series) -> tuple[dict[str, Any], str]:
        row.refresh_from_db()
        told = WholeSeriesSerializer(series_told(row, self.request.user)).data
        return {"series": told}, tag_of(told, mark=self.mark(row))

    def mark(self, row: Series) -> str:
        return mark_of(row)


VIEWS: Final = views_of(
    VERBS, Steering, taken=TAKEN, sent={"cap_total": "40.00"}, came="Spring", stand={"series": {"slug": "spring"}}
)
