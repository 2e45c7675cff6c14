"""The eight tempers as numbers: what moves each, how soon it commits, how it speaks. Tuned by
benchmarks/players/house.py.

A temper changes how much a kind of ground weighs, never which grounds there are: all hear the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Temper:
    """How a character plays, apart from what it says about itself.

    `weighs` multiplies grounds by family (talk, votes, claims, manner, feeling, me); `follow` is what a declared vote
    of somebody else adds to one's own; `stubborn` what one's own last word adds; `gut` the spread of first impressions;
    `boldness` how soon a power role speaks up and how big the lies are; `patience` how long a shot is held back;
    `length` the sentences of a usual speech; `asides` how often it carries a phrase of the character's own; `opposes`
    how often it contradicts somebody; `scruples` how often it votes for nobody when it knows nothing. The last four are
    the ways of leaning.py, from 0 (none of it) to 1: `loyalty` to those it has spoken up for, being `contrary` to
    whatever most believe, `accord`, the wish for reasons and for one name, and `nerves` when it is named.
    """

    name: str
    weighs: Mapping[str, float]
    follow: float
    stubborn: float
    gut: float
    boldness: float
    patience: float
    length: float
    asides: float
    opposes: float
    scruples: float
    loyalty: float = 0.0
    contrary: float = 0.0
    accord: float = 0.0
    nerves: float = 0.0

    def weight(self, family: str) -> float:
        return self.weighs.get(family, 1.0)


TEMPERS: Final[Mapping[str, Temper]] = {
    temper.name: temper
    for temper in (
        Temper(
            name="accuser",
            weighs={"talk": 1.0, "votes": 0.9, "claims": 1.0, "manner": 1.2, "feeling": 1.3, "me": 1.3},
            follow=0.45,
            stubborn=0.9,
            gut=0.5,
            boldness=0.9,
            patience=1.6,
            length=3.2,
            asides=0.45,
            opposes=0.35,
            scruples=0.05,
        ),
        Temper(
            name="listener",
            weighs={"talk": 1.3, "votes": 0.9, "claims": 1.0, "manner": 1.1, "feeling": 0.8, "me": 0.8},
            follow=0.65,
            stubborn=0.4,
            gut=0.3,
            boldness=0.4,
            patience=2.4,
            length=3.0,
            asides=0.35,
            opposes=0.5,
            scruples=0.4,
        ),
        Temper(
            name="logician",
            weighs={"talk": 0.7, "votes": 1.3, "claims": 1.2, "manner": 0.8, "feeling": 0.5, "me": 0.5},
            follow=0.5,
            stubborn=0.5,
            gut=0.15,
            boldness=0.6,
            patience=2.2,
            length=3.3,
            asides=0.3,
            opposes=0.4,
            scruples=0.25,
        ),
        Temper(
            name="joker",
            weighs={"talk": 1.1, "votes": 1.0, "claims": 0.9, "manner": 1.3, "feeling": 1.1, "me": 1.1},
            follow=0.5,
            stubborn=0.3,
            gut=0.6,
            boldness=0.7,
            patience=1.9,
            length=3.0,
            asides=0.6,
            opposes=0.45,
            scruples=0.12,
        ),
        Temper(
            name="loyalist",
            weighs={"talk": 1.1, "votes": 1.0, "claims": 1.0, "manner": 0.9, "feeling": 0.9, "me": 1.8},
            follow=0.45,
            stubborn=1.3,
            gut=0.35,
            boldness=0.6,
            patience=2.2,
            length=3.0,
            asides=0.4,
            opposes=0.45,
            scruples=0.15,
            loyalty=1.0,
        ),
        Temper(
            name="contrarian",
            weighs={"talk": 0.6, "votes": 1.1, "claims": 1.0, "manner": 1.5, "feeling": 1.0, "me": 1.0},
            follow=0.3,
            stubborn=0.6,
            gut=0.45,
            boldness=0.8,
            patience=1.9,
            length=3.2,
            asides=0.4,
            opposes=0.7,
            scruples=0.2,
            contrary=1.0,
        ),
        Temper(
            name="diplomat",
            weighs={"talk": 1.1, "votes": 1.1, "claims": 1.0, "manner": 0.9, "feeling": 0.6, "me": 0.4},
            follow=0.7,
            stubborn=0.3,
            gut=0.25,
            boldness=0.4,
            patience=2.4,
            length=3.1,
            asides=0.35,
            opposes=0.35,
            scruples=0.1,
            accord=1.0,
        ),
        Temper(
            name="nervous",
            weighs={"talk": 1.2, "votes": 0.9, "claims": 1.0, "manner": 1.1, "feeling": 1.2, "me": 2.4},
            follow=0.6,
            stubborn=0.1,
            gut=0.55,
            boldness=0.3,
            patience=2.0,
            length=2.8,
            asides=0.4,
            opposes=0.25,
            scruples=0.3,
            nerves=1.0,
        ),
    )
}
