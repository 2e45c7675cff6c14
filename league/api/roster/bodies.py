"""Bodies that are sent, and what is wrong with them: one complaint a field, all of them at once, nothing half done.

Law: who writes over something says from which state it was made (`If-Match`), and is refused where somebody has written
meanwhile. What may be is decided below; here its complaints are put to the fields that they are about.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import NON_FIELD_ERRORS
from django.core.exceptions import ValidationError as ModelError
from django.http import HttpRequest
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from league.access.acts import Actor
from league.access.rights import refuse
from league.api.errors import plain
from league.api.roster.tags import is_matched
from league.models import User
from league.models.act import Surface
from personas.api.reading import WholeNumber
from personas.fields import SheetError
from personas.models import Persona
from personas.rows.nodes import SHEET_PARTS

BESIDE: Final = ("slug", "name", "status")  # fields of a persona that are none of its sheet
BEGINNING: Final = 'What stands in it before the hyphen, as `"7"`, is enough.'
MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The `ETag` of what you looked at, as `GET` of the same address is answered with it; of what is within "
    f"a memory, that of the memory. {BEGINNING}",
)
MAY_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description=f"The `ETag` of what you looked at; without it nobody asks what was written meanwhile. {BEGINNING}",
)


def held_against(what: str) -> WholeNumber:
    """Which of all there were, a `what` each, the one in the address is held against."""
    return WholeNumber(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        label=f"the number of a {what}, or 0 for nothing at all",
        help_text=f"The {what} that it is held against; the one before it unless asked.",
    )


class Written(serializers.Serializer):
    """A body in which nothing is passed over, and whose choices are named to who chose none of them."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """Its fields, by name."""
        found = super().get_fields()
        for field in found.values():
            chosen = getattr(field, "child", field)
            if isinstance(chosen, serializers.ChoiceField):
                there = ", ".join(str(each) for each in chosen.choices).replace("{", "{{").replace("}", "}}")
                told = f'"{{input}}" is not a valid choice; there are: {there}.'
                chosen.error_messages = {**chosen.error_messages, "invalid_choice": told}
        return found

    def to_internal_value(self, data: Any) -> Any:  # Any: JSON values
        """What was sent. Raises ValidationError, also for what has no place here."""
        unknown = [name for name in data if name not in self.fields] if isinstance(data, Mapping) else []
        wrong = {plain(name)[:80]: [f"is no field of this; there are: {', '.join(self.fields)}"] for name in unknown}
        try:
            read = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if wrong and isinstance(error.detail, dict):
                raise serializers.ValidationError({**wrong, **error.detail}) from error
            raise
        if wrong:
            raise serializers.ValidationError(wrong)
        return read


class WhySerializer(Written):
    """Why somebody does something, for the record of acts."""

    reason = serializers.CharField(
        max_length=200, default="", allow_blank=True, help_text="For the record; it may be left out."
    )


def given_in(kind: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """What a body says. Raises ValidationError, which names every guilty field."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def why_given(request: Request) -> str:
    """Why something goes: of a body with a `reason`, or of none. Raises ValidationError for whatever else is sent."""
    return str(given_in(WhySerializer, request)["reason"])


def wrong_sheet(error: SheetError) -> serializers.ValidationError:
    """The complaints about a sheet, each at what it is about: `name`, `sheet.voice.tags[1]`, or the whole `sheet`."""
    fields: dict[str, list[str]] = {}
    for complaint in error.complaints:
        fields.setdefault(_place_of(complaint), []).append(complaint)
    return serializers.ValidationError(fields)


def _place_of(complaint: str) -> str:
    path = complaint.partition(" ")[0].rstrip(":")
    first = re.split(r"[.\[]", path)[0]
    return path if path in BESIDE else f"sheet.{path}" if first in SHEET_PARTS else "sheet"


def wrong_row(error: ModelError) -> serializers.ValidationError:
    """What is wrong with a persona, by field, as wrong_sheet() has it."""
    fields: dict[str, list[str]] = {}
    for name, complaints in error.message_dict.items():
        for complaint in complaints:
            place = _place_of(complaint) if name in (NON_FIELD_ERRORS, "sheet") else name
            fields.setdefault(place, []).append(complaint)
    return serializers.ValidationError(fields)


def version_matched(request: Request, persona: Persona, *, is_required: bool) -> int | None:
    """The version of a persona's sheet that `If-Match` names, where it is the newest; None where none is named. Raises
    PreconditionRequired and PreconditionFailed."""
    at = f"{persona.slug} is at version"
    return persona.version if is_matched(request, persona.version, at=at, is_required=is_required) else None


def example(name: str, value: Any, *, status: int = 0) -> OpenApiExample:
    """An example of a body that is sent, or of the answer with a status."""
    if status:
        return OpenApiExample(name, value, response_only=True, status_codes=[str(status)])
    return OpenApiExample(name, value, request_only=True)


def refuse_reading(request: Request, name: str) -> None:
    """Raises NotAuthenticated for nobody, and PermissionDenied for who may not do what is read there."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    refuse(request.user, name)


def actor(request: Request | HttpRequest) -> Actor:
    """Who sends a request by the API."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    return Actor(Surface.API, user.username, user)
