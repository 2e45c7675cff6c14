"""Personas in files by the API: YAML, CSV and JSON, in as strictly as backstage, and out.

Law: whatever is wrong is told at once, each with its line, and as long as anything is wrong nothing comes in; all
of it does so in one transaction. `dry_run` tells what would come of it, row by row, and stores nothing.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from typing import IO, Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from import_export.results import Result, RowResult
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.acts import recorded
from league.api.errors import TooLarge, WrongFile
from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import actor, example
from league.api.roster.personas import SCHEMA, SHEET, WHO
from league.api.roster.tags import PreconditionFailed
from league.api.schema import RefusalSerializer
from league.models import Token
from personas.admin.files import CHANGED_MEANWHILE, PersonaResource
from personas.admin.formats import PERSONA_FORMATS, PersonaFormat, format_of
from personas.api.reading import Asked, Reading, choice
from personas.models import Persona, PersonaStatus
from personas.rows import csv_file, yaml_file
from personas.rows.nodes import LARGEST, told_apart

KINDS: Final = {
    RowResult.IMPORT_TYPE_NEW: "new",
    RowResult.IMPORT_TYPE_UPDATE: "changed",
    RowResult.IMPORT_TYPE_SKIP: "same",
}
FORMS: Final[Mapping[str, type[PersonaFormat]]] = {each.form: each for each in PERSONA_FORMATS}
# What a body may call itself, and what it is read as.
MEDIA: Final = {
    "application/json": "json",
    "application/yaml": "yaml",
    "application/x-yaml": "yaml",
    "text/yaml": "yaml",
    "text/x-yaml": "yaml",
    "text/csv": "csv",
}


class FileParser(BaseParser):
    """A body as it was sent: its lines are told, so nothing reads it before."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:  # Any: bytes
        """The bytes, one more than are read at most."""
        return stream.read(LARGEST + 1)


PARSERS: Final[list[Any]] = [type("FileOf", (FileParser,), {"media_type": each}) for each in MEDIA]


class FormRenderer(JSONRenderer):
    """Says that a form can be had; files are written by whoever writes them, and refusals are JSON."""


RENDERERS: Final[list[Any]] = [
    type("RendererOf", (FormRenderer,), {"media_type": each.content_type.partition(";")[0], "format": each.form})
    for each in PERSONA_FORMATS
]


class ChangeOfSerializer(serializers.Serializer):
    """A part of a persona that would be another."""

    part = serializers.CharField(source="title")
    was = serializers.CharField()
    comes = serializers.CharField()


class RowSerializer(serializers.Serializer):
    """What comes of a row."""

    line = serializers.IntegerField(help_text="Where it begins.")
    slug = serializers.CharField()
    what = serializers.ChoiceField(list(KINDS.values()))
    changes = ChangeOfSerializer(many=True, help_text="Part by part; of one that is new, all that there is.")


class FaultSerializer(serializers.Serializer):
    """Something that is wrong with a file."""

    line = serializers.IntegerField(allow_null=True, help_text="Null for what is wrong with the whole of it.")
    slug = serializers.CharField(help_text="Of the row, where it says it.")
    field = serializers.CharField(
        help_text="What of the row it is about: `status`, of its sheet the path, such as `identity.traits` or "
        "`voice.tags[1]`, `sheet` for all of that. Empty for what is wrong with how it is written."
    )
    message = serializers.CharField()


class WrongFileSerializer(RefusalSerializer):
    """Why a file did not come in."""

    errors = FaultSerializer(  # type: ignore[assignment]  # a field's name, taken too
        many=True, required=False, help_text="All that is wrong with its rows, as a trial tells it."
    )


class RefusedFileSerializer(serializers.Serializer):
    """A refusal, with all that is wrong with a file."""

    error = WrongFileSerializer()


class ImportedSerializer(serializers.Serializer):
    """What came of a file, or would."""

    dry_run = serializers.BooleanField(help_text="Whether nothing was stored.")
    new = serializers.IntegerField()
    changed = serializers.IntegerField()
    same = serializers.IntegerField()
    seen = serializers.CharField(help_text="What this shows: send it as `seen`, and just this comes in, or nothing.")
    rows = RowSerializer(many=True, help_text="Without those that are wrong.")
    errors = FaultSerializer(  # type: ignore[assignment]  # a field's name, taken too
        many=True, help_text="All that is wrong; empty where something came in."
    )


class ImportAsked(Asked):
    """How a file is to come in."""

    dry_run = serializers.BooleanField(
        default=False, label="true or false", help_text="Tell what would come of it, and store nothing."
    )
    seen = serializers.RegexField(
        "^[0-9a-f]{64}$",
        required=False,
        label="the `seen` of a trial",
        help_text="What a trial showed: where another would come of it by now, nothing comes in (412).",
    )


