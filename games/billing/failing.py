"""Since when a game's calls bring nothing, as the call ledger has it. Law: what rested is not counted on: calls that
failed before an hour in which none did belong to another stretch of asking, and a game that rested gets another chance.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max

from games.models import Answer, Call, Substitution

REST: Final = timedelta(hours=1)


def failing_since(
    *, game_id: int, now: datetime, since: datetime | None = None, reason: str = ""
) -> datetime | None:
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
