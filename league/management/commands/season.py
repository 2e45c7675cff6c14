"""`season`: a season's making, its operator's start, pause and resume, and how it stands; `run` plays it here."""

import argparse
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any, Final

from django.core.management import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from games.billing.money import balance, in_dollars, is_nearly_spent
from games.engine.rulesets import all_rulesets
from games.models import Account
from games.models.game import MOST_KEPT
from games.terminal.usage import Joined, Parser, ProjectCommand, dollars, make_tables, whole_number, wrong_usage
from league.access.acts import COMMAND_LINE, record_creation, recorded
from league.models import Season
from league.models.season import USUAL_LAG
from league.processes.logs import quiet
from league.queries.results import Result, season_table
from league.queries.schedule import memory_told
from league.queries.twins import Comparison, comparison_told, comparisons
from league.queries.upkeep import roomless_of
from league.seasons.casting.for_seasons import write_personas
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.states import SHORT, SPENT
from league.seasons.lifecycle.updating import Remembering, change_keep, change_memory, news_of, update_season
from league.seasons.making.checking import MOST_LAG, Keep, Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.money.budgets import OF_A_GAME, account_of, accounts_of, resume_with_cap
from league.seasons.money.estimating import beginning_of, estimate_season
from league.seasons.playing.running import Stand, run_season, stand_of, stopped_by_signals
from league.seasons.playing.together import MOST_PROCESSES, AllGone, play_beside, run_season_together
from league.tasks import nudge
from league.terminal.named import YES_OR_NO, players_named, season_named
from league.terminal.progress import Meter
from personas.models import StrategyLevel

AGAIN: Final = 60.0
IN_JSON: Final = 6  # places of money
NONE: Final = "none"
ACTIONS = {
    "create": "make a season: a draft with its roster",
    "personas": "let the models of a draft's roster write their personas, where the season wants that",
    "start": "start a draft",
    "pause": "start no more games; what is being played is played on",
    "resume": "let a paused season go on",
    "update": "have it played from now on as its players and models are by now, and not as they were when it started",
    "keep": "keep the words of its calls for so many days after a game's end, or for good",
    "memory": "what its players remember: of a draft all of it, of others a higher cap of learning",
    "run": "play it to its end in the foreground, without the web server",
    "status": "how far it has come",
    "estimate": "what the games that are left will cost: likely, least and most; in how many calls, on how much disk",
    "standings": "who won how often",
    "twin": "make a draft that plays it once more, deal for deal, with another memory or strategy level",
    "twins": "what was otherwise in its twins, game by game in pairs: win rate, beliefs, cost",
}


MEMORY: Final = (
    "live (default): players remember, and learn from game to game; frozen: they remember what they did at its start; "
    "off: nothing"
)
LAG: Final = (
    f"of how many games back the lessons are known when a game begins; so many may be played at once (1 where one game "
    f"follows another, else {USUAL_LAG})"
)


