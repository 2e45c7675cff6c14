"""What is beneath the line at a beat: every answer behind it, whole, with what the rules made of it.

Law: it is for the glass lens alone, and is made of answers that the lens may be told (league/queries/stage/answers.py).
Nothing of an answer is left out because nobody heard it: that is what the glass is for. Only what the beat's own card
says word for word is not said again, but in bids, which are held against each other.

(Long, because each kind of answer is told in a way of its own, and they are one list.)
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Final

from games.engine.discussion import Bidding, Priced, Woken
from games.engine.events import moment
from games.engine.moderator import Answer
from games.engine.questions import CONSOLIDATION, REFLECTION, SILENT
from league.queries.claims import said_of
from league.queries.stage.answers import BID, Journal
from league.queries.stage.beats import Beat
from league.queries.stage.transcript import Badge, Event, Place

PADS: Final = "scratchpad_updates"
TITLES: Final[Mapping[str, str]] = {
    "act": "Orders",
    "bid": "Bids for the floor",
    "react": "Who was woken",
    "confer": "Who was woken among the partners",
    "reaction": "Reaction to the vote",
    "consolidation": "Consolidation: what is kept of the meeting",
    "reflection": "Reflection: what is made of the vote, and kept",
    "summary": "Summaries of the round",
    "ghost_chat": "Among the ghosts",
    "speak": "The speech",
    "defend": "The defence",
    "last_words": "Last words",
    "nominate": "The nomination",
    "plan": "Plans of the hidden",
    "plot": "Among the partners",
    "kill": "Whom to kill",
    "protect": "Whom to protect",
    "investigate": "Whom to investigate",
    "shoot": "Whom to shoot",
    "vote": "Votes",
    "runoff": "Votes in the runoff",
}
# The terms of a priority, as a bid's line has them.
TERMS: Final = (
    ("mention", "named"), ("accusation", "accused"), ("silence", "silent"), ("die", "die"), ("spoke", "spoke lately"),
    ("voted", "has voted"),
)  # fmt: skip
AROUND: Final = 6  # words that are shown of what stays, on either side of a change
LONG: Final = 700  # characters from which on a text scrolls inside itself


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a scratchpad: `how` is "kept", "new" or "gone"."""

    how: str
    text: str


