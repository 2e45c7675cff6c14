"""What holds in every game of Reactive Mafia, with any seats, options and seed, played by players who do anything."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hypothesis import given, settings

from games.engine.discussion.reactive import duration
from games.engine.moderator import Moderator
from games.engine.table import Entry
from tests.games.engine.scenes import answer_wildly, play_wildly
from tests.games.engine.strategies import Setting, settings_of_games

GAMES = settings_of_games(slugs=["reactive-mafia"])
TALKS = {"night": "conferred", "day": "remarked"}


def talks(moderator: Moderator) -> Iterator[tuple[str, list[Entry], int]]:
    """Each phase with its messages and how many lived when it began."""
    living = len(moderator.deal.roles)
    for number in range(1, moderator.rounds + 1):
        for phase, kind in TALKS.items():
            entries = [entry for entry in moderator.ledger if (entry.round, entry.phase) == (number, phase)]
            yield phase, [entry for entry in entries if entry.event.kind == kind], living
            living -= sum(entry.event.kind in ("died", "lynched") for entry in entries)


@given(GAMES)
@settings(max_examples=40)
def test_one_speaks_after_the_other_and_nobody_begins_after_the_limit(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    options: Any = moderator.options
    for phase, entries, living in talks(moderator):
        said: list[Any] = [entry.event for entry in entries]
        begun = [message.clock - duration(message.words) for message in said]
        assert all(start >= before.clock for before, start in zip(said, begun[1:], strict=False))
        if phase == "day":
            seconds = 60 * living if options.day_seconds is None else options.day_seconds
            messages = 6 * living if options.day_messages is None else options.day_messages
            assert len(said) <= messages
        else:
            seconds = 60 * (options.mafia_count or 0) if options.night_seconds is None else options.night_seconds
        assert all(0 <= start < max(seconds, 1) for start in begun)
        assert not said or seconds
        for one, next_ in pairwise(zip(said, begun, strict=True)):
            if one[0].seat == next_[0].seat:
                assert next_[1] >= one[0].clock + options.cooldown + 1


@given(GAMES)
@settings(max_examples=40)
def test_nobody_is_asked_more_often_in_one_talk_than_allowed(setting: Setting) -> None:
    moderator = setting.begin()
    options: Any = moderator.options
    asked: Counter[tuple[int, int, str]] = Counter()
    while moderator.pending:
        for seat, question in tuple(moderator.pending.items()):
            asked[moderator.rounds, seat, question.kind] += 1
            answer_wildly(moderator, seat)
    assert all(count <= options.wakings_max for (_, _, kind), count in asked.items() if kind in ("react", "confer"))


@given(GAMES)
@settings(max_examples=40)
def test_the_mafia_kill_somebody_of_the_town_every_night_unless_a_doctor_is_in_the_way(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    roles = moderator.deal.roles
    for number in range(1, moderator.rounds + 1):
        night: list[Any] = [e.event for e in moderator.ledger if (e.round, e.phase) == (number, "night")]
        (target,) = [event.target for event in night if event.kind == "targeted"]
        protected = {event.target for event in night if event.kind == "protected"}
        assert roles[target].team == "town"
        assert [event.seat for event in night if event.kind == "died"] == [target] * (target not in protected)
        assert [event.target for event in night if event.kind == "stopped"] == [target] * (target in protected)


@given(GAMES)
@settings(max_examples=40)
def test_every_round_that_does_not_end_the_game_is_summed_up_by_all_who_live(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    dead: dict[int, int] = {}  # seat -> the round of its death
    for entry in moderator.ledger:
        if entry.event.kind in ("died", "lynched"):
            dead[entry.event.data()["seat"]] = entry.round
    polls = sorted({answer.poll for answer in moderator.journal if answer.kind == "summary"})
    assert len(polls) == moderator.rounds - 1
    for number, poll in enumerate(polls, start=1):
        asked = [answer.seat for answer in moderator.journal if answer.poll == poll]
        assert sorted(asked) == [seat for seat in range(setting.seats) if dead.get(seat, 99) > number]
