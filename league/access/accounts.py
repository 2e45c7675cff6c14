"""Accounts and keys: the first administrator, and tokens for the API. A password or token is shown once, never kept.

A token never reaches further than its account; whoever makes one for themselves is offered what their account can use
(`scopes_for`). Law: who makes one for another account can do by it no more than by their own (`reaches`).
"""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import password_changed
from django.db import transaction
from django.utils import timezone

from league.access.acts import Actor, record_creation, recorded
from league.access.rights import May
from league.models import Token, User
from league.models.account import Scope, scopes_meant

USUAL_LIFE: Final = timedelta(days=90)
LONGEST_LIFE: Final = 3650  # days
# What an account may do one thing of at least, for a scope to be of use to it.
USES: Final[Mapping[str, tuple[str, ...]]] = {
    Scope.PLAY: ("make_exhibitions", "direct_games"),
    Scope.ROSTER: (
        *("write_personas", "edit_personas", "import_personas", "export_personas", "preview_personas"),
        *("preview_players", "make_players", "edit_players", "write_models", "edit_models", "delete_models"),
    ),
    Scope.SEASON: (*("make_seasons", "run_seasons", "delete_seasons", "make_series", "run_series", "delete_series"),),
    Scope.MONEY: ("look_at_budgets", "change_budgets", "throw_the_switch", "make_seasons", "run_seasons"),
}


class WrongToken(ValueError):
    """A token that cannot be made; the message says what was wanted and what came."""


def create_token(
    *, user: User, name: str, scopes: Iterable[str], lasts: timedelta | None = USUAL_LIFE
) -> tuple[Token, str]:
    """Makes a token for the API that lasts so long, for good where that is None; returns it with its text, which is
    stored nowhere. Raises WrongToken."""
    wanted = scopes_meant(scopes)
    for scope in wanted:
        if scope not in Token.Scope.values:
            raise WrongToken(f"a scope is one of {', '.join(Token.Scope.values)}, not {scope!r}")
    if not wanted:
        raise WrongToken(f"a token has at least one scope: {', '.join(Token.Scope.values)}")
    if not name.strip():
        raise WrongToken(f"a token needs a name, not {name!r}")
    if lasts is not None and not timedelta(0) < lasts <= timedelta(days=LONGEST_LIFE):
        raise WrongToken(f"a token lasts from 1 to {LONGEST_LIFE} days, or for good, not {lasts}")
    return Token.objects.create(user, expiry=lasts, name=name.strip(), scopes=wanted)


def scopes_for(user: User) -> list[str]:
    """The scopes that are of use to an account, in their order."""
    may = May(user)
    useful = {scope for scope, rights in USES.items() if any(may[name] for name in rights)}
    if useful:
        useful |= {Scope.ADMIN}
    return [scope for scope in Scope.values if scope == Scope.READ or scope in useful]


def reaches(by: User, user: User) -> bool:
    """Whether somebody may make tokens for an account: for their own, and for those that may do no more than it. Of an
    account that is shut nobody knows what it may do when it is opened again."""
    if by.pk == user.pk or by.is_superuser:
        return True
    if user.is_superuser or not user.is_active or (user.is_staff and not by.is_staff):
        return False
    return user.get_all_permissions() <= by.get_all_permissions()


def make_own_token(
    *, by: Actor, user: User, name: str, scopes: Iterable[str], lasts: timedelta | None = USUAL_LIFE
) -> tuple[Token, str]:
    """Makes a token for whoever asks, of scopes that are of use to that account; an act. Raises WrongToken."""
    wanted, offered = scopes_meant(scopes), scopes_for(user)
    if beyond := [scope for scope in wanted if scope in Scope.values and scope not in offered]:
        raise WrongToken(f"your account can use the scopes {', '.join(offered)}, not {', '.join(beyond)}")
    with transaction.atomic():
        token, text = create_token(user=user, name=name, scopes=wanted, lasts=lasts)
        record_creation(by=by, row=token)
    return token, text


def change_password(*, by: Actor, user: User, password: str) -> bool:
    """Gives an account another password, and leaves all else as it is by now; an act. Whether it is still there."""
    user.set_password(password)
    with recorded(by=by, verb="change password", rows=[user]):
        written = User.objects.filter(pk=user.pk).update(password=user.password)
    if written:
        password_changed(password, user)
    return bool(written)


def revoke_token(*, by: Actor, token: Token, reason: str = "") -> None:
    """Takes a token back for good: whoever sends it is refused from now on."""
    with recorded(by=by, verb="revoke", rows=[token], reason=reason):
        Token.objects.filter(pk=token.pk).delete()


def own_token(*, user: User, beginning: str) -> Token | None:
    """The token of an account that begins so; None where it has none."""
    own = Token.objects.filter(user=user)
    return own.filter(token_key=beginning).first() if beginning.isprintable() else None


def is_expired(token: Token, now: datetime | None = None) -> bool:
    """Whether a token's time is over."""
    return token.expiry is not None and token.expiry <= (now or timezone.now())


def ensure_admin() -> tuple[User, str | None]:
    """The administrator `admin`, and the password if it was made just now: only then is it known."""
    if existing := User.objects.filter(username="admin").first():
        return existing, None
    password = secrets.token_urlsafe(12)
    user, is_new = User.objects.get_or_create(
        username="admin", defaults={"password": make_password(password), "is_staff": True, "is_superuser": True}
    )
    return user, password if is_new else None
