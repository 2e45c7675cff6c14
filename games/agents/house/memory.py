"""What one seat remembers: the view of the seat, folded entry by entry into who said, voted, claimed and died.

Law: a mind holds nothing that is not in the view. So folding the view from its start gives the same mind as folding on
from where one was (tests hold this), and nobody needs to store it. Whatever a character has claimed or announced it
knows from hearing itself: that is how lies stay consistent.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import exp
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.agents.house.hearing import Heard, Remark, hear
from games.agents.house.suspicion import KINDS, Case, Ground
from games.agents.house.tempers import TEMPERS, Temper
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.rulesets.town_mafia import TownMafia, TownMafiaOptions
from games.engine.table import Entry
from personas.sheet import Sheet

K = TypeVar("K")
DISPUTED: Final = 0.35  # what a result counts for whose bringer has a rival
POWERS: Final = ("sheriff", "doctor", "vigilante")


class Death(NamedTuple):
    seat: Seat
    role: str | None
    team: str | None
    day: int  # the day of a lynching; of a night, the day that followed
    by_night: bool


class Stance(NamedTuple):
    """What somebody once said for (below 0) or against (above 0) somebody."""

    day: int
    speaker: Seat
    about: Seat
    value: float
    sentence: str


class Claim(NamedTuple):
    role: str
    day: int


class Result(NamedTuple):
    """A result that somebody announced: `role` is "mafia", "town" or a role's name."""

    by: Seat
    about: Seat
    role: str
    day: int

    @property
    def is_guilty(self) -> bool:
        return self.role in ("mafia", "mafioso")


class Toward(NamedTuple):
    """Something said to or about me since I last spoke."""

    speaker: Seat
    remark: Remark


@lru_cache(maxsize=64)
def cast_of(seats: int) -> dict[str, int]:
    """How many of each role there are at a table of so many, as everybody knows from the rule book."""
    ruleset, options = TownMafia(), TownMafiaOptions()
    counts: dict[str, int] = {}
    for role in ruleset.cast(seats, options) if seats in ruleset.seats else ():
        counts[role.name] = counts.get(role.name, 0) + 1
    return counts


@lru_cache(maxsize=8)
def weights_of(temper: str) -> dict[str, float]:
    """What each kind of ground weighs for a temper."""
    return {kind: weight * TEMPERS[temper].weight(family) for kind, (weight, family) in KINDS.items()}


