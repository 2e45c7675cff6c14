"""What is done to a season from outside, an address for each verb of the table (league.seasons.verbs)."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.rights import refuse
from league.api.once import KEY, once
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.seasons import SeasonDetail, WholeSeasonSerializer
from league.models import Season, Token
from league.seasons.making.checking import WrongSeason
from league.seasons.verbs import VERBS, Given, Verb, carry_out
from league.tasks import nudge
from personas.api.reading import Reading

CAP: Final = "US dollars, instead of the one it has; what is left out stays. It wants the scope `money` too."
TAKEN: Final[Mapping[str, Any]] = {
    "unprobed": lambda: serializers.CharField(
        max_length=200, required=False, help_text="Why models that were never probed need not be."
    ),
    "begins_at": lambda: serializers.DateTimeField(
        required=False, help_text="When it begins by itself; as its calendar says, or by `start`, where it is left out."
    ),
    "roster_until": lambda: serializers.DateTimeField(
        required=False, help_text="Until when its roster may change; until it begins where it is left out."
    ),
    **{
        name: lambda: serializers.DecimalField(
            max_digits=10, decimal_places=4, min_value=0, required=False, help_text=CAP
        )
        for name in ("cap_season", "cap_game", "cap_call")
    },
}
WRITES: Final = {
    "403": "For staff who may start, pause or resume seasons, with a token of scope `season`.",
    "409": "It cannot be done to the season as it is by now; or a request with this `Idempotency-Key` is under way.",
    "415": "There is only `application/json`.",
    "422": "This `Idempotency-Key` was sent with another request.",
}


class WrongState(APIException):
    """Something that cannot be done to a season as it is."""

    status_code = 409
    default_code = "wrong_state"


class DoneSerializer(serializers.Serializer):
    """What came of it."""

    told = serializers.CharField(help_text="In a sentence, or some lines.")
    season = WholeSeasonSerializer(help_text="The season as it is by now.")


def refused(error: WrongSeason) -> APIException:
    """A refusal of a season's as the API words it: a conflict where it is about its state."""
    if error.field == "status":
        return WrongState(error.message)
    return ValidationError({error.field: [error.message]})


def season_told(view: Reading, season: Season) -> Any:
    """A season as it is by now, as its own address tells it."""
    row = SeasonDetail.tell(view, SeasonDetail.queryset.get(pk=season.pk))  # type: ignore[arg-type]  # its request alone
    return WholeSeasonSerializer(row, context=view.get_serializer_context()).data


def may_cap(request: Request) -> None:
    """Raises PermissionDenied for a token that may not say what may be spent."""
    if isinstance(request.auth, Token) and not request.auth.allows(Token.Scope.MONEY):
        raise PermissionDenied("Caps want a token of scope money, too.")


class Leading(Reading):
    """Something that is done to a season."""

    scope = Token.Scope.SEASON
    queryset = Season.objects.all()
    lookup_field = "slug"
    serializer_class = DoneSerializer
    refused_writes = WRITES
    verb: ClassVar[Verb]
    body: ClassVar[type[serializers.Serializer]]

    def carry_out(self, request: Request) -> Response:
        """Does the verb, and answers with what came of it."""
        verb = self.verb
        refuse(request.user, verb.right)
        season = self.get_object()
        given = given_in(self.body, request)
        if any(name.startswith("cap_") for name in given):
            may_cap(request)
        try:
            told = carry_out(verb=verb, season=season, by=actor(request), now=timezone.now(), given=Given(**given))
        except WrongSeason as error:
            raise refused(error) from error
        nudge()
        return Response({"told": told, "season": season_told(self, season)})


def view_of(verb: Verb) -> type[Leading]:
    """The view of a verb."""
    why = WhySerializer().fields["reason"].help_text if not verb.wants else "It is required, and kept."
    reason = serializers.CharField(max_length=200, required=verb.wants, help_text=why, default=serializers.empty)
    if not verb.wants:
        reason = serializers.CharField(max_length=200, default="", allow_blank=True, help_text=why)
    name = f"{verb.name.capitalize()}Season"
    fields = {each: TAKEN[each]() for each in verb.takes} | {"reason": reason}
    body = type(f"{name}Serializer", (WhySerializer,), fields | {"__doc__": f"What is said with `{verb.name}`."})
    sent = {"reason": "The provider has gone."}
    came = {"told": f"Spring {verb.done}.", "season": {"slug": "spring"}}

    @extend_schema(
        description=f"{verb.told.capitalize()}. {verb.confirms}",
        request=body,
        responses=DoneSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", sent),
            example("What came of it, in part", came, status=200),
        ],
    )
    @once
    def post(self: Leading, request: Request, slug: str) -> Response:
        return self.carry_out(request)

    post.__doc__ = f"{verb.title} a season."
    told = {"verb": verb, "body": body, "post": post, "__doc__": f"{verb.told.capitalize()}.", "__module__": __name__}
    return type(name, (Leading,), told)


VIEWS: Final[Mapping[str, type[Leading]]] = {name: view_of(verb) for name, verb in VERBS.items()}
