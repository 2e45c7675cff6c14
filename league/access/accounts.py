"""Accounts and keys: the first administrator, and tokens for the API. A password or token is shown once, never kept."""

import secrets
from collections.abc import Iterable

from django.contrib.auth.hashers import make_password

from league.models import Token, User
from league.models.account import scopes_meant


class WrongToken(ValueError):
    """A token that cannot be made; the message says what was wanted and what came."""


def create_token(*, user: User, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
    """Makes a token for the API; returns it with its text, which is stored nowhere. Raises WrongToken."""
    wanted = scopes_meant(scopes)
    for scope in wanted:
        if scope not in Token.Scope.values:
            raise WrongToken(f"a scope is one of {', '.join(Token.Scope.values)}, not {scope!r}")
    if not wanted:
        raise WrongToken(f"a token has at least one scope: {', '.join(Token.Scope.values)}")
    if not name.strip():
        raise WrongToken(f"a token needs a name, not {name!r}")
    return Token.objects.create(user, name=name.strip(), scopes=wanted)


def ensure_admin() -> tuple[User, str | None]:
    """The administrator `admin`, and the password if it was made just now: only then is it known."""
    if existing := User.objects.filter(username="admin").first():
        return existing, None
    password = secrets.token_urlsafe(12)
    user, is_new = User.objects.get_or_create(
        username="admin", defaults={"password": make_password(password), "is_staff": True, "is_superuser": True}
    )
    return user, password if is_new else None
