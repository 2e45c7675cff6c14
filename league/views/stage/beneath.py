"""What the page of a game shows beneath the line, through the glass alone: at one beat, or a stretch of them at once,
which the page's script asks for as it comes to it (`?part=beneath`).

Law: it follows from what the stage shows, so it is told to nobody who may not look through the glass, and no sooner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import Truncator

from league.queries.claims import untrue_so_far
from league.queries.stage.answers import journal_of
from league.queries.stage.beats import Beat, beat_with, state_at
from league.queries.stage.beliefs import Beliefs, beliefs_at
from league.queries.stage.beneath import Asked, Table, beneath
from league.queries.stage.transcript import Badge
from league.results.sides import HIDDEN
from league.views.stage.replay import Replay
from league.views.stage.suspicions import Web, web_of

STRETCH: Final = 12  # beats that are told at once
SHOWN_MOST: Final = 160  # characters of the event that shows a lie


@dataclass(frozen=True, slots=True)
class Beneath:
    """One beat: its number, the answers behind it, and what was believed by then."""

    number: int
    asked: Sequence[Asked]
    beliefs: Beliefs | None
    web: Web | None  # the same, drawn

    @property
    def is_empty(self) -> bool:
        return not self.asked and self.beliefs is None


def beneath_at(replay: Replay, number: int, count: int = 1) -> list[Beneath]:
    """What is beneath the line from a beat on, of so many beats as far as there are; the stage is seen through the
    glass."""
    if replay.last < 0:
        return []
    stage, last = replay.stage, min(number + count, len(replay.beats)) - 1
    journal = journal_of(stage.game, stage.events, replay.beats, last)
    seats = [sitting.place for sitting in stage.sittings]
    badges = {
        seat: Badge(role, stage.cast.sides.get(team, "")) for seat, (role, team) in stage.told.dealt.items() if role
    }
    hidden = {seat for seat, badge in badges.items() if badge.side == HIDDEN}
    numbers = range(number, last + 1)
    told = beneath(journal, stage.events, Table(seats, badges), [replay.beats[each] for each in numbers])
    scenes = _scenes(replay.beats)
    found = []
    for each in numbers:
        believed = beliefs_at(journal, each, scenes, seats, hidden)
        dead = {seat for seat, knows in state_at(replay.beats, each).seats.items() if knows.get("fate")}
        web = None if believed is None else web_of(believed, replay.positions, dead)
        found.append(Beneath(each, told[each], believed, web))
    return found


@dataclass(frozen=True, slots=True)
class Untruth:
    """An untrue claim: who made it, in which scene and what it said; what shows that it is not so, in the words of that
    event; and the numbers of the events and beats of both. Nothing shows it by itself where `shown` is "". It is a lie
    where whoever made it knew better (claims.Untrue); else a mistake."""

    alias: str
    scene: str
    said: str
    event: int
    beat: int
    shown: str
    shown_by: int | None
    shown_at: int | None
    is_lie: bool


@dataclass(frozen=True, slots=True)
class Untruths:
    """The untrue claims of a game, in the order in which they were made."""

    lies: Sequence[Untruth]
    mistakes: Sequence[Untruth]

    def __bool__(self) -> bool:
        return bool(self.lies or self.mistakes)


def untruths_told(replay: Replay, events: Sequence[Mapping[str, Any]]) -> Untruths:
    """The claims that these of its events, the first ones through the glass, show to be untrue."""
    stage, beats = replay.stage, replay.beats
    scenes = _scenes(beats)
    texts = {event["seq"]: event["text"] for event in stage.events}
    found = []
    for each in untrue_so_far(events, [sitting.place.alias for sitting in stage.sittings]):
        beat = beat_with(beats, each.event)
        shown_at = None if each.shown_by is None else beat_with(beats, each.shown_by)
        shown = Truncator(texts.get(each.shown_by, "")).chars(SHOWN_MOST)
        speaker = stage.sittings[each.speaker]
        is_lie = each.known_to_speaker or (each.known_to_hidden and speaker.side == HIDDEN)
        alias, scene = speaker.place.alias, scenes[beat]
        found.append(Untruth(alias, scene, each.said, each.event, beat, shown, each.shown_by, shown_at, is_lie))
    return Untruths([each for each in found if each.is_lie], [each for each in found if not each.is_lie])


def _scenes(beats: Sequence[Beat]) -> Mapping[int, str]:
    """The title of the scene that each beat is in."""
    title, found = "", {}
    for beat in beats:
        title = found[beat.number] = beat.sets.get("title", title)
    return found
