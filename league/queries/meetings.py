"""Head to head: how a player did against and beside each other that it met, in its latest games.

Law: this is worked out when it is asked for, and so from a bounded number of games (LATEST); pages and the API say so.
Kept sums were rejected: each game would add to ninety rows of four million, for a table that few look at.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.models import Game, Seat
from league.queries.results import Result
from personas.models import Player

LATEST: Final = 200  # games that are looked at


@dataclass(frozen=True, slots=True)
class Meeting:
    """Another player, by its key, and how one did in the games in which it sat on the other team, and on the same."""

    other: int
    against: Result
    beside: Result

    @property
    def games(self) -> int:
        """In how many games the two met."""
        return self.against.games + self.beside.games


@dataclass(frozen=True, slots=True)
class MeetingTold:
    """A meeting with who the other is."""

    player: Player
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Meetings:
    """Whom a player met in its latest games that are over, and in how many of them; most met come first."""

    games: int
    met: tuple[Meeting, ...]

    @property
    def is_all(self) -> bool:
        """Whether these are all its games."""
        return self.games < LATEST


def meetings_of(player: Player) -> Meetings:
    """Whom a player met. Two queries, of at most LATEST games and their seats."""
    over = player.seats.filter(game__status=Game.Status.FINISHED).order_by("-game_id")
    sat = {game: (team, winner) for game, team, winner in over.values_list("game_id", "team", "game__winner")[:LATEST]}
    counts: dict[int, dict[bool, list[int]]] = defaultdict(lambda: {True: [0, 0, 0], False: [0, 0, 0]})
    seats = Seat.objects.filter(game__in=sat).exclude(player=player).order_by()
    for game, other, team in seats.values_list("game_id", "player_id", "team"):
        mine, winner = sat[game]
        counted = counts[other][team == mine]
        counted[0] += 1
        counted[1] += winner == mine
        counted[2] += winner == Game.DRAW
    met = [Meeting(other, Result(*each[False]), Result(*each[True])) for other, each in counts.items()]
    return Meetings(len(sat), tuple(sorted(met, key=lambda each: (-each.games, each.other))))


def meetings_told(meetings: Sequence[Meeting]) -> list[MeetingTold]:
    """These meetings with who the others are. One query."""
    others = Player.objects.select_related("persona", "model").defer("persona__sheet")
    players = others.in_bulk([each.other for each in meetings])
    return [MeetingTold(players[each.other], each) for each in meetings]
