"""Ends of games are told a few at a time, each of them once, and none is left behind."""

import pytest
from django.db import OperationalError

from games.hosting import endings
from games.hosting.endings import Ended, Ends
from games.models import Game


def gathered(number: int) -> tuple[Ends, list[list[int]]]:
    """So many ends that were not told, and where they are told by their keys."""
    told: list[list[int]] = []
    ends = Ends()
    ends.on_finished = lambda ended: told.append([game.pk or 0 for game, _ in ended])
    for place in range(number):
        ends.add(end(place))
    return ends, told


def end(key: int) -> Ended:
    return Game(pk=key), None


def test_a_few_wait_for_more() -> None:
    ends, told = gathered(endings.MOST - 1)

    ends.tell_if_due()

    assert (told, len(ends)) == ([], endings.MOST - 1)


def test_many_are_told_together_and_once() -> None:
    ends, told = gathered(endings.MOST)

    ends.tell_if_due()
    ends.tell_if_due()
    ends.tell()

    assert (told, len(ends)) == ([list(range(endings.MOST))], 0)


def test_nobody_waits_longer_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    ends, told = gathered(1)
    monkeypatch.setattr(endings, "WITHIN", -1.0)

    ends.tell_if_due()

    assert told == [[0]]


@pytest.mark.parametrize("error", [OperationalError("away"), ValueError("the caller's")])
def test_who_cannot_be_told_hinders_nobody(error: Exception) -> None:
    ends, told = gathered(1)
    works = ends.on_finished

    def fails(ended: object) -> None:
        raise error

    ends.on_finished = fails
    ends.tell()
    ends.on_finished = works
    ends.add(end(7))
    ends.tell()

    assert told == [[7]]
