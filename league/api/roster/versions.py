"""The versions of personas' sheets as JSON: every one that there ever was, what it changed, and the way back to it."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import MAY_MATCH, WhySerializer, example, given_in, held_against, version_matched
from league.api.roster.personas import TOLD, DecidedPersonaSerializer, edited
from league.models import Token
from personas.admin.files import changes_of
from personas.api.reading import Asked, Reading, ReadingList
from personas.models import Persona, SheetVersion

NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)


class SheetVersionSerializer(serializers.ModelSerializer):
    """A version in a list; which is the newest the persona says."""

    version = serializers.IntegerField(source="number")
    digest = serializers.CharField(help_text="SHA-256 of the sheet.")
    written_at = serializers.DateTimeField(source="created_at")

    class Meta:
        model = SheetVersion
        fields = ["version", "digest", "written_at"]


class WholeSheetVersionSerializer(SheetVersionSerializer):
    """A version with its sheet."""

    sheet = serializers.DictField(child=serializers.JSONField(), help_text="The character, whole, as it was then.")

    class Meta(SheetVersionSerializer.Meta):
        fields = [*SheetVersionSerializer.Meta.fields, "sheet"]


class PartChangedSerializer(serializers.Serializer):
    """A part of a sheet that differs."""

    part = serializers.CharField(source="title")
    was = serializers.CharField(help_text="As it is typed: a list a line each; empty where there was nothing.")
    comes = serializers.CharField(help_text="The same of what it is since.")


class VersionDifferenceSerializer(serializers.Serializer):
    """What became of a sheet from one version to another."""

    slug = serializers.CharField()
    version = serializers.IntegerField()
    against = serializers.IntegerField(help_text="The other version; 0 is nothing at all.")
    changes = PartChangedSerializer(many=True)


class OfPersona(Reading):
    """What has to do with the versions of one persona's sheet."""

    scope = Token.Scope.ROSTER
    queryset = Persona.objects.all()
    lookup_field = "slug"

    def version(self, persona: Persona, number: int) -> SheetVersion:
        """A version of the persona's sheet. Raises NotFound."""
        found = persona.versions.filter(number=number).first()
        if found is None:
            raise NotFound(f"{persona.slug} has no version {number}")
        return found


class Versions(OfPersona, ReadingList):
    """The versions of a persona's sheet, newest first; what is in each stands at its own address."""

    asked = ReadingList.asked
    serializer_class = SheetVersionSerializer
    ordering = ["-number"]

    def get_queryset(self) -> Any:  # Any: versions to list
        """The persona's versions."""
        if getattr(self, "swagger_fake_view", False):
            return SheetVersion.objects.none()
        persona = Persona.objects.filter(slug=self.kwargs["slug"]).first()
        if persona is None:
            raise NotFound(f"no persona is called {self.kwargs['slug']!r}")
        return persona.versions.defer("sheet")


class VersionDetail(OfPersona):
    """A persona's sheet as it was in a version."""

    serializer_class = WholeSheetVersionSerializer

    def get(self, request: Request, slug: str, number: int) -> Response:
        """The version."""
        return Response(WholeSheetVersionSerializer(self.version(self.get_object(), number)).data)


class VersionDifferenceAsked(Asked):
    """Which version another is held against."""

    against = held_against("version")


class VersionDifference(OfPersona):
    """What a version changed of the one before it, or of any other: part by part."""

    asked = VersionDifferenceAsked
    serializer_class = VersionDifferenceSerializer

    def get(self, request: Request, slug: str, number: int) -> Response:
        """The difference."""
        persona = self.get_object()
        after = self.version(persona, number)
        against = self.given.get("against", number - 1)
        before = as_persona(self.version(persona, against).sheet) if against else None
        told = {"slug": slug, "version": number, "against": against}
        changes = changes_of(before, as_persona(after.sheet))
        return Response(VersionDifferenceSerializer(told | {"changes": changes}).data)


class VersionRestoring(OfPersona):
    """Makes the sheet of a version the persona's again, as a new version."""

    rights = {"POST": "edit_personas"}
    serializer_class = DecidedPersonaSerializer
    refused_writes = {
        "403": "For staff who may change personas, with a token of scope `roster`.",
        "412": "Somebody has written meanwhile: the sheet is at another version than `If-Match` says.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Makes the sheet of a version the persona's again, as a new version; its name is what it was then.",
        request=WhySerializer,
        responses=DecidedPersonaSerializer,
        parameters=[KEY, MAY_MATCH, NUMBER],
        examples=[
            example("With a reason", {"reason": "It was better before."}),
            example("The next version", TOLD | {"version": 3}, status=200),
        ],
    )
    @once
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Restore a version of a persona's sheet."""
        persona = self.get_object()
        then = self.version(persona, number)
        on = version_matched(request, persona, is_required=False)
        return edited(self, persona, on=on, sheet=then.sheet, **given_in(WhySerializer, request))


def as_persona(sheet: Any) -> Persona:  # Any: a sheet as it is stored
    """A persona of this sheet, not to be stored."""
    return Persona(status="", name=str(sheet.get("name", "")), sheet=sheet)
