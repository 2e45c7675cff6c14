"""Who is told of alerts, as JSON: read, made, changed, deleted and tried by staff, with a token of scope `admin`; and
what was told within the day. Law: a secret is never taken and never told, only which variable of the environment holds
it.
"""

from hashlib import sha256
from typing import Any, Final

from django.core.exceptions import NON_FIELD_ERRORS
from django.core.exceptions import ValidationError as ModelError
from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.alerts.addressees import WRITTEN, add_addressee, edit_addressee, remove_addressee
from league.alerts.telling import try_addressee
from league.api.desk.told import AlertToldSerializer
from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import (
    MATCH,
    MAY_MATCH,
    WhySerializer,
    actor,
    example,
    given_in,
    why_given,
)
from league.api.roster.tags import is_matched, tagged
from league.models import Addressee, Token
from league.models.alert import LONGEST_ADDRESS, MOST_REPEAT, USUAL_REPEAT, Means
from league.queries.upkeep.alerts import alerts_told, told_as_json
from league.queries.upkeep.wrong import Kind
from personas.api.reading import Reading, ReadingInOrder, ReadingList

NEW: Final[dict[str, Any]] = {
    "slug": "on-call",
    "means": "webhook",
    "address": "https://example.org/hook",
    "secret_variable": "LEAGUE_ALERT_SECRET",
    "kinds": ["season-stopped", "cap-reached"],
    "repeat": 60,
    "reason": "Nights.",
}
TOLD: Final[dict[str, Any]] = {
    **{name: value for name, value in NEW.items() if name != "reason"},
    "is_active": True,
    "made_by": "ada",
    "sent_at": None,
    "failures": 0,
    "error": "",
    "next_try_at": None,
}
PATH: Final = "addressees"


class AddresseeSerializer(serializers.Serializer):
    """Who is told of alerts, and how that goes."""

    slug = serializers.CharField()
    means = serializers.ChoiceField(Means.choices, help_text="How it is told.")
    address = serializers.CharField(help_text="A mail address, or the address of a webhook.")
    secret_variable = serializers.CharField(
        help_text="The environment variable that holds the secret of a webhook; empty: its bodies are not signed."
    )
    kinds = serializers.ListField(child=serializers.CharField(), help_text="Of which it is told; empty: of all.")
    repeat = serializers.IntegerField(
        help_text="After how many minutes it is told again what is still wrong; 0: never."
    )
    is_active = serializers.BooleanField(help_text="Whether it is told anything.")
    made_by = serializers.CharField(help_text="Who made it.")
    sent_at = serializers.DateTimeField(allow_null=True, help_text="When something was last sent.")
    failures = serializers.IntegerField(help_text="How often in a row it could not be told.")
    error = serializers.CharField(help_text="Why not, the last time; else empty.")
    next_try_at = serializers.DateTimeField(allow_null=True, help_text="When it is tried again.")


class ChangedAddresseeSerializer(WhySerializer):
    """What of it is to be another; what is not there stays."""

    address = serializers.CharField(
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text="A mail address, or the address of a webhook: http or https, to the outside, or to a machine that "
        "LEAGUE_ALERT_HOSTS lists.",
    )
    secret_variable = serializers.CharField(
        max_length=120,
        required=False,
        allow_blank=True,
        help_text="Of a webhook, the environment variable that holds its secret: never the secret. Its name ends in "
        "`_ALERT_SECRET`, or LEAGUE_ALERT_SECRETS lists it.",
    )
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=len(Kind),
        required=False,
        help_text=f"Of which it is told, of {', '.join(f'`{each}`' for each in Kind)}; empty: of all.",
    )
    repeat = serializers.IntegerField(
        min_value=0,
        max_value=MOST_REPEAT,
        required=False,
        help_text=f"After how many minutes it is told again what is still wrong, 0: never; usually {USUAL_REPEAT}.",
    )
    is_active = serializers.BooleanField(required=False, help_text="Whether it is told anything.")


