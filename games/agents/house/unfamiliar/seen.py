"""What a seat has seen at a table with unfamiliar rules: what somebody was shown to be, and who went for whom.

Law: an event is understood by its sentence and its fields alone, whatever its kind: where a field holds the name of a
role or a team, the players in the sentence are that, but for those who brought the event about. What its author tells
everybody may be a lie and shows nothing; where it names one player it is a finger pointed. Names are replaced by marks
before a sentence is read, so that no name can be taken for a word. Whoever was not shown is suspected by what events
tell of seats (telling.py), and by how much that told in practice (weighing.py).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from games.agents.house.learned import NOTHING, Leanings, Taught
from games.agents.house.mind.suspicion import shares
from games.agents.house.settling import settled, total
from games.agents.house.unfamiliar.telling import Told, marked, told_by
from games.agents.house.unfamiliar.weighing import Marks, Signs
from games.agents.keeper import Keeper
from games.engine.events import Seat
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Entry

# Log-odds of being hidden for a finger at somebody who was shown to be open, and at one who was shown to be hidden.
WRONG, RIGHT = 0.25, -0.5
MARGIN: Final = 0.06  # of a share, by which people are suspected more or less than others


def marks(seats: int) -> tuple[str, ...]:
    """What stands for the names by seat: nothing that anybody could say."""
    return tuple(f"\x00{seat}\x00" for seat in range(seats))


class Seen:
    """What one seat has made of its view: teams by seat where they were shown, fingers in their order, the marks that
    each seat bears, and whom the newest event is about that named anybody."""

    def __init__(
        self, me: Seat, seats: int, ruleset: Ruleset[Any], signs: Signs | None = None, taught: Taught | None = None
    ) -> None:
        self.me = me
        self.seats = seats
        self.ruleset = ruleset
        self.signs = signs or Signs()
        self.marks: dict[Seat, Marks] = {seat: Counter() for seat in range(seats)}
        self.about: frozenset[Seat] = frozenset()
        self.teams: dict[Seat, str] = {}
        self.fingers: list[tuple[Seat, Seat]] = []
        self.polls: set[int] = set()  # after which something new was seen
        self.following = None if taught is None else taught.follower(me)
        self.learned: Leanings = NOTHING  # what other games add to the marks
        self._shows = {role.name: role.team for role in ruleset.roles}
        self._shows |= {team: team for team in (ruleset.open_team, ruleset.hidden_team)}

    @property
    def team(self) -> str:
        """One's own team; the open one for who was never told."""
        return self.teams.get(self.me, self.ruleset.open_team)

    @property
    def answers(self) -> int:
        """About how often one has answered."""
        return len(self.polls)

    @property
    def is_hidden(self) -> bool:
        """Whether one is hidden oneself."""
        return self.team == self.ruleset.hidden_team

    def see(self, entry: Entry) -> None:
        """Takes in what was heard."""
        event = entry.event
        if self.following is not None:
            self.learned = self.following.hear(entry)
        data = event.data()
        told = told_by(event, self.seats)
        self.polls.add(entry.poll)
        self._mark(told)
        if "words" in data:
            return
        others = [seat for seat in told.named if seat not in event.authors]
        shown = [self._shows[value] for value in data.values() if isinstance(value, str) and value in self._shows]
        is_told = bool(event.authors) and entry.is_public
        if shown and not is_told:
            self.teams |= dict.fromkeys(others, shown[0])
        elif is_told and len(event.authors) == len(others) == 1:
            self.fingers.append((event.authors[0], others[0]))

    def _mark(self, told: Told) -> None:
        self.about = told.about or self.about
        for seat, marks in marked(told, self.me):
            self.marks[seat].update(marks)

    def stance(self, chances: Mapping[Seat, float]) -> str:
        """How one looks at those whom the newest event is about: whether one is among them, and whether the others
        among them are likelier to be hidden than the rest."""
        place = "in it" if self.me in self.about else "out of it"
        named = [chance for seat, chance in chances.items() if seat in self.about]
        rest = [chance for seat, chance in chances.items() if seat not in self.about]
        if not named or not rest:
            return place
        gap = settled(total(named) / len(named) - total(rest) / len(rest))
        return f"{place}, {'suspected' if gap > MARGIN else 'trusted' if gap < -MARGIN else 'like others'}"

    def hidden_chances(self, options: Options) -> dict[Seat, float]:
        """How likely each other seat is to be of the hidden team."""
        ruleset = self.ruleset
        others = [seat for seat in range(self.seats) if seat != self.me]
        hidden = sum(role.team == ruleset.hidden_team for role in ruleset.cast(self.seats, options))
        hidden -= sum(team == ruleset.hidden_team for team in self.teams.values())
        chances = {seat: float(self.teams[seat] == ruleset.hidden_team) for seat in others if seat in self.teams}
        weights = {seat: 0.0 for seat in others if seat not in chances}
        for by, at in self.fingers:
            if by in weights and at in self.teams:
                weights[by] += RIGHT if self.teams[at] == ruleset.hidden_team else WRONG
        weights = {
            seat: settled(weight + self.signs.against(self.marks[seat]) + self.learned.get(seat, 0.0))
            for seat, weight in weights.items()
        }
        return chances | shares(weights, max(0, hidden))


@contextmanager
def seeing(
    view: Sequence[Entry],
    me: Seat,
    seats: int,
    ruleset: Ruleset[Any],
    signs: Signs | None,
    taught: Taught | None = None,
) -> Iterator[Seen]:
    """What a seat has seen by now, to be read; the same signs all through a game."""
    # What is kept holds its signs, so their id stays their own; another level has others.
    key = (id(view[0]) if view else 0, me, ruleset.slug, id(signs), taught)
    seen, heard = _kept.take(key, view) or (Seen(me, seats, ruleset, signs, taught), [])
    for entry in view[len(heard) :]:
        seen.see(entry)
        heard.append(entry)
    yield seen
    _kept.put(key, seen, heard)


_kept: Final[Keeper[Seen]] = Keeper(most=256)
