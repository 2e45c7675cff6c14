"""How the games of a season wait with it. Law: what is being played is played on, and what waits for its season says so
in its row, by which whoever lets it go on knows it again.
"""

from typing import Final

from django.db.models import Q, QuerySet

from games.models import Account, Game
from games.models.waiting import WITH_SEASON, kept_for_others, of_budget, shortage
from league.models import Season

WITH_ITS_SEASON: Final = WITH_SEASON  # why a game waits, and how it is known that it waits for that
SHORT: Final = (shortage(Account.Scope.SEASON), shortage("call"))  # why games wait whose season pauses for it
SPENT: Final = of_budget(Account.Scope.SEASON)  # how each reason begins that has to do with the season's cap
KEPT: Final = kept_for_others(Account.Scope.SEASON)  # but this is no reason to pause: others go on
HELD: Final = {"status": Game.Status.PAUSED, "waiting": WITH_ITS_SEASON}


def penniless_games(season: Season) -> QuerySet[Game]:
    """The games of a season that nobody holds and that wait for the season's caps, begun or not."""
    begun = Q(status=Game.Status.RUNNING, waiting__in=SHORT)
    unbegun = Q(status=Game.Status.SCHEDULED, waiting__startswith=SPENT) & ~Q(waiting=KEPT)
    return games_of(season).filter(begun | unbegun, lease_owner__isnull=True)


def games_of(season: Season) -> QuerySet[Game]:
    """The games of a season, without a join: PostgreSQL asks a joined condition only once, before it waits for whoever
    has the row, so a game that has just been claimed would be paused under its host."""
    return Game.objects.filter(pk__in=season.fixtures.filter(game__isnull=False).values("game"))


def hold_games(*, season: Season) -> None:
    """Lets none of a season's games begin, nor go on where they wait for its budget, until it goes on. To be called in
    the transaction that pauses it."""
    scheduled = games_of(season).filter(status=Game.Status.SCHEDULED)
    # In one order, as hosts lock them who tell them that they may not begin.
    list(scheduled.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    scheduled.update(**HELD)
    penniless_games(season).update(**HELD)
