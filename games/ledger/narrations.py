"""The narrator's words beside a stored game. Law: they are no events: ledger, journal and hash do not know of them, and
no briefing is made from here. They are for whoever watches the audience or looks through the glass box; the eyes of a
seat are a player's, and no narration is shown to them.

The house's are made anew from the public ledger whenever they are wanted, with the game's id for dice: the same words
each time, so there is nothing to store, and nothing of the seed can be read off them. So is the summary behind the
last public event, from these events and the claims that they make false. A model's words stand in their place once they
are stored (games/hosting/narrator.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

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


def narrations(game_id: int, seed: str, viewer: Viewer, until: datetime | None = None) -> Iterator[Narrated]:
    """All words of the template narrator so far, in order, and its summary when the game is over. No word of a speech
    is in them."""
    rows = Event.objects.filter(game_id=game_id, public_seq__isnull=False, kind__in=heard()).order_by("seq")
    if until is not None:
        rows = rows.filter(shown_by(until))
    narrator = Narrator(seed)
    for row in rows.only("game_id", "seq", "public_seq", "kind", "data"):
        if text := narrator.hear(load(row.kind, row.data)):
            public = row.public_seq or 0
            yield Narrated(row.seq if viewer == GLASS else public, text, TEMPLATE, public)
        if row.kind == Ended.kind:
            yield from _closing(game_id, viewer, until)


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
