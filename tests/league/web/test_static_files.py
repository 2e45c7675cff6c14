"""Static files come from the process itself, whole, without a build step and without a warning under ASGI."""

import pytest
from django.http import HttpResponse
from django.test import AsyncClient, Client
from pytest_django import Settings

from league.web.static_files import StaticFiles

CSS = "/static/unfold/css/styles.css"


def test_a_file_is_answered_whole_with_what_a_cache_needs(client: Client) -> None:
    answer = client.get(CSS)

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    assert len(answer.content) == int(answer.headers["Content-Length"]) > 1000
    again = client.get(CSS, headers={"if-none-match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_only_the_head_or_a_part_may_be_asked_for(client: Client) -> None:
    whole = client.get(CSS)
    head = client.head(CSS)
    part = client.get(CSS, headers={"range": "bytes=10-19"})

    assert (head.status_code, head.content, head.headers["Content-Length"]) == (200, b"", str(len(whole.content)))
    assert (part.status_code, part.content) == (206, whole.content[10:20])


def test_a_part_of_what_has_changed_meanwhile_is_the_whole_of_what_it_is_now(client: Client) -> None:
    whole = client.get(CSS)
    part = client.get(CSS, headers={"range": "bytes=0-9", "if-range": whole.headers["ETag"]})
    other = client.get(CSS, headers={"range": "bytes=0-9", "if-range": '"of before"'})

    assert (part.status_code, other.status_code) == (206, 200)
    assert other.content == whole.content


def test_what_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/static/../league/settings.py").status_code == 404
    assert client.get("/static/nothing.css").status_code == 404


@pytest.mark.asyncio
async def test_a_file_is_answered_by_the_asynchronous_server_too(async_client: AsyncClient) -> None:
    answer = await async_client.get(CSS)

    assert (answer.status_code, answer.streaming) == (200, False)


def test_the_files_are_looked_for_once_and_anew_where_their_answers_would_be_others(settings: Settings) -> None:
    first, second = (StaticFiles(lambda _: HttpResponse()) for _ in range(2))
    settings.WHITENOISE_MAX_AGE = 7
    other = StaticFiles(lambda _: HttpResponse())

    assert first.files is second.files
    assert set(other.files) == set(first.files) >= {CSS}
    assert dict(other.files[CSS].get_response("HEAD", {}).headers)["Cache-Control"] == "max-age=7, public"
