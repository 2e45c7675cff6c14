"""Pairs of games that are still played, with the same public play and the same claims, and different secrets.

One of a pair is played by the house up to a moment drawn by lot. For its twin two of the living change roles, and it is
played again so that everybody hears the same: what was said and voted in public is repeated, what a role does in the
night is done by whoever has the role now, and all that only the concerned know is another: thoughts, scratchpads, what
is said among partners or not said at all, beliefs, and what stands in for answers that did not come. Where the public
play comes out differently that was no pair, and another is drawn. It works for any rule book.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.disclosing import Disclosure
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.questions import PADS, Illegal
from games.engine.questions.scratchpads import FIELD
from games.engine.ruleset import Ruleset
from games.engine.table import Deal, Entry
from games.engine.viewpoint import AUDIENCE, seat_viewer, seen_by

MOST_DRAWN: Final = 400  # until there is one pair
LONGEST_STEP: Final = 60  # answers of a twin without anything public
SECOND: Final = "The second of the pair holds this for itself"  # how its secrets begin


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games, the seats that changed roles, and those from whose eyes both look the same."""

    original: Moderator
    twin: Moderator
    swapped: tuple[Seat, Seat]
    unconcerned: tuple[Seat, ...]


def pairs(rules: Ruleset[Any], number: int, *, lot: str) -> Iterator[Pair]:
    """So many pairs of games of a rule book, each with its default seats."""
    for each in range(number):
        drawn = (pair_of(rules, Dice(f"{lot}/{rules.slug}/{each}", attempt)) for attempt in range(MOST_DRAWN))
        pair = next(filter(None, drawn), None)
        assert pair is not None, f"{rules.slug}: no pair in {MOST_DRAWN} games"
        yield pair


def public(ledger: list[Entry]) -> list[tuple[int, str, dict[str, Any]]]:
    """What everybody hears, with when it is told; not which number it has among all that happens."""
    return _told(seen_by(AUDIENCE, ledger))


def _told(entries: Iterator[Entry]) -> list[tuple[int, str, dict[str, Any]]]:
    return [(entry.round, entry.phase, {"kind": entry.event.kind, **entry.event.data()}) for entry in entries]


def begun(rules: Ruleset[Any], seed: str, deal: Deal | None = None) -> Moderator:
    options = rules.options_from({}, rules.default_seats)
    return Moderator(rules, options, deal or rules.deal(seed, rules.default_seats, options), seed)


def pair_of(rules: Ruleset[Any], dice: Dice) -> Pair | None:
    """A pair drawn by these dice; None where the public play came out differently."""
    seed = f"pair {dice.below(10**9)}"
    players = [player_named("house", seat) for seat in range(rules.default_seats)]
    whole = begun(rules, seed)
    while whole.pending:
        answer_pending(whole, players, next(iter(whole.pending)))
    last = 1 + dice.below(whole.journal[-1].poll - 1)  # the last poll that is answered
    original = Moderator(
        rules, whole.options, whole.deal, seed, journal=[each for each in whole.journal if each.poll <= last]
    )
    living = original.table.living()
    first, second = (dice.pick(living), dice.pick(living))
    roles = list(original.deal.roles)
    if original.winner is not None or roles[first] == roles[second] or not public(original.ledger):
        return None
    roles[first], roles[second] = roles[second], roles[first]
    deal = original.deal
    twin = _Twin(original, begun(rules, seed, Deal(deal.aliases, tuple(roles), deal.first)), (first, second), dice)
    return twin.pair() if twin.is_played() else None


class _Twin:
    """The second of a pair while it is played."""

    def __init__(self, original: Moderator, game: Moderator, swapped: tuple[Seat, Seat], dice: Dice) -> None:
        self.original, self.game, self.swapped, self.dice = original, game, swapped, dice
        self.heard = public(original.ledger)
        self.words = {told["words"] for _, _, told in self.heard if told.get("words")}
        self.given: defaultdict[tuple[Seat, str], list[Answer]] = defaultdict(list)
        for answer in original.journal:
            self.given[answer.seat, answer.kind].append(answer)
        self.concerned = {*swapped, *(seat for seat in game.table.seats if dice.chance(0.3))}

    def is_played(self) -> bool:
        """Plays until all that is public was heard again; whether it came to that."""
        seen = again = alone = 0
        while self.game.winner is None:
            heard = public(self.game.ledger[seen:])
            if heard != self.heard[again : again + len(heard)]:
                return False
            seen, again = len(self.game.ledger), again + len(heard)
            if again == len(self.heard):
                return True
            alone = 0 if heard else alone + 1
            if alone > LONGEST_STEP * len(self.game.table.seats):
                return False
            self.answer(next(iter(self.game.pending)))
        return False

    def answer(self, seat: Seat) -> None:
        """Answers as in the original, in another's place where the role is another's, and otherwise in secret."""
        question = self.game.pending[seat]
        given = self.taken(seat, question.kind)
        if given is None:
            value = question.default(Dice(self.game.seed, "twin", *self.game.key(seat)))
            self.game.answer(seat, question.write(value) | {"thought": self.secret(seat)})
            return
        raw: dict[str, Any] = {**given.answer, "thought": given.thought, "disclosed": given.disclosed}
        try:
            self.game.answer(seat, self.otherwise(seat, raw) if seat in self.concerned else raw)
        except Illegal:
            self.game.default(seat, "no answer in time")

    def taken(self, seat: Seat, kind: str) -> Answer | None:
        """What the original has for this: the seat's own answer of the kind, or that of who had the role."""
        there = seat
        if seat in self.swapped and not any(each.seat == seat and each.kind == kind for each in self.original.journal):
            there = self.swapped[1 - self.swapped.index(seat)]
        queue = self.given[there, kind]
        return queue.pop(0) if queue else None

    def otherwise(self, seat: Seat, raw: dict[str, Any]) -> dict[str, Any]:
        """An answer with another's secrets: what of it everybody hears stays."""
        told = raw | {"thought": self.secret(seat)}
        if told.get("message") and told["message"] not in self.words:
            told["message"] = self.secret(seat)
        if FIELD in told:
            told[FIELD] = [{"pad": self.dice.pick(PADS), "text": self.secret(seat)}]
        others = [other for other in self.game.table.living() if other != seat]
        beliefs = {other: self.dice.below(101) for other in others}
        claims = raw["disclosed"].claims if raw.get("message") in self.words else ()
        return told | {"disclosed": Disclosure(beliefs, claims, raw["disclosed"].dropped)}

    def secret(self, seat: Seat) -> str:
        return " ".join([SECOND, *("again" for _ in range(self.dice.below(6))), f"at seat {seat}."])

    def pair(self) -> Pair | None:
        """Both, with those who notice nothing; None where nobody had anything to hide yet."""
        if not any(answer.thought.startswith(SECOND) for answer in self.game.journal):
            return None
        seats = [seat for seat in self.game.table.seats if seat not in self.concerned]
        same = [seat for seat in seats if self.sees(self.original, seat) == self.sees(self.game, seat)]
        return Pair(self.original, self.game, self.swapped, tuple(same))

    def sees(self, game: Moderator, seat: Seat) -> object:
        """All that a seat has heard and said."""
        own = [(each.kind, each.answer, each.thought, each.disclosed) for each in game.journal if each.seat == seat]
        return _told(seen_by(seat_viewer(seat), game.ledger)), own
