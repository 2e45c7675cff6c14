"""The score: how long what is shown takes, in seconds. One table for games that are watched as they are played, and for
the clock of a replay. Law: the shape of an event decides, never the rule book that speaks it, and nothing but what is
given here; so what everybody hears takes its time by what everybody hears.

Each event holds the stage for a while, and what comes next waits. Two kinds do otherwise, for what is secret happens in
them: a night and a tick open a span that is as long whatever is done in it. Where thoughts are shown what is done by
night comes one by one, as it is read, and dawn waits for it.

A long speech has 16 s, a verdict 4 s: with the 12 s and 2.5 s that were drawn up first, who watched whole games read
the one to its end no more than they saw the other.

Times are a little longer than what is promised of them (A_WIRE), for what arrives over a wire arrives up to a tenth
of a second sooner or later where a machine is busy.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import Any, Final, NamedTuple

from games.engine.events import ROW_FIELDS, Event, fatal
from games.engine.viewpoint import hearers_in

A_WIRE: Final = 0.1  # seconds
A_WORD: Final = 0.24
A_WORD_THOUGHT: Final = 0.2
SHORTEST_SPEECH: Final = 1.5
LONGEST_SPEECH: Final = 16.0 + A_WIRE
LONGEST_WHISPER: Final = 12.0 + A_WIRE  # of what not everybody hears: who does not waits for it
A_VOTE: Final = 0.6 + A_WIRE  # each but the last, which stands until the verdict
BEFORE_A_VERDICT: Final = 1.5 + A_WIRE  # after the last vote
LONGEST_AT_A_VOTE: Final = 3.0  # what a thought may prolong a vote to
A_LOOK_AT_A_DEED: Final = 2.0  # by night, where it is shown
LONGEST_AT_A_DEED: Final = 5.0  # and with what is thought of it
A_MOMENT: Final = 0.6 + A_WIRE  # of what has no words: a silence, a deed in a tick
A_VERDICT: Final = 4.0 + A_WIRE
A_CHANGE_OF_PHASE: Final = 2.0
A_NIGHT: Final = 16.0
A_TICK: Final = 4.0 + A_WIRE
LONGEST_TICK: Final = 6.0  # what the thoughts of those aboard may prolong it to
NIGHT: Final = "night"
TICK: Final = "tick"
# Of a replay, which can look ahead, and whose lens shows what happens in a night or a tick.
SHORTEST_REPLAYED: Final = 2.0
A_WORD_REPLAYED: Final = 0.25
LONGEST_OF_MANY: Final = 20.0  # what several thoughts may prolong it to
LONGEST_TOGETHER: Final = 2.5 + A_WIRE  # of what happens at once, as in several quiet ticks
A_QUIET_TICK: Final = 0.6
A_TICK_WITH_A_DEATH: Final = 5.0
A_TICK_BEFORE_A_DEATH: Final = 1.5

Fields = Mapping[str, Any]  # of an event, as data() gives them, or of a row of it


class Shape(Enum):
    """What an event is for who watches."""

    SPEECH = "speech"
    VOTE = "vote"  # somebody's choice, or that they have chosen
    BALLOT = "ballot"  # the votes of many at once
    NIGHT = "night"
    PHASE = "phase"
    TICK = "tick"
    VERDICT = "verdict"  # whatever the table is told: a death, a role, that nobody is lynched, how it ended
    PAUSE = "pause"  # that nothing was said


CHOICES: Final = (Shape.VOTE, Shape.BALLOT)
_CHOOSERS: Final = ({"seat"}, {"seat", "target"}, {"by", "target"})
_CLOCKS: Final = {"t", "clock"}


def shape_of(kind: str, fields: Fields) -> Shape:
    """The shape of an event by its kind and its own fields."""
    if kind == "phase":
        return Shape.NIGHT if fields.get("name") == NIGHT else Shape.PHASE
    if kind == TICK:
        return Shape.TICK
    if isinstance(fields.get("words"), str) and fields["words"].strip():
        return Shape.SPEECH
    if isinstance(fields.get("votes"), list | tuple):
        return Shape.BALLOT
    if kind in fatal():
        return Shape.VERDICT
    if fields.keys() in _CHOOSERS:
        return Shape.VOTE
    return Shape.PAUSE if fields and fields.keys() <= _CLOCKS else Shape.VERDICT


def seconds_of_speech(words: str, thought: str = "") -> float:
    """Seconds to read a speech, and where it is shown what its speaker thought."""
    read = A_WORD * len(words.split()) + A_WORD_THOUGHT * len(thought.split())
    return min(max(read, SHORTEST_SPEECH), LONGEST_SPEECH)


def seconds_of(kind: str, fields: Fields, thought: str = "") -> float:
    """Seconds that an event holds the stage; of a night and a tick, those of the span that it opens."""
    shape = shape_of(kind, fields)
    if shape is Shape.SPEECH:
        return seconds_of_speech(fields["words"], thought)
    if shape is Shape.VOTE:
        return max(A_VOTE, min(A_WORD_THOUGHT * len(thought.split()), LONGEST_AT_A_VOTE))
    if shape is Shape.BALLOT:
        return _seconds_of_ballot(fields["votes"])
    return _SECONDS[shape]


_SECONDS: Final = {
    Shape.PAUSE: A_MOMENT,
    Shape.NIGHT: A_NIGHT,
    Shape.PHASE: A_CHANGE_OF_PHASE,
    Shape.TICK: A_TICK,
    Shape.VERDICT: A_VERDICT,
}


def _seconds_of_whisper(kind: str, fields: Fields, thought: str) -> float:
    """Of what is secret, and shown with what is thought beside it: words as a speech, a deed as its thought is read."""
    if fields.get("words"):
        return min(seconds_of(kind, fields, thought), LONGEST_WHISPER)
    return min(max(A_LOOK_AT_A_DEED, A_WORD_THOUGHT * len(thought.split())), LONGEST_AT_A_DEED)


def _seconds_of_ballot(votes: Iterable[Any]) -> float:
    """As for the same votes one after the other, and for the reasons that are read with them."""
    votes = list(votes)
    reasons = " ".join(str(vote.get("reason", "")) for vote in votes if isinstance(vote, Mapping))
    shown = A_VOTE * max(0, len(votes) - 1) + BEFORE_A_VERDICT
    return max(shown, seconds_of_speech(reasons)) if reasons.strip() else shown


def seconds_before(shape: Shape, last: Shape) -> float:
    """Seconds that lie at least between an event and the `last` before it, whatever that one's own are."""
    return BEFORE_A_VERDICT if shape is Shape.VERDICT and last in CHOICES else 0.0


