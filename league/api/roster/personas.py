"""Personas as JSON: read by everybody; written, edited, approved and retired by staff."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

from django.core.exceptions import ValidationError as ModelError
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.rights import May
from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import (
    MATCH,
    WhySerializer,
    actor,
    example,
    given_in,
    version_matched,
    wrong_row,
    wrong_sheet,
)
from league.api.roster.tags import PreconditionFailed, tagged
from league.models import Token
from league.seasons.roster import Outdated, approve_some, edit_persona, retire_some, write_persona
from personas.api.reading import Reading
from personas.api.serializers import PersonaSerializer
from personas.api.views import PersonaDetail, PersonaList
from personas.fields import LONGEST_SLUG
from personas.models import Persona
from personas.sheet import LONGEST_NAME, ROSTER, SheetError, dump

SHEET: Final[dict[str, Any]] = {name: part for name, part in dump(ROSTER[0]).items() if name not in ("slug", "name")}
WHO: Final = {"slug": "harbour_clerk", "name": "The Harbour Clerk"}
TOLD: Final = {
    **WHO,
    "source": "hand",
    "is_active": False,
    "status": "draft",
    "version": 1,
    "written_for": "",
    "face": "https://league.example/faces/harbour_clerk.svg",
    "sheet": WHO | SHEET,
    "decided_by": None,
    "decided_at": None,
}
DECIDED: Final = {"decided_by": "ann", "decided_at": "2026-05-04T12:00:00Z"}
MERGED: Final = (
    "The parts that are to be others, as in a JSON merge patch: what is not there stays, null takes it away."
)


SCHEMA: Final = (
    "What a sheet is made of, and how long each part may be: [`persona.json`](/api/v1/schemas/persona.json)."
)


class DecidedPersonaSerializer(PersonaSerializer):
    """A character and its sheet, for staff with who decided on it."""

    decided_by = serializers.SerializerMethodField(
        help_text="Who approved or retired it last. Null of a draft, and for all but staff who may see personas in the "
        "admin, with a token of scope `roster`."
    )
    decided_at = serializers.SerializerMethodField(help_text="When that was; null where `decided_by` is.")

    class Meta(PersonaSerializer.Meta):
        fields = [*PersonaSerializer.Meta.fields, "decided_by", "decided_at"]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_decided_by(self, persona: Persona) -> str | None:
        """Who decided, as far as somebody may see it."""
        return (persona.decided_by or None) if self.shows_who else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_decided_at(self, persona: Persona) -> str | None:
        """When that was."""
        if persona.decided_at is None or not self.shows_who:
            return None
        return serializers.DateTimeField().to_representation(persona.decided_at)

    @cached_property
    def shows_who(self) -> bool:
        """Whether whoever asks may see the roster as staff see it."""
        return sees_who_decided(self.context["request"])


def sees_who_decided(request: Request) -> bool:
    """Whether a request is told who decided on personas: names of the staff are for them alone."""
    is_of_roster = not isinstance(request.auth, Token) or request.auth.allows(Token.Scope.ROSTER)
    return is_of_roster and May(request.user)["look_at_personas"]


class NewPersonaSerializer(WhySerializer):
    """A persona that is to be."""

    slug = serializers.CharField(
        max_length=LONGEST_SLUG,
        help_text="Lower-case letters, digits and underscores, no underscore first; it stays.",
    )
    name = serializers.CharField(max_length=LONGEST_NAME, help_text="What it is called at a table and on pages.")
    sheet = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        help_text="The character, as the sheet of any persona; `slug` and `name` need not stand in it again.",
    )


class EditedPersonaSerializer(WhySerializer):
    """A persona as it is to be from now on."""

    name = serializers.CharField(
        max_length=LONGEST_NAME, default="", help_text="As the sheet says or as it was, unless given."
    )
    sheet = serializers.DictField(child=serializers.JSONField(allow_null=True), help_text="The whole sheet.")


class ChangedPersonaSerializer(EditedPersonaSerializer):
    """What of a persona is to be another."""

    sheet = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict, help_text=MERGED)


class Personas(PersonaList):
    """Every character with its sheet, by slug; those of one game only when they are asked for."""

    serializer_class = DecidedPersonaSerializer
    shows_more = True
    rights = {"POST": "write_personas"}
    scope = Token.Scope.ROSTER
    refused_writes = {
        "403": "For staff who may add personas, with a token of scope `roster`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Writes a persona, as a draft: seasons invite it when somebody has approved it. Whatever is wrong "
        "is told at once, by field; of the sheet by its path, such as `sheet.voice.tags[1]`. "
        f"{SCHEMA}",
        request=NewPersonaSerializer,
        responses={201: DecidedPersonaSerializer},
        parameters=[KEY],
        examples=[example("A persona", WHO | {"sheet": SHEET}), example("A draft", TOLD, status=201)],
    )
    @once
    def post(self, request: Request) -> Response:
        """Write a persona."""
        given = given_in(NewPersonaSerializer, request)
        try:
            persona = write_persona(by=actor(request), **given)
        except ModelError as error:
            raise wrong_row(error) from error
        return answer(self, persona, status=201)


class OnePersona(PersonaDetail):
    """A character with its sheet, also one that was written for one game. The ETag begins with the version of the
    sheet."""

    serializer_class = DecidedPersonaSerializer
    shows_more = True
    rights = {"PUT": "edit_personas", "PATCH": "edit_personas"}
    scope = Token.Scope.ROSTER
    refused_writes = {
        "403": "For staff who may change personas, with a token of scope `roster`.",
        "412": "Somebody has written meanwhile: the sheet is at another version than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def get(self, request: Request, slug: str) -> Response:
        """The persona."""
        return answer(self, self.get_object())

    @extend_schema(
        description="Makes a sheet the persona's, as the version after the one that `If-Match` names; the same again "
        "adds none. Games that were made, and seasons that have begun, go on with the version that they have. "
        f"{SCHEMA}",
        request=EditedPersonaSerializer,
        responses=DecidedPersonaSerializer,
        parameters=[MATCH],
        examples=[
            example("A whole sheet", {"sheet": SHEET, "reason": "It talked too much."}),
            example("The next version", TOLD | {"version": 2}, status=200),
        ],
    )
    def put(self, request: Request, slug: str) -> Response:
        """Rewrite a persona."""
        persona = self.get_object()
        on = version_matched(request, persona, is_required=True)
        return edited(self, persona, on=on, **given_in(EditedPersonaSerializer, request))

    @extend_schema(
        description="Changes parts of a persona's sheet, or its name, as the version after the one that `If-Match` "
        f"names. `sheet` is read as a JSON merge patch (RFC 7396): a list is replaced as a whole. {SCHEMA}",
        request=ChangedPersonaSerializer,
        responses=DecidedPersonaSerializer,
        parameters=[MATCH],
        examples=[
            example("A turn of speech", {"sheet": {"voice": {"speech_style": "Slowly, in full sentences."}}}),
            example("The next version", TOLD | {"version": 2}, status=200),
        ],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change parts of a persona."""
        persona = self.get_object()
        on = version_matched(request, persona, is_required=True)
        given = given_in(ChangedPersonaSerializer, request)
        patch = given["sheet"] | ({"name": given["name"]} if given["name"] else {})
        return edited(self, persona, on=on, **given | {"sheet": merged(persona.sheet, patch)})


