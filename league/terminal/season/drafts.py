"""Drafts on the command line: what of one is to be otherwise, and what goes with one that is deleted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.core.management import CommandParser

from games.terminal.usage import wrong_usage
from league.models import Season
from league.seasons.making.checking import Rules
from league.seasons.making.deleting import what_goes, why_kept
from league.seasons.making.plans import CAPS, Plan, When, plan_of
from league.seasons.making.rewriting import check_draft
from league.terminal.named import YES_OR_NO, players_named
from league.terminal.season.calendars import is_asked, timing_asked
from league.terminal.season.creating import NONE, OWN, read_rules

AS_SAID: Final = {  # by the option, the field of a plan that it says
    **{name: name for name in ("name", "games", "interval", "pace", "spoilers", "names", "narrator", "memory", "keep")},
    "design": "design",
    **{name: name for name in ("persona_source", "lag", "cap_call", "cap_game", "cap_season", "cap_learning")},
    "new_slug": "slug",
    "delay": "delay_minutes",
    "level": "strategy_level",
    "hide_memory": "hides_memory",
}
MAY_BE_EMPTY: Final = ("lag", *CAPS)
OTHERS: Final = ("apart", "ruleset", "players", "seats", "option", "undisclosed", "unrated", "aware")


def add_edit_arguments(parser: CommandParser) -> None:
    """What only who edits says: another slug, and the contrary of what is said by a bare word."""
    parser.add_argument("--slug", dest="new_slug", metavar="SLUG", help="another slug")
    told = "let visitors see what its players learn"
    parser.add_argument("--show-memory", dest="hide_memory", action="store_false", default=None, help=told)
    told = "players are asked for beliefs and claims"
    parser.add_argument("--disclosed", dest="undisclosed", action="store_false", default=None, help=told)
    told = "a player may sit in two of its games at once"
    parser.add_argument("--overlapping", dest="apart", action="store_false", default=None, help=told)
    told = "the leaderboard counts it"
    parser.add_argument("--rated", dest="unrated", action="store_false", default=None, help=told)
    parser.set_defaults(**dict.fromkeys((*AS_SAID, *OTHERS)))  # what is not said stays


def plan_asked(season: Season, options: Mapping[str, Any]) -> Plan:
    """The plan of a draft with what was said of it; what was not is as it is. Raises WrongCalendar and CommandError."""
    plan, said = plan_of(season), {name: value for name, value in options.items() if value is not None}
    fields = {field: said[name] for name, field in AS_SAID.items() if name in said}
    fields |= {name: None for name in MAY_BE_EMPTY if fields.get(name) == NONE}
    if fields.get("strategy_level") == OWN:
        fields["strategy_level"] = ""
    for name, field in (("undisclosed", "disclosing"), ("unrated", "rated"), ("apart", "may_overlap")):
        if name in said:
            fields[field] = not said[name]
    if "aware" in said:
        fields["is_aware"] = YES_OR_NO.get(said["aware"])
    if "players" in said:
        fields["players"] = players_named(said["players"])
    if {"ruleset", "seats", "option"} & said.keys():
        fields["rules"] = rules_asked(plan, said)
    if is_asked(options):
        timing = timing_asked({**options, "pace": None}, season)
        fields |= {"when": When.of(timing.calendar), "at_once": timing.at_once}
    if not fields:
        raise wrong_usage("say what is to be otherwise, as in --games 30")
    return replace(plan, **fields)


def rules_asked(plan: Plan, said: Mapping[str, Any]) -> Sequence[Rules]:
    """The rule books that were asked for: others as they are said, those that it has with what is said of them."""
    slugs = said.get("ruleset") or [book.ruleset for book in plan.rules]
    asked = read_rules(slugs, seats=said.get("seats", []), options=said.get("option", []))
    if "ruleset" in said:
        return asked
    return [
        Rules(book.ruleset, new.seats or book.seats, {**book.options, **new.options})
        for book, new in zip(plan.rules, asked, strict=True)
    ]


def deletion_lines(season: Season) -> Iterator[str]:
    """What a deletion would come to. Raises WrongSeason for what is no draft."""
    told = deletion_told(season)
    yield from told["told"]
    if told["kept"]:
        yield f"It cannot be deleted now: {told['kept']}"


def deletion_told(season: Season) -> dict[str, Any]:
    """The same as JSON: what would go and stay, and why it cannot be deleted now. Raises WrongSeason."""
    check_draft(season, verb="deleted")
    return {"season": season.slug, "told": list(what_goes(season)), "kept": why_kept(season)}
