"""Personas and models in files: how they come in, as strictly read as what is typed in, and how personas go out.

Law: whatever is wrong in any row is told at once, by line and field, and as long as anything is wrong nothing comes in.
So a fault of a row is always a ValidationError: the library shows other errors instead of these, not beside them.
What comes in after a preview is what was previewed: who was edited meanwhile is looked at again first.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from typing import Any, Final, NamedTuple

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import transaction
from import_export.fields import Field
from import_export.resources import ModelResource
from import_export.results import Error, Result, RowResult
from import_export.widgets import BooleanWidget
from tablib import Dataset

from personas.admin.formats import COLUMNS, LACKING
from personas.fields import SheetError
from personas.models import LanguageModel, Persona, PersonaStatus
from personas.parts import PARTS
from personas.roster import THE_LEAGUE, decision, rewrite_model, rewrite_persona
from personas.rows import File, FileError, Row
from personas.rows.typed import part_of, shown_of
from personas.sheet import accept_by_hand, dump, load
from personas.versions import digest_of

AS_WRITTEN: Final = "as_written"  # what is wrong with how a row is written, and not with what it says

CHANGED_MEANWHILE: Final = "somebody has edited these personas since the preview; look at it again"


class Change(NamedTuple):
    """What of a persona or a model is another: its title, what was and what comes."""

    title: str
    was: str
    comes: str


def changes_of(before: Persona | None, after: Persona) -> list[Change]:
    """What a row makes of a persona, part by part; of one that is new, all that there is."""
    was = before or Persona(status="", sheet={})
    told = [Change("Name", was.name, after.name), Change("Status", was.status, after.status)]
    told.append(Change("Temper", str(was.sheet.get("temper", "")), str(after.sheet.get("temper", ""))))
    told += [
        Change(part.title, shown_of(part, was.sheet), shown_of(part, after.sheet))
        for part in PARTS
        if part_of(part, was.sheet) != part_of(part, after.sheet)  # PostgreSQL keeps names in an order of its own
    ]
    return [each for each in told if each.was != each.comes]


_IS_TRUE: Final = BooleanWidget().clean


class PersonaResource(ModelResource):
    """A persona in a file. One that is new is a draft unless the file says otherwise."""

    is_active = Field("is_active", "is_active", readonly=True)

    class Meta:
        model = Persona
        fields = list(COLUMNS)
        import_id_fields = ["slug"]
        skip_unchanged = True
        report_skipped = True
        clean_model_instances = True
        use_transactions = True
        skip_html_diff = True
        store_instance = True

    def __init__(
        self, recorded: Callable[..., AbstractContextManager[None]] | None = None, by: str = THE_LEAGUE, **options: Any
    ) -> None:
        super().__init__(**options)
        self._by = by
        self._recorded = recorded
        self._first_of: dict[str, int] = {}
        self._file = File([])
        self._seen: list[tuple[Any, ...]] = []

    def import_data(self, dataset: Dataset, *options: Any, expected: str = "", **named: Any) -> Result:
        """Nothing comes in as long as any row is wrong, or where a preview was looked at and by now another would be:
        `expected` is the `seen` of its result."""
        self._first_of, self._seen, self._file = {}, [], getattr(dataset, "told", File([]))
        with transaction.atomic():
            result = super().import_data(dataset, *options, **named | {"rollback_on_validation_errors": True})
            result.seen = sha256(json.dumps(self._seen).encode()).hexdigest()
            is_wrong = result.has_errors() or result.has_validation_errors()
            if expected and result.seen != expected and not is_wrong:
                transaction.set_rollback(True)
                result.append_base_error(Error(FileError(CHANGED_MEANWHILE)))
        return result

    def row(self, number: int) -> Row:
        """What the file told of a row; of a row from elsewhere, its number as its line."""
        return self._file.rows[number - 1] if number <= len(self._file.rows) else Row(number, {})

    def before_import_row(self, row: Any, **options: Any) -> None:
        """What a row lacks stays as it is; a sheet of JSON is a value already, where the importer wants text."""
        for field in [field for field, value in row.items() if value is None]:
            del row[field]
        row.setdefault("slug", "")
        if "is_active" in row and "status" not in row:  # as files had it before there was a status
            status = PersonaStatus.APPROVED if _IS_TRUE(row["is_active"]) else PersonaStatus.RETIRED
            row["status"] = status.value
        if not isinstance(row.get("sheet", ""), str):
            row["sheet"] = json.dumps(row["sheet"])

    def import_instance(self, instance: Persona, row: Any, **options: Any) -> None:
        """As the library does; a slug that came before in this file is refused: which of the two was meant?"""
        wrong: dict[str, Any] = {}
        was = PersonaStatus.DRAFT if instance.pk is None else instance.status
        try:
            super().import_instance(instance, row, **options)
            if instance.status != was:
                vars(instance).update(decision(instance.status, by=self._by))
            instance.sheet = in_full(instance.sheet)
        except ValidationError as complaint:
            wrong = complaint.update_error_dict(wrong)
        number = options["row_number"]
        if faults := self.row(number).faults:
            wrong[AS_WRITTEN] = [ValidationError(told) for _, told in faults]
        first = self._first_of.setdefault(instance.slug, number) if instance.slug else number
        if first != number:
            where = f"line {self.row(first).line}" if self._file.rows else f"row {first}"
            wrong["slug"] = [ValidationError(f"slug {instance.slug!r} is that of {where} too")]
        if wrong:
            raise ValidationError(wrong)

    def skip_row(self, instance: Persona, original: Persona, row: Any, import_validation_errors: Any = None) -> bool:
        """Who is there and stays as it is; a row that says nothing of somebody new is looked at, and refused."""
        return instance.pk is not None and super().skip_row(instance, original, row, import_validation_errors)

    def validate_instance(
        self,
        instance: Persona,
        import_validation_errors: dict[str, Any] | None = None,
        validate_unique: bool = True,  # noqa: FBT001, FBT002  (the library calls it so)
    ) -> None:
        """What the model says of the row and what the sheet's reader says, together."""
        wrong: dict[str, Any] = {}
        sheet = instance.sheet
        if not isinstance(sheet, dict):
            instance.sheet = {}  # the reader says it, and the model need not say it again
        try:
            super().validate_instance(instance, import_validation_errors, validate_unique)
        except ValidationError as complaint:
            wrong = complaint.update_error_dict(wrong)
        if "sheet" not in wrong:
            try:
                accept_by_hand(sheet, slug=instance.slug, name=instance.name)
            except SheetError as complaint:
                wrong["sheet"] = [ValidationError(each) for each in complaint.complaints]
        if wrong:
            raise ValidationError(wrong)

    def do_instance_save(self, instance: Persona, is_create: bool) -> None:  # noqa: FBT001  (the library calls it so)
        of_this_name = Persona.objects.filter(slug=instance.slug)
        with self._recorded("import", [of_this_name]) if self._recorded else nullcontext():
            rewrite_persona(persona=instance)

    def after_import_row(self, row: Any, row_result: RowResult, **options: Any) -> None:
        """Keeps what the row makes of the persona, for who looks at it first."""
        before, after = row_result.original, row_result.instance
        is_same = row_result.import_type == RowResult.IMPORT_TYPE_SKIP
        row_result.line = self.row(options["row_number"]).line
        row_result.changes = [] if is_same else changes_of(before, after)
        was = (before.version, before.name, before.status, digest_of(before.sheet)) if before else None
        self._seen.append((after.slug, row_result.import_type, was, [after.name, after.status, digest_of(after.sheet)]))

    def after_import(self, dataset: Dataset, result: Result, **options: Any) -> None:
        """Says of whatever is wrong on which line it is."""
        for line, told in self._file.faults:
            result.append_base_error(Error(FileError(f"line {line}: {told}")))
        for invalid in result.invalid_rows:
            row = self.row(invalid.number)
            invalid.line = row.line
            faults = [(line, "", complaint) for line, complaint in row.faults]
            for name, complaints in invalid.error_dict.items():
                if name != AS_WRITTEN:
                    field = "" if name == NON_FIELD_ERRORS else name
                    faults += [(row.line_of(name, complaint), field, complaint) for complaint in complaints]
            invalid.told = sorted(faults, key=lambda each: each[0])

    def dehydrate_sheet(self, persona: Persona) -> Any:
        """A sheet goes out as what it is, and not as text within text."""
        return persona.sheet


