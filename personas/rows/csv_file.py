"""CSV with lines: a column for each part of a sheet, as it is typed into the editor, or one with the sheet as JSON.

Law: a cell is text. One that a spreadsheet would take for a formula goes out with an apostrophe before it, and comes
back without; so does one that begins with apostrophes before such a sign, so that every text comes back as it was.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from personas.fields import shown
from personas.parts import PARTS
from personas.rows.nodes import BESIDE, File, FileError, Path, Row, check_number
from personas.rows.typed import Mistyped, put, read_from, shown_of

FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
QUOTED: Final = re.compile(r"'+[=+\-@\t\r]")
OF_PARTS: Final = {"temper": None, **{part.field: part for part in PARTS}}
COLUMNS: Final = (*BESIDE, "sheet", *OF_PARTS)
DELIMITERS: Final = ",;\t"


def cell_of(text: str) -> str:
    """A text as a cell that no spreadsheet reckons with."""
    return f"'{text}" if FORMULA.match(text) else text


def text_of(cell: str) -> str:
    """The text of a cell; the inverse of cell_of()."""
    return cell[1:] if QUOTED.match(cell) else cell


def read(text: str) -> File:
    """The rows of a table whose first line names its columns. Raises FileError."""
    lines = list(records(text))
    if not lines:
        return File([])
    (first, header), *rows = lines
    check_number(len(rows))
    names = [cell.strip() for cell in header]
    strange = [name for name in names if name not in COLUMNS]
    faults = [(first, f"no column is called {shown(name)}; there are {', '.join(COLUMNS)}") for name in strange]
    faults += [
        (first, f"the column {name} stands there twice") for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    if "sheet" in names and (beside := [name for name in OF_PARTS if name in names]):
        faults.append((first, f"a sheet is one column or one for each part, and here are sheet and {beside[0]}"))
    return File([row_of(line, names, cells) for line, cells in rows], faults)


def records(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The records that are not empty, each with the line where it begins. Raises FileError."""
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as error:
        raise FileError(f"it is no CSV from line {begins} on: {error}") from error


def row_of(line: int, names: Sequence[str], cells: Sequence[str]) -> Row:
    """A row, from its cells."""
    if len(cells) != len(names):
        fault = f"it has {len(cells)} cells, and the columns are {len(names)}"
        slug = {"slug": cells[names.index("slug")]} if "slug" in names[: len(cells)] else {}
        return Row(line, slug, {}, [(line, fault)])
    given = {name: text_of(cell) for name, cell in zip(names, cells, strict=True)}
    values: dict[str, Any] = {name: given[name].strip() for name in BESIDE if given.get(name, "").strip()}
    faults: list[tuple[int, str]] = []
    if "sheet" in given and given["sheet"].strip():
        try:
            values["sheet"] = json.loads(given["sheet"])
        except (ValueError, RecursionError):
            faults.append((line, f"sheet must be JSON, not {shown(given['sheet'])}"))
    elif any(name in given for name in OF_PARTS):
        values["sheet"] = sheet_of(given, values, line, faults)
    lines: dict[Path, int] = {}
    return Row(line, values, lines, faults)


def sheet_of(
    given: Mapping[str, str], values: Mapping[str, Any], line: int, faults: list[tuple[int, str]]
) -> dict[str, Any]:
    """A sheet from the cells of its parts; of a column that is not there nothing is known, and the reader says so."""
    sheet: dict[str, Any] = {name: values[name] for name in ("slug", "name") if name in values}
    sheet |= {"identity": {}, "voice": {}}
    for name, part in OF_PARTS.items():
        if name not in given:
            continue
        if part is None:
            sheet[name] = given[name].strip()
            continue
        typed = given[name].replace("\r\n", "\n")
        try:
            put(part, read_from(part, typed.strip()), sheet)
        except Mistyped as error:
            faults.append((line, f"{name}: {error}"))
            put(part, [] if part.form == "list" or name == "relationships" else {}, sheet)
    return sheet


def written(rows: Sequence[Mapping[str, Any]]) -> str:
    """The file of these rows, each with slug, name, status and a sheet."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["slug", "name", "status", *OF_PARTS])
    for row in rows:
        sheet = row["sheet"] if isinstance(row["sheet"], Mapping) else {}
        told = [row["slug"], row["name"], row["status"]]
        told += [str(sheet.get(name, "")) if part is None else shown_of(part, sheet) for name, part in OF_PARTS.items()]
        writer.writerow(map(cell_of, told))
    return file.getvalue()
