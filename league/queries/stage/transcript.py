"""From the events that a lens has seen to what a page shows: scenes of lines, and what is known of each seat.

Everything here is folded from those events and from nothing else, so a page cannot show what its lens has not seen.
The page's script builds the same lines from the same events (static/league/js/transcript.js); a browser test compares
the two. A line's shape follows from an event's fields rather than its kind, so a new ruleset needs no new shape.

(Long, because it is one fold, which the script has in one file too.)
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from games.engine.events import ROW_FIELDS, fatal, moment, speakers, wins
from games.engine.rulesets.glass_box import COLOURS
from games.engine.score import is_choice
from games.engine.viewpoint import hearers_in
from league.queries.claims import said_of

Event = Mapping[str, Any]  # as INTERFACE has it: seq, kind, round, phase, text and the kind's own fields

DEATHS = {"died": "killed", "lynched": "lynched", "killed": "killed", "missed": "found dead", "ejected": "ejected"}
VERDICTS = {"quiet_night", "not_lynched", "pressed", "not_ejected"}
SCENES = {"phase", "ended"}
NOMINATED = "nominat"  # how a deed begins that goes with words
DONE_IN_PUBLIC = (NOMINATED, "vot")  # how deeds begin that all see
ASIDES = {"planned": "plans", "defended": "in defence", "last_words": "last words"}
BALLOTS = {"kill_voted": "The mafia's vote"}
PROPOSED = {"plotted"}  # words with a target that is not addressed
CHOSEN = {"vote_cast"}  # that somebody has voted, for whom is not said yet
SHOWN = {"vote_shown"}  # one vote of many that are read out
CHECKED = "checked"
DEALS = {"dealt"}  # who is what, one after the other
# What goes on in every tick of a ship, and how many do it, said of one and of more. Whatever else happens (a kill,
# a vent, an alarm) is worth a line of its own.
ROUTINE = {
    "tick": ("", ""),
    "walked": ("walks", "walk"),
    "worked": ("works", "work"),
    "mended": ("repairs", "repair"),
    "proved": ("proves it", "prove it"),
    "task_done": ("is done with a task", "are done with a task"),
    "refused": ("waits", "wait"),
    "counted": ("counts heads", "count heads"),
    "watched": ("watches", "watch"),
    "seen": ("looks around", "look around"),
}
NO_NEWS = "no news from the ship"
RECENT = 24  # thoughts
SUSPECTS = 3  # of whom it is told how far they are suspected
LONE_PERCENT = re.compile(r"(?<=\d) %")  # stays with its number, by a narrow space that does not break
HEADINGS = {"ballot": "The vote", "deal": "The deal"}
TIMES = "\N{MULTIPLICATION SIGN}"
ICONS = {"night": "moon", "day": "sun"}
GONE = "gone"  # what became of who left a game whose rules have a word of their own for it
SETUP = "setup"  # the phase before the first
BEFORE, OTHER = "before", "other"  # scenes that no event begins by itself


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as every line shows it."""

    number: int
    alias: str
    letters: str
    hue: str  # the class that paints it (static/league/css/pieces.css)


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of text; with a seat when it is that seat's name."""

    text: str
    seat: Place | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    """What a speaker is, and of which side, where all that was dealt is known."""

    role: str
    side: str


@dataclass(frozen=True, slots=True)
class Thought:
    """What a seat thought when it gave the answer behind an event."""

    seat: Place
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Disclosed:
    """What a seat claims with its words, or whom it suspects when it votes, as it disclosed beside its answer."""

    seat: Place
    verb: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """A claim that was made with the words of a line, with what it is marked as, and the event that shows it."""

    SIGNS: ClassVar[Mapping[str, str]] = {"true": "✓", "false": "✗", "unknowable": "?"}

    said: str
    verdict: str
    shown_by: int | None

    @property
    def sign(self) -> str:
        return self.SIGNS.get(self.verdict, "")


@dataclass(frozen=True, slots=True)
class Tally:
    """One name of a vote and who chose it; no seat: nobody."""

    seat: Place | None
    voters: tuple[Place, ...]

    @property
    def label(self) -> str:
        return self.seat.alias if self.seat else "Nobody"

    @property
    def count(self) -> int:
        return len(self.voters)

    @property
    def names(self) -> str:
        return ", ".join(voter.alias for voter in self.voters)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a seat voted as it did, in its own words, and for whom."""

    seat: Place
    label: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat and the role it had, once all may know."""

    seat: Place
    role: str


