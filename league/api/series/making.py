"""Series made, changed and deleted by the API. What is legal the verbs decide; their refusals come back as complaints
of the fields that they name, those of a template's fields as `template.<field>`.
"""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import MATCH, MAY_MATCH, WhySerializer, actor, example, given_in, why_given
from league.api.roster.tags import is_matched, tagged
from league.api.running.shape import may_cap, refused
from league.api.series.reading import SeriesDetail, SeriesList, series_told
from league.api.series.told import WholeSeriesSerializer
from league.calendars.plans import WrongCalendar
from league.models import Season, Series, Token
from league.models.series import Opens, RosterRule
from league.queries.schedule import seen_by
from league.seasons.making.checking import WrongSeason
from league.seasons.series.changing import (
    LARGEST,
    MOST_PLACES,
    MOST_SEASONS,
    MOST_WEEKS,
    SAID,
    create_series,
    edit_series,
    mark_of,
)
from league.seasons.series.verbs import VERBS, Given, carry_out
from league.tasks import nudge

TOLD: Final = {"slug": "spring", "status": "running", "opens": "after", "next_number": 2}


class ChangedSeriesSerializer(WhySerializer):
    """What of a series is to be otherwise for its seasons to come; what is not there stays."""

    name = serializers.CharField(required=False, max_length=120)
    template = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        help_text="What its seasons are to be: a season's plan without slug, name and players, as a whole.",
    )
    slug_pattern = serializers.CharField(required=False, max_length=60, help_text="With {n} for the number.")
    name_pattern = serializers.CharField(required=False, max_length=120, help_text="With {n} for the number.")
    next_number = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    roster_rule = serializers.ChoiceField(RosterRule.choices, required=False, help_text="Who plays the next season.")
    players = serializers.ListField(
        child=serializers.CharField(max_length=130), required=False, max_length=MOST_PLACES, help_text="Player ids."
    )
    pool = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=MOST_PLACES,
        help_text="Slugs of models; `house` stands for all that play offline.",
    )
    best = serializers.IntegerField(required=False, min_value=0, max_value=MOST_PLACES)
    by_lot = serializers.IntegerField(required=False, min_value=0, max_value=MOST_PLACES)
    opens = serializers.ChoiceField(Opens.choices, required=False, help_text="When the next season opens.")
    weeks = serializers.IntegerField(required=False, min_value=0, max_value=MOST_WEEKS)
    begins_at = serializers.DateTimeField(required=False, allow_null=True, help_text="No season opens before.")
    until = serializers.DateTimeField(required=False, allow_null=True, help_text="No season opens from then on.")
    most = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_SEASONS)
    cap_total = serializers.DecimalField(
        max_digits=10,
        decimal_places=4,
        min_value=0,
        required=False,
        allow_null=True,
        help_text="US dollars for all its seasons, null for none. It wants the scope `money` too.",
    )


class NewSeriesSerializer(ChangedSeriesSerializer):
    """A series that is to be made of a season; what is not said is as that has it."""

    season = serializers.CharField(max_length=60, help_text="The slug of the season whose plan is the template.")
    slug = serializers.CharField(max_length=60, help_text="Lower-case letters, digits and hyphens.")


