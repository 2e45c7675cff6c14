"""In CSV a cell is a text: none goes out that a spreadsheet would reckon with, and each comes back as it was."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.parts import PARTS
from personas.rows import FileError, csv_file, json_file, read, yaml_file
from personas.rows.csv_file import cell_of, text_of
from personas.sheet import ROSTER, Relationship, Sheet, dump, load

WRITERS = {"csv": csv_file.written, "json": json_file.written, "yaml": yaml_file.written}
DANGEROUS = tuple("=+-@\t\r")


def row_of(sheet: Sheet) -> dict[str, object]:
    return {"slug": sheet.slug, "name": sheet.name, "status": "approved", "sheet": dump(sheet)}


@given(st.text() | st.from_regex(r"'*[=+\-@\t\r]'*", fullmatch=True))
def test_no_cell_is_a_formula_and_each_text_comes_back(text: str) -> None:
    cell = cell_of(text)
    assert not cell.startswith(DANGEROUS)
    assert text_of(cell) == text


@pytest.mark.parametrize("sign", "=+-@")
def test_a_cell_that_begins_like_a_formula_comes_in_as_text(sign: str) -> None:
    (row,) = read("csv", f"slug,temper,speech_style\na,t,{sign}1+1\n").rows
    assert row.values["sheet"]["voice"]["speech_style"] == f"{sign}1+1"


@pytest.mark.parametrize("form", WRITERS)
def test_whatever_ships_comes_back_as_it_was(form: str) -> None:
    file = read(form, WRITERS[form]([row_of(sheet) for sheet in ROSTER]).encode())
    assert [load(row.values["sheet"]) for row in file.rows] == list(ROSTER)
    assert not file.faults
    assert not any(row.faults for row in file.rows)


@pytest.mark.parametrize("form", WRITERS)
def test_what_looks_like_something_else_in_a_file_comes_back_as_it_was(form: str) -> None:
    odd = (
        '=HYPERLINK("x")',
        "'=1",
        "no",
        "null",
        "1984",
        "- a",
        "# b",
        "c: d",
        "*e",
        "!f",
        '"g"',
        "'h'",
        "é\u2028i",
        "😀",
    )
    voice = replace(ROSTER[0].voice, quirks=tuple(" ".join(each.split()) for each in odd), leads=odd[:3], tags=("@t",))
    identity = replace(ROSTER[0].identity, background="=1+1\n\nand: a second\n  paragraph, \"quoted\"; 'so'")
    sheet = replace(
        ROSTER[0],
        voice=replace(voice, lines=(("greet", ("-hello", "+hello")),)),
        identity=identity,
        role_guidance=(("doctor", "@guard: well"),),
        relationships=(Relationship("old_fenn", "= a debt"), Relationship("pip_barlow", "(fond): so", "wary")),
    )

    (row,) = read(form, WRITERS[form]([row_of(sheet)]).encode()).rows

    assert load(row.values["sheet"]) == sheet


def test_no_exported_cell_begins_like_a_formula() -> None:
    sheet = replace(ROSTER[0], voice=replace(ROSTER[0].voice, quirks=("=cmd", "b"), tags=("@x",), speech_style="+1"))
    for record in csv.reader(io.StringIO(csv_file.written([row_of(sheet)]))):
        assert not any(cell.startswith(DANGEROUS) for cell in record)


def test_rows_begin_where_they_begin_also_behind_cells_of_several_lines() -> None:
    text = 'slug,temper,quirks\na,t,"one\ntwo"\n\n,,\nb,t,one\n'
    assert [(row.line, row.values["slug"]) for row in read("csv", text).rows] == [(2, "a"), (6, "b")]


@pytest.mark.parametrize("delimiter", ",;\t")
def test_a_spreadsheet_of_any_country_is_read(delimiter: str) -> None:
    text = delimiter.join(["slug", "name", "status"]) + "\r\n" + delimiter.join(["a", "A", "draft"]) + "\r\n"
    (row,) = read("csv", b"\xef\xbb\xbf" + text.encode()).rows
    assert row.values == {"slug": "a", "name": "A", "status": "draft"}


def test_a_sheet_may_be_one_column_as_files_had_it_before() -> None:
    file = io.StringIO()
    csv.writer(file).writerows([["slug", "sheet"], ["a", json.dumps({"temper": "t"})], ["b", "{"]])
    good, bad = read("csv", file.getvalue()).rows
    assert good.values == {"slug": "a", "sheet": {"temper": "t"}}
    assert bad.faults == [(3, "sheet must be JSON, not '{'")]


def test_what_is_wrong_with_the_table_and_with_each_row_is_told_at_once() -> None:
    text = "slug,slug,temper,sheet,mood\na,a,t\nb,b,t,,m\nc,c,t,,m\n"
    file = read("csv", text)

    assert [told for _, told in file.faults] == [
        f"no column is called 'mood'; there are {', '.join(csv_file.COLUMNS)}",
        "the column slug stands there twice",
        "a sheet is one column or one for each part, and here are sheet and temper",
    ]
    assert [row.faults for row in file.rows] == [[(2, "it has 3 cells, and the columns are 5")], [], []]


def test_what_cannot_be_read_as_it_is_typed_is_told_with_its_column() -> None:
    (row,) = read("csv", 'slug,temper,role_guidance,relationships\na,t,"be loud","old_fenn"\n').rows
    assert row.faults == [
        (2, "role_guidance: Line 1 must be “name: text”."),
        (2, "relationships: Line 1 must be “name: text”."),
    ]


@pytest.mark.parametrize("typed", ["old_fenn (fond): A debt.", "old_fenn(fond) :A debt."])
def test_what_somebody_feels_stands_in_brackets(typed: str) -> None:
    (row,) = read("csv", f'slug,temper,relationships\na,t,"{typed}"\n').rows
    assert row.values["sheet"]["relationships"] == [{"toward": "old_fenn", "feeling": "fond", "text": "A debt."}]


@pytest.mark.parametrize(("text", "why"), [('slug\n"a"b\n', "it is no CSV from line 2 on: "), ("", "")])
def test_what_is_no_table_is_refused(text: str, why: str) -> None:
    if not why:
        assert read("csv", text).rows == []
        return
    with pytest.raises(FileError, match=why):
        read("csv", text)


def test_every_part_of_a_sheet_has_a_column() -> None:
    header = csv_file.written([]).splitlines()[0].split(",")
    assert header == ["slug", "name", "status", "temper", *(part.field for part in PARTS)]
