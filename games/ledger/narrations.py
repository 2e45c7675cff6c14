"""The narrator's words beside a stored game. Law: they are no events: ledger, journal and hash do not know of them, and
no briefing is made from here. They are for whoever watches the audience or looks through the glass box; the eyes of a
seat are a player's, and no narration is shown to them.

The house's are made anew from the public ledger whenever they are wanted, with the game's id for dice, or with its
season's and its number there, so that one game does not repeat the last: the same words each time, so there is nothing
to store, and nothing of the seed can be read off them. So is the summary behind the last public event, from these
events and the claims that they make false. A model's words stand in their place once they are stored
(games/hosting/narrator.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from games.agents.narrator import Narrator, Record, closing_words, heard, record_of
from games.engine.disclosing import disclosure_from_plain
from games.engine.events import Ended, load
from games.engine.rulesets import ruleset_named
from games.engine.truth import spoken_in
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer
from games.ledger.logs import TEMPLATE
from games.ledger.rows import entry_of, time_of
from games.ledger.shown import shown_by
from games.models import Answer, Event, Game


@dataclass(frozen=True, slots=True)
class Narrated:
    """The narrator's words after the event with this number of the lens; `public` is the audience's number of it. The
    summary of a game that is over has the record that it is told from."""

    after: int
    text: str
    author: str
    public: int
    record: Record | None = None

    @property
    def row(self) -> dict[str, Any]:
        """As API and sockets have it."""
        return {"after": self.after, "text": self.text, "author": self.author}


def narrator_of(game: Game, viewer: Viewer) -> str:
    """Whose words this lens is told beside the game's events; "" for nobody's."""
    narrator = str(game.terms.get("narrator") or "none")
    return "" if narrator == "none" or viewer not in (AUDIENCE, GLASS) else narrator


def with_dictated(game: Game, told: list[Narrated]) -> list[Narrated]:
    """The same with a model's words where it has told something fit."""
    rows = game.narrations.exclude(text="").values_list("after", "text", "author")
    words = {after: (text, author) for after, text, author in rows}
    return [
        replace(each, text=words[each.public][0], author=words[each.public][1]) if each.public in words else each
        for each in told
    ]


class Dealt(NamedTuple):
    """By which the narrator's lines are laid: dice, and a number that no other game of the same dice has."""

    seed: str
    outing: int = 0


def lines_for(game: Game) -> Dealt:
    """How the narrator's lines are laid for a stored game."""
    return lines_by(game.terms, game.public_id)


def lines_by(terms: Mapping[str, Any], name: str) -> Dealt:
    """How the narrator's lines are laid for a game of these terms and of this name. All games of a season have the same
    order of them, and each begins elsewhere, by its number there; of others each has an order of its own."""
    season, fixture = terms.get("season"), str(terms.get("fixture") or "")
    if season and fixture.isascii() and fixture.isdecimal():
        return Dealt(f"season {season}", int(fixture))
    return Dealt(name)


def narrations(game_id: int, dealt: Dealt, viewer: Viewer, until: datetime | None = None) -> Iterator[Narrated]:
    """All words of the template narrator so far, in order, and its summary when the game is over. No word of a speech
    is in them."""
    telling = Telling(game_id, dealt, viewer)
    yield from telling.said_to(_heard(game_id, until), until)


class Telling:
    """The same, told as a game's events come: each once and in order."""

    def __init__(self, game_id: int, dealt: Dealt, viewer: Viewer) -> None:
        self._game_id, self._dealt, self._viewer = game_id, dealt, viewer
        self._narrator = Narrator(*dealt)
        self._at = 0  # the ledger's number of the last event
        self._is_over = False

    def next(self, rows: Sequence[Event], until: datetime | None) -> list[Narrated]:
        """What is said to the next events of the ledger that may be shown until a time, whether anything is said to
        them or not. What was passed over is heard before; what was told and did not arrive is told again."""
        if not rows:
            return []
        begin = rows[0].seq
        if begin <= self._at:
            self._narrator, self._is_over, self._at = Narrator(*self._dealt), False, 0
        if begin > self._at + 1:
            list(self._words(_heard(self._game_id, None, self._at, begin)))
        last = max(row.public_seq or 0 for row in rows)
        return [each for each in self.said_to(rows, until) if each.public <= last]  # a summary is said with the last

    def said_to(self, rows: Iterable[Event], until: datetime | None) -> Iterator[Narrated]:
        """What is said to these events."""
        yield from self._words(rows)
        if self._is_over:
            yield from _closing(self._game_id, self._viewer, until)

    def _words(self, rows: Iterable[Event]) -> Iterator[Narrated]:
        kinds = heard()
        for row in rows:
            self._at = row.seq
            if row.public_seq is None or row.kind not in kinds:
                continue
            self._is_over = self._is_over or row.kind == Ended.kind
            if text := self._narrator.hear(load(row.kind, row.data)):
                after = row.seq if self._viewer == GLASS else row.public_seq
                yield Narrated(after, text, TEMPLATE, row.public_seq)


def _heard(game_id: int, until: datetime | None, after: int = 0, before: int | None = None) -> list[Event]:
    """The events that the narrator may say something to, between two of the ledger."""
    rows = Event.objects.filter(game_id=game_id, public_seq__isnull=False, kind__in=heard(), seq__gt=after)
    if until is not None:
        rows = rows.filter(shown_by(until))
    if before is not None:
        rows = rows.filter(seq__lt=before)
    return list(rows.order_by("seq").only("game_id", "seq", "public_seq", "kind", "data"))


def _closing(game_id: int, viewer: Viewer, until: datetime | None) -> Iterator[Narrated]:
    """The summary of a game whose roles everybody knows."""
    public = list(Event.objects.filter(game_id=game_id, public_seq__isnull=False).order_by("seq"))
    last = public[-1]
    if until is not None and time_of(last) > until:
        return
    answers = Answer.objects.filter(game_id=game_id).values_list("poll", "seat", "disclosed")
    entries = list(map(entry_of, public))
    spoken = spoken_in([(poll, seat, disclosure_from_plain(plain).claims) for poll, seat, plain in answers], entries)
    ruleset = ruleset_named(Game.objects.values_list("ruleset", flat=True).get(pk=game_id))
    if record := record_of(entries, spoken, ruleset):
        number = last.public_seq or 0
        after = last.seq if viewer == GLASS else number
        yield Narrated(after, closing_words(record), TEMPLATE, number, record)
