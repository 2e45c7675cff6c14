"""How a speech that is settled is said: in other words than on other evenings, and with an ear for what it has said.

Law: nothing is decided here. What a player does and what its speech is for (the intents, and of whom they speak) has
been settled with a draft, in words of sentences/ and on dice of its own, and stays; this puts each sentence of the
draft into words anew, on dice that move nothing else. And nothing is heard otherwise: what the sentences say without
pronouns and asides is what is heard with them, or they are left away.

Which game of its season it is for a player (its outing; 0 outside of seasons) says where it begins among the wordings
of an intent, so that in its next games it goes on to those that it has not used.

(Long, because what one sentence may have hangs on all that its speech has had.)
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import chain, compress, count, islice
from math import gcd
from operator import not_
from typing import Final, NamedTuple, TypeVar

from games.agents.house.hearing.speeches import Shape, hear, may_claim
from games.agents.house.speaking.asides import (
    CONDITIONS,
    KIND_OF,
    LATER,
    OF_SOMEBODY,
    PRONOUNS,
    SPOKEN,
    TURNING,
    asides,
)
from games.agents.house.speaking.book import EVERY_TEMPER, Sentence
from games.agents.house.speaking.pronouns import Naming, spoken_to
from games.agents.house.speaking.wording import (
    PHRASE,
    Draft,
    Pattern,
    Told,
    Tongue,
    compiled,
    every_pattern,
    going_on,
    turns_of,
    wholes_of,
)
from games.engine.dice import Dice
from games.engine.discussion import seats_named
from games.engine.events import Seat

T = TypeVar("T")
Heard = Callable[[str, tuple[str, ...], Seat], Hashable]
MOST_COST: Final = 10**9  # more than any wording costs
LOOKS: Final = 6  # at how many fresh wordings one looks before the least worn of them is said
BEGINNING: Final = "start"
STATING: Final = frozenset(("claim", "result", "guard", "shot", "deny", "vote"))
STRIDE: Final = 3  # how many wordings of an intent further on a persona begins in its next game, at least
TURNS: Final = 2  # of a wording with as many spellings, to one of a wording with one
OWN: Final = 0.5  # how often a wording of the temper's own is looked for first, where there are many of them
WEIGHT: Final = 1.5  # how much more than others these are looked for where there are few
AGAIN: Final = 0.3  # how often a line of the character's own is said where another sentence does as well
FREE_TALK: Final = "free talk"  # where words take time, and nobody has a turn
TURNS_ROUND: Final = 0.6  # how often whoever has spoken to somebody turns to the others before speaking of them
ASIDE: Final = 0.85  # how often something is added to a sentence
OFTEN: Final = 2  # how often somebody may be named in one speech, as far as there are other words
OF_THEM: Final = 0.5  # how often it is about whom the sentence is about, where it can be
MOST_ASIDES: Final = 3  # in one speech
MANY: Final = 4  # sentences, after which there may be one more
BRIEF: Final = 16  # words of a sentence in free talk, after which another is looked for
MOST_TAGGED: Final = 110  # characters of a sentence that gets a tag
LONG: Final = 21  # words, after which nothing is added
_DOUBTS: Final = re.compile(
    r"\b(?=[mpin])"  # looked for before the words, for most begin otherwise
    r"(?:maybe|perhaps|i may be wrong|i might be wrong|i could be wrong|not sure|not certain|i think|i suppose)\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile("[\\w'\u2019-]+")
_SPOKEN_TO: Final = re.compile(r"\b(?=y)(?:you|your|yours|yourself|you're|you've|you'd|you'll)\b", re.IGNORECASE)
_STATING: Final = ("I ", "I'", "My ", "The ", "It ", "There ")  # what can follow "From here one sees that"
_QUOTES: Final = '“”"'


class Hearing(NamedTuple):
    """How a place listens: what is heard in a speech there, and whether a sentence alone says that something is so."""

    reads: Heard
    states: Heard


def _read(text: str, names: tuple[str, ...], me: Seat) -> Hashable:
    return hear(text, names, me).remarks, frozenset(seats_named(text, names))


def _states(text: str, names: tuple[str, ...], me: Seat) -> bool:
    return may_claim(text) and any(remark.act in STATING for remark in hear(text, names, me).remarks)


AT_A_TABLE: Final = Hearing(_read, _states)


class _Sentence:
    """A sentence of a speech on its way: in plain words, with what is known of it."""

    def __init__(self, plain: str, told: Told | None, draft: Draft) -> None:
        self.plain = plain
        self.told = told
        self.draft = draft
        self.kind, self.slot = KIND_OF.get(f"={draft.line}" if draft.line else draft.intent, ("", ""))
        self.is_unwritten = told is not None and (told.sentence is None or told.sentence.claims is None)
        self.keeps_names = False


def delivered(tongue: Tongue, drafted: Sequence[str], me: Seat, dice: Dice, hearing: Hearing = AT_A_TABLE) -> str:
    """The drafted sentences as they are said; the tongue has told these then. `dice` are those of the answer."""
    dice = dice.beside("delivery")
    known = {told.words: told for told in tongue.told}
    speech = _Speech(tongue, me, dice)
    sentences = [speech.put(words, tongue.drafts.get(words), known.get(words)) for words in _once(tongue, drafted)]
    said = _spoken(sentences, speech, me, hearing)
    tongue.told = [
        each.told._replace(words=words) for each, words in zip(sentences, said, strict=True) if each.told is not None
    ]
    return " ".join(said)


def _once(tongue: Tongue, drafted: Sequence[str]) -> list[str]:
    """The drafted sentences without a second beginning."""
    starts = [words for words in drafted if tongue.drafts.get(words, Draft()).intent == BEGINNING]
    return [words for words in drafted if words not in starts[1:]]


# --- in which words ---


class _Speech:
    """A speech that is put into words sentence by sentence, each of which knows those before it."""

    def __init__(self, tongue: Tongue, me: Seat, dice: Dice) -> None:
        self.tongue = tongue
        self.dice = dice
        self.own: set[Shape] = set()
        self.used: set[Sentence] = set()  # which sentences it has, however they are spelled
        self.openings: set[str] = set()
        self.doubts = False
        self.naming = Naming(tongue.names, me)
        self.named = [0] * len(tongue.names)  # how often, by seat
        self.shapes: dict[str, frozenset[Shape]] = {}  # of texts that were looked at; most are more than once
        self.tags = tuple(f", {tag}" for tag in tongue.sheet.voice.tags)

    def put(self, words: str, draft: Draft | None, told: Told | None) -> _Sentence:
        """A drafted sentence in words of this evening; as it was drafted where there are none."""
        found = None
        if draft is not None and draft.line:
            found = self.of_its_own(draft)
            if found is None and draft.intent:
                draft = draft._replace(line="")
        if draft is not None and not draft.line:
            found = self.worded(draft)
        if found is None:
            found = words, told
        text, told = found
        if told is not None and told.sentence is not None:
            self.used.add(told.sentence)
        self.own |= self.shapes_in(text)
        self.openings |= self.opening_of(text, None if told is None else told.sentence)
        self.doubts = self.doubts or _DOUBTS.search(text) is not None
        said = self.naming.put(text)
        for place, name in enumerate(self.tongue.names):
            self.named[place] += said.count(name)
        return _Sentence(text, told, draft or Draft())

    def worded(self, draft: Draft) -> tuple[str, Told] | None:
        """A fresh wording of an intent, from where this evening's begin, the first of a few that fits best."""
        best: tuple[str, Pattern] | None = None
        least, looks = MOST_COST, 0
        for pattern in self.in_turn(draft):
            if pattern.sentence in self.used:
                continue
            text = self.tongue.put(pattern.say(draft.slots, self.dice))
            worn, shapes = self.worn(text)
            if worn is None or worn * 2 > len(shapes):
                continue
            cost = self.cost_of(text, pattern, worn, least)
            if cost < least:
                least, best = cost, (text, pattern)
            looks += 1
            if cost == 0 or looks == LOOKS:
                break
        if best is None:
            return None
        text, pattern = best
        if draft.dress and self.dice.chance(draft.dress):
            text = self.dressed(text)
        return text, Told(text, pattern.sentence, draft.slots)

    def cost_of(self, text: str, pattern: Pattern, worn: int, least: int) -> int:
        """How badly a wording fits that has so many worn runs of words. Costs only add up, and what costs no less than
        `least` is not taken: from there on it is not looked at any further, the dearest to find out last."""
        cost = worn
        if cost < least and self.tongue.dialect == FREE_TALK:
            cost += len(text.split()) // BRIEF
        if cost < least and not self.openings.isdisjoint(self.opening_of(text, pattern.sentence)):
            cost += 4
        if cost < least and self.doubts and _DOUBTS.search(text) is not None:
            cost += 4
        if cost < least:
            cost += 2 * self.names_again(text)
        return cost

    def dressed(self, sentence: str) -> str:
        """The sentence with one of the character's openings before it or endings after it, where that fits."""
        voice, names = self.tongue.sheet.voice, self.tongue.names
        if not sentence.endswith(".") or any(mark in sentence for mark in (*_QUOTES, "?", ":", ". ")):
            return sentence
        is_called = sentence.startswith(tuple(f"{name}," for name in names))
        if voice.leads and not is_called and self.dice.chance(0.65):
            lead = self.dice.pick(voice.leads)
            if lead.endswith(" that") and not sentence.startswith((*names, *_STATING)):
                return sentence
            return f"{lead} {sentence if lead[-1] in '.!?' else going_on(sentence, names)}"
        if voice.tags and len(sentence) < MOST_TAGGED and sentence.count(",") < 2:
            return f"{sentence[:-1]}, {self.dice.pick(voice.tags)}."
        return sentence

    def in_turn(self, draft: Draft) -> Iterator[Pattern]:
        """The patterns of an intent that can be filled, those first that are in turn."""
        slots, sheet = frozenset(self.tongue.with_heard(draft.intent, draft.slots)), self.tongue.sheet
        pools = [_filling(draft.intent, pool, sheet.slug, slots) for pool in (sheet.temper, EVERY_TEMPER)]
        turned = [self.turned(pool, self.dice) for pool in pools]
        own_first = self.dice.chance(min(OWN, WEIGHT * len(pools[0]) / max(1, len(pools[0]) + len(pools[1]))))
        return chain(turned[not own_first], turned[own_first])

    def turned(self, every: Sequence[T], dice: Dice) -> Iterator[T]:
        """A list from where this evening begins, by lot outside of seasons. The lot falls at once, and of the list no
        more is gone through than somebody looks at."""
        if not every:
            return iter(())
        outing = self.tongue.outing
        start = beginning(outing, len(every)) if outing else dice.below(len(every))
        return chain(islice(every, start, None), islice(every, start))

    def of_its_own(self, draft: Draft) -> tuple[str, Told | None] | None:
        """A line or a phrase of the character's own that is in turn."""
        voice, name = self.tongue.sheet.voice, draft.slots.get("a", "")
        lines = voice.signature_phrases if draft.line == PHRASE else voice.lines_for(draft.line)
        if draft.intent and self.tongue.outing > len(lines) and not self.dice.chance(AGAIN):
            return None  # all of them have been said in this season
        fitting = lines if draft.line == PHRASE else self.tongue.lines_of(draft.line, name)
        for line in self.turned(fitting, self.dice):
            text = self.tongue.put(line)
            if self.is_fresh(text):
                text = text[:1].upper() + text[1:]
                return text, None if draft.line == PHRASE else Told(text, None, {"a": name}, draft.line)
        return None

    def worn(self, text: str) -> tuple[int | None, frozenset[Shape]]:
        """How many runs of words in a text were heard before (None: all of a sentence was), and its shapes."""
        shapes = self.shapes_in(text)
        worn = (shapes & self.tongue.turns) | (shapes & self.own)
        for shape in worn:
            if shape[0] == "=":
                return None, shapes
        return len(worn), shapes

    def was_said(self, text: str) -> bool:
        """Whether a whole sentence of a text was heard before."""
        return any(whole in self.tongue.turns or whole in self.own for whole in wholes_of(text))

    def is_fresh(self, text: str) -> bool:
        """Whether no run of words in a text was heard before."""
        shapes = _shapes_of_few(text, self.tongue.names)
        return shapes.isdisjoint(self.tongue.turns) and shapes.isdisjoint(self.own)

    def shapes_in(self, text: str) -> frozenset[Shape]:
        """The shapes of a text."""
        shapes = self.shapes.get(text)
        if shapes is None:
            shapes = self.shapes[text] = turns_of(text, self.tongue.names)
        return shapes

    def names_again(self, text: str) -> int:
        """How many are named a third time by a sentence, where no pronoun may stand for them."""
        for place, name in enumerate(self.tongue.names):
            if self.named[place] + text.count(name) > OFTEN:
                break
        else:
            return 0  # whatever pronouns there are, for they only take names away
        said = self.naming.copy().put(text)
        found = [place for place, name in enumerate(self.tongue.names) if place != self.naming.me and name in said]
        return sum(self.named[place] + said.count(self.tongue.names[place]) > OFTEN for place in found)

    def opening_of(self, text: str, record: Sentence | None) -> set[str]:
        """How a sentence opens: its first two words, names aside, and the manner that its record has."""
        words = [found[0] for found in islice(_WORD.finditer(text), 3) if found[0] not in self.tongue.names]
        manner = record.opens if record is not None else ""
        return {" ".join(words[:2]).casefold(), *([f"={manner}"] if manner else [])}