@dataclass(frozen=True, slots=True)
class Line:
    """One event on the page."""

    seq: int
    shape: str  # narration | said | voted | chose | died | revealed | verdict | deed | note | plain
    parts: tuple[Part, ...]
    seat: Place | None = None
    aside: str = ""
    heading: str = ""
    tally: tuple[Tally, ...] = ()
    reasons: tuple[Reason, ...] = ()
    roles: tuple[Shown, ...] = ()
    hearers: str = ""
    thoughts: tuple[Thought, ...] = ()
    disclosed: tuple[Disclosed, ...] = ()
    marks: tuple[Marked, ...] = ()
    badge: Badge | None = None  # of who says something
    is_echo: bool = False  # whether it comes of what its seat has said just before: less than a line of its own
    echoes: tuple["Line", ...] = ()  # whom its speaker openly chose with these words: told beside the name

    @property
    def deed(self) -> str:
        """What somebody does, without saying who."""
        told = "".join(part.text for part in self.parts).rstrip(".")
        return told.removeprefix(f"{self.seat.alias} ") if self.seat is not None else told

    @property
    def with_echoes(self) -> tuple["Line", ...]:
        """Itself, and what stands in it."""
        return (self, *self.echoes)


@dataclass(slots=True)
class Fold:
    """Lines under one heading: what goes on in a tick of the ship, votes that are read out, as one ballot, a deal."""

    shape: str  # ticks | ballot | deal
    events: list[Event] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    tally: tuple[Tally, ...] = ()
    is_cut_short: bool = False  # whether something with a line of its own happened right after

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.lines[0].seq

    @property
    def last(self) -> int:
        return self.lines[-1].seq

    @property
    def heading(self) -> str:
        if self.shape in HEADINGS:
            return HEADINGS[self.shape]
        ticks = [event["number"] for event in self.events if event["kind"] == "tick"]
        if not ticks:
            return ""
        return f"Ticks {ticks[0]} to {ticks[-1]}" if len(ticks) > 1 else f"Tick {ticks[0]}"

    @property
    def told(self) -> str:
        return self.told_with(None)

    def told_with(self, shown: int | None) -> str:
        """How many do what, and how many thoughts there are, in a few words; of a deal how many are what, and of one
        that is heard alone what it says. Where no more than so many of the thoughts are shown beside it, it says so."""
        if self.shape == "deal":
            roles = Counter(event["role"] for event in self.events)
            many = ", ".join(f"{role} {TIMES}{count}" if count > 1 else role for role, count in roles.items())
            return many if len(self.events) > 1 else self.events[0]["text"]
        if all(event["kind"] == "tick" for event in self.events):
            # What comes right after ticks is in the last of them.
            return NO_NEWS if not self.is_cut_short else f"{NO_NEWS} until the last" if len(self.events) > 1 else ""
        said = [
            f"{count} {words[count > 1]}"
            for kind, words in ROUTINE.items()
            if kind != "tick" and (count := sum(event["kind"] == kind for event in self.events))
        ]
        thoughts = sum(len(line.thoughts) for line in self.lines)
        of_them = f"{shown} of " if shown is not None and shown < thoughts else ""
        return ", ".join([*said, f"{of_them}{thoughts} thought{'' if thoughts == 1 else 's'}"] if thoughts else said)

    def takes(self, event: Event) -> bool:
        """Whether an event belongs to what is folded here. Ticks in which a lens hears nothing stand together."""
        if _fold(event) != self.shape:
            return False
        return event["kind"] != "tick" or all(each["kind"] == "tick" for each in self.events)


@dataclass(slots=True)
class Scene:
    """A night, a day, what was before the first night, or the end."""

    id: str
    phase: str
    title: str
    text: str = ""
    seq: int = 0
    icon: str = ""
    lines: list[Line] = field(default_factory=list)
    rows: list[Line | Fold] = field(default_factory=list)  # the same lines, some of them folded

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.seq or min((line.seq for line in self.lines), default=0)

    @property
    def last(self) -> Line | Fold | None:
        """Its last row but for what the narrator says."""
        of_events = (row for row in reversed(self.rows) if isinstance(row, Fold) or row.shape != "narration")
        return next(of_events, None)

    @property
    def fold(self) -> Fold | None:
        """What the scene ends with, where that may take more. The narrator's words stand after it and do not end it."""
        return self.last if isinstance(self.last, Fold) else None


