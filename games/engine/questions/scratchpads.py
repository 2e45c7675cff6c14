"""Scratchpads: texts that a player keeps for itself. They are no events; they stay on the answer that wrote them.

`scratchpad_updates` lists the changes, each a pad with its new text; a pad that is not in it stays as it is. A mapping
from pads to texts says the same, null for no change: so it is kept, and so answers were told before. What a pad holds
is therefore a fold over the player's own answers: see kept().
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.dice import Dice
from games.engine.questions.question import Illegal, Question, Raw, cleaned, fields_of, shown

Pads = Mapping[str, str]
PADS: Final = ("plan", "events", "suspicions", "meeting", "learned")
LONGEST_PAD: Final = 1_500  # characters
MOST_CHANGES: Final = 100  # in one answer
FIELD: Final = "scratchpad_updates"
CONSOLIDATION: Final = "consolidation"  # the kinds of questions after which the meeting's pad is erased: after a
REFLECTION: Final = "reflection"  # reaction, and in place of both
NO_PADS: Final[Pads] = {}
SCHEMA: Final = {
    "type": "array",
    "description": f"changes of your own scratchpads, each a pad with its new text, which replaces the old, of at most "
    f"{LONGEST_PAD} characters; [] for none",
    "items": {
        "type": "object",
        "properties": {"pad": {"type": "string", "enum": list(PADS)}, "text": {"type": "string"}},
        "required": ["pad", "text"],
        "additionalProperties": False,
    },
}


def pads_in(raw: Raw) -> Pads:
    """The pads that an answer rewrites, in the order of PADS; raises Illegal. An answer without the field rewrites
    none."""
    given = raw.get(FIELD)
    if given is None or given == []:
        return NO_PADS
    if isinstance(given, (dict, Mapping)):
        return _in_order({name: text for name, value in given.items() if (text := _pad(name, value)) is not None})
    if isinstance(given, list) and len(given) <= MOST_CHANGES:
        return _changed(given)
    raise Illegal(f"{FIELD} must be a list of changes, each with a pad and its text, not {shown(given)}")


def _changed(changes: list[Any]) -> Pads:
    """The pads after these changes, the last one of a pad counting."""
    pads: dict[str, str] = {}
    for change in changes:
        if not isinstance(change, (dict, Mapping)) or "pad" not in change:
            raise Illegal(f"a change of a scratchpad has a pad and its text; {shown(change)} has not")
        if (text := _pad(change["pad"], change.get("text"))) is not None:
            pads[change["pad"]] = text
    return _in_order(pads)


def _in_order(pads: Pads) -> Pads:
    """In one order whoever told them how: what stores journals has an order of its own, and they are read back."""
    return {name: pads[name] for name in PADS if name in pads} if len(pads) > 1 else pads


def _pad(name: object, value: object) -> str | None:
    if name not in PADS:
        raise Illegal(f"a scratchpad is one of {', '.join(PADS)}; not {shown(name)}")
    if value is None:
        return None
    if not isinstance(value, str):
        raise Illegal(f"scratchpad {name} must be a text, not {shown(value)}")
    if len(value) > LONGEST_PAD:
        raise Illegal(f"scratchpad {name} must be at most {LONGEST_PAD} characters, not {len(value)}")
    return cleaned(value)


def kept(answers: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    """What a player's pads hold after these answers of its own, given as (kind, fields) in their order."""
    pads = dict.fromkeys(PADS, "")
    for kind, fields in answers:
        pads.update(fields.get(FIELD) or NO_PADS)
        if kind in (CONSOLIDATION, REFLECTION):
            pads["meeting"] = ""  # what was not taken over is gone
    return pads


@dataclass(frozen=True, slots=True)
class Reflect(Question[Pads]):
    """Rewrite scratchpads, and nothing else. Value: the pads rewritten."""

    @property
    def legal(self) -> object:
        return PADS

    def read(self, raw: Raw) -> Pads:
        raw = fields_of(raw)
        if FIELD not in raw:
            raise Illegal(f"{FIELD} is missing; it may be an empty list")
        return pads_in(raw)

    def write(self, value: Pads) -> dict[str, Any]:
        return {FIELD: dict(value)}

    def default(self, dice: Dice) -> Pads:
        return NO_PADS

    def drawn(self, dice: Dice, words: str) -> Pads:
        return NO_PADS

    def properties(self) -> dict[str, Any]:
        return {FIELD: SCHEMA}
