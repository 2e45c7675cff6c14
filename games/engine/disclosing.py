"""What stands beside an answer and decides nothing: what its player believes of the others, and what its speech claims.

Law: no digest covers it, no question reads or writes it and no rule looks at it; so a journal without it plays the very
same game. It is never an event: nobody at the table learns it.

Who keeps beliefs apart from votes, and claims apart from words, can say who lied: games/engine/truth/ holds claims
against what happened.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.engine.events import Seat

BELIEFS: Final = "beliefs"
CLAIMS: Final = "claims"
# What can be claimed, and what then stands in a claim's `value`.
CLAIMED: Final[Mapping[str, str]] = {
    "role": "its name",
    "result": "the role or team that a power of yours showed",
    "place": "where they were since the last meeting",
    "deed": 'what they did to whom, with words too: "protected NAME", "accused NAME"',
    "vote": 'whom they voted or will vote for; of another day "NAME, yesterday"',
    "innocence": '"innocent" or "guilty", in whatever words',
}
MOST_CLAIMS: Final = 12  # in one answer
LONGEST_VALUE: Final = 120  # characters
CERTAIN: Final = 100  # a chance is from 0 to this


class Claim(NamedTuple):
    """What somebody says is so: of which kind, about whom, and what."""

    kind: str
    about: Seat
    value: str


class Disclosure(NamedTuple):
    """What stands beside an answer: by seat the chance, 0 to 100, that it is of the hidden team; the claims of the
    speech; and how many of either could not be read."""

    beliefs: Mapping[Seat, int] = {}
    claims: tuple[Claim, ...] = ()
    dropped: int = 0

    @property
    def plain(self) -> dict[str, Any] | None:
        """It as JSON values; None where there is nothing."""
        if not (self.beliefs or self.claims or self.dropped):
            return None
        return {
            BELIEFS: [{"about": seat, "chance": chance} for seat, chance in sorted(self.beliefs.items())],
            CLAIMS: [claim._asdict() for claim in self.claims],
            "dropped": self.dropped,
        }


NOTHING: Final = Disclosure()


def disclosure_from_plain(plain: object) -> Disclosure:
    """The inverse of `plain`, for whatever somebody stored: what is no belief and no claim is left out."""
    if not isinstance(plain, Mapping):
        return NOTHING
    beliefs = {
        row["about"]: row["chance"]
        for row in _objects(plain.get(BELIEFS))
        if is_seat(row.get("about")) and is_chance(row.get("chance"))
    }
    claims = tuple(
        Claim(row["kind"], row["about"], row["value"][:LONGEST_VALUE])
        for row in _objects(plain.get(CLAIMS))[:MOST_CLAIMS]
        if is_seat(row.get("about")) and all(isinstance(row.get(name), str) for name in ("kind", "value"))
        if row["kind"] in CLAIMED
    )
    dropped = plain.get("dropped")
    return Disclosure(beliefs, claims, dropped if type(dropped) is int and dropped > 0 else 0)


def is_seat(value: object) -> bool:
    """Whether something is the number of a seat; which seats there are is for others to know."""
    return type(value) is int and value >= 0


def is_chance(value: object) -> bool:
    """Whether something is a chance in a hundred."""
    return type(value) is int and 0 <= value <= CERTAIN


def _objects(given: object) -> Sequence[Mapping[str, Any]]:
    return [row for row in given if isinstance(row, Mapping)] if isinstance(given, list | tuple) else ()
