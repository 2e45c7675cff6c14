"""The Lighthouse: somebody among the keepers wants the lamp dark. A rule book as another package would bring it."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.dice import Dice
from games.engine.events import Dealt, Ended, Event, Names, Revealed, Seat, Seated, known, named
from games.engine.questions import Choose, Illegal, Question, Raw, fields_of, shown
from games.engine.ruleset import CALLED, Options, Ruleset, option
from games.engine.table import Role, Table

WRECKER = Role("wrecker", "wreckers", "may foul the lamp, and lures one keeper a watch away from it")
KEEPER = Role("keeper", "keepers", "keeps the lamp or an eye on somebody")
LAMP, FOUL = "keep the lamp", "foul the lamp"


# --- what can be known -----------------------------------------------------------------------------------------------


@known
@dataclass(frozen=True, slots=True)
class WatchCame(Event):
    """A watch begins; everyone may know."""

    kind: ClassVar[str] = "watch_came"
    number: int

    def text(self, names: Names) -> str:
        return f"Watch {self.number}: a ship is coming in."


@known
@dataclass(frozen=True, slots=True)
class Lured(Event):
    """Whom the wrecker has lured away from the lamp; for the wrecker."""

    kind: ClassVar[str] = "lured"
    by: Seat
    target: Seat

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.by,)

    def text(self, names: Names) -> str:
        return f"{names[self.by]} lures {names[self.target]} down to the rocks."


@known
@dataclass(frozen=True, slots=True)
class Busy(Event):
    """What a keeper does in a watch; for that keeper."""

    kind: ClassVar[str] = "busy"
    seat: Seat
    deed: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        verb, _, whom = self.deed.rpartition(" ")
        told = f"watches {names[int(whom)]}" if verb == "watch" else f"has in mind to {self.deed}"
        return f"{names[self.seat]} {told}."


@known
@dataclass(frozen=True, slots=True)
class Glimpsed(Event):
    """What a keeper saw of another, and what that shows; for the one who watched."""

    kind: ClassVar[str] = "glimpsed"
    seat: Seat
    target: Seat
    role: str | None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        told = f"at the lamp with oily hands: the {self.role}" if self.role else "and sees nothing wrong"
        return f"{names[self.seat]} looks for {names[self.target]} {told}."


@known
@dataclass(frozen=True, slots=True)
class ShipCame(Event):
    """Whether the ship came in by the light; everyone may know."""

    kind: ClassVar[str] = "ship_came"
    safe: bool
    votes: int  # how many ships are lost by now; no ballot, though it is called like one

    def text(self, names: Names) -> str:
        return "The lamp burns and the ship comes in." if self.safe else f"The lamp is dark: ship {self.votes} is lost."


@known
@dataclass(frozen=True, slots=True)
class Pointed(Event):
    """Whom somebody points at; everyone may know."""

    kind: ClassVar[str] = "pointed"
    by: Seat
    target: Seat | None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.by,)

    def text(self, names: Names) -> str:
        return f"{names[self.by]} points at {named(self.target, names)}."


@known
@dataclass(frozen=True, slots=True)
class RowedAshore(Event):
    """Who has to leave the island, and what they were; everyone may know."""

    kind: ClassVar[str] = "rowed_ashore"
    falls: ClassVar[str] = "who"
    who: Seat
    role: str

    def text(self, names: Names) -> str:
        return f"{names[self.who]} is rowed ashore, and was a {self.role}."


# --- what can be asked -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tend(Question[str]):
    """One thing to do in a watch, out of `deeds`; to watch somebody names their seat. The default keeps the lamp."""

    deeds: tuple[str, ...]

    @property
    def legal(self) -> object:
        return self.deeds

    def read(self, raw: Raw) -> str:
        deed = fields_of(raw).get("deed")
        if not isinstance(deed, str) or deed not in self.deeds:
            raise Illegal(f"deed must be one of: {', '.join(self.deeds)}; not {shown(deed)}")
        return deed

    def write(self, value: str) -> dict[str, Any]:
        return {"deed": value}

    def default(self, dice: Dice) -> str:
        return LAMP

    def drawn(self, dice: Dice, words: str) -> str:
        return dice.pick(self.deeds)

    def properties(self) -> dict[str, Any]:
        return {"deed": {"enum": list(self.deeds), "description": "what you do in this watch"}}


# --- the game --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LighthouseOptions(Options):
    """The options of The Lighthouse."""

    ships: int = option(3, "How many lost ships are too many.", least=1, most=5)


class Lighthouse(Ruleset[LighthouseOptions]):
    """The Lighthouse is a game of {seats} players: one wrecker and {keepers} keepers. {called} Nobody talks; it is too loud by the sea.

    The aim:
    The wrecker wants the lamp dark. The keepers win when the wrecker is rowed ashore. The wreckers win when {ships} ships are lost, or when only two players are left on the island.

    The watch:
    First the wrecker lures one keeper away, who does nothing in this watch and is not told. Then everybody does one thing at once: keep the lamp, or watch a neighbour, the next one round the island who is still there, to either side. The wrecker may also foul the lamp. Who watches the wrecker while the lamp is fouled knows the wrecker; else there is nothing to see. The ship is lost when the lamp is fouled, or when nobody keeps it.

    The muster:
    After each watch everybody points at somebody, or at nobody, all at once. Who has more fingers on them than anybody else is rowed ashore and shows what they were.
    """  # noqa: E501  a paragraph is a line

    slug = "lighthouse"
    title = "The Lighthouse"
    summary = "Seven keepers, one of whom wants the lamp dark; nobody talks, all point."
    revision = 1
    revisions = range(1, 2)
    seats = range(7, 8)
    default_seats = 7
    open_team, hidden_team = "keepers", "wreckers"
    roles = (WRECKER, KEEPER)
    aliases = ("Albatross", "Barnacle", "Cormorant", "Dolphin", "Eider", "Fulmar", "Gannet", "Heron", "Ibis")
    options: ClassVar[type[Options]] = LighthouseOptions

    def cast(self, seats: int, options: LighthouseOptions) -> tuple[Role, ...]:
        return (WRECKER,) + (KEEPER,) * (seats - 1)

    def phrases(self, options: LighthouseOptions, seats: int) -> dict[str, str]:
        return {"seats": str(seats), "keepers": str(seats - 1), "called": CALLED[options.names]}

    async def play(self, table: Table, options: LighthouseOptions) -> str:
        table.announce(Seated(table.deal.aliases))
        for seat in table.seats:
            table.whisper([seat], Dealt(seat, table.role(seat).name, table.role(seat).team))
        lost = watch = 0
        while True:
            watch += 1
            lost += not await keep_watch(table, watch, lost)
            if lost == options.ships:
                return end(table, WRECKER.team, f"{lost} ships are lost")
            await muster(table, watch)
            if not table.living(WRECKER):
                return end(table, KEEPER.team, "the wrecker is gone")
            if len(table.living()) <= 2:
                return end(table, WRECKER.team, "nobody is left to stop it")


async def keep_watch(table: Table, number: int, lost: int) -> bool:
    """One watch; returns whether the ship came in."""
    table.enter("watch", number)
    table.announce(WatchCame(number))
    (wrecker,) = table.living(WRECKER)
    lured = await table.ask(wrecker, Choose("lure", "Whom do you lure away?", table.living(KEEPER)))
    assert lured is not None
    table.whisper([wrecker], Lured(wrecker, lured))
    asks = {}
    for seat in table.living():
        own = (LAMP, FOUL) if seat == wrecker else (LAMP,)
        asks[seat] = Tend("tend", "What do you do?", (*own, *(f"watch {other}" for other in neighbours(table, seat))))
    deeds = await table.poll_each(asks)
    for seat, deed in deeds.items():
        table.whisper([seat], Busy(seat, deed))
        verb, _, whom = deed.rpartition(" ")
        if verb == "watch" and seat != lured:
            caught = int(whom) == wrecker and deeds[wrecker] == FOUL
            table.whisper([seat], Glimpsed(seat, int(whom), WRECKER.name if caught else None))
    at_the_lamp = sum(deed == LAMP and seat != lured for seat, deed in deeds.items())
    safe = deeds[wrecker] != FOUL and at_the_lamp > 0
    table.announce(ShipCame(safe, lost + (not safe)))
    return safe


def neighbours(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Who is next to a seat, to either side."""
    round_the_island = table.living_from(seat)
    return tuple(dict.fromkeys((round_the_island[1], round_the_island[-1])))


async def muster(table: Table, number: int) -> None:
    """Everybody points; one may have to leave."""
    table.enter("muster", number)
    point = {seat: Choose("point", "At whom do you point?", (None, *table.others(seat))) for seat in table.living()}
    fingers: dict[Seat, int] = {}
    for seat, target in (await table.poll_each(point)).items():
        table.announce(Pointed(seat, target))
        if target is not None:
            fingers[target] = fingers.get(target, 0) + 1
    most = max(fingers.values(), default=0)
    named_most = [seat for seat, count in fingers.items() if count == most]
    if len(named_most) == 1:
        table.bury(named_most)
        table.announce(RowedAshore(named_most[0], table.role(named_most[0]).name))


def end(table: Table, winner: str, reason: str) -> str:
    """Everyone learns who won and why, and what everybody was."""
    table.announce(Ended(winner, reason))
    table.announce(Revealed(tuple(role.name for role in table.deal.roles)))
    return winner