@lru_cache(maxsize=4_096)
def beginning(outing: int, length: int) -> int:
    """Where a list of so many is begun in a game of a season: after as many games as it is long, everywhere once."""
    stride = next(step for step in count(STRIDE) if gcd(step, length) == 1)
    return outing * stride % length


@lru_cache(maxsize=4_096)  # most of what a table of twelve asks for, each some dozens of references
def _filling(intent: str, pool: str, slug: str, slots: AbstractSet[str]) -> tuple[Pattern, ...]:
    """Of the patterns of a pool, in an order of a persona's own, those that can do with these slots."""
    return tuple(each for each in _mixed(intent, pool, slug) if each.slots <= slots)


@lru_cache(maxsize=4_096)
def _mixed(intent: str, pool: str, slug: str) -> tuple[Pattern, ...]:
    """The patterns of a pool in an order of a persona's own."""
    return _ordered(every_pattern(intent).get(pool, ()), Dice("wordings", intent, slug))


def _ordered(patterns: Iterable[Pattern], dice: Dice) -> tuple[Pattern, ...]:
    """Patterns by lot, each as often as it can be spelt in other ways, up to TURNS."""
    return tuple(dice.shuffled([each for each in patterns for _ in range(min(TURNS, each.spellings))]))


# --- said together ---