# --- live ------------------------------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """An event as it is to be shown: by which poll it came, whether everybody hears it, and the thought beside it."""

    event: Event
    poll: int
    is_public: bool
    thought: str = ""


class Stage:
    """Who comes when, in seconds of any clock. Where `shows_thoughts`, what is secret takes its time too; else it comes
    with what is public before it, or when it happens, and prolongs nothing."""

    def __init__(self, *, pace: float, shows_thoughts: bool) -> None:
        self.pace = pace
        self.shows_thoughts = shows_thoughts
        self._last: float | None = None  # when the last event is shown
        self._free = 0.0  # when the last one that holds the stage has held it
        self._span = 0.0  # when the night or tick is over
        self._is_night = False
        self._tick = -1  # the poll of that tick: what comes by the same one happens in it
        self._ticked = 0.0  # when that one is shown
        self._thought: dict[str, None] = {}  # what is thought in it, each once
        self._latest: dict[Sequence[int], str] = {}  # the last thought of each: several events may come of one
        self._shape = Shape.PAUSE  # of the last public event
        self._shaped = 0.0  # when that one is shown

    @property
    def last(self) -> float | None:
        """When the last event is shown; None where there is none."""
        return self._last

    @property
    def free(self) -> float:
        """When the next public event of another poll may be shown."""
        return max(self._free, self._span)

    def enter(self, heard: Heard, now: float) -> float:
        """When an event is shown that is spoken now; nothing is shown before what was spoken before it."""
        at = now if self._last is None else max(now, self._last)
        if not (heard.is_public or self._whispers(heard)):
            self._last = at
            self._think(self._new(heard))
            return at
        at = max(at, self._free)
        if heard.is_public:
            shape = shape_of(heard.event.kind, heard.event.data())
            if shape is Shape.TICK or heard.poll != self._tick:
                at = max(at, self._span)
            at = max(at, self._shaped + self.pace * seconds_before(shape, self._shape))
        self.place(heard, at)
        return at

    def place(self, heard: Heard, at: float) -> None:
        """Takes up an event that is shown at a known time."""
        self._last = at
        fields = heard.event.data()
        heard = self._new(heard)
        if not heard.is_public:
            if self._whispers(heard):
                self._free = at + self.pace * _seconds_of_whisper(heard.event.kind, fields, heard.thought)
            self._think(heard)
            return
        shape = shape_of(heard.event.kind, fields)
        self._shape, self._shaped = shape, at
        lasts = seconds_of(heard.event.kind, fields, heard.thought if self.shows_thoughts else "")
        if shape in (Shape.NIGHT, Shape.TICK):
            self._span = at + self.pace * lasts
            self._tick, self._ticked = (heard.poll, at) if shape is Shape.TICK else (-1, 0.0)
            self._thought = {}
            self._is_night = shape is Shape.NIGHT
            self._free = at + self.pace * (A_CHANGE_OF_PHASE if shape is Shape.NIGHT else A_MOMENT)
        else:
            self._is_night = self._is_night and shape is not Shape.PHASE
            self._free = at + self.pace * lasts
        self._think(heard)

    def _whispers(self, heard: Heard) -> bool:
        """Whether what is secret holds the stage: words, and whatever is done by night, where thoughts are shown."""
        return self.shows_thoughts and (self._is_night or bool(heard.event.data().get("words")))

    def _new(self, heard: Heard) -> Heard:
        """The same, without a thought that is read already."""
        if not heard.thought:
            return heard
        is_read = self._latest.get(heard.event.authors) == heard.thought
        self._latest[heard.event.authors] = heard.thought
        return heard._replace(thought="") if is_read else heard

    def _think(self, heard: Heard) -> None:
        """What is thought in a tick is read, too."""
        if not (self.shows_thoughts and heard.thought and heard.poll == self._tick):
            return
        self._thought[heard.thought] = None
        read = A_WORD_THOUGHT * sum(len(each.split()) for each in self._thought)
        self._span = max(self._span, self._ticked + self.pace * min(read, LONGEST_TICK))


