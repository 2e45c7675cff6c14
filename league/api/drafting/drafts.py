"""A season with what may be written of it: of a draft all of its plan, of one that was announced or has begun its
course (league.api.running.course). A draft, and nothing else, can be put anew as a whole, and deleted.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.events import listed
from league.api.drafting.making import DRAFT, PLAN, draft_told
from league.api.drafting.plans import ChangedPlanSerializer, PlanSerializer, caps_given, plan_given, wrong_plan
from league.api.roster.bodies import BEGINNING, MATCH, MAY_MATCH, actor, example, given_in, why_given
from league.api.roster.tags import PreconditionFailed, is_matched, tagged
from league.api.running import course
from league.api.running.course import CourseSerializer
from league.api.running.shape import WrongState, may_cap, refused
from league.api.running.verbs import mark_by_state, season_marked, season_tag
from league.api.seasons import SeasonDetail, WholeSeasonSerializer
from league.calendars.plans import WrongCalendar
from league.models import Season, Token
from league.seasons.course import CAPS, CHANGEABLE, change_course, frozen_told
from league.seasons.making.checking import WrongSeason
from league.seasons.making.deleting import delete_draft, what_goes, why_kept
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import Outdated, check_draft, mark_of, rewrite_draft
from league.seasons.verbs import VERBS
from league.tasks import nudge
from personas.api.reading import Asked, Reading

# What of a plan stays as it is from when its season is announced.
FROZEN: Final = frozenset(map(str, ChangedPlanSerializer().fields)) - frozenset(map(str, CourseSerializer().fields))


PLAN_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of what you looked at. What of a draft may not change later wants it: 412 without "
    f"(`precondition_required`). What may ({', '.join(CHANGEABLE)}) does not, of drafts and of others: without it "
    f"nobody asks what was written meanwhile. {BEGINNING}",
)


class DeletionAsked(Asked):
    """What a deletion may be asked."""

    dry_run = serializers.BooleanField(
        default=False, label="true or false", help_text="Whether only to say what would go; nothing is deleted then."
    )


class DeletionSerializer(serializers.Serializer):
    """What a deletion would come to."""

    goes = serializers.ListField(child=serializers.CharField(), help_text="What goes, and what stays, in sentences.")
    kept = serializers.CharField(help_text="Why it cannot be deleted just now; else empty.")


class OneSeason(SeasonDetail):
    """A season with its roster. The ETag begins with a mark of what can be written and done: of a draft its plan; of
    others state, pace, games at once, caps, for how long words are kept, and until it begins the roster. `If-Match` is
    held against that mark, so that a game's end, which goes on by itself, refuses nothing; a season that was paused and
    resumed meanwhile is at the mark that it was at."""

    scope = Token.Scope.SEASON
    rights = {"PUT": "edit_seasons", "PATCH": "edit_seasons", "DELETE": "delete_seasons"}
    asked_of_deletion = DeletionAsked
    refused_writes = {
        "403": "For staff who may change or delete seasons, with a token of scope `season`; caps want `money`.",
        "409": "It is no draft any more, or over; or a draft that cannot be deleted yet.",
        "412": "Somebody has written meanwhile: the season is another than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The season."""
        found: Any = self.get_object()
        mark = mark_by_state(
            found
        )  # before it is told: who is told more than a tag says is refused, and nothing is lost
        data = WholeSeasonSerializer(found, context=self.get_serializer_context()).data
        return tagged(self, data, mark=mark, path=f"seasons/{found.slug}")

    @extend_schema(
        description="Gives a draft another plan, as a whole: what is not said is as usual. With `If-Match` of what it "
        "was made from.",
        request=PlanSerializer,
        responses=WholeSeasonSerializer,
        parameters=[MATCH],
        examples=[example("Another plan", PLAN), example("The draft, in part", DRAFT, status=200)],
    )
    def put(self, request: Request, slug: str) -> Response:
        """Put a draft's plan."""
        season: Season = self.get_object()
        held(self, season, is_required=True)
        given = given_in(PlanSerializer, request)
        return self.rewritten(request, season, given, is_whole=True)

    @extend_schema(
        description="Changes what is said of a draft; what is not there stays. Of a season that was announced or has "
        "begun it gives another pace or number of games at once, for all that nobody has begun, or higher caps, and "
        "keeps the words of calls for another while, as it does of one that is over: all else of it is frozen, and "
        "refused by its name. A draft's plan wants `If-Match` of what you looked at; what of it may change later, too, "
        "does not.",
        request=ChangedPlanSerializer,
        responses=WholeSeasonSerializer,
        parameters=[PLAN_MATCH],
        examples=[
            example("A quicker season with more money", {"pace": 0.5, "cap_season": "12.50"}),
            example("The season, in part", {"slug": "spring", "pace": 0.5, "cap_season": "12.5000"}, status=200),
        ],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change a season."""
        season: Season = self.get_object()
        if season.status == Season.Status.DRAFT:
            given = given_in(ChangedPlanSerializer, request)
            if not given.keys() - {"reason"}:
                raise ValidationError("nothing is said that it is to be")
            held(self, season, is_required=bool(given.keys() - {"reason", *CHANGEABLE}))
            return self.rewritten(request, season, given, is_whole=False)
        return self.led(request, season)

    def rewritten(self, request: Request, season: Season, given: dict[str, Any], *, is_whole: bool) -> Response:
        """Makes a draft be what is said."""
        before = plan_of(season)
        plan = plan_given(given, before=None if is_whole else before)
        caps_given(request, plan, before=before)
        try:
            by, on = actor(request), mark_of(before)
            season = rewrite_draft(season=season, plan=plan, by=by, on=on, reason=given["reason"])
        except Outdated as error:
            raise PreconditionFailed(error.message) from error
        except (WrongSeason, WrongCalendar) as error:
            raise wrong_plan(error, None if season.is_twin else plan) from error
        return draft_told(self, season)

    def led(self, request: Request, season: Season) -> Response:
        """Has a season that is no draft go on otherwise."""
        sent = request.data if isinstance(request.data, Mapping) else {}
        if frozen := [name for name in sent if name in FROZEN]:
            told = {name: [frozen_told(season, [name])] for name in frozen}
            raise WrongState(f"{listed(frozen)} {frozen_told(season, frozen)}", fields=told)
        given = given_in(CourseSerializer, request)
        reason = given.pop("reason")
        if not given:
            raise ValidationError(f"nothing is said that it is to be: {', '.join(CHANGEABLE)}")
        if any(name in given for name in CAPS):
            may_cap(request)
        try:
            with transaction.atomic():
                row = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
                whole = partial(season_tag, self, row)
                is_matched(request, course.mark_of(row), at=f"{row.slug} is at", is_required=False, whole=whole)
                season = change_course(by=actor(request), season=row, now=timezone.now(), wanted=given, reason=reason)
        except WrongSeason as error:
            raise refused(error) from error
        except WrongCalendar as error:
            raise ValidationError({error.field: [error.message]}) from error
        nudge()
        told, mark = season_marked(self, season)
        return tagged(self, told, mark=mark, path=f"seasons/{season.slug}")

    @extend_schema(
        description="Deletes a draft with its roster, its rules and its calendar; the record of acts keeps its plan. "
        "With `dry_run=true` it says what would go, and nothing is deleted. A body may say why (`reason`), for that "
        "record. A season that was announced or has begun is cancelled instead.",
        request=None,
        responses={200: DeletionSerializer, 204: OpenApiResponse(description="It is gone.")},
        parameters=[MAY_MATCH],
        examples=[example("A trial", {"goes": ["The draft goes."], "kept": ""}, status=200)],
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a draft."""
        season: Season = self.get_object()
        held(self, season, is_required=False, verb="deleted")
        why = why_given(request)
        try:
            if self.given["dry_run"]:
                return Response({"goes": list(what_goes(season)), "kept": why_kept(season)})
            delete_draft(season=season, by=actor(request), reason=why)
        except WrongSeason as error:
            raise WrongState(error.message) from error
        return Response(status=204)


def held(view: Reading, season: Season, *, is_required: bool, verb: str = "written") -> None:
    """Raises PreconditionFailed where `If-Match` names another state, PreconditionRequired where it is wanting, and
    WrongState for what is no draft."""
    try:
        check_draft(season, verb=verb)
    except WrongSeason as error:
        other = " It can be cancelled." if verb == "deleted" and VERBS["cancel"].is_possible(season) else ""
        raise WrongState(f"{error.message}{other}") from error
    mark, whole = mark_by_state(season), partial(season_tag, view, season)
    is_matched(view.request, mark, at=f"{season.slug} is at", is_required=is_required, whole=whole)
