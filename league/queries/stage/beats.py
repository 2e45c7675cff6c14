"""A game beat by beat, as one lens has seen it: what a replay shows one after the other, for how long, and what is
known by then.

Law: a beat is made of events of the lens and of nothing else, and says nothing of what comes after it: a claim is
marked on the beat whose events tell that it was false. Whoever shows a game need not know its rules: at every beat the
stage is the assignments of all beats so far, one after the other (`state_at`; static/league/js/replay.js does the
same). An event without time of its own belongs to the beat before it (games.engine.score); so do the cards of a deal,
and what goes on in one tick of a ship, or before the first.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.engine.events import fatal
from games.engine.rulesets import all_rulesets
from games.engine.score import (
    A_MOMENT,
    A_TICK_WITH_A_DEATH,
    LONGEST_TOGETHER,
    TICK,
    is_choice,
    replayed,
    seconds_to_read,
)
from league.queries.stage.aboard import Aboard
from league.queries.stage.ship import NOWHERE, places_told
from league.queries.stage.transcript import (
    CHECKED,
    CHOSEN,
    DEALS,
    NO_NEWS,
    ROUTINE,
    SCENES,
    SHOWN,
    Event,
    Fold,
    Known,
    Line,
    Place,
    Transcript,
    begins,
    learn,
    line_of,
    marks_told,
    names_of,
    places,
    scene_of,
    whom,
)
from league.results.sides import HIDDEN, side_of

SCENE, END, TICKS, DEAL = "scene", "end", "ticks", "deal"  # shapes that a line has not
SAID: Final = "said"
NOTHING: Final[Mapping[str, str]] = {}
NO_LINES: Final[Mapping[int, Line]] = {}
OPENERS: Final = ("phase", TICK)
READ_IN_A_TICK: Final = 3  # thoughts
WORTH_MOST: Final = ("died", "revealed", "verdict", "voted", "said", "deed")  # of what happens at once, what it is


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody thought, or claimed in words that are now known to be so or not: the seat and the text; of a claim
    also its `verdict`, and whether it was made earlier."""

    seat: int
    text: str
    verdict: str = ""
    is_earlier: bool = False


@dataclass(slots=True)
class Beat:
    """One thing that is shown. `first` and `last` are its events by the lens's own numbers, `hold` the seconds it is
    shown; `text` is what is said or told, `speaker` whose it is, `targets` whom it is for or against, `names` who else
    is named in a speech; `votes` who has voted for whom in the vote that goes on, None for nobody; `voted` who has,
    for whom this lens is not told yet. `sets` is what is known from here on: the scene by its `title` and `icon`, of
    `seats` by number role, side and fate, and `how` else than by the deal it is known, or of whom no role is how it is
    `known`, and on the ship `places`, by number in which room a seat was shown last, and whether it lies there dead,
    and `ship`, all else that its map shows (Aboard.shown), anew where it is another."""

    number: int
    first: int
    last: int
    shape: str
    scene: str
    text: str
    speaker: int | None = None
    aside: str = ""
    targets: tuple[int, ...] = ()
    names: tuple[int, ...] = ()
    thoughts: tuple[Said, ...] = ()
    marks: tuple[Said, ...] = ()
    votes: tuple[tuple[int, int | None], ...] = ()
    voted: tuple[int, ...] = ()
    hold: float = 0.0
    sets: dict[str, Any] = field(default_factory=dict)

    @property
    def plain(self) -> dict[str, Any]:
        """As JSON values; what is empty is left out."""
        told: dict[str, Any] = {"n": self.number, "seq_from": self.first, "seq_to": self.last, "kind": self.shape}
        told |= {"scene": self.scene, "text": self.text, "hold": round(self.hold, 2)}
        if self.speaker is not None:
            told["speaker"] = self.speaker
        told |= {"aside": self.aside} if self.aside else {}
        for name in ("targets", "names", "votes", "voted"):
            if value := getattr(self, name):
                told[name] = [list(each) if isinstance(each, tuple) else each for each in value]
        if self.thoughts:
            told["thoughts"] = [{"seat": each.seat, "text": each.text} for each in self.thoughts]
        if self.marks:
            told["marks"] = [
                {"seat": each.seat, "text": each.text, "verdict": each.verdict, "earlier": each.is_earlier}
                for each in self.marks
            ]
        return told | ({"sets": self.sets} if self.sets else {})


