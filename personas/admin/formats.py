"""The forms that files of rows are in, as the library of imports and exports takes them."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from import_export.formats.base_formats import JSON, Format
from tablib import Dataset

from personas.fields import shown
from personas.rows import FileError, csv_file, json_file, read, yaml_file

LACKING: Final = object()  # what a row has that does not say it, which is something else than that it is nothing
COLUMNS: Final = ("slug", "name", "sheet", "status", "is_active")  # of personas


class Objects(JSON):
    """A list of objects, whose fields are known by name: the library's own takes them by their order in the first. What
    an object does not name is LACKING of it, whatever others name."""

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
        return Dataset(*([row.get(name, LACKING) for name in headers] for row in rows), headers=headers)


class PersonaFormat(Format):
    """A form in which personas are written down."""

    form: ClassVar[str]
    content_type: ClassVar[str]
    written: ClassVar[Callable[[Sequence[Mapping[str, Any]]], str]]

    def __init__(self, encoding: str | None = None) -> None:
        self.encoding = encoding

    def create_dataset(self, in_stream: str | bytes | None, **options: Any) -> Dataset:
        """The rows, with what the file told of them as `told`. Raises ValueError, of which FileError is one."""
        if in_stream is None:
            raise FileError("it is no longer there; choose it again")
        if self.encoding and isinstance(in_stream, bytes):
            in_stream = in_stream.decode(self.encoding)
        file = read(self.form, in_stream)
        dataset = Dataset(*([row.values.get(name) for name in COLUMNS] for row in file.rows), headers=list(COLUMNS))
        dataset.told = file
        return dataset

    def export_data(self, dataset: Dataset, **options: Any) -> str:
        """The file of these rows."""
        return type(self).written(dataset.dict)

    def get_title(self) -> str:
        return self.form

    def get_extension(self) -> str:
        return self.form

    def get_content_type(self) -> str:
        return self.content_type

    def can_import(self) -> bool:
        return True

    def can_export(self) -> bool:
        return True


class Json(PersonaFormat):
    """A list of objects."""

    form, content_type = "json", "application/json"
    written = json_file.written


class Csv(PersonaFormat):
    """A table with a column for each part of a sheet."""

    form, content_type = "csv", "text/csv; charset=utf-8"
    written = csv_file.written


class Yaml(PersonaFormat):
    """A list of mappings, for people to read and write."""

    form, content_type = "yaml", "application/yaml; charset=utf-8"
    written = yaml_file.written


PERSONA_FORMATS: Final = (Json, Csv, Yaml)


def format_of(name: str) -> type[PersonaFormat] | None:
    """The form that a file is in, by its name; None for a name that says nothing of it."""
    ending = name.rpartition(".")[2].lower()
    ending = {"yml": "yaml"}.get(ending, ending)
    return next((each for each in PERSONA_FORMATS if each.form == ending), None)
