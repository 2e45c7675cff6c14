"""What a strategy level takes away from the house's play.

Law: a level is a row of this table, and the only thing about levels that any other module knows. `advanced` takes
nothing away, and is how the house plays where nothing is said of levels. A lower one lacks what a weaker player lacks,
never luck: kinds of grounds that it does not notice, so that it neither weighs nor tells them, and things that it does
not know how to do. Each lacks what the one above it lacks, and more. What somebody saw with its own eyes, or was told
by the rules, it knows at every level. docs/balance.md has what each is worth.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of a level makes of a game.

    `misses` are the kinds of grounds that it does not notice, at a table and aboard; `gut` is how much more than
    for others first impressions weigh; `sacrifices` how ready it is to vote against a partner who is lost;
    `practised` how many rows of games it has played for itself by a rule book that it has not read
    (unfamiliar/practice.py). The others say what it knows to do: `weighs_words`, to believe a speaker as far as
    there is reason to, and not whoever spoke last; `checks_claims`, against deaths and each other;
    `chooses_nights`, to go about a deed of the night by reasons, and to kill whom the town needs; `speaks_up`, to
    tell in time what a badge has shown; `reckons`, what a wrong vote costs, when to wait, and what cannot;
    `joins_votes`, to look for a name that others name too, for a vote alone is lost; `reads_table`, to vote where
    it counts and not with the loudest; `bluffs`, to claim what it is not; `hides_ties`, not to speak up for
    partners; `plans_ways`, to begin with the work that is nearest; `plots`, to take up a partner's wish, go around
    the doctor and leave the trusted alone by day; `covers`, to be elsewhere after a deed, by foot and in words;
    `sabotages`; `kills_unseen`, where nobody else is by.
    """

    name: str
    misses: frozenset[str] = frozenset()
    gut: float = 1.0
    sacrifices: float = 1.0
    practised: int = 3
    weighs_words: bool = True
    checks_claims: bool = True
    chooses_nights: bool = True
    speaks_up: bool = True
    reckons: bool = True
    joins_votes: bool = True
    reads_table: bool = True
    bluffs: bool = True
    hides_ties: bool = True
    plans_ways: bool = True
    plots: bool = True
    covers: bool = True
    sabotages: bool = True
    kills_unseen: bool = True


# What follows from holding one thing that was said against another, or against what is shown.
CROSS_CHECKED: Final = frozenset(
    (
        *("rival_claim", "cornered_claim", "false_claim", "outlived_claim", "changed_claim"),
        *("true_result", "false_result", "proven_guilty", "proven_clear", "bequeathed_guilt", "bequeathed_trust"),
        *("pushed_town", "hunted"),
        *("alibi_holds", "alibi_broken", "lied", "told_true", "covered"),
        *("voted_wrong", "voted_right", "voted_beside"),
        *("last_with", "at_scene", "unplaced"),
    )
)
# What only who counts votes, remembers words and knows where everybody was makes anything of.
COUNTED: Final = frozenset(
    (
        *("hanged_town", "stood_by_town", "hit_mafia", "spared_mafia", "named_mafia", "shielded_mafia", "buddy"),
        *("target_of_mafia", "broke_word", "left_nominee", "skipped", "turncoat"),
        "placed",
    )
)
# How somebody talks, what a claim is worth by itself, whom the dead pointed at, and who was about all the time.
SENSED: Final = frozenset(
    (
        *("quiet", "no_name", "echo", "ringleader", "first_stone", "unanswered", "silent", "accused_me", "backed_me"),
        *("sole_claim", "result", "cleared", "truth_about_me"),
        *("told_with", "told_there", "told_placed", "dead_finger", "with_me"),
    )
)

ADVANCED: Final = Level("advanced")
INTERMEDIATE: Final = replace(
    ADVANCED,
    name="intermediate",
    misses=CROSS_CHECKED,
    sacrifices=0.5,
    practised=2,
    checks_claims=False,
    bluffs=False,
    covers=False,
)
BASIC: Final = replace(
    INTERMEDIATE,
    name="basic",
    misses=CROSS_CHECKED | COUNTED,
    gut=2.0,
    sacrifices=0.0,
    practised=1,
    speaks_up=False,
    reads_table=False,
    sabotages=False,
)
NONE: Final = replace(
    BASIC,
    name="none",
    misses=CROSS_CHECKED | COUNTED | SENSED,
    gut=5.0,
    practised=0,
    weighs_words=False,
    chooses_nights=False,
    reckons=False,
    joins_votes=False,
    hides_ties=False,
    plans_ways=False,
    plots=False,
    kills_unseen=False,
)
LEVELS: Final[Mapping[str, Level]] = {level.name: level for level in (NONE, BASIC, INTERMEDIATE, ADVANCED)}
