"""A season's plan: all that is said of a season before it starts, but for its secret. Law: a draft is what its plan
says; what else it has (its secret, whose twin it is, which places its models wrote for) no plan speaks of.

What a plan may be is checked here, all of it before a row is written; `plan_of` reads it back from the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple, Self

from games.models import Account
from games.models.game import usual_keep
from league.calendars.changing import SAID, Timing, check_timing
from league.calendars.turns import calendar_of
from league.models import Calendar, Season, SeasonRules
from league.seasons.making.checking import (
    MOST_GAMES,
    MOST_INTERVAL,
    MOST_PACE,
    SLUG,
    TAKEN,
    Keep,
    Rules,
    WrongSeason,
    check_cap,
    check_keep,
    check_memory,
    check_roster,
    check_seal,
    check_shape,
    checked_books,
    one_of,
    within,
)
from league.seasons.making.voices import narrator_named
from personas.models import Player, StrategyLevel

CAPS: Final = ("cap_call", "cap_game", "cap_season", "cap_learning")
CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "spoilers": Season.Spoilers.values,
    "names": Season.Names.values,
    "persona_source": Season.PersonaSource.values,
    "design": Season.Design.values,
}
AS_ROW: Final = (  # what a row has under the same name
    *("slug", "design", "may_overlap", "interval", "pace", "at_once", "spoilers", "delay_minutes", "names"),
    *("persona_source", "rated"),
    *("disclosing", "memory", "hides_memory", "lag", "strategy_level", "is_aware", *CAPS),
)


@dataclass(frozen=True, slots=True)
class When:
    """On which days and at which times a season plays, in the words of its calendar's row."""

    weekdays: str
    times: str
    time_zone: str
    starts_at: datetime | None = None
    blackouts: str = ""
    missed: str = Calendar.Missed.CATCH_UP

    @classmethod
    def of(cls, calendar: Calendar | None) -> Self | None:
        """What a calendar says; None of none."""
        return None if calendar is None else cls(**{name: getattr(calendar, name) for name in SAID})

    @property
    def row(self) -> Calendar:
        """It as a row that is not stored."""
        return Calendar(**{name: getattr(self, name) for name in SAID})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a season is to be. `interval` is in seconds, caps are in US dollars with None for none, and the words of
    calls are kept as usual where `keep` is None. `narrator` is one of the choices or a model's slug; without a calendar
    (`when`) games are played as soon as they can be. `memory` says whether players remember and learn, `hides_memory`
    that visitors see of it what was learned when the season is over; `lag` of how many games back they know. A strategy
    level, and whether they know that they are models, are those of all its players, unless it leaves each its own. Team
    against team (`design`) the first half of the players is one side, the second the other, and it is unrated."""

    slug: str
    name: str
    rules: Sequence[Rules]
    games: int
    players: Sequence[Player]
    design: str = Season.Design.BLOCKS
    may_overlap: bool = True
    interval: float = 0.0
    pace: float = 1.0
    when: When | None = None
    at_once: int | None = None
    spoilers: str = Season.Spoilers.OPEN
    delay_minutes: int = 10
    names: str = Season.Names.ALIAS
    narrator: str = Season.Narrator.TEMPLATE
    persona_source: str = Season.PersonaSource.ROSTER
    rated: bool = True
    cap_call: Decimal | None = None
    cap_game: Decimal | None = None
    cap_season: Decimal | None = None
    cap_learning: Decimal | None = None
    keep: Keep | None = None
    disclosing: bool = True
    memory: str = Season.Memory.LIVE
    hides_memory: bool = False
    lag: int | None = None
    strategy_level: str = ""
    is_aware: bool | None = None


FIELDS: Final = tuple(field.name for field in fields(Plan))


class Rows(NamedTuple):
    """What a plan comes to in rows, none of them stored: the season's fields, its rule books, its calendar."""

    fields: Mapping[str, Any]
    books: list[SeasonRules]
    calendar: Calendar | None


