"""Personas by the API: written, edited from a version, approved, retired; every version of their sheets."""

from collections.abc import Callable
from copy import deepcopy
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from league.models import Act, User
from personas.models import Persona
from personas.roster import ensure_roster
from personas.sheet import ROSTER, dump
from tests.factories import make_persona, make_token, make_user
from tests.patience import at_most

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

SHEET: dict[str, Any] = {name: part for name, part in dump(ROSTER[0]).items() if name not in ("slug", "name")}
CLERK = {"slug": "harbour_clerk", "name": "The Harbour Clerk", "sheet": SHEET}
PERSONAS = "/api/v1/personas/"
OURS = f"{PERSONAS}harbour_clerk/"


def staff(*scopes: str, permissions: tuple[str, ...] = ("add_persona", "change_persona")) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def send(client: Client, method: str, address: str, headers: dict[str, str], body: Any = None) -> Any:
    return getattr(client, method)(address, body or {}, content_type="application/json", headers=headers)


def written(client: Client, headers: dict[str, str]) -> Any:
    response = send(client, "post", PERSONAS, headers, CLERK)
    assert response.status_code == 201, response.content
    return response


def in_words(sentence: str) -> dict[str, Any]:
    return {"sheet": {"voice": {"speech_style": sentence}}}


def test_a_persona_is_written_as_a_draft(client: Client) -> None:
    response = written(client, staff())

    told = response.json()
    assert response["Location"] == f"http://testserver{OURS}"
    assert told | {"face": ""} == {
        "slug": "harbour_clerk",
        "name": "The Harbour Clerk",
        "source": "hand",
        "status": "draft",
        "version": 1,
        "is_active": False,
        "written_for": "",
        "face": "",
        "sheet": SHEET | {"slug": "harbour_clerk", "name": "The Harbour Clerk"},
        "decided_by": None,
        "decided_at": None,
    }
    assert client.get(OURS).json() == told
    (act,) = Act.objects.all()
    assert (act.surface, act.verb, act.name) == ("api", "create", "harbour_clerk")


def test_whatever_is_wrong_is_told_at_once_by_field_and_nothing_is_made(client: Client) -> None:
    make_persona(slug="taken")
    wrong = deepcopy(SHEET)
    wrong["voice"]["tags"] = ["x" * 500, 7]
    wrong["temper"] = "sweet"
    del wrong["identity"]["traits"]

    response = send(client, "post", PERSONAS, staff(), {"slug": "taken", "name": "nobody", "sheet": wrong})

    fields = response.json()["error"]["fields"]
    assert response.status_code == 400
    assert list(fields) == [
        *("sheet.temper", "sheet.identity", "sheet.voice.tags[0]", "sheet.voice.tags[1]", "name"),
        "slug",
    ]
    assert {len(complaints) for complaints in fields.values()} == {1}
    assert Persona.objects.count() == 1
    assert not Act.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "slug"),
        (CLERK | {"slug": "No Slug"}, "slug"),
        (CLERK | {"slug": "_clerk"}, "slug"),
        (CLERK | {"slug": "import"}, "slug"),
        (CLERK | {"status": "approved"}, "status"),
        (CLERK | {"sheet": []}, "sheet"),
        (CLERK | {"sheet": {}}, "sheet"),
        (CLERK | {"\ud800": 1}, "\\ud800"),
        (CLERK | {"sheet": SHEET | {"identity": {"background": "a\0b", "traits": []}}}, "sheet.identity.background"),
        (CLERK | {"sheet": SHEET | {"slug": "other"}}, "slug"),
    ],
)  # fmt: skip
def test_a_body_that_is_wrong_is_refused_at_its_field(client: Client, body: Any, field: str) -> None:
    response = send(client, "post", PERSONAS, staff(), body)
    assert response.status_code == 400
    assert field in response.json()["error"]["fields"]
    assert not Persona.objects.exists()


def test_an_edit_is_the_version_after_the_one_that_it_was_made_from(client: Client) -> None:
    headers = staff()
    tag = written(client, headers)["ETag"]
    body = {"sheet": deepcopy(SHEET), "reason": "a trial"}
    body["sheet"]["voice"]["speech_style"] = "Slowly."

    response = send(client, "put", OURS, headers | {"If-Match": tag}, body)
    late = send(client, "put", OURS, headers | {"If-Match": tag}, body)

    told = response.json()
    assert (response.status_code, told["version"], told["sheet"]["voice"]["speech_style"]) == (200, 2, "Slowly.")
    assert (late.status_code, late.json()["error"]["code"]) == (412, "precondition_failed")
    assert client.get(OURS)["ETag"] == response["ETag"] != tag
    act = Act.objects.get(verb="change")
    assert (act.before["version"], act.after["version"], act.reason) == (1, 2, "a trial")


