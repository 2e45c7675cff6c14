"""What a seat has seen at a table with unfamiliar rules: what somebody was shown to be, and who went for whom.

Law: an event is understood by its sentence and its fields alone, whatever its kind: where a field holds the name of a
role or a team, the players in the sentence are that, but for those who brought the event about. What its author tells
everybody may be a lie and shows nothing; where it names one player it is a finger pointed. Names are replaced by marks
before a sentence is read, so that no name can be taken for a word.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from games.agents.house.mind.suspicion import shares
from games.agents.house.settling import settled
from games.agents.keeper import Keeper
from games.engine.events import Seat
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Entry

# Log-odds of being hidden for a finger at somebody who was shown to be open, and at one who was shown to be hidden.
WRONG, RIGHT = 0.25, -0.5
SURE: Final = 12.0


class Seen:
    """What one seat has made of its view: teams by seat where they were shown, and fingers in their order."""

    def __init__(self, me: Seat, seats: int, ruleset: Ruleset[Any]) -> None:
        self.me = me
        self.seats = seats
        self.ruleset = ruleset
        self.teams: dict[Seat, str] = {}
        self.fingers: list[tuple[Seat, Seat]] = []
        self.polls: set[int] = set()  # after which something new was seen
        self._shows = {role.name: role.team for role in ruleset.roles}
        self._shows |= {team: team for team in (ruleset.open_team, ruleset.hidden_team)}
        self._marks = tuple(f"\x00{seat}\x00" for seat in range(seats))

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
        data = event.data()
        self.polls.add(entry.poll)
        if "words" in data:
            return
        text = event.text(self._marks)
        named = [seat for seat, mark in enumerate(self._marks) if mark in text]
        others = [seat for seat in named if seat not in event.authors]
        shown = [self._shows[value] for value in data.values() if isinstance(value, str) and value in self._shows]
        is_told = bool(event.authors) and entry.is_public
        if shown and not is_told:
            self.teams |= dict.fromkeys(others, shown[0])
        elif is_told and len(event.authors) == len(others) == 1:
            self.fingers.append((event.authors[0], others[0]))

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
        return chances | shares({seat: settled(weight) for seat, weight in weights.items()}, max(0, hidden))


@contextmanager
def seeing(view: Sequence[Entry], me: Seat, seats: int, ruleset: Ruleset[Any]) -> Iterator[Seen]:
    """What a seat has seen by now, to be read."""
    key = (id(view[0]) if view else 0, me, ruleset.slug)
    seen, heard = _kept.take(key, view) or (Seen(me, seats, ruleset), [])
    for entry in view[len(heard) :]:
        seen.see(entry)
        heard.append(entry)
    yield seen
    _kept.put(key, seen, heard)


_kept: Final[Keeper[Seen]] = Keeper(most=256)
