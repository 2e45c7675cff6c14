"""What one seat has seen and heard, put in order: who said and voted what before which vote, who fell, who was where.

Law: an event is understood by what every event tells (its facts, who falls, who says its words), whatever its kind, and
only where it says so itself: what players say is kept as said. A stage is the talk up to a vote, the vote and a second
one in the same round; it is over when something that is no vote follows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.agents.house.hearing.vocabulary import TITLES
from games.agents.signs.hearing import Heard, heard, heard_aboard
from games.engine.events import Event, Fact, PhaseBegan, Seat, Ticked, VoteCast, fallen, speaker, speech_field
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Entry

Votes = dict[Seat, Seat | None]


class Speech(NamedTuple):
    """What somebody said aloud."""

    seq: int
    seat: Seat
    heard: Heard


class Fall(NamedTuple):
    """Who left the game, by the vote of stage `after` or, else, between that and the next."""

    seat: Seat
    seq: int
    round: int
    after: int
    by_vote: bool


class Claim(NamedTuple):
    """That somebody said to be something, in the words of the ear."""

    seq: int
    seat: Seat
    role: str
    stage: int


class Result(NamedTuple):
    """That somebody told of having found somebody out."""

    seq: int
    by: Seat
    about: Seat
    is_guilty: bool


class Place(NamedTuple):
    """Where the observer saw somebody who had gone there: where a ship gathers all, before its first tick or after a
    meeting, is none."""

    seq: int
    tick: int
    round: int
    seat: Seat
    room: str


class Deed(NamedTuple):
    """What was seen to be done."""

    seq: int
    tick: int
    round: int
    seat: Seat
    verb: str
    whom: Seat | None
    task: str


class Finding(NamedTuple):
    """That a body was found: whose, by whom, in which room."""

    seq: int
    tick: int
    round: int
    by: Seat
    body: Seat
    room: str


@dataclass(slots=True)
class Ballot:
    """A vote: who voted for whom (None: nobody), and by which event that was told."""

    phase: str
    votes: Votes = field(default_factory=dict)
    seqs: dict[Seat, int] = field(default_factory=dict)
    is_over: bool = False

    def on(self, target: Seat | None) -> list[Seat]:
        """Who voted for somebody, or for nobody."""
        return [seat for seat, whom in self.votes.items() if whom == target]

    @property
    def told(self) -> tuple[int, ...]:
        """By which events the whole vote is known."""
        return tuple(dict.fromkeys(self.seqs.values()))


@dataclass(slots=True)
class Stage:
    """The talk up to a vote and the vote, from 1; `there` are those who lived to see it."""

    number: int
    round: int
    there: frozenset[Seat]
    talk: list[Speech] = field(default_factory=list)
    after: list[Speech] = field(default_factory=list)  # what was said when the first vote was over
    ballots: list[Ballot] = field(default_factory=list)
    first_voter: tuple[Seat, int] | None = None  # where votes are cast one by one, with the event that told it

    @property
    def vote(self) -> Ballot | None:
        """The first vote, once it is over."""
        return self.ballots[0] if self.ballots and self.ballots[0].is_over else None


class Record:
    """One seat's view of a game, up to where it has been heard. `closings` counts what can have made a sign show."""

    def __init__(self, me: Seat, ruleset: Ruleset[Any], options: Options, names: Sequence[str]) -> None:
        self.me = me
        self.names = tuple(names)
        self.hidden_team = ruleset.hidden_team
        self.has_ship = ruleset.has_ship
        self.team_of = {role.name: role.team for role in ruleset.roles}
        self.powers, self.plain = roles_of(ruleset, options, len(names))
        self.living: set[Seat] = set(range(len(names)))
        self.stages: list[Stage] = []
        self.falls: list[Fall] = []
        self.teams: dict[Seat, tuple[str, int]] = {}  # what was shown to all, and by which event
        self.claims: list[Claim] = []
        self.results: list[Result] = []
        self.places: list[Place] = []
        self.deeds: list[Deed] = []
        self.findings: list[Finding] = []
        self.tick = 0
        self.is_gathered = False  # whether all still stand where the ship gathered them
        self.ticks: dict[int, int] = {}  # in which tick somebody fell, by the event that told it
        self.closings = 0
        self.is_aboard = False
        self.at_the_vote = False  # whether all has been said before a vote that is being held

    # --- asking ---

    def voted(self, number: int) -> Stage | None:
        """A stage by its number, once its vote is over."""
        stage = self.stages[number - 1] if number <= len(self.stages) else None
        return stage if stage is not None and stage.vote is not None else None

    def talked(self, number: int) -> Stage | None:
        """A stage by its number, once its talk is over: when its vote is, or is being held."""
        stage = self.stages[number - 1] if number <= len(self.stages) else None
        return stage if stage is not None and (stage.ballots or self.at_the_vote) else self.voted(number)

    def is_hidden(self, seat: Seat) -> bool | None:
        """Whether somebody is hidden, as far as everybody was shown."""
        team = self.teams.get(seat)
        return None if team is None else team[0] == self.hidden_team

    def hanged(self) -> Iterator[tuple[Stage, Ballot, Fall, bool]]:
        """Each who fell by a vote and was shown since: the stage, the last vote in it, and whether they were hidden."""
        for fall in self.falls:
            is_hidden = self.is_hidden(fall.seat) if fall.by_vote else None
            if is_hidden is not None:
                stage = self.stages[fall.after - 1]
                yield stage, stage.ballots[-1], fall, is_hidden

    # --- hearing ---

    def hear(self, entry: Entry) -> None:
        """Takes the next entry of the view."""
        event = entry.event
        if isinstance(event, Ticked):
            self.tick = event.number
        if isinstance(event, Ticked | PhaseBegan):
            self.is_gathered = self.has_ship and isinstance(event, PhaseBegan)
        facts = event.facts
        votes = dict(_votes_in(event, facts)) if entry.is_public else {}
        if votes:
            self._vote(entry, votes)
            return
        if entry.is_public and self.stages and self.stages[-1].ballots:
            ballot = self.stages[-1].ballots[-1]
            self.closings += not ballot.is_over
            ballot.is_over = True
        for fact in facts:
            self._learn(entry, fact)
        if entry.is_public and speech_field(type(event)):
            self._listen(entry)
        if isinstance(event, VoteCast) and (stage := self._stage(entry)).first_voter is None:
            stage.first_voter = event.seat, entry.seq
        if (seat := fallen(event)) is not None:
            self._bury(entry, seat)

    def _stage(self, entry: Entry) -> Stage:
        """The stage to which something said or voted belongs, begun where it is the first."""
        if not self.stages or (self.stages[-1].ballots and self.stages[-1].round != entry.round):
            self.stages.append(Stage(len(self.stages) + 1, entry.round, frozenset(self.living)))
        return self.stages[-1]

    def _vote(self, entry: Entry, votes: Votes) -> None:
        stage = self._stage(entry)
        stage.round = entry.round  # of several days of talk before a vote, the last
        if not stage.ballots:
            stage.there = frozenset(self.living)
        ballot = stage.ballots[-1] if stage.ballots else None
        if ballot is None or ballot.is_over or not ballot.votes.keys().isdisjoint(votes):
            if ballot is not None:
                ballot.is_over = True
            ballot = Ballot(entry.phase)
            stage.ballots.append(ballot)
        ballot.votes |= votes
        ballot.seqs |= dict.fromkeys(votes, entry.seq)

    def _listen(self, entry: Entry) -> None:
        event = entry.event
        seat = speaker(event)
        if seat is None:
            return
        words = str(event.words)  # type: ignore[attr-defined]  # an event with a speaker has them
        hear = heard_aboard(words, self.names, seat, getattr(event, "target", None)) if self.is_aboard else None
        speech = Speech(entry.seq, seat, hear or heard(words, self.names, seat))
        stage = self._stage(entry)
        (stage.after if stage.ballots else stage.talk).append(speech)
        for role in speech.heard.roles:
            if not any((claim.seat, claim.role) == (seat, role) for claim in self.claims):
                self.claims.append(Claim(entry.seq, seat, role, stage.number))
        self.results += [
            Result(entry.seq, seat, about, guilty) for about, guilty in speech.heard.results if about != seat
        ]

    def _learn(self, entry: Entry, fact: Fact) -> None:
        if fact.kind == "place":
            self.is_aboard = True
            if not self.is_gathered:
                self.places.append(Place(entry.seq, self.tick, entry.round, fact.about, fact.value))
        elif fact.kind == "deed":
            self._see_done(entry, fact)
        elif fact.kind in ("role", "team") and entry.is_public:
            self._show(fact.about, fact.value, entry.seq)

    def _see_done(self, entry: Entry, fact: Fact) -> None:
        deed = Deed(entry.seq, self.tick, entry.round, fact.about, fact.value, fact.whom, fact.task)
        self.deeds.append(deed)
        room = getattr(entry.event, "room", None)
        if fact.value == "report" and fact.whom is not None and room:
            self.findings.append(Finding(entry.seq, self.tick, entry.round, fact.about, fact.whom, room))
            self.closings += 1
        self.closings += fact.value == "press" or bool(fact.task)

    def _show(self, seat: Seat, shown: str, seq: int) -> None:
        team = self.team_of.get(shown, shown)
        if team in self.team_of.values():
            self.teams.setdefault(seat, (team, seq))
            self.closings += 1

    def _bury(self, entry: Entry, seat: Seat) -> None:
        if seat not in self.living:
            return
        self.living.discard(seat)
        stage = self.stages[-1] if self.stages else None
        by_vote = (
            entry.is_public
            and stage is not None
            and bool(stage.ballots)
            and (stage.round, stage.ballots[-1].phase) == (entry.round, entry.phase)
        )
        after = 0 if stage is None else stage.number if stage.ballots else stage.number - 1
        self.falls.append(Fall(seat, entry.seq, entry.round, after, by_vote))
        self.ticks[entry.seq] = self.tick
        self.closings += 1
        for shown in (getattr(entry.event, "role", None), getattr(entry.event, "team", None)):
            if entry.is_public and isinstance(shown, str):
                self._show(seat, shown, entry.seq)


def roles_of(ruleset: Ruleset[Any], options: Options, seats: int) -> tuple[frozenset[str], frozenset[str]]:
    """What the ear calls the roles of the open team that somebody might claim for their power, and the others: of all
    that are dealt the commonest has none."""
    counts = Counter(role.name for role in ruleset.cast(seats, options) if role.team == ruleset.open_team)
    plain = {name for name in counts if counts[name] == max(counts.values())} if len(counts) > 1 else set(counts)
    return (
        frozenset(TITLES.get(name, name) for name in counts.keys() - plain),
        frozenset(TITLES.get(name, name) for name in plain) | {"town"},
    )


POINTING: Final = "target"


def _votes_in(event: Event, facts: Sequence[Fact]) -> Iterator[tuple[Seat, Seat | None]]:
    """The votes that an event tells: its facts, or where it has none that its only author points at somebody."""
    for fact in facts:
        if fact.kind == "vote":
            yield fact.about, fact.whom
    if not facts and len(event.authors) == 1 and not speech_field(type(event)) and hasattr(event, POINTING):
        target = getattr(event, POINTING)
        if target is None or type(target) is int:
            yield event.authors[0], target
