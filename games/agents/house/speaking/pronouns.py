"""He and she: whose pronoun is whose at a table, and where one stands for a name.

Law: a pronoun stands only for whom was named last in the same speech, nobody else since, and for nobody else in the
same sentence, and only where the words around it leave no doubt of its case; so everybody hears whom it is about. A
name by which people are known as he or she keeps that at every table. Any other (a colour, an invented name) is drawn
for it and the table it sits at: from the names alone, which are public from the seating on, so that all who sit there
draw the same.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.dice import Dice
from games.engine.events import Seat


class Pronoun(NamedTuple):
    he: str
    him: str
    his: str


HE: Final = Pronoun("he", "him", "his")
SHE: Final = Pronoun("she", "her", "her")
# Whole names, first names, and titles that stand before one, in small letters.
_HE_NAMES: Final = (
    *("bruno", "dario", "farid", "hugo", "jonas", "leif", "oskar", "quirin", "rasmus", "tariq", "viktor", "yusuf"),
    *("abacus nine", "baron", "behrouz", "captain brannoch", "delroy", "old fenn", "hamdi", "joca", "ketut"),
    *("pip barlow", "professor quill", "rook calloway", "zurab", "mister", "lord", "king", "uncle", "brother"),
)
_SHE_NAMES: Final = (
    *("anika", "celia", "edda", "greta", "ines", "katya", "mirela", "nadia", "petra", "selma", "ulla", "wanda"),
    *("ximena", "zofia", "coumba", "dame", "granny", "hatsue", "ifeoma", "lumi", "milena", "rosario", "sarbani"),
    *("sister", "tamsin", "miss", "lady", "queen", "aunt", "madame"),
)
KNOWN: Final = {name: pronoun for pronoun, names in ((HE, _HE_NAMES), (SHE, _SHE_NAMES)) for name in names}
_QUOTES: Final = '“"'
MOST: Final = 3  # pronouns for somebody before the name is said again


@lru_cache(maxsize=256)  # tables that are played at once
def pronouns_at(names: tuple[str, ...]) -> tuple[Pronoun, ...]:
    """The pronoun of each seat, by the names at the table."""
    known = [KNOWN.get(name.casefold()) or KNOWN.get(name.casefold().split()[0]) for name in names]
    return tuple(pronoun or Dice("pronoun", *names).beside(seat).pick((HE, SHE)) for seat, pronoun in enumerate(known))


@lru_cache(maxsize=256)
def _finder(names: tuple[str, ...]) -> re.Pattern[str]:
    found = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    first = "".join(sorted({re.escape(name[0]) for name in names if name}))  # for most words begin otherwise
    return re.compile(rf"(?=[{_QUOTES}{first}])(?:[{_QUOTES}][^”\"]*[”\"]|(?<!\w)(?:{found})(?!\w))")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words after which a clause begins, and so somebody who does something; and those that say what they do.
_CLAUSE: Final = _words(
    "that because if when what where why how but while since until unless though whether then hence than as"
)
_WHEN: Final = _words("yesterday today tonight morning now balance me")  # "To me he looks …"
_DOES: Final = _words(
    "is was has had says said looks would did saw will told does voted spoke went cannot can't goes gets may "
    "wants asks named could keeps sounds puts made claims died put sees thinks sits makes stands speaks names "
    "pointed claimed seems takes can gives lied stays means believes helped stood gave kept swore needed asked "
    "wanted never worries might tells turns shall vented knows suspects clears talked turned looked argued "
    "promised chose found caught points came picked won't started shouted began still got remembers holds comes "
    "killed smells deserves walks must needs frightens throws ended barked sold pressed falls vouched stuck "
    "accused tried announced wasted hid cast wore investigated outweighs peeked left beat changed flipped swung "
    "hasn't nods talks joined followed waited jumped climbed carries ran threw set lit yelled ducked isn't wasn't "
    "didn't doesn't reads feels bothers agreed agrees answers answered spared nominated nominates votes stares "
    "lies kept knew meant happened nodded sings poked wrote reached spent breathes fills persuaded pounced loves "
    "acts behaves deserved died leads pushed ran sang sent shows wears"
)
_WHOEVER_DOES: Final = _words("about on of with to at against from by without beside behind over around")
_BEFORE_HIM: Final = _words(
    "for into after before like near toward past muting putting sawing lynch missed blame protect dislike helped "
    "suspect trust nominate believe leave let hang shot accuse heard hanged protected kill take lost want found "
    "see keep watched passed seen follow took doubt eject make makes caught checked chose met meet thank watch "
    "hit ask puts suspects clears defend hear investigated distrust saw named put believed trusted nominating "
    "suspecting trusting accused defended"
)
# Of these a clause may follow as well: "I believe he is".
_SAYING: Final = _words("believe think say said says know hear heard see saw suspect found before after")
# After "'s": what somebody has. Any other word there may be what somebody is.
_HAD: Final = _words(
    "word words result vote votes claim own argument case last name finding story opinion tone contribution "
    "accusation question record work reasoning chair news path place voice eyes doubt map heels face sake account "
    "back silence answer answers favour side story hands mouth shoes door defence badge timing manner speech "
    "speeches"
)
MARKS: Final = ",;:.!?\u2013\u2014"  # after which somebody may do something
_MARKED: Final = re.compile(f"[{MARKS}]")
_OWNS: Final = ("'s ", "\u2019s ")
_OWNING: Final = frozenset((HE.his, SHE.his))
_JOINING: Final = frozenset(("and", "but", "or", "so", "yet"))
_LINKS: Final = frozenset(("and", "or"))
_WORD: Final = re.compile(r"[\w'-]+")


def _case(before: str, after: str) -> str:
    """Which form would stand between these words: he, him or his; "" where there may be doubt."""
    head = before.rstrip()
    words = head.split()
    last = words[-1].casefold() if words else ""
    follows = _WORD.match(after.lstrip()) if after[:1] == " " else None
    word = follows[0].casefold() if follows else ""
    if after.startswith(_OWNS):
        owned = _WORD.match(after[3:])
        return "his" if owned and owned[0].casefold() in _HAD else ""
    if after[:1] not in ("", " ", ".", ",", ";", ":", "?", "!") or word in _LINKS:
        return ""
    is_joined = last in _JOINING and len(words) > 1 and words[-2].endswith(",")
    if not head or head[-1] in MARKS or last in _CLAUSE or is_joined:
        return "he" if word in _DOES else ""
    if word in _DOES:
        is_first = last in _WHEN and len(_MARKED.split(head)[-1].split()) < 3
        return "he" if last in _SAYING or is_first else "him" if last in _WHOEVER_DOES else ""
    return "him" if last in _BEFORE_HIM or last in _WHOEVER_DOES else ""


def _is_spoken_to(before: str, after: str) -> bool:
    """Whether a name is called: "Ada, …", "…, Ada.", "…, Ada, …"."""
    head = before.rstrip()
    return after[:1] in (",", ".", "?", "!", ";", ":", "") and (not head or head[-1] == ",")


def spoken_to(text: str, names: tuple[str, ...]) -> frozenset[str]:
    """Who is called by their name in a text."""
    found = _finder(names).finditer(text)
    return frozenset(each[0] for each in found if _is_spoken_to(text[: each.start()], text[each.end() :]))


class Naming:
    """Who was named last in a speech, and how often a pronoun has stood for them since."""

    def __init__(self, names: tuple[str, ...], me: Seat) -> None:
        self.names = names
        self.me = me
        self.pronouns = pronouns_at(names)
        self.last: Seat | None = None
        self.since = 0
        self.here: dict[Pronoun, Seat] = {}  # for whom each stands in this sentence

    def copy(self) -> "Naming":
        """The same so far, to try a sentence on."""
        other = Naming(self.names, self.me)
        other.last, other.since, other.here = self.last, self.since, self.here
        return other

    def put(self, sentence: str, *, keep: bool = False) -> str:
        """The next sentence, a pronoun for whom was named last; with `keep` all names stay."""
        said, end = "", 0
        self.here = {}
        if not any(name in sentence for name in self.names) and not any(mark in sentence for mark in _QUOTES):
            return sentence  # there is nothing to be found in it
        for found in _finder(self.names).finditer(sentence):
            said += sentence[end : found.start()]
            called = self._called(found, sentence, keep=keep)
            said += called
            end = found.end() + 2 * (called.casefold() in _OWNING and sentence[found.end() :].startswith(_OWNS))
        return said + sentence[end:]

    def _called(self, found: re.Match[str], sentence: str, *, keep: bool) -> str:
        name, before, after = found[0], sentence[: found.start()], sentence[found.end() :]
        if name not in self.names:
            self.last = None  # words of somebody else
            return name
        seat = self.names.index(name)
        if seat == self.me or _is_spoken_to(before, after):
            self.last = None
            return name
        is_plain = seat == self.last and self.here.get(self.pronouns[seat], seat) == seat
        form = "" if keep or not is_plain or self.since >= MOST else _case(before, after)
        if not form:
            self.last, self.since = seat, 0
            return name
        self.since += 1
        self.here[self.pronouns[seat]] = seat
        pronoun: str = getattr(self.pronouns[seat], form)
        return pronoun if before.rstrip()[-1:] not in ("", ".", "!", "?") else pronoun.capitalize()