class FormAsked(Asked):
    """Which personas go out, and in which form."""

    format = serializers.ChoiceField(
        list(FORMS), default="yaml", label=f"one of {', '.join(FORMS)}", help_text="The form of the file."
    )
    status = choice(PersonaStatus, "Only those that are draft, approved or retired.")


class UploadSerializer(serializers.Serializer):
    """A file in a form."""

    file = serializers.FileField(help_text="Its name says what it is: .yaml, .csv or .json.")


NOT_NEEDED: Final = ("signature_phrases", "leads", "tags", "images", "lines")
SHORT: Final = SHEET | {"voice": {name: part for name, part in SHEET["voice"].items() if name not in NOT_NEEDED}}
OF_CLERK: Final[Mapping[str, Any]] = WHO | {"status": "draft", "sheet": WHO | SHORT}


def named_in(parts: Mapping[str, Any], form: str) -> str:
    """The columns of a form, for people."""
    return ", ".join(f"`{name}`" for name, part in parts.items() if part is not None and part.form == form)


DRY: Final = {
    "dry_run": True,
    "new": 1,
    "changed": 0,
    "same": 0,
    "seen": "0f" * 32,
    "rows": [
        {"line": 1, "slug": "harbour_clerk", "what": "new", "changes": [{"part": "Name", "was": "", "comes": "…"}]}
    ],
    "errors": [
        {"line": 9, "slug": "old_fenn", "field": "voice.risk_tolerance", "message": "voice lacks risk_tolerance"}
    ],
}


FORMS_TOLD: Final = f"""\
**YAML and JSON**: a list of objects with `slug`, `name`, `status` (`draft`, `approved` or `retired`; it may be left
out) and the parts of the sheet, either in the row itself or together as `sheet`. In YAML:

```yaml
{yaml_file.written([OF_CLERK])}```

**CSV**: the first line names the columns, in any order: `{"`, `".join(csv_file.COLUMNS)}`. A sheet is one cell with
all of it as JSON (`sheet`), or one column for each part; `is_active` may stand there from before there was `status`.
A cell of several lines is put in double quotes. A list ({named_in(csv_file.OF_PARTS, "list")}) holds one text a line;
what is by a name ({named_in(csv_file.OF_PARTS, "by name")}) one `name: text` a line, where the name is that of a role
or team, of a persona by its slug, or of an intent of lines. A cell that begins with `=`, `+`, `-` or `@` goes out with
an apostrophe before it, and comes back without. The same persona:

```csv
{csv_file.written([OF_CLERK]).replace(chr(13), "")}```
"""


WRONG: Final = "What is wrong: `fields` has an entry for each line, `errors` each with its line, its row and its field."


class Importing(Reading):
    """Brings personas in from a file."""

    rights = {"POST": "import_personas"}
    scope = Token.Scope.ROSTER
    asked_of_writes = ImportAsked
    queryset = Persona.objects.all()
    serializer_class = ImportedSerializer
    parser_classes = [*PARSERS, MultiPartParser]
    refused_writes = {
        "403": "For staff who may add and change personas, with a token of scope `roster`.",
        "412": "Somebody has edited these personas since the trial whose `seen` was sent.",
        "415": "There are JSON, YAML, CSV and a form with a file.",
        **REFUSED,
    }

    @extend_schema(
        description="Brings personas in from a file: YAML or JSON with a list of them, or CSV with a column for each "
        "part of a sheet; as the body itself or in a form, as `file`. Who is there is changed, who is new is a draft "
        "unless the file says otherwise. All come in or none. A trial (`dry_run`) is answered 200 also where "
        "something is wrong, with what would come of the other rows; it is worked out anew whenever it is asked for, "
        f"and no `Idempotency-Key` keeps it.\n\n{SCHEMA}\n\n{FORMS_TOLD}",
        request={
            "application/json": OpenApiTypes.ANY,
            "application/yaml": OpenApiTypes.STR,
            "text/csv": OpenApiTypes.STR,
            "multipart/form-data": UploadSerializer,
        },
        responses={200: ImportedSerializer, 400: OpenApiResponse(RefusedFileSerializer, WRONG)},
        parameters=[KEY],
        examples=[
            example("A persona", [WHO | {"status": "draft", "sheet": SHEET}]),
            example("A trial", DRY, status=200),
        ],
    )
    @once
    def post(self, request: Request) -> Response:
        """Bring in personas."""
        kind, data = file_in(request)
        by = actor(request)

        def acts(verb: str, rows: Any) -> AbstractContextManager[None]:
            return recorded(by=by, verb=verb, rows=rows)

        try:
            rows = kind().create_dataset(data)
        except ValueError as error:
            raise ValidationError({"file": [f"{error}"]}) from error
        is_trial = self.given["dry_run"]
        resource = PersonaResource(recorded=acts, by=by.name)
        result = resource.import_data(rows, dry_run=is_trial, expected=self.given.get("seen", ""))
        if CHANGED_MEANWHILE in (str(each.error) for each in result.base_errors):
            raise PreconditionFailed(f"{CHANGED_MEANWHILE}; nothing came in")
        wrong = list(faults(result))
        if wrong and not is_trial:
            raise WrongFile(by_line(wrong), wrong)
        return Response(ImportedSerializer(came_of(result, wrong, is_trial=is_trial)).data)


