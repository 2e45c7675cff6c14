"""What the page of a game shows beneath the line, through the glass alone: at one beat, or a stretch of them at once,
which the page's script asks for as it comes to it (`?part=beneath`).

Law: it follows from what the stage shows, so it is told to nobody who may not look through the glass, and no sooner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.queries.stage.answers import journal_of
from league.queries.stage.beats import Beat
from league.queries.stage.beliefs import Beliefs, beliefs_at
from league.queries.stage.beneath import Asked, Table, beneath
from league.queries.stage.transcript import Badge
from league.results.sides import HIDDEN
from league.views.stage.replay import Replay

STRETCH: Final = 12  # beats that are told at once


@dataclass(frozen=True, slots=True)
class Beneath:
    """One beat: its number, the answers behind it, and what was believed by then."""

    number: int
    asked: Sequence[Asked]
    beliefs: Beliefs | None

    @property
    def is_empty(self) -> bool:
        return not self.asked and self.beliefs is None


def beneath_at(replay: Replay, number: int, count: int = 1) -> list[Beneath]:
    """What is beneath the line from a beat on, of so many beats as far as there are; the stage is seen through the
    glass."""
    if replay.last < 0:
        return []
    stage, last = replay.stage, min(number + count, len(replay.beats)) - 1
    journal = journal_of(stage.game, replay.beats, last)
    seats = [sitting.place for sitting in stage.sittings]
    badges = {
        seat: Badge(role, stage.cast.sides.get(team, "")) for seat, (role, team) in stage.told.dealt.items() if role
    }
    hidden = {seat for seat, badge in badges.items() if badge.side == HIDDEN}
    numbers = range(number, last + 1)
    told = beneath(journal, stage.events, Table(seats, badges), numbers)
    scenes = _scenes(replay.beats)
    return [Beneath(each, told[each], beliefs_at(journal, each, scenes, seats, hidden)) for each in numbers]


def _scenes(beats: Sequence[Beat]) -> Mapping[int, str]:
    """The title of the scene that each beat is in."""
    title, found = "", {}
    for beat in beats:
        title = found[beat.number] = beat.sets.get("title", title)
    return found
