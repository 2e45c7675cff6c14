"""When a sealed season tells what it hides: block by block. Law: said here alone. A game of a block is veiled from its
making on (Game.is_veiled), and while it is, who sits there, its seed, what it cost and what it taught are told nobody,
and it is counted nowhere: no standing, figure, sum or bill knows of it. When the last game of its block is over all of
that comes at once, in one transaction.

A block is a whole cycle of each rule book, as many games of each as there are players; the last is what is left. In the
midst of one the counts of a design would tell what they come out even by, so none is shown before they are even.

- A game that was called off, or set aside, stays veiled, for its players keep their seats: its fixture is played again,
  in the same block, and both are told with that.
- A season that is paused tells nothing more until it goes on, or is ended.
- Finished early it has no fixture left but those that are played; when they are over, its last block is.
- Cancelled it plays no more, and its secret is told: so is all that it hid, at once.
- A twin waits for its first's block, or its own deals would tell it.

What started before there were such blocks has fixtures of none, and tells each game with its end, as it did.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.fields.json import KT

from games.models import Game
from league.models import Fixture, Season
from league.results.figures import count_games
from league.results.standings import record_results
from personas.memory import mark_documents

logger = structlog.get_logger(__name__)


def veiled_games(season: Season) -> QuerySet[Game]:
    """The games of a season that are veiled, those among them to which no fixture points any more."""
    return Game.objects.filter(is_veiled=True, terms__season=season.slug)


def seasons_veiling() -> QuerySet[Season]:
    """The seasons that have games of which not all is told."""
    return Season.objects.filter(slug__in=Game.objects.filter(is_veiled=True).values(slug=KT("terms__season")))


def reveal_due(*, now: datetime, season: Season | None = None) -> list[Game]:
    """Tells all blocks that are over, of all seasons or of one; returns their games."""
    seasons = seasons_veiling().order_by("pk") if season is None else [season]
    return [game for each in seasons for game in reveal_blocks(season=each, now=now)]


def reveal_behind(*, games: Sequence[Game], now: datetime) -> list[Game]:
    """Tells the blocks that games which have just ended were the last of; returns their games. No query where none of
    these is veiled."""
    slugs = {game.terms.get("season") for game in games if game.is_veiled}
    seasons = Season.objects.filter(slug__in=slugs).order_by("pk") if slugs else ()
    return [game for each in seasons for game in reveal_blocks(season=each, now=now)]


def reveal_blocks(*, season: Season, now: datetime) -> list[Game]:
    """Tells the blocks of a season that are over: who sat where in their games, and what they count in all results;
    returns those of their games that were played to the end. Their figures follow at once, where they can be counted
    here, else with the next look."""
    if not season.is_sealed or not blocks_over(season):
        return []
    with transaction.atomic():
        held = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        blocks = blocks_over(held)  # somebody may have been faster
        ours = veiled_games(held).filter(terms__block__in=blocks)
        games = list(ours.order_by("pk").select_for_update(no_key=True))
        Game.objects.filter(pk__in=[game.pk for game in games]).update(is_veiled=False)
        for game in games:
            game.is_veiled = False
        finished = [game for game in games if game.status == Game.Status.FINISHED]
        record_results(games=finished, now=now)
        # Also of those that sat only in games that count nowhere: what they learned is told by now.
        mark_documents(players=held.roster.values_list("player_id", flat=True))
    logger.info("blocks told", season=season.slug, blocks=sorted(map(int, blocks)), games=len(games))
    count_games(games=finished)
    return finished


def blocks_over(season: Season) -> list[str]:
    """The numbers, as terms have them, of the blocks of a season that are to be told and are not yet."""
    veiled = set(veiled_games(season).values_list(KT("terms__block"), flat=True).distinct())
    if season.status == Season.Status.CANCELLED:
        return sorted(veiled)
    unfinished = season.fixtures.filter(~Q(game__status=Game.Status.FINISHED) | Q(game=None), block__isnull=False)
    return sorted(veiled - {str(block) for block in unfinished.values_list("block", flat=True).distinct()})


class Block(NamedTuple):
    """The block of a sealed season that is told next: its number, of how many, and how many of its games are over."""

    number: int | None
    blocks: int | None
    games: int
    over: int

    @property
    def told(self) -> str:
        """When it is told, in a sentence."""
        games = f"its {self.games} games are" if self.games > 1 else "its game is"
        so_far = f"{self.over or 'none'} {'is' if self.over == 1 else 'are' if self.over else 'is'} so far"
        return f"Block {self.number} of {self.blocks}: revealed when {games} over, {so_far}."


def block_to_come(season: Season) -> Block | None:
    """The block that a season tells next; None where it tells each game with its end, or has told all. One query."""
    if not season.is_sealed or season.status not in Season.UNDER_WAY:
        return None
    finished = Count("pk", filter=Q(game__status=Game.Status.FINISHED))
    untold = Count("pk", filter=Q(game__isnull=True) | Q(game__is_veiled=True) | Q(game__status__in=Game.OVER[1:]))
    of_blocks = season.fixtures.filter(block__isnull=False).order_by("block").values("block")
    rows = list(of_blocks.annotate(games=Count("pk"), over=finished, untold=untold))
    next_ = next((row for row in rows if row["untold"]), None)
    return Block(next_["block"], rows[-1]["block"], next_["games"], next_["over"]) if next_ else None


def is_told(fixture: Fixture) -> bool:
    """Whether everybody may know who plays a fixture: one of a block whose game is veiled, or not made yet, nobody."""
    return fixture.block is None or (fixture.game is not None and not fixture.game.is_veiled)