# --- a replay --------------------------------------------------------------------------------------------------------


def replayed(rows: Iterable[Fields]) -> list[float]:
    """Seconds that each row of a lens holds the stage of a replay, in order. What happens in a tick comes with it."""
    rows = list(rows)
    ticks = _seconds_of_ticks(rows)
    aboard = False
    told: list[float] = []
    for place, row in enumerate(rows):
        kind, fields = row["kind"], _own(row)
        shape = shape_of(kind, fields)
        if shape is Shape.TICK:
            aboard = True
        elif shape in (Shape.PHASE, Shape.NIGHT):
            aboard = False
        if shape is Shape.SPEECH:
            read = A_WORD_REPLAYED * len(fields["words"].split())
            thought = A_WORD_THOUGHT * len(str(row.get("thought", "")).split())
            told.append(max(SHORTEST_REPLAYED, read + thought))
        elif shape is Shape.TICK:
            told.append(ticks[place])
        elif _is_aside(row, shape):
            told.append(0.0 if aboard else A_MOMENT)  # a tick has the time of all that is done in it
        elif shape is Shape.NIGHT:
            told.append(A_CHANGE_OF_PHASE)
        else:
            told.append(seconds_of(kind, fields))
        if place and (wait := seconds_before(shape, shape_of(rows[place - 1]["kind"], _own(rows[place - 1])))):
            told[-2] = max(told[-2], wait)
    return told


def seconds_to_read(words: str, thoughts: Iterable[str]) -> float:
    """Seconds that a replay gives to words and to all thoughts that it shows beside them; LONGEST_OF_MANY at most."""
    thought = sum(len(each.split()) for each in thoughts)
    read = A_WORD_REPLAYED * len(words.split()) + A_WORD_THOUGHT * thought
    return min(max(SHORTEST_REPLAYED, read), LONGEST_OF_MANY)


def is_choice(row: Fields) -> bool:
    """Whether a row tells that somebody chose somebody, openly."""
    return shape_of(row["kind"], _own(row)) is Shape.VOTE and hearers_in(row) is None and "target" in row


def _own(row: Fields) -> Fields:
    return {name: value for name, value in row.items() if name not in ROW_FIELDS}


def _is_aside(row: Fields, shape: Shape) -> bool:
    """Whether it is a deed that not everybody hears of, and no speech."""
    return hearers_in(row) is not None and shape is not Shape.SPEECH


def _is_killed(row: Fields) -> bool:
    return row["kind"] in fatal() and _is_aside(row, Shape.VERDICT)


def _seconds_of_ticks(rows: Sequence[Fields]) -> dict[int, float]:
    """Seconds of each tick, by its place: of one in which somebody is killed, of the one before it, and of others."""
    places = [place for place, row in enumerate(rows) if row["kind"] in (TICK, "phase")]
    killed = {place: False for place in places if rows[place]["kind"] == TICK}
    tick = None
    for place, row in enumerate(rows):
        if place in killed:
            tick = place
        elif row["kind"] == "phase":
            tick = None
        elif tick is not None and _is_killed(row):
            killed[tick] = True
    told = {place: A_TICK_WITH_A_DEATH if killed[place] else A_QUIET_TICK for place in killed}
    for place, next_ in pairwise(places):  # of one shift: a phase is neither
        if killed.get(next_) and killed.get(place) is False:
            told[place] = A_TICK_BEFORE_A_DEATH
    return told
