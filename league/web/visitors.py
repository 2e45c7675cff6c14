"""Whose account a socket is, by the session's cookie, as a page's is. Law: who has no such cookie is anybody, and costs
no question to the database and no thread: most of those who watch are, and a thousand of them may come at once.
"""

from typing import Any, Final

from channels.auth import AuthMiddlewareStack
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from league.web.proxies import Receive, Send

COOKIE: Final = b"cookie"


class BySession:
    """ASGI middleware that tells an application whose session it is."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._asked_for = AuthMiddlewareStack(application)
        self._name = settings.SESSION_COOKIE_NAME.encode()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if any(name == COOKIE and self._name in value for name, value in scope["headers"]):
            await self._asked_for(scope, receive, send)
        else:
            await self._application({**scope, "user": AnonymousUser()}, receive, send)
