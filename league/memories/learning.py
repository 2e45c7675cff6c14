"""What a season's games teach its players, in the order of fixtures. Law: fixture n sits down with what its players had
learned from the fixtures up to n - L, whatever else has ended by then; so a season comes out the same however many
games are played at once, and however often a worker is killed.

A fixture teaches each of its players once (Learned), after all fixtures before it in which that one sits have done so,
and when it is known what there is to learn: of a player of the house that follows from the game, of one behind a
provider it is known when it was asked (games.learning.reflecting), which no game waits for. What is learned elsewhere
meanwhile counts from the next season: where a player has learned elsewhere since the season began, what this season
makes of it is a revision of its own; so is all that a twin teaches, for its deals have taught once. What an
administrator writes counts from the next game on, whatever L is. A game one of whose models was substituted teaches
nobody.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import structlog
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.hosting.keeping import taught
from games.models import Game, Reflection, Seat
from games.models.reflection import ASKED_WITHIN
from league.models import Fixture, Learned, Season, SeasonPlayer
from personas.memory import add_learned, hold_all, learned_at
from personas.models import LanguageModel, MemoryRevision, Player

logger = structlog.get_logger(__name__)
MOST_LOOKED_AT: Final = 200  # fixtures at one look; the next goes on
AGAIN: Final = 5  # tries to write what was learned while others write to the same memories


# --- with what players sit down --------------------------------------------------------------------------------------


def known_until(season: Season, *, besides: Collection[int] = ()) -> int:
    """The fixture up to which all have ended and have taught the house, which no process may overlook that has just had
    others learn; 0 while the first has not. Those of rules (`besides`, by their keys) that nobody here can learn from
    need only have ended."""
    taught = Learned.objects.filter(season=season, number=OuterRef(OuterRef("number")), player=OuterRef("player"))
    house = Seat.objects.filter(game=OuterRef("game"), player__model__provider__in=LanguageModel.OFFLINE)
    untaught = Q(taught_at__isnull=True) & ~Q(rules__in=besides) & Exists(house.filter(~Exists(taught)))
    going_on = season.fixtures.filter(~Q(game__status=Game.Status.FINISHED) | Q(game=None) | untaught)
    first = going_on.order_by("number").values_list("number", flat=True).first()
    return season.games_planned if first is None else first - 1


def remembered_at(season: Season, fixtures: Sequence[Fixture]) -> dict[int, Mapping[int, int]]:
    """With which revisions of their memories the players of these fixtures sit down, by number and player's key."""
    if not fixtures or (season.memory == Season.Memory.LIVE and not season.teaches):
        return {fixture.number: {} for fixture in fixtures}
    if season.memory == Season.Memory.OFF:
        return {fixture.number: {} for fixture in fixtures}
    if season.memory == Season.Memory.FROZEN:
        base = dict(season.roster.values_list("player_id", "memory"))
        return {fixture.number: base for fixture in fixtures}
    return {
        fixture.number: heads(season, fixture.seating or (), until=fixture.number - season.games_behind)
        for fixture in fixtures
    }


def heads(season: Season, players: Collection[int], *, until: int | None = None) -> dict[int, int]:
    """The revisions of what these players remember within a season, by their keys: what its fixtures taught them, of
    those up to a number where one is given, what they remembered at its start, or what somebody wrote since."""
    of_season = Learned.objects.filter(season=season, player=OuterRef("player"))
    if until is not None:
        of_season = of_season.filter(number__lte=until)
    since = MemoryRevision.objects.filter(player=OuterRef("player"), game_id="", number__gt=OuterRef("memory"))
    places = SeasonPlayer.objects.filter(season=season, player__in=players).annotate(
        learned_here=Coalesce(Subquery(of_season.order_by("-number").values("revision")[:1]), 0),
        by_hand=Coalesce(Subquery(since.order_by("-number").values("number")[:1]), 0),
    )
    rows = places.values_list("player_id", "memory", "learned_here", "by_hand")
    return {player: max(numbers) for player, *numbers in rows}


# --- what they learn -------------------------------------------------------------------------------------------------


class Sitting(NamedTuple):
    """A player who is to learn from a fixture: its seat, and the revisions of what it remembers within the season and
    everywhere."""

    seat: Seat
    here: int
    everywhere: int


def untaught_seasons() -> QuerySet[Season]:
    """The seasons some of whose players are still to learn from a game that has ended; what was cancelled teaches no
    more."""
    left = Fixture.objects.filter(season=OuterRef("pk"), taught_at__isnull=True, game__status=Game.Status.FINISHED)
    live = Season.objects.filter(memory=Season.Memory.LIVE).exclude(persona_source=Season.PersonaSource.GAME)
    return live.filter(Exists(left)).exclude(status=Season.Status.CANCELLED)


