"""How a series stands: its seasons with who led them, which comes next and when, and what comes after.

Read here and not in league.queries, for the command line, pages, the API and files of events tell the same. What is to
come is worked out each time, and follows if nothing is changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from league.boards.excluding import players_off
from league.calendars.plans import WrongCalendar, plan_of
from league.calendars.plans import told as calendar_in_words
from league.calendars.slots import slots
from league.models import Board, Season, Series, Standing
from league.results import scoring
from league.seasons.making.checking import WrongSeason
from league.seasons.series.rosters import HOUSE
from league.seasons.series.templates import numbered, plan_by
from league.seasons.series.turns import Spent, is_unbegun, newest_of, next_turn, weeks_later, zone_of
from personas.models import Player

MOST_AHEAD: Final = 3  # seasons behind the next that are told
SHOWN: Final = ("next_number", "opened", "most", "opens", "weeks", "roster_rule", "players", "pool", "best", "by_lot")


@dataclass(frozen=True, slots=True)
class SeasonTold:
    """A season of a series, and who leads its table; None where nobody does, or each game has players of its own."""

    season: Season
    played: int
    leader: Player | None = None

    @property
    def number(self) -> int:
        """Its number in the series."""
        return self.season.series_number or 0


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A season to come. `opens_at` is None where that hangs on the end of the one before; `plays_at` is its calendar's
    first slot from then on, None without one. `waits_for` is what it waits for beside its moment."""

    number: int
    slug: str
    name: str
    opens_at: datetime | None
    plays_at: datetime | None = None
    waits_for: str = ""

    @property
    def begins_at(self) -> datetime | None:
        """When its first game is, as far as that is known."""
        return self.plays_at or self.opens_at


def series_listed() -> QuerySet[Series]:
    """All series, newest first, each with `begun`: how many of its seasons have."""
    begun = Count("seasons", filter=Q(seasons__started_at__isnull=False))
    return Series.objects.annotate(begun=begun).order_by("-id")


def seasons_told(series: Series, seasons: QuerySet[Season]) -> list[SeasonTold]:
    """Those of these seasons that are of a series, newest first. Four queries."""
    counted = Count("fixtures", filter=Q(fixtures__recorded_at__isnull=False))
    own = list(seasons.filter(series=series).annotate(recorded=counted).order_by("-series_number"))
    leads = leaders([each for each in own if each.standings_by == "player"])
    return [SeasonTold(each, each.recorded, leads.get(each.pk)) for each in own]


def leaders(seasons: Sequence[Season]) -> dict[int, Player]:
    """By the keys of these seasons, who won most often for sure of those on its board, where everybody sees that. Three
    queries."""
    hidden = Exists(Board.objects.filter(season=OuterRef("season"), is_published=False))
    rows = (
        Standing.objects.filter(~hidden, season__in=seasons)
        .order_by()
        .values_list("season", "player", "player__player_id")
    )
    best: dict[int, tuple[Any, ...]] = {}
    off = players_off(seasons)
    for season, player, ident, games, wins, draws in rows.annotate(Sum("games"), Sum("wins"), Sum("draws")):
        if (season, player) in off:
            continue
        decided = scoring.decided(games=games, draws=draws)
        merit = (*scoring.merit(wins=wins, decided=decided), ident, player)
        if season not in best or merit < best[season]:
            best[season] = merit
    players = Player.objects.select_related("persona", "model").in_bulk([merit[-1] for merit in best.values()])
    return {season: players[merit[-1]] for season, merit in best.items()}


@dataclass(frozen=True, slots=True)
class InSeries:
    """Where a season stands in its series: which are before and after it, and what it waits for while it has not
    begun."""

    series: Series
    before: Season | None
    after: Season | None
    waits: str


def series_of(season: Season, seasons: QuerySet[Season]) -> InSeries | None:
    """Where a season stands among these; None where it is of no series. Two queries, three where it is new to them."""
    if season.series is None or season.series_number is None:
        return None
    own, number = seasons.filter(series=season.series), season.series_number
    return InSeries(
        series=season.series,
        before=own.filter(series_number__lt=number).order_by("-series_number").first(),
        after=own.filter(series_number__gt=number).order_by("series_number").first(),
        waits=season.series.waiting if is_unbegun(season) else "",
    )


# --- what comes ------------------------------------------------------------------------------------------------------


def upcoming(series: Series, *, now: datetime) -> list[Upcoming]:
    """The next season of a series, and those behind it, as far as their moments are known. Four queries at most."""
    newest = newest_of(series)
    turn = next_turn(series, newest)
    if turn is None:
        return []
    opens_at = turn.at and max(turn.at, now) if not turn.waits_for else turn.at
    if newest is not None and is_unbegun(newest):
        first = Upcoming(turn.number, newest.slug, newest.name, None, None, turn.waits_for)
        return [first]
    found = [told_of(series, turn.number, opens_at, waits_for=turn.waits_for)]
    left = series.most - series.seasons.count() - 1 if series.most is not None else MOST_AHEAD
    while series.opens == Series.Opens.WEEKS and opens_at and len(found) <= min(MOST_AHEAD, left):
        opens_at = weeks_later(opens_at, series.weeks, zone_of(series))
        if series.until is not None and opens_at >= series.until:
            break
        found.append(told_of(series, found[-1].number + 1, opens_at))
    return found


