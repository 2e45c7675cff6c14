"""Games that wait for an account, and how they look again at once: when its cap is raised, or calls are allowed.

Law: who wakes them has locked them, before the account, as whoever plays them locks them.
"""

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Account, Game
from games.models.waiting import of_budget, shortage, stopped


def let_look_again(*, account: Account) -> None:
    """Has the games look at once that wait for an account. To be called where they and it are locked."""
    waiting_for(account).filter(status=Game.Status.RUNNING).update(waiting="", due_at=timezone.now())
    waiting_for(account).update(waiting="")


def waiting_for(account: Account) -> QuerySet[Game]:
    """The games that nobody holds and that wait for this account, to go on or to begin: for its cap to be raised, or
    for calls to be allowed. Of models and providers it is not told which; whoever wakes in vain waits again."""
    whose = {
        Account.Scope.GAME: Q(public_id=account.name),
        Account.Scope.SEASON: Q(terms__season=account.name),
        Account.Scope.LEARNING: Q(pk__in=[]),  # no game waits for what is learned
        Account.Scope.DAY: Q(),
        Account.Scope.MODEL: Q(),
        Account.Scope.PROVIDER: Q(),
    }
    begun = Q(status=Game.Status.RUNNING, waiting__in=(shortage(account.scope), stopped(account.scope)))
    unbegun = Q(status=Game.Status.SCHEDULED) & (
        Q(waiting__startswith=of_budget(account.scope)) | Q(waiting=stopped(account.scope))
    )
    waiting = Game.objects.filter(begun | unbegun, lease_owner__isnull=True)
    return waiting.filter(whose[Account.Scope(account.scope)])