def teach_players(*, season: Season, now: datetime) -> int:
    """Has a season's players learn from its games, fixture by fixture, as far as it is known what there is to learn;
    returns how many fixtures have taught all of theirs by this."""
    if not season.teaches:
        return 0
    done, waiting = 0, set[int]()
    untaught = season.fixtures.filter(taught_at__isnull=True).order_by("number").select_related("game")
    for fixture in untaught[:MOST_LOOKED_AT]:
        if fixture.game is None:
            break  # nobody has sat down to it, nor to those behind it; or it is played again
        left = teach(season=season, fixture=fixture, besides=waiting, now=now)
        done += not left
        waiting |= left
    return done


def teach(*, season: Season, fixture: Fixture, besides: Collection[int], now: datetime) -> set[int]:
    """Has the players of a fixture learn from it, but for those who are still to learn from one before it; returns the
    keys of those who have not learned from it yet."""
    players = set(fixture.seating or ())
    if fixture.game is None or fixture.game.status != Game.Status.FINISHED:
        return players
    # Somebody else has answered for a player, or it was taken off the boards before it taught: nobody learns from that.
    if fixture.game.unrated or fixture.is_excluded:
        Fixture.objects.filter(pk=fixture.pk, taught_at__isnull=True).update(taught_at=now)
        return set()
    for _ in range(AGAIN):
        learned = Learned.objects.filter(season=season, number=fixture.number, player__in=players)
        left = players - set(learned.values_list("player_id", flat=True))
        ready = [seat for seat in _known(fixture.game, left, now) if seat.player_id not in besides]
        try:
            if not ready or _taught(season, fixture, ready):
                left -= {seat.player_id for seat in ready}
                break
        except LookupError as error:  # rules that are not known here: whoever knows them teaches by them
            logger.warning("a game cannot teach here", season=season.slug, fixture=fixture.number, error=str(error))
            break
    if not left:
        Fixture.objects.filter(pk=fixture.pk, taught_at__isnull=True).update(taught_at=now)
    return left


def _known(game: Game, players: Iterable[int], now: datetime) -> list[Seat]:
    """The seats of those players of a game that is over of whom it is known what there is to learn."""
    asked = Reflection.objects.filter(seat__game=game).values_list("seat", "status")
    settled = {seat for seat, status in asked if status != Reflection.Status.ASKED}
    seats = game.seats.filter(player__in=players).select_related("player__model", "game").order_by("number")
    if game.finished_at is not None and game.finished_at < now - ASKED_WITHIN:
        return list(seats)
    return [seat for seat in seats if seat.pk in settled or seat.player.model.provider in LanguageModel.OFFLINE]


def _taught(season: Season, fixture: Fixture, seats: Sequence[Seat]) -> bool:
    """Has these seats learn, unless somebody else has had them learn meanwhile or has written to a memory of theirs;
    whether it was done."""
    players = {seat.player_id: seat.player for seat in seats}
    here = heads(season, players)
    everywhere = _newest(players)
    known = learned_at([*here.items(), *everywhere.items()])
    game = seats[0].game

    def after(numbers: Mapping[int, int]) -> dict[int, dict[str, Any]]:
        before = {seat.number: known.get((seat.player_id, numbers.get(seat.player_id, 0)), {}) for seat in seats}
        return taught(game=game, learned=before)

    own = season.slug if season.is_twin else ""
    elsewhere = set() if own else {key for key in players if here.get(key, 0) != everywhere.get(key, 0)}
    new, new_elsewhere = after(here), after(everywhere) if elsewhere else {}
    with transaction.atomic():
        Season.objects.select_for_update(no_key=True).only("pk").get(pk=season.pk)
        numbers = Learned.objects.filter(season=season, number=fixture.number, player__in=players)
        newest = hold_all(players)
        if numbers.exists() or heads(season, players) != here or _newest(players) != everywhere:
            return False
        rows, revisions = [], list[MemoryRevision]()

        def revised(player: Player, number: int, new: Mapping[str, Any], within: str = "") -> int:
            """The number of the revision that a player remembers now; the one before where nothing is new."""
            if new == known.get((player.pk, number), {}):
                return number
            newest[player.pk] += 1
            told = {"learned": new, "author": player.player_id, "game_id": game.public_id, "season": within}
            revisions.append(MemoryRevision(player=player, number=newest[player.pk], **told))
            return newest[player.pk]

        for seat in sorted(seats, key=lambda seat: seat.player_id):  # as everybody marks their documents
            player = seat.player
            number = here.get(player.pk, 0)
            if player.pk in elsewhere:
                number = revised(player, number, new[seat.number], season.slug)
                revised(player, everywhere.get(player.pk, 0), new_elsewhere[seat.number])
            else:
                number = revised(player, number, new[seat.number], own)
            rows.append(Learned(season=season, player=player, number=fixture.number, revision=number))
        add_learned(revisions=revisions)
        Learned.objects.bulk_create(rows)
    return True


def _newest(players: Mapping[int, Player]) -> dict[int, int]:
    """The newest revisions that count everywhere, by the players' keys."""
    rows = MemoryRevision.objects.filter(player__in=players, season="").order_by().values_list("player_id")
    return dict(rows.annotate(Max("number")))
