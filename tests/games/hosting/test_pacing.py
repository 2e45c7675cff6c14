"""Everything public has its time, and the times of what is public tell nothing of what is not."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.agents.offline import OfflinePlayer
from games.engine.events import Died, Event, PhaseBegan, Plotted, Said, Ticked
from games.engine.moderator import Moderator
from games.engine.table import EVERYONE, Entry
from games.hosting import session as hosting
from games.hosting.leases import claim_game
from games.hosting.pacing import Timing, time_for_event, time_for_words
from games.hosting.runner import Hall, Place
from games.models import Answer, Game
from games.models import Event as Row
from personas.models import Player
from tests.factories import NOON
from tests.games.casting import cast
from tests.games.twins import TWIN_ROLES, TWIN_SEED, dealt, scripted_answer, stored
from tests.patience import at_most

FIELDS = ("kind", "round", "phase", "at")


@pytest.mark.parametrize(
    ("words", "seconds"),
    [("word", 1.5), (" ".join(["word"] * 20), 5.0), (" ".join(["word"] * 500), 12.0), ("", 0.5)],
)
def test_a_speech_takes_as_long_as_its_words(words: str, seconds: float) -> None:
    assert time_for_words(words) == time_for_event(Said(1, words)) == seconds


@pytest.mark.parametrize(
    ("event", "seconds"),
    [(PhaseBegan("day", 1), 2.0), (PhaseBegan("night", 1), 16.0), (Ticked(3), 1.5), (Died(1, None, None), 0.0)],
)
def test_a_phase_takes_its_time_and_a_death_none_of_its_own(event: Event, seconds: float) -> None:
    assert time_for_event(event) == seconds


def test_what_is_secret_gets_a_share_of_what_is_left_and_no_more() -> None:
    timing = Timing(2)
    dusk = Entry(1, 1, "night", PhaseBegan("night", 1), EVERYONE, 0)
    plot = Entry(2, 1, "night", Plotted(0, "Her.", 3), frozenset({0}), 1)

    timing.tell([dusk], NOON)
    timing.tell([plot], NOON + timedelta(seconds=4))

    assert timing.left(NOON + timedelta(seconds=4)) == 28
    assert timing.share(5, NOON + timedelta(seconds=4)) == 10
    assert timing.share(5, NOON + timedelta(seconds=28)) == 2
    assert timing.share(5, NOON + timedelta(seconds=40)) == 0
    assert timing.left(NOON - timedelta(hours=1)) == 32  # somebody put the clock back


# --- two worlds ------------------------------------------------------------------------------------------------------


class Hands:
    """A clock that only waiting moves, and whoever says "stop": told to when the second night has fallen."""

    def __init__(self) -> None:
        self.now = NOON
        self.waits: list[float] = []
        self._told = False

    def read(self) -> datetime:
        return self.now

    def set(self) -> None:
        self._told = True

    def is_set(self) -> bool:
        return self._told

    def wait(self, timeout: float) -> bool:
        return self._told

    async def sleep(self, seconds: float) -> None:
        if not self._told:
            self.waits.append(seconds)
            self.now += timedelta(seconds=seconds)


def first_day(
    monkeypatch: pytest.MonkeyPatch, players: Sequence[Player], moderator: Moderator, *, mark: str, plots: int
) -> tuple[list[tuple[Any, ...]], int]:
    """Hosts the script of the twins through night and day; the public events with their times, and the answers."""
    hands = Hands()

    def scripted(played: Moderator, _: Sequence[OfflinePlayer], seat: int) -> None:
        answer: Mapping[str, Any] = scripted_answer(played, seat, mark, settled=played.poll > (plots - 1) * 2)
        played.answer(seat, answer)
        if played.rounds == 2:
            hands.set()

    monkeypatch.setattr(hosting, "answer_pending", scripted)
    game = stored(moderator, players, status="scheduled", started_at=None, last_seq=0, terms={"pace": 1})
    Row.objects.filter(game=game).delete()
    lease = claim_game(owner="tests", now=NOON)
    assert lease is not None
    hall = Hall("tests", clock=hands.read)
    place = Place(lease, hands)  # type: ignore[arg-type]  # as much of a Halt as a game asks for
    asyncio.run_coroutine_threadsafe(hall._play(place), hall._loop).result(at_most(60))
    hall.close()
    public = list(Row.objects.filter(game=game, heard_by=-1).order_by("seq").values_list(*FIELDS))
    answers = Answer.objects.filter(game=game).count()
    Game.objects.all().delete()
    return public, answers


@pytest.mark.django_db(transaction=True)
def test_two_games_with_the_same_public_play_keep_the_same_public_times(monkeypatch: pytest.MonkeyPatch) -> None:
    players = cast(8)

    public, answers = first_day(monkeypatch, players, dealt(), mark="A", plots=1)
    twin, more = first_day(monkeypatch, players, dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3)

    assert more == answers + 4, "the mafia of the twin needed two rounds more"
    assert twin == public
    phases = {(name, number): at for kind, number, name, at in public if kind == "phase"}
    assert phases["day", 1] - phases["night", 1] == timedelta(seconds=16)
    assert (phases["night", 2] - phases["day", 1]).total_seconds() == pytest.approx(2 + 14 * 1.5 + 6 * 0.5, abs=0.01)