@dataclass(frozen=True, slots=True)
class State:
    """The stage at a beat: where the game stands, and what is known of each seat by its number."""

    title: str
    icon: str
    seats: Mapping[int, Mapping[str, str]]
    places: Mapping[int, tuple[str, bool]]
    ship: Mapping[str, Any]


def state_at(beats: Sequence[Beat], number: int) -> State:
    """What all beats up to this one have told."""
    title, icon = "", ""
    seats: dict[int, dict[str, str]] = {}
    places: dict[int, tuple[str, bool]] = {}
    ship: dict[str, Any] = {}
    for beat in beats[: number + 1]:
        title, icon = beat.sets.get("title", title), beat.sets.get("icon", icon)
        for seat, known in beat.sets.get("seats", {}).items():
            seats[int(seat)] = known
        for seat, (room, is_body) in beat.sets.get("places", {}).items():
            places[int(seat)] = room, is_body
        ship = beat.sets.get("ship", ship)
    return State(title, icon, seats, places, ship)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who sits at a table, and what its rule book says of them: `teams` gives a role's team, `sides` a team's class."""

    seats: Sequence[Place]
    teams: Mapping[str, str]
    sides: Mapping[str, str]
    has_ship: bool = False


def cast_of(ruleset: str, aliases: Sequence[str]) -> Cast:
    """The cast of a game by its rule book, which may be gone by now, and by what its seats are called."""
    rules = all_rulesets().get(ruleset)
    teams = {role.name: role.team for role in rules.roles} if rules else {}
    sides = {team: side_of(ruleset, team) for team in teams.values()}
    return Cast(places(aliases), teams, sides, has_ship=rules is not None and rules.has_ship)


def beats_of(events: Iterable[Event], cast: Cast, told: Transcript | None = None) -> list[Beat]:
    """The beats of a lens's events, in their order; `told` is the transcript of the same events, where it has been
    made: its lines are not made twice."""
    events = list(events)
    lines = {} if told is None else {line.seq: line for line in told.lines_of_events}
    folding = Folding(cast, lines)
    for event, hold in zip(events, replayed(events), strict=True):
        folding.take(event, hold)
    return folding.beats


def beats_as_told(ruleset: str, aliases: Sequence[str]) -> Callable[[Event], list[dict[str, Any]]]:
    """What takes the events of a lens one by one, while they happen, and gives the beats that each changes, as JSON
    values: those before that it prolongs, as a verdict the last vote, and last the one that it is part of: a new one,
    or the last one with more in it."""
    folding = Folding(cast_of(ruleset, aliases))
    return lambda event: [beat.plain for beat in folding.hear(event)]


class _Step(NamedTuple):
    """What one event gave its beat: seconds, and those in which all that is thought beside it by then is read."""

    hold: float
    to_read: float


class Folding:
    """Makes beats of events one after the other. Whoever has all of them gives each the seconds that it holds (`take`);
    else those are what can be said of it by then, and what comes later may prolong it (`hear`)."""

    def __init__(self, cast: Cast, lines: Mapping[int, Line] = NO_LINES) -> None:
        self._cast, self._seats, self._lines = cast, cast.seats, lines
        self._names = names_of(self._seats)
        self._told = Transcript(scenes=[], known=[Known(seat) for seat in self._seats])
        self._known: dict[int, dict[str, str]] = {}
        self._places: dict[int, tuple[str, bool]] = {}
        self._aboard = Aboard(self._seats)
        self._ship: tuple[dict[str, Any], dict[str, Any]] = (
            {},
            {},
        )  # what its map shows at the beat before, and at this one
        self.beats: list[Beat] = []
        self._opener: Event | None = None  # the last phase or tick: whatever comes is in it
        self._fold: Fold | None = None  # what the last beat is made of, where several events are told together
        self._votes: tuple[tuple[int, int | None], ...] = ()
        self._voted: tuple[int, ...] = ()
        self._chosen: tuple[tuple[int, int | None], ...] = ()  # for whom those have who are in _voted, where it is told
        self._steps: list[dict[int, _Step]] = []  # of each beat, by the number of the event
        self._lately: list[tuple[int, Event]] = []  # what was heard last, with the number of its beat

    def hear(self, event: Event) -> list[Beat]:
        """Takes up the next event, of which nobody knows yet what comes after it; the beats that it changes, its own
        last."""
        before = self._prolongable(event)
        *holds, hold = replayed([each for _, each in before] + [event])
        prolonged = {
            number
            for (number, each), seconds in zip(before, holds, strict=True)
            if self._prolongs(number, each["seq"], seconds)
        }
        beat = self.take(event, hold)
        self._lately = [*before, (beat.number, event)]
        return [self.beats[number] for number in sorted(prolonged - {beat.number})] + [beat]

    def _prolongable(self, event: Event) -> list[tuple[int, Event]]:
        """What an event may prolong: the one before it, and aboard a ship the ticks that it is in and comes after."""
        ticks = [place for place, (_, each) in enumerate(self._lately) if each["kind"] == TICK]
        if event["kind"] == "phase":
            return []
        if not ticks:
            return self._lately[-1:]
        return self._lately[ticks[-1] :] if event["kind"] == TICK else self._lately

    def _prolongs(self, number: int, seq: int, hold: float) -> bool:
        """Whether a beat is longer by what is known now of the seconds of one of its events."""
        steps, beat = self._steps[number], self.beats[number]
        if steps[seq].hold >= hold:
            return False
        steps[seq] = steps[seq]._replace(hold=hold)
        was, beat.hold = beat.hold, _together(steps.values())
        return beat.hold != was

    def take(self, event: Event, hold: float) -> Beat:
        """Takes up the next event; the beat that it is part of."""
        if event["kind"] in OPENERS:
            self._opener = event
        if not hold and self._breaks(event):
            hold = A_TICK_WITH_A_DEATH if event["kind"] in fatal() else A_MOMENT
        is_new = begins(event, self._told.scenes)
        if is_new:
            self._told.scenes.append(scene_of(event))
            self._votes, self._voted, self._chosen = (), (), ()
        learn(self._told, event, self._cast.teams)
        if self._joins(event, hold, is_new=is_new):
            self._add(event)
        else:
            self._steps.append({})
            self.beats.append(self._begun(event, is_new=is_new))
            self._aboard.begin()
            self._ship = self._ship[1], self._ship[1]
        beat = self.beats[-1]
        to_read = seconds_to_read(beat.text, [each.text for each in beat.thoughts]) if beat.thoughts else 0.0
        self._steps[-1][event["seq"]] = _Step(hold, to_read)  # whatever is thought: it is on the card, and is read
        beat.hold = _together(self._steps[-1].values())
        self._mark(beat, event)
        self._place(beat, event)
        self._note(beat)
        return beat

    def _joins(self, event: Event, hold: float, *, is_new: bool) -> bool:
        """Whether an event is part of the beat before it."""
        if not self.beats or is_new:
            return False
        if event["kind"] in DEALS:
            return self.beats[-1].shape == DEAL
        if event["kind"] == TICK:
            # Ticks in which this lens hears nothing are told together.
            return self._fold is not None and self._fold.shape == TICKS and self._fold.takes(event)
        if event["kind"] in ROUTINE:
            return self.beats[-1].shape == TICKS or not hold
        return not hold or self._is_echo(event)

    def _is_echo(self, event: Event) -> bool:
        """Whether it is done openly what its seat has just said, as the nomination is that a speech ends with: it is
        told beside those words, and not once more."""
        beat = self.beats[-1]
        is_of_speaker = beat.shape == SAID and beat.speaker == event.get("seat", event.get("by"))
        return is_of_speaker and event["kind"] not in SHOWN | CHOSEN and is_choice(event)

    def _breaks(self, event: Event) -> bool:
        """Whether something happens in the last of several quiet ticks: it is a beat of its own."""
        is_quiet = event["kind"] in ROUTINE or event["kind"] in DEALS or event["kind"] in SCENES
        fold = self._fold
        return not is_quiet and fold is not None and sum(each["kind"] == TICK for each in fold.events) > 1

    def _begun(self, event: Event, *, is_new: bool) -> Beat:
        scene = self._told.scenes[-1]
        number, seq = len(self.beats), event["seq"]
        sets = {"title": scene.title, "icon": scene.icon} if is_new else {}
        self._fold = None
        if event["kind"] in SCENES:
            shape = END if scene.id == "end" else SCENE
            return Beat(number, seq, seq, shape, scene.id, scene.text, sets=sets)
        line = self._line(event)
        beat = Beat(number, seq, seq, line.shape, scene.id, _text_of(line), sets=sets)
        if event["kind"] in DEALS:
            self._fold, beat.shape = Fold(DEAL), DEAL
        elif event["kind"] in ROUTINE:
            self._fold, beat.shape = Fold(TICKS), TICKS
        else:
            self._say(beat, event, line)
        self._take(beat, event, line)
        return beat

    def _add(self, event: Event) -> None:
        """Takes up an event that is told together with those before it."""
        beat, line = self.beats[-1], self._line(event)
        beat.last = event["seq"]
        if self._is_echo(event):
            beat.targets = tuple(dict.fromkeys((*beat.targets, *_targets(event, self._seats))))
            beat.names = tuple(seat for seat in beat.names if seat not in beat.targets)
            beat.aside = ", ".join(filter(None, (beat.aside, line.deed)))
            self._take(beat, event, line)
            return
        if event["kind"] not in ROUTINE and event["kind"] not in DEALS:
            # Something happens: it is told, and not how many walked meanwhile.
            was_quiet = self._fold is not None
            self._fold = None
            beat.text = _text_of(line) if was_quiet else " ".join(filter(None, (beat.text, _text_of(line))))
            if was_quiet or _worth(line.shape) < _worth(beat.shape):
                self._say(beat, event, line)
            elif event["kind"] in fatal() and beat.shape == line.shape:
                beat.speaker = None  # two die at once: it is neither's card
        self._take(beat, event, line)

    def _say(self, beat: Beat, event: Event, line: Line) -> None:
        beat.shape, beat.aside = line.shape, line.aside
        beat.speaker = line.seat.number if line.seat is not None else None
        if line.shape == SAID and line.hearers and beat.speaker is not None and self._told.known[beat.speaker].is_dead:
            beat.aside = "dead, and unheard by who lives"
        if event["kind"] in CHOSEN and "target" in event:
            beat.aside = f"for {whom(event['target'], self._seats)}"
        beat.targets = _targets(event, self._seats)
        named = (part.seat.number for part in line.parts if part.seat is not None) if line.shape == "said" else ()
        beat.names = tuple(seat for seat in dict.fromkeys(named) if seat not in (beat.speaker, *beat.targets))

    def _take(self, beat: Beat, event: Event, line: Line) -> None:
        """What an event adds to its beat, whatever it is told with."""
        thoughts = (
            *beat.thoughts,
            *(Said(thought.seat.number, "".join(part.text for part in thought.parts)) for thought in line.thoughts),
        )
        beat.thoughts = self._read_of(thoughts)
        if self._fold is not None:
            self._fold.events.append(event)
            self._fold.lines.append(line)
            # Read aloud, too: of more thoughts than stand on the card it says how many do.
            said = self._fold.told_with(len(beat.thoughts))
            if said == NO_NEWS:
                said = f"{NO_NEWS} yet"  # what comes next may be in the last of these ticks
            beat.text = ": ".join(filter(None, (self._fold.heading, said)))
        self._vote(event, line)
        told = {voter for voter, _ in self._votes}
        beat.votes, beat.voted = self._votes, tuple(seat for seat in self._voted if seat not in told)

    def _read_of(self, thoughts: tuple[Said, ...]) -> tuple[Said, ...]:
        """Of what is thought aboard a ship in one tick, by all at once, so much as can be read: of those who hide, as
        far as that is known, before others. All of it is beneath the line."""
        if self._opener is None or self._opener["kind"] != TICK or len(thoughts) <= READ_IN_A_TICK:
            return thoughts
        sides = {known.seat.number: self._cast.sides.get(known.team, "") for known in self._told.known}
        return tuple(sorted(thoughts, key=lambda each: sides.get(each.seat) != HIDDEN)[:READ_IN_A_TICK])

    def _mark(self, beat: Beat, event: Event) -> None:
        marks = (
            Said(speaker, marked.said, marked.verdict, is_earlier=of < beat.first)
            for of, speaker, marked in marks_told(event, self._seats)
        )
        beat.marks = tuple(dict.fromkeys((*beat.marks, *marks)))  # who claimed a thing five times is shown it once

    def _vote(self, event: Event, line: Line) -> None:
        if line.shape == "voted":
            self._votes = tuple((vote["seat"], vote["target"]) for vote in event["votes"])
        elif event["kind"] in SHOWN:
            before = self._votes if self._is_voting() and not self._chosen else ()
            self._votes, self._voted, self._chosen = (*before, (event["seat"], event.get("target"))), (), ()
        elif event["kind"] in CHOSEN:
            told = ((event["seat"], event["target"]),) if "target" in event else ()
            self._voted, self._chosen = (*self._voted, event["seat"]), (*self._chosen, *told)
            self._votes = self._chosen
        elif line.shape in ("said", "deed"):
            self._votes = ()

    def _is_voting(self) -> bool:
        return bool(self.beats) and bool(self.beats[-1].votes) and self.beats[-1].shape not in ("said", SCENE)

    def _line(self, event: Event) -> Line:
        known = self._lines.get(event["seq"])
        return known or self._told.with_what_is_new(line_of(event, self._seats, self._names))

    def _place(self, beat: Beat, event: Event) -> None:
        """Where seats are shown to be, on the ship; a body stays where it lies, until all have been called together."""
        if not self._cast.has_ship:
            return
        living = {known.seat.number: not known.is_dead for known in self._told.known}
        self._aboard.take(event, self._told)
        for seat, room, is_body in places_told(event, living):
            self._aboard.see(seat, room, is_body=is_body)
            if not living[seat] and room != NOWHERE and not is_body:
                continue
            if self._places.get(seat, (NOWHERE, False)) != (room, is_body):
                self._places[seat] = room, is_body
                beat.sets.setdefault("places", {})[str(seat)] = [room, is_body]
        before, _ = self._ship
        now = self._aboard.shown(self._places, living)
        self._ship = before, now
        if now != before:
            beat.sets["ship"] = now
        else:
            beat.sets.pop("ship", None)

    def _note(self, beat: Beat) -> None:
        """What has become known of seats."""
        new: dict[str, dict[str, str]] = {}
        for known in self._told.known:
            told = {"role": known.role, "side": self._cast.sides.get(known.team, ""), "fate": known.fate}
            if not known.role:
                told["known"] = known.team if known.how in ("", CHECKED) else known.how
            else:
                told["how"] = known.how
            told = {name: value for name, value in told.items() if value}
            if told != self._known.get(known.seat.number, NOTHING):
                new[str(known.seat.number)] = self._known[known.seat.number] = told
        if new:
            beat.sets = {**beat.sets, "seats": {**beat.sets.get("seats", {}), **new}}


def _together(steps: Iterable[_Step]) -> float:
    """Seconds that a beat is shown, by what its events gave it one after the other."""
    first, *others = steps
    hold = max(first.hold, first.to_read)
    for step in others:
        if step.hold:
            hold = min(hold + step.hold, max(hold, LONGEST_TOGETHER))
        hold = max(hold, step.to_read)
    return hold


def _text_of(line: Line) -> str:
    return "".join(part.text for part in line.parts)


def _worth(shape: str) -> int:
    return WORTH_MOST.index(shape) if shape in WORTH_MOST else len(WORTH_MOST)


def _targets(event: Event, seats: Sequence[Place]) -> tuple[int, ...]:
    target = event.get("target")
    return (target,) if type(target) is int and 0 <= target < len(seats) else ()


# --- from one to another ---------------------------------------------------------------------------------------------


def beat_with(beats: Sequence[Beat], seq: int) -> int:
    """The number of the beat that an event belongs to, by the lens's own numbers; of what is behind the last, that."""
    return max(0, bisect_right([beat.first for beat in beats], seq) - 1)


def same_moment(there: Sequence[Event], beat: Beat, here: Sequence[Event]) -> int:
    """Of the events of a lens the number of the first that another lens had shown, too, in a beat of that one's; where
    it had shown none of those, of the last before it, and 0 where there is none. So nothing is skipped where one beat
    is many of the other lens. Events of two lenses are the same where they happened at the same time in the same phase,
    are told in the same words, and as often as that had happened before: their numbers say nothing of each other, and
    what is played at once has few times."""
    numbers: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for each in here:
        numbers[_what(each)].append(int(each["seq"]))
    before, times = 0, Counter[tuple[object, ...]]()
    for each in there:
        if each["seq"] > beat.last:
            break
        if not (same := numbers.get(_what(each))):
            continue
        times[_what(each)] += 1
        found = same[min(times[_what(each)], len(same)) - 1]
        if each["seq"] >= beat.first:
            return found
        before = found
    return before


def _what(event: Event) -> tuple[object, ...]:
    """By what an event is known in two lenses."""
    return event["at"], event.get("round"), event.get("phase"), event["kind"], event["text"]
