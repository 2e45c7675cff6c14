"""Everything public has its time, and the times of what is public tell nothing of what is not."""

import asyncio
import signal
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from games.agents.offline import OfflinePlayer
from games.engine.events import Died, NotEjected, PhaseBegan, Plotted, Said, VoteShown
from games.engine.moderator import Answer as Given
from games.engine.moderator import Moderator
from games.engine.table import EVERYONE, Entry
from games.engine.viewpoint import AUDIENCE
from games.hosting import session as hosting
from games.hosting.leases import claim_game
from games.hosting.pacing import Timing
from games.hosting.runner import Hall, Place
from games.ledger.reads import events_for
from games.models import Answer, Game
from games.models import Event as Row
from personas.models import Player
from tests.factories import NOON
from tests.games.casting import cast, make_game
from tests.games.stage import HostProcess, until
from tests.games.twins import TWIN_ROLES, TWIN_SEED, dealt, scripted_answer, stored
from tests.patience import at_most

MOMENT: Final = timedelta(milliseconds=1)
FIELDS = ("kind", "round", "phase", "shown_at")


def silent(_: Entry) -> str:
    return ""


def test_what_is_secret_gets_a_share_of_what_is_left_and_no_more() -> None:
    timing = Timing(2, is_open=False)
    dusk = Entry(1, 1, "night", PhaseBegan("night", 1), EVERYONE, 0)
    plot = Entry(2, 1, "night", Plotted(0, "Her.", 3), frozenset({0}), 1)
    dawn = Entry(3, 1, "night", Died(3, None, None), EVERYONE, 2)
    asked = Given(1, 0, "plot", "", {"message": " ".join(["word"] * 20)}, "", "")

    (fallen,) = timing.times([dusk], NOON, silent)
    timing.answered([asked], [])
    (plotted,) = timing.times([plot], NOON + timedelta(seconds=4), silent)

    assert (fallen, plotted) == (NOON, NOON + timedelta(seconds=4))
    assert timing.share(NOON + timedelta(seconds=4)) == pytest.approx(9.6)
    assert timing.share(NOON + timedelta(seconds=28)) == pytest.approx(2)
    assert timing.share(NOON + timedelta(seconds=40)) == 0
    assert timing.times([dawn], NOON + timedelta(seconds=20), silent) == [NOON + timedelta(seconds=32)]
    assert timing.ahead(NOON + timedelta(seconds=30)) == 2
    assert timing.ahead(NOON - timedelta(hours=1)) == 12  # somebody put the clock back


def test_a_restart_keeps_the_times_that_were_given() -> None:
    votes = [Entry(seat, 1, "day", VoteShown(seat, 1), EVERYONE, 1) for seat in range(1, 4)]
    verdict = Entry(4, 1, "day", NotEjected("tie"), EVERYONE, 1)
    before, after = Timing(1), Timing(1)
    times = before.times([*votes, verdict], NOON, silent)

    after.recall([*votes, verdict], times, NOON + timedelta(seconds=1), silent)
    speech = Entry(5, 1, "day", Said(1, "So."), EVERYONE, 2)

    assert after.ahead(NOON + timedelta(seconds=1)) == pytest.approx(2)
    assert after.times([speech], NOON + timedelta(seconds=1), silent) == [times[-1] + timedelta(seconds=4.1)]


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
    monkeypatch: pytest.MonkeyPatch,
    players: Sequence[Player],
    moderator: Moderator,
    *,
    mark: str,
    plots: int,
    sees: str,
) -> tuple[list[tuple[Any, ...]], int, list[timedelta]]:
    """Hosts the script of the twins through night and day; the public events with their times, the answers, and how far
    ahead of their times events were written."""
    hands = Hands()

    def scripted(played: Moderator, _: Sequence[OfflinePlayer], seat: int) -> None:
        answer: Mapping[str, Any] = scripted_answer(played, seat, mark, settled=played.poll > (plots - 1) * 2)
        played.answer(seat, answer)
        if played.rounds == 2:
            hands.set()

    monkeypatch.setattr(hosting, "answer_pending", scripted)
    terms = {"pace": 1, "spoilers": sees, "delay_minutes": 5}
    game = stored(moderator, players, status="scheduled", started_at=None, last_seq=0, terms=terms)
    Row.objects.filter(game=game).delete()
    lease = claim_game(owner="tests", now=NOON)
    assert lease is not None
    hall = Hall("tests", clock=hands.read)
    place = Place(lease, hands)  # type: ignore[arg-type]  # as much of a Halt as a game asks for
    asyncio.run_coroutine_threadsafe(hall._play(place), hall._loop).result(at_most(60))
    hall.close()
    rows = Row.objects.filter(game=game).order_by("seq")
    public = list(rows.filter(heard_by=-1).values_list(*FIELDS))
    ahead = [row.shown_at - row.at for row in rows if row.shown_at]
    answers = Answer.objects.filter(game=game).count()
    Game.objects.all().delete()
    return public, answers, ahead


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sees", ["delayed", "sealed"])
def test_two_games_with_the_same_public_play_keep_the_same_public_times(
    monkeypatch: pytest.MonkeyPatch, sees: str
) -> None:
    players = cast(8)

    public, answers, ahead = first_day(monkeypatch, players, dealt(), mark="A", plots=1, sees=sees)
    twin, more, _ = first_day(
        monkeypatch, players, dealt(TWIN_ROLES, TWIN_SEED), mark="B thinks long and", plots=3, sees=sees
    )

    assert more == answers + 4, "the mafia of the twin needed two rounds more"
    assert twin == public
    times = {(kind, name, number): at for kind, number, name, at in public if kind != "said"}
    dusk = times["phase", "night", 1]
    assert (times["died", "night", 1] - dusk).total_seconds() == pytest.approx(16, abs=0.001)
    assert (times["phase", "day", 1] - dusk).total_seconds() == pytest.approx(20.1, abs=0.001)
    talked, voted, told = 2 + 14 * 1.5, 6 * 0.7 + 1.6, 4.1
    day = times["phase", "night", 2] - times["phase", "day", 1]
    assert day.total_seconds() == pytest.approx(talked + voted + told, abs=0.001)
    assert min(ahead) == timedelta(0)
    assert max(ahead) > timedelta(seconds=5), "what one poll led to is written at once"