@dataclass(slots=True)
class Known:
    """What the lens has learned of one seat."""

    seat: Place
    role: str = ""
    team: str = ""
    fate: str = ""
    how: str = ""  # how a seat that looks knows of it: partner, checked, cleared

    @property
    def is_dead(self) -> bool:
        return bool(self.fate)


@dataclass(slots=True)
class Transcript:
    """All that a lens has seen of a game so far."""

    scenes: list[Scene]
    known: list[Known]
    winner: str = ""
    last_seq: int = 0
    dealt: dict[int, tuple[str, str]] = field(default_factory=dict)  # role and team by seat, as known from the deal on
    recent: tuple[Thought, ...] = ()
    recent_disclosed: tuple[Disclosed, ...] = ()

    @property
    def lines_of_events(self) -> list[Line]:
        """The lines of all scenes but the narrator's."""
        return [line for scene in self.scenes for line in scene.lines if line.shape != "narration"]

    @property
    def living(self) -> int:
        return sum(not known.is_dead for known in self.known)

    def with_what_is_new(self, line: Line) -> Line:
        """The line without thoughts and disclosures that were told just now: an answer that several events came of was
        thought once."""
        new = tuple(thought for thought in line.thoughts if thought not in self.recent)
        self.recent = (*self.recent, *new)[-RECENT:]
        told = tuple(each for each in line.disclosed if each not in self.recent_disclosed)
        self.recent_disclosed = (*self.recent_disclosed, *told)[-RECENT:]
        return replace(line, thoughts=new, disclosed=told)


def places(aliases: Sequence[str]) -> list[Place]:
    """The seats with two letters each: the first two of the alias, or the first and another that tells them apart; and
    with a hue, which is the alias's own where all at the table are called by colours."""
    are_colours = set(COLOURS).issuperset(aliases)
    taken: set[str] = set()
    found = []
    for number, alias in enumerate(aliases):
        first, rest = alias[:1].upper(), alias[1:].lower() or " "
        pairs = [first + letter for letter in rest if letter.strip()] + [first]
        letters = next((pair for pair in pairs if pair not in taken), pairs[0])
        taken.add(letters)
        found.append(Place(number, alias, letters, f"seat-{alias.lower() if are_colours else number}"))
    return found


def transcript(
    events: Iterable[Event],
    seats: Sequence[Place],
    teams: Mapping[str, str],
    asides: Mapping[int, str] | None = None,
    sides: Mapping[str, str] | None = None,
) -> Transcript:
    """The scenes and the knowledge that follow from a lens's events, in their order; `teams` gives a role's team,
    `asides` the narrator's words by the number of the event that they follow, `sides` a team's class."""
    told = Transcript(scenes=[], known=[Known(seat) for seat in seats])
    names, events = names_of(seats), list(events)
    marks = _marks(events, seats)
    for event in events:
        told.last_seq = event["seq"]
        if begins(event, told.scenes):
            told.scenes.append(scene_of(event))
        learn(told, event, teams)
        if event["kind"] not in SCENES:
            line = replace(line_of(event, seats, names), marks=tuple(marks.get(event["seq"], ())))
            if line.shape == "said" and (badge := _badge(told, line, sides or {})):
                line = replace(line, badge=badge)
            _put(told.scenes[-1], event, told.with_what_is_new(line), seats)
        if asides and (aside := asides.get(event["seq"])):
            narration = Line(event["seq"], "narration", _parts(aside, seats, names))
            told.scenes[-1].lines.append(narration)
            told.scenes[-1].rows.append(narration)
    return told


def _marks(events: Iterable[Event], seats: Sequence[Place]) -> dict[int, list[Marked]]:
    """The marks of claims by the number of the event that they were made with; later events bring them."""
    found: dict[int, list[Marked]] = {}
    for event in events:
        for of, _, marked in marks_told(event, seats):
            found.setdefault(of, []).append(marked)
    return found


def marks_told(event: Event, seats: Sequence[Place]) -> Iterator[tuple[int, int, Marked]]:
    """The marks that an event brings and that tell something: by the number of the event that the claim was made with,
    and by its speaker."""
    for mark in event.get("marks", ()):
        if _tells_nothing(mark):
            continue
        said = said_of(mark["kind"], seats[mark["about"]].alias, mark["value"])
        yield mark["event"], mark["speaker"], Marked(said, mark["verdict"], mark["shown_by"])


