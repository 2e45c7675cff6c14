"""Turning an intent into a sentence: patterns, choices, the character's own turns of phrase, and nothing said twice.

Law: within one game no sentence is said twice by anybody, and a run of four words that was heard before counts against
a wording. So three people who think the same still say it differently.

(Long, because a pattern, what was said, and who says the next thing are one subject.)
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from math import gcd
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from zlib import crc32

from games.agents.house.hearing.dialect import said_in
from games.agents.house.hearing.speeches import Shape, shapes_of, words_of
from games.agents.house.speaking.book import CHOICE, EVERY_TEMPER, Sentence, every_sentence, sentences
from games.engine.dice import Dice
from games.engine.events import Defended, GhostSaid, LastWords, Planned, Plotted, Remarked, Said, Spoke
from personas.sheet import Sheet

Slots = Mapping[str, str]
Worded = Said | Remarked | Defended | LastWords | Plotted | Planned | Spoke | GhostSaid
TRIES: Final = 5
QUOTE: Final = "\u201c"
OWN_THOUGHTS: Final = 3  # of so many thoughts one is in the temper's own words
HEARD: Final = "_heard"  # behind the name of a placeholder: that whoever it is has spoken
# In a line of a character's own: that {name} has said something.
_OF_WORDS: Final = re.compile(
    r"\{name\}(?:'s)? (?:has |had |have |always |never |is |only |just |each time |in the )*"
    r"(?:says?|said|speaks?|spoke|talks?|talked|tells?|told|sounds?|sounded|answers?|answered|laughed|fibbing|words?|"
    r"voice|rings|goes flat|swallowed)\b"
    r"|\byou (?:sound|said)\b|\b(?:heard|note|words|word for word|confession|flat|fibs?) (?:from |of )?\{name\}"
    r"|wrong note|goes flat|word for word|last words|true voice|honest words|one word that|how \{name\} sounded"
    r"|\b(?:say|said) (?:that|it)\b|told you that|finish the sentence|hear more from|with a story|story changes"
    r"|your own opinion|feet say",
    re.IGNORECASE,
)
CAPITALS: Final = ("I", "O2")  # what is a name to everybody
PHRASE: Final = "phrase"  # as a line: what the character says on any occasion
NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


class Pattern(NamedTuple):
    """A sentence taken apart at its choices; `slots` are those that it cannot do without."""

    parts: tuple[str | tuple[str, ...], ...]
    slots: frozenset[str]
    sentence: Sentence

    @property
    def spellings(self) -> int:
        """In how many ways it can be said."""
        ways = 1
        for part in self.parts:
            ways *= 1 if isinstance(part, str) else len(part)
        return ways

    def say(self, slots: Slots, dice: Dice) -> str:
        text = "".join([part if isinstance(part, str) else dice.pick(part) for part in self.parts])
        for slot in self.slots:
            text = text.replace("{" + slot + "}", slots.get(slot, ""))
        return text[:1].upper() + text[1:]

    def pass_over(self, dice: Dice) -> None:
        """Moves the dice as far as saying it would."""
        for part in self.parts:
            if not isinstance(part, str):
                dice.pick(part)


def compiled(sentence: Sentence) -> Pattern:
    """A pattern from its sentence."""
    parts: list[str | tuple[str, ...]] = []
    for index, piece in enumerate(CHOICE.split(sentence.text)):
        if index % 2:
            parts.append(tuple(piece.split("|")))
        elif piece:
            parts.append(piece)
    return Pattern(tuple(parts), sentence.slots, sentence)


@cache
def patterns_by_temper(intent: str) -> Mapping[str, tuple[Pattern, ...]]:
    """How an intent can be worded, by temper; "any" serves all of them."""
    return {temper: tuple(map(compiled, every)) for temper, every in sentences()[intent].items()}


@cache
def every_pattern(intent: str) -> Mapping[str, tuple[Pattern, ...]]:
    """The same, with what is said only where it is settled what to say."""
    return {temper: tuple(map(compiled, every)) for temper, every in every_sentence()[intent].items()}


@lru_cache(maxsize=4_096)
def _filled(intent: str, pool: str, slots: frozenset[str]) -> tuple[Pattern, ...]:
    """The patterns of a pool (a temper's own, or EVERY_TEMPER) that can do with these slots."""
    by_temper = patterns_by_temper(intent)
    return tuple(pattern for pattern in by_temper.get(pool, ()) if pattern.slots <= slots)


@cache
def _stride(patterns: int) -> int:
    """A step that leads from any of so many to one that is far away, and to all of them before it comes back."""
    return next((step for step in range(patterns // 2, patterns) if gcd(step, patterns) == 1), 1)


@lru_cache(maxsize=1_024)
def _place(intent: str, slug: str, names: tuple[str, ...]) -> int:
    return crc32(f"{intent} {slug} {names}".encode())


def fitting(
    intent: str, temper: str, slots: frozenset[str], dice: Dice, share: tuple[int, int] = (0, 1)
) -> tuple[Pattern, ...]:
    """The patterns of an intent that can be filled; half of the time only the temper's own, where it has any.

    `share` is which part of how many, for those who speak at once and cannot hear each other.
    """
    part, of = share
    own, common = _filled(intent, temper, slots)[part::of], _filled(intent, EVERY_TEMPER, slots)[part::of]
    return own if own and (not common or dice.chance(0.45)) else common


@cache
def _asked_of(intent: str) -> frozenset[str]:
    """Those slots of an intent that say that somebody has spoken."""
    patterns = (pattern for pool in every_pattern(intent).values() for pattern in pool)
    return frozenset(slot for pattern in patterns for slot in pattern.slots if slot.endswith(HEARD))


def clauses_in(text: str) -> list[str]:
    """The sentences of a text without their ends."""
    # Three in four texts have no other end than a point: this takes a fifth of the time of a pattern.
    return [clause for clause in text.replace("!", ".").replace("?", ".").replace("\n", ".").split(".") if clause]


class Told(NamedTuple):
    """A sentence as it was said, and with what in its placeholders; `sentence` None: one of the character's own lines,
    of the intent `line`."""

    words: str
    sentence: Sentence | None
    slots: Slots
    line: str = ""


class Draft(NamedTuple):
    """What a sentence was drafted for: an intent and what fills its placeholders, and how often it gets a lead or a
    tag (`dress`); or a `line` of the character's own, and then the intent is what can be said as well, if anything."""

    intent: str = ""
    slots: Slots = MappingProxyType({})
    dress: float = 0.0
    line: str = ""


class Telling(dict[str, Any]):
    """An answer, JSON values as any, that knows besides which sentences it says: no field, so nobody keeps or counts
    them. A copy has forgotten them, and is heard like anybody's words."""

    def __init__(self, answer: Mapping[str, Any], told: Sequence[Told]) -> None:
        super().__init__(answer)
        self.told = told


class Sayings:
    """Everything that was said aloud in one game, as shapes; grows with the game and is shared by its listeners."""

    def __init__(self) -> None:
        self.shapes: set[Shape] = set()
        self.turns: set[Shape] = set()  # the same whoever they are about, where a name may be of several words

    def hear(self, spoken: Sequence[Worded], names: tuple[str, ...]) -> None:
        for said in spoken:
            for sentence in clauses_in(said.words):
                self.shapes |= shapes_of(sentence, names)
            self.turns |= turns_of(said.words, names)


def turns_of(text: str, names: tuple[str, ...]) -> frozenset[Shape]:
    """The runs of four words in a text with all names blotted out, and its sentences, names and all."""
    plain = text
    for name in names:
        plain = plain.replace(name, "~")
    turns: list[Shape] = []
    for clause in clauses_in(plain):
        words = words_of(clause)
        turns += zip(words, words[1:], words[2:], words[3:], strict=False)
    if "=" in plain:  # as a word it would make a whole sentence of a run
        turns = [turn for turn in turns if turn[0] != "="]
    turns += wholes_of(text)
    return frozenset(turns)


def wholes_of(text: str) -> list[Shape]:
    """Of these, the sentences alone."""
    return [("=", *clause.split()) for clause in clauses_in(text)]


class Tongue:
    """One speech in the making: it knows the character, what was said before, and what it has said itself by now."""

    def __init__(
        self,
        sheet: Sheet,
        names: tuple[str, ...],
        shapes: set[Shape],
        dice: Dice,
        *,
        turns: AbstractSet[Shape] = frozenset(),
        dialect: str = "",
        outing: int = 0,
    ) -> None:
        self.sheet = sheet
        self.dialect = dialect
        self.outing = outing  # which game of its season this is for the persona; 0 outside of seasons
        self.share = (0, 1)
        self.seat = 0  # whose thoughts come in turn with those of the others
        self.names = names
        self.heard = shapes
        self.turns = turns
        self.own: set[Shape] = set()
        self.heard_of: frozenset[str] = frozenset()  # who has spoken: today, or, where they are dead, ever
        self.is_later = False  # whether a day has gone before this one
        self.told: list[Told] = []  # what it has said, sentence by sentence, for who asks what that claims
        self.drafts: dict[str, Draft] = {}  # by the sentence, for how it is delivered
        self.dice = dice

    def say(self, intent: str, slots: Slots, dress: float = 0.0) -> str | None:
        """A fresh sentence for an intent, the least worn of a few; None when every try was said before.

        With the chance `dress` it gets one of the character's own openings or endings.
        """
        best: tuple[int, str, frozenset[Shape], Sentence] | None = None
        slots = self.with_heard(intent, slots)
        keys = frozenset(slots)
        for _ in range(TRIES):
            pool = fitting(intent, self.sheet.temper, keys, self.dice, self.share)
            if not pool:
                return None
            pattern = self.dice.pick(pool)
            text = self.put(pattern.say(slots, self.dice))
            if dress and self.dice.chance(dress):
                text = self.dressed(text)
            worn, shapes = self.wear(text)
            # Half of it heard before is not fresh, however it is dressed up.
            if worn is not None and worn * 2 <= len(shapes) and (best is None or worn < best[0]):
                best = worn, text, shapes, pattern.sentence
            if worn == 0:
                break
        if best is None:
            return None
        self.own |= best[2]
        self.told.append(Told(best[1], best[3], slots))
        self.drafts[best[1]] = Draft(intent, slots, dress)
        return best[1]

    def with_heard(self, intent: str, slots: Slots) -> Slots:
        """The slots with those that stand for nothing and say who of them has spoken, as far as the intent asks."""
        heard = _asked_of(intent) - slots.keys()
        more = {name: "" for name in heard if slots.get(name.removesuffix(HEARD)) in self.heard_of}
        return {**slots, **more} if more else slots

    def put(self, text: str) -> str:
        """A text in the words of the table."""
        return said_in(self.dialect, text)

    def speaks_with(self, others: Sequence[int], me: int) -> None:
        """Several speak at once and cannot hear each other: each keeps to a share of the patterns of its own."""
        everybody = sorted({*others, me})
        self.share = (everybody.index(me), len(everybody))

    def wear(self, text: str) -> tuple[int | None, frozenset[Shape]]:
        """How many runs of words in a text were heard before (None: all of a sentence was), and its shapes."""
        clauses = clauses_in(text)
        shapes = shapes_of(clauses[0], self.names) if clauses else frozenset()
        for clause in clauses[1:]:
            shapes |= shapes_of(clause, self.names)
        worn = (shapes & self.heard) | (shapes & self.own)
        for shape in worn:
            if shape[0] == "=":
                return None, shapes
        return len(worn), shapes

    def muse(self, intent: str, slots: frozenset[str], turn: int) -> Pattern | None:
        """A pattern for what nobody hears, so that nothing tells what was thought before; `turn` counts what it thinks.
        Every third thought is in the temper's own words until all of these have been thought, and then again when so
        have the others; of those who have them in the same turn each begins elsewhere, for several at a table may be of
        one temper. For a pattern that does not fit comes one that is far away, and so is not soon in turn
        itself."""
        by_temper = patterns_by_temper(intent)
        common, own = by_temper.get(EVERY_TEMPER, ()), by_temper.get(self.sheet.temper, ())
        since = turn % max(1, len(common) + len(own))
        place = _place(intent, "", self.names)
        is_own = (place + self.seat + since) % OWN_THOUGHTS == 0 and since // OWN_THOUGHTS < len(own)
        among_own = place + self.seat // OWN_THOUGHTS + since // OWN_THOUGHTS
        begins = [(common, self.in_turn(intent, turn, len(common))), (own, among_own)]
        for patterns, first in reversed(begins) if is_own else begins:
            for step in range(len(patterns)):
                pattern = patterns[(first + step * _stride(len(patterns))) % len(patterns)]
                if pattern.slots <= slots:
                    return pattern
        return None

    def in_turn(self, intent: str, turn: int, among: int) -> int:
        """Which of so many is thought next, from 0. All at a table take them in turn, seat after seat and turn after
        turn, so that none comes back before the others were thought. Where that would lead a seat back to its first
        one too soon, all move on by one: in as many turns as there are, everybody has each of them once."""
        seats, among = len(self.names), max(1, among)
        rounds = turn // (among // gcd(among, seats))
        return (_place(intent, "", self.names) + turn * seats + self.seat + rounds) % among

    def line(self, intent: str, name: str = "", otherwise: Draft | None = None) -> str | None:
        """One of the character's own lines that nobody has heard yet; `otherwise` is what says the same without it."""
        line = self.unheard(self.lines_of(intent, name))
        if line is not None:
            self.told.append(Told(line, None, {"a": name}, intent))
            self.drafts[line] = (otherwise or Draft(slots={"a": name}))._replace(line=intent)
        return line

    def lines_of(self, intent: str, name: str) -> list[str]:
        """The character's own lines about somebody; those of how they sound once they have been heard."""
        lines = self.sheet.voice.lines_for(intent)
        if name not in self.heard_of:
            lines = tuple(line for line in lines if not is_of_words(line))
        return [line.replace("{name}", name) for line in lines]

    def phrase(self) -> str | None:
        """A signature phrase that nobody has heard yet."""
        phrase = self.unheard(self.sheet.voice.signature_phrases)
        if phrase is not None:
            self.drafts[phrase] = Draft(line=PHRASE)
        return phrase

    def unheard(self, lines: Sequence[str]) -> str | None:
        for line in map(self.put, self.dice.shuffled(lines)):
            worn, shapes = self.wear(line)
            if worn == 0:
                self.own |= shapes
                return line[:1].upper() + line[1:]
        return None

    def image(self) -> str | None:
        """A comparison of the character's that nobody has heard yet; it counts as used once it is said."""
        images = self.sheet.voice.images
        for image in self.dice.shuffled(images) if images else ():
            if self.wear(image)[0] == 0:
                return image
        return None

    def dressed(self, sentence: str) -> str:
        """The sentence with one of the character's openings before it or endings after it, where that fits."""
        voice = self.sheet.voice
        if not sentence.endswith(".") or QUOTE in sentence or sentence.count(".") > 1:
            return sentence
        first = sentence.partition(" ")[0]
        name = first.rstrip(",:;").removesuffix("'s")
        if voice.leads and not (name in self.names and first.endswith(",")) and self.dice.chance(0.65):
            return f"{self.dice.pick(voice.leads)} {going_on(sentence, self.names)}"
        if voice.tags and len(sentence) < 110 and sentence.count(",") < 2:
            return f"{sentence[:-1]}, {self.dice.pick(voice.tags)}."
        return sentence


@lru_cache(maxsize=1_024)
def is_of_words(line: str) -> bool:
    """Whether a line of a character's own about {name} is of something that {name} has said."""
    return _OF_WORDS.search(line) is not None


def going_on(sentence: str, names: tuple[str, ...]) -> str:
    """A sentence as it goes on behind other words: with a small letter, where it does not begin with a name."""
    is_fixed = any(re.match(rf"{re.escape(name)}(?!\w)", sentence) for name in (*names, *CAPITALS))
    return sentence if is_fixed else sentence[:1].lower() + sentence[1:]


def number(n: int) -> str:
    """A small whole number in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)
