"""A file of personas comes in whole or not at all, and everything that is wrong with it is told at once."""

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from import_export.tmp_storages import CacheStorage

from league.models import Act
from personas.admin.files import PersonaResource
from personas.admin.formats import PERSONA_FORMATS
from personas.models import Persona, SheetVersion
from personas.roster import ensure_roster
from personas.rows import csv_file, json_file, yaml_file
from personas.rows.nodes import LARGEST
from personas.sheet import PHRASES, PROSE, ROSTER, TEMPERS, dump

pytestmark = pytest.mark.django_db

FORMATS = {kind.form: (str(number), kind) for number, kind in enumerate(PERSONA_FORMATS)}


def row(place: int, *, beside: dict[str, object] | None = None, **changes: object) -> dict[str, object]:
    """The persona at this place of the roster, its sheet with these changes."""
    sheet = dump(ROSTER[place]) | changes
    return {"slug": ROSTER[place].slug, "name": ROSTER[place].name, "sheet": sheet, "is_active": 1} | (beside or {})


def one_good_of_four() -> list[dict[str, object]]:
    """Four personas, three of them with two or three faults each."""
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
        "sheet: identity.traits must hold 3 to 5, not 1",
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
WHOLE = ("json", "csv")  # forms of which a row can hold a sheet as one


def written(rows: list[dict[str, object]], form: str) -> bytes:
    """A file of these rows, each with its sheet as one."""
    if form == "json":
        return json.dumps(rows, indent=1).encode()
    file = io.StringIO()
    writer = csv.DictWriter(file, rows[0])
    writer.writeheader()
    writer.writerows(each | {"sheet": json.dumps(each["sheet"])} for each in rows)
    return file.getvalue().encode()


def taken(rows: list[dict[str, object]], form: str) -> dict[int, list[str]]:
    """What the resource says of a file, by row; it was to be taken at once, without a preview."""
    result = PersonaResource().import_data(FORMATS[form][1]().create_dataset(written(rows, form)))
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


@pytest.mark.parametrize("form", WHOLE)
def test_every_wrong_field_of_every_bad_row_is_told_at_once_and_nothing_comes_in(form: str) -> None:
    assert taken(one_good_of_four(), form) == WRONG

    assert (Persona.objects.count(), SheetVersion.objects.count()) == (0, 0)


@pytest.mark.parametrize("form", WHOLE)
def test_the_preview_shows_them_all_by_row_and_cannot_be_confirmed(admin_client: Client, form: str) -> None:
    shown, confirmable = uploaded(admin_client, written(one_good_of_four(), form), form)

    of_rows = [[shown.index(complaint.partition(": ")[2]) for complaint in of_row] for of_row in WRONG.values()]
    assert [min(places) for places in of_rows] == sorted(min(places) for places in of_rows)
    assert not confirmable
    assert Persona.objects.count() == 0


def test_what_is_wrong_stands_below_the_line_and_the_name_of_its_row(admin_client: Client) -> None:
    rows = [row(0), row(1, temper="sulker"), row(2) | {"slug": "No Slug"}]

    shown, _ = uploaded(admin_client, written(rows, "json"), "json")

    told = shown.partition("Nothing comes in: 2 of 3 rows cannot be read")[2]
    places = [
        told.index(each)
        for each in (f"Line 140, {ROSTER[1].slug}", "Line 146, sheet:", "Line 279, No Slug", "slug must be lower-case")
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


@pytest.mark.parametrize("form", WHOLE)
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

    assert said == {3: [f"slug: slug {ROSTER[0].slug!r} is that of line 2 too"]}


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
        (b"7", "a list of objects was expected, not 7"),
        (b'[{"slug": "a"},\n7]', "line 2: each row must be an object, not number 2, 7"),
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


# --- preview and confirmation ----------------------------------------------------------------------------------------

IMPORT = "/admin/personas/persona/import/"
CONFIRM = "/admin/personas/persona/process_import/"
WRITTEN = {"json": json_file.written, "csv": csv_file.written, "yaml": yaml_file.written}


def typed(place: int, **changes: object) -> dict[str, object]:
    """The persona at this place of the roster as files are written of it, its sheet with these changes."""
    sheet = ROSTER[place]
    return {"slug": sheet.slug, "name": sheet.name, "status": "approved", "sheet": dump(sheet) | changes}


def previewed(client: Client, content: str, name: str) -> Any:
    """The page after a file was chosen, in the form that its name says."""
    return client.post(IMPORT, {"format": "", "import_file": SimpleUploadedFile(name, content.encode())})


def text_of(page: Any) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page.content.decode())))


def confirmed(client: Client, page: Any) -> str:
    """What is said when a preview is confirmed."""
    return text_of(client.post(CONFIRM, page.context["confirm_form"].initial, follow=True))