def _tells_nothing(mark: Event) -> bool:
    """Whether a mark tells whoever watches nothing: that it is true of what all have just seen, which at every vote and
    nomination would be all that is marked, and of a place, where somebody was at some time, and perhaps not the whole
    of it; and that nobody can tell of a deed, which is one of words, such as who accused whom, and stands there to be
    read."""
    if (mark["kind"], mark["verdict"]) == ("deed", "unknowable"):
        return True
    is_seen = mark["kind"] in ("place", "vote") or mark["value"].lower().startswith(DONE_IN_PUBLIC)
    return mark["verdict"] == "true" and is_seen


def _put(scene: Scene, event: Event, line: Line, seats: Sequence[Place]) -> None:
    scene.lines.append(line)
    shape = _fold(event)
    if not shape:
        last = scene.last
        if isinstance(last, Fold):
            last.is_cut_short = True
        is_echo = _is_echo(event, line, last)
        if is_echo and isinstance(last, Line) and is_choice(event):
            scene.rows[scene.rows.index(last)] = replace(
                last,
                echoes=(*last.echoes, line),
                thoughts=last.thoughts + line.thoughts,
                disclosed=last.disclosed + line.disclosed,
            )
        else:
            scene.rows.append(replace(line, is_echo=is_echo))
        return
    fold = scene.fold
    if fold is None or not fold.takes(event):
        fold = Fold(shape)
        scene.rows.append(fold)
    fold.events.append(event)
    fold.lines.append(line)
    if shape == "ballot":
        fold.tally = _tally(fold.events, seats)


def _badge(told: Transcript, line: Line, sides: Mapping[str, str]) -> Badge | None:
    """What a speaker was dealt, for whoever knows of all what they were: through the glass."""
    dealt = [role for role, _ in told.dealt.values() if role]
    if line.seat is None or len(dealt) < len(told.known):
        return None
    role, team = told.dealt[line.seat.number]
    return Badge(role, sides.get(team, ""))


def _is_echo(event: Event, line: Line, last: Line | Fold | None) -> bool:
    """Whether a deed is what its seat has said just before, such as the nomination that a speech ends with."""
    is_deed = line.shape == "deed" and "target" in event
    return is_deed and isinstance(last, Line) and last.shape == "said" and last.seat == line.seat


def _fold(event: Event) -> str:
    if event["kind"] in ROUTINE:
        return "ticks"
    if event["kind"] in DEALS:
        return "deal"
    return "ballot" if event["kind"] in SHOWN else ""


def begins(event: Event, scenes: Sequence[Scene]) -> bool:
    """Whether a scene begins with an event: with one that says so, or, where the rules have none that does, with the
    first of another phase or round."""
    if not scenes or event["kind"] in SCENES:
        return True
    return scenes[-1].phase in (BEFORE, OTHER) and _id_of(event) != scenes[-1].id


def _id_of(event: Event) -> str:
    """What the scene of an event's phase and round is called among elements."""
    if event["phase"] == SETUP:
        return BEFORE
    return f"{re.sub('[^a-z0-9]+', '-', event['phase'].lower())}-{event['round']}"


def scene_of(event: Event) -> Scene:
    """The scene that an event begins."""
    if event["kind"] == "ended":
        return Scene("end", "end", _headline(event["winner"]), event["text"], event["seq"])
    if event["kind"] == "phase":
        name, number = event["name"], event["number"]
        return Scene(
            f"{name}-{number}", name, f"{name.capitalize()} {number}", event["text"], event["seq"], ICONS.get(name, "")
        )
    if event["phase"] == SETUP:
        return Scene(BEFORE, BEFORE, "The table is set")
    title = f"{event['phase'].capitalize()} {event['round']}"
    return Scene(_id_of(event), OTHER, title, icon=ICONS.get(event["phase"], ""))


def known_by(events: Iterable[Event], seats: Sequence[Place], teams: Mapping[str, str]) -> list[Known]:
    """What a lens has learned of each seat by these events, the first of a game."""
    told = Transcript(scenes=[], known=[Known(seat) for seat in seats])
    for event in events:
        if begins(event, told.scenes):
            told.scenes.append(scene_of(event))
        learn(told, event, teams)
    return told.known


