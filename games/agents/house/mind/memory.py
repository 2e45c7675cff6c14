"""What one seat remembers: the view of the seat, folded entry by entry into who said, voted, claimed and died.

Law: a mind holds nothing that is not in the view. So folding the view from its start gives the same mind as folding on
from where one was (tests hold this), and nobody needs to store it. Whatever a character has claimed or announced it
knows from hearing itself: that is how lies stay consistent.
"""

from functools import lru_cache
from typing import Final

from games.agents.house.bonds import NO_BONDS, Bonds
from games.agents.house.hearing.speeches import Heard
from games.agents.house.learned import NOTHING, Follower, Leanings
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.mind.records import POWERS, Claim, Death, Result, Stance, Toward
from games.agents.house.mind.suspicion import KINDS, Case, Ground, shares
from games.agents.house.settling import likelihood, settled
from games.agents.house.tempers import TEMPERS, Temper
from games.engine import events as e
from games.engine.events import Seat
from personas.sheet import Sheet


@lru_cache(maxsize=16)
def weights_of(temper: str) -> dict[str, float]:
    """What each kind of ground weighs for a temper."""
    return {kind: weight * TEMPERS[temper].weight(family) for kind, (weight, family) in KINDS.items()}


# What disputes a claim, whoever is alive or dead.
DISPUTES: Final = frozenset(
    ("rival_claim", "false_claim", "outlived_claim", "false_result", "claims_mine", "changed_claim")
)