class EverySeries(SeriesList):
    """Every series, the newest first: seasons that open by themselves, one after the other."""

    scope = Token.Scope.SEASON
    rights = {"POST": "make_series"}
    refused_writes = {
        "403": "For staff who may make series, with a token of scope `season`; a cap wants `money`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Makes a series of a season: its plan is the template, and one that has begun, is no twin and in "
        "no series is the first of it.",
        request=NewSeriesSerializer,
        responses={201: WholeSeriesSerializer},
        parameters=[KEY],
        examples=[
            example("A season after the other", {"season": "spring", "slug": "spring", "most": 12}),
            example("The series, in part", TOLD, status=201),
        ],
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a series."""
        given = given_in(NewSeriesSerializer, request)
        if "cap_total" in given:
            may_cap(request)
        name, slug, reason = (given.pop(each) for each in ("season", "slug", "reason"))
        season = seen_by(request.user, Season.objects.all()).filter(slug=name).first() if name.isprintable() else None
        if season is None:
            raise ValidationError({"season": [f"no season is called {name!r}"]})
        try:
            made = create_series(
                season=season, slug=slug, by=actor(request), now=timezone.now(), reason=reason, **given
            )
        except (WrongSeason, WrongCalendar) as error:
            raise wrong_series(error) from error
        nudge()
        return answer(self, made, request.user, status=201)


class OneSeries(SeriesDetail):
    """A series with its seasons, who led each, which comes next and when. The ETag begins with a mark of what can be
    written."""

    scope = Token.Scope.SEASON
    rights = {"PATCH": "run_series", "DELETE": "delete_series"}
    refused_writes = {
        "403": "For staff who may change series, or delete them, with a token of scope `season`; a cap wants `money`.",
        "409": "It has ended and is not changed, or it has opened a season and is not deleted.",
        "412": "Somebody has written meanwhile: the series is another than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The series."""
        return answer(self, self.row(kwargs["slug"]), request.user)

    @extend_schema(
        description="Has the seasons to come of a series be otherwise; those that are there stay as they are.",
        request=ChangedSeriesSerializer,
        responses=WholeSeriesSerializer,
        parameters=[MATCH],
        examples=[
            example("Every four weeks", {"opens": "weeks", "weeks": 4, "reason": "A month is better."}),
            example("The series, in part", TOLD | {"opens": "weeks", "weeks": 4}, status=200),
        ],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change a series."""
        series = self.row(slug)
        matched(self, series, is_required=True)
        given = given_in(ChangedSeriesSerializer, request)
        reason = given.pop("reason")
        if not given:
            raise ValidationError(f"nothing is said that it is to be: {', '.join(SAID)}")
        if "cap_total" in given and given["cap_total"] != series.cap_total:
            may_cap(request)
        by, now = actor(request), timezone.now()
        with transaction.atomic():
            matched(self, Series.objects.select_for_update(no_key=True).get(pk=series.pk), is_required=True)
            try:
                series = edit_series(series=series, by=by, now=now, reason=reason, **given)
            except (WrongSeason, WrongCalendar) as error:
                raise wrong_series(error) from error
        nudge()
        return answer(self, self.row(slug), request.user)

    @extend_schema(
        description="Deletes a series that never opened a season; the one that it was made of stays, and is of no "
        "series then. A body may say why (`reason`), for the record of acts.",
        request=None,
        responses={204: OpenApiResponse(description="It is gone.")},
        parameters=[MAY_MATCH],
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a series."""
        series, why = self.row(slug), why_given(request)
        with transaction.atomic():
            held = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
            matched(self, held, is_required=False)
            try:
                carry_out(verb=VERBS["delete"], series=held, by=actor(request), now=timezone.now(), given=Given(why))
            except WrongSeason as error:
                raise refused(error) from error
        return Response(status=204)

    def row(self, slug: str) -> Series:
        """The series that the address names. Raises NotFound."""
        found = Series.objects.filter(slug=slug).first()
        return found if found is not None else self.get_object()  # which says so


def answer(view: Any, series: Series, user: Any, *, status: int = 200) -> Response:
    """A series, tagged with a mark of what can be written."""
    data = WholeSeriesSerializer(series_told(series, user), context=view.get_serializer_context()).data
    return tagged(view, data, mark=mark_of(series), path=f"series/{series.slug}", status=status)


def matched(view: Any, series: Series, *, is_required: bool) -> None:
    """Raises PreconditionFailed where `If-Match` names another state, and PreconditionRequired where it is wanting."""
    at, whole = f"{series.slug} is at", lambda: answer(view, series, view.request.user).headers["ETag"]
    is_matched(view.request, mark_of(series), at=at, is_required=is_required, whole=whole)


def wrong_series(error: WrongSeason | WrongCalendar) -> APIException:
    """A refusal by its field; what is not the series' own is its template's."""
    if isinstance(error, WrongSeason) and error.field in (*SAID, "slug", "status"):
        return refused(error)
    return ValidationError({f"template.{error.field}": [error.message]})