def _headline(winner: str) -> str:
    return "A draw" if winner == "draw" else f"The {winner} {wins(winner)}"


def learn(told: Transcript, event: Event, teams: Mapping[str, str]) -> None:
    """What a lens has learned of seats by an event."""
    kind, known, falls = event["kind"], told.known, fatal()
    if kind == "dealt":
        known[event["seat"]].role, known[event["seat"]].team = event["role"], event["team"]
        told.dealt[event["seat"]] = event["role"], event["team"]
    elif kind == "partners":
        for seat in event["seats"]:
            known[seat].team, known[seat].how = event["team"], "partner"
            told.dealt.setdefault(seat, ("", event["team"]))
    elif kind == "investigated":
        checked = known[event["target"]]
        checked.role, checked.team, checked.how = event["role"] or checked.role, event["team"], CHECKED
    elif kind == "proved":
        known[event["seat"]].how = known[event["seat"]].how or "cleared"
    elif kind == "revealed":
        for seat, role in enumerate(event["roles"]):
            known[seat].role, known[seat].team = role, teams.get(role, "")
    elif kind in falls:
        fallen = known[event[falls[kind]]]
        # By the scene's title: in a council, night 1 belongs to round 2, the round of the day that follows.
        # Who was seen to be killed on a ship is missed later.
        fallen.fate = fallen.fate or f"{DEATHS.get(kind, GONE)}, {told.scenes[-1].title.lower()}"
        fallen.role = event.get("role") or fallen.role
        fallen.team = event.get("team") or teams.get(fallen.role, fallen.team)
    elif kind == "ended":
        told.winner = event["winner"]


def line_of(event: Event, seats: Sequence[Place], names: re.Pattern[str]) -> Line:
    """An event as a line."""
    shape = _shape(event, seats)
    number = seat_of(event, seats)
    seat = None if number is None else seats[number]
    words = event["words"] if shape == "said" else event["text"]
    return Line(
        seq=event["seq"],
        shape=shape,
        parts=_parts(words, seats, names),
        seat=seat,
        aside=_aside(event, seats) if shape == "said" else "",
        heading=BALLOTS.get(event["kind"], "The vote") if shape == "voted" else "",
        tally=_tally(event["votes"], seats) if shape == "voted" else (),
        reasons=tuple(
            Reason(seats[vote["seat"]], whom(vote["target"], seats), _parts(vote["reason"], seats, names))
            for vote in (event["votes"] if shape == "voted" else ())
            if vote.get("reason")
        ),
        roles=tuple(map(Shown, seats, event["roles"])) if shape == "revealed" else (),
        hearers=_hearers(event, seats),
        thoughts=tuple(
            Thought(seats[thinker], _parts(text, seats, names)) for thinker, text in _thoughts(event) if text
        ),
        disclosed=tuple(
            Disclosed(seats[seat], verb, _parts(text, seats, names)) for seat, verb, text in _disclosed(event, seats)
        ),
    )


def seat_of(event: Event, seats: Sequence[Place]) -> int | None:
    """Whose event it is: who leaves the game with it, else who says its words, else the seat of that name."""
    kind = event["kind"]
    number = event.get(fatal().get(kind) or speakers().get(kind) or "seat")
    return number if type(number) is int and 0 <= number < len(seats) else None


def _shape(event: Event, seats: Sequence[Place]) -> str:
    if event["kind"] in fatal():
        return "died"
    if event["kind"] in VERDICTS:
        return "verdict"
    if event["kind"] in CHOSEN:
        return "chose"
    if _is_ballot(event.get("votes"), seats):
        return "voted"
    if event["kind"] == "revealed":
        return "revealed"
    if hearers_in(event) == []:
        return "note"
    if seat_of(event, seats) is None:
        return "plain"
    return "said" if _is_speech(event, seats) else "deed"


def _is_ballot(votes: object, seats: Sequence[Place]) -> bool:
    """Whether a field called `votes` is who voted for whom; another rule book may call something else so."""
    return isinstance(votes, list) and all(
        isinstance(vote, dict)
        and _is_seat(vote.get("seat"), seats)
        and "target" in vote
        and (vote["target"] is None or _is_seat(vote["target"], seats))
        for vote in votes
    )


