"""What holds for every address of the API: refusals, pages, tokens, throttles, caching."""

import json
from base64 import b64encode
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpResponse
from django.test import Client
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from tests.factories import make_fixture, make_game, make_persona, make_running_season, make_token, make_user

pytestmark = pytest.mark.django_db


def refusal(response: HttpResponse) -> tuple[int, dict[str, Any]]:
    """The status and the error, which must be all there is in the body."""
    assert response["Content-Type"] == "application/json"
    (error,) = json.loads(response.content).values()
    return response.status_code, error


def test_an_unknown_parameter_is_named_with_those_there_are(client: Client) -> None:
    told = "is no parameter of this address; there are: cursor, page_size, active, one_game, status, source"
    assert refusal(client.get("/api/v1/personas/?sorce=hand")) == (
        400,
        {"code": "invalid", "message": f"sorce: {told}", "fields": {"sorce": [told]}},
    )


@pytest.mark.parametrize("query", ["version=2", "nosuch=1"])
def test_the_description_has_no_parameters_but_its_form(client: Client, query: str) -> None:
    status, error = refusal(client.get(f"/api/schema/?{query}"))
    told = "is no parameter of this address; there are: format"
    assert (status, error["message"].partition(": ")[2]) == (400, told)
    assert refusal(client.get("/api/schema/?format=xml"))[1]["fields"] == {
        "format": ["must be one of json, yaml, not 'xml'"]
    }


@pytest.mark.parametrize("accepted", ["application/yaml", "application/json", "text/html,*/*;q=0.8"])
def test_the_description_comes_in_the_form_that_is_asked_for_whatever_is_accepted(
    client: Client, accepted: str
) -> None:
    as_json, as_yaml = (
        client.get(f"/api/schema/?format={form}", headers={"Accept": accepted}) for form in ("json", "yaml")
    )
    assert (as_json["Content-Type"], as_yaml["Content-Type"]) == (
        "application/json",
        "application/yaml; charset=utf-8",
    )
    assert json.loads(as_json.content)["openapi"] == "3.0.3"
    assert as_yaml.content.startswith(b"openapi: 3.0.3")
    page = client.get("/api/docs/").content.decode()
    assert '<a href="/api/schema/?format=json">' in page.split("<noscript>")[1].split("</noscript>")[0]


@pytest.mark.parametrize("given", [{"headers": {"host": "evil.example"}}, {"query_params": [("a", "b")] * 1_100}])
def test_what_django_refuses_before_the_api_is_told_in_its_shape(
    client: Client, caplog: pytest.LogCaptureFixture, given: Any
) -> None:
    assert refusal(client.get("/api/v1/games/", **given)) == (
        400,
        {"code": "bad_request", "message": "This request cannot be read."},
    )
    assert client.get("/games/", headers={"host": "evil.example"}).headers["Content-Type"].startswith("text/html")


def test_what_is_allowed_is_answered(client: Client) -> None:
    allowed = client.get("/api/v1/stats/").headers["Allow"].split(", ")

    assert allowed == ["GET", "HEAD"]
    assert client.options("/api/v1/stats/").status_code == 405


def test_an_address_without_parameters_says_so(client: Client) -> None:
    assert refusal(client.get(f"/api/v1/personas/{make_persona().slug}/?page=2"))[1]["fields"] == {
        "page": ["is no parameter of this address; it has none"]
    }


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        (
            "seasons/?status=begun",
            {"status": ["must be one of draft, announced, running, paused, finished, cancelled, not 'begun'"]},
        ),
        ("seasons/?page_size=0", {"page_size": ["must be a whole number from 1 to 200, not '0'"]}),
        ("seasons/?page_size=201", {"page_size": ["must be a whole number from 1 to 200, not '201'"]}),
        ("games/?page_size=61", {"page_size": ["must be a whole number from 1 to 60, not '61'"]}),
        ("leaderboard/?page_size=1000", {"page_size": ["must be a whole number from 1 to 200, not '1000'"]}),
        ("stats/games/?page_size=21", {"page_size": ["must be a whole number from 1 to 20, not '21'"]}),
        ("seasons/?page_size=many", {"page_size": ["must be a whole number from 1 to 200, not 'many'"]}),
        ("seasons/?page_size=5.0", {"page_size": ["must be a whole number from 1 to 200, not '5.0'"]}),
        ("seasons/?page_size=%D9%A3", {"page_size": ["must be a whole number from 1 to 200, not '\u0663'"]}),
        ("seasons/?cursor=", {"cursor": ["must be the cursor of a `next` or `previous` address, not ''"]}),
        ("games/?player=nobody", {"player": ["must be the id of a player, not 'nobody'"]}),
        ("games/?season=%00", {"season": ["must be the slug of a season, not '\\x00'"]}),
        ("games/?finished_after=noon", {"finished_after": ["must be a time such as 2026-01-31T12:00:00Z, not 'noon'"]}),
        ("personas/?active=perhaps", {"active": ["must be true or false, not 'perhaps'"]}),
        ("personas/?active=true&active=false", {"active": ["must be given once, not 2 times"]}),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_wanted_and_what_came(client: Client, query: str, fields: Any) -> None:
    status, error = refusal(client.get(f"/api/v1/{query}"))
    assert (status, error["code"], error["fields"]) == (400, "invalid", fields)


