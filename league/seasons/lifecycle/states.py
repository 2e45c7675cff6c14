"""The states of a season and their change, and how its games wait with it. Law: a change is a conditional UPDATE on
the state that must still hold, so two clicks are one change, one refusal.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q, QuerySet

from games.directing.verbs import Verb
from games.models import Account, Game
from games.models.waiting import WITH_SEASON, kept_for_others, of_budget, shortage
from league.models import Season
from league.seasons.making.checking import WrongSeason

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


def move(*, season: Season, before: Sequence[str], after: str, verb: str, **fields: object) -> None:
    """Changes a season's status if it still is one of `before`, else raises WrongSeason."""
    moved = Season.objects.filter(pk=season.pk, status__in=before).update(status=after, **fields)
    if not moved and not Season.objects.filter(pk=season.pk).exists():
        raise WrongSeason("status", f"{season.slug} has been deleted.")
    season.refresh_from_db()
    if not moved:
        *others, last = before
        kinds = f"{', '.join(others)} or {last}" if others else last
        article = "an" if kinds.startswith("a") else "a"
        raise WrongSeason(
            "status", f"only {article} {kinds} season can be {verb}, and {season.slug} is {season.status}."
        )


def reason_given(reason: str) -> str:
    """A reason without what stands around it. Raises WrongSeason where it is none."""
    if not (said := Verb.reason_in(reason)):
        raise WrongSeason("reason", f"{Verb.want_of_reason}.")
    return said
