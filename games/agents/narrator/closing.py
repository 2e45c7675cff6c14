"""What is said of a game when it is over. Law: it never invents. All of it is told from the record: what everybody
knows by then, and which claims the roles and votes that are shown make false.

No word of a player is in it: a claim is told by the role, the team or the vote that it names, or not at all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.engine.disclosing import Claim
from games.engine.events import (
    Ended,
    Names,
    PhaseBegan,
    Revealed,
    Seat,
    Seated,
    Voted,
    VotedWhy,
    VoteShown,
    a,
    fallen,
    listed,
)
from games.engine.ruleset import Ruleset
from games.engine.table import Entry, Role
from games.engine.truth import Spoken, verdicts
from games.engine.truth.court import FALSE
from games.engine.truth.words import GUILTY, INNOCENT, NOBODY, plain

# What everybody can hold against the end; of what a power is said to have shown that is which side somebody is said to
# be on. The others hang on what only some were shown.
SHOWN: Final = ("role", "innocence", "result", "vote")
MOST_LIES: Final = 5


class Fate(NamedTuple):
    """How somebody left the game, as everybody knows: in which phase, by the number that it was called by, in which
    round, and by how many of the votes cast, where it was by vote."""

    seat: Seat
    phase: str
    number: int
    round: int
    voters: tuple[Seat, ...] = ()
    cast: int = 0


class Lie(NamedTuple):
    """What somebody claimed aloud that was not so: that `about` was of a role or a team, innocent or guilty (`what`,
    of the `kind` role, team or word), or that they voted for `whom` (vote)."""

    speaker: Seat
    about: Seat
    what: str
    kind: str = "role"
    whom: Seat | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What everybody knows of a game that is over: `winner` is a team, "" where nobody has won."""

    names: Names
    roles: tuple[Role, ...]
    winner: str
    rounds: int
    fates: tuple[Fate, ...]
    lies: tuple[Lie, ...]

    def of_role(self) -> Mapping[str, list[Seat]]:
        """The seats by role, in the order of the seats."""
        seats: dict[str, list[Seat]] = {}
        for seat, role in enumerate(self.roles):
            seats.setdefault(role.name, []).append(seat)
        return seats


def record_of(ledger: Iterable[Entry], spoken: Iterable[Spoken], ruleset: Ruleset[Any]) -> Record | None:
    """The record in the public events of a ledger; None where they do not tell of an end and all roles. `spoken` are
    the claims that were made."""
    public = [entry for entry in ledger if entry.is_public]
    names: Names = ()
    shown: tuple[str, ...] = ()
    winner, rounds = None, 0
    fates: list[Fate] = []
    votes: dict[Seat, Seat | None] = {}
    called: tuple[str, int] | None = None  # the phase as the rules call it, where they do
    for entry in public:
        match entry.event:
            case Seated(aliases):
                names = aliases
            case PhaseBegan(name, number):
                votes, called = {}, (name, number)
            case Voted(cast) | VotedWhy(cast):
                votes = {vote.seat: vote.target for vote in cast}
            case VoteShown(voter, target):
                votes[voter] = target
            case Ended(won):
                winner, rounds = won, entry.round
            case Revealed(told):
                shown = told
        if (seat := fallen(entry.event)) is not None:
            voters = tuple(sorted(voter for voter, target in votes.items() if target == seat))
            phase, number = called or (entry.phase, entry.round)
            fates.append(Fate(seat, phase, number, entry.round, voters, len(votes) if voters else 0))
            votes = {}
    if winner is None or not names or len(shown) != len(names):
        return None
    roles = tuple(ruleset.role_named(name) for name in shown)
    teams = {role.team for role in ruleset.roles}
    lies = _lies(public, spoken, names, roles, ruleset)
    return Record(names, roles, winner if winner in teams else "", rounds, tuple(fates), tuple(dict.fromkeys(lies)))