class Mind:
    """One seat's memory and suspicions. Reading `cases` is free; only `learn` writes."""

    def __init__(self, sheet: Sheet, me: Seat) -> None:
        self.sheet = sheet
        self.temper: Temper = TEMPERS[sheet.temper]
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
        self.claims: dict[Seat, Claim] = {}
        self.results: list[Result] = []
        self.guards: list[Result] = []
        self.shots_told: list[Result] = []
        self.quiet_nights: set[int] = set()
        self.toward_me: list[Toward] = []
        self.asked_today: dict[Seat, list[Seat]] = {}  # who is owed an answer by whom
        self.pressed = False  # whether nobody may be passed over
        self.spoken: list[e.Said] = []
        self.since: list[tuple[Seat, Heard]] = []  # what the others said since I last spoke, today
        self.investigated: dict[Seat, str] = {}
        self.checked_on: dict[int, Seat] = {}
        self.protected: dict[int, Seat] = {}
        self.shot: dict[int, Seat] = {}
        self.plots: list[e.Plotted] = []  # of this night
        self.whispered: list[e.Plotted] = []  # of all nights
        self.target: Seat | None = None
        self.targets: dict[int, Seat | None] = {}
        self.certain: dict[Seat, str] = {}  # seat -> team, beyond doubt

    # --- asking the mind ---

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def others(self) -> list[Seat]:
        return [seat for seat in self.living if seat != self.me]

    def death_of(self, seat: Seat) -> Death | None:
        return next((death for death in self.deaths if death.seat == seat), None)

    def hidden_left(self) -> int:
        """How many hidden players live, as far as the dead have shown."""
        known = sum(death.team == "mafia" for death in self.deaths)
        return max(1, self.cast.get("mafioso", 1) - known)

    def total(self, seat: Seat) -> float:
        return self.cases[seat].total

    def credit(self, seat: Seat) -> float:
        """How far somebody is believed, from 0 to 1."""
        team = self.certain.get(seat)
        if team is not None:
            return 1.0 if team == "town" else 0.0
        return 1.0 / (1.0 + exp(self.cases[seat].total - 0.4))

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
        self._heat = {seat: value for seat, value in heat.items() if seat in self.living}
        return self._heat

    def is_stale(self, speaker: Seat, about: Seat) -> bool:
        """Whether somebody claimed a power after a speaker last spoke today, so that the word is to be thought over."""
        return self.claimed_at.get(about, 0) > self.spoke_at.get(speaker, 0)

    def is_last_round(self) -> bool:
        """Whether my next speech today is my last, going by the days before."""
        return self.speeches.get(self.me, 0) >= self.rounds_a_day - 1

    # --- learning ---

    def learn(self, entry: Entry) -> None:
        self._heat = self.odds = None
        handler = _HANDLERS.get(type(entry.event))
        if handler is not None:
            handler(self, entry.event)

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
        if about == self.me:
            return
        ground = Ground(kind, scale * self.weights[kind], day or self.day, other, sentence)
        self.cases[about].put((kind, other, key), ground)

    def on_seated(self, event: e.Seated) -> None:
        self.names = event.aliases
        seats = range(len(self.names))
        self.living = list(seats)
        self.cases = [Case() for _ in seats]
        self.cast = cast_of(len(seats))
        dice = Dice("gut", self.sheet.slug, self.me, *self.names)
        for seat in seats:
            self.note(seat, "gut", scale=(dice.below(2001) / 1000 - 1) * self.temper.gut)

    def on_dealt(self, event: e.Dealt) -> None:
        if event.seat == self.me:
            self.role, self.team = event.role, event.team

    def on_partners(self, event: e.Partners) -> None:
        self.partners = frozenset(event.seats) - {self.me}

    def on_phase(self, event: e.PhaseBegan) -> None:
        self.phase = event.name
        if event.name == "night":
            if self.order:
                self.rounds_a_day = max(self.speeches.values())
            self.plots = []
            self.day = event.number
            self.today, self.accused, self.declared, self.speeches, self.order = {}, {}, {}, {}, []
            self.asked_today, self.toward_me, self.since = {}, [], []
            self.spoke_at, self.claimed_at = {}, {}
        else:
            self.day = event.number

    # --- the night ---

    def on_plotted(self, event: e.Plotted) -> None:
        self.plots.append(event)
        self.whispered.append(event)

    def on_targeted(self, event: e.Targeted) -> None:
        self.target = event.target
        self.targets[self.day] = event.target

    def on_protected(self, event: e.Protected) -> None:
        self.protected[self.day] = event.target

    def on_investigated(self, event: e.Investigated) -> None:
        shown = event.role or event.team
        self.investigated[event.target] = shown
        self.checked_on[self.day] = event.target
        self.certain[event.target] = event.team
        self.note(event.target, "own_result" if event.team == "mafia" else "own_cleared")

    def on_shot(self, event: e.Shot) -> None:
        if event.target is not None:
            self.shot[self.day] = event.target

    def on_quiet_night(self, event: e.QuietNight) -> None:
        self.quiet_nights.add(self.day)

    def on_pressed(self, event: e.Pressed) -> None:
        self.pressed = True

    def on_died(self, event: e.Died) -> None:
        self.bury(Death(event.seat, event.role, event.team, self.day, by_night=True))

    # --- the day ---

    def on_said(self, event: e.Said) -> None:
        speaker = event.seat
        heard = hear(event.words, self.names, speaker)
        self.spoken.append(event)
        self.order.append(speaker)
        self.speeches[speaker] = self.speeches.get(speaker, 0) + 1
        self.spoke_at[speaker] = len(self.order)
        if heard.vote is not None:
            self.declared[speaker] = heard.vote
        if speaker == self.me:
            self.toward_me, self.since = [], []
        else:
            self.since.append((speaker, heard))
        if heard.claims:
            self.hear_claims(speaker, heard)
        self.hear_stances(speaker, heard)
        if speaker != self.me:
            self.hear_manner(speaker, heard)
            if self.me in heard.named or any(remark.about == self.me for remark in heard.remarks):
                self.toward_me += [Toward(speaker, remark) for remark in heard.remarks if remark.about == self.me]
        for seat in heard.asked:
            self.asked_today.setdefault(seat, []).append(speaker)

    def hear_stances(self, speaker: Seat, heard: Heard) -> None:
        views = self.today.setdefault(speaker, {})
        credit = self.credit(speaker) if speaker != self.me else 0.0
        for about, value, sentence in heard.stances:
            if about not in self.living:
                continue
            earlier = self.latest.get((speaker, about))
            stance = Stance(self.day, speaker, about, value, sentence)
            self.stances.append(stance)
            self.latest[speaker, about] = stance
            if speaker != self.me:
                if earlier is not None and earlier.value * value < -0.2 and self.certain.get(about) is None:
                    self.note(speaker, "turncoat", other=about, key=self.day, sentence=earlier.sentence)
                if about == self.me:
                    self.note(speaker, "accused_me" if value > 0 else "backed_me", key=self.day, sentence=sentence)
                elif value > 0:
                    # The fifth to say it adds little to the first.
                    voices = self.voices.setdefault(about, [])
                    if speaker not in voices:
                        voices.append(speaker)
                    scale = value * credit / (1 + voices.index(speaker))
                    self.note(about, "accused_by", other=speaker, scale=scale, sentence=sentence)
                    first = self.accused.setdefault(about, speaker)
                    if first != speaker and about not in views:
                        if self.speeches[speaker] == 1:
                            self.note(speaker, "echo", other=about, key=self.day)
                        if len(voices) >= 3:
                            self.note(first, "ringleader", other=about, key=self.day)
                else:
                    self.note(about, "trusted_by", other=speaker, scale=-value * credit, sentence=sentence)
            views[about] = value

    def hear_manner(self, speaker: Seat, heard: Heard) -> None:
        if self.day == 1 and len(self.order) <= 2:
            return  # whoever begins knows nothing
        if heard.is_empty and not heard.named and (heard.words <= 12 or self.speeches[speaker] > 1):
            count = self.cases[speaker].grounds.get(("quiet", None, 0))
            quiets = (
                1 if count is None else 1 + round(count.weight / (KINDS["quiet"][0] * self.temper.weight("manner")))
            )
            self.note(speaker, "quiet", scale=min(quiets, 4))
        elif not any(value > 0 for value in self.today[speaker].values()):
            self.note(speaker, "no_name", key=self.day)
        elif self.day == 1 and list(self.accused.values()) == [speaker]:
            self.note(speaker, "first_stone", key=1)
        if speaker in self.asked_today and heard.is_empty:
            self.note(speaker, "unanswered", other=self.asked_today[speaker][0], key=self.day)

    def hear_claims(self, speaker: Seat, heard: Heard) -> None:
        for remark in heard.claims:
            if remark.act == "claim":
                self.hear_claim(speaker, remark.role)
            elif remark.act == "result" and remark.about is not None:
                self.hear_result(Result(speaker, remark.about, remark.role, self.day))
            elif remark.act == "guard" and remark.about is not None:
                self.guards.append(Result(speaker, remark.about, "", self.day))
            elif remark.act == "shot" and remark.about is not None:
                self.shots_told.append(Result(speaker, remark.about, "", self.day))

    def hear_claim(self, speaker: Seat, role: str) -> None:
        before = self.claims.get(speaker)
        if before is not None and (before.role == role or role == "town"):
            return
        if before is not None and before.role in POWERS:
            self.note(speaker, "changed_claim", key=self.day)
        self.claims[speaker] = Claim(role, self.day)
        if role in POWERS:
            self.claimed_at[speaker] = len(self.order)
            self.weigh_claim(speaker, role)
        elif role == "mafioso" and speaker != self.me:
            self.note(speaker, "false_claim")

    def weigh_claim(self, speaker: Seat, role: str) -> None:
        count = self.cast.get(role, 0)
        shown = [death.seat for death in self.deaths if death.role == role]
        rivals = [seat for seat, claim in self.claims.items() if claim.role == role and seat != speaker]
        rivals = [seat for seat in rivals if (death := self.death_of(seat)) is None or death.role is None]
        if self.role == role and count == 1 and self.team == "town":
            self.note(speaker, "claims_mine")
            self.certain[speaker] = "mafia"
        elif len(shown) >= count:
            self.note(speaker, "false_claim", other=shown[0] if shown else None)
        elif len(shown) + len(rivals) >= count:
            for rival in rivals:
                self.cases[rival].drop("sole_claim", rival)
                self.note(rival, "rival_claim", other=speaker)
                self.discount(rival)
            self.note(speaker, "rival_claim", other=rivals[0])
            # What was said against the new claimer before is to be said again, now that there are two stories.
            for other in self.today:
                self.cases[speaker].drop("accused_by", other)
        else:
            self.note(speaker, "sole_claim", other=speaker, scale={"sheriff": 1.0, "doctor": 0.8}.get(role, 0.6))

    def discount(self, by: Seat) -> None:
        """What a claimer found out counts for less once somebody disputes the claim."""
        for result in self.results:
            if result.by == by and result.about in self.living and self.certain.get(result.about) is None:
                self.note(result.about, "result" if result.is_guilty else "cleared", other=by, scale=DISPUTED)

    def hear_result(self, result: Result) -> None:
        speaker, about = result.by, result.about
        known = [each for each in self.results if each.by == speaker and each.about == about]
        if known and known[-1].is_guilty == result.is_guilty:
            return
        self.results.append(result)
        claim = self.claims.get(speaker)
        if claim is None or claim.role not in POWERS:
            self.claims[speaker] = Claim("sheriff", self.day)
            self.weigh_claim(speaker, "sheriff")
        if speaker == self.me:
            return
        if known:
            self.note(speaker, "changed_claim", other=about)
        if about == self.me:
            if result.is_guilty and self.team == "town":
                self.note(speaker, "lied_about_me")
                self.certain[speaker] = "mafia"
            elif not result.is_guilty:
                self.note(speaker, "truth_about_me")
            return
        death = self.death_of(about)
        if death is not None and death.team is not None:
            return
        team = self.certain.get(about)
        if team is not None and self.team == "town":
            right = (team == "mafia") == result.is_guilty
            self.note(speaker, "true_result" if right else "false_result", other=about)
            return
        kind = "result" if result.is_guilty else "cleared"
        disputed = any(key[0] == "rival_claim" for key in self.cases[speaker].grounds)
        self.note(about, kind, other=speaker, scale=DISPUTED if disputed else self.credit(speaker))

    def on_voted(self, event: e.Voted) -> None:
        self.votes[self.day] = dict(event.votes)
        for voter, target in event.votes:
            if voter == self.me:
                continue
            declared = self.declared.get(voter)
            if declared is not None and declared != target and declared in self.living:
                self.note(voter, "broke_word", other=declared, key=self.day)
            if target is None:
                self.note(voter, "skipped", key=self.day)

    def on_lynched(self, event: e.Lynched) -> None:
        self.lynched[self.day] = event.seat
        self.bury(Death(event.seat, event.role, event.team, self.day, by_night=False))

    def on_not_lynched(self, event: e.NotLynched) -> None:
        self.lynched[self.day] = None
        self.unlynched[self.day] = event.reason

    # --- a death shows something ---

    def bury(self, death: Death) -> None:
        dead = death.seat
        self.living.remove(dead)
        self.pressed = False
        self.deaths.append(death)
        if death.team is None:
            return
        self.certain[dead] = death.team
        is_mafia = death.team == "mafia"
        if is_mafia:
            # To have run after a mafioso, or first or last, is nothing to hold against anybody.
            for case in self.cases:
                for kind in ("ringleader", "echo", "turncoat"):
                    case.drop(kind, dead)
        self.weigh_words_about(dead, is_mafia=is_mafia)
        self.weigh_votes_about(death, is_mafia=is_mafia)
        self.weigh_words_of(death, is_mafia=is_mafia)
        self.weigh_claims_after(death)

    def weigh_words_about(self, dead: Seat, *, is_mafia: bool) -> None:
        for stance in self.stances:
            if stance.about != dead or stance.speaker == self.me:
                continue
            against = stance.value > 0
            kind = (
                ("named_mafia" if against else "shielded_mafia")
                if is_mafia
                else ("pushed_town" if against else "stood_by_town")
            )
            self.note(
                stance.speaker, kind, other=dead, scale=abs(stance.value), day=stance.day, sentence=stance.sentence
            )

    def weigh_votes_about(self, death: Death, *, is_mafia: bool) -> None:
        dead = death.seat
        for day, votes in self.votes.items():
            fell = self.lynched.get(day, dead) == dead or day == self.day
            for voter, target in votes.items():
                if target == dead:
                    kind = "hit_mafia" if is_mafia else "hanged_town"
                    self.note(voter, kind, other=dead, scale=1.0 if fell else 0.6, key=day, day=day)
                elif is_mafia and fell and voter != dead and not death.by_night and day == death.day:
                    self.note(voter, "spared_mafia", other=dead, key=day)
                if voter == dead and is_mafia and target is not None:
                    self.note(target, "target_of_mafia", other=dead, key=day, day=day)

    def weigh_words_of(self, death: Death, *, is_mafia: bool) -> None:
        dead = death.seat
        for stance in self.stances:
            if stance.speaker != dead or stance.about not in self.living:
                continue
            if is_mafia:
                self.cases[stance.about].drop("accused_by", dead)
                self.cases[stance.about].drop("trusted_by", dead)
                kind = "target_of_mafia" if stance.value > 0 else "buddy"
                self.note(stance.about, kind, other=dead, scale=0.6 if stance.value > 0 else 1.0, day=stance.day)
            elif death.by_night and stance.value > 0.5 and stance.day >= self.day - 1:
                self.note(stance.about, "dead_finger", other=dead, day=stance.day, sentence=stance.sentence)

    def weigh_claims_after(self, death: Death) -> None:
        dead, role = death.seat, death.role
        for result in self.results:
            if result.by == dead:
                self.cases[result.about].drop("result", dead)
                self.cases[result.about].drop("cleared", dead)
                if role == "sheriff":
                    team = "mafia" if result.is_guilty else "town"
                    if self.team == "town" and result.about != self.me:
                        self.certain[result.about] = team
                    self.note(result.about, "proven_guilty" if result.is_guilty else "proven_clear", other=dead)
            elif result.about == dead and result.by in self.living:
                right = (death.team == "mafia") == result.is_guilty
                self.note(result.by, "true_result" if right else "false_result", other=dead)
        if role in POWERS and self.cast.get(role, 0) == 1:
            for seat, claim in self.claims.items():
                if claim.role == role and seat in self.living and seat != dead:
                    self.note(seat, "false_claim", other=dead)
                    for result in self.results:
                        if result.by == seat:
                            self.cases[result.about].drop("result", seat)
                            self.cases[result.about].drop("cleared", seat)
        elif role is not None and (told := self.claims.get(dead)) and told.role in POWERS and told.role != role:
            for seat, other in self.claims.items():
                if other.role == told.role and seat in self.living:
                    self.cases[seat].drop("rival_claim", dead)
                    self.note(seat, "sole_claim", other=seat)


