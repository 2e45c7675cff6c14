"""What can be asked. A question lists what is legal now and reads an answer strictly: legal, or Illegal, saying why.

An answer is a mapping with the question's fields and, if the player likes, a `thought`. `read` gives its value,
`write` puts a value back as the fields that the journal keeps, and read(write(value)) is the value again.
Words said at the table are one line: a line break in a speech could forge the next event of a transcript.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

from games.engine.dice import Dice
from games.engine.events import Seat

A = TypeVar("A")
Target = Seat | None
Raw = Mapping[str, Any]

NEUTRAL = "I have nothing to add for now."
LONGEST_SPEECH = 2_000  # characters
LONGEST_THOUGHT = 8_000  # characters; a longer thought is cut, for it decides nothing

# What no page, database or terminal should be handed: control characters but tab and line feed, lone surrogates, and
# the marks that turn the direction of the text around them.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

# What is nothing to the eye wherever it stands: marks of format, invisible signs and tags.
_UNSEEN = re.compile(
    r"[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
# Joiners say something between letters of many scripts and between the parts of a picture, and nowhere else.
_JOINERS = re.compile(r"[\u200c\u200d]+")
_JOINED = r"[^\x00-\x7f\s\u200c\u200d]"
_LONE_JOINERS = re.compile(rf"(?<!{_JOINED}){_JOINERS.pattern}|{_JOINERS.pattern}(?!{_JOINED})")
# Letters, signs and marks that are blank by themselves.
_BLANK = re.compile(
    r"[\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]*"
)


class Illegal(ValueError):
    """A player's answer cannot stand; the message tells the player what was wanted and what came."""


@lru_cache(maxsize=1_024)
def _digest(kind: str, legal: object) -> str:
    return blake2b(repr((kind, legal)).encode(), digest_size=4).hexdigest()


def cleaned(text: str) -> str:
    """The text without what cannot be shown, ends trimmed; line feeds stay."""
    return text.strip() if text.isprintable() else _UNPRINTABLE.sub(" ", text).strip()


def in_one_line(text: str) -> str:
    """The text cleaned, with one blank for each run of white space."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


def visible(text: str) -> str:
    """The text without what nobody could see; "" where nothing is left that anybody could.

    For whoever reads an answer before it is journalled. A question does not do it: it reads old journals too, and what
    was said in them stays as it was.
    """
    if text.isascii():
        return text
    seen = _LONE_JOINERS.sub("", _UNSEEN.sub("", text))
    return "" if _BLANK.fullmatch(seen) else seen


def plain(text: str) -> str:
    """A name or an order without what is a matter of form: case, blanks, ways to write a letter, marks around it, and
    what nobody could see.

    So answers are read; hence names of which this is the same name nobody, and no table is made with them."""
    folded = unicodedata.normalize("NFKC", _JOINERS.sub("", visible(text))).casefold().replace("_", " ")
    return " ".join(folded.split()).strip(".!,;:*@\"'`\u201c\u201d\u2018\u2019 ")


def shown(value: object) -> str:
    """A value as a message of refusal quotes it: short, and safe for whatever came."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 60 else f"{value[:60]!r}…"
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**18):
        return repr(value)
    return "a number that long" if isinstance(value, int) else f"a value of the type {type(value).__name__}"


def thought_in(raw: Raw) -> str:
    """The private thought in an answer; "" when there is none. Never Illegal: a thought decides nothing."""
    thought = raw.get("thought") or raw.get("internal_thought")
    if type(thought) is str and len(thought) <= LONGEST_THOUGHT and thought.isprintable():
        return thought.strip()  # nearly always
    return cleaned(thought[:LONGEST_THOUGHT]) if isinstance(thought, str) else ""


