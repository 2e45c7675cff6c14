"""What a season will cost, before it does: one that is there, or a plan of which nothing is stored."""

from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.drafting.making import MAKES, PLAN
from league.api.drafting.plans import PlanSerializer, caps_given, plan_given, wrong_plan
from league.api.roster.bodies import example, given_in
from league.calendars.plans import WrongCalendar
from league.models import Season, Token
from league.queries.schedule import seen_by
from league.seasons.making.checking import WrongSeason
from league.seasons.money.estimates import Estimate, ModelEstimate
from league.seasons.money.estimating import estimate_plan, estimate_season
from personas.api.reading import Reading

DOLLARS: Final[dict[str, Any]] = {"max_digits": None, "decimal_places": 6}
FREE: Final = {
    "games": 12,
    "models": [],
    "cost": {"low": "0.000000", "likely": "0.000000", "high": "0.000000"},
    "calls": 0,
    "bytes": 1_200_000,
    "cap": None,
    "spent": "0.000000",
    "reserved": "0.000000",
    "beginning": "",
    "warning": "",
}


class RangeSerializer(serializers.Serializer):
    """A guess, in US dollars."""

    low = serializers.DecimalField(help_text="At least.", **DOLLARS)
    likely = serializers.DecimalField(**DOLLARS)
    high = serializers.DecimalField(help_text="At most.", **DOLLARS)


class ModelEstimateSerializer(serializers.Serializer):
    """What a model will cost."""

    model = serializers.CharField()
    seats = serializers.IntegerField(help_text="Over how many seats of games.")
    personas = serializers.IntegerField(help_text="How many personas it has to write.")
    told = serializers.IntegerField(help_text="How many games it tells.")
    calls = serializers.IntegerField()
    cost = RangeSerializer(allow_null=True, help_text="Null where nobody has a price for it.")
    known_from = serializers.CharField(help_text="From what that is known, in words.")
    price = serializers.CharField(help_text="What its tokens cost, in words.")
    unpriced = serializers.CharField(help_text="Why there is no sum; else empty.")


class EstimateSerializer(serializers.Serializer):
    """What the games of a season that are left will cost."""

    games = serializers.IntegerField(help_text="How many are left.")
    models = ModelEstimateSerializer(many=True)
    cost = RangeSerializer(allow_null=True, help_text="Of all of them; null where a price is wanting.")
    calls = serializers.IntegerField()
    bytes = serializers.IntegerField(
        help_text="That its games leave in the database and in their logs, about; of players of the house alone by a "
        "few games that are played here for it."
    )
    cap = serializers.DecimalField(max_digits=None, decimal_places=4, allow_null=True)
    spent = serializers.DecimalField(**DOLLARS)
    reserved = serializers.DecimalField(**DOLLARS, help_text="For calls on their way.")
    beginning = serializers.CharField(help_text="What is to be there before a game begins, in words; else empty.")
    warning = serializers.CharField(help_text="What is wrong between the sum and the caps; else empty.")


class SeasonEstimate(Reading, RetrieveAPIView):
    """What the games of a season that are left will cost, at today's prices: a guess that says where it comes from. For
    staff who see seasons in the admin. Where models sit, games are played here for it, which asks nobody and takes some
    seconds for rules and a table that a process has not estimated before; players of the house cost nothing, and a few
    games say how much disk theirs take."""

    rights = {"GET": "look_at_seasons"}
    shows_more = True
    is_guarded = True
    serializer_class = EstimateSerializer
    queryset = Season.objects.all()
    lookup_field = "slug"
    refusals = {"403": "For staff who see seasons in the admin."}

    def get_queryset(self) -> Any:
        """All of them, drafts for staff alone."""
        return seen_by(self.request.user, super().get_queryset())

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The estimate."""
        return super().get(request, *args, **kwargs)

    def tell(self, row: Season) -> dict[str, Any]:
        """What EstimateSerializer shows of it."""
        return estimate_told(estimate_season(season=row, now=timezone.now()))


class PlanEstimate(Reading):
    """What a season would cost that is not there: nothing of it is stored."""

    scope = Token.Scope.SEASON
    rights = {"POST": "make_seasons"}
    refused_writes = {status: MAKES[status] for status in ("403", "415")}
    queryset = Season.objects.all()
    serializer_class = EstimateSerializer

    @extend_schema(
        description="Tells of a plan, as `POST seasons/` takes it, what `seasons/<slug>/estimate/` would tell of the "
        "draft that it would make. What would be refused there is refused here, but for a slug that is taken, for "
        "nothing is stored; and nobody is asked.",
        request=PlanSerializer,
        responses=EstimateSerializer,
        examples=[example("A short season", PLAN), example("Of players of the house", FREE, status=200)],
    )
    def post(self, request: Request) -> Response:
        """Estimate a plan."""
        plan = plan_given(given_in(PlanSerializer, request))
        caps_given(request, plan)
        try:
            found = estimate_plan(plan=plan, now=timezone.now())
        except (WrongSeason, WrongCalendar) as error:
            raise wrong_plan(error, plan) from error
        return Response(EstimateSerializer(estimate_told(found)).data)


def estimate_told(found: Estimate) -> dict[str, Any]:
    """An estimate as JSON."""
    beginning = found.beginning
    short = beginning.short if beginning else ""
    return {
        **{name: getattr(found, name) for name in ("games", "calls", "bytes", "cap", "spent", "reserved")},
        "models": [model_told(each) for each in found.models],
        "cost": None if found.unpriced else found.cost,
        "beginning": str(beginning) if beginning else "",
        "warning": " ".join(filter(None, (found.warning, short))),
    }


def model_told(each: ModelEstimate) -> dict[str, Any]:
    """A model's share of one."""
    names = ("model", "seats", "personas", "told", "calls", "price", "unpriced")
    cost = None if each.unpriced else each.cost
    return {name: getattr(each, name) for name in names} | {"cost": cost, "known_from": each.source}