class _Way(NamedTuple):
    """What a sentence may have that its plain words have not."""

    pronouns: bool
    aside: bool


_WAYS: Final = (_Way(True, True), _Way(False, True), _Way(True, False), _Way(False, False))


def _spoken(sentences: Sequence[_Sentence], speech: _Speech, me: Seat, hearing: Hearing) -> list[str]:
    """The sentences with pronouns and asides, as far as they are heard as without."""
    names, plain, reads = speech.tongue.names, [each.plain for each in sentences], hearing.reads
    # What nothing is written of is heard alone, without the sentence before it: where it states something, names stay.
    for each in sentences:
        each.keeps_names = each.told is None or (each.is_unwritten and bool(hearing.states(each.plain, names, me)))
    ways = [_WAYS[0]] * len(sentences)
    said = _adorned(sentences, speech, me, ways)
    if said == plain or reads(" ".join(said), names, me) == reads(" ".join(plain), names, me):
        return said
    for place in range(len(sentences)):
        wanted = reads(" ".join(plain[: place + 1]), names, me)
        for way in _WAYS:
            ways[place] = way
            said = _adorned(sentences[: place + 1], speech, me, ways)
            if reads(" ".join(said), names, me) == wanted:
                break
    return said


def _adorned(sentences: Sequence[_Sentence], speech: _Speech, me: Seat, ways: Sequence[_Way]) -> list[str]:
    """The sentences, each in its way; the same ways make the same words."""
    naming = Naming(speech.tongue.names, me)
    said: list[str] = []
    joints: set[str] = set()
    addressed: frozenset[str] = frozenset()
    for place, (each, way) in enumerate(zip(sentences, ways, strict=False)):
        before = naming.copy()
        words = naming.put(each.plain, keep=each.keeps_names or not way.pronouns)
        # What was said of somebody else, with a pronoun as well. Without one, the names stand as they are.
        if naming.here and speech.was_said(words):
            naming = before
            words = naming.put(each.plain, keep=True)
        aside = _aside(each, words, speech, naming, place, joints) if way.aside else ""
        if aside:
            joints.add(_joint(aside))
            words = f"{words[:-1]}{aside}."
        called = spoken_to(each.plain, speech.tongue.names)
        if way.aside and each.draft.slots.get("a") in addressed - called and (turn := _turning(words, speech, place)):
            words, addressed = f"{turn} {going_on(words, speech.tongue.names)}", frozenset()
        addressed |= called
        said.append(words)
    return said


