"""Errands: a rule book that nobody has read, in which groups are sent, judged and told of; for tests alone."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.dice import Dice
from games.engine.events import Dealt, Ended, Event, Names, Revealed, Seat, Seated, listed
from games.engine.questions import Illegal, Question, Raw, fields_of, shown
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Role, Table

IDLER = Role("idler", "idle", "spoils every errand")
RUNNER = Role("runner", "busy", "runs errands")
YES, NO = "let them go", "keep them here"


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """Who would go, and who says so; everyone may know."""

    kind: ClassVar[str] = "errand_offered"
    by: Seat
    runners: tuple[Seat, ...]

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.by,)

    def text(self, names: Names) -> str:
        return f"{names[self.by]} would have {listed([names[seat] for seat in self.runners])} go."


@dataclass(frozen=True, slots=True)
class Done(Event):
    """How an errand went; everyone may know. The sentence does not say who went."""

    kind: ClassVar[str] = "errand_done"
    number: int
    runners: tuple[Seat, ...]
    well: bool

    def text(self, names: Names) -> str:
        return f"Errand {self.number} was {'done' if self.well else 'spoilt'}."


@dataclass(frozen=True, slots=True)
class Send(Question[tuple[Seat, ...]]):
    """Two of `among`. The default is the first two."""

    among: tuple[Seat, ...]

    @property
    def legal(self) -> object:
        return self.among

    def read(self, raw: Raw) -> tuple[Seat, ...]:
        runners = fields_of(raw).get("runners")
        if not isinstance(runners, list) or len(runners) != 2 or not set(runners) <= set(self.among):
            raise Illegal(f"runners must be two of {self.among}, not {shown(runners)}")
        return tuple(runners)

    def write(self, value: tuple[Seat, ...]) -> dict[str, Any]:
        return {"runners": list(value)}

    def default(self, dice: Dice) -> tuple[Seat, ...]:
        return self.among[:2]

    def drawn(self, dice: Dice, words: str) -> tuple[Seat, ...]:
        return tuple(sorted(dice.shuffled(self.among, 2)))

    def properties(self) -> dict[str, Any]:
        return {"runners": {"type": "array", "items": {"enum": list(self.among)}, "description": "the two who go"}}


@dataclass(frozen=True, slots=True)
class Judge(Question[str]):
    """One of two words. The default is yes."""

    @property
    def legal(self) -> object:
        return YES, NO

    def read(self, raw: Raw) -> str:
        said = fields_of(raw).get("said")
        if said not in (YES, NO):
            raise Illegal(f"said must be {YES!r} or {NO!r}, not {shown(said)}")
        return str(said)

    def write(self, value: str) -> dict[str, Any]:
        return {"said": value}

    def default(self, dice: Dice) -> str:
        return YES

    def drawn(self, dice: Dice, words: str) -> str:
        return dice.pick((YES, NO))

    def properties(self) -> dict[str, Any]:
        return {"said": {"enum": [YES, NO], "description": "whether they go"}}


class Errands(Ruleset[Options]):
    """Six players, one of whom spoils every errand they are sent on. Each turn somebody names two, and the next round
    the table says whether they go. Three errands done win for the busy, two spoilt or twelve turns for the idle."""

    slug = "errands"
    title = "Errands"
    summary = "Two are sent; one of six spoils it."
    revision = 1
    revisions = range(1, 2)
    seats = range(6, 7)
    default_seats = 6
    open_team, hidden_team = "busy", "idle"
    roles = (IDLER, RUNNER)
    aliases = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse")

    def cast(self, seats: int, options: Options) -> tuple[Role, ...]:
        return (IDLER,) + (RUNNER,) * (seats - 1)

    def phrases(self, options: Options, seats: int) -> dict[str, str]:
        return {}

    async def play(self, table: Table, options: Options) -> str:
        table.announce(Seated(table.deal.aliases))
        for seat in table.seats:
            table.whisper([seat], Dealt(seat, table.role(seat).name, table.role(seat).team))
        done = spoilt = 0
        for turn in range(1, 13):
            table.enter("errand", turn)
            by = turn % len(table.seats)
            runners = await table.ask(by, Send("send", "Who goes?", table.seats))
            table.announce(Offered(by, runners))
            if await table.ask((by + 1) % len(table.seats), Judge("judge", "Shall they go?")) == NO:
                continue
            well = not {*table.living(IDLER)} & {*runners}
            done, spoilt = done + well, spoilt + (not well)
            table.announce(Done(turn, runners, well))
            if done == 3 or spoilt == 2:
                break
        winner = self.open_team if done == 3 else self.hidden_team
        table.announce(Ended(winner, "the errands are over"))
        table.announce(Revealed(tuple(role.name for role in table.deal.roles)))
        return winner
