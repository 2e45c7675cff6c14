"""A game as its page shows it through one lens: playbill, table, transcript, and the record that proves it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from math import cos, pi, sin
from typing import Any

from django.urls import reverse

from games.engine.events import fatal, speakers
from games.engine.ruleset import WrongOption
from games.engine.rulesets import all_rulesets, ruleset_title
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer
from games.ledger.reads import Visitor, events_for, is_dictated, narrations_for
from games.models import Game
from games.models.waiting import CALLED_OFF
from league.queries.games import hook_told, number_before, of_season
from league.queries.stage.beats import Beat, State, beats_of, state_at
from league.queries.stage.ship import AT, HEIGHT, ROOM, SHIFT, WIDTH, chambers, doorways, stands_at, vents
from league.queries.stage.transcript import GONE, Known, Line, Place, Scene, Transcript, places, transcript
from league.results.sides import side_of
from personas.models import Player

LATEST = 8
HEADLINES = {
    Game.Status.SCHEDULED: "Curtain up soon",
    Game.Status.VOID: "Called off",
    Game.Status.DIVERGED: "Set aside",
}
EXPLAINED = {
    Game.Status.SCHEDULED: "The table is laid. The game begins when its time has come.",
    Game.Status.VOID: "This game was called off and counts for nobody.",
    Game.Status.DIVERGED: "Played again, this game did not come out the same; it was set aside and counts for nobody.",
}


@dataclass(frozen=True, slots=True)
class Sitting:
    """A row of the table: the seat, what the lens knows of it, and who plays it, to those who may know."""

    place: Place
    known: Known
    player: Player | None
    side: str
    is_eyes: bool
    is_of_a_seat: bool = False  # whether the lens is somebody's eyes
    level: str | None = None
    is_aware: bool | None = None
    sheet: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether somebody at the table knows something of it that not all do."""
        return self.is_of_a_seat and not self.is_eyes

    @property
    def what(self) -> str:
        """What the lens knows it to be: its role, or at least its team."""
        return self.known.role or (self.known.team if self.is_known else "")

    @property
    def how(self) -> str:
        """How a seat that looks knows it: as a partner, checked, or cleared by a task that was real."""
        return self.known.how if self.is_known else ""

    @property
    def as_then(self) -> str:
        """How the player was when it sat down, in words."""
        if self.sheet is None:
            return "level and sheet not recorded"
        aware = ", aware of being a model" if self.is_aware else ""
        return f"level {self.level}, version {self.sheet} of the sheet{aware}"


@dataclass(frozen=True, slots=True)
class Voice:
    """A seat as the rail shows it: who it is at the table, whose face it has, and what this lens has known of it from
    the deal on, so that it gives away nothing of what comes later."""

    place: Place
    persona: str  # the slug, where the lens may know who plays; else ""
    role: str
    side: str
    is_dead: bool


