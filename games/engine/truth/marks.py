"""The marks of claims: which verdict is shown with which event, in the glass box and to everybody.

Law: a mark is shown once nothing to come can change it. In the glass box that is with the words, or with the vote that
they promise. Everybody is shown it with the event by which what it claims is exposed in public, and not before; until
the roles are told at the end, verdicts for everybody are found from public events alone, so that nothing else can be
read off them, and say of a deed what everybody has seen of it and not what its player wrote.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from games.engine.disclosing import Claim
from games.engine.discussion import seats_named
from games.engine.events import Seat, speaker, speech_field
from games.engine.table import Entry, Role
from games.engine.truth.court import UNKNOWABLE, Court, Truth
from games.engine.truth.words import DONE, NOBODY, deed_called, plain

Eyes = Literal["glass", "everybody"]
GLASS: Final = "glass"
EVERYBODY: Final = "everybody"


class Mark(NamedTuple):
    """The verdict on a claim that was spoken with the event `speech`, and the event that shows it, where one does."""

    speech: int
    speaker: Seat
    claim: Claim
    truth: Truth
    shown_by: int | None


class _Made(NamedTuple):
    """A claim that was made aloud and has no mark yet."""

    claim: Claim
    by: Seat
    speech: Entry


class Marks:
    """The marks of one game, event by event; `roles` are all that the rules have."""

    def __init__(self, names: Sequence[str], roles: Iterable[Role], hidden_team: str, eyes: Eyes) -> None:
        self._names = names
        self._teams = {role.name: role.team for role in roles}
        self._hidden = hidden_team
        self._eyes = eyes
        self._court = Court((), names, self._teams, hidden_team)
        self._polls: dict[Seat, list[int]] = {}
        self._claims: dict[tuple[int, Seat], Sequence[Claim]] = {}
        self._unsettled: list[_Made] = []
        self._unshown: list[_Made] = []
        self.has_claims = False

    def answered(self, poll: int, seat: Seat, claims: Sequence[Claim]) -> None:
        """Takes an answer, in the order of polls, before the events that it led to."""
        self._polls.setdefault(seat, []).append(poll)
        if claims:
            self._claims[poll, seat] = claims
            self.has_claims = True

    def hear(self, entry: Entry) -> list[Mark]:
        """Takes the next event and gives the marks that are shown with it."""
        if not entry.is_public and self._eyes == EVERYBODY:
            return []
        self._court.hear(entry)
        if not entry.is_public:
            return []
        told = {fact.about for fact in entry.event.facts}
        self._unsettled += self._made_with(entry)
        settled = [each for each in self._unsettled if self._court.is_settled(*each)]
        if settled:
            self._unsettled = [each for each in self._unsettled if each not in settled]
        # What nothing shows yet may come out with an event about whom it is about, and of the rest at the end.
        looked_at = [each for each in self._unshown if each.claim.about in told]
        self._unshown = [each for each in self._unshown if each.claim.about not in told]
        return self._marked([*looked_at, *settled])

    def rest(self, ledger: Iterable[Entry], end: int) -> list[Mark]:
        """The marks that are shown with the event that tells all roles, the last ones: then nothing is hidden any more.
        In the glass box also of what nothing shows."""
        court = Court(list(ledger), self._names, self._teams, self._hidden)
        found = []
        for each in (*self._unsettled, *self._unshown):
            truth, shown_by, public_from = court.finding(*each)
            if self._eyes == GLASS:
                found.append(Mark(each.speech.seq, each.by, each.claim, truth, shown_by))
            elif truth != UNKNOWABLE and public_from is not None:
                found.append(Mark(each.speech.seq, each.by, each.claim, truth, end))
        self._unsettled, self._unshown = [], []
        return found

    def _marked(self, looked_at: Iterable[_Made]) -> list[Mark]:
        """The marks of those of which something is shown; the others wait on."""
        found = []
        for each in looked_at:
            truth, shown_by, public_from = self._court.finding(*each)
            if truth == UNKNOWABLE or (self._eyes == EVERYBODY and public_from is None):
                self._unshown.append(each)
            elif self._eyes == GLASS:
                found.append(Mark(each.speech.seq, each.by, each.claim, truth, shown_by))
            else:
                found.append(Mark(each.speech.seq, each.by, self._worded(each.claim), truth, public_from))
        return found

    def _made_with(self, entry: Entry) -> list[_Made]:
        """What is claimed with an event, where it is a speech: of an answer that is said for the first time."""
        by = speaker(entry.event) if speech_field(type(entry.event)) else None
        if by is None or not (place := bisect_right(self._polls.get(by, []), entry.poll)):
            return []
        return [_Made(claim, by, entry) for claim in self._claims.pop((self._polls[by][place - 1], by), ())]

    def _worded(self, claim: Claim) -> Claim:
        """A claim in words that say no more than its verdict is of."""
        if claim.kind != "deed":
            return claim
        verb, *rest = plain(claim.value).split()
        done = DONE.get(deed_called(verb) or "", "")
        whom = [self._names[seat] for seat in sorted(seats_named(claim.value, self._names))]
        nobody = ["nobody"] if not whom and not NOBODY.isdisjoint(rest) else []
        return claim._replace(value=" ".join([done, *whom, *nobody]))
