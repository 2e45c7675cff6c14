"""What of memories follows from games that are veiled, and so is told nobody. Law: memories grow one upon the other, so
that is all from the first on that such a game taught.
"""

from collections.abc import Callable
from typing import ClassVar

from django.db.models import Exists, OuterRef, QuerySet

from games.models.game import Game
from personas.models import MemoryRevision


def unveiled(revisions: QuerySet[MemoryRevision]) -> QuerySet[MemoryRevision]:
    """Those of these revisions that nothing of a veiled game is in."""
    veiled = MemoryRevision.objects.filter(
        player=OuterRef("player"),
        number__lte=OuterRef("number"),
        game_id__in=Game.objects.filter(is_veiled=True).values("public_id"),
    )
    return revisions.filter(~Exists(veiled))


class Known:
    """Which revisions of memories everybody may know of now. What seasons hide besides is known above: whoever knows it
    puts a narrower question here when the apps are ready."""

    among: ClassVar[Callable[[QuerySet[MemoryRevision]], QuerySet[MemoryRevision]]] = staticmethod(unveiled)
