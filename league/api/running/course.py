"""A season with what may be changed of it while it is played; all else of it is refused by name."""

from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.rights import refuse
from league.api.roster.bodies import MAY_MATCH, actor, example, given_in
from league.api.roster.tags import is_matched, tagged
from league.api.running.verbs import may_cap, refused, season_told
from league.api.seasons import SeasonDetail, WholeSeasonSerializer
from league.calendars.changing import MOST_AT_ONCE, MOST_PACE
from league.calendars.plans import WrongCalendar
from league.models import Season, Token
from league.seasons.course import CAPS, CHANGEABLE, change_course, frozen_told
from league.seasons.making.checking import WrongSeason
from league.tasks import nudge

UPWARDS: Final = "US dollars, null for none; of a season that has begun not less than now. It wants the scope `money`."


class CourseSerializer(serializers.Serializer):
    """What of a season is to be otherwise from now on; what is not there stays."""

    pace = serializers.FloatField(required=False, min_value=0, max_value=MOST_PACE, help_text="Of games to come.")
    at_once = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text="Games at once; null as usual. No more than its players learn behind, where they learn.",
    )
    cap_call, cap_game, cap_season, cap_learning = (
        serializers.DecimalField(
            max_digits=10, decimal_places=4, min_value=0, required=False, allow_null=True, help_text=UPWARDS
        )
        for _ in CAPS
    )
    reason = serializers.CharField(
        max_length=200, default="", allow_blank=True, help_text="For the record; it may be left out."
    )


class OneSeason(SeasonDetail):
    """A season with its roster. The ETag begins with a mark of what can be written: pace, games at once, caps."""

    scope = Token.Scope.SEASON
    refused_writes = {
        "403": "For staff who may start, pause or resume seasons, with a token of scope `season`; caps want `money`.",
        "409": "It is over.",
        "412": "Somebody has written meanwhile: the season is another than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The season."""
        found: Any = self.get_object()
        data = WholeSeasonSerializer(found, context=self.get_serializer_context()).data
        return tagged(self, data, mark=mark_of(found), path=f"seasons/{found.slug}")

    @extend_schema(
        description="Gives a season another pace or number of games at once, from the next game on, or higher caps. "
        "All else of it is frozen: it is refused by its name. With `If-Match` nothing is written where somebody has "
        "written meanwhile.",
        request=CourseSerializer,
        responses=WholeSeasonSerializer,
        parameters=[MAY_MATCH],
        examples=[
            example("A quicker season with more money", {"pace": 0.5, "cap_season": "12.50"}),
            example("The season, in part", {"slug": "spring", "pace": 0.5, "cap_season": "12.5000"}, status=200),
        ],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change a season's course."""
        refuse(request.user, "run_seasons")
        season: Season = self.get_object()
        if strange := [name for name in request.data if name not in CourseSerializer().fields]:
            raise ValidationError({str(name)[:80]: [frozen_told(season)] for name in strange})
        given = given_in(CourseSerializer, request)
        reason = given.pop("reason")
        if not given:
            raise ValidationError(f"nothing is said that it is to be: {', '.join(CHANGEABLE)}")
        if any(name in given for name in CAPS):
            may_cap(request)
        try:
            with transaction.atomic():
                held = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
                is_matched(request, mark_of(held), at=f"{held.slug} is at", is_required=False)
                season = change_course(by=actor(request), season=held, now=timezone.now(), wanted=given, reason=reason)
        except WrongSeason as error:
            raise refused(error) from error
        except WrongCalendar as error:
            raise ValidationError({error.field: [error.message]}) from error
        nudge()
        return tagged(self, season_told(self, season), mark=mark_of(season), path=f"seasons/{season.slug}")


def mark_of(season: Season) -> str:
    """What tells what can be written of a season from how it was before."""
    return sha256(" ".join(str(getattr(season, name)) for name in CHANGEABLE).encode()).hexdigest()[:12]
