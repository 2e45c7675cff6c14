"""A log played again: every event comes out as it was stored, or the first that does not is named. Pure: no database,
no clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.moderator import Answer, Diverged, Moderator
from games.engine.questions import shown
from games.engine.record import GIVEN, canonical, commitment
from games.engine.ruleset import Options, Ruleset, WrongOption
from games.engine.rulesets import ruleset_named
from games.engine.table import Deal, Given
from games.ledger.logs import SCHEMA, UNTYPED, RecordedGame, Sitter, plain_from_row, recorded

UNFINISHED: Final = "the game of this log is not over"
TYPES: Final[Mapping[type, str]] = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
# What must be there, and of what type; what it says is checked where the game is played.
OF_A_LOG: Final[Mapping[str, type]] = {
    **dict.fromkeys(("ruleset", "release", "seed", "salt", "commitment"), str),
    **dict.fromkeys(("revision", "rounds"), int),
    **dict.fromkeys(("seats", "events", "journal"), list),
    "options": dict,
}
ALONE: Final[Mapping[str, Any]] = {"events": [], "journal": [], "winner": None}  # a header, whatever else it came with
OF_A_SEAT: Final[Mapping[str, type]] = {"alias": str, "role": str}
OF_AN_EVENT: Final[Mapping[str, type]] = {"seq": int, "kind": str, "round": int, "phase": str}
OF_AN_ANSWER: Final[Mapping[str, type]] = {
    **dict.fromkeys(("poll", "seat"), int),
    **dict.fromkeys(("kind", "digest", "thought", "default_reason"), str),
    "answer": dict,
}


class Unreplayable(ValueError):
    """A log that cannot be played again; the message says why."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a log says of how its game was played."""

    ruleset: Ruleset[Any]
    revision: int
    options: Options
    deal: Deal
    seed: str
    salt: str
    journal: list[Answer]
    ledger: list[dict[str, Any]]


def played_in(log: Mapping[str, Any]) -> Played:
    """How the game of a log was played, as far as it was. Raises Unreplayable when the log lacks its journal, is of a
    revision that these rules do not play, or is no log at all."""
    if log.get("schema") != SCHEMA:
        raise Unreplayable(f"a log of schema {SCHEMA!r} is wanted, not {log.get('schema')!r}")
    if "journal" not in log:
        if log.get("winner") is None:
            raise Unreplayable(UNFINISHED)
        raise Unreplayable("this log has no journal (a public one never has); export the viewer or analysis view")
    _check_shape(log)
    try:
        ruleset = ruleset_named(log["ruleset"])
        options = ruleset.options_from(log["options"], len(log["seats"]))
        deal = deal_in(log, ruleset, options)
    except (LookupError, WrongOption) as error:
        raise _no_log(str(error.args[0])) from error
    journal = [Answer.from_plain(row) for row in log["journal"]]
    ledger = [plain_from_row(row) for row in log["events"]]
    revision = log["revision"]
    if revision not in ruleset.revisions:
        raise Unreplayable(f"revision {revision} of {ruleset.slug} is played by release {log['release']}, not here")
    return Played(ruleset, revision, options, deal, log["seed"], log["salt"], journal, ledger)


def deal_in(log: Mapping[str, Any], ruleset: Ruleset[Any], options: Options) -> Deal:
    """What was dealt in the game of a log. Raises LookupError for a role that is none of the rules', and WrongOption
    for a deal that is said to be given and is no cast of theirs."""
    names = tuple(seat["role"] for seat in log["seats"])
    is_given = log.get("dealt") == GIVEN
    if is_given:
        ruleset.check_given(Given(names, log["first"]), len(names), options)
    roles = tuple(map(ruleset.role_named, names))
    return Deal(tuple(seat["alias"] for seat in log["seats"]), roles, log["first"], is_given)


def header_in(log: Mapping[str, Any]) -> Moderator:
    """The game of a log before its first answer, for whoever plays its deal anew: of its header alone, which the public
    log has when the game is over. Raises Unreplayable."""
    if log.get("schema") != SCHEMA:
        raise Unreplayable(f"a log of schema {SCHEMA!r} is wanted, not {log.get('schema')!r}")
    if log.get("seed") is None:
        raise Unreplayable(UNFINISHED)
    played = played_in({"release": "", "salt": "", "commitment": "", "rounds": 0, "hash": None, **log, **ALONE})
    return _begun(played, [], None)


def _no_log(why: str) -> Unreplayable:
    return Unreplayable(f"this is not the log of a game: {why}")


