"""The private fields that come before the action in an answer, and how they are kept as one thought and found again.

A player thinks before it acts, in one field; in a council in five, so that it reasons step by step and what it has made
of the others lasts from one answer to the next. Law: four of those are changes. One that is left empty stands as it was
last written, and a word takes it away; so nobody pays for writing again what has not changed. `unfold(fold(fields))`
gives the fields back, but for blank lines within one and for what is too long to be kept.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.questions import LONGEST_THOUGHT, cleaned
from games.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Note:
    """A private field of an answer: its name, and what belongs into it."""

    name: str
    told: str


THOUGHT: Final = "thought"  # the private field of most answers, and what unfold calls a text without labels
WORDS: Final = 150  # that each of a council's notes may have; asked for, not enforced
COUNCIL: Final = (
    Note("observations", f"what has happened that matters; at most {WORDS} words"),
    Note("suspicions", f"whom you suspect or trust, how much and why; at most {WORDS} words"),
    Note("relations", f"who stands with whom, and with you; at most {WORDS} words"),
    Note("strategy", f"how you mean to go on; at most {WORDS} words"),
    Note("reasoning", f"why you do now what you do; at most {WORDS} words"),
)
LASTING: Final = ("observations", "suspicions", "relations", "strategy")  # the reasoning was for its answer
TAKEN_AWAY: Final = "none"  # what a note says that shall stand no longer
ALONE: Final = (Note(THOUGHT, "private reasoning"),)
OF_RULESET: Final = {"council-mafia": COUNCIL}
LABELS: Final = {note.name.capitalize(): note.name for notes in OF_RULESET.values() for note in notes}

_BLANK_LINES: Final = re.compile(r"\n\s*\n")


def notes_for(ruleset: Ruleset[Any]) -> tuple[Note, ...]:
    """The private fields of all answers, in the order in which they are asked for, before all others."""
    return OF_RULESET.get(ruleset.slug, ALONE)


def fold(fields: Mapping[str, str]) -> str:
    """The private fields as one thought of at most LONGEST_THOUGHT characters: a labelled paragraph for each.

    A field that is no note of a council's, like `thought`, has no label and comes last; empty fields are left out; what
    is too long for all to fit is cut at the end, the longest first.
    """
    kept = {name: text for name, given in fields.items() if (text := _in_one_paragraph(given))}
    labels = {name: f"{name.capitalize()}: " if name in LABELS.values() else "" for name in kept}
    room = LONGEST_THOUGHT - sum(len(label) + len("\n\n") for label in labels.values())
    share = _share(room, [len(text) for text in kept.values()])
    in_order = sorted(kept, key=lambda name: not labels[name])
    return "\n\n".join(labels[name] + kept[name][:share].strip() for name in in_order)


def unfold(thought: str) -> dict[str, str]:
    """The fields of a thought that fold() made; what has no label, or one that is taken, is the field `thought`."""
    found: dict[str, str] = {}
    rest = []
    for paragraph in thought.split("\n\n") if thought else ():
        label, _, text = paragraph.partition(": ")
        if label in LABELS and LABELS[label] not in found:
            found[LABELS[label]] = text
        else:
            rest.append(paragraph)
    return {**found, THOUGHT: "\n\n".join(rest)} if rest else found


def standing(thoughts: Iterable[str]) -> dict[str, str]:
    """The lasting notes after these thoughts, given from the latest back: of each what was last written, unless that
    took it away. Together they are at most as long as one thought."""
    found: dict[str, str] = {}
    for thought in thoughts:
        for name, text in unfold(thought).items():
            if name in LASTING:
                found.setdefault(name, text)
        if len(found) == len(LASTING):
            break
    return unfold(fold({name: found[name] for name in LASTING if name in found and not _is_taken_away(found[name])}))


def _is_taken_away(text: str) -> bool:
    return text.strip(" .!\"'").casefold() == TAKEN_AWAY


def first_of(thought: str) -> str:
    """What a player wrote as its one private field: behind it may stand what its provider showed of its thinking."""
    return thought.partition("\n\n")[0]


def _in_one_paragraph(text: str) -> str:
    return _BLANK_LINES.sub("\n", cleaned(text))


def _share(room: int, lengths: list[int]) -> int:
    """How long each text may be so that all fit into the room: short ones leave theirs to the others."""
    waiting = sorted(lengths)
    while waiting and waiting[0] * len(waiting) <= room:
        room -= waiting.pop(0)
    return room // len(waiting) if waiting else LONGEST_THOUGHT