class Mind:
    """One seat's memory and suspicions. Reading `cases` is free; only learning.py and what it calls writes."""

    def __init__(self, sheet: Sheet, me: Seat, level: Level = ADVANCED) -> None:
        self.sheet = sheet
        self.level = level
        self.temper: Temper = TEMPERS[sheet.temper]
        self.follow = self.temper.follow if level.joins_votes else 0.0
        self.weights = weights_of(self.temper.name)
        self.me = me
        self.names: tuple[str, ...] = ()
        self.role = "villager"
        self.team = "town"
        self.partners: frozenset[Seat] = frozenset()
        self.cast: dict[str, int] = {}
        self.living: list[Seat] = []
        self.deaths: list[Death] = []
        self.day = 0
        self.phase = "setup"
        self.cases: list[Case] = []
        self.votes: dict[int, dict[Seat, Seat | None]] = {}
        self.lynched: dict[int, Seat | None] = {}
        self.unlynched: dict[int, str] = {}
        self.stances: list[Stance] = []
        self.latest: dict[tuple[Seat, Seat], Stance] = {}  # the last stance of somebody on somebody
        self._heat: dict[Seat, float] | None = None
        self.odds: dict[Seat, float] | None = None  # kept by judgement.chances until something is learned
        self.voices: dict[Seat, list[Seat]] = {}  # who spoke against somebody, in order
        self.today: dict[Seat, dict[Seat, float]] = {}
        self.accused: dict[Seat, Seat] = {}  # today: whom, and who was first to say so
        self.declared: dict[Seat, Seat] = {}
        self.speeches: dict[Seat, int] = {}  # today
        self.order: list[Seat] = []  # who spoke today
        self.spoke_at: dict[Seat, int] = {}  # when somebody last spoke today, in speeches
        self.claimed_at: dict[Seat, int] = {}  # when somebody claimed a power today
        self.quiets: dict[Seat, int] = {}  # empty speeches so far
        self.rounds_a_day = 2
        self.talks_freely = False  # whether nobody has a turn at this table
        self.is_late = False  # whether a day of free talk is about to end
        self.conferred: list[e.Conferred] = []  # of this night
        self.in_council = False
        self.gone = 0.0  # how many hidden players may have been among the lynched of whom nothing was shown
        self.nominees: tuple[Seat, ...] = ()  # who is up for today's vote
        self.nominated: dict[Seat, Seat | None] = {}  # today: who named whom
        self.tied: tuple[Seat, ...] = ()  # between whom today's second vote decides
        self.marked: list[Seat] = []  # whom the mafia's plans name as a first suspect, once for each plan
        self.claims: dict[Seat, Claim] = {}
        self.results: list[Result] = []
        self.guards: list[Result] = []
        self.shots_told: list[Result] = []
        self.quiet_nights: set[int] = set()
        self.toward_me: list[Toward] = []
        self.asked_today: dict[Seat, list[Seat]] = {}  # who is owed an answer by whom
        self.pressed = False  # whether nobody may be passed over
        self.spoken: list[e.Said | e.Remarked | e.Defended | e.LastWords] = []
        self.since: list[tuple[Seat, Heard]] = []  # what the others said since I last spoke, today
        self.gists: dict[str, int] = {}  # what the others' speeches came to, in the whole game, where nobody has a turn
        self.investigated: dict[Seat, str] = {}
        self.checked_on: dict[int, Seat] = {}
        self.protected: dict[int, Seat] = {}
        self.shot: dict[int, Seat] = {}
        self.plots: list[e.Plotted] = []  # of this night
        self.whispered: list[e.Plotted | e.Planned] = []  # of all nights
        self.target: Seat | None = None
        self.targets: dict[int, Seat | None] = {}
        self.certain: dict[Seat, str] = {}  # seat -> team, beyond doubt
        self.bonds: Bonds = NO_BONDS  # with those whom its sheet knows, where they go by their names
        self.following: Follower | None = None  # where there is experience of these rules
        self.learned: Leanings = NOTHING  # what it adds to the grounds against somebody
        self.mimicry: float = 0.0  # on what share of its days, if it is hidden, it plays as if it were not

    # --- asking the mind ---

    @property
    def dialect(self) -> str:
        """In whose words this table speaks (dialect.py)."""
        return "council" if self.in_council else "free talk" if self.talks_freely else ""

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def others(self) -> list[Seat]:
        return [seat for seat in self.living if seat != self.me]

    def death_of(self, seat: Seat) -> Death | None:
        return next((death for death in self.deaths if death.seat == seat), None)

    def presumed(self, death: Death) -> str | None:
        """The role that somebody dead will have had: what was shown, else what one of the town had claimed to be."""
        claim = self.claims.get(death.seat)
        return death.role or (claim.role if claim is not None and death.team == "town" else None)

    def hidden_left(self) -> float:
        """How many hidden players live, as far as the dead have shown; a guess where some have shown nothing."""
        known = sum(death.team == "mafia" for death in self.deaths)
        return max(1, settled(self.cast.get("mafioso", 1) - known - self.gone))

    def suspected(self, seat: Seat) -> float:
        """How likely somebody is to be hidden, by what this mind would argue in public, among all who live."""
        others = {other: self.cases[other].total for other in self.others()}
        return shares(others, self.hidden_left()).get(seat, 0.0)

    def total(self, seat: Seat) -> float:
        return self.cases[seat].total

    def credit(self, seat: Seat) -> float:
        """How far somebody is believed, from 0 to 1."""
        if not self.level.weighs_words:
            return 1.0
        team = self.certain.get(seat)
        if team is not None:
            return 1.0 if team == "town" else 0.0
        return likelihood(0.4 - self.cases[seat].total - self.learned.get(seat, 0.0))

    def is_credible_power(self, seat: Seat) -> bool:
        """Whether a seat has claimed a power and nobody alive or dead disputes it."""
        claim = self.claims.get(seat)
        if claim is None or claim.role not in POWERS:
            return False
        return not {key[0] for key in self.cases[seat].grounds} & DISPUTES

    def heat(self) -> dict[Seat, float]:
        """How much of the table is after each person today: 1 for a vote announced, 0.6 for an accusation."""
        if self._heat is not None:
            return self._heat
        heat: dict[Seat, float] = {}
        for speaker, views in self.today.items():
            vote = self.declared.get(speaker)
            if vote is not None:
                heat[vote] = heat.get(vote, 0.0) + (0.1 if self.is_stale(speaker, vote) else 1.0)
                continue
            against = [(value, about) for about, value in views.items() if value > 0.2]
            if against:
                about = max(against)[1]
                heat[about] = heat.get(about, 0.0) + 0.6
        self._heat = {seat: settled(value) for seat, value in heat.items() if seat in self.living}
        return self._heat

    def is_stale(self, speaker: Seat, about: Seat) -> bool:
        """Whether somebody claimed a power after a speaker last spoke today, so that the word is to be thought over."""
        return self.claimed_at.get(about, 0) > self.spoke_at.get(speaker, 0)

    @property
    def turn(self) -> int:
        """How many times I have spoken to all, in the whole game."""
        return sum(said.seat == self.me for said in self.spoken)

    def is_last_round(self) -> bool:
        """Whether my next speech today is my last, going by the days before."""
        if self.talks_freely:
            return self.is_late
        return self.speeches.get(self.me, 0) >= self.rounds_a_day - 1

    # --- learning ---

    def forget_sums(self) -> None:
        """Drops what was worked out from what was known so far."""
        self._heat = self.odds = None

    def note(
        self,
        about: Seat,
        kind: str,
        *,
        other: Seat | None = None,
        scale: float = 1.0,
        key: int = 0,
        day: int = 0,
        sentence: str = "",
    ) -> None:
        """Counts a ground for or against somebody, once for each (kind, other, key). `day` is when it happened."""
        if about == self.me or kind in self.level.misses:
            return
        ground = Ground(kind, settled(scale * self.weights[kind]), day or self.day, other, sentence)
        self.cases[about].put((kind, other, key), ground)