class Deciding(Reading):
    """What somebody decides on a persona."""

    rights = {"POST": "edit_personas"}
    scope = Token.Scope.ROSTER
    queryset = Persona.objects.all()
    lookup_field = "slug"
    serializer_class = DecidedPersonaSerializer
    refused_writes = {
        "403": "For staff who may change personas, with a token of scope `roster`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }
    verb: ClassVar[Callable[..., int]]

    def decide(self, request: Request) -> Response:
        """Does the verb; who is so already stays so."""
        persona = self.get_object()
        why = given_in(WhySerializer, request)["reason"]
        if persona.written_for:
            told = f"{persona.slug} was written for one game, {persona.written_for}; no other invites it"
            raise serializers.ValidationError({"slug": [told]})
        try:
            type(self).verb(by=actor(request), personas=[persona], reason=why)
        except SheetError as error:
            raise wrong_sheet(error) from error
        return answer(self, self.get_object())


class Approving(Deciding):
    """Lets a persona enter new seasons and exhibitions, also one that was retired."""

    verb = approve_some

    @extend_schema(
        description="Lets a persona enter new seasons and exhibitions, also one that was retired; who is approved "
        "already stays so.",
        request=WhySerializer,
        responses=DecidedPersonaSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "Read and liked."}),
            example("An approved persona", TOLD | DECIDED | {"status": "approved", "is_active": True}, status=200),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Approve a persona."""
        return self.decide(request)


class Retiring(Deciding):
    """Lets a persona enter nothing new; its games, results and pages stay."""

    verb = retire_some

    @extend_schema(
        description="Lets a persona enter no new season and no exhibition. Its results and pages stay, games and "
        "seasons under way go on, and it can be approved again.",
        request=WhySerializer,
        responses=DecidedPersonaSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "There is a better one by now."}),
            example("A retired persona", TOLD | DECIDED | {"status": "retired"}, status=200),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Retire a persona."""
        return self.decide(request)


def edited(view: GenericAPIView, persona: Persona, **given: Any) -> Response:
    """Does an edit, and tells what came of it."""
    try:
        now = edit_persona(by=actor(view.request), persona=persona, **given)
    except Outdated as error:
        raise PreconditionFailed(f"{error}; nothing was written") from error
    except ModelError as error:
        raise wrong_row(error) from error
    return answer(view, now)


def answer(view: GenericAPIView, persona: Persona, *, status: int = 200) -> Response:
    """A persona, tagged with the version of its sheet."""
    told = DecidedPersonaSerializer(persona, context=view.get_serializer_context()).data
    return tagged(view, told, mark=persona.version, path=f"personas/{persona.slug}", status=status)


def merged(before: Any, patch: Any) -> Any:  # Any: JSON values
    """A value after a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, Mapping):
        return patch
    kept = before if isinstance(before, Mapping) else {}
    changed = {name: merged(kept.get(name), each) for name, each in patch.items() if each is not None}
    return {name: each for name, each in kept.items() if name not in patch} | changed