@pytest.mark.django_db(transaction=True)
def test_an_open_game_takes_the_time_that_is_needed_for_what_is_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    players = cast(8)

    public, *_ = first_day(monkeypatch, players, dealt(), mark="A", plots=1, sees="open")
    twin, *_ = first_day(monkeypatch, players, dealt(TWIN_ROLES, TWIN_SEED), mark="B " * 20, plots=1, sees="open")

    first = [at for kind, *_, at in public if kind == "said"]
    long = [at for kind, *_, at in twin if kind == "said"]
    # "Seat 1 has been listening.", and twenty words more of thought in the one than in the other.
    assert (first[1] - first[0]).total_seconds() == pytest.approx(5 * 0.24 + 8 * 0.2, abs=0.001)
    assert (long[1] - long[0]).total_seconds() == pytest.approx(5 * 0.24 + 27 * 0.2, abs=0.001)


# --- killed in the middle --------------------------------------------------------------------------------------------


@pytest.fixture
def process(tmp_path: Path) -> Iterator[HostProcess]:
    process = HostProcess(tmp_path)
    yield process
    process.close()


@pytest.mark.django_db(transaction=True)
def test_a_kill_in_the_middle_of_a_vote_shows_no_verdict_sooner_and_nothing_twice(process: HostProcess) -> None:
    game = make_game("K", pace=0.4, options={"discussion_rounds": 1})

    def rows() -> list[tuple[Any, ...]]:
        told = Row.objects.filter(game=game).order_by("seq")
        return list(told.values_list("seq", "public_seq", "kind", "data", "at", "shown_at"))

    process.start()
    until(lambda: Row.objects.filter(game=game, kind="voted").exists(), at_most(60))
    process.end(signal.SIGKILL)
    before = rows()
    vote = next(at for at, row in enumerate(before) if row[2] == "voted")
    (_, _, _, _, written, shown), verdict = before[vote], before[vote + 1]
    running = Game.objects.get(pk=game.pk)

    def seen(now: datetime) -> str:
        return str(events_for(running, AUDIENCE, now=now)[-1]["kind"])

    assert shown > written, "it was written before its time"
    assert verdict[2] in ("lynched", "not_lynched")
    assert (verdict[5] - shown).total_seconds() >= 0.4 * 1.5
    assert (seen(shown - MOMENT), seen(shown), seen(verdict[5] - MOMENT)) == ("said", "voted", "voted")
    assert seen(verdict[5]) == verdict[2]

    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"pace": 0.01})
    process.start()

    assert process.finish() == 0
    after = rows()
    assert after[: len(before)] == before
    times = [row[5] for row in after]
    assert times == sorted(times)
    ended = Game.objects.get(pk=game.pk)
    assert (ended.status, ended.last_seq) == ("finished", len(after))
    assert ended.finished_at is not None
    assert ended.finished_at >= times[-1], "it is over when its end is shown"