_HANDLERS: Final[dict[type[e.Event], Callable[[Mind, Any], None]]] = {  # Any: each takes its own event
    e.Seated: Mind.on_seated,
    e.Dealt: Mind.on_dealt,
    e.Partners: Mind.on_partners,
    e.PhaseBegan: Mind.on_phase,
    e.Plotted: Mind.on_plotted,
    e.Targeted: Mind.on_targeted,
    e.Protected: Mind.on_protected,
    e.Investigated: Mind.on_investigated,
    e.Shot: Mind.on_shot,
    e.Pressed: Mind.on_pressed,
    e.QuietNight: Mind.on_quiet_night,
    e.Died: Mind.on_died,
    e.Said: Mind.on_said,
    e.Voted: Mind.on_voted,
    e.Lynched: Mind.on_lynched,
    e.NotLynched: Mind.on_not_lynched,
}


# --- minds are kept, never trusted blindly ---


class Keeper(Generic[K]):
    """What was folded from the beginning of a ledger, kept to be folded on from.

    It is used only when it has folded exactly the beginning of what is asked for, and it is out of the shelf while it
    is used, so two threads never share one: whoever comes second folds anew. So it can be forgotten at any time.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.shelf: dict[Hashable, tuple[K, list[Any]]] = {}  # Any: the entries that were folded

    def take(self, key: Hashable, entries: Sequence[Any]) -> tuple[K, list[Any]] | None:
        """What is kept under the key, if it has folded a beginning of these entries."""
        kept = self.shelf.pop(key, None)
        if kept is None or len(kept[1]) > len(entries) or kept[1] != list(entries[: len(kept[1])]):
            return None
        return kept

    def put(self, key: Hashable, fold: K, entries: list[Any]) -> None:
        while len(self.shelf) >= self.most and (oldest := next(iter(self.shelf), None)) is not None:
            self.shelf.pop(oldest, None)
        self.shelf[key] = fold, entries


_minds: Keeper[Mind] = Keeper(most=2_048)


@contextmanager
def remembering(sheet: Sheet, me: Seat, view: Sequence[Entry]) -> Iterator[Mind]:
    """The mind of a seat that has heard `view`, to be read."""
    # The first entry is held by what is kept, so its id stays its own.
    key = (id(view[0]) if view else 0, me, sheet)
    mind, heard = _minds.take(key, view) or (Mind(sheet, me), [])
    for entry in view[len(heard) :]:
        mind.learn(entry)
        heard.append(entry)
    yield mind
    _minds.put(key, mind, heard)