def plan_of(season: Season) -> Plan:
    """The plan of a season, whatever has become of it. Three queries at most."""
    books = season.rules.order_by("number")
    places = season.roster.select_related("player__persona", "player__model").order_by("number")
    return Plan(
        **{name: getattr(season, name) for name in AS_ROW},
        name=season.name,
        games=season.games_planned,
        rules=tuple(Rules(book.ruleset, book.seats, book.options) for book in books),
        players=tuple(place.player for place in places),
        when=When.of(calendar_of(season)),
        narrator=season.told_by,
        keep=Keep(season.keep),
    )


def check_plan(plan: Plan) -> Rows:
    """What a plan comes to. Raises WrongSeason, and WrongCalendar for when it plays; whether its slug is free is for
    check_slug() to say."""
    rows = check_but_roster(plan)
    check_roster(players=plan.players, books=rows.books, names=plan.names, design=plan.design)
    return rows


def check_but_roster(plan: Plan) -> Rows:
    """The same, whoever is invited."""
    given = dict(check_terms(plan))
    is_model = plan.narrator not in Season.Narrator.values
    given["narrator_model"] = narrator_named(plan.narrator) if is_model else None
    given["narrator"] = Season.Narrator.TEMPLATE if is_model else plan.narrator
    books = checked_books(plan.rules, names=plan.names)
    calendar = plan.when.row if plan.when else None
    if calendar is not None:
        given["at_once"] = plan.at_once or 1
    timing = Timing(calendar, plan.at_once, plan.pace)
    check_timing(season=Season(**given), before=None, wanted=timing, at_once=given["at_once"])
    return Rows(given, books, calendar)


def check_terms(plan: Plan) -> Mapping[str, Any]:
    """A season's fields by a plan, but for who tells its games. Raises WrongSeason."""
    wanted = "1 to 60 lower-case letters, digits and hyphens, no hyphen first"
    check_shape("slug", wanted, SLUG.fullmatch(plan.slug), plan.slug)
    if plan.slug in TAKEN:
        raise WrongSeason("slug", f"{plan.slug!r} is an address of the site's own; choose another word.")
    check_shape("name", "1 to 120 characters", plan.name.strip() and len(plan.name) <= 120, plan.name)
    check_shape("games", f"a whole number from 1 to {MOST_GAMES}", 1 <= plan.games <= MOST_GAMES, plan.games)
    check_shape("pace", f"a number from 0 to {MOST_PACE:g}", within(plan.pace, MOST_PACE), plan.pace)
    check_shape("interval", f"seconds from 0 to {MOST_INTERVAL}", within(plan.interval, MOST_INTERVAL), plan.interval)
    delay = plan.delay_minutes
    check_shape("delay_minutes", "a whole number from 1 to 10080", 1 <= delay <= 10080, delay)
    for name, choices in CHOICES.items():
        check_shape(name, one_of(choices), getattr(plan, name) in choices, getattr(plan, name))
    levels = StrategyLevel.values
    check_shape("strategy_level", one_of(levels), plan.strategy_level in ("", *levels), plan.strategy_level)
    check_memory(memory=plan.memory, lag=plan.lag)
    for name in CAPS:
        check_cap(name, getattr(plan, name))
    keep = Keep(usual_keep()) if plan.keep is None else plan.keep
    check_keep(keep)
    named = {"name": plan.name.strip(), "games_planned": plan.games, "keep": keep.days}
    if plan.design == Season.Design.TEAMS:
        check_shape("games", "even, for each deal is played twice", plan.games % 2 == 0, plan.games)
        known = "open: each deal is known before its second game"
        check_shape("spoilers", known, plan.spoilers == Season.Spoilers.OPEN, plan.spoilers)
        named["rated"] = False
    check_seal(spoilers=plan.spoilers, names=plan.names, persona_source=plan.persona_source)
    return {name: getattr(plan, name) for name in AS_ROW} | named


def check_slug(slug: str) -> None:
    """Raises WrongSeason where a season has this slug, or a budget of one that was deleted: what that one cost would be
    told as the new one's."""
    if Season.objects.filter(slug=slug).exists():
        raise WrongSeason("slug", f"there is a season {slug!r} already.")
    if Account.objects.filter(scope__in=(Account.Scope.SEASON, Account.Scope.LEARNING), name=slug).exists():
        raise WrongSeason("slug", f"the budget of a season that was deleted is called {slug!r}; choose another word.")