@pytest.mark.parametrize("form", WRITTEN)
def test_what_is_confirmed_is_stored_in_each_form_and_every_row_of_it_is_an_act(
    admin_client: Client, form: str
) -> None:
    first = WRITTEN[form]([typed(0), typed(1)])
    page = previewed(admin_client, first, f"personas.{form}")
    assert ("2 new, 0 changed, 0 as before. Nothing is stored yet." in text_of(page), Persona.objects.count()) == (
        True,
        0,
    )
    assert "2 new, 0 changed, 0 as before." in confirmed(admin_client, page)
    assert {p.slug: p.sheet for p in Persona.objects.all()} == {s.slug: dump(s) for s in ROSTER[:2]}
    assert set(Persona.objects.values_list("status", "decided_by", "source")) == {("approved", "admin", "hand")}

    voice = dump(ROSTER[1])["voice"] | {"quirks": ["blinks slowly"]}
    page = previewed(admin_client, WRITTEN[form]([typed(0), typed(1, voice=voice), typed(2)]), f"personas.{form}")
    shown = text_of(page)
    assert "1 new, 1 changed, 1 as before. Nothing is stored yet." in shown
    changed = shown.partition("Changed")[2].partition("New")[0]
    assert f"Quirks {' '.join(ROSTER[1].voice.quirks)} blinks slowly" in changed
    assert "Background" not in changed, "it is as it was"
    confirmed(admin_client, page)

    assert Persona.objects.get(slug=ROSTER[1].slug).version == 2
    assert [(act.verb, act.name, act.who) for act in Act.objects.order_by("pk")] == [
        ("import", sheet.slug, "admin") for sheet in (ROSTER[0], ROSTER[1], ROSTER[1], ROSTER[2])
    ]


def test_who_was_edited_since_the_preview_is_looked_at_again(admin_client: Client) -> None:
    confirmed(admin_client, previewed(admin_client, WRITTEN["yaml"]([typed(0), typed(1)]), "a.yaml"))
    before = Act.objects.count()
    page = previewed(admin_client, WRITTEN["yaml"]([typed(0, temper="joker"), typed(2)]), "a.yml")
    Persona.objects.filter(slug=ROSTER[0].slug).update(name="Somebody Else")

    assert "Nothing came in: somebody has edited these personas since the preview; look at it again." in confirmed(
        admin_client, page
    )

    assert (Persona.objects.count(), Act.objects.count()) == (2, before)
    assert Persona.objects.get(slug=ROSTER[0].slug).name == "Somebody Else"


def test_a_second_click_and_a_file_that_is_no_longer_kept_bring_nothing_in(admin_client: Client) -> None:
    page = previewed(admin_client, WRITTEN["csv"]([typed(0)]), "a.csv")
    confirmed(admin_client, page)
    acts = Act.objects.count()

    assert "Nothing came in: it is no longer there; choose it again." in confirmed(admin_client, page)
    assert (Persona.objects.count(), Act.objects.count()) == (1, acts)


def test_what_would_be_refused_by_now_brings_nothing_in(admin_client: Client) -> None:
    page = previewed(admin_client, WRITTEN["yaml"]([typed(0), typed(1)]), "a.yaml")
    given = page.context["confirm_form"].initial
    cache.set(f"{CacheStorage.CACHE_PREFIX}{given['import_file_name']}", b"- slug: Not A Slug\n")

    said = text_of(admin_client.post(CONFIRM, given, follow=True))

    assert "Nothing came in: it would be refused by now." in said
    assert Persona.objects.count() == 0


def test_every_fault_of_a_table_and_of_its_rows_is_told_by_its_line(admin_client: Client) -> None:
    file = WRITTEN["csv"]([typed(0, temper="sulker"), typed(1)])
    file = file.replace("slug,name,", "slug,name,mood,", 1)

    page = previewed(admin_client, file, "a.csv")

    shown = text_of(page)
    assert "Line 1: no column is called 'mood'" in shown
    assert f"Line 2, {ROSTER[0].slug} row: it has 21 cells, and the columns are 22" in shown
    assert "confirm_form" not in page.context
    assert Persona.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "size", "why"),
    [
        ("a.txt", 3, "Its name does not say in which form it is: .yaml, .csv or .json."),
        ("a.yaml", LARGEST + 1, f"It is of {LARGEST + 1:,} bytes, and at most {LARGEST:,} are read."),
        ("a.yaml", 0, "The submitted file is empty."),
    ],
)
def test_a_file_of_another_kind_or_size_is_not_read(admin_client: Client, name: str, size: int, why: str) -> None:
    assert why in text_of(previewed(admin_client, "#" * size, name))


@pytest.mark.parametrize("form", WRITTEN)
def test_what_is_exported_is_the_same_when_it_comes_in_again(admin_client: Client, form: str) -> None:
    ensure_roster()
    exported = admin_client.post("/admin/personas/persona/export/", {"format": FORMATS[form][0]})
    assert exported["Content-Disposition"].endswith(f'.{form}"')

    page = previewed(admin_client, exported.content.decode(), f"a.{form}")

    assert f"0 new, 0 changed, {len(ROSTER)} as before." in text_of(page)
    confirmed(admin_client, page)
    assert set(Persona.objects.values_list("source", "version")) == {("shipped", 1)}


def test_hostile_words_in_a_file_are_text_in_its_preview(admin_client: Client) -> None:
    hostile = "<script>alert(1)</script>"
    identity = {"background": hostile, "traits": ["a", "b", "c"]}

    page = previewed(admin_client, WRITTEN["yaml"]([typed(0, identity=identity), typed(1, temper=hostile)]), "a.yaml")
    assert hostile not in page.content.decode()
    assert "&lt;script&gt;" in page.content.decode()
    good = previewed(admin_client, WRITTEN["yaml"]([typed(0, identity=identity)]), "a.yaml").content.decode()
    assert ("&lt;script&gt;" in good, hostile in good) == (True, False)
