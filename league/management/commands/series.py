"""`series`: seasons that open by themselves; made of a season, edited, paused, resumed, ended; how they stand."""

import json
from typing import Any

from django.core.management import CommandError, CommandParser
from django.utils import timezone

from games.terminal.usage import ProjectCommand, make_tables, wrong_usage
from league.access.acts import COMMAND_LINE
from league.calendars.plans import WrongCalendar
from league.models import Series
from league.processes.logs import quiet
from league.seasons.making.checking import WrongSeason
from league.seasons.series.changing import (
    create_series,
    delete_series,
    edit_series,
    end_series,
    pause_series,
    resume_series,
)
from league.seasons.series.telling import series_as_json, series_listed
from league.seasons.series.templates import template_of
from league.tasks import nudge
from league.terminal.named import season_named
from league.terminal.series import add_actions, deletion_lines, said_in, series_named, stand_lines, stand_told


class Command(ProjectCommand):
    help = "Lists the series; makes one of a season, edits, pauses, resumes or ends it, or says how it stands."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        told = "the series' slug: lower-case letters, digits and hyphens; without it all are listed"
        parser.add_argument("slug", metavar="SLUG", nargs="?", help=told)
        parser.add_argument("--json", action="store_true", help="without a slug: print the list as JSON")
        add_actions(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        if not options["slug"]:
            return self.list_all(as_json=options["json"])
        try:
            getattr(self, options["action"])(options)
        except (WrongSeason, WrongCalendar) as error:
            raise CommandError(str(error), returncode=1 if error.field == "status" else 2) from error
        return None

    def list_all(self, *, as_json: bool) -> None:
        make_tables()
        found = list(series_listed())
        if as_json:
            self.stdout.write(json.dumps([series_as_json(each) for each in found], default=str))
            return
        for each in found:
            waiting = f": {each.waiting}" if each.waiting else ""
            seasons = f"{each.begun} season{'' if each.begun == 1 else 's'}"  # type: ignore[attr-defined]
            self.stdout.write(f"{each.slug}  {each.status}, {seasons}{waiting}")
        if not found:
            self.stdout.write("there are none; `series SLUG create --from SEASON` makes one")

    def create(self, options: dict[str, Any]) -> None:
        season, now = season_named(options["of"]), timezone.now()
        said = said_in({**options, "of": None}, template=template_of(season))
        given = {"slug": options["slug"], "by": COMMAND_LINE, "reason": options["reason"]}
        series = create_series(season=season, now=now, **given, **said)
        nudge()
        self.tell(series, options)

    def show(self, options: dict[str, Any]) -> None:
        self.tell(series_named(options["slug"]), options)

    def edit(self, options: dict[str, Any]) -> None:
        series = series_named(options["slug"])
        said = said_in(options, template=series.template)
        if not said:
            raise wrong_usage("say what is to be otherwise, as in --set games_planned=30")
        now, reason = timezone.now(), options["reason"]
        self.tell(edit_series(series=series, by=COMMAND_LINE, now=now, reason=reason, **said), options)

    def pause(self, options: dict[str, Any]) -> None:
        series = series_named(options["slug"])
        self.tell(pause_series(series=series, by=COMMAND_LINE, reason=options["reason"]), options)

    def resume(self, options: dict[str, Any]) -> None:
        given = {"series": series_named(options["slug"]), "reason": options["reason"]}
        series = resume_series(**given, by=COMMAND_LINE, now=timezone.now(), cap_total=options["cap_total"])
        nudge()
        self.tell(series, options)

    def end(self, options: dict[str, Any]) -> None:
        given = {"series": series_named(options["slug"]), "reason": options["reason"]}
        self.tell(end_series(**given, by=COMMAND_LINE, now=timezone.now()), options)

    def delete(self, options: dict[str, Any]) -> None:
        series = series_named(options["slug"])
        if not options["yes"]:
            for line in deletion_lines(series):
                self.stdout.write(line)
            raise CommandError("--yes is wanted: nothing was deleted", returncode=1)
        delete_series(series=series, by=COMMAND_LINE, reason=options["reason"])
        told = json.dumps({"series": series.slug, "deleted": True})
        self.stdout.write(told if options["json"] else f"{series.slug} is deleted")

    def tell(self, series: Series, options: dict[str, Any]) -> None:
        """How it stands now, in lines or as JSON."""
        if options["json"]:
            self.stdout.write(json.dumps(stand_told(series), default=str))
            return
        for line in stand_lines(series):
            self.stdout.write(line)
