"""The ledger of truth: what players claimed in public, held against what happened. Pure, and no part of the rules.

Law: a verdict names the event that shows it, and where nothing shows it the claim is unknowable; a guess would be worse
than no verdict. A claim is judged by what had happened when it was made; only a vote that is announced and a nomination
that goes with the words are held against the one that comes. From which event on everybody could know of it is told
besides: not before may anybody but who looks into the glass box be shown the verdict.

What a role can do is known by the events of its deeds (Event.facts), so a rule book whose events show none has only its
roles and teams judged.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from games.engine.disclosing import Claim
from games.engine.events import Seat, speaker, speech_field
from games.engine.moderator import Moderator
from games.engine.table import Entry, Role
from games.engine.truth.court import Court, Truth


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


def said_aloud(answers: Iterable[tuple[int, Seat]], ledger: Iterable[Entry]) -> dict[tuple[int, Seat], Entry]:
    """Of all answers, by poll and seat, those that were said in public, each with the event that said it first: a bid
    that stands may be drawn later than it was made."""
    polls: dict[Seat, list[int]] = {}
    for poll, seat in sorted(answers):
        polls.setdefault(seat, []).append(poll)
    found: dict[tuple[int, Seat], Entry] = {}
    for entry in ledger:
        by = _public_speaker(entry)
        if by is not None and (place := bisect_right(polls.get(by, []), entry.poll)):
            found.setdefault((polls[by][place - 1], by), entry)
    return found


def spoken_in(answers: Iterable[tuple[int, Seat, Sequence[Claim]]], ledger: Iterable[Entry]) -> list[Spoken]:
    """What was claimed aloud, of all answers by poll and seat, each in the poll in which it was said first."""
    answers = list(answers)
    claimed = {(poll, seat): claims for poll, seat, claims in answers if claims}
    said = said_aloud(((poll, seat) for poll, seat, _ in answers), ledger if claimed else ())
    return [Spoken(entry.poll, key[1], claimed[key]) for key, entry in said.items() if key in claimed]


def verdicts(
    spoken: Iterable[Spoken], ledger: Sequence[Entry], names: Sequence[str], roles: Iterable[Role], hidden_team: str
) -> list[Verdict]:
    """The verdict on each claim that was said aloud, in the order of the speeches; what was claimed in an answer that
    nobody heard, as a bid that was not drawn, is left out. `roles` are all that the rules have."""
    court = Court(ledger, names, {role.name: role.team for role in roles}, hidden_team)
    heard = {(entry.poll, seat): entry for entry in reversed(ledger) if (seat := _public_speaker(entry)) is not None}
    found = []
    for answer in spoken:
        speech = heard.get((answer.poll, answer.seat))
        if speech is not None:
            found += [
                Verdict(speech.seq, answer.seat, claim, *court.finding(claim, answer.seat, speech))
                for claim in answer.claims
            ]
    return sorted(found, key=lambda verdict: verdict.seq)


def verdicts_in(game: Moderator) -> tuple[Verdict, ...]:
    """The verdicts on all that was claimed aloud in a game that is at hand. Of one that is over they are found once,
    and kept as long as it is: its log has them, and whoever counts what was claimed."""
    found = _found.get(game)
    if found is None:
        spoken = spoken_in(((one.poll, one.seat, one.disclosed.claims) for one in game.journal), game.ledger)
        rules, names = game.ruleset, game.deal.aliases
        found = tuple(verdicts(spoken, game.ledger, names, rules.roles, rules.hidden_team) if spoken else ())
        if game.winner is not None:
            _found[game] = found
    return found


_found: Final[WeakKeyDictionary[Moderator, tuple[Verdict, ...]]] = WeakKeyDictionary()


def _public_speaker(entry: Entry) -> Seat | None:
    return speaker(entry.event) if speech_field(type(entry.event)) and entry.is_public else None
