"""The answers behind what a game has shown through the glass, and what its rules worked out of them.

Law: who may look through the glass, and how far, is games.ledger.reads' to say, which gives the events that are
shown; an answer is told once an event of its own poll, or of a later one, is among them. What is not stored (the
priority of a bid, why somebody was woken) is never guessed: the rules play it again from seed and answers, or it is not
told.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final

from games.engine.disclosing import disclosure_from_plain
from games.engine.discussion import Bidding, Woken
from games.engine.moderator import Answer as Given
from games.engine.moderator import Diverged, Moderator
from games.engine.ruleset import WrongOption
from games.engine.rulesets import ruleset_named
from games.engine.table import Deal
from games.models import Answer, Call, Event, Game
from league.queries.stage.beats import Beat
from league.queries.stage.transcript import Event as Shown

BID: Final = "desire_to_speak"  # the field that only bids have


@dataclass(frozen=True, slots=True)
class Journal:
    """The answers of a game as far as beats have shown it, in the order of beats, polls and seats: `beats` has for each
    the number of its beat, `tries` and `refused` by poll and seat how often it was asked, where more than once, and why
    again. `biddings` and `wakings` are what the rules worked out, by poll; `unknown` says why they are not there."""

    answers: Sequence[Given] = ()
    beats: Sequence[int] = ()
    tries: Mapping[tuple[int, int], int] = field(default_factory=dict)
    refused: Mapping[tuple[int, int], Sequence[str]] = field(default_factory=dict)
    biddings: Mapping[int, Sequence[Bidding]] = field(default_factory=dict)
    wakings: Mapping[int, Woken] = field(default_factory=dict)
    polls: Sequence[int] = ()  # of each event, in order
    unknown: str = ""


def beats_of_polls(polls: Sequence[int], answered: Sequence[int], beats: Sequence[Beat], *, is_over: bool) -> list[int]:
    """The beat that the answers of each of these polls belong to, in ascending order; those of which nothing is shown
    yet are left out, at the end. `polls` are those of the events, by their place.

    It is the one with the first event of that poll or a later one; where a scene begins with that event, the one
    before: what led to nothing that is shown belongs to the scene in which it was asked.
    """
    found = []
    firsts = [beat.first for beat in beats]
    number = 0
    for poll in answered:
        place = bisect_left(polls, poll)
        if place == len(polls):
            if not is_over:
                break
            number = len(beats) - 1
        else:
            while number + 1 < len(beats) and firsts[number + 1] <= place + 1:
                number += 1
        is_first = place < len(polls) and firsts[number] == place + 1
        found.append(number - 1 if number and is_first and "title" in beats[number].sets else number)
    return found


def journal_of(game: Game, events: Sequence[Shown], beats: Sequence[Beat], upto: int) -> Journal:
    """What was answered in a game up to a beat of the glass lens, that one included; `events` and `beats` are all that
    are shown. Two queries, three where somebody was asked again; one where there is nothing yet."""
    last = beats[-1].last
    polls = list(Event.objects.filter(game=game, seq__lte=last).order_by("seq").values_list("poll", flat=True))
    if not polls or not polls[-1]:
        return Journal(polls=polls)
    rows = list(Answer.objects.filter(game=game, poll__lte=polls[-1]).order_by("poll", "seat"))
    numbers = beats_of_polls(polls, [row.poll for row in rows], beats, is_over=game.is_over)
    spoken = _spoken(events, polls)
    firsts = [beat.first for beat in beats]
    placed = []
    for row, number in zip(rows, numbers, strict=False):
        # Whoever speaks in the same poll as others, as the ghosts of a meeting do, is told where they are heard. Bids
        # of one tick stay together.
        seq = None if BID in row.answer else spoken.get((row.poll, row.seat, row.answer.get("message")))
        placed.append((number if seq is None else bisect_right(firsts, seq) - 1, row))
    placed = sorted((each for each in placed if each[0] <= upto), key=itemgetter(0))
    numbers = [number for number, _ in placed]
    answers = [_given(row) for _, row in placed]
    tries = {(row.poll, row.seat): row.tries for _, row in placed if row.tries > 1}
    # Of a poll that is told in part all answers are needed, for the rules to come to what they made of it.
    until = max((each.poll for each in answers), default=0)
    biddings, wakings, unknown = _worked_out(game, [_given(row) for row in rows if row.poll <= until])
    return Journal(answers, numbers, tries, _refused(game, tries), biddings, wakings, polls, unknown)


def _given(row: Answer) -> Given:
    disclosed = disclosure_from_plain(row.disclosed)
    return Given(row.poll, row.seat, row.kind, row.digest, row.answer, row.thought, row.default_reason, disclosed)


def _spoken(events: Sequence[Shown], polls: Sequence[int]) -> dict[tuple[int, Any, Any], int]:
    """The number of the event with which words were heard, by poll, seat and words."""
    return {
        (poll, event.get("seat"), event["words"]): event["seq"]
        for event, poll in zip(events, polls, strict=False)
        if isinstance(event.get("words"), str)
    }


def _refused(game: Game, tries: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], list[str]]:
    """Why models were asked again, in the words that they were told; when the game is over, as its log has it."""
    if not tries or not game.is_over:
        return {}
    calls = Call.objects.filter(game=game, purpose=Call.Purpose.ANSWER, poll__in={poll for poll, _ in tries})
    found: dict[tuple[int, int], list[str]] = {}
    for poll, seat, fault in calls.exclude(fault="").order_by("pk").values_list("poll", "seat", "fault"):
        if poll is not None and seat is not None and (poll, seat) in tries:
            found.setdefault((poll, seat), []).append(fault)
    return found


def _worked_out(game: Game, answers: Sequence[Given]) -> tuple[dict[int, list[Bidding]], dict[int, Woken], str]:
    """What the rules work out when the game is played again with these answers, and why nothing where they cannot."""
    workings: list[tuple[int, object]] = []
    if not answers:
        return {}, {}, ""
    try:
        ruleset = ruleset_named(game.ruleset)
        seats = sorted(game.seats.all(), key=lambda seat: seat.number)
        roles = tuple(ruleset.role_named(seat.role) for seat in seats)
        Moderator(
            ruleset if game.terms.get("disclosing", True) else ruleset.undisclosed,
            ruleset.options_from(game.options, len(seats)),
            Deal(tuple(seat.alias for seat in seats), roles, game.first, game.is_given),
            game.seed,
            revision=game.revision,
            journal=answers,
            workings=workings,
        )
    except (Diverged, LookupError, WrongOption):
        # What was worked out up to there is not told either: nobody knows where it began to differ.
        return {}, {}, f"revision {game.revision} of these rules is not played here any more"
    biddings: dict[int, list[Bidding]] = {}
    for poll, working in workings:
        if isinstance(working, Bidding):
            biddings.setdefault(poll, []).append(working)
    return biddings, {poll: each for poll, each in workings if isinstance(each, Woken)}, ""
