"""Who a character is: the sheet of a persona, as data.

A sheet names no game and no role's secrets; it is written before roles are dealt and holds for every ruleset.
It is plain frozen data with a JSON form, `load(dump(sheet)) == sheet`; what came wrong is said by path and value.
The shipped characters are the files of `roster/`, one each, in the same form that the site downloads and takes.
No Django here: the engine's offline players read sheets without a database.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path
from string import Formatter
from typing import Final

from personas.fields import Reading, shown
from personas.fields import SheetError as SheetError  # part of what a sheet promises
from personas.parts import PARTS, out_of_bounds

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
# What a character feels for another.
FOND: Final = "fond"
EVEN: Final = "even"
WARY: Final = "wary"
FEELINGS: Final = (FOND, EVEN, WARY)
PHRASES: Final = ("signature_phrases", "signature_moves", "quirks", "leads", "tags", "images")
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
ADDRESSES: Final = ("import", "export")  # of the API, where personas have their own
NAME_MARKS: Final = " '\u2019.-"  # with letters and digits of any script
LONGEST_PARAGRAPH: Final = 1200
LONGEST_NAME: Final = 40  # of a persona, and of a role that guidance is for


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
    signature_moves: tuple[str, ...] = ()
    quirks: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def lines_for(self, intent: str) -> tuple[str, ...]:
        return next((lines for name, lines in self.lines if name == intent), ())


@dataclass(frozen=True, slots=True)
class Relationship:
    """A fixed piece of lore between this character and another, told only where names are not hidden; and what it feels
    for them, on which players of the house act there."""

    toward: str
    text: str
    feeling: str = EVEN


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

    def known_among(self, names: Sequence[str]) -> list[tuple[int, Relationship]]:
        """What the character has with those who go by these names, each with the place of the name; a sheet calls
        others by their slugs."""
        places = {"_".join(name.casefold().split()): place for place, name in enumerate(names)}
        return [(places[each.toward], each) for each in self.relationships if each.toward in places]

    def with_temper(self, temper: str) -> "Sheet":
        """The same character in another temper; raises SheetError for a temper that does not exist."""
        reading = Reading()
        chosen = reading.choice(temper, "temper", TEMPERS)
        reading.end()
        return replace(self, temper=chosen)


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
            # Told only where there are some: a sheet from before there were any is the same bytes, and version.
            **({"signature_moves": list(voice.signature_moves)} if voice.signature_moves else {}),
            "quirks": list(voice.quirks),
            "leads": list(voice.leads),
            "tags": list(voice.tags),
            "images": list(voice.images),
            "lines": {intent: list(lines) for intent, lines in voice.lines},
        },
        "role_guidance": dict(sheet.role_guidance),
        "relationships": [_dumped(each) for each in sheet.relationships],
    }


def _dumped(relationship: Relationship) -> dict[str, object]:
    """Its feeling is told only where it is not even: sheets from before there were any are the same bytes, and
    version."""
    feeling = {} if relationship.feeling == EVEN else {"feeling": relationship.feeling}
    return {"toward": relationship.toward, **feeling, "text": relationship.text}


def load(data: object) -> Sheet:
    """Read a sheet from JSON values; raises SheetError naming every field that is wrong."""
    reading = Reading()
    sheet = _read(reading, data)
    reading.end()
    return sheet


def accept(data: object, *, slug: str | None = None, name: str | None = None) -> Sheet:
    """Read a sheet that somebody has just written: as load() does, with a name that can be called at any table, and
    with the slug and the name that are given beside it. Sheets that were stored before there was this rule are still
    read, and play. Raises SheetError naming everything that is wrong."""
    reading = Reading()
    sheet = _accepted(reading, data, slug=slug, name=name)
    reading.end()
    return sheet


def _accepted(reading: Reading, data: object, *, slug: str | None, name: str | None) -> Sheet:
    sheet = _read(reading, data)
    if sheet.name and (not sheet.name[0].isalnum() or not all(map(_is_of_a_name, sheet.name))):
        reading.refuse(
            f"name must be of letters, digits, spaces, ' . and -, a letter or digit first, not {sheet.name!r}"
        )
    if _as_called(sheet.name) in NO_NAMES:
        reading.refuse(f"name must be another word than those that answers are given in, not {sheet.name!r}")
    if sheet.slug in ADDRESSES:
        reading.refuse(f"slug must be another than {' and '.join(ADDRESSES)}, which are addresses, not {sheet.slug!r}")
    for field, own, beside in (("slug", sheet.slug, slug), ("name", sheet.name, name)):
        if own and beside is not None and own != beside:
            reading.refuse(f"{field} in the sheet is {own!r}, here it is {shown(beside)}")
    return sheet


def accept_by_hand(data: object, *, slug: str, name: str) -> Sheet:
    """Read a sheet that a person has just written or handed in: as accept() does, and within the bounds of its parts
    (personas.parts). What a model writes is read by accept() alone. Raises SheetError naming everything that is
    wrong."""
    reading = Reading()
    sheet = _accepted(reading, data, slug=slug, name=name)
    unread = [path for complaint in reading.told for path in _unread(complaint)]
    # What could not be read is as long as what stands in for it, and so is the whole.
    parts = {part.path for part in PARTS if any(_concerns(path, part.path) for path in unread)}
    for path, complaint in out_of_bounds(sheet):
        if path not in parts and (path or not parts):
            reading.refuse(complaint)
    reading.end()
    return sheet


def _unread(complaint: str) -> list[str]:
    """The paths of what could not be read, by a complaint: "voice.tags[1] must be …", "voice lacks …"."""
    where, _, said = complaint.partition(" ")
    if said.startswith("knows "):
        return []  # of what is strange nothing was to be read
    if said.startswith("lacks "):
        names = said.removeprefix("lacks ").split(", ")
        return names if where == "sheet" else [f"{where}.{name}" for name in names]
    return [where]


def _concerns(path: str, part: str) -> bool:
    """Whether what cannot be read is of a part, or the part of it."""
    return path == "sheet" or f"{path}.".startswith((f"{part}.", f"{part}[")) or f"{part}.".startswith(f"{path}.")


def _read(reading: Reading, data: object) -> Sheet:
    top = reading.fields(
        data, "sheet", needed=("slug", "name", "temper", "identity", "voice"), more=("role_guidance", "relationships")
    )
    return Sheet(
        slug=reading.slug(top["slug"], "slug"),
        name=_name(reading, top["name"]),
        temper=reading.choice(top["temper"], "temper", TEMPERS),
        identity=_identity(reading, top["identity"]),
        voice=_voice(reading, top["voice"]),
        role_guidance=_guidance(reading, top.get("role_guidance", {})),
        relationships=_relationships(reading, top.get("relationships", [])),
    )


def _is_of_a_name(letter: str) -> bool:
    """Whether a name may have this in it; marks belong to the letters of many scripts."""
    return letter in NAME_MARKS or letter.isalnum() or unicodedata.category(letter).startswith("M")


def _as_called(name: str) -> str:
    """A name without what is a matter of form."""
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return folded.removeprefix("the ").strip(NAME_MARKS)


def _name(reading: Reading, data: object) -> str:
    name = reading.text(data, "name", LONGEST_NAME)
    if name != name.strip() or not name.isprintable():
        reading.refuse(f"name must be one printable line without blanks around it, not {name!r}")
        return ""
    return name


def _identity(reading: Reading, data: object) -> Identity:
    identity = reading.fields(data, "identity", needed=("background", "traits"))
    return Identity(
        background=reading.text(identity["background"], "identity.background", LONGEST_PARAGRAPH),
        traits=reading.texts(identity["traits"], "identity.traits", at_least=1),
    )


def _voice(reading: Reading, data: object) -> Voice:
    voice = reading.fields(data, "voice", needed=PROSE, more=(*PHRASES, "lines"))
    prose = {field: reading.text(voice[field], f"voice.{field}", LONGEST_PARAGRAPH) for field in PROSE}
    phrases = {field: reading.texts(voice.get(field, []), f"voice.{field}") for field in PHRASES}
    return Voice(
        speech_style=prose["speech_style"],
        reasoning_style=prose["reasoning_style"],
        accusation_style=prose["accusation_style"],
        defence_style=prose["defence_style"],
        trust_disposition=prose["trust_disposition"],
        risk_tolerance=prose["risk_tolerance"],
        signature_phrases=phrases["signature_phrases"],
        signature_moves=phrases["signature_moves"],
        quirks=phrases["quirks"],
        leads=phrases["leads"],
        tags=phrases["tags"],
        images=phrases["images"],
        lines=_lines(reading, voice.get("lines", {})),
    )


def _lines(reading: Reading, data: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    by_intent = reading.fields(data, "voice.lines", more=INTENTS)
    return tuple((intent, _said(reading, by_intent[intent], intent)) for intent in INTENTS if intent in by_intent)


def _said(reading: Reading, data: object, intent: str) -> tuple[str, ...]:
    where, slots = f"voice.lines.{intent}", {"name"} if intent in ABOUT_SOMEBODY else set()
    lines = reading.texts(data, where)
    for line in lines:
        try:
            found = {slot for _, slot, spec, conversion in Formatter().parse(line) if slot is not None}
        except ValueError:
            found = {"{"}
        if not found <= slots:
            allowed = "the slot {name} and no other brace" if slots else "no braces"
            reading.refuse(f"{where} may hold {allowed}, not {shown(line)}")
    return lines


def _guidance(reading: Reading, data: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(data, Mapping):
        reading.refuse(f"role_guidance must be an object of role to text, not {shown(data)}")
        return ()
    return tuple(
        (
            reading.text(role, "a role of role_guidance", LONGEST_NAME),
            reading.text(text, f"role_guidance.{shown(role)[1:-1]}", LONGEST_PARAGRAPH),
        )
        for role, text in data.items()
    )


def _relationships(reading: Reading, data: object) -> tuple[Relationship, ...]:
    read = []
    for index, item in enumerate(reading.items(data, "relationships")):
        where = f"relationships[{index}]"
        fields = reading.fields(item, where, needed=("toward", "text"), more=("feeling",))
        toward = reading.slug(fields["toward"], f"{where}.toward")
        feeling = reading.choice(fields.get("feeling", EVEN), f"{where}.feeling", FEELINGS)
        read.append(Relationship(toward, reading.text(fields["text"], f"{where}.text", LONGEST_PARAGRAPH), feeling))
    return tuple(read)


# Whom `house` seats. A game at the command line is a function of its seed, options and players, so these stay as they
# are, and every character that is added comes behind them.
_FIRST: Final = frozenset(
    (
        *("abacus_nine", "baron_zuppa", "captain_brannoch", "dame_hortensia", "granny_pickle", "milena_voss"),
        *("old_fenn", "pip_barlow", "professor_quill", "rook_calloway", "sister_amity", "tamsin_reed"),
    )
)


def _shipped(folder: Path) -> tuple[Sheet, ...]:
    """The characters of a folder with the tempers taking turns, so that any first few make a mixed table."""
    paths = sorted(folder.glob("*.json"), key=lambda path: (path.stem not in _FIRST, path.stem))
    sheets = [load(json.loads(path.read_text("utf-8"))) for path in paths]
    of_temper = [[sheet for sheet in sheets if sheet.temper == temper] for temper in TEMPERS]
    return tuple(sheet for sheet in chain.from_iterable(zip_longest(*of_temper)) if sheet is not None)


ROSTER: Final = _shipped(Path(__file__).parent / "roster")
FIRST_TWELVE: Final = ROSTER[: len(_FIRST)]
