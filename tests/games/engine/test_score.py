"""What is shown takes its time by its shape, and by nothing of it that is secret."""

from typing import Any

import pytest

from games.engine.events import (
    Died,
    Event,
    NotEjected,
    PhaseBegan,
    Plotted,
    Protected,
    Said,
    Shot,
    Targeted,
    Ticked,
    VoteCast,
    VoteShown,
    Walked,
)
from games.engine.score import Heard, Shape, Stage, replayed, seconds_of, shape_of

TWENTY = " ".join(["word"] * 20)
SIXTY = " ".join(["word"] * 60)


@pytest.mark.parametrize(
    ("kind", "fields", "shape"),
    [
        ("said", {"seat": 1, "words": "No."}, Shape.SPEECH),
        ("plotted", {"seat": 1, "words": "Her.", "target": 2}, Shape.SPEECH),
        ("voted", {"votes": [{"seat": 1, "target": 2}]}, Shape.BALLOT),
        ("vote_shown", {"seat": 1, "target": None}, Shape.VOTE),
        ("vote_cast", {"seat": 1}, Shape.VOTE),
        ("pointed", {"by": 1, "target": 2}, Shape.VOTE),
        ("missed", {"seat": 1}, Shape.VERDICT),
        ("not_ejected", {"reason": "tie"}, Shape.VERDICT),
        ("quiet_night", {}, Shape.VERDICT),
        ("nobody_spoke", {"t": 3}, Shape.PAUSE),
        ("phase", {"name": "night", "number": 1}, Shape.NIGHT),
        ("phase", {"name": "day", "number": 1}, Shape.PHASE),
        ("tick", {"number": 1}, Shape.TICK),
        ("unheard_of", {"by": 3, "target": 1}, Shape.VOTE),
        ("unheard_of", {"seat": 3, "role": "baker"}, Shape.VERDICT),
    ],
)
def test_a_shape_follows_from_what_an_event_says(kind: str, fields: dict[str, Any], shape: Shape) -> None:
    assert shape_of(kind, fields) is shape


@pytest.mark.parametrize(
    ("words", "thought", "seconds"),
    [
        ("word", "", 1.5),
        (TWENTY, "", 4.8),
        (TWENTY, TWENTY, 8.8),
        (SIXTY, "word", 14.6),
        (SIXTY, SIXTY, 16.1),
        ("No.", TWENTY, 4.24),
    ],
)
def test_a_speech_takes_as_long_as_what_is_read_of_it(words: str, thought: str, seconds: float) -> None:
    assert seconds_of("said", {"seat": 1, "words": words}, thought) == pytest.approx(seconds)


def test_a_ballot_takes_as_long_as_its_votes_and_as_its_reasons() -> None:
    votes: list[dict[str, Any]] = [{"seat": seat, "target": None} for seat in range(5)]

    assert seconds_of("voted", {"votes": votes}) == pytest.approx(4 * 0.7 + 1.6)
    assert seconds_of("voted_why", {"votes": [{**vote, "reason": TWENTY} for vote in votes]}) == 16.1


def played(*events: Event, secret: tuple[int, ...] = (), polls: tuple[int, ...] = (), **stage: Any) -> list[float]:
    """When each of the events is shown that are all spoken at 0."""
    on = Stage(pace=stage.pop("pace", 1), shows_thoughts=stage.pop("shows_thoughts", False))
    by = polls or range(len(events))
    thoughts = stage.pop("thoughts", {})
    heard = [
        Heard(event, by[at], at not in secret, **({"thought": thoughts[at]} if at in thoughts else stage))
        for at, event in enumerate(events)
    ]
    return [round(on.enter(each, 0), 2) for each in heard]


def test_votes_come_one_by_one_and_the_verdict_after_a_pause() -> None:
    votes = [VoteShown(seat, 1) for seat in range(3)]

    assert played(*votes, NotEjected("tie"), Said(1, "So.")) == [0, 0.7, 1.4, 3, 7.1]


def test_pace_multiplies_every_time() -> None:
    assert played(VoteShown(1, 2), NotEjected("tie"), Said(1, "So."), pace=0.5) == [0, 0.8, 2.85]


def test_a_night_is_as_long_whatever_is_said_in_it() -> None:
    dusk, dawn = PhaseBegan("night", 1), Died(1, None, None)
    plots = [Plotted(seat, TWENTY, 1) for seat in range(3)]

    assert played(dusk, dawn) == [0, 16]
    assert played(dusk, *plots, dawn, secret=(1, 2, 3)) == [0, 0, 0, 0, 16]


