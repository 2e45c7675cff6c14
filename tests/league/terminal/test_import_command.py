"""`import` as somebody types it: all rows come in or none, and what is wrong is told in a line by row and name."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from league.models import Act
from personas.models import LanguageModel, Persona
from personas.roster import ensure_roster
from personas.rows.yaml_file import written
from personas.sheet import ROSTER, TEMPERS, dump
from tests.factories import make_model, make_persona
from tests.league.terminal.test_command_lines import in_folder

pytestmark = pytest.mark.django_db

BIG = {"slug": "big", "name": "Big", "provider": "openai", "model_name": "big", "key_variable": "BIG_API_KEY"}
KEY = "may not be named as a key: its name must end in _API_KEY, or LEAGUE_KEY_VARIABLES must list it."


def bring_in(folder: Path, what: str, rows: Any, *words: str, name: str = "rows.json") -> str:
    """What the command says of rows in a file."""
    file, told = folder / name, io.StringIO()
    file.write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")
    call_command("import", what, str(file), "--no-input", *words, stdout=told, stderr=told)
    return told.getvalue()


def refusal(folder: Path, what: str, rows: Any, **named: str) -> tuple[int, str]:
    with pytest.raises(CommandError) as refused:
        bring_in(folder, what, rows, **named)
    return refused.value.returncode, str(refused.value).replace(str(folder), "…")


@pytest.mark.parametrize("what", ["personas.LanguageModel", "personas.languagemodel"])
def test_a_model_that_names_another_secret_as_its_key_is_refused_by_row_and_name(tmp_path: Path, what: str) -> None:
    rows = [BIG, BIG | {"slug": "sly", "key_variable": "SECRET_KEY"}]
    assert refusal(tmp_path, what, rows) == (1, f"row 2 (sly): key_variable: SECRET_KEY {KEY}")
    assert refusal(
        tmp_path, what, "slug,name,provider,model_name,key_variable\nsly,Sly,openai,s,HOME\n", name="a.csv"
    ) == (
        1,
        f"row 1 (sly): key_variable: HOME {KEY}",
    )
    assert not LanguageModel.objects.exists()


def test_whatever_is_wrong_is_told_a_line_for_each_row_and_nothing_comes_in(tmp_path: Path) -> None:
    rows = [BIG | {"slug": "no_way"}, BIG, BIG | {"slug": "hot", "temperature": 9, "effort": "mad"}]
    rows += [BIG | {"slug": "vast", "most_tokens": 99_999_999}]
    rows += [{"slug": "ill", "name": "Ill", "provider": "house", "model_name": "nosuch"}]
    assert refusal(tmp_path, "personas.LanguageModel", rows)[1].splitlines() == [
        "nothing is imported:",
        "row 1 (no_way): slug must be lower-case letters, digits and hyphens.",
        "row 3 (hot): effort: Value 'mad' is not a valid choice. temperature: It is from 0 to 2, not 9.0.",
        "row 4 (vast): most_tokens: It is from 100 to 1,000,000, not 99,999,999.",
        f"row 5 (ill): model_name: A temper of the house is one of {', '.join(TEMPERS)}.",
    ]
    assert not LanguageModel.objects.exists()


def test_models_come_in_and_what_was_found_by_asking_another_is_forgotten(tmp_path: Path, settings: Settings) -> None:
    settings.LEAGUE_KEY_VARIABLES = ["LISTED"]
    make_model(slug="old", name="Old", provider="openai", model_name="old", rung="schema")
    rows = [
        BIG | {"key_variable": "LISTED"},
        {"slug": "old", "name": "Older", "provider": "openai", "model_name": "new"},
    ]

    tried = bring_in(tmp_path, "personas.LanguageModel", rows, "--dry-run")
    foreseen = "row 1 (big): new\nrow 2 (old): changed in name, model name\n"
    counted = "models: 1 would be new, 1 would be changed, 0 as before\n"
    assert (tried, LanguageModel.objects.count()) == (f"{foreseen}{counted}", 1)

    assert bring_in(tmp_path, "personas.LanguageModel", rows) == "models: 1 new, 1 changed, 0 as before\n"
    assert bring_in(tmp_path, "personas.LanguageModel", rows) == "models: 0 new, 0 changed, 2 as before\n"
    assert list(LanguageModel.objects.order_by("slug").values_list("slug", "name", "key_variable", "rung")) == [
        ("big", "Big", "LISTED", ""),
        ("old", "Older", "", ""),
    ]


def test_what_a_row_of_models_lacks_stays_as_it_is(tmp_path: Path) -> None:
    told = {"provider": "openai", "in_flight": 3, "is_active": False, "base_url": "", "temperature": 0.5, "seed": 7}
    ann = make_model(slug="ann", name="Ann", model_name="ann", key_variable="ANN_API_KEY", **told)
    ben = make_model(slug="ben", name="Ben", model_name="ben", extra_body={"top_k": 4}, **told)
    rows = [
        {"slug": "ann", "name": "Anna"},
        {"slug": "ben", "in_flight": 5, "temperature": None, "is_active": None, "key_variable": "BEN_API_KEY"},
        BIG,
        {"slug": "cat", "name": "Cat", "provider": "openai", "model_name": "cat", "in_flight": 2},
    ]

    assert bring_in(tmp_path, "models", rows, "--dry-run").splitlines() == [
        "row 1 (ann): changed in name",
        "row 2 (ben): changed in key variable, temperature, in flight",
        "row 3 (big): new",
        "row 4 (cat): new",
        "models: 2 would be new, 2 would be changed, 0 as before",
    ]
    bring_in(tmp_path, "models", rows)

    columns = [each.name for each in LanguageModel._meta.concrete_fields]
    stored = {each.slug: {name: getattr(each, name) for name in columns} for each in LanguageModel.objects.all()}
    assert stored["ann"] == {name: getattr(ann, name) for name in columns} | {"name": "Anna"}
    said = {"in_flight": 5, "temperature": None, "key_variable": "BEN_API_KEY"}  # that it is nothing is said too
    assert stored["ben"] == {name: getattr(ben, name) for name in columns} | said
    assert [(stored[slug]["in_flight"], stored[slug]["is_active"]) for slug in ("big", "cat")] == [
        (64, True),
        (2, True),
    ]


def test_an_empty_cell_of_what_is_never_empty_changes_nothing(tmp_path: Path) -> None:
    make_model(slug="ann", provider="openai", model_name="ann", in_flight=3, is_active=False, temperature=0.5)
    bring_in(tmp_path, "models", "slug,in_flight,is_active,temperature\nann,,,\n", name="rows.csv")
    ann = LanguageModel.objects.get(slug="ann")
    assert (ann.in_flight, ann.is_active, ann.temperature) == (3, False, None)


def test_a_row_of_models_without_a_slug_is_refused(tmp_path: Path) -> None:
    status, told = refusal(tmp_path, "models", [BIG, {"name": "Nobody", "provider": "openai", "model_name": "x"}])
    assert (status, told.startswith("row 2 (Nobody): slug: "), LanguageModel.objects.count()) == (1, True, 0)


def test_a_persona_whose_sheet_cannot_be_read_is_refused_as_in_the_admin(tmp_path: Path) -> None:
    sheet = dump(ROSTER[0])
    rows = [{"slug": ROSTER[0].slug, "name": ROSTER[0].name, "sheet": sheet | {"temper": "mild"}}]
    status, told = refusal(tmp_path, "personas.Persona", rows)
    assert (status, told.startswith(f"line 1 ({ROSTER[0].slug}): sheet: "), "mild" in told) == (1, True, True)
    assert not Persona.objects.exists()


@pytest.mark.parametrize(
    ("what", "name", "rows", "why"),
    [
        ("personas.Nobody", "a.csv", "slug\n", "there is no model or resource 'personas.Nobody'"),
        ("personas.Persona", "a.json", "nonsense", "…/a.json is not what it is read as, JSON: "),
        ("personas.Persona", "a.json", "7", "…/a.json is not what it is read as, JSON: a list of "),
        ("personas", "a.yaml", "a: b: c", "…/a.yaml is not what it is read as, YAML: it is no YAML from line 1, "),
        ("personas", "a.csv", 'slug\n"', "…/a.csv is not what it is read as, CSV: it is no CSV from line 2 on: "),
        ("personas.LanguageModel", "a.json", "[1]", "…/a.json is not what it is read as, JSON: each "),
        ("personas.Persona", "a.xyz1", "", "personas are read from json, csv, yaml, and …/a.xyz1 does not say it; "),
        ("personas.LanguageModel", "a.xyz1", "", "Cannot determine MIME type for '…/a.xyz1'."),
        ("personas.models.Nobody", "a.json", "[]", "there is no model or resource 'personas.models.Nobody'"),
        ("personas.models", "a.json", "[]", "'personas.models' is neither a model nor a resource"),
        ("personas.versions.FIRST", "a.json", "[]", "'personas.versions.FIRST' is neither a model nor a resource"),
        ("league.User", "a.json", "[[[", "…/a.json is not what it is read as, JSON: "),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_one_line(
    tmp_path: Path, what: str, name: str, rows: str, why: str
) -> None:
    told = refusal(tmp_path, what, rows, name=name)[1]
    assert (told[: len(why)], told.count("\n")) == (why, 0)


@pytest.mark.parametrize(
    "what", ["personas.Persona", "personas.models.Persona", "personas.admin.files.PersonaResource"]
)
def test_a_kind_of_row_is_read_as_strictly_by_whichever_name(tmp_path: Path, what: str) -> None:
    told = refusal(tmp_path, what, '[{"slug": "x", "name": "X", "sheet": 7}]', name="a.json")[1]

    assert "sheet" in told
    assert told.count("\n") == 0


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.csv cannot be read: No such file or directory"):
        call_command("import", "personas.Persona", str(tmp_path / "none.csv"), "--no-input")


@pytest.mark.parametrize("what", ["personas", "models"])
def test_rows_that_come_in_where_the_answer_would_want_no_question(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = "slug,name,provider\nnew,New,uniform\n" if what == "models" else "slug,status\nfenn,approved\n"
    make_persona(slug="fenn", status="draft", sheet=dump(ROSTER[0]) | {"slug": "fenn", "name": "Fenn"}, name="Fenn")
    called = ("import", what, "-", "--format", "csv")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(row.encode())))
    with pytest.raises(
        CommandError, match="rows that come in by - leave no way to answer; --no-input takes"
    ) as refused:
        call_command(*called)
    assert (refused.value.returncode, sys.stdin.read(), Act.objects.exists()) == (2, row, False)

    counted = f"{what}: {int(what == 'models')} new, {int(what == 'personas')} changed, 0 as before\n"
    for more, expected in (("--dry-run", 0), ("--no-input", 1)):
        told = io.StringIO()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(row.encode())))
        call_command(*called, more, stdout=told)
        assert (told.getvalue().replace("would be ", "").endswith(counted), Act.objects.count()) == (True, expected)


@pytest.mark.parametrize("words", [(), ("personas.Persona",), ("personas.Persona", "a.csv", "--fromat", "CSV")])
def test_a_wrong_use_is_told_in_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    status, told = in_folder(tmp_path, "import", *words)
    assert (status, told.count("\n"), told.endswith("(--help says more)\n")) == (2, 1, True)


def test_what_would_come_of_each_persona_is_told_by_line_before_anything_is_stored(tmp_path: Path) -> None:
    ensure_roster()
    rows = [
        {"slug": sheet.slug, "name": sheet.name, "status": "approved", "sheet": dump(sheet)} for sheet in ROSTER[:2]
    ]
    rows[1]["sheet"] = dump(ROSTER[1]) | {"temper": "joker"}
    rows.append(rows[0] | {"slug": "newcomer", "name": "Newcomer", "status": "draft"})
    rows[2]["sheet"] = dump(ROSTER[0]) | {"slug": "newcomer", "name": "Newcomer"}
    file = written(rows)
    lines = [number for number, line in enumerate(file.splitlines(), 1) if line.startswith("- slug")]

    tried = bring_in(tmp_path, "personas", file, "--dry-run", name="a.yaml")

    assert tried.splitlines() == [
        f"line {lines[0]} ({ROSTER[0].slug}): as before",
        f"line {lines[1]} ({ROSTER[1].slug}): changed in temper",
        f"line {lines[2]} (newcomer): new",
        "personas: 1 would be new, 1 would be changed, 1 as before",
    ]
    assert not Act.objects.exists()
    assert bring_in(tmp_path, "personas", file, name="a.yaml") == "personas: 1 new, 1 changed, 1 as before\n"
    acts = list(Act.objects.order_by("pk").values_list("verb", "name", "who"))
    assert sorted(acts) == sorted(("import", slug, "command line") for slug in (ROSTER[1].slug, "newcomer"))


def test_every_fault_of_a_file_of_personas_is_a_line_of_its_own(tmp_path: Path) -> None:
    faulty = {"slug": "ann", "name": "Ann", "status": "asleep", "sheet": dump(ROSTER[0]) | {"temper": "mild"}}

    file = written([faulty, {**faulty, "slug": "Ben"}])
    ben = file.splitlines().index("- slug: Ben") + 1

    status, told = refusal(tmp_path, "personas", file, name="a.yaml")

    asleep, mild = (
        "status: Value 'asleep' is not a valid choice.",
        f"temper must be one of {', '.join(TEMPERS)}, not 'mild'",
    )
    assert (status, told.splitlines()) == (
        1,
        [
            "nothing is imported:",
            f"line 3 (ann): {asleep}",
            f"line 4 (ann): sheet: {mild}",
            f"line {ben} (Ben): slug must be lower-case letters, digits and underscores.",
            f"line {ben} (Ben): sheet: slug must be 1 to 40 of a-z, 0-9 and _, not 'Ben'",
            f"line {ben + 2} (Ben): {asleep}",
            f"line {ben + 3} (Ben): sheet: {mild}",
        ],
    )
    assert not Persona.objects.exists()


@pytest.mark.parametrize("form", ["yaml", "csv", "json"])
def test_what_the_roster_writes_out_comes_in_as_it_is(tmp_path: Path, form: str) -> None:
    ensure_roster()
    make_persona(slug="once", status="retired", written_for="spring/1/0")
    exported = io.StringIO()
    call_command("roster", "--export", form, stdout=exported)

    told = bring_in(tmp_path, "personas", exported.getvalue(), "--format", form, name="personas.txt")

    assert told == f"personas: 0 new, 0 changed, {len(ROSTER)} as before\n"
