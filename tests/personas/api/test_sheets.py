"""What a sheet is as JSON Schema: one that says of every sheet what the reader of sheets says."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from personas.api.sheets import sheet_schema
from personas.parts import PARTS
from personas.sheet import ROSTER, SheetError, accept_by_hand, dump

SCHEMA = Draft202012Validator(sheet_schema())
Sheet = dict[str, Any]


def is_taken(sheet: Sheet) -> bool:
    try:
        accept_by_hand(sheet, slug=str(sheet["slug"]), name=str(sheet["name"]))
    except SheetError:
        return False
    return True


def test_it_is_one_and_stands_at_its_address(client: Client) -> None:
    Draft202012Validator.check_schema(sheet_schema())
    assert client.get("/api/v1/schemas/persona.json").json() == sheet_schema()


@pytest.mark.parametrize("sheet", ROSTER, ids=lambda sheet: sheet.slug)
def test_every_character_of_the_house_fits(sheet: Any) -> None:
    assert SCHEMA.is_valid(dump(sheet))


def test_slug_and_name_may_stand_beside_a_sheet() -> None:
    assert SCHEMA.is_valid({name: part for name, part in dump(ROSTER[0]).items() if name not in ("slug", "name")})


def put(sheet: Sheet, path: str, value: Any) -> None:
    outer, _, inner = path.rpartition(".")
    (sheet[outer] if outer else sheet)[inner] = value


CHANGES: list[Callable[[Sheet], None]] = [
    lambda sheet: sheet.update(slug="a" * 41),
    lambda sheet: sheet.update(slug="No Slug"),
    lambda sheet: sheet.update(name="a" * 41),
    lambda sheet: sheet.update(temper="sweet"),
    lambda sheet: sheet.update(mood="dark"),
    lambda sheet: sheet["voice"].pop("speech_style"),
    lambda sheet: sheet["voice"].update(speech_style="  "),
    lambda sheet: sheet["identity"].update(traits=["blunt"] * 2),
    lambda sheet: sheet["identity"].update(traits=["blunt"] * 6),
    lambda sheet: sheet["identity"].update(traits=[1, 2, 3]),
    lambda sheet: sheet["voice"]["lines"].update(sing=["La."]),
    lambda sheet: sheet["voice"]["lines"].update(greet=["x" * 201]),
    lambda sheet: sheet.update(relationships=[{"toward": "Nobody Else", "text": "x"}]),
    lambda sheet: sheet.update(relationships=[{"toward": "nobody"}]),
    lambda sheet: sheet.update(role_guidance={"x" * 41: "Wait."}),
    lambda sheet: sheet.update(role_guidance={f"role {number}": "Wait." for number in range(17)}),
]


@pytest.mark.parametrize("change", CHANGES, ids=map(str, range(len(CHANGES))))
def test_what_the_reader_refuses_does_not_fit(change: Callable[[Sheet], None]) -> None:
    sheet = deepcopy(dump(ROSTER[0]))
    assert (SCHEMA.is_valid(sheet), is_taken(sheet)) == (True, True)
    change(sheet)
    assert (SCHEMA.is_valid(sheet), is_taken(sheet)) == (False, False)


@pytest.mark.parametrize("part", [part for part in PARTS if part.form != "by name"], ids=lambda part: part.path)
def test_a_part_is_as_long_as_the_schema_says(part: Any) -> None:
    for longest, fits in ((part.longest, True), (part.longest + 1, False)):
        sheet = deepcopy(dump(ROSTER[0]))
        text = "x" * longest
        put(sheet, part.path, text if part.form == "text" else [text] * max(1, part.fewest))
        assert SCHEMA.is_valid(sheet) is fits
        told = [each for each in complaints(sheet) if each.startswith(part.path)]
        assert (not told) is fits


def complaints(sheet: Sheet) -> tuple[str, ...]:
    try:
        accept_by_hand(sheet, slug=sheet["slug"], name=sheet["name"])
    except SheetError as error:
        return error.complaints
    return ()
