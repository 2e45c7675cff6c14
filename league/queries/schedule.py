"""Seasons and what comes next."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from operator import itemgetter
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.db.models import Case, Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum, When
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.text import capfirst

from games.engine.rulesets import ruleset_title
from games.models import Game, Substitution
from league.access.endings import Endings
from league.access.rights import sees_drafts
from league.calendars.plans import told as when_told
from league.calendars.schedule import SlotTold, State, doubt_of, next_slots, schedule_of
from league.calendars.turns import calendar_of
from league.models import Calendar, Exclusion, Fixture, Outcome, Season, SeasonPlayer, SeasonRules
from league.models.season import NarratorChoice, SeasonMemory
from league.queries.books import Book, book_of, mark_of, seats_told, titles
from league.queries.games import OUTCOMES
from league.results.sides import side_of
from league.seasons.lifecycle.starting import begins_at
from league.seasons.schedule.holding import WITH_ITS_SEASON
from league.seasons.schedule.revealing import Block, block_to_come
from personas.models import LanguageModel

MOST_SLOTS = 120  # fixtures that a page shows
MOST_STUCK = 12
FEW_COMING, FEW_PAST = 5, 3  # slots that the page of a season shows
FEW_DAYS = 12  # on which it does not play, that its page shows
ON = (Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED)
UNRECORDED = Fixture.objects.filter(game__isnull=False, recorded_at=None, game__status=Game.Status.FINISHED)
REMEMBERED = {
    SeasonMemory.FROZEN: "Players remember what they did when the season began, and learn nothing from it",
    SeasonMemory.OFF: "Players remember nothing and learn nothing",
}
TELLERS = {NarratorChoice.NONE: "Nobody", NarratorChoice.TEMPLATE: "The house, in its own lines"}


@dataclass(frozen=True, slots=True)
class Next:
    """The game that starts next."""

    title: str
    ruleset: str
    season: str
    season_url: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Slot:
    """A fixture in a season's strip."""

    number: int
    url: str
    side: str
    told: str
    mark: str = ""
    held_up: str = ""
    tried_again: datetime | None = None
    is_unbegun: bool = False
    is_cast_now: bool = False


@dataclass(frozen=True, slots=True)
class Wins:
    """How many games a team has won."""

    team: str
    side: str
    games: int


