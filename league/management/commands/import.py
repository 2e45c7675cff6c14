"""`import`: rows from a file, as its library reads them, and recorded. Personas and models are read as strictly as
where they are typed: all rows come in or none, and whatever is wrong is told by line and name, of models by the number
of the row. What would come of it `--dry-run` tells, and of personas and models what of each would be another.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.core.management import CommandError
from django.db import transaction
from django.db.models import Model
from django.utils.module_loading import import_string
from import_export.command_utils import get_format_class
from import_export.formats.base_formats import JSON, Format
from import_export.resources import ModelResource, modelresource_factory
from import_export.results import InvalidRow, Result, RowResult
from tablib import Dataset

from games.terminal.usage import ProjectCommand, wrong_usage
from league.access.acts import COMMAND_LINE
from league.access.foreign_commands import RecordedRows
from personas.admin.files import LanguageModelResource, PersonaResource
from personas.admin.formats import PERSONA_FORMATS, Objects, format_of
from personas.models import LanguageModel, Persona

NAMES: Final = {"personas": "personas.Persona", "models": "personas.LanguageModel"}
OWN: Final[dict[Any, type[ModelResource]]] = {LanguageModel: LanguageModelResource, Persona: PersonaResource}
# `import` is a word of the language, and no name that it imports by.
TheirCommand: Any = import_module("import_export.management.commands.import").Command


class ImportCommand(TheirCommand):
    """The library's command line; what it says of what went wrong is one line each."""

    def handle(self, *args: Any, **options: Any) -> Any:  # Any: as Django's own has it
        """Reads the file and takes its rows. Raises CommandError."""
        if options["interactive"] and not options["dry_run"] and options["import_file_name"] == "-":
            raise wrong_usage("rows that come in by - leave no way to answer; --no-input takes them without a question")
        if options["interactive"] and not options["dry_run"] and not self._is_wanted():
            raise CommandError("nothing is imported")
        resource = resource_named(NAMES.get(options["resource"], options["resource"]))
        dataset = read_rows(resource, options["import_file_name"], options["format"], options["encoding"])
        told = {"dry_run": options["dry_run"], "raise_errors": options["raise_errors"]}
        with transaction.atomic():
            result = resource.import_data(dataset, **told)
            if wrong := list(complaints(result)):
                raise CommandError("\n".join(["nothing is imported:", *wrong] if len(wrong) > 1 else wrong))
        counts = {kind: result.totals[getattr(RowResult, f"IMPORT_TYPE_{kind.upper()}")] for kind in ("new", "update")}
        skipped = result.totals[RowResult.IMPORT_TYPE_SKIP]
        plural = resource._meta.model._meta.verbose_name_plural
        tried = "would be " if options["dry_run"] else ""
        if options["dry_run"] and isinstance(resource, PersonaResource | LanguageModelResource):
            for row in result.valid_rows():
                self.stdout.write(foreseen(row))
        self.stdout.write(
            f"{plural}: {counts['new']} {tried}new, {counts['update']} {tried}changed, {skipped} as before"
        )

    def _is_wanted(self) -> bool:
        try:
            return input("Are you sure you want to import the data? [yes/no]: ") == "yes"
        except EOFError:
            return False


def resource_named(path: str) -> ModelResource:
    """What reads the rows: of personas and models our own. Raises CommandError."""
    try:
        found: Any = apps.get_model(path)
    except (LookupError, ValueError):
        try:
            found = import_string(path)
        except ImportError:
            raise CommandError(f"there is no model or resource {path!r}") from None
    found = OWN.get(found, found)
    if isinstance(found, type) and issubclass(found, Model):
        found = modelresource_factory(found)
    if not (isinstance(found, type) and issubclass(found, ModelResource)):
        raise CommandError(f"{path!r} is neither a model nor a resource")
    kind: Any = type(found.__name__, (RecordedRows, found), {})
    resource: ModelResource = kind(by=COMMAND_LINE.name) if issubclass(found, PersonaResource) else kind()
    return resource


def read_rows(resource: ModelResource, name: str, form: str | None, encoding: str | None) -> Dataset:
    """The rows of a file, "-" for what comes in. Raises CommandError."""
    kind = form_of(resource, name, form, encoding)
    try:
        if name == "-":
            data: str | bytes = sys.stdin.buffer.read() if kind.is_binary() else sys.stdin.read()
        else:
            data = Path(name).read_bytes() if kind.is_binary() else Path(name).read_text(encoding or "utf-8")
        return kind.create_dataset(data)
    except OSError as error:
        raise wrong_usage(f"{name} cannot be read: {error.strerror}") from error
    except Exception as error:  # each format's reader raises its own
        raise wrong_usage(f"{name} is not what it is read as, {kind.get_title().upper()}: {error}") from error


def form_of(resource: ModelResource, name: str, form: str | None, encoding: str | None) -> Format:
    """What a file is read by: of personas what reads them backstage, too. Raises CommandError."""
    if isinstance(resource, PersonaResource):
        kind = format_of(form or name)
        if kind is None:
            forms = ", ".join(each.form for each in PERSONA_FORMATS)
            what = f"{form!r} is none" if form else f"{name} does not say it"
            raise wrong_usage(f"personas are read from {forms}, and {what}; --format says in which form they are")
        return kind(encoding=encoding)
    found: Format = get_format_class(form, name, encoding)
    return (
        Objects(encoding=encoding) if isinstance(found, JSON) and isinstance(resource, tuple(OWN.values())) else found
    )


def foreseen(row: RowResult) -> str:
    """What would come of a row of personas or models."""
    kind = {RowResult.IMPORT_TYPE_NEW: "new", RowResult.IMPORT_TYPE_UPDATE: "changed"}.get(row.import_type)
    titles = ", ".join(change.title.lower() for change in row.changes)
    told = f"changed in {titles or 'how it is written'}" if kind == "changed" else kind or "as before"
    where = f"line {row.line}" if isinstance(row.instance, Persona) else f"row {row.number}"
    return f"{where} ({row.instance.slug}): {told}"


def complaints(result: Result) -> list[str]:
    """What is wrong with the rows, a line for each."""
    return [
        *(str(error.error) for error in result.base_errors),
        *(f"row {number}: {error.error}" for number, errors in result.row_errors() for error in errors),
        *(refused(row, result) for row in result.invalid_rows),
    ]


def refused(row: InvalidRow, result: Result) -> str:
    """What is wrong with a row, by its number and its name."""
    values = dict(zip(result.diff_headers, row.values, strict=False))
    name = values.get("slug") or values.get("name")
    if told := getattr(row, "told", None):
        return "\n".join(
            f"line {line}{f' ({name})' if name else ''}: {f'{field}: ' if field else ''}{complaint}"
            for line, field, complaint in told
        )
    fields = [f"{field}: {' '.join(told)}" for field, told in row.field_specific_errors.items()]
    return f"row {row.number}{f' ({name})' if name else ''}: {' '.join([*fields, *row.non_field_specific_errors])}"


class Command(ProjectCommand, ImportCommand):
    """Whose doing is an act for each row."""
