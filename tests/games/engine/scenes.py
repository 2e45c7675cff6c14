"""Tables for tests: scenes in which a test says who does what, and games of players who do anything that is legal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.engine.dice import Dice
from games.engine.events import Event, Seat, listed
from games.engine.moderator import Moderator
from games.engine.questions import Act, BidToSpeak, Choose, Nominate, Propose, Question, React, Speak, Target
from games.engine.ruleset import Ruleset
from games.engine.table import EVERYONE, Deal, Entry
from games.engine.village import GIVEN_NAMES
from tests.games.engine.glass_box.wild import wild_bid, wild_orders

NAMES = (
    "Ada", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kit", "Lena", "Milo", "Nora", "Otto",
    "Pia", "Quin", "Rosa", "Sven", "Tess",
)  # fmt: skip
# G as in gun, I as in investigator; a scene of each game uses the letters of its roles.
SHORT = {
    "M": "mafioso",
    "D": "doctor",
    "S": "sheriff",
    "G": "vigilante",
    "V": "villager",
    "I": "detective",
    "T": "townsperson",
}


class Watched:
    """A game that a test plays and looks at. `asked`: (poll, seat, kind) of every question answered here."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator
        self.asked: list[tuple[int, Seat, str]] = []

    def answer(self, seat: Seat, **fields: Any) -> None:
        """One answer; fields that the question does not have are left out."""
        question = self.moderator.pending[seat]
        self.asked.append((self.moderator.poll, seat, question.kind))
        self.moderator.answer(seat, {name: fields[name] for name in question.properties()})

    def proper(self, phase: str) -> None:
        assert self.moderator.table.phase == phase, f"it is not {phase}: {self.said()[-3:]}"

    @property
    def winner(self) -> str | None:
        return self.moderator.winner

    @property
    def living(self) -> tuple[Seat, ...]:
        return self.moderator.table.living()

    @property
    def ledger(self) -> list[Entry]:
        return self.moderator.ledger

    def events(self, *kinds: str) -> list[Event]:
        """The events of these kinds, in order."""
        return [entry.event for entry in self.ledger if entry.event.kind in kinds]

    def heard(self, *kinds: str) -> list[tuple[list[Seat] | str, Event]]:
        """The events of these kinds with the seats that heard them."""
        return [
            (entry.heard_by if entry.heard_by == EVERYONE else sorted(entry.heard_by), entry.event)
            for entry in self.ledger
            if entry.event.kind in kinds
        ]

    def kinds(self) -> list[str]:
        return [entry.event.kind for entry in self.ledger]

    def said(self) -> list[str]:
        """All events as sentences."""
        return [entry.event.text(self.moderator.deal.aliases) for entry in self.ledger]

    def question(self, seat: Seat) -> Question[Any]:
        """What the seat is asked now."""
        return self.moderator.pending[seat]

    def kinds_asked(self, seat: Seat) -> list[str]:
        """What a seat was asked, in order."""
        return [kind for _, each, kind in self.asked if each == seat]


class Scene(Watched):
    """A game of Town Mafia with known roles, one letter a seat ("MDSVV"), played night by night and day by day.

    What a test does not say happens quietly: nobody is killed, shot or voted for, doctors guard no victim.
    """

    def __init__(
        self, rules: Ruleset[Any], roles: str, *, first: Seat = 0, seed: str = "scene", **options: Any
    ) -> None:
        deal = Deal(NAMES[: len(roles)], tuple(rules.role_named(SHORT[each]) for each in roles), first)
        super().__init__(Moderator(rules, rules.options_from(options, len(roles)), deal, seed))

    # --- playing ---

    def night(
        self,
        kill: Target | Mapping[Seat, Sequence[Target]] = None,
        *,
        protect: Mapping[Seat, Seat] | None = None,
        shoot: Mapping[Seat, Target] | None = None,
        investigate: Mapping[Seat, Seat] | None = None,
    ) -> "Scene":
        """Plays the night. `kill` is what all mafiosi propose, or by seat what each proposes round after round."""
        proposals = {seat: list(targets) for seat, targets in kill.items()} if isinstance(kill, Mapping) else {}
        shots = shoot or {}
        attacked = {*shots.values(), *(target for targets in proposals.values() for target in targets)}
        attacked |= set() if proposals else {kill}
        self.proper("night")
        while self.moderator.pending and self.moderator.table.phase == "night":
            for seat, question in tuple(self.moderator.pending.items()):
                among = among_of(question)
                if question.kind in ("kill", "plot"):
                    target = proposals[seat].pop(0) if proposals else kill
                elif question.kind == "protect":
                    idle = next((ward for ward in among if ward not in attacked), among[0])
                    target = (protect or {}).get(seat, idle)
                elif question.kind == "investigate":
                    target = (investigate or {}).get(seat, among[0])
                else:
                    target = shots.get(seat)
                self.answer(seat, target=target, message="psst")
        return self

    def day(self, lynch: Target = None, *, votes: Mapping[Seat, Target] | None = None, words: str = "Hm.") -> "Scene":
        """Plays the day. All vote for `lynch`, who votes for another, or by seat as `votes` say."""
        self.proper("day")
        while self.moderator.pending and self.moderator.table.phase == "day":
            for seat, question in tuple(self.moderator.pending.items()):
                target = (votes or {}).get(seat, lynch)
                if question.kind == "vote" and target == seat:
                    target = next(other for other in among_of(question) if other is not None)
                self.answer(seat, target=target, message=words)
        return self

    def rounds(self, count: int, kill: Target = None, lynch: Target = None) -> "Scene":
        """Plays so many nights and days alike."""
        for _ in range(count):
            self.night(kill).day(lynch)
        return self


