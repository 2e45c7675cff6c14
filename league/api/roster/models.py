"""Models as JSON: read by everybody; written by staff, who see how each is set, too.

Law: a key is never taken and never told, only which variable of the environment holds it; whoever may not see models
in the admin is told neither that nor where a model's server is.
"""

import json
from typing import Any, ClassVar, Final

from django.core.exceptions import NON_FIELD_ERRORS
from django.core.exceptions import ValidationError as ModelError
from django.db import transaction
from django.utils.crypto import salted_hmac
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.rights import May, refuse
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
from league.api.stats import WholeModelDetail, WholeModelSerializer
from league.models import Token
from league.seasons.roster import StillNamed, delete_model, edit_model, invite_models, write_model
from personas.api.reading import Reading
from personas.api.views import ModelList
from personas.models import LanguageModel
from personas.versions import HOW

WHERE: Final = ("base_url", "key_variable")
WITHIN: Final = ("in_flight", "limit_group")
SETTINGS: Final = (*WHERE, *HOW, *WITHIN)
WRITTEN: Final = ("name", "provider", "model_name", "is_active", *SETTINGS)
FOUND: Final = ("probed_at", "rung", "without")
PINNED: Final = (
    "Games that were made, and seasons that have begun, go on asking it as it was; who has not sat down yet is asked "
    "as the row says."
)
NEW: Final[dict[str, Any]] = {
    "slug": "gpt-4o-mini",
    "name": "GPT-4o mini",
    "provider": "openai",
    "model_name": "gpt-4o-mini",
    "key_variable": "OPENAI_API_KEY",
    "most_tokens": 2000,
    "temperature": 0.7,
    "reason": "A trial.",
}
SET: Final[dict[str, Any]] = {
    "base_url": "",
    "key_variable": "OPENAI_API_KEY",
    "most_tokens": 2000,
    "temperature": 0.7,
    "extra_body": {},
    "in_flight": 64,
}
TOLD: Final[dict[str, Any]] = {
    "slug": "gpt-4o-mini",
    "name": "GPT-4o mini",
    "provider": "openai",
    "model_name": "gpt-4o-mini",
    "is_active": True,
    "settings": SET,
}


# --- what is told, and what is sent ----------------------------------------------------------------------------------


class SettingsSerializer(serializers.ModelSerializer):
    """How a model's row says that it is asked; numbers that are null are the model's own."""

    extra_body = serializers.DictField(
        child=serializers.JSONField(), help_text="More fields of each request, as they are sent."
    )

    class Meta:
        model = LanguageModel
        fields = [*SETTINGS, *FOUND]
        read_only_fields = FOUND
        extra_kwargs = {
            "probed_at": {"help_text": "When every answer of a probe stood, asked as it is asked now; else null."},
        }


class OneModelSerializer(WholeModelSerializer):
    """A model at its own address, for staff with its settings."""

    settings = serializers.SerializerMethodField(help_text="For staff who may see models in the admin; else null.")

    class Meta(WholeModelSerializer.Meta):
        fields = [*WholeModelSerializer.Meta.fields, "settings"]

    @extend_schema_field(SettingsSerializer(allow_null=True))
    def get_settings(self, model: LanguageModel) -> dict[str, Any] | None:
        """How it is asked, as far as somebody may see it."""
        may = May(self.context["request"].user)
        return dict(SettingsSerializer(model).data) if may["look_at_models"] else None


class ChangedModelSerializer(WhySerializer, serializers.ModelSerializer):
    """What of a model is to be another; what is not there stays."""

    extra_body = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        help_text="More fields of each request, as a JSON object; everybody may read it in logs.",
    )

    class Meta:
        model = LanguageModel
        fields = [*WRITTEN, "reason"]
        extra_kwargs = {
            "key_variable": {
                "help_text": "The environment variable that holds the key, such as `OPENAI_API_KEY`: never the key.",
            },
            "in_flight": {"min_value": 1},
            "base_url": {"help_text": "Only for a server of one's own, which LEAGUE_BASE_URLS lists."},
        }


class NewModelSerializer(ChangedModelSerializer):
    """A model that is to be."""

    class Meta(ChangedModelSerializer.Meta):
        fields = ["slug", *ChangedModelSerializer.Meta.fields]


# --- where -----------------------------------------------------------------------------------------------------------


class CannotBeDeleted(APIException):
    """A row of which others tell."""

    status_code = 409
    default_code = "still_named"


