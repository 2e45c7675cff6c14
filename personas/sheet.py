"""Who a character is: the sheet of a persona, as data.

A sheet names no game and no role's secrets; it is written before roles are dealt and holds for every ruleset.
It is plain frozen data with a JSON form, `load(dump(sheet)) == sheet`; what came wrong is said by path and value.
The shipped characters are the files of `roster/`, one each, in the same form that the site downloads and takes.
No Django here: the engine's offline players read sheets without a database.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path
from string import Formatter
from typing import Final

TEMPERS: Final = ("accuser", "listener", "logician", "joker", "loyalist", "contrarian", "diplomat", "nervous")
# What a line of the character may be for. Those about somebody carry the slot {name}, the others carry none.
ABOUT_SOMEBODY: Final = ("accuse", "doubt", "trust", "deny", "mourn", "triumph", "vote", "ask")
ABOUT_NOBODY: Final = ("greet", "idle", "dawn")
INTENTS: Final = ABOUT_SOMEBODY + ABOUT_NOBODY
PROSE: Final = (
    "speech_style",
    "reasoning_style",
    "accusation_style",
    "defence_style",
    "trust_disposition",
    "risk_tolerance",
)
PHRASES: Final = ("signature_phrases", "quirks", "leads", "tags", "images")
SLUG: Final = re.compile(r"[a-z0-9_]{1,40}")
# What answers say where nobody is named, and who speaks without a seat: as a name it would be two choices in one.
NO_NAMES: Final = frozenset(
    (
        *(
            "nobody",
            "no one",
            "no-one",
            "noone",
            "none",
            "null",
            "nil",
            "skip",
            "pass",
            "abstain",
            "no vote",
            "not yet",
        ),
        *("everyone", "everybody", "all", "anyone", "anybody", "someone", "somebody"),
        *("moderator", "narrator", "system", "wait", "silent"),
    )
)
NAME_MARKS: Final = " '\u2019.-"  # with letters and digits of any script
LONGEST_LINE: Final = 240
LONGEST_PARAGRAPH: Final = 1200


class SheetError(ValueError):
    """A sheet that cannot be read; the message says which field, what was wanted and what came."""


@dataclass(frozen=True, slots=True)
class Identity:
    background: str
    traits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Voice:
    """How the character speaks; the last four are material for players who word their speeches offline.

    `leads` open a sentence ("By the tide tables,"), `tags` end one ("mark my words"), `images` compare a
    suspicious person ("like a gull above a fish cart"), `lines` are whole sentences by intent.
    """

    speech_style: str
    reasoning_style: str
    accusation_style: str
    defence_style: str
    trust_disposition: str
    risk_tolerance: str
    signature_phrases: tuple[str, ...] = ()
    quirks: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def lines_for(self, intent: str) -> tuple[str, ...]:
        return next((lines for name, lines in self.lines if name == intent), ())


@dataclass(frozen=True, slots=True)
class Relationship:
    """A fixed piece of lore between this character and another, told only where names are not hidden."""

    toward: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    slug: str
    name: str
    temper: str
    identity: Identity
    voice: Voice
    role_guidance: tuple[tuple[str, str], ...] = ()
    relationships: tuple[Relationship, ...] = ()

    def guidance_for(self, role: str) -> str:
        return next((text for name, text in self.role_guidance if name == role), "")

    def with_temper(self, temper: str) -> "Sheet":
        """The same character in another temper; raises SheetError for a temper that does not exist."""
        return replace(self, temper=_choice(temper, "temper", TEMPERS))


def dump(sheet: Sheet) -> dict[str, object]:
    """The sheet as plain JSON values; `load` is the inverse."""
    identity, voice = sheet.identity, sheet.voice
    return {
        "slug": sheet.slug,
        "name": sheet.name,
        "temper": sheet.temper,
        "identity": {"background": identity.background, "traits": list(identity.traits)},
        "voice": {
            "speech_style": voice.speech_style,
            "reasoning_style": voice.reasoning_style,
            "accusation_style": voice.accusation_style,
            "defence_style": voice.defence_style,
            "trust_disposition": voice.trust_disposition,
            "risk_tolerance": voice.risk_tolerance,
            "signature_phrases": list(voice.signature_phrases),
            "quirks": list(voice.quirks),
            "leads": list(voice.leads),
            "tags": list(voice.tags),
            "images": list(voice.images),
            "lines": {intent: list(lines) for intent, lines in voice.lines},
        },
        "role_guidance": dict(sheet.role_guidance),
        "relationships": [{"toward": r.toward, "text": r.text} for r in sheet.relationships],
    }


def load(data: object) -> Sheet:
    """Read a sheet from JSON values; raises SheetError naming the first field that is wrong."""
    top = _object(
        data, "sheet", needed=("slug", "name", "temper", "identity", "voice"), more=("role_guidance", "relationships")
    )
    identity = _object(top["identity"], "identity", needed=("background", "traits"))
    return Sheet(
        slug=_slug(top["slug"], "slug"),
        name=_name(top["name"]),
        temper=_choice(top["temper"], "temper", TEMPERS),
        identity=Identity(
            background=_text(identity["background"], "identity.background", LONGEST_PARAGRAPH),
            traits=_texts(identity["traits"], "identity.traits", at_least=1),
        ),
        voice=_voice(top["voice"]),
        role_guidance=_guidance(top.get("role_guidance", {})),
        relationships=_relationships(top.get("relationships", [])),
    )


def accept(data: object) -> Sheet:
    """Read a sheet that somebody has just written: as load() does, with a name that can be called at any table. Sheets
    that were stored before there was this rule are still read, and play. Raises SheetError."""
    sheet = load(data)
    if not sheet.name[0].isalnum() or not all(map(_is_of_a_name, sheet.name)):
        raise SheetError(
            f"name must be of letters, digits, spaces, ' . and -, a letter or digit first, not {sheet.name!r}"
        )
    if _as_called(sheet.name) in NO_NAMES:
        raise SheetError(f"name must be another word than those that answers are given in, not {sheet.name!r}")
    return sheet


def _is_of_a_name(letter: str) -> bool:
    """Whether a name may have this in it; marks belong to the letters of many scripts."""
    return letter in NAME_MARKS or letter.isalnum() or unicodedata.category(letter).startswith("M")


def _as_called(name: str) -> str:
    """A name without what is a matter of form."""
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return folded.removeprefix("the ").strip(NAME_MARKS)


def _voice(data: object) -> Voice:
    voice = _object(data, "voice", needed=PROSE, more=(*PHRASES, "lines"))
    prose = {field: _text(voice[field], f"voice.{field}", LONGEST_PARAGRAPH) for field in PROSE}
    phrases = {field: _texts(voice.get(field, []), f"voice.{field}") for field in PHRASES}
    return Voice(
        speech_style=prose["speech_style"],
        reasoning_style=prose["reasoning_style"],
        accusation_style=prose["accusation_style"],
        defence_style=prose["defence_style"],
        trust_disposition=prose["trust_disposition"],
        risk_tolerance=prose["risk_tolerance"],
        signature_phrases=phrases["signature_phrases"],
        quirks=phrases["quirks"],
        leads=phrases["leads"],
        tags=phrases["tags"],
        images=phrases["images"],
        lines=_lines(voice.get("lines", {})),
    )


def _lines(data: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    by_intent = _object(data, "voice.lines", more=INTENTS)
    return tuple((intent, _said(by_intent[intent], intent)) for intent in INTENTS if intent in by_intent)


def _said(data: object, intent: str) -> tuple[str, ...]:
    where, slots = f"voice.lines.{intent}", {"name"} if intent in ABOUT_SOMEBODY else set()
    lines = _texts(data, where)
    for line in lines:
        try:
            found = {slot for _, slot, spec, conversion in Formatter().parse(line) if slot is not None}
        except ValueError:
            found = {"{"}
        if not found <= slots:
            allowed = "the slot {name} and no other brace" if slots else "no braces"
            raise SheetError(f"{where} may hold {allowed}, not {line!r}")
    return lines


def _guidance(data: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(data, Mapping):
        raise SheetError(f"role_guidance must be an object of role to text, not {data!r}")
    return tuple(
        (_text(role, "a role of role_guidance", 40), _text(text, f"role_guidance.{role}", LONGEST_PARAGRAPH))
        for role, text in data.items()
    )


def _relationships(data: object) -> tuple[Relationship, ...]:
    read = []
    for index, item in enumerate(_list(data, "relationships")):
        where = f"relationships[{index}]"
        fields = _object(item, where, needed=("toward", "text"))
        toward = _slug(fields["toward"], f"{where}.toward")
        read.append(Relationship(toward, _text(fields["text"], f"{where}.text", LONGEST_PARAGRAPH)))
    return tuple(read)


def _object(data: object, where: str, needed: Sequence[str] = (), more: Sequence[str] = ()) -> Mapping[str, object]:
    if not isinstance(data, Mapping):
        raise SheetError(f"{where} must be an object, not {data!r}")
    if missing := [field for field in needed if field not in data]:
        raise SheetError(f"{where} lacks {', '.join(missing)}")
    if strange := [field for field in data if field not in needed and field not in more]:
        raise SheetError(f"{where} knows {', '.join((*needed, *more))}; not {strange[0]!r}")
    return data


def _list(data: object, where: str) -> Sequence[object]:
    if not isinstance(data, list | tuple):
        raise SheetError(f"{where} must be a list, not {data!r}")
    return data


def _text(data: object, where: str, longest: int = LONGEST_LINE) -> str:
    if not isinstance(data, str) or not data.strip() or len(data) > longest:
        raise SheetError(f"{where} must be a text of 1 to {longest} characters, not {data!r}")
    return data


def _texts(data: object, where: str, at_least: int = 0) -> tuple[str, ...]:
    items = _list(data, where)
    if len(items) < at_least:
        raise SheetError(f"{where} must hold at least {at_least}, not {len(items)}")
    return tuple(_text(item, f"{where}[{index}]") for index, item in enumerate(items))


def _name(data: object) -> str:
    name = _text(data, "name", 40)
    if name != name.strip() or not name.isprintable():
        raise SheetError(f"name must be one printable line without blanks around it, not {name!r}")
    return name


def _slug(data: object, where: str) -> str:
    if not isinstance(data, str) or not SLUG.fullmatch(data):
        raise SheetError(f"{where} must be 1 to 40 of a-z, 0-9 and _, not {data!r}")
    return data


def _choice(data: object, where: str, among: Sequence[str]) -> str:
    if not isinstance(data, str) or data not in among:
        raise SheetError(f"{where} must be one of {', '.join(among)}, not {data!r}")
    return data


def _shipped(folder: Path) -> tuple[Sheet, ...]:
    """The characters of a folder with the tempers taking turns, so that any first few make a mixed table."""
    sheets = [load(json.loads(path.read_text("utf-8"))) for path in sorted(folder.glob("*.json"))]
    of_temper = [[sheet for sheet in sheets if sheet.temper == temper] for temper in TEMPERS]
    return tuple(sheet for sheet in chain.from_iterable(zip_longest(*of_temper)) if sheet is not None)


ROSTER: Final = _shipped(Path(__file__).parent / "roster")