def _check_shape(log: Mapping[str, Any]) -> None:
    """Raises Unreplayable, naming the place, where a log lacks something or has it of another type."""
    _check_fields(log, "", OF_A_LOG, more=("first", "hash"))
    is_over = log.get("winner") is not None
    if not isinstance(log["hash"], str if is_over else str | None):  # a game that was broken off has none
        raise _no_log(f"hash must be a text, not {shown(log['hash'])}")
    if not isinstance(log["first"], int | None):
        raise _no_log(f"first must be a seat or null, not {shown(log['first'])}")
    if log.get("dealt", GIVEN) != GIVEN:
        raise _no_log(f"dealt must be {GIVEN!r} or missing, not {shown(log['dealt'])}")
    for name, one, wanted, more in (
        ("seats", "seat", OF_A_SEAT, ()),
        ("events", "event", OF_AN_EVENT, UNTYPED),
        ("journal", "answer", OF_AN_ANSWER, ()),
    ):
        for number, row in enumerate(log[name]):
            _check_fields(row, f"{one} {number} of its {name}", wanted, more)
    try:
        canonical(dict(log))
    except UnicodeEncodeError as error:
        raise _no_log("a text in it cannot be written as UTF-8, and so has no hash") from error
    except RecursionError as error:
        raise _no_log("it is nested too deeply") from error


def _check_fields(row: Any, where: str, wanted: Mapping[str, type], more: Sequence[str] = ()) -> None:  # Any: JSON
    if not isinstance(row, Mapping):
        raise _no_log(f"{where} must be an object, not {shown(row)}")
    for name in (*wanted, *more):
        if name not in row:
            raise _no_log(f"{where or 'it'} lacks {name}")
    for name, kind in wanted.items():
        if not isinstance(row[name], kind) or isinstance(row[name], bool):
            place = f"{name} of {where}" if where else name
            raise _no_log(f"{place} must be {TYPES[kind]}, not {shown(row[name])}")


def play_again(log: Mapping[str, Any]) -> Moderator:
    """Plays a finished game again from its log and compares every event, the hash and the commitment.

    Raises Diverged at the first difference, and what played_in() raises.
    """
    played = played_in(log)
    if log.get("winner") is None:
        raise Unreplayable(UNFINISHED)
    moderator = _begun(played, played.journal, played.ledger)
    again = recorded(moderator, release=log["release"], salt=played.salt, sitters=[Sitter()] * len(log["seats"]))
    check_identical(again, played.ledger, log["hash"], log["commitment"], log["winner"], log["rounds"])
    check_fates(log["seats"], again.died, len(played.ledger) + 1)
    return moderator


def play_up_to(log: Mapping[str, Any], answers: int) -> Moderator:
    """Plays the game of a log again as far as its first so many answers, in the order of the journal; who goes on may
    answer otherwise. Raises Diverged, Unreplayable."""
    played = played_in(log)
    if not 0 <= answers <= len(played.journal):
        raise Unreplayable(f"this game has {len(played.journal)} answers; it cannot be left at answer {answers}")
    return _begun(played, played.journal[:answers], None)


def _begun(played: Played, journal: Sequence[Answer], ledger: Sequence[Mapping[str, Any]] | None) -> Moderator:
    rules, revision = played.ruleset, played.revision
    return Moderator(rules, played.options, played.deal, played.seed, revision=revision, journal=journal, ledger=ledger)


def check_fates(seats: Sequence[Mapping[str, Any]], died: Mapping[int, int], seq: int) -> None:
    """Raises Diverged where a log says of a seat that it lived or died otherwise than in its game."""
    for number, seat in enumerate(seats):
        stored = seat.get("survived"), seat.get("died_round")
        if "survived" in seat and stored != (number not in died, died.get(number)):
            raise Diverged(seq, f"seat {number} is said to have survived: {shown(stored[0])}, and it did not fare so")


def check_identical(
    again: RecordedGame, stored: Sequence[Mapping[str, Any]], hash: str, promised: str, winner: str, rounds: int
) -> None:
    """Raises Diverged unless a game played again is whole and has the stored end, hash and commitment."""
    seq = len(stored) + 1
    if again.winner is None:
        raise Diverged(seq, "the journal ends before the game does")
    if (again.winner, again.rounds) != (winner, rounds):
        raise Diverged(seq, f"stored is {(winner, rounds)!r}, played is {(again.winner, again.rounds)!r}")
    if again.hash != hash:
        raise Diverged(seq, f"the stored hash is {hash}, the played one {again.hash}")
    if commitment(seed=again.seed, salt=again.salt, deal=again.deal) != promised:
        raise Diverged(seq, "the commitment is not that of this seed, salt and deal")