class Exporting(Reading):
    """All personas in a file, as it may come in again; those of one game are in none."""

    rights = {"GET": "export_personas"}
    shows_more = True
    asked = FormAsked
    queryset = Persona.objects.all()
    renderer_classes = RENDERERS
    refusals = {
        "401": "For staff alone; or a token that is wrong or has expired.",
        "403": "For staff who may see personas.",
        "406": "There are JSON, YAML and CSV.",
    }

    @extend_schema(
        responses={
            (200, "application/json"): OpenApiTypes.ANY,
            (200, "application/yaml"): OpenApiTypes.ANY,
            (200, "text/csv"): OpenApiTypes.STR,
        }
    )
    def get(self, request: Request) -> HttpResponse:
        """The file."""
        personas = Persona.objects.filter(written_for="").order_by("slug")
        if "status" in self.given:
            personas = personas.filter(status=self.given["status"])
        kind = FORMS[self.given["format"]]
        told = kind().export_data(PersonaResource().export(personas))
        named = {"Content-Disposition": f'attachment; filename="personas.{kind.form}"'}
        return HttpResponse(told, content_type=kind.content_type, headers=named)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The answer; a refusal is JSON, whatever was asked for."""
        told = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(told, Response):
            told.accepted_renderer, told.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return told


def file_in(request: Request) -> tuple[type[PersonaFormat], bytes]:
    """What was sent, and in which form. Raises ValidationError and TooLarge."""
    media = (request.content_type or "").partition(";")[0].strip().lower()
    if media in MEDIA:
        body: Any = request.data
        if len(body) > LARGEST:
            raise TooLarge(LARGEST)
        return FORMS[MEDIA[media]], body if isinstance(body, bytes) else b""  # of an empty one nobody reads anything
    file = request.FILES.get("file")
    if file is None or len(request.data) > 1:
        raise ValidationError({"file": ["send one file, and nothing else, as `file`"]})
    kind = format_of(file.name or "")
    if kind is None:
        raise ValidationError({"file": ["its name does not say in which form it is: .yaml, .csv or .json"]})
    if file.size > LARGEST:
        raise TooLarge(LARGEST)
    return kind, file.read()


def faults(result: Result) -> Iterator[dict[str, Any]]:
    """All that is wrong with a file, as FaultSerializer shows it."""
    for each in result.base_errors:
        yield {"line": None, "slug": "", "field": "", "message": str(each.error)}
    for number, errors in result.row_errors():
        for error in errors:
            yield {"line": None, "slug": "", "field": "", "message": f"row {number}: {error.error}"}
    for row in result.invalid_rows:
        slug = dict(zip(result.diff_headers, row.values, strict=False)).get("slug") or ""
        for line, field, complaint in row.told:
            for place, told in told_apart(complaint) if field == "sheet" else [(field, complaint)]:
                yield {"line": line, "slug": str(slug), "field": place, "message": told}


def by_line(wrong: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The same as a refusal has it: by line, and what is of none by `file`."""
    told: dict[str, list[str]] = {}
    for each in wrong:
        place = f"line {each['line']}" if each["line"] is not None else "file"
        told.setdefault(place, []).append(f"{each['field']}: {each['message']}" if each["field"] else each["message"])
    return told


def came_of(result: Result, wrong: list[dict[str, Any]], *, is_trial: bool) -> dict[str, Any]:
    """What ImportedSerializer shows."""
    rows = [
        {"line": row.line, "slug": row.instance.slug, "what": KINDS[row.import_type], "changes": row.changes}
        for row in result.valid_rows()
        if row.import_type in KINDS
    ]
    counts = {what: sum(row["what"] == what for row in rows) for what in KINDS.values()}
    return {"dry_run": is_trial, **counts, "seen": result.seen, "rows": rows, "errors": wrong}