@dataclass(frozen=True, slots=True)
class Question(ABC, Generic[A]):
    """Something asked of a seat; `kind` names it, `prompt` says it in a sentence."""

    thought_field: ClassVar[str] = "thought"  # what the schema calls the thought
    kind: str
    prompt: str

    @property
    @abstractmethod
    def legal(self) -> object:
        """What the digest covers: everything that tells one legal answer from an illegal one."""

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits over kind and legal answers, never over the prompt's prose."""
        return _digest(self.kind, self.legal)

    @abstractmethod
    def read(self, raw: Raw) -> A:
        """The value of an answer; raises Illegal."""

    @abstractmethod
    def write(self, value: A) -> dict[str, Any]:
        """The value as the fields of an answer."""

    @abstractmethod
    def default(self, dice: Dice) -> A:
        """What stands in for an answer that never came; always legal."""

    @abstractmethod
    def drawn(self, dice: Dice, words: str) -> A:
        """One of the legal answers, each choice as likely; `words` are said where something must be said."""

    @abstractmethod
    def properties(self) -> dict[str, Any]:
        """The fields of an answer as JSON schema, each with a `description` in words.

        Players are told names and never seats: whole numbers in an `enum` without a `type` are seats, None is nobody,
        and so is a number at the end of a text in it ("watch 3"); `said` says otherwise where that is wrong. A list to
        choose from is an array whose `items` are such an `enum`; `minItems` and `maxItems` say how many.
        """

    def said(self, field: str, value: int | str | None, names: Sequence[str]) -> str:
        """A value that may be chosen in a field, or in its list, as it is said at a table with these names."""
        if value is None:
            return "nobody"
        if isinstance(value, int):
            told = self.properties()[field]
            is_seat = "type" not in told.get("items", told) and 0 <= value < len(names)
            return names[value] if is_seat else str(value)
        deed, _, seat = value.rpartition(" ")
        is_seat = bool(deed) and seat.isascii() and seat.isdecimal() and int(seat) < len(names)
        return f"{deed} {names[int(seat)]}" if is_seat else value

    def schema(self) -> dict[str, Any]:
        """The answer as a flat JSON schema with all fields required, the thought first."""
        fields = {self.thought_field: {"type": "string", "description": "private reasoning; no player sees it"}}
        fields |= self.properties()
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def fields_of(raw: object) -> Raw:
    if type(raw) is not dict and not isinstance(raw, Mapping):  # a dict nearly always, and asking an ABC is slow
        raise Illegal(f"an answer must be an object with named fields, not {shown(raw)}")
    return raw


def words_in(raw: Raw) -> str:
    text = raw.get("message")
    # Nearly always; without the two calls that say what else it may be.
    if type(text) is str and len(text) <= LONGEST_SPEECH and text.isprintable() and "  " not in text:
        return text.strip()
    return in_one_line(text_in(raw, "message", LONGEST_SPEECH))


def text_in(raw: Raw, field: str, longest: int) -> str:
    text = raw.get(field)
    if not isinstance(text, str):
        raise Illegal(f"{field} must be a text, not {shown(text)}")
    if len(text) > longest:
        raise Illegal(f"{field} must be at most {longest} characters, not {len(text)}")
    return text


def target_in(raw: Raw, among: tuple[Target, ...]) -> Target:
    target = raw.get("target", "missing")
    # `True in (1, 2)` holds in Python, and so does `1.0 in (1, 2)`: only a whole number or null may name a seat.
    if (target is not None and type(target) is not int) or target not in among:
        legal = ", ".join("null (nobody)" if seat is None else str(seat) for seat in among)
        raise Illegal(f"target must be one of {legal}; not {shown(target)}")
    return target


def seats_schema(among: tuple[Target, ...]) -> dict[str, Any]:
    """A field that names one of these seats; models are told names for them."""
    return {
        "enum": list(among),
        "description": "whom you choose",
    }


# Lengths are not in the schema: some providers refuse a schema that bounds them, so read() does.
MESSAGE = {"type": "string", "description": f"what you say, at most {LONGEST_SPEECH} characters"}
MESSAGE_OR_NONE = {**MESSAGE, "description": f"{MESSAGE['description']}; may be empty"}
