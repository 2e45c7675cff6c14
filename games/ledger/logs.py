"""A game as others read it: event rows by lens, and the log of a whole game. Pure: no database, no clock.

What a row or a log shows is decided by games.engine.viewpoint alone; this module only words it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from games.agents.narrator import Record, closing_words, record_of
from games.engine.disclosing import Claim
from games.engine.events import ROW_FIELDS, Names, Seat, fallen, load
from games.engine.moderator import Answer, Moderator
from games.engine.record import GIVEN, commitment, hash_of_ledger
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, NOBODY, Deal, Entry, Hearers
from games.engine.truth import Verdict, spoken_in, verdicts
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seen_by

SCHEMA: Final = "1"
PUBLIC: Final = "public"
ANALYSIS: Final = "analysis"
VIEWS: Final = (PUBLIC, "viewer", ANALYSIS)
View = Literal["public", "viewer", "analysis"]
TEMPLATE: Final = "template"  # who says what the house says as the narrator
UNTYPED: Final = ("heard_by",)  # of the fields of a row: a text or a list


# --- rows ------------------------------------------------------------------------------------------------------------


class Thoughts:
    """The private thoughts of a game, and what stood beside the same answers, found by the event that they led to."""

    def __init__(self, journal: Iterable[Answer]) -> None:
        self._polls: dict[Seat, list[int]] = {}
        self._said: dict[Seat, list[Answer]] = {}
        self._beside: dict[tuple[int, Seat], dict[str, Any] | None] = {}
        for answer in sorted(journal, key=lambda answer: answer.poll):
            self._polls.setdefault(answer.seat, []).append(answer.poll)
            self._said.setdefault(answer.seat, []).append(answer)

    def answers(self, entry: Entry) -> list[tuple[Seat, Answer]]:
        """By author, the latest answer before the event."""
        return [
            (seat, self._said[seat][place - 1])
            for seat in entry.event.authors
            if (place := bisect_right(self._polls.get(seat, ()), entry.poll))
        ]

    def beside(self, answer: Answer) -> dict[str, Any] | None:
        """What its player believed and claimed with an answer; None for nothing. In plain once, for its event and for
        the journal."""
        key = answer.poll, answer.seat
        if key not in self._beside:
            self._beside[key] = answer.disclosed.plain
        return self._beside[key]


def heard_by_in_row(heard_by: Hearers) -> Any:  # Any: "everyone", "nobody" or a list of seats
    """An event's hearers as a row has them."""
    if heard_by == EVERYONE:
        return EVERYONE
    return sorted(heard_by) or "nobody"


