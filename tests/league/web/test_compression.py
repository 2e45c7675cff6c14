"""What everybody gets goes out compressed; what somebody gets because of who they are never does."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from league.models import User
from league.web.compression import Compression

ASKING = {"accept-encoding": "br, gzip"}
PAGES = ["/rules/town-mafia/", "/players/", "/api/v1/rulesets/", "/api/schema/", "/static/unfold/css/styles.css"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.django_db
def test_what_everybody_gets_is_compressed_for_who_can_read_that(client: Client, path: str) -> None:
    plain = client.get(path)
    small = client.get(path, headers=ASKING)

    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) == int(small.headers["Content-Length"]) < len(plain.content) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in small.headers["Vary"]


def test_what_is_sent_bit_by_bit_is_left_as_it_is() -> None:
    for kind in ("application/x-ndjson", "text/event-stream"):
        for cache_control, encoding in (("no-store", "gzip"), ("no-store, no-transform", None)):
            request = RequestFactory().get("/", headers=ASKING)
            answer = HttpResponse("frame " * 100, kind, headers={"Cache-Control": cache_control})
            told = Compression(lambda _, answer=answer: answer)(request)
            assert told.headers.get("Content-Encoding") == encoding


@pytest.mark.django_db
def test_who_has_a_compressed_answer_already_gets_304(client: Client) -> None:
    answer = client.get("/api/v1/rulesets/", headers=ASKING)
    again = client.get("/api/v1/rulesets/", headers={**ASKING, "if-none-match": answer.headers["ETag"]})

    assert answer.headers["ETag"].startswith('W/"')
    assert (again.status_code, again.content) == (304, b"")
    for name in ("ETag", "Vary", "Cache-Control"):
        assert again.headers.get(name) == answer.headers.get(name)


@pytest.mark.parametrize("path", ["/rules/town-mafia/", "/players/", "/", "/admin/", "/api/v1/rulesets/"])
@pytest.mark.django_db
def test_nothing_is_compressed_for_who_is_signed_in(client: Client, path: str) -> None:
    assert client.get("/rules/town-mafia/", headers=ASKING).headers["Content-Encoding"] == "gzip"
    client.force_login(User.objects.create_superuser("boss"))

    answer = client.get(path, headers=ASKING)

    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)


@pytest.mark.django_db
def test_static_files_are_compressed_for_who_is_signed_in_too(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))

    assert client.get(PAGES[-1], headers=ASKING).headers["Content-Encoding"] == "gzip"


@pytest.mark.django_db
def test_nothing_is_compressed_for_who_shows_a_token(client: Client) -> None:
    refused = client.get("/api/v1/rulesets/", headers={**ASKING, "authorization": "Bearer lg_nobodys"})

    assert (refused.status_code, refused.headers.get("Content-Encoding")) == (401, None)


@pytest.mark.parametrize("has_cookie", [False, True])
@pytest.mark.django_db
def test_no_page_with_a_forms_token_is_compressed(client: Client, has_cookie: bool) -> None:  # noqa: FBT001
    if has_cookie:
        client.get("/login/")
        assert client.get("/rules/town-mafia/", headers=ASKING).headers["Content-Encoding"] == "gzip"

    answer = client.get("/login/", headers=ASKING)

    assert b"csrfmiddlewaretoken" in answer.content
    assert "Content-Encoding" not in answer.headers


def test_a_part_of_a_file_is_told_as_it_lies_there(client: Client) -> None:
    part = client.get(PAGES[-1], headers={**ASKING, "range": "bytes=10-999"})

    assert (part.status_code, len(part.content)) == (206, 990)
    assert "Content-Encoding" not in part.headers


def test_a_picture_stays_as_it_is(rf: RequestFactory) -> None:
    def picture(request: HttpRequest) -> HttpResponse:
        return HttpResponse(b"\x89PNG" * 1000, content_type="image/png")

    assert "Content-Encoding" not in Compression(picture)(rf.get("/picture", headers=ASKING)).headers


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br, gzip; q=0.0, *"])
@pytest.mark.django_db
def test_who_cannot_read_it_gets_it_plain(client: Client, accepted: str) -> None:
    answer = client.get("/api/v1/rulesets/", headers={"accept-encoding": accepted})

    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.json()


@pytest.mark.django_db
def test_a_head_tells_what_the_whole_answer_would(client: Client) -> None:
    whole, head = client.get("/api/v1/rulesets/"), client.head("/api/v1/rulesets/")
    again = client.head("/api/v1/rulesets/", headers={"if-none-match": whole.headers["ETag"]})

    assert (head.headers["ETag"], head.content) == (whole.headers["ETag"], b"")
    assert again.status_code == 304
