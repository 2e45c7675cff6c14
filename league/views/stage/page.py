"""A game as its page shows it through one lens: playbill, table, transcript, and the record that proves it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from django.urls import reverse

from games.engine.events import fatal, speakers
from games.engine.ruleset import WrongOption
from games.engine.rulesets import all_rulesets, ruleset_title
from games.engine.viewpoint import GLASS, Viewer
from games.ledger.reads import Visitor, delay_of, events_for, is_dictated, may_see, narrations_for
from games.models import Game
from games.models.waiting import CALLED_OFF
from league.queries.games import hook_told, is_of_house, number_before, of_season
from league.queries.stage.beats import Cast, cast_of
from league.queries.stage.transcript import GONE, Known, Line, Part, Place, Scene, Transcript, transcript
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
        """How the player was when it sat down, in words; "" where nobody is told who it is."""
        if self.player is None:
            return ""
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
    cast: Cast
    ruleset: str
    title: str
    season: str
    season_url: str
    keeps_end: bool = False  # the page tells how it ended nowhere but at its end
    delay: timedelta = timedelta(0)  # how old an event must be before it is shown to whoever looks
    events: Sequence[dict[str, Any]] = ()  # what the viewer sees
    asides: Mapping[int, str] = field(default_factory=dict)  # the narrator's words, by the event that they follow

    @classmethod
    def of(
        cls, game: Game, viewer: Viewer, visitor: Visitor, *, keeps_end: bool = False, is_short_of_end: bool = False
    ) -> "Stage":
        """Reads the events that the viewer sees and folds them, `is_short_of_end` those before the end alone; `game`
        comes from games_staged()."""
        seats = list(game.seats.all())
        cast = cast_of(game.ruleset, [seat.alias for seat in seats])
        asides = {each.after: each.text for each in narrations_for(game, viewer, user=visitor)}
        events = events_for(game, viewer, user=visitor)
        if is_short_of_end:
            events = list(takewhile(lambda event: event["kind"] != "ended", events))
            asides = {after: text for after, text in asides.items() if after <= (events[-1]["seq"] if events else 0)}
        told = transcript(events, cast.seats, cast.teams, asides, cast.sides)
        if game.status == Game.Status.FINISHED:
            for seat, known in zip(seats, told.known, strict=True):
                if seat.survived is False:  # though no event said so
                    known.fate = known.fate or f"{GONE}, round {seat.died_round}"
        is_known = may_see(game, visitor, None)
        knowing = [_from_the_deal(known, told, viewer) for known in told.known] if keeps_end else told.known
        fixture = getattr(game, "fixture", None)
        season, slug = of_season(game)
        return cls(
            keeps_end=keeps_end,
            delay=delay_of(game, visitor, viewer),
            events=events,
            asides=asides,
            game=game,
            viewer=viewer,
            told=told,
            sittings=tuple(
                Sitting(
                    known.seat,
                    known,
                    seat.player if is_known else None,
                    side_of(game.ruleset, known.team),
                    viewer.seat == seat.number,
                    is_of_a_seat=viewer.seat is not None and not viewer.is_ghost,
                    level=seat.level_then,
                    is_aware=seat.aware_then,
                    sheet=seat.sheet_then,
                )
                for seat, known in zip(seats, knowing, strict=True)
            ),
            cast=cast,
            ruleset=ruleset_title(game.ruleset),
            title=f"Game {fixture.number} of {fixture.season.games_planned}"
            if fixture
            else f"Game {number}, an attempt before"
            if (number := number_before(game))
            else "Exhibition",
            season=season,
            season_url=reverse("season", args=[slug]) if slug else "",
        )

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
    def sealed_until(self) -> str:
        """Whose end what is hidden waits for, in words: of a veiled game that of its block."""
        if not self.game.is_veiled:
            return "the game"
        return f"block {self.game.terms['block']} of its season" if "block" in self.game.terms else "its block"

    @property
    def is_shown(self) -> bool:
        """Whether it is shown beat by beat: not where it was called off, or set aside."""
        return self.is_open or self.game.status == Game.Status.FINISHED

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
    def tells_marks(self) -> bool:
        """Whether claims are marked where they were made: what shows them to be so or not came later, and would tell
        who has not watched that far. The glass knows it all along."""
        return self.is_glass or not self.keeps_end

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
    def is_of_house(self) -> bool:
        """Whether no language model answers for anybody at the table."""
        return is_of_house(self.game)

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
    def phase(self) -> str:
        """Where the rail begins: at what goes on now, or, in a game that is over, at its first scene."""
        if self.is_open or not self.scenes:
            return self.headline
        return self.scenes[0].title

    @property
    def living(self) -> int:
        """How many live where the rail begins."""
        return self.told.living if self.is_open else len(self.sittings)

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
            "recent": {
                "thoughts": [_unspaced(each.seat, "thinks", each.parts) for each in self.told.recent],
                "disclosed": [_unspaced(each.seat, each.verb, each.parts) for each in self.told.recent_disclosed],
            },
            "seats": [asdict(sitting.place) for sitting in self.sittings],
            "teams": self.cast.teams,
            "dealt": [[seat, *dealt] for seat, dealt in self.told.dealt.items()],
            "falls": fatal(),
            "speaks": speakers(),
            "sides": self.cast.sides,
            "socket": f"/ws/games/{self.game.public_id}/",
            "events": f"/api/v1/games/{self.game.public_id}/events/",
            "dictated": is_dictated(self.game, self.viewer),
            "narrations": f"/api/v1/games/{self.game.public_id}/narrations/",
        }

    @property
    def is_late(self) -> bool:
        """Whether this lens is shown what happened only after a delay."""
        return self.is_open and bool(self.delay)

    @property
    def has_meanwhile(self) -> bool:
        """Whether what is thought and done in secret is shown as it happens, or all of it is over."""
        return not self.is_open or self.game.terms.get("spoilers", "open") == "open"

    @property
    def behind(self) -> str:
        """How far this lens is behind, where it is."""
        minutes = self.delay // timedelta(minutes=1)
        return f"{minutes} minute{'' if minutes == 1 else 's'}" if self.is_late else ""

    @property
    def is_glass(self) -> bool:
        return self.viewer == GLASS


def _from_the_deal(known: Known, told: Transcript, viewer: Viewer) -> Known:
    """What a lens has known of a seat from the deal on."""
    role, team = told.dealt.get(known.seat.number, ("", ""))
    is_partner = team and viewer.seat is not None and viewer.seat != known.seat.number
    return Known(known.seat, role, team, how="partner" if is_partner else "")


def _unspaced(seat: Place, verb: str, parts: Sequence[Part]) -> str:
    """What somebody thought or disclosed, as a page has it, without blanks."""
    return "".join(f"{seat.alias}{verb}{''.join(part.text for part in parts)}".split())


def _of_team(team: str, number: int) -> str:
    """Of which team so many are, in words: "mafia", "impostors", "an impostor"."""
    if number != 1 or not team.endswith("s"):
        return team
    return f"{'an' if team[0] in 'aeiou' else 'a'} {team[:-1]}"
