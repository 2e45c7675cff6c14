"""Who a request comes from, behind proxies. Law: `LEAGUE_PROXIES` says how many of our own stand in front of the site;
each of them writes down, at the right end of X-Forwarded-For, whom it heard from. So the client is the n-th entry from
the right: whatever stands further left, the client wrote itself. Without a proxy of ours no such header is believed.

It is said once, in the ASGI scope, before anything reads it: the lockout, the throttles, the sockets and the logs all
have their address from there. uvicorn's own reading of these headers is off: it believes addresses, of which everybody
on the proxy's machine has the same one, and with `*` it takes the entry furthest left.
"""

import ipaddress
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
SECURE: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


class BehindProxies:
    """ASGI middleware that puts the client's own address, and the scheme that it used, into the scope."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and settings.LEAGUE_PROXIES > 0:
            scope = scope | told_by(scope, settings.LEAGUE_PROXIES)
        await self._application(scope, receive, send)


def told_by(scope: dict[str, Any], proxies: int) -> dict[str, Any]:
    """What so many proxies say of a request: `client` and `scheme` as they are to stand in its scope."""
    told: dict[str, Any] = {}
    if address := address_in(nth_from_right(entries(scope, b"x-forwarded-for"), proxies)):
        told["client"] = (address, 0)
    scheme = SECURE.get(nth_from_right(entries(scope, b"x-forwarded-proto"), proxies).lower())
    if scheme:
        told["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
    return told


def entries(scope: dict[str, Any], header: bytes) -> list[str]:
    """The entries of a header that may be given several times, each time with several."""
    given = [value.decode("latin-1") for name, value in scope["headers"] if name == header]
    return [entry.strip() for entry in ",".join(given).split(",")] if given else []


def nth_from_right(found: list[str], number: int) -> str:
    """The entry that the outermost proxy of ours wrote. A shorter list was written by the inner ones alone, for a
    request that did not pass the outer: its first entry is theirs."""
    return found[-min(number, len(found))] if found else ""


def address_in(entry: str) -> str:
    """The address in an entry, in its one writing, without a port; "" where there is none."""
    host = entry.strip('"')
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def client_of(request: HttpRequest) -> str | None:
    """The address that a request counts for."""
    return request.META.get("REMOTE_ADDR")
