"""What may be seen backstage. Law: what the glass lens shows everybody now; the rest is for moderators.

A sealed game that is not over hides roles, events, answers and calls from staff too, and how many there are of them;
the permission `games.see_secrets` lifts that. Seed and salt stay hidden until the end of every game.
"""

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString

from games.models import Game
from games.queries import Visitor, sees_secrets
from personas.backstage import link_to

OVER: Final = Q(status__in=Game.OVER)
# What the glass lens shows everybody at once. A delayed game's newest rows are not; here all of it waits for the end.
OPEN: Final = OVER | Q(terms__spoilers="open")
# The same of a row that belongs to a game. Its contrary would not do: of terms that do not name it nothing is true.
OF_OPEN: Final = Q(game__isnull=True) | Q(game__status__in=Game.OVER) | Q(game__terms__spoilers="open")


def shown_games(user: Visitor, rule: Q = OPEN) -> QuerySet[Game]:
    """The games whose hidden side this user may see now; with OVER as the rule, those whose seed too."""
    return Game.objects.all() if sees_secrets(user) else Game.objects.filter(rule)


def hidden_games(user: Visitor) -> QuerySet[Game]:
    """The games whose hidden side this user may not see now: of those that are not over all that are not open."""
    if sees_secrets(user):
        return Game.objects.none()
    return Game.objects.exclude(status__in=Game.OVER).exclude(terms__spoilers="open")


def of_shown_games(rows: QuerySet[Any], user: Visitor) -> QuerySet[Any]:
    """Those of the rows whose games shown_games() has, and those of no game. For who sees all, nothing is asked of a
    game; for others the game that stands beside a row is looked at: `game__in` all that are shown took the database
    through a hundred thousand games first."""
    return rows if sees_secrets(user) else rows.filter(OF_OPEN)


def link_to_game(game: Game | None) -> SafeString | str:
    """A link to a game by its id alone, where all around it are games."""
    return link_to(game, game.public_id if game else None)