def event_row(
    entry: Entry,
    *,
    seq: int,
    names: Names,
    viewer: Viewer,
    at: str | None = None,
    thoughts: Thoughts | None = None,
    marks: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """An event as API, sockets, pages and logs have it; `seq` is the lens's own number, `at` its time in UTC.

    Hearers and thoughts are in it for the glass box only: `thought` where the answer of the seat in its field `by`, or
    else in `seat`, caused the event, `thoughts` by seat where others did, or several; `disclosed` by seat is what their
    players believed of the others and claimed with those answers. `marks` are of claims of which it is told with this
    event whether they were so.
    """
    row: dict[str, Any] = {
        "seq": seq,
        "kind": entry.event.kind,
        "round": entry.round,
        "phase": entry.phase,
        "at": at,
        "text": entry.event.text(names),
        **entry.event.data(),
    }
    if viewer.thoughts:
        row["heard_by"] = heard_by_in_row(entry.heard_by)
        if thoughts and (answers := thoughts.answers(entry)):
            behind = {str(seat): answer.thought for seat, answer in answers if answer.thought}
            if behind and entry.event.authors == (row.get("by", row.get("seat")),):
                row["thought"] = next(iter(behind.values()))
            elif behind:
                row["thoughts"] = behind
            if beside := {str(seat): plain for seat, answer in answers if (plain := thoughts.beside(answer))}:
                row["disclosed"] = beside
    if marks:
        row["marks"] = list(marks)
    return row


def plain_from_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """An event row of the glass lens as Entry.plain() gives it. Raises KeyError when a field is missing."""
    heard_by = row["heard_by"]
    return {
        **{name: row[name] for name in ("seq", "kind", "round", "phase")},
        "heard_by": [] if heard_by == "nobody" else heard_by,
        "data": {name: value for name, value in row.items() if name not in ROW_FIELDS},
    }


def entry_from_plain(plain: Mapping[str, Any], poll: int) -> Entry:
    """The ledger entry that was stored; raises ValueError when its kind or fields are not an event's."""
    heard_by: Hearers = EVERYONE if plain["heard_by"] == EVERYONE else frozenset(plain["heard_by"]) or NOBODY
    event = load(plain["kind"], plain["data"])
    return Entry(plain["seq"], plain["round"], plain["phase"], event, heard_by, poll)


# --- the log ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat, as a log names them; None where nothing is stored. `asked` is how its model was asked, from
    which poll on, and `answered` which ones answered; both are empty where nobody was asked, or nobody wrote it down.
    """

    player_id: str | None = None
    persona: str | None = None
    model: str | None = None
    strategy_level: str | None = None  # these three as they were when it sat down
    is_aware: bool | None = None
    sheet_version: int | None = None
    asked: Sequence[Mapping[str, Any]] = ()
    answered: Sequence[Mapping[str, Any]] = ()
    sheet: Mapping[str, Any] | None = None  # of a character that was written for this game


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """Everything that a log tells of a game, from the database or straight from a moderator.

    `died` is the round of death by seat; `times` are by seq, `times_shown` those of events that were shown when their
    time had come, and `answer_times` by (poll, seat), in UTC as text; `calls` are totals, and `answer_calls` what each
    answer took of them, by (poll, seat); so are `tries`, how often each was asked, and `refused`, what was answered
    there that could not stand, and why. `narrations` are what a model said as the narrator, by the public numbers of
    the events that it followed, and the summary of who told it. A game `is_broken_off` that nobody will play on: it has
    nothing to hide. One that `is_veiled` tells no more than its public view, without seed and salt, also when it is
    over. Who has just played one to its end knows the hash that was stored and what became of the claims, which are
    found from all others' events: `known_hash`, `verdicts`.
    """

    release: str
    ruleset: str
    revision: int
    options: Mapping[str, Any]
    deal: Deal
    seed: str
    salt: str
    ledger: Sequence[Entry]
    journal: Sequence[Answer]
    winner: str | None
    rounds: int
    sitters: Sequence[Sitter]
    game: str | None = None
    season: str | None = None
    terms: Mapping[str, Any] = field(default_factory=dict)
    unrated: str = ""
    died: Mapping[Seat, int] = field(default_factory=dict)
    times: Mapping[int, str] = field(default_factory=dict)
    times_shown: Mapping[int, str] = field(default_factory=dict)
    answer_times: Mapping[tuple[int, Seat], str] = field(default_factory=dict)
    calls: Mapping[str, Any] = field(default_factory=dict)
    answer_calls: Mapping[tuple[int, Seat], Mapping[str, Any]] = field(default_factory=dict)
    tries: Mapping[tuple[int, Seat], int] = field(default_factory=dict)
    refused: Mapping[tuple[int, Seat], Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    narrations: Sequence[Mapping[str, Any]] = ()
    is_broken_off: bool = False
    is_veiled: bool = False
    known_hash: str | None = None
    verdicts: Sequence[Verdict] | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has nothing to hide any more."""
        return self.winner is not None or self.is_broken_off

    @property
    def hash(self) -> str | None:
        """The hash of the finished game; None before the end."""
        if self.winner is None:
            return None
        return self.known_hash or hash_of_ledger(
            ruleset=self.ruleset,
            revision=self.revision,
            options=self.options,
            deal=self.deal,
            ledger=self.ledger,
            winner=self.winner,
            rounds=self.rounds,
        )


def veiled(game: RecordedGame) -> RecordedGame:
    """The record without who sat where, nor when anything was answered: what is told of a veiled game."""
    unknown = Sitter(player_id="", persona="", model="")
    return replace(game, is_veiled=True, sitters=[unknown for _ in game.sitters], times=game.times_shown)


def recorded(moderator: Moderator, *, release: str, salt: str, sitters: Sequence[Sitter]) -> RecordedGame:
    """The record of a game straight from its moderator."""
    return RecordedGame(
        release=release,
        ruleset=moderator.ruleset.slug,
        revision=moderator.revision,
        options=moderator.options.plain(moderator.revision),
        deal=moderator.deal,
        seed=moderator.seed,
        salt=salt,
        ledger=moderator.ledger,
        journal=moderator.journal,
        winner=moderator.winner,
        rounds=moderator.rounds,
        sitters=sitters,
        died=deaths_in(moderator),
    )


class End(NamedTuple):
    """The last public event of a game that is over, by its numbers in the ledger and for the audience, and what
    everybody knows by then."""

    seq: int
    number: int
    record: Record


def end_of(game: RecordedGame) -> End | None:
    """How a game ended; None where it has not, or its end does not tell all roles."""
    public = [entry for entry in game.ledger if entry.is_public]
    if not game.winner:
        return None
    record = record_of(public, spoken_in(_disclosed(game.journal), public), ruleset_named(game.ruleset))
    return End(public[-1].seq, len(public), record) if record is not None else None


def _disclosed(journal: Iterable[Answer]) -> list[tuple[int, Seat, Sequence[Claim]]]:
    return [(answer.poll, answer.seat, answer.disclosed.claims) for answer in journal]


def with_closing(game: RecordedGame) -> RecordedGame:
    """The game with the house's summary of it among its narrations, where no model has summed it up."""
    end = end_of(game)
    if end is None or any(row["after"] == end.number for row in game.narrations):
        return game
    closing = {"after": end.number, "text": closing_words(end.record), "author": TEMPLATE}
    return replace(game, narrations=(*game.narrations, closing))


def deaths(ledger: Iterable[Entry]) -> dict[Seat, int]:
    """The round in which each dead seat died, as far as these entries tell."""
    return {seat: entry.round for entry in ledger if (seat := fallen(entry.event)) is not None}


def deaths_in(moderator: Moderator) -> dict[Seat, int]:
    """The round in which each dead seat died, also where no event tells of it."""
    return moderator.table.died | deaths(moderator.ledger)


def game_log(game: RecordedGame, view: View) -> dict[str, Any]:
    """The log of a game. `public` is what the audience may see; `viewer` adds what was secret, thoughts and journal;
    `analysis` adds times, calls, answers that could not stand and a model's narrations. Before the end there is
    `public` only, without seed, salt and roles.

    Raises ValueError for a view that does not exist and PermissionError for one that is not to be seen yet.
    """
    if view not in VIEWS:
        raise ValueError(f"view must be one of {', '.join(VIEWS)}, not {view!r}")
    over = game.is_over and not game.is_veiled
    if not over and view != PUBLIC:
        what = "its block" if game.is_veiled else "the game"
        raise PermissionError(f"the {view} log can be had when {what} is over; until then there is only public")
    viewer = AUDIENCE if view == PUBLIC else GLASS
    thoughts = Thoughts(game.journal) if viewer.thoughts else None
    told = {
        "schema": SCHEMA,
        "release": game.release,
        "game": game.game,
        "season": game.season,
        "ruleset": game.ruleset,
        "revision": game.revision,
        "options": dict(game.options),
        "terms": dict(game.terms),
        **({"unrated": game.unrated} if game.unrated else {}),
        "seed": game.seed if over else None,
        "salt": game.salt if over else None,
        "commitment": commitment(seed=game.seed, salt=game.salt, deal=game.deal),
        "first": game.deal.first if over else None,
        **({"dealt": GIVEN} if game.deal.is_given else {}),
        "seats": _seats(game),
        "winner": game.winner,
        "rounds": game.rounds,
        "events": [
            event_row(
                entry,
                seq=number,
                names=game.deal.aliases,
                viewer=viewer,
                at=game.times.get(entry.seq),
                thoughts=thoughts,
            )
            for number, entry in enumerate(seen_by(viewer, game.ledger), start=1)
        ],
    }
    if thoughts:
        told["journal"] = _journal(game, thoughts, timed=view == "analysis")
        told["claims"] = (
            claims_in(game.ruleset, game.journal, game.ledger, game.deal.aliases)
            if game.verdicts is None
            else claims_told(game.verdicts)
        )
    if view == "analysis":
        told["calls"] = dict(game.calls)
        told["narrations"] = [dict(each) for each in game.narrations]
    return told | {"hash": game.hash}


def _seats(game: RecordedGame) -> list[dict[str, Any]]:
    over = game.is_over
    # Until the end there is the public log alone, and not everybody may know of every death.
    ledger = game.ledger if over else list(seen_by(AUDIENCE, game.ledger))
    died = {**(game.died if over else {}), **deaths(ledger)}
    shown = {seat: row.event for row in ledger if (seat := fallen(row.event)) is not None}
    seats = []
    for seat, sitter in enumerate(game.sitters):
        role, death = game.deal.roles[seat], shown.get(seat)
        seats.append(
            {
                "seat": seat,
                "alias": game.deal.aliases[seat],
                "player_id": sitter.player_id,
                "persona": sitter.persona,
                "model": sitter.model,
                "strategy_level": sitter.strategy_level,
                "is_aware": sitter.is_aware,
                "sheet_version": sitter.sheet_version,
                "asked": [dict(each) for each in sitter.asked],
                "answered": [dict(each) for each in sitter.answered],
                "role": role.name if over else getattr(death, "role", None),
                "team": role.team if over else getattr(death, "team", None),
                "survived": seat not in died if over or seat in died else None,
                "died_round": died.get(seat),
                **({"sheet": dict(sitter.sheet)} if sitter.sheet else {}),
            }
        )
    return seats


def claims_in(
    slug: str, journal: Iterable[Answer], ledger: Sequence[Entry], names: Sequence[str]
) -> list[dict[str, Any]]:
    """What was claimed aloud in a game that is over, and whether it was so: by the events' own numbers, which the glass
    box has too."""
    ruleset = ruleset_named(slug)
    spoken = spoken_in(_disclosed(journal), ledger)
    return claims_told(verdicts(spoken, ledger, names, ruleset.roles, ruleset.hidden_team) if spoken else [])


def claims_told(found: Iterable[Verdict]) -> list[dict[str, Any]]:
    """Verdicts as a log tells them."""
    return [
        {
            "event": verdict.seq,
            "speaker": verdict.speaker,
            **verdict.claim._asdict(),
            "verdict": verdict.truth,
            "shown_by": verdict.shown_by,
            "public_from": verdict.public_from,
        }
        for verdict in found
    ]


def _journal(game: RecordedGame, thoughts: Thoughts, *, timed: bool) -> list[dict[str, Any]]:
    rows = []
    for answer in sorted(game.journal, key=lambda answer: (answer.poll, answer.seat)):
        row = answer.told(thoughts.beside(answer))
        if timed:
            key = answer.poll, answer.seat
            row["at"] = game.answer_times.get(key)
            row["tries"] = game.tries.get(key)
            if used := game.answer_calls.get(key):
                row["used"] = dict(used)
            if refused := game.refused.get(key):
                row["refused"] = [dict(each) for each in refused]
        rows.append(row)
    return rows