def in_full(sheet: Any) -> Any:
    """A sheet as it is stored: what may be left out of it stands there, empty. What cannot be read stays as it is."""
    try:
        return dump(load(sheet))
    except SheetError:
        return sheet


# Columns that have a value of their own where nobody says one.
NEVER_EMPTY: Final = frozenset(
    field.name
    for field in LanguageModel._meta.concrete_fields
    if field.has_default() and not (field.null or field.blank)
)


class LanguageModelResource(ModelResource):
    """A model in a file, with what people say of it; what was found out by asking it is not theirs to say."""

    class Meta:
        model = LanguageModel
        fields = [
            *("slug", "name", "provider", "model_name", "base_url", "key_variable", "most_tokens", "temperature"),
            *("effort", "in_flight", "is_active", "top_p", "seed", "verbosity", "service_tier", "extra_body"),
            *("context_size", "limit_group"),
        ]
        import_id_fields = ["slug"]
        skip_unchanged = True
        report_skipped = True
        clean_model_instances = True
        use_transactions = True
        store_instance = True

    def import_data(self, dataset: Dataset, *options: Any, **named: Any) -> Result:
        """Nothing comes in as long as any row is wrong."""
        return super().import_data(dataset, *options, **named | {"rollback_on_validation_errors": True})

    def before_import_row(self, row: Any, **options: Any) -> None:
        """What a row lacks stays as it is, and so does what cannot be empty where it is left so: the library has the
        column's default instead."""
        for name, value in list(row.items()):
            if value is LACKING or (value in (None, "") and name in NEVER_EMPTY):
                del row[name]
        row.setdefault("slug", "")

    def after_import_row(self, row: Any, row_result: RowResult, **options: Any) -> None:
        """Keeps what the row makes of the model, for who looks at it first."""
        was, comes = row_result.original, row_result.instance
        row_result.number = options["row_number"]
        row_result.changes = [
            Change(field.column_name.replace("_", " "), str(before), str(after))
            for field in self.get_import_fields()
            if was and (before := field.get_value(was)) != (after := field.get_value(comes))
        ]

    def do_instance_save(self, instance: LanguageModel, is_create: bool) -> None:  # noqa: FBT001  (the library calls it so)
        rewrite_model(model=instance)