class Models(ModelList):
    """Every model, offline ones too, by slug."""

    rights = {"POST": "write_models"}
    scope = Token.Scope.ROSTER
    refused_writes = {
        "403": "For staff who may add models, with a token of scope `roster`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Makes a model: what it is called, in which protocol, where and how it is asked. Its key is never "
        "sent: `key_variable` names the environment variable that holds it, which ends in `_API_KEY` or is listed in "
        "LEAGUE_KEY_VARIABLES; without one it is the protocol's own. `base_url` must be listed in LEAGUE_BASE_URLS. "
        "Nobody is asked anything by that.",
        request=NewModelSerializer,
        responses={201: OneModelSerializer},
        parameters=[KEY],
        examples=[example("A model", NEW), example("The model, in part", TOLD, status=201)],
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a model."""
        given = given_in(NewModelSerializer, request)
        try:
            model = write_model(by=actor(request), **given)
        except ModelError as error:
            raise wrong_model(error) from error
        return answer(self, model, status=201)


class OneModel(WholeModelDetail):
    """A model: what it is called, how it was asked, and what came of asking it. The ETag begins with a mark of all that
    can be written; staff see its settings, too."""

    rights = {"PATCH": "edit_models", "DELETE": "delete_models"}
    shows_more = True
    scope = Token.Scope.ROSTER
    serializer_class = OneModelSerializer
    refused_writes = {
        "403": "For staff who may change models, or delete them, with a token of scope `roster`.",
        "409": "There are players, seasons, calls or versions that tell of it: it can be deactivated, not deleted.",
        "412": "Somebody has written meanwhile: the model is another than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def get(self, request: Request, slug: str) -> Response:
        """The model."""
        return answer(self, self.get_object())

    @extend_schema(
        description=f"Changes how a model is asked, or what it is called. {PINNED} One that is asked otherwise by now "
        "counts as not tried out. Its slug stays: it is part of the ids of its players.",
        request=ChangedModelSerializer,
        responses=OneModelSerializer,
        parameters=[MATCH],
        examples=[
            example("Cooler", {"temperature": 0.2, "reason": "It rambled."}),
            example("The model, in part", TOLD | {"settings": SET | {"temperature": 0.2}}, status=200),
        ],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change a model."""
        model = self.get_object()
        matched(self, model, is_required=True)
        body = ChangedModelSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        given = dict(body.validated_data)
        if not given.keys() - {"reason"}:
            raise serializers.ValidationError(f"nothing is said that it is to be: {', '.join(WRITTEN)}")
        with transaction.atomic():
            matched(self, locked(model), is_required=True)
            try:
                model = edit_model(by=actor(request), model=model, **given)
            except ModelError as error:
                raise wrong_model(error) from error
        return answer(self, model)

    @extend_schema(
        description="Deletes a model of which nothing tells, with its prices. One that has players, was called, or "
        "that a season has for its narrator stays (409); it can be deactivated. A body may say why (`reason`), for the "
        "record of acts.",
        request=None,
        responses={204: OpenApiResponse(description="It is gone.")},
        parameters=[MAY_MATCH],
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a model."""
        model, why = self.get_object(), why_given(request)
        if model.prices.exists():
            refuse(request.user, "delete_prices")
        with transaction.atomic():
            matched(self, locked(model), is_required=False)
            try:
                delete_model(by=actor(request), model=model, reason=why)
            except StillNamed as error:
                raise CannotBeDeleted(str(error)) from error
        return Response(status=204)

    def tell(self, row: Any) -> LanguageModel:
        """The model itself: what is told of it answer() adds."""
        model: LanguageModel = row
        return model


class InvitingModel(Reading):
    """Whether new seasons may ask a model."""

    rights = {"POST": "edit_models"}
    scope = Token.Scope.ROSTER
    queryset = LanguageModel.objects.all()
    lookup_field = "slug"
    serializer_class = OneModelSerializer
    refused_writes = {
        "403": "For staff who may change models, with a token of scope `roster`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }
    is_active: ClassVar[bool]

    def invite(self, request: Request) -> Response:
        """Says so; what is so already stays so."""
        model = self.get_object()
        why = given_in(WhySerializer, request)["reason"]
        invite_models(by=actor(request), models=[model], is_active=self.is_active, reason=why)
        return answer(self, self.get_object())


class Activating(InvitingModel):
    """Lets new seasons ask a model."""

    is_active = True

    @extend_schema(
        description="Lets new seasons ask a model again, and personas become players on it.",
        request=WhySerializer,
        responses=OneModelSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "It is back."}),
            example("The model, in part", TOLD, status=200),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Activate a model."""
        return self.invite(request)


class Deactivating(InvitingModel):
    """Lets no new season ask a model."""

    is_active = False

    @extend_schema(
        description="Lets no new season ask a model. Its results and pages stay, and seasons under way go on.",
        request=WhySerializer,
        responses=OneModelSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "Its provider takes it down."}),
            example("The model, in part", TOLD | {"is_active": False}, status=200),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Deactivate a model."""
        return self.invite(request)


# --- how it is told, and what it was made from -----------------------------------------------------------------------


def answer(view: GenericAPIView, model: LanguageModel, *, status: int = 200) -> Response:
    """A model with what came of asking it, tagged with a mark of what can be written."""
    told = WholeModelDetail.tell(view, model)  # type: ignore[arg-type]  # its request alone
    data = OneModelSerializer(told, context=view.get_serializer_context()).data
    return tagged(view, data, mark=mark_of(model), path=f"models/{model.slug}", status=status)


def mark_of(model: LanguageModel) -> str:
    """What tells how a model is set from how it was before; keyed, for everybody sees it, and a digest of an address
    could be guessed at."""
    told = [str(getattr(model, name)) for name in WRITTEN]
    return salted_hmac("league.api.roster.models", json.dumps(told)).hexdigest()[:16]


def locked(model: LanguageModel) -> LanguageModel:
    """The model as it is now, which nobody else writes before the transaction ends."""
    return LanguageModel.objects.select_for_update(no_key=True).get(pk=model.pk)


def matched(view: Reading, model: LanguageModel, *, is_required: bool) -> None:
    """Raises PreconditionFailed where `If-Match` names another state of a model, and PreconditionRequired where it is
    wanting."""
    at, whole = f"{model.slug} is at", lambda: answer(view, model).headers["ETag"]
    is_matched(view.request, mark_of(model), at=at, is_required=is_required, whole=whole)


def wrong_model(error: ModelError) -> serializers.ValidationError:
    """What is wrong with a model, by field; what the database says of several stands at the first that it names."""
    fields: dict[str, list[str]] = {}
    for name, complaints in error.message_dict.items():
        for complaint in complaints:
            fields.setdefault(_place_of(complaint) if name == NON_FIELD_ERRORS else name, []).append(complaint)
    return serializers.ValidationError(fields)


def _place_of(complaint: str) -> str:
    words = [word.strip(".,") for word in complaint.split()]
    return next((word for word in words if word in ("slug", *WRITTEN)), "name")
