"""Who may open a socket from a browser. Law: a page of this site, so the same host and port that the socket is asked
of, or an origin that forms are trusted from (settings.CSRF_TRUSTED_ORIGINS), for a proxy that asks by another name.

What is no browser says no origin, and has no visitor's cookies that a foreign page could use: it is let through. So is
whoever brings a token, which no browser does by itself.

Browsers let any page open a socket anywhere and send this site's cookies with it; what they cannot be made to do is to
leave the page's origin out or lie about it. Channels' own check compares hosts only, so that a page of whatever else
runs on this machine, on another port, would be heard as ours. The host asked for is itself one of ALLOWED_HOSTS: else a
foreign name that leads to this address would be its own proof.
"""

from typing import Any, Final

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from league.web.proxies import Receive, Send

BEARER: Final = "bearer."  # how a subprotocol begins that is a token
PORTS: Final = {"http": "80", "https": "443"}


class OwnPagesOnly:
    """ASGI middleware that lets sockets through to an application from the site's own pages."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        given = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"origin", b"host")}
        origin, host = given.get(b"origin"), given.get(b"host", "")
        # Who brings a token is heard as its account, whatever cookies come along (league.api.account.sockets).
        has_token = any(each.startswith(BEARER) for each in scope.get("subprotocols") or ())
        is_own = is_own_host(host) if origin is None or has_token else is_own_page(origin, host)
        await (self._application if is_own else WebsocketDenier())(scope, receive, send)


def is_own_host(host: str) -> bool:
    """Whether this site is called so."""
    name, _ = split_domain_port(host)
    return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)


def is_own_page(origin: str, host: str) -> bool:
    """Whether a page of this origin, as its browser gives it, may open a socket at this host."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    scheme, _, place = origin.partition("://")
    usual = PORTS.get(scheme)
    (own, own_port), (asked, asked_port) = split_domain_port(place), split_domain_port(host)
    if not (usual and asked and validate_host(asked, settings.ALLOWED_HOSTS)):
        return False
    return (own, own_port or usual) == (asked, asked_port or usual)
