"""The command `series`, but for its dispatch: what its actions may be asked with, and how a series stands, in lines."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.core.management import CommandParser
from django.utils import timezone

from games.billing.money import in_dollars
from games.terminal.usage import Joined, Parser, dollars, make_tables, whole_number, wrong_usage
from league.calendars.plans import read_start
from league.models import Season, Series
from league.seasons.series.changing import LARGEST, MOST_WEEKS
from league.seasons.series.telling import (
    Upcoming,
    calendar_told_of,
    length_told,
    opening_told,
    rule_told,
    season_as_json,
    seasons_told,
    series_as_json,
    spent_as_json,
    upcoming,
    upcoming_as_json,
)
from league.seasons.series.templates import template_of
from league.seasons.series.turns import spent_by
from league.seasons.series.verbs import VERBS
from league.terminal.named import players_named, season_named
from league.terminal.season.creating import NONE, or_none

ACTIONS: Final = {
    "create": "make a series of a season, whose plan is the template; one that has begun is its first",
    "show": "its seasons, which comes next and when, and what it waits for",
    "edit": "have its seasons to come be otherwise: what is said changes, the rest stays",
    **{verb.name: verb.told for verb in VERBS.values()},
}
AS_SAID: Final = {  # by the option, the field of a series that it says
    **{name: name for name in ("name", "slug_pattern", "name_pattern", "best", "by_lot", "weeks", "most", "cap_total")},
    "next": "next_number",
    "roster": "roster_rule",
    "models": "pool",
    "after": "opens",
}


def add_actions(parser: CommandParser) -> None:
    """The actions, each with its options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=Parser)
    for name, told in ACTIONS.items():
        action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
        action.add_argument("--json", action="store_true", help="print the outcome as JSON")
        if name in ("create", "edit"):
            told = "the season whose plan is the template" + ("" if name == "create" else " from now on")
            action.add_argument("--from", dest="of", metavar="SEASON", required=name == "create", help=told)
            add_fields(action)
        if name == "resume":
            told = "first give the series a higher cap, where it was stopped for that"
            action.add_argument("--cap-total", type=dollars, metavar="USD", help=told)
        if name in VERBS and VERBS[name].is_removal:
            action.add_argument("--yes", action="store_true", help="delete it; without this say what would go")
        if name != "show":
            action.add_argument("--reason", default="", metavar="WHY", help="why, for the record of acts")


def add_fields(action: CommandParser) -> None:
    """What may be said of a series."""
    action.add_argument("--name", help="what the series is called")
    action.add_argument("--slugs", dest="slug_pattern", metavar="PATTERN", help="as in spring-{n}")
    action.add_argument("--names", dest="name_pattern", metavar="PATTERN", help='as in "Spring {n}"')
    action.add_argument("--next", type=whole_number(1, LARGEST), metavar="N", help="the number of the next season")
    told = "who plays: who did before (same), the active players of --models, --players, or the --best and others"
    action.add_argument("--roster", choices=Series.RosterRule.values, help=told)
    action.add_argument("--players", metavar="IDS", help="player ids with commas between, of a fixed or a first roster")
    told = "whose active players are invited, or drawn from: models by their slugs, `house` for all that play offline"
    action.add_argument("--models", action=Joined, metavar="SLUG[,…]", help=told)
    action.add_argument("--best", type=whole_number(1), metavar="N", help="so many of the table before")
    action.add_argument("--by-lot", type=whole_number(0), metavar="M", help="and so many of the others, by lot")
    when = action.add_mutually_exclusive_group()
    when.add_argument("--after", action="store_const", const="after", help="the next opens when the one before is over")
    told = "the next opens so many weeks after the one before started, and when that is over"
    when.add_argument("--weeks", type=whole_number(1, MOST_WEEKS), metavar="N", help=told)
    told = "no season opens before: 2026-12-01 or '2026-12-01 18:00' (UTC), or none"
    action.add_argument("--begins", metavar="DATE", help=told)
    told = "the series is over with so many seasons, or none"
    action.add_argument("--most", type=or_none(whole_number(1)), metavar="N", help=told)
    action.add_argument("--until", metavar="DATE", help="no season opens from then on (UTC), or none")
    told = "the most that its seasons may cost together, or none; the next opens where its cap fits what is left"
    action.add_argument("--cap-total", type=or_none(dollars), metavar="USD", help=told)
    told = "a field of the template as JSON, by the name that the API has for it, as in games_planned=30; several times"
    action.add_argument("--set", dest="template", action="append", default=[], metavar="FIELD=JSON", help=told)