@pytest.mark.parametrize("cursor", ["nonsense", "cD14", "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "bz0tMQ==", "cD0lMDA="])
def test_no_made_up_cursor_breaks_anything(client: Client, cursor: str) -> None:
    make_running_season()
    make_persona()
    for address in ("/api/v1/seasons/", "/api/v1/personas/"):
        assert client.get(address, {"cursor": cursor}).status_code in (200, 400)


def test_a_cursor_of_the_wrong_kind_is_refused(client: Client) -> None:
    make_running_season()
    fields = refusal(client.get("/api/v1/seasons/", {"cursor": "cD14"}))[1]["fields"]
    assert fields == {"cursor": ["must be the cursor of a `next` or `previous` address, not 'cD14'"]}


@pytest.mark.parametrize("position", ["abc", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00+23:00", "9" * 50])
def test_a_cursor_that_is_no_time_is_refused_where_rows_are_in_order_of_time(client: Client, position: str) -> None:
    make_running_season(slug="spring", memory="live")
    headers = {"Authorization": f"Bearer {make_token(scopes=['read', 'admin'])[1]}"}
    cursor = b64encode(f"p={quote(position)}".encode()).decode()
    for address in ("/api/v1/seasons/spring/edits/", "/api/v1/tokens/"):
        assert client.get(address, headers=headers).status_code == 200
        status, error = refusal(client.get(address, {"cursor": cursor}, headers=headers))
        told = f"must be the cursor of a `next` or `previous` address, not {cursor[:80]!r}"
        assert (status, error["fields"]) == (400, {"cursor": [told]}), address


def test_rulesets_come_in_pages_as_all_lists_do(client: Client) -> None:
    whole = client.get("/api/v1/rulesets/").json()
    first = client.get("/api/v1/rulesets/?page_size=1").json()
    second = client.get(first["next"]).json()
    assert (whole["next"], whole["previous"], first["previous"]) == (None, None, None)
    assert [first["results"][0]["slug"], second["results"][0]["slug"]] == [row["slug"] for row in whole["results"][:2]]
    assert client.get(second["previous"]).json()["results"] == first["results"]
    assert refusal(client.get("/api/v1/rulesets/?page_size=0"))[1]["fields"] == {
        "page_size": ["must be a whole number from 1 to 200, not '0'"]
    }


def test_of_games_as_many_may_be_asked_for_as_ever_and_a_page_has_fifty(client: Client) -> None:
    season = make_running_season()
    for number in range(1, 53):
        make_fixture(season=season, number=number, game=make_game())
    counts = [len(client.get(f"/api/v1/games/?page_size={size}").json()["results"]) for size in (1, 50, 51, 60)]
    assert counts == [1, 50, 50, 50]
    described = client.get("/api/schema/", headers={"Accept": "application/json"}).json()
    parameters = described["paths"]["/api/v1/games/"]["get"]["parameters"]
    (asked,) = (each for each in parameters if each["name"] == "page_size")
    assert asked["schema"]["maximum"] == 60
    assert "Of `games/`" in described["info"]["description"]
    assert asked["description"].endswith("Up to 60 may be asked for, as before rows grew longer: 50 come.")


def test_there_is_nothing_where_nothing_is(client: Client) -> None:
    status, error = refusal(client.get("/api/v1/odds/"))
    assert (status, error["code"]) == (404, "not_found")
    assert error["message"] == "there is nothing at /api/v1/odds/; what there is stands in /api/docs/"


def test_who_asks_another_version_is_told_as_a_program_is(client: Client) -> None:
    """A page would be no answer to a client whose address is a little wrong."""
    for address in ("/api/", "/api/v2/games/"):
        status, error = refusal(client.get(address))
        assert (status, error["code"]) == (404, "not_found")
        assert error["message"] == f"there is nothing at {address}; what there is stands in /api/docs/"
    assert client.get("/api/v2/games", follow=True).json()["error"]["code"] == "not_found"
    assert client.get("/api/docs/")["Content-Type"].startswith("text/html")


def test_an_address_without_its_slash_is_led_to_the_one_with_it(client: Client) -> None:
    response = client.get("/api/v1/rulesets")
    assert (response.status_code, response["Location"]) == (301, "/api/v1/rulesets/")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_reading_addresses_have_no_other_method(client: Client, method: str) -> None:
    response = client.generic(method, "/api/v1/leaderboard/", "{broken", content_type="application/json")
    assert refusal(response) == (405, {"code": "method_not_allowed", "message": f'Method "{method}" not allowed.'})
    assert response["Allow"] == "GET, HEAD"


def test_there_is_json_and_nothing_else(client: Client) -> None:
    for accepted in ("text/html", "image/png"):
        status, error = refusal(client.get("/api/v1/rulesets/", headers={"Accept": accepted}))
        told = f"There is application/json here, and not '{accepted}' (`Accept`)."
        assert (status, error) == (406, {"code": "not_acceptable", "message": told})


def test_who_is_not_known_is_told_how_to_get_in(client: Client) -> None:
    for address, scope in (("seasons", "season"), ("personas", "roster")):
        response = client.post(f"/api/v1/{address}/", "{}", content_type="application/json")
        status, error = refusal(response)
        assert (status, error["code"]) == (401, "not_authenticated")
        way = f"Send `Authorization: Bearer <token>`, one of scope {scope}: made at /account/tokens/; "
        assert error["message"].endswith(f"{way}what wants which stands in /api/docs/.")
        assert response["WWW-Authenticate"] == f'Bearer realm="Hidden Role League API", scope="{scope}"'


def test_a_challenge_says_what_is_wrong_with_the_token(client: Client) -> None:
    """RFC 6750 §3.1: its error tells a program whether to make another token, or one that may do more."""
    wrong = client.get("/api/v1/rulesets/", headers={"Authorization": "Bearer lg_wrong"})
    assert refusal(wrong)[1]["message"].startswith("Invalid token. Send `Authorization: Bearer <token>`")
    assert wrong["WWW-Authenticate"] == 'Bearer realm="Hidden Role League API", scope="read", error="invalid_token"'
    staff = make_user(is_staff=True)
    for scope in ("read", "roster"):
        _, text = make_token(user=staff, scopes=[scope])
        response = client.post(
            "/api/v1/personas/", "{}", content_type="application/json", headers={"Authorization": f"Bearer {text}"}
        )
        assert refusal(response)[0] == 403
        assert refusal(response)[1]["message"].endswith("stands in /api/docs/.")
        told = 'Bearer realm="Hidden Role League API", scope="roster", error="insufficient_scope"'
        assert response.get("WWW-Authenticate") == (told if scope == "read" else None), "no other token would do more"


def test_who_is_no_staff_is_told_that_this_is_for_them(client: Client) -> None:
    for scope in ("season", "admin"):
        _, text = make_token(scopes=[scope])
        response = client.post(
            "/api/v1/seasons/", "{}", content_type="application/json", headers={"Authorization": f"Bearer {text}"}
        )
        told = "This is for an account of the staff, by a token of scope season: what wants which stands in /api/docs/."
        assert refusal(response) == (403, {"code": "permission_denied", "message": told})


def test_pages_lead_through_all_rows_and_back(client: Client) -> None:
    for slug in "abcde":
        make_persona(slug=slug)
    address, pages = "/api/v1/personas/?page_size=2", []
    while address:
        page = client.get(address).json()
        pages.append([row["slug"] for row in page["results"]])
        last, address = address, page["next"]
    assert pages == [["a", "b"], ["c", "d"], ["e"]]
    back = client.get(last).json()["previous"]
    assert [row["slug"] for row in client.get(back).json()["results"]] == ["c", "d"]


def test_a_row_that_arrives_meanwhile_moves_nothing(client: Client) -> None:
    seasons = [make_running_season().slug for _ in range(4)]
    page = client.get("/api/v1/seasons/?page_size=2").json()
    make_running_season()
    following = client.get(page["next"]).json()
    assert [row["slug"] for row in page["results"] + following["results"]] == seasons[::-1]


def test_a_token_reads(client: Client) -> None:
    _, text = make_token(scopes=["read"])
    assert client.get("/api/v1/rulesets/", headers={"Authorization": f"Bearer {text}"}).status_code == 200


@pytest.mark.parametrize("text", ["lg_wrong", "", "ä", "two words"])
def test_a_wrong_token_is_refused_even_where_none_is_needed(client: Client, text: str) -> None:
    response = client.get("/api/v1/rulesets/", headers={"Authorization": f"Bearer {text}"})
    assert refusal(response)[0] == 401
    assert response["WWW-Authenticate"].endswith(', error="invalid_token"')


def test_a_token_without_scopes_reads_nothing(client: Client) -> None:
    token, text = make_token()
    token.scopes = []
    token.save()
    assert refusal(client.get("/api/v1/rulesets/", headers={"Authorization": f"Bearer {text}"}))[0] == 403


def test_a_token_of_somebody_locked_out_is_refused(client: Client) -> None:
    user = make_user(is_active=False)
    _, text = make_token(user=user)
    assert refusal(client.get("/api/v1/rulesets/", headers={"Authorization": f"Bearer {text}"}))[0] == 401


def test_too_many_requests_are_told_when_to_come_back(client: Client) -> None:
    for _ in range(240):
        assert client.get("/api/v1/nothing/").status_code == 404
    response = client.get("/api/v1/nothing/", headers={"X-Forwarded-For": "192.0.2.7"})
    assert refusal(response)[:1] == (429,)
    assert 1 <= int(response["Retry-After"]) <= 60


def test_who_has_the_newest_gets_nothing_new(client: Client) -> None:
    first = client.get("/api/v1/personas/")
    again = client.get("/api/v1/personas/", headers={"If-None-Match": first["ETag"]})
    make_persona()
    changed = client.get("/api/v1/personas/", headers={"If-None-Match": first["ETag"]})
    assert [again.status_code, again.content, changed.status_code] == [304, b"", 200]


def test_nothing_is_kept_unasked(client: Client) -> None:
    assert client.get("/api/v1/personas/")["Cache-Control"] == "no-cache"


def test_what_somebody_with_an_account_gets_is_theirs(client: Client) -> None:
    client.force_login(make_user())
    kept = client.get("/api/v1/personas/")["Cache-Control"]
    assert set(kept.split(", ")) == {"no-cache", "private"}


# --- writing, which later addresses inherit ---------------------------------------------------------------------------


class Echo(APIView):
    """A view that takes a body, with everything else as the settings have it."""

    scope = "roster"

    def post(self, request: Request) -> Response:
        return Response(request.data)


def sent(body: str, content_type: str, *, as_staff: bool = True, scope: str = "roster") -> tuple[int, dict[str, Any]]:
    request = APIRequestFactory().post("/", body, content_type=content_type)
    user = make_user(is_staff=as_staff)
    force_authenticate(request, user=user, token=make_token(user=user, scopes=[scope])[0])
    response = Echo.as_view()(request).render()
    return response.status_code, json.loads(response.content)


def test_staff_write_with_a_token_that_may() -> None:
    assert sent('{"a": 1}', "application/json") == (200, {"a": 1})


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        ("{broken", "application/json", 400, "parse_error"),
        ("\xff", "application/json", 400, "parse_error"),
        ("[" * 100_000, "application/json", 400, "parse_error"),
        ("a=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        ("a", "text/plain", 415, "unsupported_media_type"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(body: str, content_type: str, status: int, code: str) -> None:
    told = sent(body, content_type)
    assert (told[0], list(told[1]), told[1]["error"]["code"]) == (status, ["error"], code)
    wanted = "Send application/json, as `Content-Type`."
    assert told[1]["error"]["message"].endswith(wanted) == (status == 415)


@pytest.mark.parametrize(("as_staff", "scope"), [(False, "admin"), (True, "read")])
def test_neither_a_visitor_nor_a_reading_token_writes(*, as_staff: bool, scope: str) -> None:
    status, told = sent("{}", "application/json", as_staff=as_staff, scope=scope)
    assert (status, told["error"]["code"]) == (403, "permission_denied")
