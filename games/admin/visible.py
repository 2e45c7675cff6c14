"""What may be seen backstage. Law: what the glass lens shows everybody now; the rest is for moderators.

A sealed game that is not over hides roles, events, answers and calls from staff too, and how many there are of them;
one that is veiled does so until its block is over, and who sits there besides. The permission `games.see_secrets` lifts
that. Seed and salt stay hidden until the end of every game.
"""

from typing import Any, Final

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce
from django.db.models.lookups import In
from django.utils.safestring import SafeString

from games.ledger.reads import Visitor, sees_secrets
from games.models import Game
from personas.backstage import link_to


def _is_hiding(terms: str) -> Q:
    """Whether the terms at this path hide something, as may_see() reads them: who names no spoilers hides nothing.
    The word is never unknown, so what is not hidden is shown and the other way round."""
    spoilers = Coalesce(KeyTextTransform("spoilers", terms), Value("open"), output_field=TextField())
    return Q(In(spoilers, ["delayed", "sealed"]))


OVER: Final = Q(status__in=Game.OVER, is_veiled=False)
# What the glass lens shows everybody at once. A delayed game's newest rows are not; here all of it waits for the end.
OPEN: Final = OVER | (Q(is_veiled=False) & ~_is_hiding("terms"))
# The same of a row that belongs to a game.
OF_OPEN: Final = Q(game__isnull=True) | (
    Q(game__is_veiled=False) & (Q(game__status__in=Game.OVER) | ~_is_hiding("game__terms"))
)


def shown_games(user: Visitor, rule: Q = OPEN) -> QuerySet[Game]:
    """The games whose hidden side this user may see now; with OVER as the rule, those whose seed too."""
    return Game.objects.all() if sees_secrets(user) else Game.objects.filter(rule)


def hidden_games(user: Visitor) -> QuerySet[Game]:
    """The games whose hidden side this user may not see now: all that shown_games() has not."""
    return Game.objects.none() if sees_secrets(user) else Game.objects.exclude(OPEN)


def of_shown_games(rows: QuerySet[Any], user: Visitor) -> QuerySet[Any]:
    """Those of the rows whose games shown_games() has, and those of no game. For who sees all, nothing is asked of a
    game; for others the game that stands beside a row is looked at: `game__in` all that are shown took the database
    through a hundred thousand games first."""
    return rows if sees_secrets(user) else rows.filter(OF_OPEN)


def link_to_game(game: Game | None) -> SafeString | str:
    """A link to a game by its id alone, where all around it are games."""
    return link_to(game, game.public_id if game else None)
