"""The tokens of whoever asks. Who asks by a token needs one of scope `admin`: no other makes keys that reach further.

There is no `Idempotency-Key` for the making of one: its answer would have to be kept, and a token's text never is.
"""

from datetime import timedelta
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.accounts import WrongToken, make_own_token, own_token, revoke_token
from league.api.account.told import MadeTokenSerializer, NewTokenSerializer, TokenSerializer
from league.api.roster.bodies import actor, example, given_in, why_given
from league.models import Token, User
from personas.api.reading import Reading, ReadingList

TOLD = {
    "beginning": "lg_1f3a5c7e9b0d",
    "name": "a cron job",
    "scopes": ["season"],
    "expires_at": "2026-12-31T12:00:00Z",
}
OWN = "For staff, for their own tokens; a token must be of scope `admin`."


class Tokens(ReadingList):
    """The tokens of whoever asks, the newest first."""

    tells_made = ()
    scope = scope_of_reading = Token.Scope.ADMIN
    wants_account = True
    refusals = {"403": "A token that asks for others must be of scope `admin`."}
    refused_writes = {"403": OWN, "415": "There is only `application/json`."}
    serializer_class = TokenSerializer
    queryset = Token.objects.none()
    ordering = ["-created", "digest"]

    def get_queryset(self) -> Any:
        """Their own."""
        return Token.objects.filter(user_id=self.request.user.pk)

    @extend_schema(
        description="Makes a token of scopes that its account can use, and tells its text, this once. Sent twice it "
        "makes two: what was told is kept nowhere.",
        request=NewTokenSerializer,
        responses={201: MadeTokenSerializer},
        examples=[
            example("For a month", {"name": "a cron job", "scopes": ["season"], "days": 30}),
            example("The token, in part", TOLD | {"token": "lg_1f3a5c7e9b0d…"}, status=201),
        ],
    )
    def post(self, request: Request) -> Response:
        """Make a token."""
        given = given_in(NewTokenSerializer, request)
        lasts = None if given["days"] is None else timedelta(days=given["days"])
        own = {"name": given["name"], "scopes": given["scopes"], "lasts": lasts}
        user = User.objects.get(username=request.user.get_username())
        try:
            token, text = make_own_token(by=actor(request), user=user, **own)
        except WrongToken as error:
            raise ValidationError({"scopes": [str(error)]}) from error
        token.token = text
        response = Response(MadeTokenSerializer(token).data, status=201)
        response["Cache-Control"] = "no-store"
        return response


class OneToken(Reading):
    """A token of whoever asks."""

    scope = Token.Scope.ADMIN
    refused_writes = {"403": OWN, "415": "There is only `application/json`."}
    queryset = Token.objects.none()
    serializer_class = TokenSerializer

    @extend_schema(
        description="Revokes a token of one's own, by what it begins with: whoever sends it is refused from then on. "
        "A body may say why (`reason`), for the record of acts.",
        request=None,
        responses={204: OpenApiResponse(description="It is gone.")},
    )
    def delete(self, request: Request, beginning: str) -> Response:
        """Revoke a token."""
        token = own_token(user=User.objects.get(username=request.user.get_username()), beginning=beginning)
        if token is None:
            raise NotFound(f"no token of yours begins with {beginning!r}")
        revoke_token(by=actor(request), token=token, reason=why_given(request))
        return Response(status=204)
