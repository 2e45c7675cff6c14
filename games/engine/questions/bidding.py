"""Bid for the floor of a meeting: how much one wants to speak, what one would say, and a vote if one is ready."""

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.questions.question import (
    MESSAGE_OR_NONE,
    Illegal,
    Question,
    Raw,
    Target,
    fields_of,
    shown,
    target_in,
    words_in,
)
from games.engine.questions.scratchpads import FIELD, NO_PADS, SCHEMA, Pads, pads_in

SKIP: Final = "skip"
MOST_DESIRE: Final = 10
VoteAction = Seat | Literal["skip"] | None


class Bid(NamedTuple):
    """A bid: the desire to speak, the words ("" for none), whom they address, the vote (None: not yet), the pads."""

    desire: int
    words: str
    target: Target = None
    vote: VoteAction = None
    pads: Pads = NO_PADS


@dataclass(frozen=True, slots=True)
class BidToSpeak(Question[Bid]):
    """Bid for the floor. `among` may be addressed; `votes` may be voted for besides "skip" (empty: has voted)."""

    among: tuple[Target, ...]
    votes: tuple[VoteAction, ...]

    @property
    def legal(self) -> object:
        return self.among, self.votes

    def read(self, raw: Raw) -> Bid:
        raw = fields_of(raw)
        desire = raw.get("desire_to_speak")
        if type(desire) is not int or not 0 <= desire <= MOST_DESIRE:
            raise Illegal(f"desire_to_speak must be a whole number from 0 to {MOST_DESIRE}, not {shown(desire)}")
        target = raw.get("target")
        if target is not None:
            target = target_in(raw, self.among)
        vote = raw.get("vote_action")
        # `True in (1, 2)` holds in Python, and so does `1.0 in (1, 2)`.
        if vote is not None and (type(vote) not in (int, str) or vote not in self.votes):
            legal = ", ".join(["null (no vote now)", *map(str, self.votes)])
            raise Illegal(f"vote_action must be one of {legal}; not {shown(vote)}")
        return Bid(desire, words_in(raw), target, vote, pads_in(raw))

    def write(self, value: Bid) -> dict[str, Any]:
        return {
            "desire_to_speak": value.desire,
            "message": value.words,
            "target": value.target,
            "vote_action": value.vote,
            FIELD: dict(value.pads),
        }

    def default(self, dice: Dice) -> Bid:
        return Bid(0, "")

    def drawn(self, dice: Dice, words: str) -> Bid:
        vote = dice.pick((None, *self.votes)) if self.votes else None
        return Bid(dice.below(MOST_DESIRE + 1), words, dice.pick(self.among), vote)

    def properties(self) -> dict[str, Any]:
        return {
            "desire_to_speak": {
                "type": "integer",
                "minimum": 0,
                "maximum": MOST_DESIRE,
                "description": f"how urgent it is, from 0 to {MOST_DESIRE}",
            },
            "message": MESSAGE_OR_NONE,
            "target": {"enum": list(self.among), "description": "whom you address"},
            "vote_action": {
                "enum": [None, *self.votes],
                "description": "whom you vote for, skip, or not yet; a vote is final",
            },
            FIELD: SCHEMA,
        }
