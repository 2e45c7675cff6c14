"""Stored events as a lens shows them, and which are shown by now. Who may look through it, and how far, is for
games.ledger.reads to say.

Law: of a game with a pace that is not over an event is there for whoever looks from its `shown_at` on
(docs/decisions/shown-at.md). Where there is no pace, and when it is over, there is nothing to ask.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from games.engine.channels import channels_of
from games.engine.disclosing import disclosure_from_plain
from games.engine.events import VoteCast
from games.engine.moderator import Answer as JournalAnswer
from games.engine.rulesets import all_rulesets
from games.engine.table import Entry
from games.engine.viewpoint import Viewer, seen_by
from games.ledger.logs import Thoughts, event_row
from games.ledger.marks import Marker, read_answers
from games.ledger.rows import entry_of, heard_in, time_of, written
from games.models import Answer, Event, Game

VOTES: Final = ("vote_action", "target")  # fields of answers that say for whom a vote is


def is_timed(game: Game) -> bool:
    """Whether some of a game's events may have been written and not be shown yet."""
    pace = game.terms.get("pace")
    return not game.is_over and isinstance(pace, int | float) and pace > 0


def shown_until(game: Game, delay: timedelta = timedelta(0), now: datetime | None = None) -> datetime | None:
    """The time by which an event of a game must have been shown to be told now, so much later; None where all that is
    written may be told."""
    return (now or timezone.now()) - delay if delay or is_timed(game) else None


def shown_by(until: datetime) -> Q:
    """What holds of the events that had been shown at a time."""
    return Q(shown_at__lte=until) | Q(shown_at__isnull=True, at__lte=until)


def told(
    game_id: int,
    rows: Sequence[Event],
    *,
    viewer: Viewer,
    after: int,
    names: Sequence[str],
    marker: Marker | None = None,
    is_veiled: bool = False,
) -> list[dict[str, Any]]:
    """Stored events as rows of a lens, those that it does not show left out and the first shown numbered after + 1;
    who is told them one after the other has a marker, which knows the answers behind them. Of a veiled game no time is
    told but that at which an event was due to be shown: how long an answer took tells whose it is."""
    if marker is None:
        marker = Marker(game_id, viewer, names)
        read_answers([(marker, rows)])
    times = {row.seq: written(time_of(row)) for row in rows if row.shown_at or not is_veiled}
    ledger = list(map(entry_of, rows))
    entries = list(seen_by(viewer, ledger))
    thoughts = thoughts_behind(game_id, entries) if viewer.thoughts else None
    marks = marker.with_events(ledger)
    return [
        event_row(
            entry,
            seq=seq,
            names=names,
            viewer=viewer,
            at=times.get(entry.seq),
            thoughts=thoughts,
            marks=marks.get(entry.seq, ()),
        )
        | (_vote_cast(entry, thoughts) if thoughts is not None else {})
        for seq, entry in enumerate(entries, start=after + 1)
    ]


def seqs_shown(ledger: QuerySet[Event], viewer: Viewer) -> list[int]:
    """The ledger's numbers of the stored events that a lens shows, in order."""
    return [seq for seq, _, hearers in heard_in(ledger) if viewer.hears(hearers)]


def numbers_on_channel(ledger: QuerySet[Event], viewer: Viewer, channel: str, team_channel: str) -> dict[int, int]:
    """The lens's number by the ledger's, of the stored events that a lens shows and that belong to a channel."""
    shown = ((seq, kind, hearers) for seq, kind, hearers in heard_in(ledger) if viewer.hears(hearers))
    return {
        seq: number
        for number, (seq, kind, hearers) in enumerate(shown, start=1)
        if channel in channels_of(kind, hearers, team_channel)
    }


def team_channel_of(game: Game) -> str:
    """The channel on which a game's hidden players talk among themselves; "" where they do not."""
    ruleset = all_rulesets().get(game.ruleset)
    return ruleset.team_channel if ruleset is not None else ""


def thoughts_behind(game_id: int, entries: Sequence[Entry]) -> Thoughts:
    """The thoughts that stand beside these events: those of their authors' latest answers, of which nothing else is
    read but, where somebody has cast a vote, for whom."""
    sought = {(entry.poll, seat) for entry in entries for seat in entry.event.authors}
    polls = {poll for poll, _ in sought}
    answers = Answer.objects.filter(game_id=game_id).only("game_id", "poll", "seat", "thought", "disclosed")
    if any(isinstance(entry.event, VoteCast) for entry in entries):
        answers = answers.annotate(**{name: KeyTransform(name, "answer") for name in VOTES})
    found = list(answers.filter(poll__in=polls)) if polls else []
    if missing := {seat for _, seat in sought - {(row.poll, row.seat) for row in found}}:
        # An event told later than the poll it came from, as what was said by a bid that stood.
        found += answers.filter(poll__lt=max(polls), seat__in=missing).exclude(poll__in=polls)
    return Thoughts(
        JournalAnswer(
            row.poll,
            row.seat,
            "",
            "",
            {name: getattr(row, name, None) for name in VOTES},
            row.thought,
            "",
            disclosure_from_plain(row.disclosed),
        )
        for row in found
    )


def _vote_cast(entry: Entry, thoughts: Thoughts) -> dict[str, Any]:
    """For whom a vote is, of an event that says no more than that it was cast. The table is told when all have voted;
    before that only whoever looks through the glass may have it."""
    if not isinstance(entry.event, VoteCast):
        return {}
    for _, answer in thoughts.answers(entry):
        sent, target = (answer.answer[name] for name in VOTES)
        chosen = target if sent is None else sent  # with a bid, or when one was asked for nothing else
        return {"target": chosen if type(chosen) is int else None}
    return {}
