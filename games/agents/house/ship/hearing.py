"""What a word in a meeting says about whom and where, read from plain English alone.

Law: no protocol. A sentence is heard by the names, the rooms and a few kinds of words in it, whoever says it; what is
not understood is prose and no more. A pure function of text, names and speaker, so it is kept.
"""

import re
from functools import lru_cache
from typing import Final

from games.agents.house.hearing.speeches import sentences_in
from games.agents.house.ship.memory import Claim
from games.engine.discussion import seats_named
from games.engine.events import Seat
from games.engine.ship.chart import ROOMS, Room

_QUOTED: Final = re.compile(r"[“\"][^”\"]{0,600}[”\"]")
_CLAUSES: Final = re.compile("[;:\u2013\u2014]\\s*|,\\s+(?:but|and|so|while|because)\\s+")


def _words(pattern: str) -> re.Pattern[str]:
    # The first letters are looked for before the words: most words have others, and it takes a third of the time. Parts
    # of an alternative give theirs too, which does no harm.
    first = "".join(sorted({each[0] for each in pattern.split("|")}))
    return re.compile(rf"\b(?=[{first}])(?:{pattern})\b", re.IGNORECASE)


_FOUND: Final = _words(r"found|body|dead|on the floor|in pieces|lying (?:in|on|dead|there)")
_KILLING: Final = r"kill(?:ed|ing|s)?|murder\w*|stab\w*|cut(?:ting)? down|did (?:it|the deed)"
_KILLED: Final = _words(_KILLING)
_VENTING: Final = r"vent(?:s|ed|ing)?|out of the floor|into the floor"
_VENTED: Final = _words(_VENTING)
_SAW: Final = _words(r"saw|seen|see|watch(?:ed|ing)?|spotted|noticed|caught|met|passed|ran into|left")
_CLEARING: Final = (
    r"clear(?:ed|s)?(?! as\b)|innocent|cannot be faked|can't be faked|real (?:task|work)|proof|proved|proves"
    r"|the task go through"
)
_CLEAR: Final = _words(_CLEARING)
_WITH_ME: Final = _words(r"with me|beside me|next to me|by my side|in my sight|vouch\w*|at my elbow|kept me")
_SUSPECT: Final = _words(
    r"suspect\w*|suspicio\w*|sus|distrust|liar|lying(?! in| on| dead| there)|lies|lied|a lie|impostors?|guilty|fishy"
    r"|vot(?:e|ing) (?:for|against)|my vote|eject|too quiet|doubt|don't believe|do not believe|don't trust"
    r"|do not trust|never added up"
)
_TRUST: Final = _words(r"trust|believe|not the one|no reason to")
_TOGETHER: Final = _words(r"with|together|alone with")
_NOT: Final = _words(r"not|never|no|nobody|isn't|wasn't|didn't|don't|cannot|can't|hardly|without")
_ME: Final = re.compile(r"\b(?:I|I'm|I was|me|my|mine|myself|I've|Me|My)\b")
_ROOMS: Final = "|".join(sorted(ROOMS, key=len, reverse=True))
_ROOM: Final = _words(_ROOMS)
# No place, no deed and nobody's innocence is heard without one of these.
_TOLD: Final = _words(f"{_ROOMS}|{_KILLING}|{_VENTING}|{_CLEARING}")
_PRONOUNS: Final = "he|him|his|she|her"
_HE: Final = _words(_PRONOUNS)
GRAVEST: Final = ("killed", "vented", "suspect", "with", "clear", "vouch", "saw", "ask", "trust", "self")
_ENDS: Final = ".!?"
_REACH: Final = 22  # how many characters before a word a "not" still is about it


def may_tell(words: str) -> bool:
    """Whether somebody might hear in a speech where anybody was, what was done or who is proved innocent: it has words
    for one of these. To ask takes a tenth of the time of hearing it."""
    return _TOLD.search(_QUOTED.sub(" ", words)) is not None


@lru_cache(maxsize=1_024)
def heard(words: str, names: tuple[str, ...], speaker: Seat, target: Seat | None = None) -> tuple[Claim, ...]:
    """The claims in a speech; who is addressed by a question without a name is the speech's target."""
    claims: list[Claim] = []
    # The end of a sentence says nothing, unless somebody is called so.
    ends = "" if any(name[-1:] in _ENDS for name in names) else _ENDS
    for sentence in sentences_in(_with_names(_QUOTED.sub(" ", words), names, speaker)):
        is_question = sentence.endswith("?")
        for clause in _CLAUSES.split(sentence.rstrip(ends)):
            found = _claims(clause, names, speaker, is_question=is_question)
            if not found and is_question and target is not None:
                found = (Claim(speaker, "ask", target),)
            claims += found
    return tuple(dict.fromkeys(claims))