class Command(ProjectCommand):
    help = "Makes a season, starts, pauses or resumes it, plays it here, or says how it stands."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the season's slug: lower-case letters, digits and hyphens")
        actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
        for name, told in ACTIONS.items():
            action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
            action.add_argument("--json", action="store_true", help="print the outcome as JSON")
            if name == "create":
                add_season_arguments(action)
            if name in ("start", "run"):
                action.add_argument("--unprobed", default="", metavar="WHY", help="why models need not be probed first")
            if name in ("start", "pause", "resume", "update", "keep", "memory"):
                action.add_argument("--reason", default="", metavar="WHY", help="why, for the record of acts")
            if name == "run":
                told = (
                    f"how many processes play it, 1 to {MOST_PROCESSES} (1); as many as there are cores is the most use"
                )
                number = whole_number(1, MOST_PROCESSES)
                action.add_argument("--processes", type=number, default=1, metavar="N", help=told)
                told = "at most so many of its games at a time, in all processes together (as many as they can play)"
                action.add_argument("--parallel", type=whole_number(1), metavar="N", help=told)
                # For the processes that this one starts.
                action.add_argument("--beside", type=whole_number(1), help=argparse.SUPPRESS)
            if name == "keep":
                told = f"0 for not at all, at most {MOST_KEPT:,}; `for-good` for good"
                action.add_argument("days", type=days_kept, metavar="DAYS", help=told)
            if name == "memory":
                action.add_argument("--memory", choices=Season.Memory.values, help=MEMORY)
                action.add_argument(
                    "--lag", type=or_none(whole_number(1, MOST_LAG)), metavar="L", help=f"{LAG}; or none"
                )
                told = "the most that asking models what they learned may cost, or none"
                action.add_argument("--cap-learning", type=or_none(dollars), metavar="USD", help=told)
            if name == "resume":
                told = "first give the season another cap, for a season that was paused for its budget"
                action.add_argument("--cap-season", type=dollars, metavar="USD", help=told)
                told = "first give its games another cap, for a season none of whose games fits that one"
                action.add_argument("--cap-game", type=dollars, metavar="USD", help=told)
                told = "first give its calls another cap, for a season that was paused for that one"
                action.add_argument("--cap-call", type=dollars, metavar="USD", help=told)
            if name == "twin":
                action.add_argument("--slug", required=True, dest="twin_slug", metavar="SLUG", help="its own slug")
                action.add_argument("--name", default="", help="its name (that of the first, twin 1)")
                action.add_argument("--memory", choices=Season.Memory.values, help="its memory (as in the first)")
                told = "all its players play at this one (as in the first)"
                action.add_argument("--level", choices=StrategyLevel.values, help=told)
                told = "start it, and the first if that is a draft; each of its games begins when the first's is over"
                action.add_argument("--start", action="store_true", help=told)
            if name == "standings":
                action.add_argument("--ruleset", choices=list(all_rulesets()), help="under these rules alone")
                action.add_argument("--team", help="on this team alone")
                action.add_argument("--role", help="in this role alone")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        try:
            getattr(self, options["action"])(options)
        except WrongSeason as error:
            raise CommandError(str(error), returncode=1 if error.field == "status" else 2) from error

    def create(self, options: dict[str, Any]) -> None:
        make_tables()  # which SQLite does in no transaction
        with transaction.atomic():
            season = self.made(options)
            record_creation(by=COMMAND_LINE, row=season)
        self.tell(season, options, f"{season.slug} is made: {season.games_planned} games; `start` or `run` it")

    def made(self, options: dict[str, Any]) -> Season:
        """The season that the arguments ask for."""
        return create_season(
            slug=options["slug"],
            name=options["name"] or options["slug"].replace("-", " ").capitalize(),
            rules=read_rules(options["ruleset"], seats=options["seats"], options=options["option"]),
            games=options["games"],
            players=players_named(options["players"]),
            interval=options["interval"],
            pace=options["pace"],
            spoilers=options["spoilers"],
            delay_minutes=options["delay"],
            names=options["names"],
            narrator=options["narrator"],
            persona_source=options["persona_source"],
            rated=not options["unrated"],
            secret=options["secret"],
            cap_call=options["cap_call"],
            cap_game=options["cap_game"],
            cap_season=options["cap_season"],
            keep=options["keep"],
            disclosing=not options["undisclosed"],
            strategy_level=options["level"],
            is_aware=YES_OR_NO.get(options["aware"]),
            memory=options["memory"],
            hides_memory=options["hide_memory"],
            lag=options["lag"],
            cap_learning=options["cap_learning"],
        )

    def personas(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        players = write_personas(
            season=season,
            tell=lambda player: self.stderr.write(f"{player.persona}: {player.player_id}"),
            by=COMMAND_LINE,
        )
        self.tell(season, options, f"personas written: {len(players)}; `start` or `run` it")

    def start(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        self.begin(season, options)
        nudge()
        self.tell(season, options, "\n".join((f"{season.slug} is running", *needed_to_begin(season))))

    def begin(self, season: Season, options: dict[str, Any]) -> None:
        """Starts it, and records that."""
        with recorded(by=COMMAND_LINE, verb="start", rows=[season], reason=options.get("reason", "")):
            start_season(season=season, now=timezone.now(), unprobed=options["unprobed"])

    def pause(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        with recorded(by=COMMAND_LINE, verb="pause", rows=[season], reason=options["reason"]):
            pause_season(season=season)
        self.tell(season, options, f"{season.slug} is paused")

    def resume(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        caps = {"cap": options["cap_season"], "of_game": options["cap_game"], "of_call": options["cap_call"]}
        why = options["reason"]
        with recorded(by=COMMAND_LINE, verb="resume", rows=[season, accounts_of(season)], reason=why):
            resume_with_cap(season=season, now=timezone.now(), **caps)
        nudge()
        self.tell(season, options, f"{season.slug} is running")

    def update(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        news = news_of(season)
        with recorded(by=COMMAND_LINE, verb="update", rows=[season, season.roster.all()], reason=options["reason"]):
            updated = update_season(season=season)
        nudge()
        self.tell(season, options, "\n".join((*news, f"{season.slug}: {updated.told}")))

    def keep(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        with recorded(by=COMMAND_LINE, verb="keep", rows=[season], reason=options["reason"]):
            games = change_keep(season=season, keep=options["days"])
        self.tell(season, options, f"{season.slug}: the words of {games} games' calls are kept {options['days'].told}")

    def memory(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        given = {name: options[name] for name in Remembering._fields if options[name] is not None}
        if not given:
            raise wrong_usage("say what is to be otherwise: --memory, --lag or --cap-learning")
        now = {name: getattr(season, name) for name in Remembering._fields}
        wanted = Remembering(**now | {name: None if value == NONE else value for name, value in given.items()})
        accounts = Account.objects.filter(scope=Account.Scope.LEARNING, name=season.slug)
        with recorded(by=COMMAND_LINE, verb="change memory", rows=[season, accounts], reason=options["reason"]):
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
            record_creation(by=COMMAND_LINE, row=twin)
            for season in (first, twin) if options["start"] else ():
                if season.status == Season.Status.DRAFT:
                    with recorded(by=COMMAND_LINE, verb="start", rows=[season]):
                        start_season(season=season, now=timezone.now())
        if options["start"]:
            nudge()
        done = "runs" if options["start"] else "is made; `start` or `run` it when the first has started"
        self.tell(twin, options, f"{twin.slug} {done}: each of its games begins when that of {first.slug} is over")

    def twins(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        found = comparisons(season)
        if options["json"]:
            self.stdout.write(json.dumps([comparison_told(each) for each in found]))
            return
        if not found:
            self.stdout.write(f"{season.slug} has no twin; `season {season.slug} twin` makes one")
        for each in found:
            self.tell_comparison(each)

    def tell_comparison(self, found: Comparison) -> None:
        """A twin beside its first, in lines."""
        said = "; ".join(f"{each.what.lower()}: {each.first}, then {each.twin}" for each in found.otherwise)
        self.stdout.write(f"{found.first.slug} and {found.twin.slug}, with otherwise {said or 'nothing'}")
        self.stdout.write(f"over in both: {found.games} games; in one alone: {found.alone}")
        if found.unlike:
            self.stdout.write(f"left out, for they were not the same deal: {found.unlike}")
        if not found.is_enough:
            self.stdout.write(f"too few for a difference: {found.wanting} more are to be over in both")
            return
        for measure in found.measures:
            self.stdout.write(f"{measure.title} (twin less first, 95 % interval)")
            for row in measure.cells:
                between = f"  ({row['between']})" if row["between"] else ""
                values = f"{row['first']:>10} {row['twin']:>10} {row['difference']:>10}{between}"
                self.stdout.write(f"  {row['name']:<24} {values}  of {row['seats']} seats in {row['games']} games")

    def run(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        if options["beside"]:
            with stopped_by_signals() as stopping:
                play_beside(season=season, stopping=stopping, parallel=options["parallel"])
            return
        if season.status == Season.Status.DRAFT:
            self.begin(season, options)
        elif season.status == Season.Status.PAUSED:
            raise WrongSeason("status", f"{season.slug} is paused ({season.waiting}); resume it first.")
        with stopped_by_signals() as stopping, Meter(self.stderr.write, unit="games") as meter:
            stand = self.played(season, options["processes"], options["parallel"], stopping, meter)
        if stand.status == Season.Status.RUNNING:
            raise CommandError(f"stopped after {stand.played} of {stand.planned} games; `run` goes on from there")
        if stand.status != Season.Status.FINISHED:
            raise CommandError(f"{season.slug} is {stand.status}: {stand.waiting}{cure_of(season)}")
        self.tell(season, options, f"{season.slug} is over: {stand.played} games")

    def played(
        self, season: Season, processes: int, parallel: int | None, stopping: threading.Event, meter: Meter
    ) -> Stand:
        """How far a season has come when it was played, here or by several processes."""
        if processes == 1 or season.status != Season.Status.RUNNING:
            return run_season(season=season, stopping=stopping, tell=shown_on(meter), parallel=parallel)
        try:
            return run_season_together(
                season=season,
                processes=processes,
                stopping=stopping,
                tell=shown_on(meter),
                say=meter.say,
                parallel=parallel,
            )
        except AllGone as error:
            raise CommandError(f"{error}; `run` goes on from there") from error

    def status(self, options: dict[str, Any]) -> None:
        season = season_named(options["slug"])
        stand = stand_of(season)
        lines = [f"{season.name} ({season.slug}) is {stand.status}: {stand.played} of {stand.planned} games played"]
        rules = list(season.rules.order_by("number"))
        lines += [f"rules in turn: {'; '.join(map(str, rules))}"] if len(rules) > 1 else []
        lines += [f"waiting: {stand.waiting}"] if stand.waiting else []
        lines.append(f"memory: {memory_told(season)}{learning_told(season)}")
        lines += [f"held up: {roomless}"] if (roomless := roomless_of(season)) else []
        if account := account_of(season):
            warning = "; 80 % of it is reached" if is_nearly_spent(account) else ""
            lines.append(f"budget: {balance(account)}{warning}")
        lines += [f"personas are being written for: game {', '.join(map(str, stand.casting))}"] if stand.casting else []
        lines += [f"live: {', '.join(stand.live)}"] if stand.live else []
        lines += [f"next: {stand.next_due_at:%Y-%m-%d %H:%M:%S} UTC"] if stand.next_due_at else []
        lines += [f"edited since it was pinned: {news}" for news in news_of(season)]
        self.tell(season, options, "\n".join(lines))

    def estimate(self, options: dict[str, Any]) -> None:
        found = estimate_season(season=season_named(options["slug"]), now=timezone.now())
        if options["json"]:
            cost = None if found.unpriced else asdict(found.cost)
            told = asdict(found) | {"cost": cost, "calls": found.calls}
            told |= {"unpriced": found.unpriced, "warning": found.warning}
            self.stdout.write(json.dumps(told, default=plain))
            return
        if not found.games:
            self.stdout.write("no game is left to play")
            return
        if not found.models:
            self.stdout.write(f"{found.games} games of the house alone: they cost nothing")
            return
        for each in found.models:
            known = each.unpriced or f"{each.cost} in some {each.calls:,} calls, from {each.source}"
            personas = f", with {each.personas} personas" if each.personas else ""
            units = f"{each.told:>7} told " if each.told else f"{each.seats:>7} seats"
            self.stdout.write(f"{each.model:<30} {units}  {known}{personas}")
            if each.price:
                self.stdout.write(f"{'':<30} at {each.price}")
        self.stdout.write(f"{'in all':<30} {found.games:>7} games  {found.in_all}")
        if found.learning.likely:
            self.stdout.write(f"{found.learning} of that are for asking players what they learned from a game")
        self.stdout.write(f"They leave some {found.disk} on disk, as long as the words of their calls are kept.")
        if found.spent:
            self.stdout.write(f"{in_dollars(found.spent)} were spent so far")
        if found.beginning:
            self.stdout.write(str(found.beginning))
        if found.beginning and found.beginning.short:
            self.stdout.write(found.beginning.short)
        if found.warning:
            self.stdout.write(found.warning)

    def standings(self, options: dict[str, Any]) -> None:
        asked = {name: options[name] for name in ("ruleset", "team", "role") if options[name]}
        season = season_named(options["slug"])
        by, rows = season.standings_by, season_table(season, **asked)
        if options["json"]:
            self.stdout.write(json.dumps([{"rank": row.rank, by: row.key} | result_told(row.result) for row in rows]))
            return
        self.stdout.write(f"{'':>3}  {by:<40} {'games':>6} {'wins':>6} {'draws':>6}  win rate")
        for row in rows:
            result = row.result
            counts = f"{result.games:>6} {result.wins:>6} {result.draws:>6}"
            between = f"  ({result.between})" if result.between else ""
            self.stdout.write(f"{row.rank:>3}  {row.key:<40} {counts}  {result.percent:>4}{between}")

    def tell(self, season: Season, options: dict[str, Any], line: str) -> None:
        """What came of it: a line, or how the season stands as JSON."""
        if options["json"]:
            rules = list(season.rules.order_by("number").values("ruleset", "revision", "seats", "options"))
            told: dict[str, Any] = {"season": season.slug, "name": season.name, "rules": rules, "caps": season.caps}
            told |= {"memory": season.memory, "lag": season.lag, "games_behind": season.games_behind}
            told |= {"hides_memory": season.hides_memory}
            told |= asdict(stand_of(season)) | {"budget": budget_told(season), "edited": news_of(season)}
            told |= {"held_up": roomless_of(season)}
            self.stdout.write(json.dumps(told, default=str))
        else:
            self.stdout.write(line)


def needed_to_begin(season: Season) -> list[str]:
    """What is to be left of its caps before a game of a season with caps begins, in sentences."""
    if not season.caps or (found := beginning_of(season)) is None:
        return []
    return [str(found), found.short] if found.short else [str(found)]


def cure_of(season: Season) -> str:
    """What to do at the command line for a season that is paused for a cap; "" for another."""
    caps = {SPENT: "season", OF_A_GAME: "game", SHORT[1]: "call"}
    cap = next((cap for reason, cap in caps.items() if season.waiting.startswith(reason)), "")
    return f"; `season {season.slug} resume --cap-{cap} USD` lets it go on" if cap else ""


def plain(value: object) -> str:
    """What JSON has no word for; money to the sixth place at most."""
    if isinstance(value, Decimal) and value != round(value, IN_JSON):
        return str(round(value, IN_JSON))
    return str(value)


def budget_told(season: Season) -> dict[str, Any] | None:
    """What a season may spend, has spent at most, what of that is sure, and what is on its way, as JSON; None before
    its first call."""
    account = account_of(season)
    if account is None:
        return None
    sure = account.spent - account.unsure
    return {"cap": account.cap, "spent": account.spent, "sure": sure, "reserved": account.reserved}


def add_season_arguments(parser: CommandParser) -> None:
    """What a season is made of."""
    parser.add_argument(
        "--ruleset",
        action="append",
        required=True,
        metavar="RULESET",
        help=f"one of {', '.join(all_rulesets())}; several times for games by several rule books in turn",
    )
    parser.add_argument("--games", required=True, type=whole_number(1), metavar="N", help="how many games it has")
    parser.add_argument(
        "--players",
        action=Joined,
        required=True,
        metavar="ID[,ID…]",
        help="the roster by player ids, at least one a seat; `house` is the shipped roster, a model's slug the "
        "shipped characters on that model; several times for more",
    )
    parser.add_argument("--name", default="", help="what pages call it (default: from the slug)")
    parser.add_argument(
        "--seats",
        action="append",
        default=[],
        metavar="[RULESET=]N",
        help="how many sit at a table (the ruleset says); with several rulesets at whose",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="[RULESET:]k=v",
        help="an option of the ruleset, with several rulesets of which; several times",
    )
    parser.add_argument("--interval", type=float, default=0.0, metavar="S", help="seconds between games (0)")
    parser.add_argument("--pace", type=float, default=0.0, help="a multiple of reading time; 0 (default) is at once")
    parser.add_argument("--spoilers", default="open", choices=Season.Spoilers.values, help="when the glass box opens")
    parser.add_argument("--delay", type=whole_number(1), default=10, metavar="MIN", help="minutes, when delayed (10)")
    parser.add_argument("--names", default="alias", choices=Season.Names.values, help="what players are called")
    parser.add_argument(
        "--narrator",
        default="template",
        metavar="WHO",
        help="template, none, or the slug of a model: who tells the games",
    )
    parser.add_argument(
        "--persona-source",
        default="roster",
        choices=Season.PersonaSource.values,
        help="season: each model on the roster writes its own persona before the start; game: anew before each game "
        "(the house keeps its own)",
    )
    parser.add_argument("--memory", default="live", choices=Season.Memory.values, help=MEMORY)
    told = "let visitors see what its players learned only when it is over"
    parser.add_argument("--hide-memory", action="store_true", help=told)
    parser.add_argument("--lag", type=whole_number(1, MOST_LAG), metavar="L", help=LAG)
    told = "asking models what they learned"
    for name, what in (("call", "a call"), ("game", "a game"), ("season", "all its games"), ("learning", told)):
        parser.add_argument(f"--cap-{name}", type=dollars, metavar="USD", help=f"the most that {what} may cost")
    told = (
        "days after a game's end that the words of its calls are kept; `for-good`, or 0 for not at all (as usual here)"
    )
    parser.add_argument("--keep", type=days_kept, metavar="DAYS", help=told)
    parser.add_argument(
        "--undisclosed",
        action="store_true",
        help="players are not asked for beliefs and claims beside their answers: models write less",
    )
    parser.add_argument(
        "--level", default="", choices=StrategyLevel.values, help="all its players play at this one (each at its own)"
    )
    parser.add_argument(
        "--aware", choices=list(YES_OR_NO), help="whether all its players know that they are models (each as it is)"
    )
    parser.add_argument("--unrated", action="store_true", help="the leaderboard leaves it out")
    parser.add_argument("--secret", metavar="S", help="what seeds are drawn from; known to you, so it is unrated")


def or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """An argparse type: what another reads, or `none`."""
    return lambda text: NONE if text == NONE else read(text)


def learning_told(season: Season) -> str:
    """What its players' learning may cost and has, behind what they remember; "" where neither is said."""
    account = Account.objects.filter(scope=Account.Scope.LEARNING, name=season.slug).first()
    if account is not None:
        return f"; learning: {balance(account)}"
    return "" if season.cap_learning is None else f"; learning: at most {in_dollars(season.cap_learning)}"


def days_kept(text: str) -> Keep:
    """An argparse type: for how long words of calls are kept."""
    return Keep(None if text == "for-good" else whole_number(0)(text))


def read_rules(rulesets: Sequence[str], *, seats: Sequence[str], options: Sequence[str]) -> list[Rules]:
    """The rules of a season, in turn: N and k=v where there is one ruleset, RULESET=N and RULESET:k=v where there are
    several (or one); of a ruleset that stands there twice they hold both times. Raises CommandError."""
    tables: dict[str, int] = {}
    chosen: dict[str, dict[str, str]] = {ruleset: {} for ruleset in rulesets}
    for text in seats:
        ruleset, number = of_ruleset(text, rulesets, sign="=", wanted="--seats", form="RULESET=N")
        if not number.isdecimal() or len(number) > 9:
            raise wrong_usage(f"--seats is a whole number, not {number!r}")
        tables[ruleset] = int(number)
    for text in options:
        ruleset, pair = of_ruleset(text, rulesets, sign=":", wanted="--option", form="RULESET:k=v")
        name, equals, value = pair.partition("=")
        if not equals:
            raise wrong_usage(f"an option is given as k=v, not {pair!r}")
        chosen[ruleset][name.strip()] = value.strip()
    return [Rules(ruleset, tables.get(ruleset), chosen[ruleset]) for ruleset in rulesets]


def of_ruleset(text: str, rulesets: Sequence[str], *, sign: str, wanted: str, form: str) -> tuple[str, str]:
    """Which ruleset something is said of, and what; raises CommandError."""
    ruleset, found, said = text.partition(sign)
    if not found:
        if len(set(rulesets)) > 1:
            raise wrong_usage(f"with several rulesets {wanted} says of which, as {form}, not {text!r}")
        return rulesets[0], text.strip()
    if ruleset.strip() not in rulesets:
        raise wrong_usage(f"{wanted} {text!r} is for {ruleset.strip()!r}, and --ruleset names {', '.join(rulesets)}")
    return ruleset.strip(), said.strip()


def shown_on(meter: Meter) -> Callable[[Stand], None]:
    """Shows on a meter how far a season has come, and says why it waits: each reason again only after AGAIN seconds."""
    said: dict[str, float] = {}

    def show(stand: Stand) -> None:
        live = len(stand.live)
        told = f"{live} live" if live != 1 else f"game {stand.live[0]}"
        if stand.waiting or (not live and stand.casting):
            told = stand.waiting or f"casting game {stand.casting[0]}"
        meter.show(stand.played, stand.planned, told)
        reason = stand.waiting.partition(": ")[2].partition(", next try")[0]
        if stand.status == Season.Status.RUNNING and reason and time.monotonic() - said.get(reason, -AGAIN) >= AGAIN:
            said[reason] = time.monotonic()
            meter.say(f"waiting: {stand.waiting}")

    return show


def result_told(result: Result) -> dict[str, Any]:
    """A result as JSON, as the API has it."""
    shares = {"win_rate": result.win_rate, "interval": result.interval and result.interval._asdict()}
    return asdict(result) | shares | {"fallback_share": result.fallback_share}