@pytest.mark.parametrize(("given", "status"), [(None, 412), ("*", 412), ('"7"', 412), ("none", 412), ('"1"', 200)])
def test_an_edit_says_what_it_was_made_from(client: Client, given: str | None, status: int) -> None:
    headers = staff()
    written(client, headers)
    more = {"If-Match": given} if given else {}
    for method, body in (("put", {"sheet": SHEET}), ("patch", in_words("Slowly."))):
        assert send(client, method, OURS, headers | more, body).status_code == status
    assert Persona.objects.get().version == (2 if status == 200 else 1)


def test_a_patch_changes_parts_and_takes_away_what_is_null(client: Client) -> None:
    headers = staff()
    tag = written(client, headers)["ETag"]
    patch: dict[str, Any] = {"name": "The Clerk", "sheet": {"voice": {"quirks": None, "leads": ["By the ledger,"]}}}

    told = send(client, "patch", OURS, headers | {"If-Match": tag}, patch).json()

    expected = deepcopy(SHEET) | {"slug": "harbour_clerk", "name": "The Clerk"}
    expected["voice"] |= {"quirks": [], "leads": ["By the ledger,"]}
    assert (told["name"], told["sheet"], told["version"]) == ("The Clerk", expected, 2)


def test_what_is_so_already_adds_no_version(client: Client) -> None:
    headers = staff()
    written(client, headers)
    told = send(client, "put", OURS, headers | {"If-Match": '"1"'}, {"sheet": SHEET}).json()
    assert told["version"] == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(at_most(120))
