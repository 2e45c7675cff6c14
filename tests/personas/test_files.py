"""A file of personas comes in whole or not at all, and everything that is wrong with it is told at once."""

import csv
import io
import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from import_export.formats.base_formats import CSV

from personas.admin.files import Objects, PersonaResource
from personas.models import Persona, SheetVersion
from personas.sheet import PHRASES, PROSE, ROSTER, TEMPERS, dump

pytestmark = pytest.mark.django_db

FORMATS = {"json": ("0", Objects), "csv": ("1", CSV)}


def row(place: int, *, beside: dict[str, object] | None = None, **changes: object) -> dict[str, object]:
    """The persona at this place of the roster, its sheet with these changes."""
    sheet = dump(ROSTER[place]) | changes
    return {"slug": ROSTER[place].slug, "name": ROSTER[place].name, "sheet": sheet, "is_active": 1} | (beside or {})


def one_good_of_four() -> list[dict[str, object]]:
    """Four personas, three of them with two faults each."""
    voice = dump(ROSTER[3])["voice"]
    assert isinstance(voice, dict)
    return [
        row(0, temper="sulker", identity={"background": "", "traits": ["brave"]}),
        row(1),
        row(2, beside={"slug": "Not A Slug", "name": "Another"}),
        row(3, voice=voice | {"tags": ["fine", 7], "mood": "dark"}),
    ]


WRONG = {
    1: [
        f"sheet: temper must be one of {', '.join(TEMPERS)}, not 'sulker'",
        "sheet: identity.background must be a text of 1 to 1200 characters, not ''",
    ],
    3: [
        f"sheet: slug in the sheet is {ROSTER[2].slug!r}, here it is 'Not A Slug'",
        f"sheet: name in the sheet is {ROSTER[2].name!r}, here it is 'Another'",
    ],
    4: [
        f"sheet: voice knows {', '.join((*PROSE, *PHRASES))}, lines; not 'mood'",
        "sheet: voice.tags[1] must be a text of 1 to 240 characters, not 7",
    ],
}


def written(rows: list[dict[str, object]], form: str) -> bytes:
    """A file of these rows."""
    if form == "json":
        return json.dumps(rows).encode()
    file = io.StringIO()
    writer = csv.DictWriter(file, rows[0])
    writer.writeheader()
    writer.writerows(each | {"sheet": json.dumps(each["sheet"])} for each in rows)
    return file.getvalue().encode()


def taken(rows: list[dict[str, object]], form: str) -> dict[int, list[str]]:
    """What the resource says of a file, by row; it was to be taken at once, without a preview."""
    result = PersonaResource().import_data(FORMATS[form][1]().create_dataset(written(rows, form).decode()))
    assert (result.base_errors, result.row_errors()) == ([], [])
    return {
        invalid.number: [
            f"{field}: {complaint}"
            for field, complaints in invalid.field_specific_errors.items()
            for complaint in complaints
        ]
        for invalid in result.invalid_rows
    }


def uploaded(client: Client, content: bytes, form: str) -> tuple[str, bool]:
    """The preview of a file as text, and whether it may be confirmed."""
    file = SimpleUploadedFile(f"personas.{form}", content)
    page = client.post(
        "/admin/personas/persona/import/", {"format": FORMATS[form][0], "import_file": file, "resource": "0"}
    )
    text = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page.content.decode())))
    return text, "confirm_form" in page.context


@pytest.mark.parametrize("form", FORMATS)
def test_every_wrong_field_of_every_bad_row_is_told_at_once_and_nothing_comes_in(form: str) -> None:
    assert taken(one_good_of_four(), form) == WRONG

    assert (Persona.objects.count(), SheetVersion.objects.count()) == (0, 0)


@pytest.mark.parametrize("form", FORMATS)
def test_the_preview_shows_them_all_by_row_and_cannot_be_confirmed(admin_client: Client, form: str) -> None:
    shown, confirmable = uploaded(admin_client, written(one_good_of_four(), form), form)

    places = [shown.index(complaint.partition(": ")[2]) for of_row in WRONG.values() for complaint in of_row]
    assert places == sorted(places)
    assert not confirmable
    assert Persona.objects.count() == 0


