"""Lets a model write the character that it will play: what it is told, and how the sheet that it writes is read.

Law: this comes before there is a role or even a game. What is told names neither, so that nobody writes a character for
a part. What is written is read as any answer is: tolerant of form, strict in meaning, text whatever it says.
"""

import json
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.agents.agent import LONGEST_RETORT, TRIES, Asked
from games.agents.answering import thinking_aloud
from games.agents.answering.finding import fields_in
from games.agents.providers import Reply, Request, Retort
from games.engine.questions import Illegal, plain
from personas.sheet import PROSE, TEMPERS, Sheet, SheetError, accept

TOLD: Final = (
    "You are going to take part in a social deduction game. Before you are told anything about it, create the persona "
    "that you will be: any character from fiction or history, or one of your own invention. Give it a name, traits, a "
    "way of talking and thinking, and quirks or habits. It stays yours whatever part you are dealt, so write who it "
    "is, not what it will do."
)
TASK: Final = "Create your persona. Be specific: two readers should recognise the same character from a single line."
TAKEN: Final = "These names are taken: {}."
MOST_TAKEN: Final = 60  # names that a model is told
LISTS: Final[Mapping[str, str]] = {
    "traits": "three to six traits of its personality, in a few words each",
    "signature_phrases": "two to four short phrases that it likes to use",
    "quirks": "one to three quirks or habits that show in how it talks",
}
TEXTS: Final[Mapping[str, str]] = {
    "name": "what the character is called, at most 40 characters, on one line",
    "background": "who it is and where it comes from, in two or three sentences",
    "speech_style": "how it talks, in a sentence or two",
    "reasoning_style": "how it thinks and argues, in a sentence or two",
    "accusation_style": "how it voices a suspicion, in a sentence",
    "defence_style": "how it answers one, in a sentence",
    "trust_disposition": "how readily it trusts others, in a sentence",
    "risk_tolerance": "how much it dares, in a sentence",
}
LONGEST_REASON: Final = 300
LONGEST_SLUG: Final = 34  # leaves room for a number behind it


def persona_request(asked: Asked, taken: Sequence[str] = (), retorts: tuple[Retort, ...] = (), id: str = "") -> Request:
    """What a model is sent to write its persona, after these tries that could not stand. It is told the last of the
    names that are taken: left to themselves, models choose the same few."""
    shape: dict[str, Any] = {name: {"type": "string", "description": told} for name, told in TEXTS.items()}
    for name, told in LISTS.items():
        shape[name] = {"type": "array", "items": {"type": "string"}, "description": told}
    shape["temper"] = {"type": "string", "enum": list(TEMPERS), "description": "which of these comes nearest to it"}
    return Request(
        model=asked.model,
        system=(TOLD,),
        history=(),
        task=f"{TASK} {TAKEN.format(json.dumps(taken[-MOST_TAKEN:], ensure_ascii=False))}" if taken else TASK,
        schema={"type": "object", "properties": shape, "required": list(shape), "additionalProperties": False},
        most_tokens=asked.room.first,
        retorts=retorts,
        temperature=asked.temperature,
        effort=asked.effort,
        besides=asked.besides,
        id=id,
        timeout=asked.seconds_for(asked.room.first),
    )


def read_persona(reply: Reply, taken: Collection[str] = ()) -> Sheet:
    """The sheet that a reply holds; a name that is taken, in whatever form, cannot be had. Raises Illegal."""
    try:
        fields = fields_in(thinking_aloud(reply.text)[1], (*TEXTS, *LISTS, "temper"), ())
    except RecursionError as error:
        raise Illegal("the answer is nested too deeply") from error
    if missing := [name for name in (*TEXTS, *LISTS, "temper") if name not in fields]:
        raise Illegal(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    said: dict[str, Any] = {name: _text(fields[name]) for name in TEXTS}
    said["name"] = name = " ".join(said["name"].split()) if isinstance(said["name"], str) else said["name"]
    if isinstance(name, str) and plain(name) in set(map(plain, taken)):
        raise Illegal(f"the name {name[:60]!r} is taken; choose another")
    lists = {each: _list(fields[each]) for each in LISTS}
    try:
        return accept(
            {
                "slug": slug_of(str(name)),
                "name": name,
                "temper": fields["temper"],
                "identity": {"background": said["background"], "traits": lists["traits"]},
                "voice": {each: said[each] for each in PROSE}
                | {each: lists[each] for each in ("signature_phrases", "quirks")},
            }
        )
    except SheetError as error:
        why = str(error)
        raise Illegal(why if len(why) <= LONGEST_REASON else f"{why[:LONGEST_REASON]}…") from error


def is_spent(retorts: tuple[Retort, ...]) -> bool:
    """Whether a model has had all its tries."""
    return len(retorts) >= TRIES


def retort_to(reply: Reply, reason: str) -> Retort:
    """What a model is told of a sheet that could not stand."""
    return Retort(
        reply.text[:LONGEST_RETORT],
        f"Your persona cannot stand: {reason}. Give it again, whole, as one JSON object of the same shape.",
    )


def slug_of(name: str) -> str:
    """A name as a slug, as far as it has letters for one."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST_SLUG].rstrip("_") or "persona"


def _text(value: object) -> object:
    """A text without what cannot be seen; a list of texts as one. Anything else as it is, to be refused by its name."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = " ".join(value)
    if not isinstance(value, str):
        return value
    return "".join(letter for letter in value if letter == "\n" or letter.isprintable()).strip()


def _list(value: object) -> object:
    """A list of texts, also when it came as one text with commas or lines, or as null."""
    if value is None:
        return []
    if isinstance(value, str):
        value = re.split(r"[,;\n]", value)
    if not isinstance(value, list):
        return value
    return [text for text in map(_text, value) if text != ""]
