"""Sockets of whoever has a token. It comes in the one header that a browser's socket can be given, as a subprotocol
beside the one that is spoken: `Sec-WebSocket-Protocol: league.v1, bearer.<token>`. Law: never in the address, which
stands in logs; what is answered is `league.v1` alone.

Who comes with a token is its account and nobody else, whatever cookies come along: so a page of another origin may open
such a socket (league.web.origins). A token that was revoked or has expired is looked for again every few seconds while
its socket is told something, and the socket is closed with 4401 then; so all that it is told goes through here, and
nothing is pushed past it. A stream of whoever has a token is held by it in the same way, and ends.
"""

import time
from typing import Any, Final

from channels.db import database_sync_to_async
from rest_framework.exceptions import AuthenticationFailed

from games.live.consumers import BAD_TOKEN, PUSH
from league.access.accounts import is_expired
from league.api.authentication import TokenAuthentication
from league.models import Token, User
from league.web.origins import BEARER
from league.web.proxies import Receive, Send

SPOKEN: Final = "league.v1"
LOOKED_AGAIN: Final = 15.0  # seconds


class ByToken:
    """ASGI middleware that has a socket be its token's account's."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        offered = list(scope.get("subprotocols") or ())
        keys = [each.removeprefix(BEARER) for each in offered if each.startswith(BEARER)]
        answering = _Answering(send, SPOKEN if SPOKEN in offered else None)
        if not keys:
            await self._application(scope, receive, answering)
            return
        why = "offer league.v1 and one token beside it" if len(keys) > 1 or SPOKEN not in offered else ""
        if not why:
            try:
                user, token = await account_of(keys[0])
            except AuthenticationFailed as error:
                why = str(error.detail)
        if why:
            await receive()
            await answering({"type": "websocket.accept"})
            await answering({"type": "websocket.close", "code": BAD_TOKEN, "reason": why})
            return
        answering.held = Held(token)
        offers = {name: value for name, value in (scope.get("extensions") or {}).items() if name != PUSH}
        await self._application({**scope, "user": user, "extensions": offers}, receive, answering)


class _Answering:
    """What is sent, with the protocol that is spoken; closed when the token that it is for is no more."""

    def __init__(self, send: Send, spoken: str | None) -> None:
        self._send, self._spoken = send, spoken
        self.held: Held | None = None
        self._is_over = False

    async def __call__(self, message: dict[str, Any]) -> None:
        if self._is_over:
            raise ConnectionResetError("the token of this socket is no more")
        if message["type"] == "websocket.accept" and self._spoken is not None:
            message = {**message, "subprotocol": self._spoken}
        if message["type"] == "websocket.send" and self.held is not None and not await self.held():
            self._is_over = True
            reason = "this token was revoked, or has expired"
            message = {"type": "websocket.close", "code": BAD_TOKEN, "reason": reason}
        await self._send(message)


class Held:
    """Whether what was opened with a token may still be had, as far as that was looked for of late."""

    def __init__(self, token: Token) -> None:
        self._token, self._looked_at = token, time.monotonic()

    async def __call__(self) -> bool:
        if (now := time.monotonic()) < self._looked_at + LOOKED_AGAIN:
            return True
        self._looked_at = now
        return await is_there(self._token)


@database_sync_to_async
def account_of(text: str) -> tuple[User, Token]:
    """Whose token this is. Raises AuthenticationFailed, also for one that may not read."""
    user, token = TokenAuthentication().authenticate_credentials(text.encode("latin-1", "replace"))
    if not token.allows(Token.Scope.READ):
        raise AuthenticationFailed("This token has no scope.")
    return user, token


@database_sync_to_async
def is_there(token: Token) -> bool:
    """Whether a token may still be used."""
    found = Token.objects.select_related("user").filter(pk=token.pk).first()
    return found is not None and found.user.is_active and not is_expired(found)