def test_what_is_wrong_stands_below_the_number_and_the_name_of_its_row(admin_client: Client) -> None:
    rows = [row(0), row(1, temper="sulker"), row(2) | {"slug": "No Slug"}]

    shown, _ = uploaded(admin_client, written(rows, "json"), "json")

    told = shown.partition("Nothing comes in: 2 of 3 rows cannot be read")[2]
    places = [
        told.index(each)
        for each in (f"Row 2, {ROSTER[1].slug}", "temper must be", "Row 3, No Slug", "slug must be lower-case letters")
    ]
    assert places == sorted(places)
    assert "Non field specific" not in shown
    assert "Import personas" in shown
    assert ROSTER[1].identity.background not in shown  # the row itself stands in the file


def test_the_preview_says_how_much_comes_in(admin_client: Client) -> None:
    taken([row(0), row(1)], "json")

    rows = [row(0), row(1) | {"is_active": False}, row(2)]
    shown, confirmable = uploaded(admin_client, written(rows, "json"), "json")

    assert "What comes in 1 new, 1 changed, 1 as before. Nothing is stored yet." in shown
    assert confirmable


@pytest.mark.parametrize("form", FORMATS)
def test_when_they_are_mended_all_four_come_in(form: str) -> None:
    assert taken([row(place) for place in range(4)], form) == {}

    assert {p.slug: p.sheet for p in Persona.objects.all()} == {s.slug: dump(s) for s in ROSTER[:4]}


def test_a_bad_row_leaves_personas_that_are_there_as_they_are() -> None:
    taken([row(0), row(1)], "json")

    said = taken([row(0, temper="joker"), row(1, temper="sulker")], "json")

    assert list(said) == [2]
    assert [p.sheet for p in Persona.objects.order_by("pk")] == [dump(ROSTER[0]), dump(ROSTER[1])]


@pytest.mark.parametrize("sheet", [[], 7, "no json", '{"slug":', False])
def test_what_is_no_sheet_hides_no_fault_of_another_row(sheet: object) -> None:
    said = taken([row(0) | {"sheet": sheet}, row(1, temper="sulker")], "json")

    assert list(said) == [1, 2]
    assert Persona.objects.count() == 0


def test_a_slug_that_comes_twice_is_refused_with_the_other_row() -> None:
    said = taken([row(0), row(1), row(0)], "json")

    assert said == {3: [f"slug: slug {ROSTER[0].slug!r} is that of row 1 too"]}


def test_fields_of_objects_are_known_by_name_in_whatever_order_they_stand() -> None:
    second = dict(reversed(row(1).items()))
    del second["is_active"]

    assert taken([row(0), second], "json") == {}
    assert list(Persona.objects.order_by("pk").values_list("slug", "status", "decided_by")) == [
        (ROSTER[0].slug, "approved", "the league"),
        (ROSTER[1].slug, "draft", ""),
    ]


def test_an_object_without_a_slug_is_one_bad_row() -> None:
    nameless = row(1)
    del nameless["slug"]

    said = taken([row(0), nameless, row(2, temper="sulker")], "json")

    assert list(said) == [2, 3]
    assert said[2] == [
        "slug: This field cannot be blank.",
        f"sheet: slug in the sheet is {ROSTER[1].slug!r}, here it is ''",
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "it is no JSON from line 1, column 2 on"),
        (b'{"slug": "a"}', "a list of objects was expected, not {'slug': 'a'}"),
        (b'[{"slug": "a"}, 7]', "each row must be an object, not number 2, 7"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b"[]", "No valid data to import"),
        (b"\xff\xfe", "This file cannot be read: "),
    ],
    ids=["broken", "object", "number", "deep", "empty", "bytes"],
)
def test_a_file_that_cannot_be_read_says_why(admin_client: Client, content: bytes, why: str) -> None:
    shown, confirmable = uploaded(admin_client, content, "json")

    assert why in shown
    assert not confirmable