def _aside(
    sentence: _Sentence, words: str, speech: _Speech, naming: Naming, place: int, joints: AbstractSet[str]
) -> str:
    """What the speaker adds to a sentence, in turn; "" for nothing."""
    is_brief = speech.tongue.dialect == FREE_TALK
    chance, most = (ASIDE * 0.45, 1) if is_brief else (ASIDE, MOST_ASIDES + (place > MANY))
    if not sentence.kind or len(joints) >= most:
        return ""
    dice = speech.dice.beside("aside", place)
    if not dice.chance(chance):
        return ""
    if not words.endswith(".") or words.endswith("..") or any(mark in words for mark in _QUOTES):
        return ""
    if len(words.split()) > LONG or words.count(",") > 2 or words.removesuffix(".").endswith(speech.tags):
        return ""
    whom = sentence.draft.slots.get(sentence.slot, "")
    is_clear = naming.last is not None and whom == naming.names[naming.last] and not _SPOKEN_TO.search(words)
    slots = {} if naming.last is None else dict(zip(PRONOUNS, naming.pronouns[naming.last], strict=True))
    true = {
        name for name, is_so in ((LATER, speech.tongue.is_later), (SPOKEN, whom in speech.tongue.heard_of)) if is_so
    }
    for aside, joint in _in_turn(sentence.kind, speech, dice, is_clear=is_clear):
        if (aside.slots & OF_SOMEBODY and not is_clear) or not aside.slots & CONDITIONS <= true:
            continue
        if joint in joints:
            aside.pass_over(dice)
            continue
        text = aside.say(slots, dice)
        if (joint or _joint(text)) not in joints and speech.is_fresh(text):
            return text
    return ""


