"""`alerts`: who is told when something is wrong; added, changed, removed, tried; what was told within the day."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import CommandError, CommandParser
from django.utils import timezone

from games.terminal.usage import ProjectCommand, make_tables, wrong_usage
from league.access.acts import COMMAND_LINE
from league.alerts.addressees import add_addressee, edit_addressee, remove_addressee
from league.alerts.telling import try_addressee
from league.management.commands.desk import as_text
from league.models import Addressee
from league.processes.logs import quiet
from league.queries.upkeep.alerts import addressees_told, alerts_told, told_as_json
from league.terminal.alerts import (
    add_actions,
    addressee_as_json,
    addressee_line,
    addressee_named,
    said_in,
    told_lines,
    wrong_addressee,
)


class Command(ProjectCommand):
    help = "Says who is told by mail or webhook when something is wrong, adds and removes them, sends a trial."
    epilog = "Site, workers, beat and `season run` look every half a minute; what may be wrong: docs/operating.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = self.epilog
        add_actions(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        make_tables()
        try:
            getattr(self, f"do_{options['action']}")(options)
        except ValidationError as error:
            raise wrong_addressee(error) from error

    def do_list(self, options: dict[str, Any]) -> None:
        found = addressees_told()
        if options["json"]:
            return self.tell_json([addressee_as_json(each) for each in found])
        for each in found:
            self.stdout.write(addressee_line(each))
        if not found:
            self.stdout.write("nobody is told; `alerts add SLUG --mail ADDRESS` has somebody told")
        return None

    def do_add(self, options: dict[str, Any]) -> None:
        given = {"by": COMMAND_LINE, "now": timezone.now(), "slug": options["slug"], "reason": options["reason"]}
        self.tell(add_addressee(**given, **said_in(options)), options)

    def do_change(self, options: dict[str, Any]) -> None:
        row, said = addressee_named(options["slug"]), said_in(options)
        if not said:
            raise wrong_usage("say what is to be otherwise, as in --repeat 60")
        given: dict[str, Any] = {"by": COMMAND_LINE, "now": timezone.now(), "reason": options["reason"]}
        self.tell(edit_addressee(addressee=row, **given, **said), options)

    def do_remove(self, options: dict[str, Any]) -> None:
        row = addressee_named(options["slug"])
        remove_addressee(by=COMMAND_LINE, addressee=row, reason=options["reason"])
        if options["json"]:
            return self.tell_json({"addressee": row.slug, "removed": True})
        self.stdout.write(f"{row.slug} is told no more")
        return None

    def do_test(self, options: dict[str, Any]) -> None:
        row = addressee_named(options["slug"])
        why = try_addressee(by=COMMAND_LINE, addressee=row, now=timezone.now(), reason=options["reason"])
        if options["json"]:
            self.tell_json({"addressee": row.slug, "sent": not why, "error": why})
        elif not why:
            self.stdout.write(f"a trial was sent to {row.where}")
        if why:
            raise CommandError(f"no trial was sent to {row.slug}: {why}", returncode=1)

    def do_log(self, options: dict[str, Any]) -> None:
        told = alerts_told(now=timezone.now())
        if options["json"]:
            return self.tell_json([told_as_json(each) for each in told])
        for each in told:
            for line in told_lines(each):
                self.stdout.write(line)
        if not told:
            self.stdout.write("nothing was told within the day")
        return None

    def tell(self, row: Addressee, options: dict[str, Any]) -> None:
        if options["json"]:
            if row.hindrance:  # beside the outcome, which a program reads
                self.stderr.write(f"{row.slug}: {row.hindrance}")
            return self.tell_json(addressee_as_json(row))
        self.stdout.write(addressee_line(row))
        return None

    def tell_json(self, told: object) -> None:
        self.stdout.write(json.dumps(told, default=as_text, ensure_ascii=False))
