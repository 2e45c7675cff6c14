"""Who lied: what was claimed aloud in a game that is over, held against what happened.

Law: it is told to those who may look into the glass box and only when the game is over, of the whole game or of what
was said and shown by a moment of it; the verdicts are the ledger of truth's (games/engine/truth), and nothing is added
to them here.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from games.engine.disclosing import CLAIMS
from games.engine.truth.court import UNKNOWABLE
from games.engine.viewpoint import GLASS
from games.ledger.reads import Visitor, lines_of_games, may_see
from games.models import Game

KNOWN_TO_HIDDEN: Final = ("role", "innocence", "deed")  # kinds of claims
PAST: Final = re.compile(r",.*\b(yesterday|before|earlier|previously|last|(day|round|meeting) [0-9])", re.IGNORECASE)
FOR: Final = re.compile(r"^(not )?(for )?", re.IGNORECASE)  # what a vote's value begins with besides a name


@dataclass(frozen=True, slots=True)
class Untrue:
    """A claim that was not so: who made it, what it said, the event that it was made with and the one that shows it;
    and who knew that it was not: its speaker, as everybody does of themselves and of what they were shown; at least the
    hidden team, as of who is what; or perhaps nobody, as of where others were and how somebody is going to vote."""

    speaker: int
    known_to_speaker: bool
    known_to_hidden: bool
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
    """The claims of a game, by seat."""

    seats: tuple[Claimed, ...]


def untrue_so_far(events: Iterable[Mapping[str, Any]], aliases: Sequence[str]) -> tuple[Untrue, ...]:
    """The claims that these events of the glass lens have shown to be untrue, in the order in which they were made."""
    found = (
        Untrue(
            mark["speaker"],
            _is_of_oneself(mark),
            mark["kind"] in KNOWN_TO_HIDDEN,
            said_of(mark["kind"], aliases[mark["about"]], mark["value"]),
            mark["event"],
            mark["shown_by"],
        )
        for event in events
        for mark in event.get("marks", ())
        if mark["verdict"] == "false"
    )
    return tuple(sorted(found, key=attrgetter("event")))


def _is_of_oneself(mark: Mapping[str, Any]) -> bool:
    """Whether a claim is of what whoever made it knows: of themselves, unless it is a vote that was still to come, or
    of what a power of theirs showed, whoever that is about."""
    if mark["kind"] == "vote":
        was_seen = mark["shown_by"] is not None and mark["shown_by"] < mark["event"]
        return bool(was_seen and mark["about"] == mark["speaker"])
    return mark["kind"] == "result" or bool(mark["about"] == mark["speaker"])


def claims_held(
    game: Game, user: Visitor | None, aliases: Sequence[str], heard: Sequence[Mapping[str, Any]] | None = None
) -> Held | None:
    """The claims of a game held against what happened; None while it is on, to whom it is hidden, and where nothing was
    claimed. With the first events of the glass lens, what was claimed by then, held against what had been shown."""
    if not game.is_over or not may_see(game, user, GLASS):
        return None
    rows = list(lines_of_games([game], CLAIMS, user))
    if not rows:
        return None
    last = None if heard is None else max((event["seq"] for event in heard), default=0)
    shown = {_claim(mark) for event in heard or () for mark in event.get("marks", ())}
    verdicts: dict[int, Counter[str]] = {seat: Counter() for seat in range(len(aliases))}
    for row in rows:
        if last is None or row["event"] <= last:
            is_shown = last is None or _claim(row) in shown
            verdicts[row["speaker"]][row["verdict"] if is_shown else UNKNOWABLE] += 1
    seats = (Claimed(seat, each["true"], each["false"], each["unknowable"]) for seat, each in verdicts.items())
    return Held(tuple(seats))


def _claim(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """By what a claim is told from others, as a mark and as a log have it."""
    return tuple(row[name] for name in ("event", "speaker", "kind", "about", "value"))


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
            return _of_vote(about, value)
    return f"{about} is {value}"


def _of_vote(about: str, value: str) -> str:
    """A claim of a vote in words; its value is like "Greta", "not Greta", "nobody" or "Greta, yesterday". The page's
    script says the same (static/league/js/transcript.js)."""
    was, is_not = PAST.search(value), value[:4].lower() == "not "
    done = "did not vote" if was and is_not else "voted" if was else "does not vote" if is_not else "votes"
    return f"{about} {done} for {FOR.sub('', value)}"
