"""Who is told how games ended. Law: no page tells how a game ended to somebody who has not watched it, but for the
game's own, at its end; standings always tell. A list that tells by what stands in it, as one of the games that somebody
won, leaves out what has not been watched; and what several games came to is told where no single one of them can be
read off it (`tells_sum`). Who would rather know says so once.

It hangs on no account: two cookies, which the page itself may set, say what this browser has chosen and which of the
newest games it has watched to their end. A game is known to have been watched where scripts run; without them the
choice is all there is. The API, the admin and the command line tell everybody.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from games.models import Game

CHOICE: Final = "endings"  # the cookie; SHOWN, or HIDDEN as if there were none
SHOWN, HIDDEN = "shown", "hidden"
WATCHED: Final = "watched"  # the cookie: ids of games, the latest first, with a full stop between
MOST: Final = 100  # of them; a browser keeps 4,096 bytes
# Of so many games that have not been watched a sum must be. Of fewer each is told: by the sum itself where it is of
# one, and to who looks before a game and after it, by a rate that moves by more than a tenth.
LEAST: Final = 10
_ID: Final = re.compile(r"[a-z0-9]{12}")


@dataclass(frozen=True, slots=True)
class Endings:
    """Of which games somebody is told how they ended."""

    is_shown: bool = True
    watched: frozenset[str] = frozenset()

    @classmethod
    def of(cls, cookies: Mapping[str, str]) -> "Endings":
        """As a browser says it; what is no id of a game is passed over."""
        watched = cookies.get(WATCHED, "").split(".")[:MOST]
        return cls(cookies.get(CHOICE) == SHOWN, frozenset(filter(_ID.fullmatch, watched)))

    def tells(self, public_id: str) -> bool:
        """Whether it is told how this game ended, if it has."""
        return self.is_shown or public_id in self.watched

    def tells_sum(self, games: int, *ways: int, seen: int = 0) -> bool:
        """Whether it is told what so many games came to, of which `seen` have been watched, and of which so many ended
        in one of these ways each. Not where few are left: who has watched all but one has the last by the difference;
        and not where those that are left may all have ended alike, for then each of them is told, however many."""
        return self.is_shown or not games or (games - seen >= LEAST and all(each > seen for each in ways))

    def hides(self, game: Game) -> bool:
        """Whether it is kept back how a game ended."""
        return game.status == Game.Status.FINISHED and not self.tells(game.public_id)


ALL: Final = Endings()  # for who is told everything


def endings_for(request: HttpRequest) -> Endings:
    """What whoever asks is told."""
    return Endings.of(request.COOKIES)


def context(request: HttpRequest) -> dict[str, Endings]:
    """For the switch that every page has."""
    return {"endings": endings_for(request)}