@dataclass(frozen=True, slots=True)
class Overview:
    """How far a season has come."""

    season: Season
    books: tuple[Book, ...]
    played: int
    wins: tuple[Wins, ...]
    slots: tuple[Slot, ...]
    stuck: tuple[Slot, ...] = ()
    earlier: int = 0
    later: int = 0
    to_come: Block | None = None  # of a sealed season, the block that is told next

    @property
    def marks(self) -> dict[str, str]:
        """What the marks in the strip stand for; none where all games are of one ruleset."""
        titles = dict.fromkeys(book.title for book in self.books)
        return {mark_of(title): title for title in titles} if len(titles) > 1 else {}

    @property
    def narrator(self) -> str:
        """Who tells the games, in words."""
        model = self.season.narrator_model
        return f"{model.name}, a model" if model else TELLERS[NarratorChoice(self.season.narrator)]

    @property
    def memory(self) -> str:
        """What its players remember, in a sentence."""
        return memory_told(self.season)

    @property
    def spoilers(self) -> str:
        """When what is hidden is shown, in words."""
        season = self.season
        if season.spoilers != season.Spoilers.DELAYED:
            return capfirst(season.get_spoilers_display())
        minutes = f"{season.delay_minutes} minute{'' if season.delay_minutes == 1 else 's'}"
        return f"Delayed: hidden things are shown {minutes} later"

    @property
    def plays(self) -> str:
        """When its games are played, and how many at once, in words."""
        season, calendar = self.season, calendar_of(self.season)
        if calendar is not None:
            return f"By its calendar: {when_told(calendar)}, {at_once_told(season.at_once or 1)}"
        if season.twin_of is not None:
            return f"Each game as soon as that of {season.twin_of.name} is over"
        if season.is_sequential:
            apart = f", {season.interval:g} seconds after its end" if season.interval else ""
            return f"As soon as it can: one game after another{apart}"
        most = at_once_told(season.at_once) if season.at_once else "as many games at once as there is room for"
        return f"As soon as it can: {most}"

    @property
    def pace(self) -> str:
        """How fast its games go, in words."""
        if not self.season.pace:
            return "As fast as possible"
        if self.season.pace == 1:
            return "So that it can be read along"
        return f"{self.season.pace:g} times as long as it takes to be read along"

    @property
    def is_running(self) -> bool:
        return self.season.status == Season.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        return self.season.status == Season.Status.PAUSED

    @property
    def is_over(self) -> bool:
        return self.season.status in Season.OVER

    @property
    def ended(self) -> str:
        """That it ended before its games were played, and why, in sentences; "" where it did not. Who ended it staff
        read in its history: an account's name is half a login."""
        season = self.season
        if season.twin_of is not None and season.twin_of.ended_at is not None and season.ended_at is None:
            return f"{season.twin_of.name} ended before its games were played: no more of them are played here."
        if season.ended_at is None:
            return ""
        by = f"by an operator: {season.ended_why.rstrip('.')}."
        if season.status == Season.Status.CANCELLED:
            return f"Cancelled {by} Its games count nowhere but here."
        played = f"{self.played} of {season.games_planned} games were played"
        is_on = "; those that had begun are played to their end" if season.is_ending else ""
        return f"{played}{is_on}; finished early {by}"

    @property
    def waiting(self) -> str:
        """Why the season does not go on; "" while it does."""
        waits = (Season.Status.PAUSED, Season.Status.ANNOUNCED)
        return self.season.waiting.rstrip(".") if self.season.status in waits else ""

    @property
    def paused(self) -> str:
        """That it is paused, or cannot begin though its time has come, and why; "" while it goes on."""
        if not self.waiting:
            return ""
        if self.season.status == Season.Status.ANNOUNCED:
            return f"Its time has come, and it cannot begin: {self.waiting}"
        return capfirst(self.waiting) if self.waiting.startswith("paused") else f"Paused: {self.waiting}"

    @property
    def held_up(self) -> list[Slot]:
        """The games that have begun and do not go on, or cannot begin, for reasons of their own; of those that wait to
        begin until a budget holds them the first alone, for it says what all of them wait for."""
        stuck = [slot for slot in self.stuck if slot.held_up not in ("", WITH_ITS_SEASON)]
        first = next((slot for slot in stuck if slot.is_unbegun), None)
        return [slot for slot in stuck if not slot.is_unbegun or slot is first]

    @property
    def cast_now(self) -> list[Slot]:
        """The games whose models write their personas now."""
        return [slot for slot in self.stuck if slot.is_cast_now]

    @property
    def left(self) -> int:
        """How many games are still to be played."""
        is_cut = self.season.ended_at is not None or self.is_over
        return 0 if is_cut else self.season.games_planned - self.played


def next_start(season: Season | None = None) -> Next | None:
    """The next game that a running season, or this one, will start, if one has a time. Two queries at most."""
    if season is not None and season.status != Season.Status.RUNNING:
        return None
    waiting = Fixture.objects.filter(season__status=Season.Status.RUNNING, due_at__isnull=False)
    if season is not None:
        waiting = waiting.filter(season=season)
    # Two questions, for each has an index: as one, with OR between them, every fixture there ever was is looked at.
    unopened = waiting.filter(game__isnull=True)
    opened = waiting.filter(game__isnull=False, recorded_at__isnull=True, game__status=Game.Status.SCHEDULED)
    opened = opened.filter(game__waiting="")  # no time lets the others begin
    told = ("due_at", "pk", "number", "rules__ruleset", "season__name", "season__slug")
    first = [each.order_by("due_at", "id").values_list(*told).first() for each in (unopened, opened)]
    found = min(filter(None, first), default=None)
    if found is None:
        return None
    due_at, _, number, ruleset, name, slug = found
    return Next(f"Game {number}", ruleset_title(ruleset), name, reverse("season", args=[slug]), due_at)


def next_of(season: Season, *, now: datetime) -> Next | None:
    """What comes next of a season: the start of one that was announced, its next game, or its next slot."""
    if season.status == Season.Status.ANNOUNCED:
        at = begins_at(season)
        return Next("The season", "", season.name, reverse("season", args=[season.slug]), at) if at else None
    return next_start(season) or next_in_slot(season, now=now)