def told_of(series: Series, number: int, opens_at: datetime | None, *, waits_for: str = "") -> Upcoming:
    """A season to come, by its number."""
    slug, name = numbered(series.slug_pattern, number), numbered(series.name_pattern, number)
    return Upcoming(number, slug, name, opens_at, first_slot(series, opens_at), waits_for)


def first_slot(series: Series, opens_at: datetime | None) -> datetime | None:
    """The first slot of the calendar in a series' template from a moment on; None where it has none."""
    if opens_at is None or not series.template.get("calendar"):
        return None
    try:
        when = plan_by(series.template, slug="series", name="series", players=[]).when
        if when is None:
            return None
        since = max(opens_at, when.starts_at or opens_at)
        return next((wall.at for wall in slots(plan_of(when.row), since=since)), None)
    except (WrongCalendar, WrongSeason):
        return None  # as the series itself says when it is to open one


# --- in words and as JSON --------------------------------------------------------------------------------------------


def rule_told(series: Series) -> str:
    """Who plays the next season, in a sentence without its end."""
    rules = Series.RosterRule
    if series.roster_rule == rules.SAME:
        return "who played the season before"
    if series.roster_rule == rules.FIXED:
        return f"those of a list of {len(series.players)} who are active"
    if series.roster_rule == rules.ACTIVE:
        return f"all active players {pool_told(series.pool)}"
    best = f"the first {series.best} of the table before"
    if not series.by_lot:
        return best
    return f"{best}, and {series.by_lot} of the others by lot{' ' + pool_told(series.pool) if series.pool else ''}"


def pool_told(pool: Sequence[str]) -> str:
    """From which models players come, in words."""
    named = [each for each in pool if each != HOUSE]
    parts = (["of the house"] if HOUSE in pool else []) + ([f"of {', '.join(named)}"] if named else [])
    return " and ".join(parts)


def opening_told(series: Series) -> str:
    """When the next season opens, in a sentence without its end."""
    if series.opens == Series.Opens.WEEKS:
        every = "a week" if series.weeks == 1 else f"{series.weeks} weeks"
        return f"{every} after the one before started, and not before that is over"
    return "when the one before is over"


def length_told(series: Series) -> str:
    """How long a series goes on, in a sentence without its end; "" where nothing is said of it."""
    told = []
    if series.most is not None:
        told.append(f"{series.most} season{'' if series.most == 1 else 's'} at most")
    if series.until is not None:
        told.append(f"until {series.until.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
    return ", ".join(told)


def calendar_told_of(series: Series) -> str:
    """When its seasons play, in words; "" where they have no calendar."""
    try:
        when = plan_by(series.template, slug="series", name="series", players=[]).when
    except (WrongCalendar, WrongSeason):
        return ""
    return calendar_in_words(when.row) if when else ""


def upcoming_as_json(each: Upcoming) -> dict[str, Any]:
    """A season to come, as the API and the command line tell it."""
    return {
        "series_number": each.number,
        "slug": each.slug,
        "name": each.name,
        "opens_at": each.opens_at,
        "plays_at": each.plays_at,
        "waits_for": each.waits_for,
    }


def season_as_json(each: SeasonTold) -> dict[str, Any]:
    """A season of a series, as the API and the command line tell it."""
    season = each.season
    return {
        "series_number": each.number,
        "slug": season.slug,
        "name": season.name,
        "status": season.status,
        "games_planned": season.games_planned,
        "games_played": each.played,
        "started_at": season.started_at,
        "finished_at": season.finished_at,
        "leader": each.leader.player_id if each.leader else None,
    }


def series_as_json(series: Series) -> dict[str, Any]:
    """What is said of a series, as the API and the command line tell it, without its seasons."""
    return {
        "slug": series.slug,
        "name": series.name,
        "status": series.status,
        "waiting": series.waiting,
        "slug_pattern": series.slug_pattern,
        "name_pattern": series.name_pattern,
        **{name: getattr(series, name) for name in SHOWN},
        "begins_at": series.begins_at,
        "until": series.until,
        "cap_total": None if series.cap_total is None else f"{series.cap_total:.4f}",
        "template": series.template,
    }


def spent_as_json(spent: Spent) -> Mapping[str, str]:
    """What a series has cost, in US dollars."""
    return {name: f"{getattr(spent, name):.8f}" for name in Spent._fields}