def _turning(words: str, speech: _Speech, place: int) -> str:
    """What turns to the others before a sentence about whom the speaker has just spoken to, in turn; "" for nothing."""
    dice = speech.dice.beside("turning", place)
    if speech.tongue.dialect == FREE_TALK or not dice.chance(TURNS_ROUND):
        return ""
    if any(mark in words for mark in (*_QUOTES, ":", "?")) or _SPOKEN_TO.search(words):
        return ""
    for aside, _ in speech.turned(_added(TURNING, EVERY_TEMPER, speech.tongue.sheet.slug), dice):
        text = aside.say({}, dice)
        if speech.is_fresh(text):
            return text[:1].upper() + text[1:]
    return ""


def _in_turn(kind: str, speech: _Speech, dice: Dice, *, is_clear: bool) -> Iterator["_Aside"]:
    """The asides of a kind as they are in turn; those first that are of somebody, where it is clear of whom and the
    dice will have it."""
    sheet = speech.tongue.sheet
    own, common = (_added(kind, pool, sheet.slug) for pool in (sheet.temper, EVERY_TEMPER))
    pools = (own, common) if dice.chance(OWN) else (common, own)
    found = chain.from_iterable([speech.turned(pool, dice) for pool in pools])
    if is_clear and dice.chance(OF_THEM):
        every = list(found)
        of_them = [bool(each.pattern.slots & OF_SOMEBODY) for each in every]
        return chain(compress(every, of_them), compress(every, map(not_, of_them)))
    return found


def _joint(text: str) -> str:
    """How something is joined to a sentence: its mark and its first word."""
    return " ".join(text.split(maxsplit=2)[:2])


@lru_cache(maxsize=1_024)  # of a dozen words or two, a kilobyte each, and looked at again all through a game
def _shapes_of_few(text: str, names: tuple[str, ...]) -> frozenset[Shape]:
    """The shapes of an aside, or of a line of the character's own."""
    return turns_of(text, names)


class _Aside(NamedTuple):
    """An aside, and how it is joined to a sentence; "" where that hangs on how it is said."""

    pattern: Pattern
    joint: str


@lru_cache(maxsize=1_024)
def _added(kind: str, pool: str, slug: str) -> tuple[_Aside, ...]:
    """The asides of a pool in an order of a persona's own."""
    ordered = _ordered(map(compiled, asides()[kind].get(pool, ())), Dice("asides", kind, slug))
    return tuple(_Aside(pattern, _fixed_joint(pattern)) for pattern in ordered)


def _fixed_joint(pattern: Pattern) -> str:
    """How an aside is joined to a sentence, where the words for it stand before all choices and placeholders."""
    first = pattern.parts[0] if isinstance(pattern.parts[0], str) else ""
    before, _, _ = first.partition("{")
    is_whole = len(before.split()) > 2 or (len(before.split()) == 2 and before[-1].isspace())
    return _joint(before) if is_whole else ""