def _lies(
    public: Sequence[Entry], spoken: Iterable[Spoken], names: Names, roles: Sequence[Role], ruleset: Ruleset[Any]
) -> Iterable[Lie]:
    """What was claimed aloud and was not so. What somebody was is told by the roles that are shown, how they voted by
    the ledger of truth."""
    told = [Spoken(each.poll, each.seat, [one for one in each.claims if one.kind in SHOWN]) for each in spoken]
    for verdict in verdicts(told, public, names, ruleset.roles, ruleset.hidden_team):
        lie = _said(verdict.speaker, verdict.claim, names, ruleset)
        if lie is None or (verdict.claim.kind == "result" and lie.kind == "role"):
            continue
        if verdict.truth == FALSE if lie.kind == "vote" else not _is_so(lie, roles, ruleset):
            yield lie


def _said(speaker: Seat, claim: Claim, names: Names, ruleset: Ruleset[Any]) -> Lie | None:
    """What a claim says, in the words of the rules; None where it says it in other words."""
    said = plain(claim.value)
    if claim.kind == "vote":
        seats = [seat for seat, name in enumerate(names) if plain(name) == said]
        if len(seats) != 1 and said not in NOBODY:
            return None
        return Lie(speaker, claim.about, "", "vote", seats[0] if seats else None)
    if said in INNOCENT or said in GUILTY:
        return Lie(speaker, claim.about, "innocent" if said in INNOCENT else "guilty", "word")
    for role in ruleset.roles:
        if said == plain(role.name):
            return Lie(speaker, claim.about, role.name)
    for role in ruleset.roles:
        if said in (plain(role.team), plain(role.team).removesuffix("s")):
            return Lie(speaker, claim.about, role.team, "team")
    return None


def _is_so(lie: Lie, roles: Sequence[Role], ruleset: Ruleset[Any]) -> bool:
    """Whether somebody was what was said of them."""
    role = roles[lie.about]
    if lie.kind == "word":
        return (role.team == ruleset.hidden_team) == (lie.what == "guilty")
    return lie.what in (role.name, role.team)


# --- in the house's words --------------------------------------------------------------------------------------------


def closing_words(record: Record) -> str:
    """The house's summary: who won, who was what, who left in which order and by which votes, and what was false."""
    return " ".join(facts_of(record))


def facts_of(record: Record) -> list[str]:
    """The same by sentences."""
    names = record.names
    rounds = f"{record.rounds} round{'' if record.rounds == 1 else 's'}"
    told = [f"The {record.winner} won after {rounds}." if record.winner else f"Nobody won in {rounds}."]
    for role, seats in record.of_role().items():
        told.append(f"{role.capitalize()}: {listed([names[seat] for seat in seats])}.")
    if record.fates:
        told.append(f"Out of the game, in this order: {', '.join(_fate(fate, names) for fate in record.fates)}.")
    if by_vote := [fate for fate in record.fates if fate.voters]:
        last = by_vote[-1]
        voters = listed([names[seat] for seat in last.voters])
        told.append(f"The last vote that decided was for {names[last.seat]}, by {voters}.")
    if record.lies:
        more = len(record.lies) - MOST_LIES
        rest = f"; and {more} more" if more > 0 else ""
        told.append(f"False, as is known now: {'; '.join(_told(lie, names) for lie in record.lies[:MOST_LIES])}{rest}.")
    return told


def _fate(fate: Fate, names: Names) -> str:
    votes = f", by {len(fate.voters)} of {fate.cast} votes" if fate.voters else ""
    return f"{names[fate.seat]} ({fate.phase} {fate.number}{votes})"


def _told(lie: Lie, names: Names) -> str:
    is_own = lie.about == lie.speaker
    if lie.kind == "vote":
        whom = "nobody" if lie.whom is None else names[lie.whom]
        said = f"claimed to vote for {whom}" if is_own else f"said that {names[lie.about]} voted for {whom}"
    else:
        what = {"role": a(lie.what), "team": f"of the {lie.what}"}.get(lie.kind, lie.what)
        said = f"claimed to be {what}" if is_own else f"said that {names[lie.about]} was {what}"
    return f"{names[lie.speaker]} {said}"
