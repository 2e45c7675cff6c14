"""What a season hides of memories while it goes on. Law: said here for pages, API and documents alike: of a player in
such a season everybody sees what it remembered when that began, for memories grow one upon the other. For the same
reason of a player that a veiled game taught, what it remembered before the first of them. With no more players sit down
elsewhere, for what models are reminded of is told with their calls.
"""

from django.db.models import Exists, OuterRef, QuerySet

from games.models.veil import unveiled
from league.models import Season, SeasonPlayer
from personas.models import MemoryRevision


def unhidden(revisions: QuerySet[MemoryRevision], *, but: Season | None = None) -> QuerySet[MemoryRevision]:
    """Those of these revisions that no season hides now, `but` for one that hides nothing from itself."""
    hiding = SeasonPlayer.objects.filter(
        player=OuterRef("player"),
        season__hides_memory=True,
        season__memory=Season.Memory.LIVE,
        season__status__in=Season.UNDER_WAY,
    )
    if but is not None:
        hiding = hiding.exclude(season=but)
    return unveiled(revisions.filter(~Exists(hiding.filter(memory__lt=OuterRef("number")))))
