"""Things that gather are told a few at a time, each of them once, and none is left behind."""

import threading

import pytest
import structlog
from django.db import OperationalError

from games.process import gathering
from games.process.gathering import Gathering
from tests.games.stage import in_thread
from tests.patience import at_most


def gathered(number: int) -> tuple[Gathering[int], list[list[int]]]:
    """So many things that were not told, and where they are told."""
    told: list[list[int]] = []
    things: Gathering[int] = Gathering(structlog.get_logger(__name__), lost="things are lost", well="all is well")
    things.told_to = lambda few: told.append(list(few))
    for thing in range(number):
        things.add(thing)
    return things, told


def test_a_few_wait_for_more() -> None:
    things, told = gathered(gathering.MOST - 1)

    things.tell_if_due()

    assert (told, len(things)) == ([], gathering.MOST - 1)


def test_many_are_told_together_and_once() -> None:
    things, told = gathered(gathering.MOST)

    things.tell_if_due()
    things.tell_if_due()
    things.tell()

    assert (told, len(things)) == ([list(range(gathering.MOST))], 0)


def test_nobody_waits_longer_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    things, told = gathered(1)
    monkeypatch.setattr(gathering, "WITHIN", -1.0)

    things.tell_if_due()

    assert told == [[0]]


@pytest.mark.parametrize("error", [OperationalError("away"), ValueError("the caller's")])
def test_who_cannot_be_told_hinders_nobody(error: Exception) -> None:
    things, told = gathered(1)
    works = things.told_to

    def fails(few: object) -> None:
        raise error

    things.told_to = fails
    things.tell()
    things.told_to = works
    things.add(7)
    things.tell()

    assert told == [[7]]


def test_what_comes_while_others_are_told_waits_for_the_next_telling_and_its_own_is_over_when_it_is_told() -> None:
    things, told = gathered(gathering.MOST)
    begun, go_on = threading.Event(), threading.Event()
    works = things.told_to
    assert works is not None

    def slowly(few: object) -> None:
        begun.set()
        go_on.wait(at_most(10))
        works(few)  # type: ignore[arg-type]

    things.told_to = slowly
    teller = in_thread(things.tell_if_due)
    begun.wait(at_most(10))
    for thing in range(gathering.MOST):
        things.add(100 + thing)
    things.tell_if_due()  # somebody does already: it does not wait
    assert (told, len(things)) == ([], gathering.MOST)
    last = in_thread(things.tell)
    go_on.set()
    teller.join(at_most(10))
    last.join(at_most(10))

    assert told == [list(range(gathering.MOST)), list(range(100, 100 + gathering.MOST))]