def test_of_many_who_edit_at_once_one_succeeds() -> None:
    headers, together = staff(), Barrier(8)
    written(Client(), headers)
    told: list[int] = []

    def edit(number: int) -> None:
        together.wait()
        try:
            body = in_words(f"In {number} words.")
            told.append(send(Client(), "patch", OURS, headers | {"If-Match": '"1"'}, body).status_code)
        finally:
            connection.close()

    threads = [Thread(target=edit, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(at_most(60))

    assert sorted(told) == [200] + [412] * 7
    assert Persona.objects.get().version == 2


def test_what_was_approved_since_is_told_to_who_has_it_already(client: Client) -> None:
    headers = staff()
    tag = written(client, headers)["ETag"]
    assert client.get(OURS, headers={"If-None-Match": tag}).status_code == 304
    send(client, "post", f"{OURS}approve/", headers)
    response = client.get(OURS, headers={"If-None-Match": tag})
    assert (response.status_code, response.json()["status"], response.json()["version"]) == (200, "approved", 1)


def test_a_persona_is_approved_retired_and_approved_again(client: Client) -> None:
    headers = staff()
    written(client, headers)
    told = [
        send(client, "post", f"{OURS}{verb}/", headers, {"reason": "a trial"}).json()["status"]
        for verb in ("approve", "retire", "retire", "approve")
    ]
    assert told == ["approved", "retired", "retired", "approved"]
    acts = Act.objects.exclude(verb="create").order_by("pk")
    assert [(act.verb, act.reason) for act in acts] == [(verb, "a trial") for verb in ("approve", "retire", "approve")]
    assert Persona.objects.get().decided_by == acts[0].who


def who_decided(client: Client, headers: dict[str, str]) -> list[dict[str, Any]]:
    """What of each persona's decision is told, in the list and then at their own addresses."""
    listed = client.get(PERSONAS, headers=headers).json()["results"]
    whole = [client.get(f"{PERSONAS}{row['slug']}/", headers=headers).json() for row in listed]
    return [{name: row[name] for name in ("slug", "decided_by", "decided_at")} for row in (*listed, *whole)]


def test_staff_of_the_roster_are_told_who_decided_and_when_and_of_a_draft_nobody_did(client: Client) -> None:
    make_persona(slug="approved", decided_by="ann", decided_at="2026-05-04T12:00:00Z")
    make_persona(slug="draft", status="draft")
    make_persona(slug="retired", status="retired", decided_by="bob", decided_at="2026-06-04T12:00:00Z")
    told = [
        {"slug": "approved", "decided_by": "ann", "decided_at": "2026-05-04T12:00:00Z"},
        {"slug": "draft", "decided_by": None, "decided_at": None},
        {"slug": "retired", "decided_by": "bob", "decided_at": "2026-06-04T12:00:00Z"},
    ]
    for headers in (staff(permissions=("view_persona",)), staff("admin", permissions=("change_persona",))):
        assert who_decided(client, headers) == told * 2
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert who_decided(client, {}) == told * 2


def test_nobody_else_is_told_who_decided(client: Client) -> None:
    make_persona(slug="a", decided_by="ann")
    make_persona(slug="b", status="retired", decided_by="ann")
    member = make_user()
    member.user_permissions.set(Permission.objects.filter(codename="view_persona"))
    for headers in (
        {},
        {"Authorization": f"Bearer {make_token(user=member, scopes=['roster'])[1]}"},
        staff("read", "play", "season", "money", permissions=("view_persona",)),
        staff(permissions=("view_player", "add_persona")),
    ):
        rows = who_decided(client, headers)
        assert {(row["decided_by"], row["decided_at"]) for row in rows} == {(None, None)}
        assert b"ann" not in client.get(PERSONAS, headers=headers).content


def test_who_decides_is_told_so_at_once(client: Client) -> None:
    headers = staff()
    written(client, headers)
    approved, retired = (send(client, "post", f"{OURS}{verb}/", headers).json() for verb in ("approve", "retire"))
    persona = Persona.objects.get()
    assert approved["decided_by"] == retired["decided_by"] == persona.decided_by
    assert approved["decided_at"] < retired["decided_at"]
    assert client.get(OURS).json()["decided_by"] is None


@pytest.mark.parametrize("rows", [1, 3])
def test_who_decided_takes_no_query_for_each_row(
    client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    for _ in range(rows):
        make_persona()
    client.force_login(make_user(is_staff=True, is_superuser=True))
    with django_assert_num_queries(3):  # the session, its account, and the rows
        assert len(client.get(PERSONAS).json()["results"]) == rows


def test_what_was_written_for_one_game_is_approved_by_nobody(client: Client) -> None:
    persona = make_persona(
        written_for="spring 1 2", status="retired", decided_by="tests", decided_at="2026-01-01T00:00Z"
    )
    response = send(client, "post", f"{PERSONAS}{persona.slug}/approve/", staff())
    assert (response.status_code, list(response.json()["error"]["fields"])) == (400, ["slug"])


def test_a_sheet_that_nobody_could_play_is_not_approved(client: Client) -> None:
    persona = make_persona(sheet={}, status="draft", decided_by="", decided_at=None)
    response = send(client, "post", f"{PERSONAS}{persona.slug}/approve/", staff())
    assert (response.status_code, list(response.json()["error"]["fields"])) == (400, ["sheet"])


@pytest.mark.parametrize("rows", [1, 3])
def test_versions_are_listed_newest_first_in_two_queries(
    client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    headers = staff()
    written(client, headers)
    for number in range(1, rows):
        send(client, "patch", OURS, headers | {"If-Match": f'"{number}"'}, in_words(f"In {number} words."))

    with django_assert_num_queries(2):
        told = client.get(f"{OURS}versions/").json()["results"]

    assert [row["version"] for row in told] == list(range(rows, 0, -1))


def test_a_version_is_told_whole_held_against_another_and_brought_back(client: Client) -> None:
    headers = staff()
    written(client, headers)
    send(client, "patch", OURS, headers | {"If-Match": '"1"'}, in_words("Slowly."))
    first = client.get(f"{OURS}versions/1/").json()["sheet"]
    was = SHEET["voice"]["speech_style"]

    assert first["voice"]["speech_style"] == was
    assert client.get(f"{OURS}versions/2/diff/").json() == {
        "slug": "harbour_clerk",
        "version": 2,
        "against": 1,
        "changes": [{"part": "Speech", "was": was, "comes": "Slowly."}],
    }
    assert client.get(f"{OURS}versions/1/diff/?against=1").json()["changes"] == []
    assert len(client.get(f"{OURS}versions/1/diff/?against=0").json()["changes"]) > 10
    response = send(client, "post", f"{OURS}versions/1/restore/", headers | {"If-Match": '"1"'})
    assert response.status_code == 412
    response = send(client, "post", f"{OURS}versions/1/restore/", headers)
    assert (response.status_code, response.json()["version"], response.json()["sheet"]) == (200, 3, first)
    assert client.get(f"{OURS}versions/9/").json()["error"]["message"] == "harbour_clerk has no version 9"


def test_every_shipped_persona_can_be_brought_back_to_what_it_was(client: Client) -> None:
    headers = staff()
    for persona in {player.persona for player in ensure_roster()}:
        address = f"{PERSONAS}{persona.slug}/"
        assert send(client, "post", f"{address}versions/1/restore/", headers).json()["version"] == 1


@pytest.mark.parametrize(
    ("method", "more", "right"),
    [
        ("post", "", "add_persona"),
        ("put", "harbour_clerk/", "change_persona"),
        ("patch", "harbour_clerk/", "change_persona"),
        ("post", "harbour_clerk/approve/", "change_persona"),
        ("post", "harbour_clerk/retire/", "change_persona"),
        ("post", "harbour_clerk/versions/1/restore/", "change_persona"),
    ],
)
def test_writing_wants_a_scope_and_a_permission(client: Client, method: str, more: str, right: str) -> None:
    make_persona(slug="harbour_clerk")
    other = {"add_persona": "change_persona", "change_persona": "add_persona"}[right]
    for headers, status in (
        ({}, 401),
        (staff("read", "play", "season", "money", permissions=(right,)), 403),
        (staff(permissions=(other, "view_persona")), 403),
    ):
        response = send(client, method, f"{PERSONAS}{more}", headers | {"If-Match": '"1"'})
        assert response.status_code == status
    assert not Act.objects.exists()


def test_a_parameter_that_writing_does_not_have_is_refused(client: Client) -> None:
    response = send(client, "post", f"{PERSONAS}?page_size=3", staff(), CLERK)
    assert response.json()["error"]["fields"] == {"page_size": ["is no parameter of this address; it has none"]}
