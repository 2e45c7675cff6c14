"""Which game of its season a game is for each player in it, so that it does not say again what it said in the last.

Counted are the games that were made of the season so far, void ones too, for their words have been heard. It is written
with the seat once, so a game that goes on after a restart goes on in the same words; and the next is told from the
newest, so that it costs as much in a season's last game as in its second.
"""

from collections.abc import Iterable, Sequence

from django.db.models import OuterRef, Subquery

from games.models import Seat
from personas.models import Player

Sitting = tuple[str | None, Sequence[Player]]  # a game: the slug of its season, and who plays


def outings_in(games: Iterable[Sitting]) -> list[tuple[int, ...]]:
    """By game and seat, from 1; 0 outside of seasons. One query for each season."""
    games = list(games)
    last: dict[tuple[str, int], int] = {}
    for season in {slug for slug, _ in games if slug}:
        players = {player.pk for slug, sitting in games if slug == season for player in sitting}
        newest = Seat.objects.filter(player=OuterRef("pk"), game__terms__season=season).order_by("-game_id")
        known = Player.objects.filter(pk__in=players).order_by()
        outings = known.values_list("pk", Subquery(newest.values("outing")[:1]))
        last.update({(season, player): outing or 0 for player, outing in outings})
    found: list[tuple[int, ...]] = []
    for slug, sitting in games:
        if not slug:
            found.append((0,) * len(sitting))
            continue
        for player in sitting:
            last[slug, player.pk] += 1
        found.append(tuple(last[slug, player.pk] for player in sitting))
    return found
