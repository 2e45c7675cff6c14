"""`token`: makes an API token, shown once."""

import json
from typing import Any

from django.core.management import CommandParser
from django.db import transaction

from games.terminal.usage import ProjectCommand, wrong_usage
from league.access.accounts import WrongToken, create_token
from league.access.acts import COMMAND_LINE, record_creation
from league.models import Token
from league.terminal.named import user_named


class Command(ProjectCommand):
    help = "Makes a token for the API and prints it, this once: only its hash is kept."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the name of the account it acts for")
        parser.add_argument(
            "--scopes",
            nargs="+",
            default=[Token.Scope.READ.value],
            metavar="SCOPE",
            help=f"what it may do: {', '.join(Token.Scope.values)}; each lets it read, admin has all (default: read)",
        )
        parser.add_argument("--name", default="command line", help="what it is for")
        parser.add_argument("--json", action="store_true", help="print it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_named(options["user"])
        scopes = [scope for given in options["scopes"] for scope in given.split(",") if scope]
        try:
            with transaction.atomic():
                token, text = create_token(user=user, name=options["name"], scopes=scopes)
                record_creation(by=COMMAND_LINE, row=token)
        except WrongToken as error:
            raise wrong_usage(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps({"user": user.username, "scopes": token.scopes, "token": text}))
        else:
            self.stdout.write(text)
