"""Where what of a season may go is said, and goes. For staff. Law: it is no part of another transaction, for what has
gone stays gone; so it takes no key, and sent again it finds the rest, or nothing."""

from dataclasses import asdict
from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.directing.verbs import PRUNABLE
from league.api.desk.told import ForeseenSerializer
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.running.shape import refused
from league.models import Season, Token
from league.seasons.making.checking import WrongSeason
from league.seasons.pruning import MOST_DAYS, Wanted, foresee_pruning, prune_season
from personas.api.reading import Reading

SECONDS: Final = 8.0  # that one request works at it
HEAPS: Final = [{"kind": "thoughts", "games": 120, "rows": 9_600, "bytes": 2_900_000}]
FORESEEN: Final[dict[str, Any]] = {"done": False, "days": 30, "heaps": HEAPS, "is_estimate": False, "left": 0}


class PruneSerializer(WhySerializer):
    """What of a season is to go."""

    kinds = serializers.ListField(
        child=serializers.ChoiceField(list(PRUNABLE)), min_length=1, help_text="What is to go."
    )
    days = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_DAYS,
        help_text="Of games that have been over for so many days; as the season keeps words where it is left out.",
    )
    yes = serializers.BooleanField(default=False, help_text="Whether it is to go; else it is only said what would.")


class PruningSeason(Reading):
    """Has words of calls, thoughts and logs of a season go."""

    scope = Token.Scope.SEASON
    rights = {"POST": "prune_seasons"}
    queryset = Season.objects.exclude(status=Season.Status.DRAFT)
    lookup_field = "slug"
    serializer_class = ForeseenSerializer
    refused_writes = {
        "403": "For staff who may change seasons and games, with a token of scope `season`.",
        "409": "The season has not begun.",
        "415": "There is only `application/json`.",
    }

    @extend_schema(
        description="Says what of a season would go: words of calls, thoughts, logs on disk; with `yes` it goes, an "
        "act. Results, replay and bills stay as they are, and no game is touched within two hours of its end. One "
        "request works at it for some seconds; while `left` is not 0, send it again. Sent twice it does no harm.",
        request=PruneSerializer,
        responses=ForeseenSerializer,
        examples=[
            example("Have it go", {"kinds": ["words", "logs"], "days": 90, "yes": True, "reason": "The disk."}),
            example("What would go, in part", FORESEEN, status=200),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Prune a season."""
        season, now = self.get_object(), timezone.now()
        given = given_in(PruneSerializer, request)
        wanted = Wanted(tuple(dict.fromkeys(given["kinds"])), given.get("days"))
        try:
            foreseen = foresee_pruning(season=season, wanted=wanted, now=now)
            told = asdict(foreseen) | {"done": False, "left": 0}
            if given["yes"]:
                by, why = actor(request), given["reason"]
                gone = prune_season(season=season, wanted=wanted, by=by, now=now, reason=why, seconds=SECONDS)
                heaps = [
                    {"kind": kind, "games": gone.games, "rows": rows, "bytes": bytes_}
                    for kind, (rows, bytes_) in gone.heaps.items()
                ]
                told |= {"done": True, "heaps": heaps, "is_estimate": False, "left": gone.left}
        except WrongSeason as error:
            raise refused(error) from error
        return Response(ForeseenSerializer(told).data)
