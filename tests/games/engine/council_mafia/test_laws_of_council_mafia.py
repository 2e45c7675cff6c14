"""What holds in every game of Council Mafia, with any seats, options and seed, played by players who do anything."""

from collections import Counter
from typing import Any

from hypothesis import given, settings

from games.engine.moderator import Moderator
from games.engine.table import Entry
from tests.games.engine.scenes import play_wildly
from tests.games.engine.strategies import Setting, settings_of_games

ANY_COUNCIL = settings_of_games(slugs=["council-mafia"])


def days(moderator: Moderator, phase: str = "day") -> list[list[Entry]]:
    """The entries of each day (or night), in order."""
    return [
        [entry for entry in moderator.ledger if (entry.round, entry.phase) == (number, phase)]
        for number in range(1, moderator.rounds + 1)
    ]


def of(entries: list[Entry], *kinds: str) -> list[Any]:
    return [entry.event for entry in entries if entry.event.kind in kinds]


@given(ANY_COUNCIL)
@settings(max_examples=40)
def test_everyone_alive_speaks_and_nominates_once_a_day_in_the_order_of_the_seats(setting: Setting) -> None:
    moderator, dead = play_wildly(setting.begin()), set()
    for entry in moderator.ledger:
        if entry.event.kind == "phase" and entry.phase == "day":
            day = days(moderator)[entry.round - 1]
            first = (entry.round - 1) % setting.seats
            round_the_table = [(first + step) % setting.seats for step in range(setting.seats)]
            order = [seat for seat in round_the_table if seat not in dead]
            assert [event.seat for event in of(day, "said")] == order
            assert [event.seat for event in of(day, "nominated")] == order
        if entry.event.kind in ("died", "lynched"):
            dead.add(entry.event.data()["seat"])


@given(ANY_COUNCIL)
@settings(max_examples=40)
def test_only_nominees_are_voted_for_and_whoever_is_lynched_led_alone(setting: Setting) -> None:
    """Counted from the public record alone."""
    for day in days(play_wildly(setting.begin())):
        nominees = {event.target for event in of(day, "nominated")} - {None}
        votes = of(day, "voted")
        assert len(votes) == (0 if not nominees else 1 + len(of(day, "runoff")))
        between = [nominees, *(set(runoff.seats) for runoff in of(day, "runoff"))]
        for voted, among in zip(votes, between, strict=False):  # counted above; without nominees there is no vote
            assert {vote.target for vote in voted.votes} <= among | {None}
            assert all(vote.seat != vote.target for vote in voted.votes)
        if votes:
            tally = Counter(vote.target for vote in votes[-1].votes)
            leaders = [target for target, count in tally.items() if count == max(tally.values())]
            led_alone = leaders if len(leaders) == 1 and leaders != [None] else []
            assert [event.seat for event in of(day, "lynched")] == led_alone
            assert [event.seat for event in of(day, "last_words")] == led_alone
            assert len(of(day, "not_lynched")) == (not led_alone)


@given(ANY_COUNCIL)
@settings(max_examples=40)
def test_each_of_the_tied_defends_themselves_once_and_nobody_else_does(setting: Setting) -> None:
    for day in days(play_wildly(setting.begin())):
        tied = [seat for runoff in of(day, "runoff") for seat in runoff.seats]
        order = [event.seat for event in of(day, "said")]
        assert tied == sorted(tied, key=order.index)
        assert [event.seat for event in of(day, "defended")] == tied


@given(ANY_COUNCIL)
@settings(max_examples=40)
def test_whoever_dies_in_a_night_was_the_target_and_not_protected(setting: Setting) -> None:
    nights = days(play_wildly(setting.begin()), "night")
    assert of(nights[0], "died", "plotted", "targeted", "protected", "investigated", "quiet_night") == []
    for night in nights[1:]:
        (targeted,) = of(night, "targeted")
        attacked = {targeted.target} - {None}
        protected = {event.target for event in of(night, "protected")}
        assert {event.seat for event in of(night, "died")} == attacked - protected
        assert {event.target for event in of(night, "stopped")} == attacked & protected
        assert len(of(night, "quiet_night")) == (not attacked - protected)


@given(ANY_COUNCIL)
@settings(max_examples=40)
def test_the_target_is_what_two_thirds_or_the_lowest_seat_proposed_last(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    for night in days(moderator, "night")[1:]:
        (targeted,) = of(night, "targeted")
        plots = of(night, "plotted")
        mafia = sorted({event.seat for event in plots})
        assert len(plots) in (0, len(mafia), 2 * len(mafia))
        for proposals in (plots[: len(mafia)], plots[len(mafia) :]):
            tally = Counter(event.target for event in proposals)
            settled = [target for target, count in tally.items() if count >= -(-2 * len(mafia) // 3)]
            if settled or len(proposals) == 0:
                break
        if plots:
            assert targeted.target == (settled[0] if settled else plots[len(mafia)].target)
            assert (len(plots) == len(mafia)) == bool(settled and proposals == plots[: len(mafia)])