def among_of(question: Question[Any]) -> tuple[Target, ...]:
    """The targets that a question allows; none for a speech."""
    among: tuple[Target, ...] = getattr(question, "among", ())
    return among


# --- games of players who do anything that is legal ------------------------------------------------------------------

LINES = ("I trust nobody.", "Look at the votes of yesterday!", "Quiet ones are dangerous.", "It was not me.", "Hm …")


def nominate_few(question: Nominate, dice: Dice) -> tuple[str, Target]:
    """Half of the nominations fall on the lowest seats, else everybody is nominated and hardly a vote is tied."""
    few = question.among[:3] if dice.chance(0.5) else question.among
    return dice.pick(LINES), dice.pick(few)


def react(question: React, dice: Dice) -> str | None:
    """Silence, or words of any length with names in them, for a name wakes who bears it."""
    if dice.chance(0.3):
        return None
    meant = [dice.pick((*GIVEN_NAMES, *NAMES)) for _ in range(dice.below(6))]
    return f"{dice.pick(LINES)} What of {listed(meant)}?" if meant else dice.pick(LINES)


# Kinds of questions of which a uniform answer would hardly ever show what is rare: what is answered instead.
RARE: dict[type[Question[Any]], Callable[[Any, Dice], Any]] = {
    Nominate: nominate_few,
    React: react,
    Act: wild_orders,
    BidToSpeak: wild_bid,
}


def begin(rules: Ruleset[Any], seats: int, seed: str, **options: Any) -> Moderator:
    """A game before its first answer."""
    chosen = rules.options_from(options, seats)
    personas = [f"{name} the Persona" for name in NAMES[:seats]]
    return Moderator(rules, chosen, rules.deal(seed, seats, chosen, personas), seed)


def anything(question: Question[Any], dice: Dice) -> dict[str, Any]:
    """A legal answer in which rare choices are as likely as common ones."""
    match question:
        case Speak():
            return {"thought": dice.pick(LINES), "message": dice.pick(LINES)}
        case Choose() | Propose():
            rare = None in question.among and dice.chance(0.3)
            target = None if rare else dice.pick(question.among)
            return {"thought": dice.pick(LINES), "target": target} | (
                {"message": dice.pick(("", *LINES))} if isinstance(question, Propose) else {}
            )
    thought, words = dice.pick(LINES), dice.pick(LINES)
    rare = RARE.get(type(question))
    value = rare(question, dice) if rare else question.drawn(dice, words)
    return {"thought": thought, **question.write(value)}


def play_wildly(moderator: Moderator, *, arrival: str = "in order", silent: float = 0.05) -> Moderator:
    """Plays to the end with players who do anything that is legal and now and then do not answer at all.

    What is answered depends on seed and question alone; `arrival` seeds the order in which answers come.
    """
    for seat in wildly(moderator, arrival):
        answer_wildly(moderator, seat, silent)
    return moderator


def wildly(moderator: Moderator, arrival: str = "in order") -> Iterable[Seat]:
    """The seats whose answers come next, until the game is over."""
    dice = None if arrival == "in order" else Dice(arrival)
    while moderator.pending:
        asked = sorted(moderator.pending)
        yield asked[0] if dice is None else dice.pick(asked)


def answer_wildly(moderator: Moderator, seat: Seat, silent: float = 0.05) -> None:
    """Lets a seat do anything that is legal, or nothing."""
    dice = Dice(moderator.seed, "wild", *moderator.key(seat))
    if dice.chance(silent):
        moderator.default(seat, "no answer in time")
    else:
        moderator.answer(seat, anything(moderator.pending[seat], dice))
