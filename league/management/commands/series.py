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
from league.seasons.series.changing import create_series, edit_series
from league.seasons.series.telling import series_as_json, series_listed
from league.seasons.series.templates import template_of
from league.seasons.series.verbs import VERBS, Given, Steered, carry_out
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
            if options["action"] in VERBS:
                self.carry_out(VERBS[options["action"]], options)
            else:
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

    def carry_out(self, verb: Steered, options: dict[str, Any]) -> None:
        """What is done to a series from everywhere in the same way."""
        series = series_named(options["slug"])
        if verb.is_removal and not options["yes"]:
            for line in deletion_lines(series):
                self.stdout.write(line)
            raise CommandError("--yes is wanted: nothing was deleted", returncode=1)
        given = Given(**{name: options[name] for name in ("reason", *verb.takes)})
        carry_out(verb=verb, series=series, by=COMMAND_LINE, now=timezone.now(), given=given)
        nudge()
        if verb.is_removal:
            told = json.dumps({"series": series.slug, "deleted": True})
            self.stdout.write(told if options["json"] else f"{series.slug} {verb.done}")
            return
        series.refresh_from_db()
        self.tell(series, options)

    def tell(self, series: Series, options: dict[str, Any]) -> None:
        """How it stands now, in lines or as JSON."""
        if options["json"]:
            self.stdout.write(json.dumps(stand_told(series), default=str))
            return
        for line in stand_lines(series):
            self.stdout.write(line)