@dataclass(frozen=True, slots=True)
class Pad:
    """A scratchpad that an answer changed, and how; `is_erased` by the rules, after a meeting."""

    name: str
    pieces: tuple[Piece, ...]
    is_erased: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a priority, with its sign."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class Text:
    """Something in a player's words, under a name where it needs one."""

    name: str
    text: str

    @property
    def is_long(self) -> bool:
        return len(self.text) > LONG


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: who gave it and what stood in it. `message` is what it says or would say, `is_said` whether anybody
    heard that; `deeds` is what it decides, in words; `marks` what the rules made of it, such as that it won the floor;
    `trouble` that a default stands in its place, or that it was asked for again, and why."""

    seat: Place
    badge: Badge | None
    message: str
    is_said: bool
    to: str
    deeds: tuple[str, ...]
    thought: Text | None
    texts: tuple[Text, ...]
    claims: tuple[str, ...]
    pads: tuple[Pad, ...]
    marks: tuple[str, ...]
    trouble: tuple[str, ...]
    desire: int | None = None
    vote: str = ""
    priority: int | None = None
    terms: tuple[Term, ...] = ()
    is_winner: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it but who was asked."""
        return not any(
            (self.message, self.deeds, self.thought, self.texts, self.claims, self.pads, self.marks, self.trouble)
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """Answers to one kind of question: bids of one tick of a meeting, or all others of a beat. `notes` say what holds
    of all of them."""

    kind: str
    title: str
    notes: tuple[str, ...]
    replies: tuple[Reply, ...]

    @property
    def are_bids(self) -> bool:
        return any(reply.desire is not None for reply in self.replies)


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits there and what each was dealt, as the glass lens has it."""

    seats: Sequence[Place]
    badges: Mapping[int, Badge]

    def name(self, seat: object) -> str:
        """A seat in words; what is no seat of this table is told as it is."""
        if seat is None:
            return "nobody"
        return self.seats[seat].alias if type(seat) is int and 0 <= seat < len(self.seats) else str(seat)


def beneath(journal: Journal, events: Sequence[Event], table: Table, beats: Iterable[Beat]) -> dict[int, list[Asked]]:
    """What is beneath the line at each of these beats; `events` are all that the lens has shown."""
    telling = _Telling(journal, events, table)
    return {beat.number: telling.at(beat) for beat in beats}


class _Telling:
    """The answers of a game, and what is needed to tell each of them."""

    def __init__(self, journal: Journal, events: Sequence[Event], table: Table) -> None:
        self._journal, self._table = journal, table
        self._by_key = {(each.poll, each.seat): each for each in journal.answers}
        self._polls: defaultdict[int, list[int]] = defaultdict(list)
        for each in sorted(journal.answers, key=lambda each: each.poll):
            self._polls[each.seat].append(each.poll)
        self._heard: defaultdict[tuple[int, str], list[int]] = defaultdict(list)  # polls, by who says what
        for event, poll in zip(events, journal.polls, strict=False):
            if isinstance(words := event.get("words"), str):
                self._heard[event.get("seat", -1), words].append(poll)
            votes = event.get("votes")
            for vote in votes if isinstance(votes, list) else ():
                if isinstance(vote, Mapping) and vote.get("reason"):
                    self._heard[vote.get("seat", -1), vote["reason"]].append(poll)
        self._pads = dict(_changes(journal.answers))

    def at(self, beat: Beat) -> list[Asked]:
        start = bisect_right(self._journal.beats, beat.number - 1)
        answers = self._journal.answers[start : bisect_right(self._journal.beats, beat.number)]
        groups: dict[tuple[str, int], list[Answer]] = {}
        for each in answers:
            groups.setdefault((each.kind, each.poll if BID in each.answer else 0), []).append(each)
        found: list[Asked] = []
        for (kind, poll), told in groups.items():
            found += self._bids(poll, told) if poll else [self._asked(kind, told, beat)]
        return [asked for asked in found if asked.replies]

    def _asked(self, kind: str, answers: Sequence[Answer], beat: Beat) -> Asked:
        cleared = (_without_card(self._reply(given), beat) for given in answers)
        replies = tuple(reply for reply in cleared if not reply.is_empty)
        notes = []
        wakings = [self._journal.wakings.get(each.poll) for each in answers]
        if any(wakings) and not any(each.answer.get("message") != SILENT for each in answers):
            notes.append("Nobody spoke.")
        return Asked(kind, TITLES.get(kind, kind.replace("_", " ").capitalize()), tuple(notes), replies)

    def _bids(self, poll: int, answers: Sequence[Answer]) -> list[Asked]:
        ticks = self._journal.biddings.get(poll)
        title = TITLES["bid"]
        if not ticks:
            notes = (f"Their priorities are not told: {self._journal.unknown}.",) if self._journal.unknown else ()
            return [Asked("bid", title, notes, tuple(map(self._reply, answers)))]
        return [self._tick(tick, answers) for tick in ticks]

    def _tick(self, tick: Bidding, answers: Sequence[Answer]) -> Asked:
        notes = []
        if tick.is_nudged:
            notes.append("The system has said to wrap it up.")
        if tick.forced is not None:
            notes.append(f"{self._table.name(tick.forced)} has been silent for so long that they must speak.")
        if tick.speaker is None:
            notes.append("Nobody has anything to say.")
        asked = {each.seat: each for each in answers}
        replies = []
        for priced in sorted(tick.bids, key=lambda each: (each.seat != tick.speaker, -each.priority, each.seat)):
            # A bid that stands is of an earlier poll, and is told there in full.
            given = asked.pop(priced.seat, None) or self._by_key.get((priced.poll, priced.seat))
            if given is not None:
                replies.append(self._reply(given, priced, tick))
        replies += map(self._reply, asked.values())
        return Asked("bid", f"{TITLES['bid']}, tick {tick.t + 1} of the meeting", tuple(notes), tuple(replies))

    def _reply(self, given: Answer, priced: Priced | None = None, tick: Bidding | None = None) -> Reply:
        fields, seat = given.answer, given.seat
        message = fields.get("message") if isinstance(fields.get("message"), str) else ""
        is_silent = message == SILENT
        is_bid = BID in fields
        marks = list(self._woken(self._journal.wakings.get(given.poll), is_silent=is_silent))
        is_winner = tick is not None and tick.speaker == seat
        if is_winner:
            marks.append("has the floor")
        if tick is not None and tick.forced == seat:
            marks.append("must speak")
        if priced is not None and priced.is_standing:
            marks.append("bid of an earlier tick, it stands")
        is_old = priced is not None and priced.is_standing
        words = message if message and not is_silent else ""
        return Reply(
            seat=self._table.seats[seat],
            badge=self._table.badges.get(seat),
            message=words,
            is_said=self._is_heard(given, words),
            to=self._table.name(fields["target"]) if is_bid and fields.get("target") is not None else "",
            deeds=() if is_bid else tuple(self._deeds(fields)),
            thought=Text("", given.thought) if given.thought and not is_old else None,
            texts=tuple(self._texts(given)),
            claims=() if is_old else self._claims(given),
            pads=() if is_old else self._pads.get((given.poll, seat), ()),
            marks=tuple(marks),
            trouble=tuple(self._trouble(given)),
            desire=fields.get(BID) if is_bid else None,
            vote=self._vote(fields.get("vote_action")),
            priority=priced.priority if priced is not None else None,
            terms=_terms(priced) if priced is not None else (),
            is_winner=is_winner,
        )

    def _woken(self, woken: Woken | None, *, is_silent: bool) -> Iterator[str]:
        if woken is not None:
            since = f" since {moment(woken.since)}" if woken.since else ""
            yield f"at {moment(woken.clock)}, woken {woken.trigger}{since}"
        if is_silent:
            yield "stays silent"

    def _is_heard(self, given: Answer, words: str) -> bool:
        """Whether somebody heard these words: in its own poll, or later while the answer stood."""
        polls = self._polls[given.seat]
        place = bisect_right(polls, given.poll)
        until = polls[place] if place < len(polls) else None
        heard = self._heard.get((given.seat, words), ())
        return any(given.poll <= poll and (until is None or poll < until or poll == given.poll) for poll in heard)

    def _vote(self, vote: object) -> str:
        return "" if vote is None else self._table.name(vote)

    def _deeds(self, fields: Mapping[str, Any]) -> Iterator[str]:
        if "target" in fields:
            yield self._table.name(fields["target"])
        if isinstance(orders := fields.get("orders"), list):
            yield ", then ".join(map(self._order, orders))
        for name, value in fields.items():
            if name not in (PADS, "target", "orders") and not isinstance(value, str) and value is not None:
                yield f"{name.replace('_', ' ')}: {value}"

    def _order(self, order: object) -> str:
        deed, _, seat = str(order).rpartition(" ")
        return f"{deed} {self._table.name(int(seat))}" if deed and seat.isascii() and seat.isdecimal() else str(order)

    def _texts(self, given: Answer) -> Iterator[Text]:
        for name, value in given.answer.items():
            if isinstance(value, str) and value and name not in ("message", "target", "vote_action"):
                yield Text(name.replace("_", " "), value)

    def _claims(self, given: Answer) -> tuple[str, ...]:
        return tuple(
            said_of(claim.kind, self._table.name(claim.about), claim.value) for claim in given.disclosed.claims
        )

    def _trouble(self, given: Answer) -> Iterator[str]:
        key = given.poll, given.seat
        if (tries := self._journal.tries.get(key)) is not None:
            yield f"was asked {tries} times"
            for fault in self._journal.refused.get(key, ()):
                yield f"refused: {fault}"
        if given.default_reason:
            yield f"gave no answer, so the default stands: {given.default_reason}"


def _without_card(reply: Reply, beat: Beat) -> Reply:
    """An answer without what stands on the card of its beat."""
    seat = reply.seat.number
    if beat.speaker == seat and beat.text == reply.message:
        reply = replace(reply, message="")
    if reply.thought and any(each.seat == seat and each.text == reply.thought.text for each in beat.thoughts):
        reply = replace(reply, thought=None)
    return reply


def _terms(priced: Priced) -> tuple[Term, ...]:
    """What a priority is made of, but for what is nothing."""
    terms = [Term(str(priced.desire), "wish")]
    for field, name in TERMS:
        if value := getattr(priced, field):
            terms.append(Term(f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}", name))
    return tuple(terms)


# --- scratchpads -----------------------------------------------------------------------------------------------------


def _changes(answers: Iterable[Answer]) -> Iterator[tuple[tuple[int, int], tuple[Pad, ...]]]:
    """By poll and seat, how answers changed their players' pads; as games.engine.questions.scratchpads keeps them."""
    held: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for given in answers:
        pads, mine = given.answer.get(PADS), held[given.seat]
        changed = []
        for name, text in pads.items() if isinstance(pads, Mapping) else ():
            if isinstance(text, str) and text != mine.get(name, ""):
                changed.append(Pad(name, difference(mine.get(name, ""), text)))
                mine[name] = text
        if given.kind in (CONSOLIDATION, REFLECTION) and (gone := mine.pop("meeting", "")):
            changed.append(Pad("meeting", (Piece("gone", gone),), is_erased=True))
        if changed:
            yield (given.poll, given.seat), tuple(changed)


def difference(before: str, after: str) -> tuple[Piece, ...]:
    """A text as it became of another, by words; of what stays no more than what is beside a change."""
    old, new = before.split(), after.split()
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    pieces = []
    for place, (how, i, j, k, m) in enumerate(blocks):
        if how == "equal":
            pieces.append(Piece("kept", _shortened(old[i:j], is_first=not place, is_last=place == len(blocks) - 1)))
            continue
        if i < j:
            pieces.append(Piece("gone", " ".join(old[i:j])))
        if k < m:
            pieces.append(Piece("new", " ".join(new[k:m])))
    return tuple(pieces)


def _shortened(words: Sequence[str], *, is_first: bool, is_last: bool) -> str:
    before = [] if is_first else list(words[:AROUND])
    after = [] if is_last else list(words[-AROUND:])
    return (
        " ".join(words)
        if len(words) <= len(before) + len(after)
        else " ".join([*before, "\N{HORIZONTAL ELLIPSIS}", *after])
    )
