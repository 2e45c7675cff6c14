"""Who is asking, by `Authorization: Bearer <token>`."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework import exceptions
from rest_framework.authentication import get_authorization_header

from league.access.accounts import is_expired
from league.api.throttling import count_wrong, refuse_guessing, remember_right
from league.models import Token, User

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.request import Request

SELDOM = timedelta(minutes=1)


class TokenAuthentication(KnoxTokenAuthentication):
    """Knox's hashed tokens; notes the last use, at most once a minute, so that reading does not become writing. Who
    sends wrong ones is held back, before a row is looked for."""

    def authenticate(self, request: "Request") -> tuple[User, Token] | None:
        """Who is asking, None when no token says so. Raises AuthenticationFailed and, for guesses, Throttled."""
        given = get_authorization_header(request).split()
        if not given or given[0].lower() != self.authenticate_header(request).lower().encode():
            return None
        token = given[-1].decode("latin-1") if len(given) == 2 else ""
        refuse_guessing(request, token)
        try:
            found = super().authenticate(request)
        except exceptions.AuthenticationFailed:
            count_wrong(request)
            raise
        if found is not None:
            remember_right(request, token)
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """The user and the token; a token that is no text is refused like any other wrong one."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)

    def _cleanup_token(self, auth_token: Token) -> bool:
        """Nothing is deleted by being looked for: what has expired is told so, and stays in its owner's list."""
        return False

    def validate_user(self, auth_token: Token) -> tuple[User, Token]:
        """Knox's check of the user, whether its time is over, then the note of the use."""
        user, auth_token = super().validate_user(auth_token)
        now = timezone.now()
        if is_expired(auth_token, now):
            raise exceptions.AuthenticationFailed(
                f"This token expired on {auth_token.expiry:%-d %b %Y, %H:%M} UTC; make another.", "token_expired"
            )
        stale = Q(last_used_at=None) | Q(last_used_at__lt=now - SELDOM)
        if auth_token.last_used_at is None or auth_token.last_used_at < now - SELDOM:
            Token.objects.filter(stale, pk=auth_token.pk).update(last_used_at=now)
        return user, auth_token