@dataclass(frozen=True, slots=True)
class Camp:
    """Seats of one team, or of all where the lens does not know the teams: `title` is "" then."""

    title: str
    side: str
    voices: tuple[Voice, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """All that the page of a game shows through one lens."""

    game: Game
    viewer: Viewer
    told: Transcript
    sittings: tuple[Sitting, ...]
    teams: dict[str, str]
    ruleset: str
    title: str
    season: str
    season_url: str
    keeps_end: bool = False  # the page tells how it ended nowhere but at its end
    events: Sequence[dict[str, Any]] = ()  # what the viewer sees

    @classmethod
    def of(cls, game: Game, viewer: Viewer, visitor: Visitor, *, keeps_end: bool = False) -> "Stage":
        """Reads the events that the viewer sees and folds them; `game` comes from games_staged()."""
        seats = list(game.seats.all())
        ruleset = all_rulesets().get(game.ruleset)
        teams = {role.name: role.team for role in ruleset.roles} if ruleset else {}
        asides = {each.after: each.text for each in narrations_for(game, viewer, user=visitor)}
        table = places([seat.alias for seat in seats])
        sides = {team: side_of(game.ruleset, team) for team in teams.values()}
        events = events_for(game, viewer, user=visitor)
        told = transcript(events, table, teams, asides, sides)
        if game.status == Game.Status.FINISHED:
            for seat, known in zip(seats, told.known, strict=True):
                if seat.survived is False:  # though no event said so
                    known.fate = known.fate or f"{GONE}, round {seat.died_round}"
        knowing = [_from_the_deal(known, told, viewer) for known in told.known] if keeps_end else told.known
        fixture = getattr(game, "fixture", None)
        season, slug = of_season(game)
        return cls(
            keeps_end=keeps_end,
            events=events,
            game=game,
            viewer=viewer,
            told=told,
            sittings=tuple(
                Sitting(
                    known.seat,
                    known,
                    seat.player,
                    side_of(game.ruleset, known.team),
                    viewer.seat == seat.number,
                    is_of_a_seat=viewer.seat is not None,
                    level=seat.level_then,
                    is_aware=seat.aware_then,
                    sheet=seat.sheet_then,
                )
                for seat, known in zip(seats, knowing, strict=True)
            ),
            teams=teams,
            ruleset=ruleset_title(game.ruleset),
            title=f"Game {fixture.number} of {fixture.season.games_planned}"
            if fixture
            else f"Game {number}, an attempt before"
            if (number := number_before(game))
            else "Exhibition",
            season=season,
            season_url=reverse("season", args=[slug]) if slug else "",
        )

    def beats_of(self, events: Sequence[dict[str, Any]], told: Transcript | None = None) -> list[Beat]:
        """The beats of events of this game, through any lens; `told` is their transcript, where there is one."""
        seats = [sitting.place for sitting in self.sittings]
        sides = {team: side_of(self.game.ruleset, team) for team in self.teams.values()}
        return beats_of(events, seats, self.teams, sides, told)

    @property
    def scenes(self) -> Sequence[Scene]:
        return self.told.scenes

    @property
    def is_live(self) -> bool:
        """Whether the game goes on at this moment, and this lens shows it as it does."""
        return self.game.status == Game.Status.RUNNING and not self.game.is_held_up and not self.is_late

    @property
    def is_open(self) -> bool:
        """Whether more may come, so that the page keeps listening."""
        return not self.game.is_over

    @property
    def headline(self) -> str:
        if self.game.status in HEADLINES:
            return HEADLINES[Game.Status(self.game.status)]
        if self.keeps_end:
            return hook_told(self.game)
        return self.scenes[-1].title if self.scenes else "The table is set"

    @property
    def now(self) -> str:
        if self.game.status in EXPLAINED:
            return EXPLAINED[Game.Status(self.game.status)]
        if self.keeps_end:
            return "How it ended stands at its end."
        return f"{self.told.living} of {len(self.sittings)} alive."

    @property
    def notice(self) -> str:
        """Why it does not go on, or why it counts for nobody; "" when there is nothing to explain."""
        why = self.game.waiting.rstrip(".")
        if self.game.is_held_up:
            return f"Held up: {why}."
        told = self.game.status in (Game.Status.VOID, Game.Status.DIVERGED) and self.game.waiting != CALLED_OFF
        return f"The reason: {why}." if told and why else ""

    @property
    def unrated(self) -> str:
        """Why it is in no result; "" when it is in one as any other."""
        return self.game.unrated.rstrip(".")

    @property
    def tried_again(self) -> datetime | None:
        """When a game is tried again that failed and that nobody holds: whoever holds it says it in the reason."""
        is_resting = self.game.is_held_up and self.game.status == Game.Status.RUNNING and not self.game.lease_owner
        return self.game.due_at if is_resting else None

    @property
    def starts(self) -> datetime | None:
        """When a game that has not begun is due."""
        is_scheduled = self.game.status == Game.Status.SCHEDULED
        return self.game.due_at if is_scheduled and not self.game.is_held_up else None

    @property
    def scene(self) -> Scene | None:
        return self.scenes[-1] if self.scenes else None

    @property
    def latest(self) -> Sequence[Line]:
        """The newest lines of all scenes but the narrator's, for a look in passing."""
        return self.told.lines_of_events[-LATEST:]

    @property
    def side(self) -> str:
        return side_of(self.game.ruleset, self.told.winner)

    @property
    def rule(self) -> str:
        """The rule book in six words: how many hide at this table, which the rules tell everybody."""
        ruleset = all_rulesets().get(self.game.ruleset)
        if ruleset is None:
            return ""
        seats = len(self.sittings)
        try:
            cast = ruleset.cast(seats, ruleset.options_from(self.game.options, seats))
        except WrongOption:  # of another release
            return ""
        hidden = sum(role.team == ruleset.hidden_team for role in cast)
        return f"{hidden} of these {seats} {'is' if hidden == 1 else 'are'} {_of_team(ruleset.hidden_team, hidden)}"

    @property
    def voices(self) -> tuple[Voice, ...]:
        """The seats as the rail shows them: while the game is on as they are now, and when it is over as they were at
        the deal, for the reader begins there."""
        found = []
        for sitting in self.sittings:
            role, team = self.told.dealt.get(sitting.place.number, ("", ""))
            persona = sitting.player.persona.slug if sitting.player else ""
            side = side_of(self.game.ruleset, team)
            found.append(Voice(sitting.place, persona, role, side, self.is_open and sitting.known.is_dead))
        return tuple(found)

    @property
    def camps(self) -> tuple[Camp, ...]:
        """Who lives, by side where the lens has known everybody's from the deal on: the hidden ones first."""
        teams = [self.told.dealt.get(voice.place.number, ("", ""))[1] for voice in self.voices]
        if not all(teams):
            return (Camp("", "", self.voices),)
        in_order = sorted(set(teams), key=lambda team: side_of(self.game.ruleset, team) != "hidden-team")
        return tuple(
            Camp(
                team.capitalize(),
                side_of(self.game.ruleset, team),
                tuple(voice for voice, its in zip(self.voices, teams, strict=True) if its == team),
            )
            for team in in_order
        )

    @property
    def speaking(self) -> Place | None:
        """Who spoke last, or, in a game that is over, first; None where this lens has heard nobody."""
        heard = [line.seat for scene in self.scenes for line in scene.lines if line.shape == "said" and line.seat]
        return heard[-1 if self.is_open else 0] if heard else None

    @property
    def phase(self) -> str:
        """Where the rail begins: at what goes on now, or, in a game that is over, at its first scene."""
        if self.is_open or not self.scenes:
            return self.headline
        return self.scenes[0].title

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script needs to go on from where the server stopped."""
        return {
            "status": self.game.status,
            "waiting": self.game.waiting,
            "late": self.is_late,
            "lens": self.viewer.lens,
            "after": self.told.last_seq,
            "fold": list(self.scene.fold.events) if self.scene and self.scene.fold else [],
            "seats": [asdict(sitting.place) for sitting in self.sittings],
            "teams": self.teams,
            "dealt": [[seat, *dealt] for seat, dealt in self.told.dealt.items()],
            "falls": fatal(),
            "speaks": speakers(),
            "sides": {team: side_of(self.game.ruleset, team) for team in self.teams.values()},
            "socket": f"/ws/games/{self.game.public_id}/",
            "events": f"/api/v1/games/{self.game.public_id}/events/",
            "dictated": is_dictated(self.game, self.viewer),
            "narrations": f"/api/v1/games/{self.game.public_id}/narrations/",
        }

    @property
    def is_late(self) -> bool:
        """Whether this lens is shown what happened only after a delay."""
        return self.is_open and self.viewer != AUDIENCE and self.game.terms.get("spoilers") == "delayed"

    @property
    def behind(self) -> str:
        """How far this lens is behind, where it is."""
        minutes = self.game.terms.get("delay_minutes")
        return f"{minutes} minute{'' if minutes == 1 else 's'}" if self.is_late else ""

    @property
    def is_glass(self) -> bool:
        return self.viewer == GLASS


def _from_the_deal(known: Known, told: Transcript, viewer: Viewer) -> Known:
    """What a lens has known of a seat from the deal on."""
    role, team = told.dealt.get(known.seat.number, ("", ""))
    is_partner = team and viewer.seat is not None and viewer.seat != known.seat.number
    return Known(known.seat, role, team, how="partner" if is_partner else "")


def _of_team(team: str, number: int) -> str:
    """Of which team so many are, in words: "mafia", "impostors", "an impostor"."""
    if number != 1 or not team.endswith("s"):
        return team
    return f"{'an' if team[0] in 'aeiou' else 'a'} {team[:-1]}"


# --- beat by beat ----------------------------------------------------------------------------------------------------

A_LINE = 45  # characters
LENGTHS = {300: "short", 520: "long", 10**9: "longer"}  # characters on a card
ACROSS, DOWN = 430, 360  # how far seats sit from the middle of the table, in thousandths of its width and height


@dataclass(frozen=True, slots=True)
class AtTable:
    """A seat at a beat: who it is, what is known of it by then, and what it does."""

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
class Replay:
    """A game that is over, at one of its beats through one lens."""

    stage: Stage
    beats: Sequence[Beat]
    number: int

    @classmethod
    def of(cls, stage: Stage, number: int = 0) -> "Replay | None":
        """The replay of what a stage shows, at a beat; None where there is nothing to show."""
        beats = stage.beats_of(stage.events, stage.told)
        return cls(stage, beats, min(number, len(beats) - 1)) if beats else None

    @property
    def beat(self) -> Beat:
        return self.beats[self.number]

    @property
    def state(self) -> State:
        return state_at(self.beats, self.number)

    @property
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
                    its.get("role", ""),
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
    def length(self) -> str:
        """How much stands on the card, as its class says it: what is long is set smaller."""
        beat = self.beat
        told = len(beat.text) + sum(len(each.text) for each in beat.thoughts) + A_LINE * len(beat.marks)
        return next(name for most, name in LENGTHS.items() if told <= most)

    @property
    def thoughts(self) -> list[tuple[Place, str]]:
        return [(self.stage.sittings[each.seat].place, each.text) for each in self.beat.thoughts]

    @property
    def marks(self) -> list[tuple[Place, Any]]:
        return [(self.stage.sittings[each.seat].place, each) for each in self.beat.marks]

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
        if not any("places" in beat.sets for beat in self.beats):
            return None
        return {
            "chambers": chambers(),
            "doorways": doorways(),
            "vents": vents(),
            "crew": self.crew,
            "size": (WIDTH, HEIGHT),
            "room": ROOM,
        }

    @property
    def crew(self) -> list[tuple[Place, int, int, bool, bool]]:
        """Who is drawn on the ship: the seat, where, whether as a body, and whether at all."""
        there: Counter[str] = Counter()
        found, places = [], self.state.places
        for sitting in self.stage.sittings:
            room, is_body = places.get(sitting.place.number, ("", False))
            is_shown = bool(room) and (is_body or not self.state.seats.get(sitting.place.number, {}).get("fate"))
            x, y = stands_at(room, there[room]) if is_shown else (0, 0)
            there[room] += is_shown
            found.append((sitting.place, x, y, is_body, is_shown))
        return found

    @property
    def is_on_shift(self) -> bool:
        """Whether the ship is what there is to see: not in meetings, nor before and after the game."""
        return self.beat.scene.startswith(f"{SHIFT}-")

    @property
    def positions(self) -> list[tuple[int, int]]:
        """Where seats sit, in thousandths of the table's width and height, as game.css has it: on an ellipse, the first
        at the top."""
        seats = len(self.stage.sittings)
        turns = [2 * pi * seat / seats - pi / 2 for seat in range(seats)]
        return [(round(500 + ACROSS * cos(turn)), round(500 + DOWN * sin(turn))) for turn in turns]

    @property
    def chapters(self) -> list[tuple[int, str]]:
        """Where each scene begins, with its title; of an end that is kept back no more than that it is one."""
        found = [(beat.number, beat.scene, beat.sets["title"]) for beat in self.beats if "title" in beat.sets]
        keeps = self.stage.keeps_end
        return [(number, "The end" if keeps and scene == "end" else title) for number, scene, title in found]

    @property
    def landmarks(self) -> list[tuple[int, str, bool]]:
        """Where scenes begin and somebody is lost, and whether that is marked yet: a loss ahead of who has not watched
        the game is not."""
        found = [(number, "scene", True) for number, _ in self.chapters]
        fates = {
            beat.number for beat in self.beats for known in beat.sets.get("seats", {}).values() if known.get("fate")
        }
        losses = [(number, "loss", not self.stage.keeps_end or number <= self.number) for number in sorted(fates)]
        return found + losses

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
        return len(self.beats) - 1

    @property
    def is_asked_for(self) -> bool:
        return self.number > 0

    @property
    def clock(self) -> str:
        """How far in it is, of how long, in minutes and seconds."""
        return f"{_clock(sum(beat.hold for beat in self.beats[: self.number]))} / {_clock(self.seconds)}"

    @property
    def seconds(self) -> float:
        return sum(beat.hold for beat in self.beats)

    @property
    def carry(self) -> str:
        """What leads to another lens at the same moment, behind the lens's name in an address."""
        return f"&beat={self.number}&of={self.stage.viewer.lens}#replay" if self.is_asked_for else ""

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script needs beside the beats."""
        return {
            "beats": f"/api/v1/games/{self.stage.game.public_id}/beats/?lens={self.stage.viewer.lens}",
            "lens": self.stage.viewer.lens,
            "names": [sitting.place.alias for sitting in self.stage.sittings],
            "at": self.positions,
            "keeps_end": self.stage.keeps_end,
            "rooms": {room: [stands_at(room, nth) for nth in range(len(self.stage.sittings))] for room in AT}
            if self.ship
            else None,
        }


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
