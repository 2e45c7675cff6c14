"""What players filed of their own words: the claims of a game held against the speeches with which they were made.

Law: only what was said aloud in answer to a question that asks for claims is held against it, and no default is. What
words claim is what the ear of the house hears in them, which knows nobody's mind and asks no model: counted anew, it
comes out the same.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.agents.house.believing import claims_heard
from games.engine.disclosing import CLAIMS
from games.engine.moderator import Answer
from games.engine.ruleset import Ruleset
from games.engine.table import Entry
from games.engine.truth import said_aloud
from games.engine.truth.filing import Speech, filing_of

FILINGS: Final = "filings"


def filings_in(
    rules: Ruleset[Any], names: Sequence[str], journal: Sequence[Answer], ledger: Sequence[Entry]
) -> Iterator[dict[str, Any]]:
    """By speech, in the order of their events: who spoke, how many claims were heard in the words and how many of them
    not filed, how many were filed and how many of them not said."""
    asked = {(each.poll, each.seat): each for each in journal if CLAIMS in rules.discloses(each.kind)}
    for key, entry in said_aloud(((each.poll, each.seat) for each in journal), ledger).items():
        answer = asked.get(key)
        if answer is None or answer.default_reason:
            continue
        data = entry.event.data()
        heard = claims_heard(data["words"], answer.seat, rules, names)
        speech = Speech(answer.seat, data.get("target"), data["words"], answer.disclosed.claims, heard)
        filing = filing_of(speech, names, [role.name for role in rules.roles])
        yield {"event": entry.seq, "speaker": answer.seat, **filing._asdict()}
