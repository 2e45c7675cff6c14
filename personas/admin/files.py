"""Personas and models in files: how they come in, as strictly read as what is typed in, and how personas go out.

Law: whatever is wrong in any row is told at once, by row and field, and as long as anything is wrong nothing comes in.
So a fault of a row is always a ValidationError: the library shows other errors instead of these, not beside them.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.forms import JSONField
from import_export.fields import Field
from import_export.formats.base_formats import JSON
from import_export.resources import ModelResource
from import_export.results import Result
from import_export.widgets import BooleanWidget
from tablib import Dataset

from personas.fields import SheetError, shown
from personas.models import LanguageModel, Persona, PersonaStatus
from personas.roster import THE_LEAGUE, decision, rewrite_model, rewrite_persona
from personas.sheet import accept_by_hand


class Objects(JSON):
    """A list of objects, whose fields are known by name: the library's own takes them by their order in the first."""

    def create_dataset(self, in_stream: str | bytes, **options: Any) -> Dataset:
        """Raises ValueError."""
        try:
            rows = json.loads(in_stream)
        except json.JSONDecodeError as error:
            raise ValueError(f"it is no JSON from line {error.lineno}, column {error.colno} on") from error
        except UnicodeDecodeError as error:
            raise ValueError(f"it is no UTF-8 from byte {error.start + 1} on") from error
        except RecursionError as error:
            raise ValueError("it is nested too deeply") from error
        if not isinstance(rows, list):
            raise ValueError(f"a list of objects was expected, not {shown(rows)}")
        if strange := [(number, row) for number, row in enumerate(rows, 1) if not isinstance(row, dict)]:
            raise ValueError(f"each row must be an object, not number {strange[0][0]}, {shown(strange[0][1])}")
        headers = list(dict.fromkeys(name for row in rows for name in row))
        return Dataset(*([row.get(name) for name in headers] for row in rows), headers=headers)


_IS_TRUE: Final = BooleanWidget().clean


class PersonaResource(ModelResource):
    """A persona in a file. One that is new is a draft unless the file says otherwise."""

    is_active = Field("is_active", "is_active", readonly=True)

    class Meta:
        model = Persona
        fields = ["slug", "name", "sheet", "status", "is_active"]
        import_id_fields = ["slug"]
        skip_unchanged = True
        report_skipped = True
        clean_model_instances = True
        use_transactions = True

    def __init__(
        self, recorded: Callable[..., AbstractContextManager[None]] | None = None, by: str = THE_LEAGUE, **options: Any
    ) -> None:
        super().__init__(**options)
        self._by = by
        self._recorded = recorded
        self._first_of: dict[str, int] = {}

    def import_data(self, dataset: Dataset, *options: Any, **named: Any) -> Result:
        """Nothing comes in as long as any row is wrong."""
        self._first_of = {}
        return super().import_data(dataset, *options, **named | {"rollback_on_validation_errors": True})

    def before_import_row(self, row: Any, **options: Any) -> None:
        """What a row lacks stays as it is; a sheet of JSON is a value already, where the importer wants text."""
        for field in [field for field, value in row.items() if value is None]:
            del row[field]
        row.setdefault("slug", "")
        if "is_active" in row and "status" not in row:  # as files had it before there was a status
            status = PersonaStatus.APPROVED if _IS_TRUE(row["is_active"]) else PersonaStatus.RETIRED
            row["status"] = status.value
        if not isinstance(row.get("sheet", ""), str):
            row["sheet"] = JSONField().prepare_value(row["sheet"])

    def import_instance(self, instance: Persona, row: Any, **options: Any) -> None:
        """As the library does; a slug that came before in this file is refused: which of the two was meant?"""
        wrong: dict[str, Any] = {}
        was = PersonaStatus.DRAFT if instance.pk is None else instance.status
        try:
            super().import_instance(instance, row, **options)
            if instance.status != was:
                vars(instance).update(decision(instance.status, by=self._by))
        except ValidationError as complaint:
            wrong = complaint.update_error_dict(wrong)
        number = options["row_number"]
        first = self._first_of.setdefault(instance.slug, number) if instance.slug else number
        if first != number:
            wrong["slug"] = [ValidationError(f"slug {instance.slug!r} is that of row {first} too")]
        if wrong:
            raise ValidationError(wrong)

    def validate_instance(
        self,
        instance: Persona,
        import_validation_errors: dict[str, Any] | None = None,
        validate_unique: bool = True,  # noqa: FBT001, FBT002  (the library calls it so)
    ) -> None:
        """What the model says of the row and what the sheet's reader says, together."""
        wrong: dict[str, Any] = {}
        try:
            super().validate_instance(instance, import_validation_errors, validate_unique)
        except ValidationError as complaint:
            wrong = complaint.update_error_dict(wrong)
        if "sheet" not in wrong:
            try:
                accept_by_hand(instance.sheet, slug=instance.slug, name=instance.name)
            except SheetError as complaint:
                wrong["sheet"] = [ValidationError(each) for each in complaint.complaints]
        if wrong:
            raise ValidationError(wrong)

    def do_instance_save(self, instance: Persona, is_create: bool) -> None:  # noqa: FBT001  (the library calls it so)
        of_this_name = Persona.objects.filter(slug=instance.slug)
        with self._recorded("import", [of_this_name]) if self._recorded else nullcontext():
            rewrite_persona(persona=instance)


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

    def import_data(self, dataset: Dataset, *options: Any, **named: Any) -> Result:
        """Nothing comes in as long as any row is wrong."""
        return super().import_data(dataset, *options, **named | {"rollback_on_validation_errors": True})

    def do_instance_save(self, instance: LanguageModel, is_create: bool) -> None:  # noqa: FBT001  (the library calls it so)
        rewrite_model(model=instance)