def series_named(slug: str) -> Series:
    """The series with this slug; raises CommandError."""
    make_tables()
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        known = ", ".join(Series.objects.order_by("-id").values_list("slug", flat=True)[:5])
        raise wrong_usage(f"there is no series {slug!r}; " + (f"the newest are {known}" if known else "there are none"))
    return series


def said_in(options: Mapping[str, Any], *, template: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What was said of a series, by its fields; `template` is that which stays but for what is set. Raises CommandError
    and WrongCalendar."""
    said = {field: options[name] for name, field in AS_SAID.items() if options.get(name) is not None}
    said = {name: None if value == NONE else value for name, value in said.items()}
    if "weeks" in said:
        said["opens"] = Series.Opens.WEEKS
    if "pool" in said:
        said["pool"] = said["pool"].split(",") if isinstance(said["pool"], str) else list(said["pool"])
    if options.get("players") is not None:
        said["players"] = [player.player_id for player in players_named(options["players"])]
    for name, field in (("begins", "begins_at"), ("until", "until")):
        if options.get(name) is not None:
            said[field] = None if options[name] == NONE else moment(options[name])
    if options.get("of") and template is not None:
        template = said["template"] = template_of(season_named(options["of"]))
    if options["template"]:
        said["template"] = {**(template or {}), **dict(map(read_field, options["template"]))}
    return said


def moment(text: str) -> datetime | None:
    """A moment in UTC. Raises WrongCalendar."""
    return read_start(text, "UTC")


def read_field(text: str) -> tuple[str, Any]:
    """A field of a template and its value: JSON, or a text where it is none. Raises CommandError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise wrong_usage(f"--set wants FIELD=JSON, as in games_planned=30, not {text!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


# --- how it stands ---------------------------------------------------------------------------------------------------


def stand_told(series: Series) -> dict[str, Any]:
    """A series with its seasons and what comes, as JSON."""
    return series_as_json(series) | {
        "seasons": [season_as_json(each) for each in seasons_told(series, Season.objects.all())],
        "upcoming": [upcoming_as_json(each) for each in upcoming(series, now=timezone.now())],
        "spent": spent_as_json(spent_by(series)),
    }


def stand_lines(series: Series) -> Iterator[str]:
    """The same in lines."""
    yield f"{series.slug} is {series.status}" + (f": {series.waiting}" if series.waiting else "")
    yield f"the next season opens {opening_told(series)}; it is played by {rule_told(series)}"
    if length := length_told(series):
        yield length
    if calendar := calendar_told_of(series):
        yield f"each plays {calendar}"
    if series.cap_total is not None:
        drawn = spent_by(series)
        yield f"{in_dollars(drawn.drawn)} of {in_dollars(series.cap_total)} are spent, at most"
    for each in reversed(seasons_told(series, Season.objects.all())):
        first = f", first is {each.leader.player_id}" if each.leader else ""
        season = each.season
        yield f"{each.number:>4}  {season.slug}: {season.status}, {each.played} of {season.told_length}{first}"
    yield from (upcoming_line(each) for each in upcoming(series, now=timezone.now()))


def upcoming_line(each: Upcoming) -> str:
    """A season to come in a line."""
    at = f" {each.opens_at:%Y-%m-%d %H:%M} UTC" if each.opens_at else ""
    told = [f"opens{' from' if each.waits_for else ''}{at}"] if at else []
    told += [f"plays from {each.plays_at:%Y-%m-%d %H:%M} UTC on"] if each.plays_at else []
    told += [f"waits for {each.waits_for}" if "the end" in each.waits_for else each.waits_for] if each.waits_for else []
    return f"{each.number:>4}  {each.slug}: {', '.join(told)}"


def deletion_lines(series: Series) -> Sequence[str]:
    """What a deletion would come to."""
    first = series.seasons.order_by("series_number").first()
    stays = f" {first.slug} stays, and is of no series then." if first else ""
    return [f"The series {series.slug} goes; it has opened {series.opened or 'no'} season(s).{stays}"]