class NewAddresseeSerializer(ChangedAddresseeSerializer):
    """Who is to be told."""

    slug = serializers.RegexField(
        r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, help_text="Lower-case letters, digits and hyphens."
    )
    means = serializers.ChoiceField(Means.choices, help_text="How it is told.")
    address = serializers.CharField(
        max_length=LONGEST_ADDRESS,
        help_text="A mail address, or the address of a webhook: http or https, to the outside, or to a machine that "
        "LEAGUE_ALERT_HOSTS lists.",
    )


class TriedSerializer(serializers.Serializer):
    """What came of a trial."""

    sent = serializers.BooleanField(help_text="Whether it was taken.")
    error = serializers.CharField(help_text="Why not; else empty.")


class Addressees(ReadingList):
    """Who is told of alerts."""

    scope = Token.Scope.ADMIN
    rights = {"GET": "look_at_addressees", "POST": "make_addressees"}
    serializer_class = AddresseeSerializer
    queryset = Addressee.objects.all()
    refusals = {"401": "For staff.", "403": "For staff who may see addressees in the admin."}
    refused_writes = {
        "403": "For staff who may add addressees, with a token of scope `admin`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Who is told of alerts by mail and webhook, newest first, and how that goes. For staff.",
        responses=AddresseeSerializer(many=True),
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Who is told of alerts."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        description="Has somebody told of alerts from now on, by mail or by a webhook, which `docs/operating.md` "
        "describes. Nothing is sent by that: `try/` sends a trial.",
        request=NewAddresseeSerializer,
        responses={201: AddresseeSerializer},
        parameters=[KEY],
        examples=[example("A webhook", NEW), example("The webhook", TOLD, status=201)],
    )
    @once
    def post(self, request: Request) -> Response:
        """Have somebody told."""
        given = given_in(NewAddresseeSerializer, request)
        try:
            row = add_addressee(by=actor(request), now=timezone.now(), **given)
        except ModelError as error:
            raise wrong_addressee(error) from error
        return answer(self, row, status=201)


