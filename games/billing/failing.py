"""Since when a game's calls bring nothing, as the call ledger has it, and when what may have been paid is asked again.

Law: what rested is not counted on: calls that failed before an hour in which none did belong to another stretch of
asking, and a game that rested gets another chance. What may be paid is not asked for again and again.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Max

from games.models import Answer, Call, Seat, SeatSetting, Substitution

REST: Final = timedelta(hours=1)
LOSSES: Final = 3  # in a row of one question, and then it rests before each further one
MOST_LATE: Final = 6  # answers of one question that did not come in time, and then something is to be changed first


class Loss(NamedTuple):
    """A call that may have been paid and of which no whole reply came; `within` so many seconds, if it was late."""

    at: datetime
    within: float | None


class Rests:
    """When games were last held back in a process, as long as anything hangs on it."""

    def __init__(self) -> None:
        self._at: dict[int, datetime] = {}

    def __len__(self) -> int:
        return len(self._at)

    def note(self, game_id: int, *, now: datetime, patience: float) -> None:
        """A game is held back now. One that was longer ago than so many seconds and REST is forgotten: what has failed
        since then without a rest is enough to call it off, whatever was before."""
        past = now - timedelta(seconds=patience) - REST
        self._at = {game: at for game, at in self._at.items() if at > past} | {game_id: now}

    def last(self, game_id: int) -> datetime | None:
        """When a game was last held back; None where that is not known, or makes no difference."""
        return self._at.get(game_id)


def is_lost_for_now(losses: Sequence[Loss], *, within: float, now: datetime) -> bool:
    """Whether a question is not to be asked again so soon, or not at all in so many seconds, after what was lost of it.
    What was late in less time than there is now does not count."""
    like = [each for each in losses if each.within is None or each.within >= within]
    late = sum(each.within is not None for each in like)
    return late >= MOST_LATE or (len(like) >= LOSSES and now - like[-1].at < REST)


def changed_at(*, game_id: int) -> dict[int, datetime]:
    """When the way in which their models are asked was last changed, or written down, by the numbers of the seats where
    that is known. Where nobody has answered yet a seat has another version of its own."""
    seats = Seat.objects.filter(game=game_id, model_version__isnull=False).order_by()
    changed = dict(seats.values_list("number", "model_version__created_at"))
    settings = SeatSetting.objects.filter(seat__game=game_id).order_by()
    for number, at in settings.values_list("seat__number").annotate(Max("created_at")):
        changed[number] = max(at, changed.get(number, at))
    return changed


def failing_since(*, game_id: int, now: datetime, since: datetime | None = None, reason: str = "") -> datetime | None:
    """When the first of those calls for a game's answers was made that failed since one brought something, since
    another model was substituted, and since a time; of those alone whose error begins with the reason. None when
    nothing has failed in this stretch. What a game waits for otherwise, as a budget or an operator, is no failure."""
    calls = Call.objects.filter(game_id=game_id, purpose=Call.Purpose.ANSWER)
    heard = calls.filter(status=Call.Status.ANSWERED).aggregate(at=Max("created_at"))["at"]
    answer = Answer.objects.filter(game_id=game_id).aggregate(at=Max("at"))["at"]
    recast = Substitution.objects.filter(seat__game=game_id).aggregate(at=Max("taken_up_at"))["at"]
    failed = calls.filter(status__in=(Call.Status.FAILED, Call.Status.REFUSED), error__startswith=reason)
    if last := max(filter(None, (heard, answer, recast, since)), default=None):
        failed = failed.filter(created_at__gt=last)
    first, after = None, now
    for at in failed.order_by("-created_at").values_list("created_at", flat=True).iterator():
        if after - at > REST:
            break
        first = after = at
    return first
