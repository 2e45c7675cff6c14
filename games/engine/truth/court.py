"""Holds one claim against the facts of a game's events (Event.facts).

Law: a finding names the event that shows it. What can be meant in two ways, of which only one is so, is unknowable.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from games.engine.disclosing import Claim
from games.engine.events import Fact, Seat
from games.engine.table import Entry
from games.engine.truth.words import (
    ANY_TASK,
    BEFORE,
    DAY,
    GUILTY,
    INNOCENT,
    MAYBE,
    MEETING,
    NOBODY,
    NOT,
    OF_PLACES,
    OF_VOTES,
    REAL,
    TASKS,
    TODAY,
    WAYS,
    YESTERDAY,
    deed_called,
    plain,
)

Truth = Literal["true", "false", "unknowable"]
TRUE: Final = "true"
FALSE: Final = "false"
UNKNOWABLE: Final = "unknowable"
NOMINATE: Final = "nominate"
# Whether it is so, the seq of the event that shows it, and that of the one from which on everybody could know.
Finding = tuple[Truth, int | None, int | None]
NOTHING: Final[Finding] = (UNKNOWABLE, None, None)


class _Known(NamedTuple):
    seq: int
    round: int
    poll: int
    is_public: bool
    fact: Fact


class Court:
    """One game's facts by kind and player, and what they make of a claim."""

    def __init__(self, ledger: Sequence[Entry], names: Sequence[str], teams: Mapping[str, str], hidden: str) -> None:
        self._names = {name.casefold(): (seat, _whole(name.casefold())) for seat, name in enumerate(names)}
        self._teams = teams  # by role
        self._hidden = hidden
        self._facts: dict[tuple[str, Seat], list[_Known]] = {}
        self._end: int | None = None
        self._deeds: set[str] = set()
        self._last: Entry | None = None
        for entry in ledger:
            self.hear(entry)

    def hear(self, entry: Entry) -> None:
        """Takes the next event of the ledger."""
        for fact in entry.event.facts:
            known = _Known(entry.seq, entry.round, entry.poll, entry.is_public, fact)
            self._facts.setdefault((fact.kind, fact.about), []).append(known)
            if fact.kind == "deed":
                self._deeds.add(fact.value)
        if entry.is_public:
            self._last = entry
            if entry.event.kind == "revealed":
                self._end = entry.seq

    def finding(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        """Whether a claim is so that was spoken with an event."""
        judge = {
            "role": self._of_role,
            "innocence": self._of_innocence,
            "result": self._of_result,
            "place": self._of_place,
            "deed": self._of_deed,
            "vote": self._of_vote,
        }[claim.kind]
        return judge(claim, by, speech)

    def is_settled(self, claim: Claim, by: Seat, speech: Entry) -> bool:
        """Whether no event to come changes what is found of a claim: all are held against what had happened, but for a
        vote of this round and a nomination that goes with the words, which are waited for."""
        last = self._last or speech
        if claim.kind == "vote":
            words = plain(claim.value).split()
            on = self._day(words, speech)
            if on != speech.round if on is not None else not BEFORE.isdisjoint(words):
                return True
            cast = self._facts.get(("vote", claim.about), ())
            has_come = any(each.seq > speech.seq and each.round == speech.round for each in cast)
            return has_come or last.round > speech.round or self._end is not None
        words = plain(claim.value).split() if claim.kind == "deed" else []
        if words and deed_called(words[0]) == NOMINATE and claim.about == by:
            return bool(self._after("deed", by, speech, frozenset((NOMINATE,)))) or last.poll > speech.poll
        return True

    # --- what is so of a player ---

    def _of_role(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        wanted = self._role(claim.value)
        dealt = self._first("role", claim.about)
        if wanted is None:  # a team, or nothing that these rules know
            return self._of_innocence(claim, by, speech)
        if dealt is None:
            return NOTHING
        return _truth(dealt.fact.value == wanted), dealt.seq, self._public("role", claim.about)

    def _of_innocence(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        dealt, of_team = self._dealt_to(claim.about)
        if dealt is None:
            return NOTHING
        word = plain(claim.value)
        if word in INNOCENT or word in GUILTY:
            is_hidden = of_team == self._hidden
            return _truth(is_hidden == (word in GUILTY)), dealt.seq, self._team_public(claim.about)
        team = self._team(claim.value)
        if team is None:
            return NOTHING
        return _truth(of_team == team), dealt.seq, self._team_public(claim.about)

    # --- what somebody learned, did, where they were, how they voted ---

    def _of_result(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        wanted = self._role(claim.value) or self._team(claim.value)
        if wanted is None or "investigate" not in self._deeds:
            return NOTHING
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

    def _of_place(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        been = [each for each in self._before("place", claim.about, speech) if each.round == speech.round]
        known = {each.fact.value for seat, _ in self._names.values() for each in self._facts.get(("place", seat), ())}
        said = f" {plain(self._nameless(claim.value))} "
        rooms = [room for room in known if f" {room} " in said]  # alone, with somebody, or as "the o2 room"
        if not been or len(rooms) != 1 or set(said.replace(rooms[0], " ").split()) - OF_PLACES:
            return NOTHING
        (room,) = rooms
        for each in reversed(been):
            if each.fact.value == room:
                return TRUE, each.seq, self._end
        return FALSE, been[-1].seq, self._end

    def _of_deed(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        words = plain(claim.value).split()
        deed = deed_called(words[0]) if words else None
        ways = WAYS.get(deed or "", frozenset((deed or "",)))
        if deed is None or not NOT.isdisjoint(words):
            return NOTHING
        if deed in TASKS:
            return self._of_task(deed, claim, speech)
        if ways.isdisjoint(self._deeds) or (deed == "call" and MEETING.isdisjoint(words)):
            return NOTHING
        whom = self._named(claim.value)
        nobody = not NOBODY.isdisjoint(words[1:])
        if len(self._all_named(claim.value)) > 1 or (nobody and deed != NOMINATE):
            return NOTHING
        done = [each for each in self._before("deed", claim.about, speech) if each.fact.value in ways]
        if deed == NOMINATE and claim.about == by:
            # It is said with the words, and stands in the ledger behind them.
            said = self._after("deed", by, speech, ways)
            if said and said[0].fact.whom != whom and any(each.fact.whom == whom for each in done):
                return NOTHING  # another day's may be meant
            done = said or done
        for each in reversed(done):
            if each.fact.whom == whom if whom is not None or nobody else True:
                return TRUE, each.seq, self._end if not each.is_public else each.seq
        if done and all(each.is_public for each in self._deeds_of(ways)):
            return FALSE, done[-1].seq, done[-1].seq  # nobody does such a thing unseen
        shown = done[-1] if done else self._first("role", claim.about)
        return FALSE, shown.seq if shown else None, self._end

    def _of_task(self, deed: str, claim: Claim, speech: Entry) -> Finding:
        """Work at a task: who is hidden can only pretend to it, and the others cannot pretend. What shows of it says
        which task only where it is finished, or can be seen to be real."""
        dealt, of_team = self._dealt_to(claim.about)
        if dealt is None or self._deeds.isdisjoint(TASKS):
            return NOTHING
        is_hidden = of_team == self._hidden
        never: Finding = (FALSE, dealt.seq, self._end)
        by_team: Finding = (FALSE, dealt.seq, self._team_public(claim.about))
        done = [each for each in self._before("deed", claim.about, speech) if each.fact.value in TASKS]
        if deed == "fake":
            return by_team if not is_hidden else (TRUE, done[-1].seq, self._end) if done else never
        words = plain(claim.value)
        of_which = set(words.split()[1:]) - ANY_TASK
        if is_hidden and (of_which or deed == "finish"):
            return by_team
        if is_hidden or not done:
            return NOTHING if done else never  # it went through the motions
        meant = [
            each
            for each in done
            if (each.fact.value == "finish" or (deed == "work" and (each.fact.task or not of_which)))
            and (of_which <= REAL or f" {plain(each.fact.task)} " in f" {words} ")
        ]
        return (TRUE, meant[-1].seq, meant[-1].seq if meant[-1].is_public else self._end) if meant else NOTHING

    def _of_vote(self, claim: Claim, by: Seat, speech: Entry) -> Finding:
        words = plain(claim.value).split()
        nobody = not NOBODY.isdisjoint(words)
        whom = None if nobody else self._named(claim.value)
        if (whom is None and not nobody) or not self._is_vote(claim.value):
            return NOTHING
        votes = self._facts.get(("vote", claim.about), ())
        before = [each for each in votes if each.seq < speech.seq]
        to_come = [each for each in votes if each.seq > speech.seq and each.round == speech.round][:1]
        unlike = not NOT.isdisjoint(words)
        on = self._day(words, speech)
        if on is not None:
            meant = [each for each in before if each.round == on]
            return _of_votes(meant or (to_come if on == speech.round else []), whom, unlike=unlike)
        if not BEFORE.isdisjoint(words):
            return _of_votes(before, whom, unlike=unlike)
        if claim.about == by:
            found, other = to_come, before
        else:
            found, other = before, to_come
        truth = _of_votes(found, whom, unlike=unlike)
        is_either = not MAYBE.isdisjoint(words) or _of_votes(other, whom, unlike=unlike)[0] == TRUE
        if truth[0] == FALSE and is_either:
            return NOTHING  # it was not promised, or may be the vote of another day
        return truth

    def _is_vote(self, value: str) -> bool:
        """Whether a value says for whom and when, and no more: prose may name somebody, and tells no vote."""
        return all(word in OF_VOTES or word.isdecimal() for word in plain(self._nameless(value)).split())

    def _nameless(self, value: str) -> str:
        """A value without the names in it."""
        low = value.casefold()
        for name, (_, pattern) in self._names.items():
            if name in low:
                low = pattern.sub(" ", low)
        return low

    def _day(self, words: Sequence[str], speech: Entry) -> int | None:
        """The day of which a vote's value speaks, if it speaks of one."""
        if found := DAY.search(" ".join(words)):
            return int(found[1])
        if YESTERDAY in words:
            return speech.round - 1
        return None if TODAY.isdisjoint(words) else speech.round

    # --- facts ---

    def _first(self, kind: str, about: Seat) -> _Known | None:
        return next(iter(self._facts.get((kind, about), ())), None)

    def _dealt_to(self, about: Seat) -> tuple[_Known | None, str]:
        """What shows somebody's team, by itself or by their role; and the team."""
        team, role = self._first("team", about), self._first("role", about)
        if team is None and role is not None:
            return role, self._teams.get(role.fact.value, "")
        return team, team.fact.value if team else ""

    def _before(self, kind: str, about: Seat, speech: Entry) -> list[_Known]:
        return [each for each in self._facts.get((kind, about), ()) if each.seq < speech.seq]

    def _deeds_of(self, ways: frozenset[str]) -> Iterator[_Known]:
        for (kind, _), known in self._facts.items():
            if kind == "deed":
                yield from (each for each in known if each.fact.value in ways)

    def _after(self, kind: str, about: Seat, speech: Entry, ways: frozenset[str]) -> list[_Known]:
        """What came of the answer that a speech was."""
        known = [each for each in self._facts.get((kind, about), ()) if each.fact.value in ways]
        return [each for each in known if each.seq > speech.seq and each.poll == speech.poll]

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
        found = self._all_named(said)
        return found.pop() if len(found) == 1 else None

    def _all_named(self, said: str) -> set[Seat]:
        low = said.casefold()
        return {seat for name, (seat, pattern) in self._names.items() if name in low and pattern.search(low)}


def _whole(name: str) -> re.Pattern[str]:
    """Finds a name where it is no part of a word."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _truth(is_so: bool) -> Truth:  # noqa: FBT001  a verdict is one
    return TRUE if is_so else FALSE


def _of_votes(votes: Sequence[_Known], whom: Seat | None, *, unlike: bool) -> Finding:
    """Whether one of these votes was for somebody; `unlike`: whether none was. Nothing is known where there is none."""
    if not votes:
        return NOTHING
    alike = [each for each in votes if each.fact.whom == whom]
    if unlike and alike and len(alike) < len(votes):
        return NOTHING  # of two votes it may be the other
    shown = (alike or list(votes))[-1]
    return _truth(bool(alike) != unlike), shown.seq, shown.seq
