"""What a season is made of, at a command line: its options, and the season that they ask for."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.core.management import CommandParser

from games.engine.rulesets import all_rulesets
from games.terminal.usage import Joined, dollars, whole_number, wrong_usage
from league.models import Season
from league.models.season import USUAL_LAG
from league.seasons.making.checking import MOST_LAG, Keep, Rules
from league.seasons.making.creating import create_planned
from league.seasons.making.plans import Plan
from league.terminal.named import YES_OR_NO, players_named
from personas.models import StrategyLevel

MEMORY: Final = (
    "live (default): players remember, and learn from game to game; frozen: they remember what they did at its start; "
    "off: nothing"
)
LAG: Final = (
    f"of how many games back the lessons are known when a game begins; so many may be played at once (1 where one game "
    f"follows another, else {USUAL_LAG})"
)


NONE: Final = "none"
OWN: Final = "own"


def or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """An argparse type: what another reads, or `none`."""
    return lambda text: NONE if text == NONE else read(text)


def add_season_arguments(parser: CommandParser, *, is_new: bool) -> None:
    """What a season is made of. Of one that is not new nothing need be said; what may be empty is `none` then, and what
    may be left to each player is `own`."""
    own = () if is_new else (OWN,)
    parser.add_argument(
        "--ruleset",
        action="append",
        required=is_new,
        metavar="RULESET",
        help=f"one of {', '.join(all_rulesets())}; several times for games by several rule books in turn",
    )
    parser.add_argument("--games", required=is_new, type=whole_number(1), metavar="N", help="how many games it has")
    parser.add_argument(
        "--players",
        action=Joined,
        required=is_new,
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
    parser.add_argument(
        "--design",
        default="blocks",
        choices=Season.Design.values,
        help="blocks (default): in as many games as there are players everybody has everything as often; teams: the "
        "first half of --players against the second, each deal twice with the sides swapped; rotation: roles by lot",
    )
    parser.add_argument(
        "--apart",
        action="store_true",
        help="nobody sits in two of its games at once: a game waits for its players, and the season takes longer",
    )
    parser.add_argument("--interval", type=float, default=0.0, metavar="S", help="seconds between games (0)")
    parser.add_argument(
        "--pace", type=float, default=0.0, help="a multiple of the times of the score; 0 (default): at once"
    )
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
    number = whole_number(1, MOST_LAG)
    parser.add_argument("--lag", type=number if is_new else or_none(number), metavar="L", help=LAG)
    told = "asking models what they learned"
    for name, what in (("call", "a call"), ("game", "a game"), ("season", "all its games"), ("learning", told)):
        amount = dollars if is_new else or_none(dollars)
        parser.add_argument(f"--cap-{name}", type=amount, metavar="USD", help=f"the most that {what} may cost")
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
        "--level",
        default="",
        choices=[*StrategyLevel.values, *own],
        help="all its players play at this one (each at its own)",
    )
    parser.add_argument(
        "--aware",
        choices=[*YES_OR_NO, *own],
        help="whether all its players know that they are models (each as it is)",
    )
    parser.add_argument("--unrated", action="store_true", help="the leaderboard leaves it out")
    if is_new:
        parser.add_argument("--secret", metavar="S", help="what seeds are drawn from; known to you, so it is unrated")


def season_made(options: dict[str, Any]) -> Season:
    """Makes the season that the arguments ask for. Raises WrongSeason and CommandError."""
    plan = Plan(
        slug=options["slug"],
        name=options["name"] or options["slug"].replace("-", " ").capitalize(),
        rules=read_rules(options["ruleset"], seats=options["seats"], options=options["option"]),
        games=options["games"],
        players=players_named(options["players"]),
        design=options["design"],
        may_overlap=not options["apart"],
        interval=options["interval"],
        pace=options["pace"],
        spoilers=options["spoilers"],
        delay_minutes=options["delay"],
        names=options["names"],
        narrator=options["narrator"],
        persona_source=options["persona_source"],
        rated=not options["unrated"],
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
    return create_planned(plan=plan, secret=options["secret"])


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
