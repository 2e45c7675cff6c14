"""What a house player on the ship knows: where it was, whom it saw where, what was said; nothing else.

Filled by learning.py from what its seat has heard, event by event; read by all others here. A place and a time is a
`Sight`; what somebody claims in a meeting is a `Claim`, believed or not where it is weighed (judging.py).
"""

from typing import NamedTuple

from games.agents.house.bonds import NO_BONDS, Bonds
from games.agents.house.learned import NOTHING, Follower, Leanings
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.tempers import TEMPERS, Temper
from games.engine.events import GhostSaid, Seat, Spoke
from games.engine.ship.chart import CAFETERIA, Room
from personas.sheet import Sheet


class Sight(NamedTuple):
    """Somebody seen somewhere in a tick."""

    tick: int
    seat: Seat
    room: Room


class Deed(NamedTuple):
    """A kill or a vent that was seen: by whom, where, and the victim of a kill."""

    tick: int
    seat: Seat
    room: Room
    victim: Seat | None = None


class Claim(NamedTuple):
    """What somebody said in a meeting. `kind`: killed, vented, saw, with, self, clear, vouch, suspect, trust or ask."""

    speaker: Seat
    kind: str
    about: Seat | None
    room: Room | None = None
    other: Seat | None = None


class Word(NamedTuple):
    """What was heard last in a meeting: by whom (None: silence), its claims, the one that counts most, and its kind."""

    by: Seat | None
    claims: tuple[Claim, ...] = ()
    chief: Claim | None = None
    kind: str = "silence"  # "mine", "me" of what others say of me, else the chief claim's, "" where there is none


class Ejection(NamedTuple):
    """How a meeting ended: who was ejected, their team where it was shown, and who voted for whom."""

    meeting: int
    seat: Seat | None
    team: str | None
    votes: tuple[tuple[Seat, Seat | None], ...]


class Mind:
    """One seat's memory of one game."""

    def __init__(self, sheet: Sheet, me: Seat, level: Level = ADVANCED) -> None:
        self.sheet = sheet
        self.level = level
        self.temper: Temper = TEMPERS[sheet.temper]
        self.follow = self.temper.follow if level.joins_votes else 0.0
        self.me = me
        self.names: tuple[str, ...] = ()
        self.team = "crew"
        self.partners: frozenset[Seat] = frozenset()  # besides me
        self.living: set[Seat] = set()
        self.is_ghost = False
        # --- the ship ---
        self.tick = 0
        self.looks = 0  # how often I was shown where I am
        self.shift = 0
        self.room: Room = CAFETERIA
        self.company: tuple[Seat, ...] = ()  # whom I see in my room
        self.bodies: tuple[Seat, ...] = ()
        self.found: set[Seat] = set()  # whose bodies I have seen, told or not
        self.tasks: tuple[tuple[str, Room], ...] = ()  # my open tasks and where they go on
        self.worked: dict[str, int] = {}  # ticks that I have worked at a task's present leg
        self.bar = 0
        self.kill_in: int | None = None
        self.sabotage_in: int | None = None
        self.press_in: int | None = None
        self.alarm: str | None = None
        self.left = 0
        # --- what was seen ---
        self.track: list[tuple[int, Room]] = []  # where I was, tick by tick
        self.sights: list[Sight] = []  # of this shift
        self.together: dict[tuple[int, Room], set[Seat]] = {}  # the same, by tick and room
        self.last: dict[Seat, Sight] = {}  # where each was seen last, in this shift
        self.with_me: dict[Seat, int] = {}  # for how many ticks without a break, up to now
        self.trailing: dict[Seat, int] = {}  # the same of those who were with me before I walked in this tick
        self.deeds: list[Deed] = []  # kills and vents of others that I saw
        self.my_kills: list[Deed] = []
        self.proved: set[Seat] = set()  # whose task I saw to be real
        self.done: list[tuple[int, str, Room]] = []  # tasks that I finished
        self.fixed: int = -99  # the tick in which I last worked at an alarm
        # --- meetings ---
        self.meeting = 0
        self.caller: Seat | None = None
        self.body: Seat | None = None
        self.scene: Room | None = None  # where the body lay
        self.victims: list[Seat] = []  # whose death was told in this meeting
        self.spoken_before = 0  # how many speeches, when this meeting began
        self.t = 0
        self.polls = 0  # how often the table was asked for bids, in the whole game
        self.word: Word | None = None  # None: this meeting has only begun
        self.times: dict[str, int] = {}  # how often each kind of word counted most, in the whole game
        self.voted: set[Seat] = set()
        self.spoken: list[Spoke] = []  # in the whole game
        self.chat: list[GhostSaid] = []  # among the dead
        self.claims: list[Claim] = []  # of this meeting
        self.past: list[tuple[int, Claim]] = []  # of those before, with the meeting's number
        self.history: list[Ejection] = []
        self.shown: dict[Seat, str] = {}  # the team of those who were ejected, where it was shown
        self.pending_votes: list[tuple[Seat, Seat | None]] = []
        self.speeches = 0  # my own, in this meeting
        # --- what it brings along ---
        self.bonds: Bonds = NO_BONDS  # with those whom its sheet knows, where they go by their names
        # --- what was learned in other games ---
        self.following: Follower | None = None
        self.learned: Leanings = NOTHING  # what it adds to the grounds against somebody

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    @property
    def others(self) -> list[Seat]:
        """The living besides me, in seat order."""
        return sorted(self.living - {self.me})

    @property
    def suspects(self) -> list[Seat]:
        """Who could be an impostor, as far as my role tells me."""
        return [seat for seat in self.others if seat not in self.partners] if self.team != "crew" else self.others

    def sights_of(self, seat: Seat, since: int = 0) -> list[Sight]:
        """Where a seat was seen, oldest first."""
        return [sight for sight in self.sights if sight.seat == seat and sight.tick >= since]

    def was_in(self, tick: int) -> Room | None:
        """Where I was in a tick."""
        return next((room for when, room in reversed(self.track) if when <= tick), None)

    @property
    def shift_began(self) -> int:
        """The tick in which this shift, or the one before this meeting, began."""
        return self.track[0][0] if self.track else 0
