"""Who asks, with no proxy in front, one and two, whatever the client writes into the headers that proxies write."""

import http.client
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from pytest_django import Settings
from rest_framework.throttling import AnonRateThrottle

from league.web.proxies import BehindProxies, told_by
from tests.games.stage import until
from tests.games.watching import Site, site
from tests.league.processes.test_connections import served
from tests.patience import at_most

pytestmark = pytest.mark.long(15)
PEER = "127.0.0.1"
CLIENT, OTHER, INNER = "203.0.113.7", "203.0.113.8", "198.51.100.2"


def scope(*headers: tuple[bytes, bytes], kind: str = "http") -> dict[str, Any]:
    return {"type": kind, "client": (PEER, 5), "scheme": "http" if kind == "http" else "ws", "headers": list(headers)}


def forwarded(*values: str) -> list[tuple[bytes, bytes]]:
    return [(b"x-forwarded-for", value.encode("latin-1")) for value in values]


@pytest.mark.parametrize(
    ("proxies", "given", "client"),
    [
        (1, [CLIENT], CLIENT),
        (1, [f"10.0.0.1, {CLIENT}"], CLIENT),
        (1, ["10.0.0.1", CLIENT], CLIENT),  # two headers are one list
        (1, [f"10.0.0.1,{'1.1.1.1,' * 500}{CLIENT}"], CLIENT),
        (2, [f"{CLIENT}, {INNER}"], CLIENT),
        (2, [f"10.0.0.1, {CLIENT}, {INNER}"], CLIENT),
        (2, [f"10.0.0.1, {CLIENT}", INNER], CLIENT),
        (2, [CLIENT], CLIENT),  # asked of the inner one directly
        (1, [f"{CLIENT}:4711"], CLIENT),
        (1, ["[2001:DB8::1]:443"], "2001:db8::1"),
        (1, ['"[2001:db8:0::1]"'], "2001:db8::1"),
        (1, [f"::ffff:{CLIENT}"], CLIENT),
        (1, ["", CLIENT], CLIENT),
    ],
)
def test_the_client_is_that_many_from_the_right(proxies: int, given: list[str], client: str) -> None:
    assert told_by(scope(*forwarded(*given)), proxies)["client"] == (client, 0)


@pytest.mark.parametrize("given", [[], [""], ["unknown"], [f"{CLIENT},"], ["1.2.3.4.5"], ["'; DROP"], ["\xff" * 9000]])
def test_what_is_no_address_is_nobodys(given: list[str]) -> None:
    assert "client" not in told_by(scope(*forwarded(*given)), 1)


@pytest.mark.parametrize(
    ("given", "kind", "scheme"),
    [
        ("https", "http", "https"),
        ("HTTPS", "http", "https"),
        ("http", "http", "http"),
        ("https", "websocket", "wss"),
        ("wss", "websocket", "wss"),
        ("https, http", "http", "http"),  # the client said the first, our proxy the second
        ("ftp", "http", None),
        ("", "http", None),
    ],
)
def test_the_scheme_is_what_the_proxy_says(given: str, kind: str, scheme: str | None) -> None:
    assert told_by(scope((b"x-forwarded-proto", given.encode()), kind=kind), 1).get("scheme") == scheme


HOSTILE = {"X-Forwarded-For": f"10.0.0.1, {CLIENT}, {INNER}", "X-Forwarded-Proto": "https", "Forwarded": "for=10.0.0.2"}
SEEN = {0: (PEER, "http"), 1: (INNER, "https"), 2: (CLIENT, "https")}


@pytest.mark.parametrize("proxies", SEEN)
def test_pages_and_sockets_are_told_the_same(settings: Settings, proxies: int) -> None:
    settings.LEAGUE_PROXIES = proxies
    seen: list[tuple[str, str, str]] = []

    async def note(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append((scope["type"], scope["client"][0], scope["scheme"]))
        await receive()
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 1000})
            return
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    with served(BehindProxies(note)) as port:
        asked(port, "GET", "/", HOSTILE)
        with Site(port).watch("/", **HOSTILE) as watcher:
            watcher.closing_code()

    address, scheme = SEEN[proxies]
    assert seen == [("http", address, scheme), ("websocket", address, {"http": "ws", "https": "wss"}[scheme])]


def asked(port: int, method: str, path: str, headers: dict[str, str], body: str = "") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=at_most(30))
    connection.request(method, path, body, {"Host": "localhost", **headers})
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]  # before the connection goes
    connection.close()
    return answer


def through(proxies: int) -> Callable[[str, int], dict[str, str]]:
    """What so many proxies make of the requests of a client that each time writes another address of its own."""

    def headers(client: str, number: int) -> dict[str, str]:
        appended = [client, *[INNER] * (proxies - 1)][: max(proxies, 1)]
        return {"X-Forwarded-For": ", ".join([f"10.0.{number}.1", "unknown", *appended])}

    return headers


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_who_guesses_passwords_is_locked_out_under_whichever_address(settings: Settings, proxies: int) -> None:
    settings.LEAGUE_PROXIES = proxies
    headers = through(proxies)
    with site() as running:
        form = asked(running.port, "GET", "/login/", {})
        found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', form.body)  # type: ignore[attr-defined]
        assert found is not None
        cookie = str(form.getheader("Set-Cookie")).partition(";")[0]

        def guess(client: str, number: int) -> int:
            body = urlencode(
                {"csrfmiddlewaretoken": found[1].decode(), "username": "ada", "password": f"guess {number}"}
            )
            given = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", **headers(client, number)}
            return asked(running.port, "POST", "/login/", given, body).status

        guesses = [guess(CLIENT, number) for number in range(16)]
        another = guess(OTHER, 16)

    assert guesses == [200] * 7 + [429] * 9
    assert another == (429 if proxies == 0 else 200)  # without a proxy all come from the one address that is known


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_who_asks_too_often_is_held_back_under_whichever_address(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, proxies: int
) -> None:
    settings.LEAGUE_PROXIES = proxies
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "5/hour", "user": "5/hour"})
    headers = through(proxies)
    with site() as running:
        found = [asked(running.port, "GET", "/api/v1/rulesets/", headers(CLIENT, n)).status for n in range(8)]
        another = asked(running.port, "GET", "/api/v1/rulesets/", headers(OTHER, 9)).status

    assert found == [200] * 5 + [429] * 3
    assert another == (429 if proxies == 0 else 200)


@pytest.mark.django_db(transaction=True)
def test_sockets_open_behind_proxies_whatever_the_headers_say(settings: Settings) -> None:
    settings.LEAGUE_PROXIES = 2
    with site() as running:
        for hostile in (HOSTILE, {"X-Forwarded-For": "nobody"}, {"X-Forwarded-Proto": "gopher"}):
            with running.watch("/ws/league/", **hostile) as watcher:
                until(lambda: watcher is not None)
            with running.watch("/ws/games/nosuchgame00/", **hostile) as watcher:
                assert watcher.closing_code() == 4404