def next_in_slot(season: Season, *, now: datetime) -> Next | None:
    """The next slot of a running season's calendar, while its games are not made yet; None without one. Three
    queries."""
    due_at = next_slots([season], now=now).get(season.pk) if calendar_of(season) else None
    title = "The next slot"
    return Next(title, "", season.name, reverse("season", args=[season.slug]), due_at) if due_at else None


@dataclass(frozen=True, slots=True)
class Timing:
    """When a season plays, as its page tells it: its calendar in words, some slots that were and some to come."""

    calendar: Calendar
    told: str
    at_once: int
    upcoming: tuple[SlotTold, ...]
    latest: tuple[SlotTold, ...]
    more: int
    doubt: str = ""  # why other games may be in those to come


def timing_told(season: Season, *, now: datetime, is_told: bool) -> Timing | None:
    """When a season plays; None without a calendar, or where that is not told. Eight queries at most."""
    calendar = calendar_of(season) if is_told else None
    if calendar is None:
        return None
    entries = schedule_of(season, now=now)
    upcoming = [each for each in entries if each.state in (State.PLAYING, State.OWED, State.COMING)]
    past = [each for each in entries if each not in upcoming]
    latest = tuple(reversed(past[-FEW_PAST:]))
    return Timing(
        calendar=calendar,
        told=when_told(calendar),
        at_once=season.at_once or 1,
        upcoming=tuple(upcoming[:FEW_COMING]),
        latest=latest,
        more=len(entries) - len(upcoming[:FEW_COMING]) - len(latest),
        doubt=doubt_of(upcoming[:FEW_COMING]),
    )


def at_once_told(games: int) -> str:
    """How many games are played at once, in words."""
    return f"{games} game{'' if games == 1 else 's'} at once"


@dataclass(frozen=True, slots=True)
class DaysOff:
    """The days to come on which a season does not play: some, and how many more there are."""

    days: tuple[date, ...]
    more: int


def days_off(season: Season, *, now: datetime) -> DaysOff | None:
    """The days to come on which a season does not play; None where there are none, or it plays no more."""
    calendar = calendar_of(season)
    if calendar is None or season.status in Season.OVER:
        return None
    # A day begins elsewhere before it does here: yesterday's may still go on.
    since = now.date() - timedelta(days=1)
    days = [day for each in calendar.blackouts.split() if (day := date.fromisoformat(each)) >= since]
    return DaysOff(tuple(days[:FEW_DAYS]), len(days[FEW_DAYS:])) if days else None


def games_recorded() -> Coalesce:
    """Of each season of a query, how many of its games are recorded."""
    sums = Outcome.objects.filter(season=OuterRef("pk")).order_by().values("season").annotate(n=Sum("games"))
    return Coalesce(Subquery(sums.values("n")), 0)


def games_off() -> CombinedExpression:
    """Of each season of a query, how many of its games were played and are in no record: off its board, or played to
    their end with another model in a seat."""
    turns = Exclusion.objects.filter(game__fixture__season=OuterRef("pk")).order_by().values("game__fixture__season")
    step = Case(When(is_out=True, then=1), default=-1)  # each game's turns go to and fro
    excluded = Coalesce(Subquery(turns.annotate(n=Sum(step)).values("n")), 0)
    recorded = Game.objects.filter(fixture__season=OuterRef("pk"), fixture__recorded_at__isnull=False)
    unrated = recorded.filter(~Q(unrated=""), status=Game.Status.FINISHED, fixture__is_excluded=False)  # few: an index
    counted = unrated.order_by().values("fixture__season").annotate(n=Count("pk")).values("n")
    return excluded + Coalesce(Subquery(counted), 0)


def memory_told(season: Season) -> str:
    """What a season's players remember, in a sentence."""
    if season.memory != SeasonMemory.LIVE:
        return REMEMBERED[SeasonMemory(season.memory)]
    if not season.teaches:
        return "Players are written for one game each, and have nothing to remember"
    known = "the one before it" if season.games_behind == 1 else f"the {ordinal(season.games_behind)} before it"
    if season.games_behind >= season.games_planned:
        told = f"each begins with what is known up to {known}, and it has no more than {season.games_planned}"
        return f"Players remember, and what they learn counts in other seasons: {told}"
    told = f"Players remember, and learn from its games: each begins with what is known up to {known}"
    return f"{told}; none waits for models that are still asked what they learn"


