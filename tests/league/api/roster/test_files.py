"""Personas in files by the API: tried, brought in whole or not at all, and taken out again."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Act, User
from personas.models import Persona
from personas.roster import ensure_roster
from personas.rows import csv_file, json_file, yaml_file
from personas.rows.nodes import LARGEST
from personas.sheet import ROSTER, dump
from tests.factories import make_persona, make_token, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

IMPORT, EXPORT = "/api/v1/personas/import/", "/api/v1/personas/export/"
WRITERS: dict[str, Any] = {
    "application/yaml": yaml_file.written,
    "text/csv": csv_file.written,
    "application/json": json_file.written,
}


def staff(*scopes: str, permissions: tuple[str, ...] = ("add_persona", "change_persona")) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def rows(number: int, **changes: Any) -> list[dict[str, Any]]:
    return [
        {"slug": sheet.slug, "name": sheet.name, "status": "draft", "sheet": dump(sheet)} | changes
        for sheet in ROSTER[:number]
    ]


def send(
    client: Client, body: str | bytes, headers: dict[str, str], *, media: str = "application/json", **asked: str
) -> Any:
    return client.post(IMPORT, body, content_type=media, headers=headers, query_params=asked)


@pytest.mark.parametrize("media", WRITERS)
def test_personas_come_in_from_a_body_of_any_form(client: Client, media: str) -> None:
    body, headers = WRITERS[media](rows(3)), staff()

    tried = send(client, body, headers, media=media, dry_run="true").json()
    assert (tried["dry_run"], tried["new"], Persona.objects.count(), Act.objects.count()) == (True, 3, 0, 0)
    response = send(client, body, headers, media=media, seen=tried["seen"])
    told = response.json()

    assert (response.status_code, told | {"dry_run": True}) == (200, tried)
    assert [(row["slug"], row["what"]) for row in told["rows"]] == [(sheet.slug, "new") for sheet in ROSTER[:3]]
    assert {persona.slug: persona.sheet for persona in Persona.objects.all()} == {
        sheet.slug: dump(sheet) for sheet in ROSTER[:3]
    }
    assert [(act.surface, act.verb) for act in Act.objects.all()] == [("api", "import")] * 3
    again = send(client, body, headers, media=media).json()
    assert (again["new"], again["changed"], again["same"]) == (0, 0, 3)


def test_a_file_comes_in_by_a_form(client: Client) -> None:
    file = SimpleUploadedFile("ours.yml", yaml_file.written(rows(2)).encode())
    response = client.post(IMPORT, {"file": file}, headers=staff() | {"Idempotency-Key": "once"})
    again = client.post(IMPORT, {"file": SimpleUploadedFile("ours.yml", yaml_file.written(rows(2)).encode())})
    assert (response.status_code, response.json()["new"], again.status_code) == (200, 2, 401)


def test_a_file_that_is_sent_again_is_the_same_whatever_parts_it_with(client: Client) -> None:
    headers = staff() | {"Idempotency-Key": "once"}
    text = yaml_file.written(rows(1)).encode()
    told = [client.post(IMPORT, {"file": SimpleUploadedFile("a.yaml", text)}, headers=headers) for _ in range(2)]
    assert [(each.status_code, each.json()["new"]) for each in told] == [(200, 1)] * 2
    other = client.post(IMPORT, {"file": SimpleUploadedFile("a.yaml", text + b"\n")}, headers=headers)
    assert other.status_code == 422


def test_a_trial_is_worked_out_anew_whatever_the_key_and_leaves_it_free(client: Client) -> None:
    body, headers = json.dumps(rows(1)), staff() | {"Idempotency-Key": "once"}
    first = send(client, body, headers, dry_run="true").json()
    assert send(client, body, headers).json()["new"] == 1

    again = send(client, body, headers, dry_run="true")

    assert (first["new"], again.status_code, again.json()["new"], again.json()["same"]) == (1, 200, 0, 1)
    assert "Idempotent-Replayed" not in again
    assert send(client, body, headers)["Idempotent-Replayed"] == "true"


def test_a_trial_tells_what_of_each_row_would_be_another(client: Client) -> None:
    sheet = ROSTER[0]
    make_persona(slug=sheet.slug, name=sheet.name, sheet=dump(sheet), status="draft", decided_by="", decided_at=None)
    changed = deepcopy(rows(2))
    changed[0]["sheet"]["voice"]["speech_style"] = "Slowly."

    told = send(client, json.dumps(changed), staff(), dry_run="true").json()

    assert (told["new"], told["changed"], told["errors"]) == (1, 1, [])
    assert told["rows"][0] == {
        "line": 1,
        "slug": sheet.slug,
        "what": "changed",
        "changes": [{"part": "Speech", "was": sheet.voice.speech_style, "comes": "Slowly."}],
    }


@pytest.mark.parametrize(("form", "media"), [("yaml", "application/yaml"), ("csv", "text/csv")])
def test_the_examples_in_the_documentation_come_in(client: Client, form: str, media: str) -> None:
    described = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    text = described["paths"][IMPORT]["post"]["description"]
    (example,) = re.findall(rf"```{form}\n(.*?)```", text, re.DOTALL)
    told = send(client, example, staff(), media=media, dry_run="true").json()
    assert (told["new"], told["errors"]) == (1, [])


WRONG = """\
- slug: first
  name: First
  temper: sweet
