"""The revisions of the briefings, each with what tells it from all others: a digest of the briefings that are written
down, of one of a ruleset that is briefed as any other, and of the schemas of answers.

A model that is asked in other words plays another game, so statistics begin a new line with each revision
(`games.agents.briefing.REVISION`), and the log of every game names its own. Lines are only added. Of what players are
told besides who know that they are models there is a digest of its own, since the fourth: nobody was asked so before,
and to everybody else it is told in the same words as ever.
"""

import json
from hashlib import sha256
from pathlib import Path

from games.agents.briefing import MANNERS, brief
from games.engine.rulesets import all_rulesets
from tests.games.agents.briefing.briefed import situations

HERE = Path(__file__).parent
REVISIONS = HERE / "revisions.txt"
AWARE = HERE / "aware.txt"  # what a seat is told of itself whose player knows that it is a model
PLAIN = "lighthouse"  # a ruleset without a manner of its own


Digests = tuple[str, ...]


def digest() -> Digests:
    """What tells the briefings of now from all others."""
    told = [(str(path.relative_to(HERE)), path.read_text()) for path in sorted((HERE / "golden").rglob("*.txt"))]
    first = [next(iter(situations(all_rulesets()[slug], "golden/0"))) for slug in (*sorted(MANNERS), PLAIN)]
    schemas = [json.dumps(brief(each).schema) for each in first]
    plain = brief(first[-1])
    whole = [json.dumps([told, schemas, plain.common, plain.own, plain.task]), AWARE.read_text()]
    return tuple(sha256(text.encode()).hexdigest() for text in whole)


def recorded() -> list[tuple[int, Digests]]:
    """The revisions that were written down, each with its digests."""
    lines = [line.split() for line in REVISIONS.read_text().splitlines() if line and not line.startswith("#")]
    return [(int(number), tuple(of_it)) for number, *of_it in lines]


def record() -> int:
    """Writes the briefings of now down as the next revision, unless they are the newest; returns its number."""
    known, now = recorded(), digest()
    if known and known[-1][1] == now:
        return known[-1][0]
    number = len(known) + 1
    with REVISIONS.open("a") as lines:
        lines.write(" ".join([str(number), *now]) + "\n")
    return number