def _is_speech(event: Event, seats: Sequence[Place]) -> bool:
    """Whether somebody's words are all that an event says, but for what can stand beside their name."""
    if not isinstance(event.get("words"), str):
        return False
    more = event.keys() - ROW_FIELDS - {"words", "t", speakers().get(event["kind"], "seat")}
    return all(
        (name == "clock" and type(event[name]) is int)
        or (name == "target" and (event[name] is None or _is_seat(event[name], seats)))
        for name in more
    )


def _is_seat(value: object, seats: Sequence[Place]) -> bool:
    return type(value) is int and 0 <= value < len(seats)


def _aside(event: Event, seats: Sequence[Place]) -> str:
    if "clock" in event:
        return moment(event["clock"])
    if event["kind"] in PROPOSED:
        return f"proposes {whom(event['target'], seats)}"
    target = event.get("target")
    if type(target) is int and 0 <= target < len(seats):
        return f"to {seats[target].alias}"
    return ASIDES.get(event["kind"], "")


def whom(target: int | None, seats: Sequence[Place]) -> str:
    """The name of who is chosen, in words."""
    return "nobody" if target is None else seats[target].alias


def _tally(votes: Iterable[Mapping[str, Any]], seats: Sequence[Place]) -> tuple[Tally, ...]:
    """The names of a vote in their order, each with its voters in theirs."""
    behind: dict[int | None, list[Place]] = {}
    for vote in votes:
        behind.setdefault(vote["target"], []).append(seats[vote["seat"]])
    return tuple(Tally(None if target is None else seats[target], tuple(behind[target])) for target in by_votes(behind))


def by_votes(behind: Mapping[int | None, Sized]) -> list[int | None]:
    """In which order the names of a vote that is over are told, everywhere: most votes first, among equals by seat,
    nobody last."""
    return sorted(behind, key=lambda target: (-len(behind[target]), target is None, target or 0))


def _hearers(event: Event, seats: Sequence[Place]) -> str:
    """Who hears it, in words; nothing for what everyone hears or where the lens is not told."""
    told = hearers_in(event)
    if told is None:
        return ""
    if not told:
        return "Nobody at the table hears this"
    hearers = [seats[seat].alias for seat in told]
    return f"Only {' and '.join(filter(None, [', '.join(hearers[:-1]), *hearers[-1:]]))} can hear this"


def _thoughts(event: Event) -> list[tuple[int, str]]:
    if "thoughts" in event:
        return [(int(seat), thought) for seat, thought in event["thoughts"].items()]
    if event.get("thought"):
        # Where somebody did it to the seat, it is their thought.
        return [(event.get("by", event.get("seat")), event["thought"])]
    return []


def _disclosed(event: Event, seats: Sequence[Place]) -> Iterator[tuple[int, str, str]]:
    """What was disclosed with the answers behind an event: the claims of words that are said, and the beliefs."""
    for key, told in event.get("disclosed", {}).items():
        if "words" in event and told["claims"]:
            claims = [
                f"{claim['kind']} of {seats[claim['about']].alias}: {claim['value']}"
                for claim in told["claims"]
                if not _is_done_next(claim, int(key))
            ]
            if claims:
                yield int(key), "claims", "; ".join(claims)
        likely = [belief for belief in told["beliefs"] if belief["chance"]]
        likely = sorted(likely, key=lambda belief: (-belief["chance"], belief["about"]))[:SUSPECTS]
        if likely:
            yield int(key), "suspects", ", ".join(f"{seats[each['about']].alias} {each['chance']} %" for each in likely)


def _is_done_next(claim: Event, seat: int) -> bool:
    """Whether a claim is that its speaker nominates somebody: what they do with these words tells it."""
    return claim["kind"] == "deed" and claim["about"] == seat and claim["value"].lower().startswith(NOMINATED)


def names_of(seats: Sequence[Place]) -> re.Pattern[str]:
    """Finds the names at the table as whole words; the longest first, for one may begin another."""
    names = sorted((re.escape(seat.alias) for seat in seats), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(names)})(?!\w)") if names else re.compile(r"(?!)")


def _parts(text: str, seats: Sequence[Place], names: re.Pattern[str]) -> tuple[Part, ...]:
    text = LONE_PERCENT.sub("\u202f%", text)
    by_name = {seat.alias: seat for seat in seats}
    # A pattern with one group splits into text, name, text, name, …
    return tuple(
        Part(piece, by_name.get(piece) if odd % 2 else None) for odd, piece in enumerate(names.split(text)) if piece
    )
