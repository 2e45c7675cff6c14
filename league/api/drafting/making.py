"""Drafts made by the API: by a plan, by the plan of another season, and as a season's twin."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.drafting.plans import LEVELS, PlanSerializer, caps_given, plan_given, wrong_plan
from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.roster.tags import tagged
from league.api.running.verbs import season_told
from league.api.seasons import SeasonList, WholeSeasonSerializer, season_named
from league.calendars.plans import WrongCalendar
from league.models import Season, Token
from league.models.season import SeasonMemory
from league.seasons.making.checking import WrongSeason
from league.seasons.making.cloning import clone_season
from league.seasons.making.creating import make_draft, record_draft
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import mark_of
from league.seasons.making.twinning import create_twin
from personas.api.reading import Reading

SCOPE: Final = "with a token of scope `season`"
MAKES: Final = {
    "403": f"For staff who may make seasons, {SCOPE}; caps want `money`.",
    "415": "There is only `application/json`.",
    **REFUSED,
}
PLAN: Final = {
    "slug": "autumn",
    "name": "Autumn",
    "rules": [{"ruleset": "town-mafia", "seats": 7}],
    "games_planned": 12,
    "players": [
        *("house-accuser_captain_brannoch", "house-listener_old_fenn", "house-logician_abacus_nine"),
        *("house-joker_granny_pickle", "house-loyalist_rook_calloway", "house-contrarian_professor_quill"),
        "house-diplomat_sister_amity",
    ],
    "pace": 0,
    "memory": "live",
}
DRAFT: Final = {"slug": "autumn", "status": "draft", "games_planned": 12}


class CloneSerializer(WhySerializer):
    """What a clone is called."""

    slug = serializers.CharField(
        max_length=60, required=False, default="", allow_blank=True, help_text="The next that is free if left out."
    )
    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)


class TwinSerializer(WhySerializer):
    """What a twin is called, and what it has otherwise: the memory, or the strategy level."""

    slug = serializers.CharField(max_length=60)
    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    memory = serializers.ChoiceField(SeasonMemory.choices, required=False, help_text="As in the first if left out.")
    strategy_level = serializers.CharField(
        max_length=20, required=False, allow_blank=True, help_text=f"{LEVELS}; as in the first if left out."
    )


class DraftMadeSerializer(serializers.Serializer):
    """A draft that was made by another season."""

    season = WholeSeasonSerializer()
    left_out = serializers.ListField(
        child=serializers.CharField(), help_text="What of the other's plan it does not have, in sentences."
    )


class Seasons(SeasonList):
    """Every season, the newest first; drafts are told to staff alone."""

    scope = Token.Scope.SEASON
    rights = {"POST": "make_seasons"}
    refused_writes = MAKES

    @extend_schema(
        description="Makes a season, a draft, by its plan; what is not said is as usual. All of it is there, or "
        "nothing. `seasons/<slug>/plan/` tells a plan as it can be sent.",
        request=PlanSerializer,
        responses={201: WholeSeasonSerializer},
        parameters=[KEY],
        examples=[example("A short season", PLAN), example("The draft, in part", DRAFT, status=201)],
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a season."""
        given = given_in(PlanSerializer, request)
        plan = plan_given(given)
        caps_given(request, plan)
        try:
            made = make_draft(plan=plan, by=actor(request), reason=given["reason"])
        except (WrongSeason, WrongCalendar) as error:
            raise wrong_plan(error, plan) from error
        return draft_told(self, made, status=201)


class Making(Reading):
    """Has a draft made by another season."""

    scope = Token.Scope.SEASON
    rights = {"POST": "make_seasons"}
    refused_writes = MAKES
    queryset = Season.objects.all()
    lookup_field = "slug"
    serializer_class = DraftMadeSerializer

    def answer(self, made: Season, left_out: tuple[str, ...] = ()) -> Response:
        """The draft, and what it does not have."""
        data = {"season": season_told(self, made), "left_out": list(left_out)}
        return tagged(self, data, mark=mark_of(plan_of(made)), path=f"seasons/{made.slug}", status=201)


class Cloning(Making):
    """Makes a draft by a season's plan."""

    @extend_schema(
        description="Makes a draft by the plan of a season, in whatever state that is, with a slug, a name and a "
        "secret of its own. Whom new seasons do not invite any more is left out, and that is told.",
        request=CloneSerializer,
        responses={201: DraftMadeSerializer},
        parameters=[KEY],
        examples=[
            example("Once more", {"slug": "autumn-2", "reason": "It was too short."}),
            example("The draft, in part", {"season": DRAFT | {"slug": "autumn-2"}, "left_out": []}, status=201),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Clone a season."""
        season = season_named(slug, request.user)
        given = given_in(CloneSerializer, request)
        try:
            made, left_out = clone_season(season=season, by=actor(request), now=timezone.now(), **given)
        except (WrongSeason, WrongCalendar) as error:
            raise wrong_plan(error) from error
        return self.answer(made, left_out)


class Twinning(Making):
    """Makes a draft that plays a season once more, deal for deal."""

    @extend_schema(
        description="Makes a draft that plays a season once more, deal for deal, with another memory or strategy "
        "level. It may be started when the first has; each of its games begins when the first's is over.",
        request=TwinSerializer,
        responses={201: DraftMadeSerializer},
        parameters=[KEY],
        examples=[
            example("Without memory", {"slug": "autumn-blank", "memory": "off"}),
            example("The draft, in part", {"season": DRAFT | {"slug": "autumn-blank"}, "left_out": []}, status=201),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Make a twin of a season."""
        first = season_named(slug, request.user)
        given = given_in(TwinSerializer, request)
        reason = given.pop("reason")
        try:
            with transaction.atomic():
                made = create_twin(first=first, **given)
                record_draft(by=actor(request), season=made, reason=reason)
        except WrongSeason as error:
            raise wrong_plan(error) from error
        return self.answer(made)


def draft_told(view: Any, season: Season, *, status: int = 200) -> Response:
    """A draft as its own address tells it, tagged with the mark of its plan."""
    mark = mark_of(plan_of(season))
    return tagged(view, season_told(view, season), mark=mark, path=f"seasons/{season.slug}", status=status)
