"""`season`: a season's making, its operator's start, pause and resume, and how it stands; `run` plays it here."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.core.management import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from games.models import Account
from games.terminal.usage import ProjectCommand, make_tables, wrong_usage
from league.access.acts import COMMAND_LINE, recorded
from league.calendars.changing import change_timing, pace_told, rows_of_timing
from league.calendars.plans import WrongCalendar
from league.calendars.turns import calendar_of
from league.models import Season
from league.models.process import ProcessKind
from league.processes.logs import quiet
from league.processes.signs import alive
from league.queries.audits.counting import audit_season
from league.queries.audits.forecasting import forecast_season
from league.queries.audits.telling import audit_lines, audit_told, forecast_lines, forecast_told
from league.queries.results import season_table
from league.queries.schedule import memory_told
from league.queries.twins import comparison_told, comparisons
from league.seasons.casting.for_seasons import write_personas
from league.seasons.lifecycle.starting import check_start
from league.seasons.lifecycle.updating import Remembering, change_keep, change_memory
from league.seasons.making.checking import WrongSeason
from league.seasons.making.cloning import clone_season
from league.seasons.making.creating import record_draft
from league.seasons.making.deleting import delete_draft
from league.seasons.making.rewriting import rewrite_draft
from league.seasons.making.twinning import create_twin
from league.seasons.money.estimating import estimate_season
from league.seasons.playing.running import stopped_by_signals
from league.seasons.playing.together import play_beside
from league.seasons.verbs import VERBS, Given, Led, carry_out, edit_roster
from league.tasks import nudge
from league.terminal.named import players_named, season_named
from league.terminal.progress import Meter
from league.terminal.season.arguments import add_actions
from league.terminal.season.calendars import is_asked, schedule_lines, schedule_told, timing_asked
from league.terminal.season.creating import NONE, season_made
from league.terminal.season.drafts import deletion_lines, deletion_told, plan_asked
from league.terminal.season.playing import cure_of, played
from league.terminal.season.results import comparison_lines, standings_lines, standings_told
from league.terminal.season.telling import (
    estimate_lines,
    estimate_told,
    learning_told,
    needed_to_begin,
    plain,
    stand_lines,
    stand_told,
)


class Command(ProjectCommand):
    help = "Makes a season, starts, pauses or resumes it, plays it here, or says how it stands."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the season's slug: lower-case letters, digits and hyphens")
        add_actions(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        try:
            if options["action"] in VERBS:
                self.carry_out(VERBS[options["action"]], options)
            else:
                getattr(self, options["action"])(options)
        except (WrongSeason, WrongCalendar) as error:
            raise CommandError(str(error), returncode=1 if error.field == "status" else 2) from error

    def create(self, options: dict[str, Any]) -> None:
        make_tables()  # which SQLite does in no transaction
        with transaction.atomic():
            season = season_made(options)
            if is_asked(options):
                season = change_timing(season=season, wanted=timing_asked(options, season), now=timezone.now())
            record_draft(by=COMMAND_LINE, season=season)
        when = f", on the clocks of {row.time_zone}" if (row := calendar_of(season)) else ""
        self.tell(season, options, f"{season.slug} is made: {season.told_length}{when}; `start` or `run` it")

    def edit(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        plan = plan_asked(season, options)
        season = rewrite_draft(season=season, plan=plan, by=COMMAND_LINE, reason=options["reason"])
        self.tell(season, options, f"{season.slug} is changed: {season.told_length}; `start` or `run` it")

    def clone(self, options: dict[str, Any]) -> None:
        given = {"slug": options["new_slug"], "name": options["name"], "reason": options["reason"]}
        season = season_named(options["slug"])
        made, left_out = clone_season(season=season, by=COMMAND_LINE, now=timezone.now(), **given)
        for told in left_out:
            self.stderr.write(told)
        self.tell(made, options, f"{made.slug} is made by the plan of {season.slug}; `edit`, `start` or `run` it")

    def delete(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        if not options["yes"]:
            self.say(deletion_told(season) if options["json"] else deletion_lines(season))
            raise CommandError("--yes is wanted: nothing was deleted", returncode=1)
        delete_draft(season=season, by=COMMAND_LINE, reason=options["reason"])
        told = f"{season.slug} is deleted"
        self.stdout.write(json.dumps({"season": season.slug, "deleted": True}) if options["json"] else told)

    def personas(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        players = write_personas(
            season=season,
            tell=lambda player: self.stderr.write(f"{player.persona}: {player.player_id}"),
            by=COMMAND_LINE,
        )
        self.tell(season, options, f"personas written: {len(players)}; `start` or `run` it")

    def carry_out(self, verb: Led, options: dict[str, Any]) -> None:
        """What is done to a season from everywhere in the same way."""
        season = season_named(options["slug"])
        given = Given(**{name: options[name] for name in ("reason", *verb.takes)})
        told = carry_out(verb=verb, season=season, by=COMMAND_LINE, now=timezone.now(), given=given)
        nudge()
        needed = needed_to_begin(season) if verb.name == "start" else []
        self.tell(season, options, "\n".join((told, *needed)))

    def roster(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        add, remove = (players_named(options[name]) if options[name] else [] for name in ("add", "remove"))
        if add or remove:
            why = options["reason"]
            edit_roster(by=COMMAND_LINE, season=season, now=timezone.now(), add=add, remove=remove, reason=why)
        self.tell(season, options, "\n".join(season.roster.values_list("player__player_id", flat=True)))

    def keep(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        with recorded(by=COMMAND_LINE, verb="keep", rows=[season], reason=options["reason"]):
            games = change_keep(season=season, keep=options["days"])
        self.tell(season, options, f"{season.slug}: the words of {games} games' calls are kept {options['days'].told}")

    def calendar(self, options: dict[str, Any]) -> None:
        season, of_games = season_named(options["slug"]), ""
        if is_asked(options) or options["pace"] is not None:
            before = season.pace
            wanted = timing_asked(options, season)
            rows = rows_of_timing(season, pace=wanted.pace)
            with recorded(by=COMMAND_LINE, verb="change calendar", rows=rows, reason=options["reason"]):
                season = change_timing(season=season, wanted=wanted, now=timezone.now())
            of_games = pace_told(season) if season.pace != before else ""
            nudge()
        if options["json"]:
            self.stdout.write(json.dumps(schedule_told(season), default=str))
        else:
            self.stdout.write("\n".join(filter(None, (of_games, *schedule_lines(season)))))

    def memory(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        given = {name: options[name] for name in Remembering._fields if options[name] is not None}
        if not given:
            raise wrong_usage("say what is to be otherwise: --memory, --lag or --cap-learning")
        now = {name: getattr(season, name) for name in Remembering._fields}
        wanted = Remembering(**now | {name: None if value == NONE else value for name, value in given.items()})
        accounts = Account.objects.filter(scope=Account.Scope.LEARNING, name=season.slug)
        with recorded(by=COMMAND_LINE, verb="change memory", rows=[season, *accounts], reason=options["reason"]):
            change_memory(season=season, wanted=wanted)
        self.tell(season, options, f"{season.slug}: {memory_told(season)}{learning_told(season)}")

    def twin(self, options: dict[str, Any]) -> None:
        first = season_named(options["slug"])
        with transaction.atomic():
            twin = create_twin(
                first=first,
                slug=options["twin_slug"],
                name=options["name"],
                memory=options["memory"],
                strategy_level=options["level"],
            )
            record_draft(by=COMMAND_LINE, season=twin)
            if options["start"]:
                check_start(season=first if first.status == Season.Status.DRAFT else twin)  # or nothing is made
        if options["start"]:
            for season in (first, twin):
                if season.status == Season.Status.DRAFT:
                    carry_out(verb=VERBS["start"], season=season, by=COMMAND_LINE, now=timezone.now())
            nudge()
        done = "runs" if options["start"] else "is made; `start` or `run` it when the first has started"
        self.tell(twin, options, f"{twin.slug} {done}: each of its games begins when that of {first.slug} is over")

    def run(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        if options["beside"]:
            with stopped_by_signals() as stopping, alive(ProcessKind.SEASON, season.slug):
                play_beside(season=season, stopping=stopping, parallel=options["parallel"])
            return
        if season.status in Season.UNSTARTED:
            given = Given(unprobed=options["unprobed"])
            carry_out(verb=VERBS["start"], season=season, by=COMMAND_LINE, now=timezone.now(), given=given)
        elif season.status == Season.Status.PAUSED:
            raise WrongSeason("status", f"{season.slug} is paused ({season.waiting}); resume it first.")
        playing = alive(ProcessKind.SEASON, season.slug)
        with stopped_by_signals() as stopping, playing, Meter(self.stderr.write, unit="games") as meter:
            stand = played(
                season=season,
                processes=options["processes"],
                parallel=options["parallel"],
                stopping=stopping,
                meter=meter,
            )
        if stand.status == Season.Status.RUNNING:
            raise CommandError(f"stopped after {stand.played} of {stand.planned} games; `run` goes on from there")
        if stand.status == Season.Status.CANCELLED:
            raise CommandError(f"{season.slug} was cancelled {season.told_ended_by}: {season.ended_why}")
        if stand.status != Season.Status.FINISHED:
            raise CommandError(f"{season.slug} is {stand.status}: {stand.waiting}{cure_of(season)}")
        self.tell(season, options, f"{season.slug} is over: {stand.played} games")

    def status(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        self.tell(season, options, "\n".join(stand_lines(season)))

    def estimate(self, options: dict[str, Any]) -> None:
        found = estimate_season(season=season_named(options["slug"]), now=timezone.now())
        self.say(estimate_told(found) if options["json"] else estimate_lines(found))

    def standings(self, options: dict[str, Any]) -> None:
        asked = {name: options[name] for name in ("ruleset", "team", "role") if options[name]}
        season = season_named(options["slug"])
        by, rows = season.standings_by, season_table(season, **asked)
        self.say(standings_told(by, rows) if options["json"] else standings_lines(by, rows))

    def audit(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        if options["forecast"]:
            forecast = forecast_season(season)
            self.say(forecast_told(forecast) if options["json"] else forecast_lines(forecast))
            return
        audited = audit_season(season, as_drawn=options["drawn"])
        self.say(audit_told(audited) if options["json"] else audit_lines(audited))

    def twins(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        found = comparisons(season)
        if options["json"]:
            self.say([comparison_told(each) for each in found])
        elif not found:
            self.say(iter([f"{season.slug} has no twin; `season {season.slug} twin` makes one"]))
        else:
            self.say(chain.from_iterable(map(comparison_lines, found)))

    def tell(self, season: Season, options: dict[str, Any], line: str) -> None:
        """What came of it: a line, or how the season stands as JSON."""
        if options["json"]:
            self.stdout.write(json.dumps(stand_told(season), default=str))
        else:
            self.stdout.write(line)

    def say(self, told: Iterator[str] | Mapping[str, Any] | Sequence[Any]) -> None:
        """Lines, one after another, or what is to be JSON."""
        if isinstance(told, Iterator):
            for line in told:
                self.stdout.write(line)
        else:
            self.stdout.write(json.dumps(told, default=plain))
