"""Where a page of events begins, for whoever reads them backwards. Numbers are the lens's, as in games.ledger.reads."""

from datetime import datetime

from django.db.models import Max, QuerySet

from games.engine.viewpoint import AUDIENCE, Viewer
from games.ledger.reads import Visitor, delay_of
from games.ledger.shown import numbers_on_channel, seqs_shown, shown_by, shown_until, team_channel_of
from games.models import Event, Game


def page_before(
    game: Game,
    viewer: Viewer,
    after: int,
    size: int,
    *,
    channel: str = "",
    user: Visitor | None = None,
    now: datetime | None = None,
) -> int | None:
    """The `after` of the page of `size` events that ends with the last event not behind `after`, which may lie past the
    end; None where there is no such event. Asked as events_for() is."""
    ledger = Event.objects.filter(game=game)
    if until := shown_until(game, delay_of(game, user, viewer), now):
        ledger = ledger.filter(shown_by(until))
    if channel:
        numbers = sorted(numbers_on_channel(ledger, viewer, channel, team_channel_of(game)).values())
        passed = [number for number in numbers if number <= after]
        return (passed[-size - 1] if len(passed) > size else 0) if passed else None
    passed_over = min(after, _shown(ledger, viewer))
    return max(0, passed_over - size) if passed_over else None


def _shown(ledger: QuerySet[Event], viewer: Viewer) -> int:
    """How many of the stored events a lens shows."""
    if viewer == AUDIENCE:
        return ledger.aggregate(last=Max("public_seq"))["last"] or 0
    if viewer.thoughts:
        return ledger.aggregate(last=Max("seq"))["last"] or 0
    return len(seqs_shown(ledger, viewer))
