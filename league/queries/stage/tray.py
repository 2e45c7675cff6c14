"""A vote as it goes on: what lies on the tray at a beat.

Law: while one votes after the other names stand in the order in which they came up, and voters always in the order in
which they are told, so that nothing moves when the next vote is told; when all have voted names stand as in the
transcript. static/league/js/replay.js lays the same (#tray).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from league.queries.stage.beats import SAID, Beat, State
from league.queries.stage.transcript import Place, by_votes

ONE_BY_ONE: Final = ("deed", "chose")  # shapes of beats at which one votes after the other


@dataclass(frozen=True, slots=True)
class Stack:
    """Those who chose one name, in their order; or who have voted, for whom is not said yet, and who have not."""

    label: str
    hue: str
    voters: tuple[Place, ...]
    is_counted: bool = True

    @property
    def names(self) -> str:
        return ", ".join(voter.alias for voter in self.voters)


def tray_of(beat: Beat, state: State, seats: Sequence[Place]) -> list[Stack]:
    """What lies on the tray at a beat; nothing where nobody votes, or somebody speaks meanwhile."""
    if beat.shape == SAID:
        return []
    behind: dict[int | None, list[Place]] = {}
    for voter, target in beat.votes:
        behind.setdefault(target, []).append(seats[voter])
    found = [
        Stack("Nobody", "", tuple(behind[target]))
        if target is None
        else Stack(seats[target].alias, seats[target].hue, tuple(behind[target]))
        for target in (behind if beat.shape in ONE_BY_ONE else by_votes(behind))
    ]
    if beat.voted:
        found.append(Stack("Has voted", "", tuple(seats[seat] for seat in beat.voted), is_counted=False))
    if found and beat.shape in ONE_BY_ONE:
        voted = {*beat.voted, *(voter for voter, _ in beat.votes)}
        dead = {seat for seat, known in state.seats.items() if known.get("fate")}
        if still := tuple(each for each in seats if each.number not in voted | dead):
            found.append(Stack("Not yet", "", still, is_counted=False))
    return found