class OneAddressee(Reading):
    """One of those who are told."""

    scope = Token.Scope.ADMIN
    rights = {"GET": "look_at_addressees", "PATCH": "edit_addressees", "DELETE": "delete_addressees"}
    serializer_class = AddresseeSerializer
    queryset = Addressee.objects.all()
    lookup_field = "slug"
    refusals = Addressees.refusals
    refused_writes = {
        "403": "For staff who may change addressees, or delete them, with a token of scope `admin`.",
        "412": "Somebody has written meanwhile: the addressee is another than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    @extend_schema(
        description="One of those who are told. The ETag begins with a mark of what can be written. For staff.",
        responses=AddresseeSerializer,
        examples=[example("A webhook", TOLD, status=200)],
    )
    def get(self, request: Request, slug: str) -> Response:
        """An addressee."""
        return answer(self, self.get_object())

    @extend_schema(
        description="Has somebody told elsewhere, of other kinds, more or less often, or not at all for a while. What "
        "was over before is not told any more.",
        request=ChangedAddresseeSerializer,
        responses=AddresseeSerializer,
        parameters=[MATCH],
        examples=[
            example("More often", {"repeat": 30, "reason": "It was missed."}),
            example("The webhook", TOLD | {"repeat": 30}, status=200),
        ],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change an addressee."""
        row = self.get_object()
        matched(self, row, is_required=True)
        given = given_in(ChangedAddresseeSerializer, request)
        if not given.keys() - {"reason"}:
            raise serializers.ValidationError(f"nothing is said that it is to be: {', '.join(WRITTEN)}")
        with transaction.atomic():
            matched(self, locked(row), is_required=True)
            try:
                row = edit_addressee(by=actor(request), addressee=row, now=timezone.now(), **given)
            except ModelError as error:
                raise wrong_addressee(error) from error
        return answer(self, row)

    @extend_schema(
        description="Has somebody told no more, and forgets what was told. A body may say why (`reason`), for the "
        "record of acts.",
        request=None,
        responses={204: OpenApiResponse(description="It is gone.")},
        parameters=[MAY_MATCH],
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Delete an addressee."""
        row, why = self.get_object(), why_given(request)
        with transaction.atomic():
            matched(self, locked(row), is_required=False)
            remove_addressee(by=actor(request), addressee=row, reason=why)
        return Response(status=204)


class TryingAddressee(Reading):
    """Sends a trial."""

    scope = Token.Scope.ADMIN
    rights = {"POST": "edit_addressees"}
    serializer_class = TriedSerializer
    queryset = Addressee.objects.all()
    lookup_field = "slug"
    refused_writes = {
        "403": "For staff who may change addressees, with a token of scope `admin`.",
        "415": "There is only `application/json`.",
    }

    @extend_schema(
        description="Sends a trial to one of those who are told, an act whatever comes of it. It takes no key, for it "
        "makes nothing: sent twice, a trial comes twice. The answer may take half a minute.",
        request=WhySerializer,
        responses=TriedSerializer,
        examples=[
            example("With a reason", {"reason": "A new server."}),
            example("It was taken", {"sent": True, "error": ""}, status=200),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Try an addressee."""
        row = self.get_object()
        given = given_in(WhySerializer, request)
        why = try_addressee(by=actor(request), addressee=row, now=timezone.now(), reason=given["reason"])
        return Response(TriedSerializer({"sent": not why, "error": why}).data)


class AlertsTold(ReadingInOrder):
    """What was told by mail and webhook within the day, to whom and when, what is not over first; at most 50. The day's
    page has it as `alerts`, too."""

    rights = {"GET": "look_at_desk"}
    serializer_class = AlertToldSerializer
    refusals = {"401": "For staff.", "403": "For staff who may see games, seasons and budgets in the admin."}

    def rows(self) -> Any:
        """What was told within the day."""
        return alerts_told(now=timezone.now())

    def key_of(self, row: Any) -> str:
        """Which it is of all there were: the same may be wrong twice a day."""
        return str(row.alert.pk)

    def tell(self, row: Any) -> dict[str, Any]:
        """What AlertToldSerializer shows of it."""
        return told_as_json(row)


# --- how it is told, and what it was made from -----------------------------------------------------------------------


def answer(view: Any, row: Addressee, *, status: int = 200) -> Response:  # Any: a view of this file
    """An addressee, tagged with a mark of what can be written."""
    data = AddresseeSerializer(row, context=view.get_serializer_context()).data
    return tagged(view, data, mark=mark_of(row), path=f"{PATH}/{row.slug}", status=status)


def mark_of(row: Addressee) -> str:
    """What tells how an addressee is set from how it was before."""
    return sha256("\n".join(str(getattr(row, name)) for name in WRITTEN).encode()).hexdigest()[:16]


def locked(row: Addressee) -> Addressee:
    """The addressee as it is now, which nobody else writes before the transaction ends."""
    return Addressee.objects.select_for_update(no_key=True).get(pk=row.pk)


def matched(view: Reading, row: Addressee, *, is_required: bool) -> None:
    """Raises PreconditionFailed where `If-Match` names another state, and PreconditionRequired where it is wanting."""
    at, whole = f"{row.slug} is at", lambda: answer(view, row).headers["ETag"]
    is_matched(view.request, mark_of(row), at=at, is_required=is_required, whole=whole)


def wrong_addressee(error: ModelError) -> serializers.ValidationError:
    """What is wrong with an addressee, by field."""
    fields = dict(error.message_dict)
    beside = fields.pop(NON_FIELD_ERRORS, [])
    return serializers.ValidationError(fields | ({"address": [*fields.get("address", []), *beside]} if beside else {}))
