"""Who is asking, by `Authorization: Bearer <token>`."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework import exceptions

from league.models import Token, User

SELDOM = timedelta(minutes=1)


class TokenAuthentication(KnoxTokenAuthentication):
    """Knox's hashed tokens; notes the last use, at most once a minute, so that reading does not become writing."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """The user and the token; a token that is no text is refused like any other wrong one."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)

    def validate_user(self, auth_token: Token) -> tuple[User, Token]:
        """Knox's check of the user, then the note of the use."""
        user, auth_token = super().validate_user(auth_token)
        now = timezone.now()
        stale = Q(last_used_at=None) | Q(last_used_at__lt=now - SELDOM)
        if auth_token.last_used_at is None or auth_token.last_used_at < now - SELDOM:
            Token.objects.filter(stale, pk=auth_token.pk).update(last_used_at=now)
        return user, auth_token
