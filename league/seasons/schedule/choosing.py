"""Which of a season's fixtures may be opened beside those that are open. Law: what is asked here is asked again where
they are opened, with the season's row locked.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game
from league.calendars.sharing import LOOKED_AT, Needs, first_apart, of_next_slot, taken_by
from league.models import Fixture, Season
from league.seasons.pinning import games_over
from league.seasons.schedule.attempts import places

AT_ONCE: Final = 100  # open games of one season, so that one of thousands does not fill the table at its start


def room(season: Season) -> int:
    """How many games of a season may be opened beside those that are open."""
    return max(0, most_at_once(season) - live(season).count())


def most_at_once(season: Season) -> int:
    """How many games of a season may be open at the same time."""
    return season.at_once or (1 if season.is_sequential else AT_ONCE)


def live(season: Season) -> QuerySet[Fixture]:
    """The fixtures of a season whose games have been made and are not over."""
    unrecorded = Fixture.objects.filter(season=season, game__isnull=False, recorded_at__isnull=True)
    return unrecorded.exclude(game__status__in=Game.OVER)


def played_by_first(season: Season) -> QuerySet[Fixture]:
    """Of a fixture of a twin, that of its first, where its game is over, and so is its block in a sealed season."""
    first = Fixture.objects.filter(season=season.twin_of_id, number=OuterRef("number"))
    return first.filter(game__status=Game.Status.FINISHED, game__is_veiled=False)


def playable(season: Season, fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Those of these fixtures that are no deal once more while it is played for the first time."""
    if season.is_twin:
        return fixtures.filter(Exists(played_by_first(season)))
    if not season.is_in_pairs:
        return fixtures
    first = Fixture.objects.filter(season=season.pk, number=OuterRef("number") - 1, game__status=Game.Status.FINISHED)
    return fixtures.annotate(half=F("number") % 2).filter(Q(half=1) | Exists(first))


def apart(season: Season, fixtures: QuerySet[Fixture] | Sequence[Fixture], *, most: int) -> list[Fixture]:
    """The first so many of these fixtures; where nobody may sit in two games at once, of those whose players sit in
    none that is open, nor in two of these."""
    if season.may_overlap or most < 1:
        return list(fixtures[:most])
    busy = {player for seating in live(season).values_list("seating", flat=True) for player in seating or ()}
    taken, none_left = partial(taken_from, season), dict.fromkeys(busy, 0)
    return first_apart(fixtures[:LOOKED_AT], most=most, needs=taken, there=none_left)


def for_next_slot(season: Season, unopened: QuerySet[Fixture]) -> list[Fixture]:
    """Those of a season's unopened fixtures, given in their order, that are played in the next slot of its calendar;
    to be asked when all games that were opened are over."""
    waiting = list(playable(season, unopened)[:LOOKED_AT])
    return of_next_slot(season, waiting, needs=partial(taken_from, season), there={})


def taken_from(season: Season, fixture: Fixture) -> Needs:
    """What a fixture's game takes of what others may need."""
    return taken_by(season, places(fixture))


def games_dealt(season: Season, fixtures: Sequence[Fixture]) -> dict[int, Game]:
    """Of those fixtures that are the second game of a deal, the first, by its number."""
    seconds = [each.number for each in fixtures if each.number % 2 == 0]
    if not season.is_in_pairs or season.is_twin or not seconds:
        return {}
    return games_over(season, [number - 1 for number in seconds])