- slug: second
  name: nobody
  temper: joker
  mood: dark
"""


def test_every_fault_is_told_by_line_and_nothing_comes_in(client: Client) -> None:
    body = WRONG + yaml_file.written(rows(1))

    tried = send(client, body, staff(), media="application/yaml", dry_run="true")
    refused = send(client, body, staff(), media="application/yaml")

    errors = tried.json()["errors"]
    assert (tried.status_code, refused.status_code) == (200, 400)
    assert {(each["line"], each["slug"]) for each in errors} == {
        (1, "first"),
        (3, "first"),
        (4, "second"),
        (5, "second"),
        (7, "second"),
    }
    fields = refused.json()["error"]["fields"]
    assert {f"line {each['line']}" for each in errors} == set(fields)
    assert sum(map(len, fields.values())) == len(errors)
    assert [row["slug"] for row in tried.json()["rows"]] == [ROSTER[0].slug]
    assert not Persona.objects.exists()
    assert not Act.objects.exists()


def in_two_forms(wrong: list[dict[str, Any]]) -> dict[str, str]:
    """The same rows in forms that are read in other ways, by what their body is called."""
    return {"application/json": json.dumps(wrong, indent=1), "application/yaml": yaml_file.written(wrong)}


@pytest.mark.parametrize("media", ["application/json", "application/yaml"])
def test_a_fault_of_a_sheet_is_told_at_its_path_with_its_line_and_its_slug(client: Client, media: str) -> None:
    first, second = deepcopy(rows(2))
    del first["sheet"]["identity"]["traits"]
    first["sheet"]["voice"]["tags"] = ["fine", ""]
    second |= {"status": "lively", "sheet": second["sheet"] | {"temper": "sweet", "mood": "dark"}}
    del second["sheet"]["voice"]["quirks"], second["sheet"]["voice"]["risk_tolerance"]
    del second["sheet"]["voice"]["speech_style"]
    body, headers = in_two_forms([first, second])[media], staff()

    tried = send(client, body, headers, media=media, dry_run="true").json()["errors"]
    refused = send(client, body, headers, media=media)

    assert {(each["slug"], each["field"]) for each in tried} == {
        (first["slug"], "identity.traits"),
        (first["slug"], "voice.tags[1]"),
        (second["slug"], "status"),
        (second["slug"], "temper"),
        (second["slug"], "mood"),
        (second["slug"], "voice.risk_tolerance"),
        (second["slug"], "voice.speech_style"),
    }
    told = {each["field"]: each for each in tried}
    assert told["identity.traits"]["message"] == "identity lacks traits"
    assert told["voice.speech_style"]["message"] == "voice lacks speech_style"
    assert body.splitlines()[told["voice.tags[1]"]["line"] - 1].strip(" -,") in ('""', "''")
    assert "sweet" in body.splitlines()[told["temper"]["line"] - 1]
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["errors"]) == (400, "invalid", tried)
    by_line = [complaint for complaints in error["fields"].values() for complaint in complaints]
    assert sorted(by_line) == sorted(f"{each['field']}: {each['message']}" for each in tried)
    assert not Persona.objects.exists()


def test_a_csv_tells_the_same_by_its_lines(client: Client) -> None:
    wrong = deepcopy(rows(2))
    for row in wrong:
        row["sheet"]["temper"] = "sweet"
    body = csv_file.written(wrong)
    tried = send(client, body, staff(), media="text/csv", dry_run="true").json()["errors"]
    error = send(client, body, staff(), media="text/csv").json()["error"]
    assert [(each["slug"], each["field"]) for each in tried] == [(row["slug"], "temper") for row in wrong]
    assert error["errors"] == tried
    assert list(error["fields"]) == [f"line {each['line']}" for each in tried]


def test_what_is_wrong_with_the_whole_file_has_no_errors_of_rows(client: Client) -> None:
    error = send(client, "{", staff()).json()["error"]
    assert set(error) == {"code", "message", "fields"}
    assert set(send(client, "[]", staff(), seen="0").json()["error"]) == {"code", "message", "fields"}


def test_what_was_edited_since_the_trial_is_looked_at_again(client: Client) -> None:
    headers = staff()
    body = json.dumps(rows(1, status="approved"))
    seen = send(client, body, headers, dry_run="true").json()["seen"]
    sheet = ROSTER[0]
    make_persona(slug=sheet.slug, name=sheet.name, sheet=dump(sheet), status="draft", decided_by="", decided_at=None)

    response = send(client, body, headers, seen=seen)

    assert (response.status_code, response.json()["error"]["code"]) == (412, "precondition_failed")
    assert Persona.objects.get().status == "draft"


@pytest.mark.parametrize(
    ("media", "body", "complaint"),
    [
        ("application/json", "{", "it is no JSON from line 1, column 2 on"),
        ("application/json", " ", "it is no JSON from line 1, column 2 on"),
        ("application/json", "[" * 100_000, "it is nested too deeply"),
        ("application/yaml", "a: [", None),
        ("application/yaml", "- !!python/object:os.system {}", None),
        ("text/csv", b"\xff", "it is no UTF-8 from byte 1 on"),
    ],
)
def test_a_file_that_is_none_is_refused(client: Client, media: str, body: Any, complaint: str | None) -> None:
    for asked in ({}, {"dry_run": "true"}):
        response = send(client, body, staff(), media=media, **asked)
        assert response.status_code == 400, response.content
        told = response.json()["error"]["fields"]["file"]
        assert (told == [complaint]) if complaint else len(told) == 1, told


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({}, "send one file, and nothing else, as `file`"),
        ({"file": "text"}, "send one file, and nothing else, as `file`"),
        ({"file": SimpleUploadedFile("a.yaml", b"[]"), "more": "x"}, "send one file, and nothing else, as `file`"),
        (
            {"file": SimpleUploadedFile("a.txt", b"[]")},
            "its name does not say in which form it is: .yaml, .csv or .json",
        ),
    ],
)
def test_a_form_has_one_file_whose_name_says_what_it_is(client: Client, sent: Any, complaint: str) -> None:
    response = client.post(IMPORT, sent, headers=staff())
    assert (response.status_code, response.json()["error"]["fields"]) == (400, {"file": [complaint]})


def test_other_bodies_and_other_parameters_are_refused(client: Client) -> None:
    assert send(client, "x", staff(), media="text/plain").status_code == 415
    assert send(client, "[]", staff(), dryrun="true").status_code == 400
    assert send(client, "[]", staff(), dry_run="perhaps").status_code == 400
    assert send(client, "[]", staff(), seen="0").status_code == 400


def test_what_no_database_stores_is_told_by_line(client: Client) -> None:
    changed = deepcopy(rows(1))
    changed[0]["sheet"]["voice"]["speech_style"] = "a\0b\ud800"
    response = send(client, json.dumps(changed), staff())
    assert response.status_code == 400
    assert "without null characters" in str(response.json()["error"]["fields"])


@pytest.mark.parametrize("form", ["yaml", "csv", "json"])
def test_what_goes_out_comes_in_again_as_it_was(client: Client, form: str) -> None:
    ensure_roster()
    make_persona(written_for="spring 1 2", status="retired")
    headers = staff(permissions=("view_persona", "add_persona", "change_persona"))

    response = client.get(EXPORT, {"format": form}, headers=headers)
    media = response["Content-Type"].partition(";")[0]
    told = send(client, response.content, headers, media=media, dry_run="true").json()

    assert response["Content-Disposition"] == f'attachment; filename="personas.{form}"'
    assert (told["new"], told["changed"], told["same"], told["errors"]) == (0, 0, len(ROSTER), [])
    kept = client.get(EXPORT, {"format": form}, headers=headers | {"If-None-Match": response["ETag"]})
    assert kept.status_code == 304


def test_only_those_of_a_status_go_out_when_it_is_asked_for(client: Client) -> None:
    draft = make_persona(status="draft", decided_by="", decided_at=None)
    make_persona()
    headers = staff(permissions=("view_persona",))
    told = client.get(EXPORT, {"format": "json", "status": "draft"}, headers=headers).json()
    assert [row["slug"] for row in told] == [draft.slug]


@pytest.mark.parametrize("is_form", [True, False])
def test_a_file_that_is_too_large_is_told_so_and_one_that_is_not_quite_is_read(client: Client, is_form: bool) -> None:  # noqa: FBT001
    headers, statuses = staff(), []
    for size in (LARGEST, LARGEST + 1):
        body = b"slug,name\n".ljust(size, b"\n")
        if is_form:
            response: Any = client.post(IMPORT, {"file": SimpleUploadedFile("rows.csv", body)}, headers=headers)
        else:
            response = send(client, body, headers, media="text/csv")
        statuses.append(response.status_code)
    assert (statuses[1], response.json()["error"]["code"]) == (413, "too_large")
    assert f"at most {LARGEST:,} bytes are read" in response.json()["error"]["message"]
    assert statuses[0] in (200, 400)
    assert not Persona.objects.exists()


def test_files_are_for_staff_who_may(client: Client) -> None:
    assert send(client, "[]", {}).status_code == 401
    assert send(client, "[]", staff("play")).status_code == 403
    assert send(client, "[]", staff(permissions=("add_persona",))).status_code == 403
    for headers, status in (
        ({}, 401),
        ({"Accept": "text/csv"}, 401),
        (staff(permissions=("add_player",)), 403),
        (staff(permissions=("add_player",)) | {"Accept": "text/csv"}, 403),
    ):
        response = client.get(EXPORT, headers=headers)
        assert (response.status_code, response["Content-Type"]) == (status, "application/json")


def test_personas_go_out_to_staff_who_may_see_them_and_nobody_else_is_told_to_log_in(client: Client) -> None:
    make_persona()
    told = {}
    for who, headers in {
        "nobody": {},
        "another": staff("read", permissions=("view_player", "add_persona")),
        "viewer": staff("read", permissions=("view_persona",)),
    }.items():
        response = client.get(EXPORT, headers=headers)
        told[who] = response.status_code, response.has_header("WWW-Authenticate")
    assert told == {"nobody": (401, True), "another": (403, False), "viewer": (200, False)}
