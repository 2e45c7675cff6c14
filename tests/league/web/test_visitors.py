"""Whose account a socket is, by its session's cookie."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.web.visitors import BySession


async def heard(cookies: list[bytes]) -> Any:
    """The account that an application is told of."""
    found: list[Any] = []

    async def application(scope: dict[str, Any], receive: object, send: object) -> None:
        found.append(scope["user"])

    async def nothing(*_: object) -> Any: ...

    headers = [(b"cookie", each) for each in cookies]
    await BySession(application)({"type": "websocket", "path": "/", "headers": headers}, nothing, nothing)
    return found[0]


@pytest.mark.parametrize("cookies", [[], [b"csrftoken=abc"], [b""]])
async def test_who_has_no_session_is_anybody_and_nothing_is_read(cookies: list[bytes]) -> None:
    assert (await heard(cookies)).is_anonymous  # without access to a database


@pytest.mark.django_db(transaction=True)
async def test_a_session_is_whose_it_is_beside_other_cookies_and_one_that_is_none_is_anybodys() -> None:
    client = Client()
    user = await get_user_model().objects.acreate(username="ada")
    await client.aforce_login(user)
    key = client.cookies["sessionid"].value.encode()

    assert (await heard([b"csrftoken=abc; sessionid=" + key])).username == "ada"
    assert (await heard([b"sessionid=forged"])).is_anonymous
