"""`token`: makes an API token, shown once; lists those of an account, and revokes one."""

import json
from argparse import Action, ArgumentError
from datetime import timedelta
from typing import Any

from django.core.management import CommandParser
from django.db import transaction

from games.terminal.usage import ProjectCommand, whole_number, wrong_usage
from league.access.accounts import (
    LONGEST_LIFE,
    USUAL_LIFE,
    WrongToken,
    create_token,
    is_expired,
    own_token,
    revoke_token,
)
from league.access.acts import COMMAND_LINE, record_creation
from league.models import Token, User
from league.terminal.named import user_named


class Once(Action):
    """An option that is refused when it comes again, for the first would be forgotten."""

    def __call__(self, parser: Any, namespace: Any, values: Any, said: str | None = None) -> None:  # Any: its own
        if getattr(namespace, f"{self.dest}_said", False):
            raise ArgumentError(self, f"is given twice; give it once, with all: {said} read play")
        setattr(namespace, self.dest, values)
        setattr(namespace, f"{self.dest}_said", True)


class Command(ProjectCommand):
    help = "Makes a token for the API and prints it, this once: only its hash is kept. Or lists or revokes them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the name of the account it acts for")
        parser.add_argument(
            "--scopes",
            nargs="+",
            action=Once,
            default=[Token.Scope.READ.value],
            metavar="SCOPE",
            help=f"what it may do: {', '.join(Token.Scope.values)}; each lets it read, admin has all (default: read)",
        )
        parser.add_argument("--name", default="command line", help="what it is for")
        life = parser.add_mutually_exclusive_group()
        told = f"for how many days it lasts, up to {LONGEST_LIFE:,} ({USUAL_LIFE.days})"
        life.add_argument("--days", type=whole_number(1, LONGEST_LIFE), default=USUAL_LIFE.days, metavar="N", help=told)
        life.add_argument("--for-good", action="store_true", help="it lasts until it is revoked")
        parser.add_argument("--list", action="store_true", help="list the account's tokens; none is made")
        told = "revoke the account's token that begins so, as --list tells it; none is made"
        parser.add_argument("--revoke", metavar="BEGINNING", help=told)
        parser.add_argument("--json", action="store_true", help="print it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_named(options["user"])
        if options["list"]:
            return self.list_all(user, as_json=options["json"])
        if options["revoke"] is not None:
            return self.revoke(user, options)
        scopes = [scope for given in options["scopes"] for scope in given.split(",") if scope]
        lasts = None if options["for_good"] else timedelta(days=options["days"])
        try:
            with transaction.atomic():
                token, text = create_token(user=user, name=options["name"], scopes=scopes, lasts=lasts)
                record_creation(by=COMMAND_LINE, row=token)
        except WrongToken as error:
            raise wrong_usage(str(error)) from error
        if options["json"]:
            told = {"user": user.username, "scopes": token.scopes, "expires_at": token.expiry, "token": text}
            self.stdout.write(json.dumps(told, default=str))
        else:
            self.stdout.write(text)
        return None

    def list_all(self, user: User, *, as_json: bool) -> None:
        """The account's tokens, the newest first."""
        rows = list(Token.objects.filter(user=user))
        if as_json:
            self.stdout.write(json.dumps([token_told(token) for token in rows], default=str))
            return
        for token in rows:
            used = f"last used {token.last_used_at:%Y-%m-%d}" if token.last_used_at else "never used"
            until = "for good" if token.expiry is None else f"until {token.expiry:%Y-%m-%d}"
            over = ", expired" if is_expired(token) else ""
            self.stdout.write(f"{token.token_key}…  {token.name}: {', '.join(token.reach)}; {until}{over}; {used}")
        if not rows:
            self.stdout.write(f"{user.username} has no token")

    def revoke(self, user: User, options: dict[str, Any]) -> None:
        """Takes one back."""
        token = own_token(user=user, beginning=options["revoke"].removesuffix("…"))
        if token is None:
            raise wrong_usage(f"{user.username} has no token that begins with {options['revoke']!r}")
        revoke_token(by=COMMAND_LINE, token=token)
        told = f"the token {token.name} is revoked"
        self.stdout.write(json.dumps({"revoked": token.token_key}) if options["json"] else told)


def token_told(token: Token) -> dict[str, Any]:
    """A token as JSON, without what would let anybody use it."""
    return {
        "beginning": token.token_key,
        "name": token.name,
        "scopes": token.reach,
        "created_at": token.created,
        "expires_at": token.expiry,
        "last_used_at": token.last_used_at,
    }