def seasons_listed() -> QuerySet[Season]:
    """All seasons, newest first, with their rules, each with `played`: how many of its games are finished."""
    # A moment passes between a game's end and its record, and all that wait for it are in an index of their own.
    ended = UNRECORDED.filter(season=OuterRef("pk")).order_by().values("season")
    counts = games_recorded() + games_off() + Coalesce(Subquery(ended.annotate(n=Count("pk")).values("n")), 0)
    rules = Prefetch("rules", SeasonRules.objects.order_by("number"))
    return Season.objects.select_related("twin_of").annotate(played=counts).prefetch_related(rules).order_by("-id")


def begun(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Those of these seasons that are no drafts: what everybody may know of."""
    return seasons.exclude(status=Season.Status.DRAFT)


def seen_by(user: Any, seasons: QuerySet[Season]) -> QuerySet[Season]:  # Any: a user, or an anonymous one
    """Those of these seasons that somebody sees: drafts are seen by staff alone."""
    return seasons if sees_drafts(user) else begun(seasons)


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """A season in a list."""

    name: str
    url: str
    rules: str
    seats: str
    status: str
    is_running: bool
    played: int
    planned: int
    notes: str
    waiting: str
    next_at: datetime | None = None


def season_cards(seasons: Sequence[Season], *, now: datetime) -> list[SeasonCard]:
    """The seasons of seasons_listed() as cards. Three queries, for when the next game of each is."""
    upcoming = next_slots(seasons, now=now)
    return [
        SeasonCard(
            name=season.name,
            url=reverse("season", args=[season.slug]),
            rules=titles(season.rules.all()),
            seats=seats_told(season.rules.all()),
            status=season.get_status_display(),
            is_running=season.status == Season.Status.RUNNING,
            played=season.played,  # type: ignore[attr-defined]  # seasons_listed() counts it
            planned=season.games_planned,
            notes=f"twin of {season.twin_of}" if season.twin_of else "" if season.rated else "unrated",
            waiting=season.waiting if season.status == Season.Status.PAUSED else "",
            next_at=upcoming.get(season.pk),
        )
        for season in seasons
    ]


def season_overview(season: Season, endings: Endings, *, around: int | None = None, most: int = MOST_SLOTS) -> Overview:
    """A season's rules, its fixtures in order, for who is told these endings, and who won how many. Of more than `most`
    fixtures a page of so many: the one with the number `around`, else the one that the season has come to. Eight
    queries, six when it is over, one more of a sealed one."""
    books = tuple(book_of(rules) for rules in season.rules.order_by("number"))
    wins = _wins(season)
    off: int = Season.objects.filter(pk=season.pk).values_list(games_off(), flat=True)[0]
    played = wins.total() + off
    last = season.fixtures.aggregate(last=Max("number"))["last"] or 0
    first = 1
    if last > most:
        first += (min(max(around or played + 1, 1), last) - 1) // most * most
    shown = season.fixtures.filter(number__gte=first, number__lt=first + most)
    over = season.fixtures.filter(game__status__in=ON).exclude(game__waiting="")
    in_cast = season.fixtures.filter(~Q(cast_by="") | ~Q(cast_waiting=""))
    is_mixed = len({book.slug for book in books}) > 1
    stuck = []
    if season.status not in Season.OVER:
        stuck = [*_told(over)[:MOST_STUCK], *_told(in_cast)[:MOST_STUCK]]
    return Overview(
        season=season,
        books=books,
        played=played,
        # Of a season of three games this tells who won each.
        wins=tuple(Wins(team.capitalize(), side, count) for (team, side), count in wins.most_common())
        if endings.is_shown
        else (),
        slots=tuple(_slot(fixture, endings, is_mixed=is_mixed) for fixture in _told(shown)),
        stuck=tuple(_slot(fixture, endings, is_mixed=is_mixed) for fixture in sorted(stuck, key=itemgetter("number"))),
        earlier=max(0, first - 1),
        later=first + most if first + most <= last else 0,
        to_come=block_to_come(season),
    )


def is_of_house(season: Season) -> bool:
    """Whether all on a season's roster are players of the house, and no other model was substituted in a game of it. No
    of a sealed one before it is over, whoever plays it. One query at most."""
    if season.is_sealed and season.status not in Season.OVER:
        return False
    places = SeasonPlayer.objects.filter(season=season)
    others = places.exclude(player__model__provider__in=LanguageModel.OFFLINE)
    substituted = Substitution.objects.filter(seat__game__fixture__season=season)
    return Season.objects.filter(Exists(places), ~Exists(others), ~Exists(substituted), pk=season.pk).exists()


def roster_listed(season: Season) -> QuerySet[SeasonPlayer]:
    """The places of a season's roster in their order, each with its player. One query."""
    return season.roster.select_related("player__persona", "player__model").order_by("number")


def _wins(season: Season) -> Counter[tuple[str, str]]:
    """How many games each side has won. Two queries."""
    wins: Counter[tuple[str, str]] = Counter()
    recorded = season.outcomes.order_by().values_list("ruleset", "winner", "games")
    ended = UNRECORDED.filter(season=season).order_by().values_list("game__ruleset", "game__winner")
    for ruleset, winner, count in [*recorded, *ended.annotate(Count("id"))]:
        wins[winner, side_of(ruleset, winner) or "draw"] += count
    return wins


def _told(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture, dict[str, Any]]:
    """What a slot tells of fixtures, in their order."""
    return (
        fixtures.order_by("number")
        .annotate(ruleset=F("rules__ruleset"))
        .annotate(status=F("game__status"), winner=F("game__winner"), public_id=F("game__public_id"))
        .annotate(waiting=F("game__waiting"), started_at=F("game__started_at"), tried_again=F("game__due_at"))
        .annotate(host=F("game__lease_owner"))
        .values(
            *("number", "ruleset", "status", "winner", "public_id", "waiting", "started_at", "tried_again"),
            *("cast_by", "cast_waiting", "host"),
        )
    )


@cache
def _game_url() -> str:
    """The address of a game, with a place for its id: a page has more than a hundred of them."""
    return reverse("game", args=["ID"]).replace("ID", "{}")


def _slot(fixture: Mapping[str, Any], endings: Endings, *, is_mixed: bool) -> Slot:
    status, winner, public_id = fixture["status"], fixture["winner"], fixture["public_id"]
    title = ruleset_title(fixture["ruleset"])
    numbered = f"Game {fixture['number']}" + (f", {title}" if is_mixed else "")
    about: dict[str, Any] = {
        "number": fixture["number"],
        "url": _game_url().format(public_id) if public_id else "",
        "mark": mark_of(title) if is_mixed else "",
    }
    is_unbegun = status == Game.Status.SCHEDULED
    if fixture["waiting"] and (fixture["started_at"] or is_unbegun) and status not in Game.OVER:
        return Slot(
            **about,
            side="is-held-up",
            told=f"{numbered}: held up, {fixture['waiting']}",
            held_up=fixture["waiting"].rstrip("."),
            is_unbegun=is_unbegun,
            # A host that holds it says the time in the reason.
            tried_again=fixture["tried_again"] if status == Game.Status.RUNNING and not fixture["host"] else None,
        )
    if fixture["cast_waiting"]:
        waiting = fixture["cast_waiting"].rstrip(".")
        return Slot(**about, side="is-held-up", told=f"{numbered}: held up, {waiting}", held_up=waiting)
    if fixture["cast_by"]:
        return Slot(**about, side="", told=f"{numbered}: its models write their personas", is_cast_now=True)
    if status == Game.Status.FINISHED and not endings.tells(public_id):
        side, told = "is-over", "over"
    elif status == Game.Status.FINISHED:
        side = side_of(fixture["ruleset"], winner) or "draw"
        told = "a draw" if winner == Game.DRAW else f"won by the {winner}"
    else:
        side = "is-live" if status == Game.Status.RUNNING else ""
        told = OUTCOMES[Game.Status(status)].lower() if status else "to be played"
    return Slot(**about, side=side, told=f"{numbered}: {told}")


def standings_told() -> dict[str, tuple[dict[str, Any], object]]:
    """For the league's socket: by season, the frame that tells that its standings moved, and the time of its latest
    result, with which they do. One query."""
    published = Q(board__isnull=True) | Q(board__is_published=True)  # who watches is anybody
    seasons = Season.objects.exclude(status=Season.Status.DRAFT).filter(published)
    seasons = seasons.annotate(recorded=Max("fixtures__recorded_at"))
    return {
        slug: ({"type": "standings", "season": slug, "status": status}, recorded)
        for slug, status, recorded in seasons.values_list("slug", "status", "recorded")
    }
