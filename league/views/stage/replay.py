"""A game at one of its beats: the table and what is known of everybody by then, the card in its middle, and what leads
to other beats. While the game is on, at the newest one.

Law: what is shown at a beat follows from the beats up to it; how long a game that is over lasts, and where its scenes
begin, is no secret. The page's script shows the same (static/league/js/replay.js), and a browser test holds the two
together.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, pi, sin
from typing import Any

from games.engine.score import A_WORD_THOUGHT
from games.engine.viewpoint import AUDIENCE, GLASS
from games.models import Game
from league.queries.stage.aboard import MEETING
from league.queries.stage.beats import SAID, SCENE, Beat, State, beat_with, beats_of, state_at
from league.queries.stage.ship import AT, HEIGHT, ROOM, SHIFT, WIDTH, chambers, doorways, drawn, stands_at, vents
from league.queries.stage.story import NIGHT, Turn, story_of
from league.queries.stage.transcript import BEFORE, Place, known_by
from league.queries.stage.tray import Stack, tray_of
from league.results.sides import side_of
from league.views.stage.page import HEADLINES, Camp, Sitting, Stage, Voice

A_LINE = 45  # characters
MOST_MARKS = 6  # on a card
LENGTHS = {300: "short", 520: "long", 10**9: "longer"}  # characters on a card
ACROSS, DOWN = 430, 380  # how far seats sit from the middle of the table, in thousandths of its width and height


@dataclass(frozen=True, slots=True)
class AtTable:
    """A seat at a beat: who it is, what is known of it by then, and what it does. Of whom no role is known `role` is
    what else is: a partner, a team, that it is cleared."""

    place: Place
    persona: str
    role: str
    side: str
    fate: str
    is_speaking: bool
    has_voted: bool
    votes: int


@dataclass(frozen=True, slots=True)
class Arc:
    """A line from one seat to another, in thousandths of the table: whom somebody votes for, speaks to or speaks of."""

    kind: str
    ends: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Crew:
    """A seat as it is drawn on the ship: where, whether as a body, whether at all, whether it was seen there earlier
    only, what it does, as a sign, and of how many in a hundred of its tasks it is done with, where that is known."""

    place: Place
    x: int
    y: int
    is_body: bool
    is_shown: bool
    is_faded: bool
    sign: str
    done: int | None


@dataclass(frozen=True)  # without slots: what follows from the beats is worked out once
class Replay:
    """A game at one of its beats through one lens."""

    stage: Stage
    beats: Sequence[Beat]
    number: int
    is_asked_for: bool = False  # whether that beat is, and not simply where one begins
    came_from: tuple[int, str] | None = None  # the beat and the lens whose moment this is, where one comes from another

    @classmethod
    def of(
        cls, stage: Stage, number: int | None = None, *, came_from: tuple[int, str] | None = None
    ) -> "Replay | None":
        """What a stage shows, at a beat; without one where one begins: a game that is over at its first, another at its
        newest. None where there is nothing to show, and nothing to come."""
        beats = beats_of(stage.events, stage.cast, stage.told)
        if not beats:
            return cls(stage, [_nothing_yet(stage)], 0) if stage.is_open else None
        begins = len(beats) - 1 if stage.is_open else 0
        shown = begins if number is None else min(number, len(beats) - 1)
        return cls(stage, beats, shown, number is not None, came_from)

    @property
    def beat(self) -> Beat:
        return self.beats[self.number]

    @cached_property
    def state(self) -> State:
        return state_at(self.beats, self.number)

    @cached_property
    def seats(self) -> list[AtTable]:
        beat, known = self.beat, self.state.seats
        against = Counter(target for _, target in beat.votes)
        voted = {*beat.voted, *(voter for voter, _ in beat.votes)}
        found = []
        for sitting in self.stage.sittings:
            place, its = sitting.place, known.get(sitting.place.number, {})
            found.append(
                AtTable(
                    place,
                    sitting.player.persona.slug if sitting.player else "",
                    its.get("role") or its.get("known", ""),
                    its.get("side", ""),
                    its.get("fate", ""),
                    place.number == beat.speaker,
                    place.number in voted,
                    against[place.number],
                )
            )
        return found

    @property
    def speaker(self) -> AtTable | None:
        return None if self.beat.speaker is None else self.seats[self.beat.speaker]

    @property
    def is_at_the_end(self) -> bool:
        """Whether the last that there is to be shown of a game is shown, which is over and counts."""
        return self.stage.game.status == Game.Status.FINISHED and self.number == self.last

    def is_dead(self, seat: int | None) -> bool:
        """Whether somebody is known to be dead there."""
        return any(each.place.number == seat and each.fate for each in self.seats)

    @property
    def turned(self) -> list[tuple[AtTable, str]]:
        """Everybody at the end, with what became of them; "" of who lived."""
        return [(seat, known.fate) for seat, known in zip(self.seats, self.stage.told.known, strict=True)]

    @property
    def story(self) -> list[Turn]:
        """What each scene came to, so far."""
        return story_of(self.beats[: self.number + 1], self.stage.cast.seats)

    @property
    def tray(self) -> list[Stack]:
        """The vote that goes on at this beat."""
        return tray_of(self.beat, self.state, self.stage.cast.seats)

    @property
    def voice(self) -> Place | None:
        """Who speaks at this beat; None where something is done without a word, by night, and between scenes."""
        return self.speaker.place if self.speaker is not None and self.beat.shape == SAID else None

    @property
    def voiced(self) -> Voice | None:
        """The same as the rail shows them."""
        return None if self.voice is None else self.stage.voices[self.voice.number]

    @property
    def phase(self) -> str:
        """Where the rail begins: at the scene of the beat that is asked for, else where the stage has it."""
        return self.state.title if self.is_asked_for else self.stage.phase

    @property
    def living(self) -> int:
        """How many live there."""
        return sum(not seat.fate for seat in self.seats) if self.is_asked_for else self.stage.living

    @property
    def camps(self) -> tuple[Camp, ...]:
        """Who lives there, by side."""
        if not self.is_asked_for:
            return self.stage.camps
        dead = {seat.place.number for seat in self.seats if seat.fate}
        return tuple(
            replace(camp, voices=tuple(replace(each, is_dead=each.place.number in dead) for each in camp.voices))
            for camp in self.stage.camps
        )

    @property
    def is_looking_back(self) -> bool:
        """Whether what stands beside the stage is as of its beat: of a game that is on, where one is asked for."""
        return self.is_asked_for and self.stage.is_open and self.stage.game.status not in HEADLINES

    @property
    def heard(self) -> list[dict[str, Any]]:
        """The events of the lens up to this beat."""
        return [event for event in self.stage.events if event["seq"] <= self.beat.last]

    @property
    def headline(self) -> str:
        return self.state.title if self.is_looking_back else self.stage.headline

    @property
    def now(self) -> str:
        return f"{self.living} of {len(self.seats)} alive." if self.is_looking_back else self.stage.now

    @cached_property
    def sittings(self) -> Sequence[Sitting]:
        """The table beside the stage."""
        stage = self.stage
        if not self.is_looking_back:
            return stage.sittings
        then = known_by(self.heard, stage.cast.seats, stage.cast.teams)
        return [
            replace(sitting, known=known, side=side_of(stage.game.ruleset, known.team))
            for sitting, known in zip(stage.sittings, then, strict=True)
        ]

    @property
    def length(self) -> str:
        """How much stands on the card, as its class says it: what is long is set smaller."""
        said, thought = self._told
        return next(name for most, name in LENGTHS.items() if said + thought <= most)

    @property
    def is_inward(self) -> bool:
        """Whether more is thought than said."""
        said, thought = self._told
        return thought > said

    @property
    def _told(self) -> tuple[int, int]:
        """About how many characters are said, with what is marked of them, and thought."""
        said = len(self.beat.text) + A_LINE * (len(self.marks) + bool(self.more_marks))
        return said, sum(len(each.text) for each in self.beat.thoughts)

    @property
    def narration(self) -> str:
        """What the narrator says to this beat."""
        return self._narrations.get(self.number, "")

    @cached_property
    def _narrations(self) -> dict[int, str]:
        """The narrator's words by the beat whose events they follow."""
        found: dict[int, list[str]] = {}
        for after, text in sorted(self.stage.asides.items()):
            found.setdefault(beat_with(self.beats, after), []).append(text)
        return {number: " ".join(texts) for number, texts in found.items()}

    def _hold(self, beat: Beat) -> float:
        """Seconds that a beat is shown: what the narrator says to it is read, too."""
        return round(beat.hold, 2) + A_WORD_THOUGHT * len(self._narrations.get(beat.number, "").split())

    @property
    def thoughts(self) -> list[tuple[Place, str]]:
        return [(self.stage.sittings[each.seat].place, each.text) for each in self.beat.thoughts]

    @property
    def marks(self) -> list[tuple[Place, Any]]:
        """What the stage marks: what is claimed here and untrue claims before others, where it has no room for all."""
        shown = self._known
        if len(shown) > MOST_MARKS:
            shown = sorted(shown, key=lambda each: (each.is_earlier, each.verdict != "false"))[:MOST_MARKS]
        return [(self.stage.sittings[each.seat].place, each) for each in shown]

    @property
    def more_marks(self) -> int:
        """How many more there are."""
        return max(0, len(self._known) - MOST_MARKS)

    @property
    def _known(self) -> list[Any]:
        """What is claimed here, and of what was claimed before that of which somebody can tell whether it was so."""
        return [each for each in self.beat.marks if not each.is_earlier or each.verdict != "unknowable"]

    @property
    def arcs(self) -> list[Arc]:
        beat = self.beat
        pairs = [("voted", voter, target) for voter, target in beat.votes if target is not None]
        if beat.speaker is not None:
            pairs += [("to", beat.speaker, target) for target in beat.targets if target != beat.speaker]
            pairs += [("of", beat.speaker, named) for named in beat.names]
        at = self.positions
        return [Arc(kind, (*at[one], *at[other])) for kind, one, other in pairs]

    @property
    def ship(self) -> dict[str, Any] | None:
        """The ship as it is drawn, with everybody whose place the lens has been shown; None for other games."""
        if not self.stage.cast.has_ship:
            return None
        return {
            "chambers": chambers(self.state.ship.get("rooms", {}), self.state.ship.get("captions", {})),
            "told": self.state.ship,
            "doorways": drawn(doorways()),
            "vents": drawn(vents()),
            "crew": self.crew,
            "size": (WIDTH, HEIGHT),
            "room": ROOM,
        }

    @cached_property
    def crew(self) -> list[Crew]:
        """Everybody as they are drawn on the ship."""
        there: Counter[str] = Counter()
        found, places, ship = [], self.state.places, self.state.ship
        for sitting in self.stage.sittings:
            seat = sitting.place.number
            room, is_body = places.get(seat, ("", False))
            is_shown = bool(room) and (is_body or not self.state.seats.get(seat, {}).get("fate"))
            at = stands_at(room, there[room]) if is_shown else (0, 0)
            there[room] += is_shown
            sign, done = ship.get("signs", {}).get(str(seat), ""), ship.get("done", {}).get(str(seat))
            is_faded = seat in ship.get("faded", ())
            found.append(Crew(sitting.place, *at, is_body, is_shown, is_faded, sign, done))
        return found

    @property
    def is_on_shift(self) -> bool:
        """Whether the ship is what there is to see: not in meetings, nor before and after the game."""
        return self.stage.cast.has_ship and self.beat.scene.startswith(f"{SHIFT}-")

    @property
    def is_in_meeting(self) -> bool:
        """Whether the ship is in a corner while those who are together talk of it."""
        return self.stage.cast.has_ship and self.beat.scene.startswith(f"{MEETING}-")

    @property
    def is_night(self) -> bool:
        """Whether it is dark at the table."""
        return self.state.icon == NIGHT

    @property
    def is_map_shown(self) -> bool:
        """Whether anything of the ship is in view."""
        return self.is_on_shift or self.is_in_meeting

    @cached_property
    def positions(self) -> list[tuple[int, int]]:
        """Where seats sit, in thousandths of the table's width and height, as game.css has it: on an ellipse, the first
        at the top."""
        seats = len(self.stage.sittings)
        turns = [2 * pi * seat / seats - pi / 2 for seat in range(seats)]
        return [(round(500 + ACROSS * cos(turn)), round(500 + DOWN * sin(turn))) for turn in turns]

    @cached_property
    def chapters(self) -> list[tuple[int, str]]:
        """Where each scene begins, with its title; of an end that is kept back no more than that it is one."""
        found = [(beat.number, beat.scene, beat.sets["title"]) for beat in self.beats if "title" in beat.sets]
        found = [each for each in found if each[0] <= self.last]
        keeps = self.stage.keeps_end
        return [(number, "The end" if keeps and scene == "end" else title) for number, scene, title in found]

    @property
    def landmarks(self) -> dict[str, list[int]]:
        """Where scenes begin and somebody is lost, and which of that is drawn: of a loss ahead of who has not watched
        the game nothing is on the page."""
        begins = [number for number, _ in self.chapters]
        losses = sorted(
            {beat.number for beat in self.beats for known in beat.sets.get("seats", {}).values() if known.get("fate")}
        )
        return {
            "begins": begins,
            "loss": [number for number in losses if not self.stage.keeps_end or number <= self.number],
        }

    @property
    def ways(self) -> dict[str, int]:
        """Beats that can be gone to from here, by what leads there."""
        starts = [number for number, _ in self.chapters]
        return {
            "first": max([each for each in starts if each < self.number], default=0),
            "before": max(0, self.number - 1),
            "after": min(len(self.beats) - 1, self.number + 1),
            "next": min([each for each in starts if each > self.number], default=len(self.beats) - 1),
        }

    @property
    def last(self) -> int:
        """The number of the last beat; -1 where there is none yet."""
        return len(self.beats) - 1 if self.beats[0].first else -1

    @property
    def reach(self) -> int:
        """How far the scrubber goes."""
        return max(0, self.last)

    @property
    def clock(self) -> str:
        """How far in it is, of how long, in minutes and seconds; at the end all of it, as the script has it."""
        before = self.seconds if self.is_at_the_end else sum(map(self._hold, self.beats[: self.number]))
        return f"{_clock(before)} / {_clock(self.seconds)}"

    @cached_property
    def seconds(self) -> float:
        return sum(map(self._hold, self.beats))

    @property
    def carry(self) -> str:
        """What leads to another lens at the same moment, behind the lens's name in an address: of who came from another
        and has not moved at that one's, so that the way back leads to where they were."""
        number, lens = self.came_from or (self.number, self.stage.viewer.lens)
        return f"&beat={number}&of={lens}#replay" if self.is_asked_for else ""

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script needs beside the beats."""
        return {
            "beats": f"/api/v1/games/{self.stage.game.public_id}/beats/?lens={self.stage.viewer.lens}",
            "narrations": f"/api/v1/games/{self.stage.game.public_id}/narrations/?lens={self.stage.viewer.lens}"
            if self.stage.asides or (self.stage.is_open and self.stage.viewer in (AUDIENCE, GLASS))
            else None,
            "lens": self.stage.viewer.lens,
            "from": None if self.came_from is None else dict(zip(("beat", "of"), self.came_from, strict=True)),
            "is_open": self.stage.is_open,
            "names": [sitting.place.alias for sitting in self.stage.sittings],
            "letters": [sitting.place.letters for sitting in self.stage.sittings],
            "pace": self.stage.game.terms.get("pace", 0) if self.stage.is_open else 1,
            "at": self.positions,
            "keeps_end": self.stage.keeps_end,
            "rooms": {room: [stands_at(room, nth) for nth in range(len(self.stage.sittings))] for room in AT}
            if self.stage.cast.has_ship
            else None,
        }


def _nothing_yet(stage: Stage) -> Beat:
    """What stands on the table before anything has happened that this lens is shown."""
    told = f"Nothing to show yet: this lens is {stage.behind} behind." if stage.behind else stage.now
    return Beat(0, 0, 0, SCENE, BEFORE, told, sets={"title": stage.headline, "icon": ""})


def _clock(seconds: float) -> str:
    whole = int(round(seconds, 2))  # a last bit makes no second
    return f"{whole // 60}:{whole % 60:02}"
