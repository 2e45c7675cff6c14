"""The ledger of truth: what players claimed in public, held against what happened. Pure, and no part of the rules.

Law: a verdict names the event that shows it, and where nothing shows it the claim is unknowable; a guess would be worse
than no verdict. A claim is judged by what had happened when it was made; only a vote that its speaker announces is held
against the vote that comes. From which event on everybody could know of it is told besides: not before may anybody but
who looks into the glass box be shown the verdict.

What a role can do is known by the events of its deeds (Event.facts), so a rule book whose events show none has only its
roles and teams judged.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from games.engine.disclosing import Claim
from games.engine.events import Fact, Seat, speaker, speech_field
from games.engine.table import Entry, Role

Truth = Literal["true", "false", "unknowable"]
TRUE: Final = "true"
FALSE: Final = "false"
UNKNOWABLE: Final = "unknowable"
# How deeds are called, by the beginning of a word that tells one.
DEEDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("protect", "guard", "sav", "heal", "ward", "shield"), "protect"),
    **dict.fromkeys(("shoot", "shot", "fir"), "shoot"),
    **dict.fromkeys(("kill", "murder", "stab"), "kill"),
    **dict.fromkeys(("investigat", "check", "inspect"), "investigate"),
    **dict.fromkeys(("vent",), "vent"),
    **dict.fromkeys(("report", "found", "find"), "report"),
    **dict.fromkeys(("press", "call"), "press"),
}
NOBODY: Final = frozenset(("nobody", "no one", "noone", "none", "skip"))
INNOCENT: Final = frozenset(("innocent", "not guilty", "clear", "good"))
GUILTY: Final = frozenset(("guilty", "not innocent", "evil"))
_WORD: Final = re.compile(r"[^\W_]+", re.UNICODE)


class Verdict(NamedTuple):
    """What became of a claim that was spoken with the event `seq`: whether it was true, the seq of the event that shows
    it, and that of the one from which on everybody could know; None where there is none."""

    seq: int
    speaker: Seat
    claim: Claim
    truth: Truth
    shown_by: int | None = None
    public_from: int | None = None


class Spoken(NamedTuple):
    """The claims of an answer, as its player made them."""

    poll: int
    seat: Seat
    claims: Sequence[Claim]


class _Known(NamedTuple):
    seq: int
    round: int
    is_public: bool
    fact: Fact


def verdicts(
    spoken: Iterable[Spoken], ledger: Sequence[Entry], names: Sequence[str], roles: Iterable[Role], hidden_team: str
) -> list[Verdict]:
    """The verdict on each claim that was said aloud, in the order of the speeches; what was claimed in an answer that
    nobody heard, as a bid that was not drawn, is left out. `roles` are all that the rules have."""
    court = _Court(ledger, names, {role.name: role.team for role in roles}, hidden_team)
    heard = {(entry.poll, seat): entry for entry in reversed(ledger) if (seat := _public_speaker(entry)) is not None}
    found = []
    for answer in spoken:
        speech = heard.get((answer.poll, answer.seat))
        if speech is not None:
            found += [court.verdict(claim, answer.seat, speech) for claim in answer.claims]
    return sorted(found, key=lambda verdict: verdict.seq)


def _public_speaker(entry: Entry) -> Seat | None:
    return speaker(entry.event) if entry.is_public and speech_field(type(entry.event)) else None


class _Court:
    """One game's facts by kind and player, and how its words are read."""

    def __init__(self, ledger: Sequence[Entry], names: Sequence[str], teams: Mapping[str, str], hidden: str) -> None:
        self._names = {name.casefold(): seat for seat, name in enumerate(names)}
        self._teams = teams  # by role
        self._hidden = hidden
        self._facts: dict[tuple[str, Seat], list[_Known]] = {}
        self._end: int | None = None
        self._deeds: set[str] = set()
        for entry in ledger:
            for fact in entry.event.facts:
                known = _Known(entry.seq, entry.round, entry.is_public, fact)
                self._facts.setdefault((fact.kind, fact.about), []).append(known)
                if fact.kind == "deed":
                    self._deeds.add(fact.value)
            if entry.is_public and entry.event.kind == "revealed":
                self._end = entry.seq

    def verdict(self, claim: Claim, by: Seat, speech: Entry) -> Verdict:
        """What becomes of one claim."""
        judge = {
            "role": self._of_role,
            "innocence": self._of_innocence,
            "result": self._of_result,
            "place": self._of_place,
            "deed": self._of_deed,
            "vote": self._of_vote,
        }[claim.kind]
        truth, shown_by, public_from = judge(claim, by, speech)
        return Verdict(speech.seq, by, claim, truth, shown_by, public_from)

    # --- what is so of a player ---

    def _of_role(self, claim: Claim, by: Seat, speech: Entry) -> tuple[Truth, int | None, int | None]:
        wanted = self._role(claim.value)
        dealt = self._first("role", claim.about)
        if wanted is None:  # a team, or nothing that these rules know
            return self._of_innocence(claim, by, speech)
        if dealt is None:
            return UNKNOWABLE, None, None
        return _truth(dealt.fact.value == wanted), dealt.seq, self._public("role", claim.about)

    def _of_innocence(self, claim: Claim, by: Seat, speech: Entry) -> tuple[Truth, int | None, int | None]:
        dealt = self._first("team", claim.about)
        if dealt is None:
            return UNKNOWABLE, None, None
        word = plain(claim.value)
        if word in INNOCENT or word in GUILTY:
            is_hidden = dealt.fact.value == self._hidden
            return _truth(is_hidden == (word in GUILTY)), dealt.seq, self._team_public(claim.about)
        team = self._team(claim.value)
        if team is None:
            return UNKNOWABLE, None, None
        return _truth(dealt.fact.value == team), dealt.seq, self._team_public(claim.about)

    # --- what somebody learned, did, where they were, how they voted ---

    def _of_result(self, claim: Claim, by: Seat, speech: Entry) -> tuple[Truth, int | None, int | None]:
        wanted = self._role(claim.value) or self._team(claim.value)
        if wanted is None or "investigate" not in self._deeds:
            return UNKNOWABLE, None, None
        learned = [each for each in self._before("result", by, speech) if each.fact.whom == claim.about]
        for each in learned:
            if each.fact.value == wanted:
                return TRUE, each.seq, self._end
        dealt = self._first("role", by)
        shown = learned[-1] if learned else dealt
        # A team is learned with a role; what was learned of a team alone says nothing of the role.
        if learned and wanted in self._teams and all(each.fact.value not in self._teams for each in learned):
            team = self._teams[wanted]
            may_be = any(each.fact.value == team for each in learned)
            return (
                UNKNOWABLE if may_be else FALSE,
                learned[-1].seq,
                self._end,
            )
        return FALSE, shown.seq if shown else None, self._end

    def _of_place(self, claim: Claim, by: Seat, speech: Entry) -> tuple[Truth, int | None, int | None]:
        room = plain(claim.value)
        been = [each for each in self._before("place", claim.about, speech) if each.round == speech.round]
        known = {each.fact.value for seat in self._names.values() for each in self._facts.get(("place", seat), ())}
        if not been or room not in known:
            return UNKNOWABLE, None, None
        for each in reversed(been):
            if each.fact.value == room:
                return TRUE, each.seq, self._end
        return FALSE, been[-1].seq, self._end

    def _of_deed(self, claim: Claim, by: Seat, speech: Entry) -> tuple[Truth, int | None, int | None]:
        words = plain(claim.value).split()
        deed = next((DEEDS[stem] for stem in DEEDS if words and words[0].startswith(stem)), None)
        if deed is None or deed not in self._deeds:
            return UNKNOWABLE, None, None
        whom = self._named(claim.value)
        done = [each for each in self._before("deed", claim.about, speech) if each.fact.value == deed]
        for each in reversed(done):
            if whom is None or each.fact.whom == whom:
                return TRUE, each.seq, self._end if not each.is_public else each.seq
        shown = done[-1] if done else self._first("role", claim.about)
        return FALSE, shown.seq if shown else None, self._end

    def _of_vote(self, claim: Claim, by: Seat, speech: Entry) -> tuple[Truth, int | None, int | None]:
        nobody = plain(claim.value) in NOBODY
        whom = None if nobody else self._named(claim.value)
        if whom is None and not nobody:
            return UNKNOWABLE, None, None
        votes = self._facts.get(("vote", claim.about), ())
        if claim.about == by:
            to_come = [each for each in votes if each.seq > speech.seq and each.round == speech.round]
            if to_come:
                return _truth(to_come[0].fact.whom == whom), to_come[0].seq, to_come[0].seq
        before = self._before("vote", claim.about, speech)
        for each in reversed(before):
            if each.fact.whom == whom:
                return TRUE, each.seq, each.seq
        return (FALSE, before[-1].seq, before[-1].seq) if before else (UNKNOWABLE, None, None)

    # --- facts ---

    def _first(self, kind: str, about: Seat) -> _Known | None:
        return next(iter(self._facts.get((kind, about), ())), None)

    def _before(self, kind: str, about: Seat, speech: Entry) -> list[_Known]:
        return [each for each in self._facts.get((kind, about), ()) if each.seq < speech.seq]

    def _public(self, kind: str, about: Seat) -> int | None:
        return next((each.seq for each in self._facts.get((kind, about), ()) if each.is_public), None)

    def _team_public(self, about: Seat) -> int | None:
        """From when on everybody knew somebody's team: it was shown, or their role was."""
        shown = filter(None, (self._public("team", about), self._public("role", about)))
        return min(shown, default=None)

    # --- words ---

    def _role(self, said: str) -> str | None:
        word = plain(said)
        return next((role for role in self._teams if plain(role) == word), None)

    def _team(self, said: str) -> str | None:
        word = plain(said).removeprefix("not ")
        teams = dict.fromkeys(self._teams.values())
        found = next((team for team in teams if word in (plain(team), plain(team).removesuffix("s"))), None)
        if found is None or word == plain(said):
            return found
        return next((team for team in teams if team != found), None)

    def _named(self, said: str) -> Seat | None:
        """The only player that a text names."""
        low = said.casefold()
        found = {seat for name, seat in self._names.items() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", low)}
        return found.pop() if len(found) == 1 else None


def _truth(is_so: bool) -> Truth:  # noqa: FBT001  a verdict is one
    return TRUE if is_so else FALSE


def plain(said: str) -> str:
    """A text in small letters without an article and without marks."""
    words = _WORD.findall(said.casefold())
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("a", "an", "the") else words)