def _with_names(words: str, names: tuple[str, ...], speaker: Seat) -> str:
    """A speech with the name of whom was named last, but for the speaker's own, for each he and she."""
    if not _HE.search(words):
        return words
    last, own = "", names[speaker].casefold() if speaker < len(names) else ""

    def named(found: re.Match[str]) -> str:
        nonlocal last
        if found["he"] is None:
            last = found[0] if found[0].casefold() != own else last
            return found[0]
        return f"{last}'s" if last and found[0].casefold() == "his" else last or found[0]

    return _he_or(names).sub(named, words)


@lru_cache(maxsize=128)  # tables that are played at once
def _he_or(names: tuple[str, ...]) -> re.Pattern[str]:
    """He, she, or one of these names."""
    called = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    first = "".join(sorted({re.escape(each[0]) for each in (*_PRONOUNS.split("|"), *names) if each}))
    return re.compile(rf"(?<!\w)(?=[{first}])(?:(?P<he>{_PRONOUNS})|{called})(?!\w)", re.IGNORECASE)


def chief_of(claims: tuple[Claim, ...], me: Seat) -> Claim | None:
    """The claim in a speech that counts most to a seat, if any: one about itself, else the gravest."""
    if len(claims) < 2:
        return claims[0] if claims else None
    return min(claims, key=lambda claim: (me not in (claim.about, claim.other), GRAVEST.index(claim.kind)))


def _said(pattern: re.Pattern[str], clause: str) -> re.Match[str] | None:
    """The first of these words that is not denied just before it."""
    for found in pattern.finditer(clause):
        if not _NOT.search(clause, max(0, found.start() - _REACH), found.start()):
            return found
    return None


def _meant(found: re.Match[str], clause: str, names: tuple[str, ...], about: list[Seat]) -> Seat:
    """Whom a verdict is about: the first name after it, else the last before it."""
    low = clause.casefold()
    after = [seat for seat in about if low.find(names[seat].casefold(), found.start()) >= 0]
    if after:
        return min(after, key=lambda seat: low.find(names[seat].casefold(), found.start()))
    return max(about, key=lambda seat: low.rfind(names[seat].casefold()))


def _in_order(clause: str, names: tuple[str, ...], speaker: Seat) -> list[Seat]:
    """Who is named, in order of first mention, the speaker left out."""
    low = clause.casefold()
    return sorted(seats_named(clause, names) - {speaker}, key=lambda seat: low.find(names[seat].casefold()))


@lru_cache(maxsize=1_024)  # a few hundred characters each; a draft and what is said of it share most of theirs
def _claims(clause: str, names: tuple[str, ...], speaker: Seat, *, is_question: bool) -> tuple[Claim, ...]:
    """The claims in a clause; none where a question names nobody."""
    return tuple(_heard_in(clause, names, speaker, is_question=is_question))


def _heard_in(clause: str, names: tuple[str, ...], speaker: Seat, *, is_question: bool) -> list[Claim]:
    about = _in_order(clause, names, speaker)
    if is_question:
        return [Claim(speaker, "ask", seat) for seat in about]
    if not about and not _ME.search(clause):
        return []
    found_room = _ROOM.search(clause)
    room: Room | None = None if found_room is None else found_room[0].lower()
    if not about:
        return [Claim(speaker, "self", None, room)] if room else []
    first, second = about[0], about[1] if len(about) > 1 else None
    if _said(_VENTED, clause):
        return [Claim(speaker, "vented", first, room)]
    if _said(_KILLED, clause):
        return [Claim(speaker, "killed" if _SAW.search(clause) else "suspect", first, room, second)]
    if _said(_CLEAR, clause):
        return [Claim(speaker, "clear", seat, room) for seat in about]
    if _said(_WITH_ME, clause):
        return [Claim(speaker, "vouch", seat, room) for seat in about]
    if (found := _said(_SUSPECT, clause)) is not None:
        return [Claim(speaker, "suspect", _meant(found, clause, names, about))]
    if _SUSPECT.search(clause) or _said(_TRUST, clause):
        return [Claim(speaker, "trust", first)]
    if room is None or _FOUND.search(clause):
        return []
    if second is not None and _TOGETHER.search(clause):
        return [Claim(speaker, "with", first, room, second)]
    if _SAW.search(clause) or not _ME.search(clause):
        return [Claim(speaker, "saw", seat, room) for seat in about]
    return [Claim(speaker, "self", None, room), *[Claim(speaker, "vouch", seat, room) for seat in about]]
