"""Reads a speech word by word into remarks: who is accused, trusted, voted for or asked, and what is claimed."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from games.agents.house.hearing import vocabulary as v
from games.agents.house.hearing.ear import TOKEN, Ear, Word
from games.agents.house.hearing.vocabulary import AFTER_VERBS, ASKING, DETERMINERS, FILLERS, TITLES, WISHES
from games.agents.house.settling import settled
from games.engine.events import Seat

Act = Literal["accuse", "defend", "vote", "ask", "claim", "result", "guard", "shot", "deny"]
_ENDS: Final = frozenset(".!?\n")
_QUESTION: Final = Word(v.QUESTION, -1, "?")
VERDICTS: Final = frozenset(("guilty", "innocent", "clear", "cleared", "clean"))
DEEDS: Final = frozenset(("lied", "lies", "lying", "hiding", "deflecting", "dodging", "scheming"))


class Remark(NamedTuple):
    """One thing a speech does: to whom (None: oneself, or nobody in particular), with which role, how firmly (to 1)."""

    act: Act
    about: Seat | None
    role: str = ""
    force: float = 1.0
    sentence: int = 0


class Listener:
    """Reads sentence by sentence; what carries over is who was spoken to, who was named last, and who was checked."""

    def __init__(self, ear: Ear, speaker: Seat) -> None:
        self.ear = ear
        self.speaker = speaker
        self.remarks: list[Remark] = []
        self.named: list[Seat] = []
        self.addressed: Seat | None = None
        self.last: Seat | None = None
        self.checked: Seat | None = None
        self.sentence = 0
        self.words: list[Word] = []
        self.asked = False
        self.vocative = -1

    def listen(self, text: str) -> None:
        word, kept = self.ear.word, self.ear.kept
        for raw in TOKEN.findall(text):
            if raw in _ENDS:
                if raw == "?":
                    self.words.append(_QUESTION)
                if self.words:
                    self.read()
                continue
            self.words.append(kept.get(raw) or word(raw))
        if self.words:
            self.read()

    # --- one sentence ---

    def read(self) -> None:
        words = self.words
        names = [i for i, word in enumerate(words) if word.part == v.NAME]
        self.asked = words[-1].part == v.QUESTION
        self.vocative = self.spoken_to(names) if names else -1
        if self.vocative >= 0:
            self.addressed = words[self.vocative].seat
        elif not names and self.addressed is None:
            self.addressed = self.last
        self.cues()
        if self.asked and any(word.low in ASKING for word in words):
            speaks_to_them = self.vocative >= 0 or any(word.part == v.YOU for word in words)
            whom = self.addressed if self.addressed is not None else self.last
            if speaks_to_them and whom is not None and whom != self.speaker:
                self.add("ask", whom)
        if names:
            self.named.extend(words[i].seat for i in names)
            self.last = words[names[-1]].seat
        self.sentence += 1
        self.words = []

    def add(self, act: Act, about: Seat | None, role: str = "", force: float = 1.0) -> None:
        self.remarks.append(Remark(act, about, role, settled(force), self.sentence))

    def spoken_to(self, names: Sequence[int]) -> int:
        """The place of a name that is spoken to: "Ada, ...", "..., Ada." or "..., Ada, ..."; -1 if nobody is."""
        words, end = self.words, len(self.words)
        for i in names:
            after = words[i + 1].part if i + 1 < end else v.QUESTION
            if words[i].low == "'s" or after not in (v.COMMA, v.QUESTION, v.BREAK):
                continue
            if i == 0:
                # "Ada, Ben and Cleo ..." is a list, not an address.
                if not (after == v.COMMA and i + 2 < end and words[i + 2].part == v.NAME):
                    return i
            elif words[i - 1].part == v.COMMA and not (
                after == v.COMMA and i + 2 < end and (words[i + 2].part == v.NAME or words[i - 2].part == v.NAME)
            ):
                return i
        return -1

    def cues(self) -> None:
        ref: Seat | None = None  # whom the clause is about
        subject = 0  # what kind of word says who acts
        at = -1
        clause = 0  # where the clause began, for negations
        reported = iffy = False
        weak = 0.4 if self.asked else 1.0
        for i, word in enumerate(self.words):
            part = word.part
            if not part or part in (v.FILLER, v.BE, v.NOT) or i == self.vocative:
                continue
            if part == v.NAME:
                ref, at, subject = word.seat, i, part
            elif part == v.ME:
                ref, at, subject = self.speaker, i, part
                if clause and clause == i - 1:
                    # "What Ada says is fine, and I ...", "If I may, I ...": here one's own word begins.
                    reported = iffy = False
                    weak = 0.4 if self.asked else 1.0
            elif part == v.YOU:
                ref, at, subject = self.addressed, i, part
            elif part == v.THEY:
                ref, at, subject = self.named_before(i), i, part
            elif part == v.COMMA or part == v.LINK:
                clause = i
            elif part == v.BREAK:
                clause, reported, iffy = i, False, False
                if word.low != ":":
                    subject = 0
            elif part == v.IF:
                iffy = True
            elif part == v.MAYBE:
                weak = min(weak, 0.6)
            elif part in (v.REPORT, v.CLAIM):
                reported = reported or subject in (v.NAME, v.THEY, v.YOU)
            elif part in (v.SUSPECT, v.TRUST, v.VOTE):
                if not reported and subject not in (v.NAME, v.THEY, v.YOU):
                    self.verb(i, clause, weak * (0.3 if iffy else 1.0))
            elif part == v.CHECKED:
                if subject == v.ME and not (reported or iffy or self.asked) and self.is_deed_of_mine(i, at):
                    self.checked = self.object_of(i, self.checked)
            elif part in (v.GUARDED, v.SHOT):
                if subject == v.ME and not (reported or iffy or self.asked) and self.is_deed_of_mine(i, at):
                    self.deed(i)
            elif part != v.QUESTION and not reported:
                if subject == v.ME and at >= 0:
                    self.of_myself(i, at, clause, 0.0 if iffy or self.asked else weak)
                else:
                    self.predicate(i, ref, at, clause, weak * (0.3 if iffy else 1.0), surely=not (iffy or self.asked))

    def named_before(self, i: int) -> Seat | None:
        for word in reversed(self.words[:i]):
            if word.part == v.NAME:
                return word.seat
        return self.last

    def negated(self, start: int, end: int) -> bool:
        words, found = self.words, 0
        for i in range(max(start, 0), end):
            if words[i].part == v.NOT and words[i + 1].low not in ("doubt", "doubts"):
                found += 1
        return found % 2 == 1

    def object_of(self, i: int, otherwise: Seat | None = None) -> Seat | None:
        """Whom a verb is aimed at: the next name, "you" or "them" in the clause."""
        for j in range(i + 1, min(i + 9, len(self.words))):
            word = self.words[j]
            part = word.part
            if part == v.NAME and j != self.vocative:
                return word.seat
            if part == v.YOU:
                return self.addressed
            if part == v.THEY and word.low in ("them", "him", "her"):
                return self.named_before(i)
            if part == v.ME and word.low in ("myself", "me"):
                return self.speaker
            if part in (v.QUESTION, v.SUSPECT, v.TRUST, v.VILLAIN, v.BAD) or (part == v.BREAK and word.low != ":"):
                break
        return otherwise

    def verb(self, i: int, clause: int, force: float) -> None:
        """ "I suspect Ben", "let's hang Ben", "Ben gets my vote"."""
        words, word = self.words, self.words[i]
        before = words[i - 1] if i else None
        if before is not None and (before.part == v.NOT and word.low in ("doubt", "doubts")):
            return
        if word.part == v.VOTE and self.is_no_vote_of_mine(i):
            return
        if word.part == v.TRUST and before is not None and before.low == "to" and words[i - 2].low in WISHES:
            return
        whom = self.object_of(i)
        after = words[i + 1] if i + 1 < len(words) else None
        if whom is None and (after is None or after.part in (v.COMMA, v.BREAK, v.LINK) or after.low in AFTER_VERBS):
            # "Ben gets my vote", "Ben is the one I suspect"
            whom = next((w.seat for j, w in enumerate(words[:i]) if w.part == v.NAME and j != self.vocative), None)
        if whom is None or whom == self.speaker or (word.part == v.TRUST and self.is_opinion(i, whom)):
            return
        act: Act = "vote" if word.part == v.VOTE else "accuse" if word.part == v.SUSPECT else "defend"
        if self.negated(clause, i):
            act = "accuse" if act == "defend" else "defend"
            force *= 0.8
        self.add(act, whom, "", force)
        if act != "vote":
            self.others_of_list(i, whom, act, force)

    def is_no_vote_of_mine(self, i: int) -> bool:
        """Whether a "vote" is somebody else's, one of the past, or only asked about."""
        before = self.words[i - 1].low if i else ""
        return self.asked or self.words[i].low == "votes" or before in DETERMINERS

    def is_opinion(self, i: int, whom: Seat) -> bool:
        """Whether a verb only opens an opinion: "I believe Ben is mafia"."""
        for j in range(i + 1, min(i + 4, len(self.words) - 1)):
            if self.words[j].seat == whom:
                after = self.words[j + 1]
                return self.words[j].low == "'s" or (after.part == v.BE and after.low != "as")
        return False

    def others_of_list(self, i: int, whom: Seat, act: Act, force: float) -> None:
        """The rest of "I suspect Ada, Ben and Cleo"."""
        words, end = self.words, len(self.words)
        at = next((j for j in range(i + 1, end) if words[j].seat == whom), end)
        while at + 2 < end and words[at + 1].part in (v.LINK, v.COMMA) and words[at + 2].part == v.NAME:
            at += 2
            if at + 1 < end and words[at + 1].part not in (v.LINK, v.COMMA, v.QUESTION):
                return  # "I suspect Ada, and Ben looks fine"
            self.add(act, words[at].seat, "", force)

    def is_deed_of_mine(self, i: int, at: int) -> bool:
        """Whether "I checked", "I have protected" or "my result" is said, and not "I don't trust that result"."""
        words = self.words
        if words[i].low.startswith(("result", "investigation", "check")) and words[i].low != "checked":
            return words[at].low == "my" and i - at <= 2
        return 0 <= i - at <= 3 and words[at].low.startswith("i") and not self.negated(at, i)

    def deed(self, i: int) -> None:
        whom = self.object_of(i)
        if whom is not None and not self.negated(i - 3, i):
            self.add("guard" if self.words[i].part == v.GUARDED else "shot", whom)

    def predicate(self, i: int, ref: Seat | None, at: int, clause: int, weak: float, *, surely: bool) -> None:
        """ "Ben is lying", "you look guilty", "they are no villager", "a liar, that Ben"."""
        words, (part, _, low) = self.words, self.words[i]
        is_noun = part in (v.VILLAIN, v.FRIEND, v.ROLE)
        if ref is None and is_noun and surely:
            ref = self.checked  # "I looked at Ben: mafia."
        elif ref is None:
            ref = next((word.seat for word in words[i + 1 : i + 7] if word.part == v.NAME), None)
            ref = ref if not is_noun or low == "liar" else None
        elif ref != self.checked and not self.is_linked(at, i) and (is_noun or not self.is_beside(at, i)):
            return
        if ref is None or ref == self.speaker:
            return
        bad = part in (v.VILLAIN, v.BAD)
        if self.negated(clause if clause > at else min(clause, at), i):
            bad, weak = not bad, weak * 0.8
        role = "" if bad else TITLES.get(low, "")
        if ref == self.checked and surely and (is_noun or low in VERDICTS):
            self.add("result", ref, "mafia" if bad else role or "town")
        else:
            self.add("accuse" if bad else "defend", ref, role, weak)

    def is_linked(self, at: int, i: int) -> bool:
        """Whether a name and a noun are joined by "is", "looks like", "as" or an apostrophe."""
        words = self.words
        if at < 0 or words[at].low in ("'s", "you're", "they're", "he's", "she's"):
            return True
        if at and words[at - 1].low in ("makes", "make", "made"):
            return True
        return any(word.part == v.BE for word in words[at + 1 : i])

    def is_beside(self, at: int, i: int) -> bool:
        """Whether an adjective stands by its name, or what somebody does follows it: "Ben suspicious", "Ben lied"."""
        words = self.words
        if words[i].low in DEEDS:
            return True
        return i - at <= 2 and all(word.part not in (v.COMMA, v.BREAK) for word in words[at + 1 : i])

    def of_myself(self, i: int, at: int, clause: int, weak: float) -> None:
        """ "I am the sheriff", "I claim doctor", "I'm not mafia"; and "I am suspicious of Ben"."""
        words, (part, _, low) = self.words, self.words[i]
        if part == v.BAD and i + 1 < len(words) and words[i + 1].low in ("of", "about", "toward", "towards"):
            whom = self.object_of(i)
            if whom is not None and whom != self.speaker:
                act: Act = "defend" if self.negated(clause, i) else "accuse"
                self.add(act, whom, "", weak or 0.4)
                self.others_of_list(i, whom, act, weak or 0.4)
            return
        between = words[at + 1 : i]
        linked = words[at].low in ("i'm", "we're") or any(
            word.low in ("am", "is", "as") or word.part == v.CLAIM for word in between
        )
        if not weak or not linked or any(self.is_strange(word) for word in between):
            return
        negated = any(word.part == v.NOT and word.low != "nothing" for word in between)
        if part in (v.ROLE, v.FRIEND) and not negated:
            self.add("claim", None, TITLES.get(low, "town"))
        elif part == v.VILLAIN and not negated:
            self.add("claim", None, "mafioso")
        elif (part == v.VILLAIN and negated) or (part == v.GOOD and not negated):
            self.add("deny", None, "town")

    def is_strange(self, word: Word) -> bool:
        """Whether a word between "I am" and a role makes it something else than a claim."""
        fits = (v.NOT, v.CLAIM, v.BE, v.FILLER, v.MAYBE, v.LINK)
        return word.part not in fits and word.low not in FILLERS and word.low not in ("role", "of")
