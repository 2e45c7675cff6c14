"""What each action of the command `season` may be asked with."""

import argparse
from datetime import datetime

from django.core.management import CommandParser

from games.engine.rulesets import all_rulesets
from games.models.game import MOST_KEPT
from games.terminal.usage import Joined, Parser, dollars, whole_number
from league.calendars.plans import WrongCalendar, read_start
from league.models import Season
from league.seasons.making.checking import MOST_LAG
from league.seasons.playing.together import MOST_PROCESSES
from league.seasons.verbs import VERBS
from league.terminal.season.calendars import add_calendar_arguments
from league.terminal.season.creating import LAG, MEMORY, add_season_arguments, days_kept, or_none
from league.terminal.season.drafts import add_edit_arguments
from personas.models import StrategyLevel

ACTIONS = {
    "create": "make a season: a draft with its roster",
    "edit": "have a draft be otherwise: what is said changes, the rest stays",
    "clone": "make a draft by its plan, in whatever state it is, with a slug and a secret of its own",
    "delete": "delete a draft; without --yes say what would go with it",
    "personas": "let the models of a draft's roster write their personas, where the season wants that",
    **{verb.name: verb.told for verb in VERBS.values()},
    "keep": "keep the words of its calls for so many days after a game's end, or for good",
    "calendar": "when it plays, what comes, what was late and why; or have it play at other times from now on",
    "roster": "who plays it; of an announced season, have players join or leave it until its deadline",
    "memory": "what its players remember: of a draft all of it, of others a higher cap of learning",
    "run": "play it to its end in the foreground, without the web server",
    "status": "how far it has come",
    "estimate": "what the games that are left will cost: likely, least and most; in how many calls, on how much disk",
    "standings": "who won how often",
    "audit": "how evenly its games came to its players: seats, roles, teams, opponents; and what they cannot tell",
    "twin": "make a draft that plays it once more, deal for deal, with another memory or strategy level",
    "twins": "what was otherwise in its twins, game by game in pairs: win rate, beliefs, cost",
}


def add_actions(parser: CommandParser) -> None:
    """The actions, each with its options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
    for name, told in ACTIONS.items():
        action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
        action.add_argument("--json", action="store_true", help="print the outcome as JSON")
        if name in ("create", "edit"):
            add_season_arguments(action, is_new=name == "create")
            add_calendar_arguments(action)
        if name == "edit":
            add_edit_arguments(action)
        if name == "clone":
            told = "its own slug (the next that is free: of spring spring-2)"
            action.add_argument("--slug", default="", dest="new_slug", metavar="SLUG", help=told)
            action.add_argument("--name", default="", help="its name (that of the other, with the number of its slug)")
        if name == "audit":
            told = "count all that was drawn, as if it had been played: it gives away nothing but how evenly"
            which = action.add_mutually_exclusive_group()
            which.add_argument("--drawn", action="store_true", help=told)
            told = "before it begins: how evenly its games will come to its players, by an example and what is sure"
            which.add_argument("--forecast", action="store_true", help=told)
        if name == "delete":
            action.add_argument("--yes", action="store_true", help="delete it")
        if name in ("edit", "clone", "delete"):
            action.add_argument("--reason", default="", metavar="WHY", help="why, for the record of acts")
        if name == "calendar":
            add_calendar_arguments(action)
            action.add_argument(
                "--pace", type=float, metavar="P", help="a multiple of the times of the score, of games to come"
            )
        if name in ("announce", "start", "run"):
            action.add_argument("--unprobed", default="", metavar="WHY", help="why models need not be probed first")
        if name == "start":
            told = "begin now, without its calendar: that is taken off it, games are played as soon as they can be"
            action.add_argument("--now", action="store_true", help=told)
        if name in VERBS or name in ("keep", "memory", "calendar", "roster"):
            told = "why, for the record of acts" + ("; it is required" if name in VERBS and VERBS[name].wants else "")
            action.add_argument("--reason", default="", metavar="WHY", help=told)
        if name == "announce":
            told = (
                "when it begins by itself, in UTC, as in '2026-12-01 18:00' (else only if its calendar has a start "
                "date, at the first slot from then on; without one by `start`)"
            )
            action.add_argument("--begins", type=moment, dest="begins_at", metavar="WHEN", help=told)
            told = "until when its roster may change, in UTC (until it begins)"
            action.add_argument("--roster-until", type=moment, metavar="WHEN", help=told)
        if name == "roster":
            action.add_argument("--add", action=Joined, metavar="PLAYER[,…]", help="players who join it; several times")
            action.add_argument("--remove", action=Joined, metavar="PLAYER[,…]", help="players who leave it")
        if name == "run":
            told = f"how many processes play it, 1 to {MOST_PROCESSES} (1); as many as there are cores is the most use"
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
            action.add_argument("--lag", type=or_none(whole_number(1, MOST_LAG)), metavar="L", help=f"{LAG}; or none")
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


def moment(text: str) -> datetime:
    """An argparse type: a moment, in UTC."""
    try:
        read = read_start(text, "UTC")
    except WrongCalendar as error:
        raise argparse.ArgumentTypeError(error.message) from error
    if read is None:
        raise argparse.ArgumentTypeError("must be a date like 2026-12-01, or with a time of day")
    return read
