"""What of a question was done before a restart, as the call ledger has it: tries that could not stand, which count, and
an answer that came and was not yet taken, which is not asked for again. What another model said there, for which this
one was substituted since, is neither. And what of it may have been paid in vain, and is not to be paid again and again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from games.agents.agent import LONGEST_RETORT
from games.agents.providers import Reply, Retort
from games.agents.room import PROMPT_CUT, seconds_of_late
from games.billing.failing import Loss, changed_at
from games.engine.questions import Illegal
from games.hosting.questions import Matter, Taken
from games.models import Call, Game

Question = tuple[int, int]  # poll, seat


@dataclass(frozen=True, slots=True)
class Earlier:
    """By question: the answers that could not stand, the one that could, what was lost since, and when something was
    paid of which most of the prompt was not read."""

    faults: dict[Question, tuple[Retort, ...]] = field(default_factory=dict)
    stood: dict[Question, Reply] = field(default_factory=dict)
    losses: dict[Question, tuple[Loss, ...]] = field(default_factory=dict)
    unread: dict[Question, tuple[datetime, str]] = field(default_factory=dict)

    def retorts(self, poll: int, seat: int) -> tuple[Retort, ...]:
        """The tries of a question that could not stand, in their order."""
        return self.faults.get((poll, seat), ())

    def taken(self, matter: Matter) -> Taken | None:
        """The answer that a matter has already; None when it has none."""
        reply = self.stood.get((matter.poll, matter.seat))
        if reply is None:
            return None
        try:
            answer = matter.exchange.read(reply)
        except Illegal:  # it stood before this release: it is asked again
            return None
        return Taken(matter, answer, "", matter.exchange.tries + 1)


def earlier_of(game: Game, poll: int, asked: Mapping[int, int]) -> Earlier:
    """What the call ledger has of a poll's questions, from the models that are asked by now: their keys, by seat."""
    earlier = Earlier()
    calls = Call.objects.filter(game=game, poll=poll, purpose=Call.Purpose.ANSWER).order_by("id")
    kept = calls.filter(Q(status=Call.Status.ANSWERED) | Q(status=Call.Status.FAILED, cost__gt=0))
    told = kept.values_list(
        "seat", "said", "record__thinking", "fault", "language_model", "error", "created_at", "cost"
    )
    for seat, said, thinking, fault, model, error, at, cost in told:
        question = (poll, seat or 0)
        if model is not None and asked.get(seat or 0) != model:
            continue
        if error:
            earlier.losses[question] = (*earlier.losses.get(question, ()), Loss(at, seconds_of_late(error)))
            continue
        earlier.losses.pop(question, None)
        if fault.startswith(PROMPT_CUT):  # it was answered to something else
            if cost:
                earlier.unread[question] = at, fault
            continue
        if fault:
            earlier.faults[question] = (*earlier.faults.get(question, ()), Retort(said[:LONGEST_RETORT], fault))
        else:
            earlier.stood[question] = Reply(
                said, thinking or ""
            )  # what it thought is a part of it, where words are kept
    if earlier.losses or earlier.unread:
        _pass_over_what_was_before_a_change(earlier, game)
    return earlier


def _pass_over_what_was_before_a_change(earlier: Earlier, game: Game) -> None:
    """Forgets what was lost or not read before the way in which a seat's model is asked was changed."""
    changed = changed_at(game_id=game.pk)
    for question, losses in earlier.losses.items():
        if at := changed.get(question[1]):
            earlier.losses[question] = tuple(each for each in losses if each.at > at)
    for question, (told_at, _) in list(earlier.unread.items()):
        if (at := changed.get(question[1])) and told_at <= at:
            del earlier.unread[question]
