"""Who lied: what was claimed aloud in a game that is over, held against what happened.

Law: it is told of the whole game, to those who may look into the glass box and only when the game is over; the verdicts
are the ledger of truth's (games/engine/truth), and nothing is added to them here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.disclosing import CLAIMS
from games.engine.viewpoint import GLASS
from games.ledger.reads import Visitor, lines_of_games, may_see
from games.models import Game


@dataclass(frozen=True, slots=True)
class Untrue:
    """A claim that was not so: who made it, what it said, the event that it was made with and the one that shows it."""

    speaker: int
    said: str
    event: int
    shown_by: int | None


@dataclass(frozen=True, slots=True)
class Claimed:
    """How many claims a seat made aloud: true ones, false ones, and those of which nothing shows it."""

    seat: int
    true: int
    false: int
    unknowable: int

    @property
    def all(self) -> int:
        return self.true + self.false + self.unknowable


@dataclass(frozen=True, slots=True)
class Held:
    """The claims of a game, by seat, and those that were not so in the order in which they were made."""

    seats: tuple[Claimed, ...]
    untrue: tuple[Untrue, ...]


def claims_held(game: Game, user: Visitor | None, aliases: Sequence[str]) -> Held | None:
    """The claims of a game held against what happened; None while it is on, to whom it is hidden, and where nothing was
    claimed."""
    if not game.is_over or not may_see(game, user, GLASS):
        return None
    verdicts: dict[int, Counter[str]] = {seat: Counter() for seat in range(len(aliases))}
    untrue = []
    for row in lines_of_games([game], CLAIMS, user):
        verdicts[row["speaker"]][row["verdict"]] += 1
        if row["verdict"] == "false":
            said = said_of(row["kind"], aliases[row["about"]], row["value"])
            untrue.append(Untrue(row["speaker"], said, row["event"], row["shown_by"]))
    if not any(verdicts.values()):
        return None
    seats = (Claimed(seat, each["true"], each["false"], each["unknowable"]) for seat, each in verdicts.items())
    return Held(tuple(seats), tuple(untrue))


def said_of(kind: str, about: str, value: str) -> str:
    """A claim in words; its value is a player's."""
    match kind:
        case "result":
            return f"a power showed {about} as {value}"
        case "place":
            return f"{about} was in {value}"
        case "deed":
            return f"{about} {value}"
        case "vote":
            return f"{about} votes: {value}"
    return f"{about} is {value}"
