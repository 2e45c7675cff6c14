"""What comes next in the whole league, for where nothing is on, and what can be watched until then. Law: told are
moments that are known and have not passed; what hangs on the end of something else, or on somebody, has none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef
from django.urls import reverse

from games.models import Game
from league.access.endings import Endings
from league.calendars.schedule import next_slots
from league.models import Season, Series
from league.queries.games import GameCard, game_card, games_listed
from league.queries.schedule import next_start
from league.seasons.lifecycle.starting import begins_at
from league.seasons.series.telling import upcoming

MOST_SERIES: Final = 6  # between two seasons, of which is asked when the next begins


@dataclass(frozen=True, slots=True)
class Coming:
    """What begins next: a game, where one is made and has its time; else a season, or one that goes on."""

    at: datetime
    season: str
    url: str
    game: str = ""
    goes_on: bool = False


def next_to_come(*, now: datetime) -> Coming | None:
    """What begins first: a game, the next slot of a season's calendar, a season that was announced, the next one of a
    series; None where nothing has a moment. Eight queries at most, and three for each series between two seasons."""
    return min((each for each in _known(now) if each.at > now), key=lambda each: each.at, default=None)


def _known(now: datetime) -> Iterator[Coming]:
    if game := next_start():
        yield Coming(game.due_at, game.season, game.season_url, f"{game.title}, {game.ruleset}")
    running = Season.objects.filter(status=Season.Status.RUNNING, calendar__isnull=False)
    playing = {season.pk: season for season in running}
    for key, at in next_slots(playing.values(), now=now).items() if playing else ():
        yield Coming(at, playing[key].name, _season(playing[key]), goes_on=True)
    for season in Season.objects.filter(status=Season.Status.ANNOUNCED).select_related("calendar"):
        if begins := begins_at(season):
            yield Coming(begins, season.name, _season(season))
    not_over = Season.objects.filter(series=OuterRef("pk")).exclude(status__in=Season.OVER)
    between = Series.objects.filter(~Exists(not_over), status=Series.Status.RUNNING, waiting="").order_by("-pk")
    for series in between[:MOST_SERIES]:
        first = next(iter(upcoming(series, now=now)), None)
        if first and first.begins_at and not first.waits_for and not (series.until and first.begins_at >= series.until):
            yield Coming(first.begins_at, first.name, reverse("series", args=[series.slug]))


def _season(season: Season) -> str:
    return reverse("season", args=[season.slug])


def unwatched(endings: Endings, known: Sequence[GameCard] = (), *, but: str = "") -> GameCard | None:
    """The newest game that is over and has not been watched in somebody's browser, without the one they look at now;
    of those `known` if it is among them. Two queries at most."""
    passed = endings.watched | {but}
    for card in known:
        if card.public_id not in passed:
            return card
    game = games_listed().filter(status=Game.Status.FINISHED).exclude(public_id__in=passed).order_by("-finished_at")
    return game_card(found, endings) if (found := game.first()) else None


def is_played(season: Season) -> bool:
    """Whether no other game of a season comes: it is over, or in a moment will be, for all its games are made. One
    query at most."""
    if season.status in Season.OVER:
        return True
    return season.fixtures.filter(game__isnull=False).count() >= season.games_planned