def test_where_thoughts_are_shown_a_night_is_as_long_as_its_speech_needs() -> None:
    dusk, dawn = PhaseBegan("night", 1), Died(1, None, None)
    plots = [Plotted(seat, TWENTY, 1) for seat in range(3)]

    shown = played(dusk, *plots, dawn, secret=(1, 2, 3), shows_thoughts=True, thought=TWENTY)

    assert shown == [0, 2, 10.8, 19.6, 28.4]
    assert played(dusk, plots[0], dawn, secret=(1,), shows_thoughts=True) == [0, 2, 16]


def test_where_thoughts_are_shown_deeds_by_night_come_one_by_one_as_they_are_read() -> None:
    dusk, dawn, day = PhaseBegan("night", 1), Died(1, None, None), PhaseBegan("day", 1)
    deeds = [Targeted(3, "agreed"), Protected(1, 2), Shot(2, None)]
    secret, thoughts = (1, 2, 3, 6), {2: TWENTY, 3: SIXTY}
    events = (dusk, *deeds, dawn, day, Protected(1, 3), Said(1, "So."))

    shown = played(*events, secret=secret, shows_thoughts=True, thoughts=thoughts)

    assert shown == [0, 2, 4, 8, 16, 20.1, 20.1, 22.1]  # what is secret by day comes with what is public
    assert played(*events, secret=secret) == [0, 0, 0, 0, 16, 20.1, 20.1, 22.1]
    deep = {2: SIXTY, 5: TWENTY}
    long = played(dusk, *deeds * 3, dawn, secret=tuple(range(1, 10)), shows_thoughts=True, thoughts=deep)
    assert long == [0, 2, 4, 9, 11, 13, 17, 19, 21, 23, 25]


def test_what_happens_in_a_tick_comes_with_it_and_the_next_waits() -> None:
    tick, walk, next_ = Ticked(1), Walked(1, "admin", "storage"), Ticked(2)

    assert played(tick, walk, walk, next_, secret=(1, 2), polls=(1, 1, 1, 2)) == [0, 0, 0, 4.1]
    assert played(tick, walk, NotEjected("tie"), next_, secret=(1,), polls=(1, 1, 1, 2)) == [0, 0, 0.7, 4.8]


def test_where_thoughts_are_shown_they_are_read_in_a_tick_and_at_a_vote_as_far_as_all_can_wait() -> None:
    tick, walk, next_ = Ticked(1), Walked(1, "admin", "storage"), Ticked(2)
    ship: dict[str, Any] = {"secret": (1, 2), "polls": (1, 1, 1, 2), "shows_thoughts": True}

    events = (tick, walk, walk, next_)
    for words, seconds in ((3, 4.1), (25, 5), (60, 6)):  # each is read once
        assert played(*events, thoughts={1: " ".join(["word"] * words)}, **ship)[-1] == seconds
    assert played(*events, thoughts={1: SIXTY}, **{**ship, "shows_thoughts": False})[-1] == 4.1
    votes = [VoteCast(seat) for seat in range(3)]
    assert played(*votes, shows_thoughts=True, thought="I have to choose.") == [0, 0.8, 1.6]
    assert played(*votes, shows_thoughts=True, thought=SIXTY) == [0, 3, 6]
    assert played(*votes, thought=SIXTY) == [0, 0.7, 1.4]


def test_a_thought_that_several_events_come_of_is_read_once() -> None:
    assert played(Said(1, TWENTY), VoteCast(1), Said(2, "So."), shows_thoughts=True, thought=TWENTY) == [0, 8.8, 9.5]


def test_what_only_some_hear_keeps_the_others_waiting_no_longer_than_it_did() -> None:
    dusk, plots = PhaseBegan("night", 1), [Plotted(seat, SIXTY, 1) for seat in range(2)]

    assert played(dusk, *plots, secret=(1, 2), shows_thoughts=True, thought=SIXTY) == [0, 2, 14.1]


def test_a_replay_hurries_through_quiet_ticks_and_stays_with_a_death() -> None:
    def row(kind: str, **fields: Any) -> dict[str, Any]:
        return {"seq": 1, "kind": kind, "round": 1, "phase": "shift", "at": None, "text": "", **fields}

    ticks = [row("tick", number=number) for number in range(1, 5)]
    kill = row("killed", seat=1, by=2, room="admin", heard_by=[1, 2])
    walk = row("walked", seat=3, origin="admin", room="storage", heard_by=[3])
    meeting = [row("vote_shown", seat=1, target=2), row("not_ejected", reason="tie")]

    rows = [row("phase", name="shift", number=1), ticks[0], walk, ticks[1], ticks[2], kill, ticks[3]]
    assert replayed(rows) == [2.0, 0.6, 0.0, 1.5, 5.0, 0.0, 0.6]
    assert replayed([row("phase", name="meeting", number=1), *meeting]) == pytest.approx([2.0, 1.6, 4.1])
    said = row("said", seat=1, words=TWENTY)
    assert replayed([said, {**said, "thought": TWENTY}, row("said", seat=1, words="No.")]) == [5.0, 9.0, 2.0]
