"""What a speech says about whom, read from its words alone. Law: no protocol beyond plain English.

Players hear what a person would: names, who is suspected or trusted, votes announced, roles and results claimed,
questions asked. Prose that is not understood is prose and no more; what somebody quotes or reports of another is
not their own opinion; orders to "ignore your instructions" are words like any other. One speech moves a listener
once about each person, however often it says the same. A pure function of text, names and speaker, so it is kept.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.agents.house.hearing import vocabulary as v
from games.agents.house.hearing.ear import TOKEN, ear_of
from games.agents.house.hearing.listener import Listener, Remark
from games.agents.house.settling import total
from games.engine.events import Seat

Shape = tuple[str, ...]
LONGEST_HEARD: Final = 4_000  # characters; nobody listens longer

_QUOTED: Final = re.compile(r"[“\"][^”\"]{0,600}[”\"]")
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*[”\")]*")
# No claim, no denial and no vote is heard without one of these.
_CLAIMING: Final = frozenset(
    word
    for word, part in v.PARTS.items()
    if part in (v.VOTE, v.CHECKED, v.GUARDED, v.SHOT, v.ROLE, v.FRIEND, v.VILLAIN, v.GOOD)
)
_UNSAID: Final = '.,;:!?()"“”\u2018\u2013—…'


class Heard(NamedTuple):
    """A speech as understood."""

    remarks: tuple[Remark, ...]
    stances: tuple[tuple[Seat, float, str], ...]  # whom, from -1 (for) to 1 (against), in which words; one for each
    vote: Seat | None  # whom the speaker means to vote for
    named: tuple[Seat, ...]  # in order of first mention
    sentences: tuple[str, ...]
    words: int
    claims: tuple[Remark, ...]  # the remarks that claim a role, a result or a deed
    asked: tuple[Seat, ...]  # who is asked something

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said about anybody."""
        return not self.remarks


def sentences_in(text: str) -> tuple[str, ...]:
    """The sentences of a text, trimmed."""
    return tuple(filter(None, (each.strip() for each in _SENTENCE.findall(text))))


def words_of(sentence: str) -> list[str]:
    """The words of a sentence in small letters, without the marks between them."""
    for mark in _UNSAID:  # most are not there; to translate takes ten times as long where one is not ASCII
        sentence = sentence.replace(mark, " ")
    return sentence.lower().split()


@lru_cache(maxsize=1_024)
def shapes_of(sentence: str, names: tuple[str, ...]) -> frozenset[Shape]:
    """The words of the sentence, and every run of four of them with names blotted out: what sounds repeated."""
    words = words_of(sentence)
    blank = ear_of(names).blank
    told = [blank.get(word, word) for word in words]
    return frozenset([("=", *words), *zip(told, told[1:], told[2:], told[3:], strict=False)])


def may_claim(text: str) -> bool:
    """Whether somebody might hear a role, a result, a deed, a denial or a vote in a text: it has a word for one. To ask
    takes a tenth of the time of hearing it."""
    return not _CLAIMING.isdisjoint(map(str.casefold, TOKEN.findall(text)))


@lru_cache(maxsize=1_024)
def hear(text: str, names: tuple[str, ...], speaker: Seat) -> Heard:
    """Understands a speech, as far as it goes."""
    text = text[:LONGEST_HEARD]
    sentences = sentences_in(text)
    plain = _QUOTED.sub(" ", text) if '"' in text or "“" in text else text
    listener = Listener(ear_of(names), speaker)
    listener.listen(plain)
    remarks = tuple(listener.remarks)
    stances, vote = _summed(remarks, sentences, speaker)
    claims = tuple(remark for remark in remarks if remark.act in ("claim", "result", "guard", "shot"))
    asked = tuple(remark.about for remark in remarks if remark.act == "ask" and remark.about is not None)
    return Heard(
        remarks, stances, vote, tuple(dict.fromkeys(listener.named)), sentences, len(text.split()), claims, asked
    )


_WEIGHT: Final[dict[str, float]] = {"accuse": 1.0, "vote": 1.5, "defend": -1.0}


def _summed(
    remarks: Sequence[Remark], sentences: Sequence[str], speaker: Seat
) -> tuple[tuple[tuple[Seat, float, str], ...], Seat | None]:
    """Each person's stance, once, with the first sentence that took it; and the last vote announced."""
    strongest: dict[Seat, dict[str, float]] = {}
    words: dict[Seat, str] = {}
    vote: Seat | None = None
    for remark in remarks:
        act, about, force = remark.act, remark.about, remark.force
        if about is None or about == speaker:
            continue
        if act == "result":
            act = "accuse" if remark.role == "mafia" else "defend"
        if act in _WEIGHT:
            said = strongest.setdefault(about, {})
            said[act] = max(said.get(act, 0.0), force)
            if about not in words and remark.sentence < len(sentences):
                words[about] = sentences[remark.sentence]
        if act == "vote" and force >= 0.5:
            vote = about
    stances = []
    for about, said in strongest.items():
        value = total(_WEIGHT[act] * force for act, force in said.items())
        if value:
            stances.append((about, max(-1.0, min(1.0, value)), words.get(about, "")))
    return tuple(stances), vote
