"""Looking out: whoever leaves signs of life looks, also beat, and a look that fails is not the last."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from league.alerts import telling
from league.alerts.lookout import LOOKOUT, Lookout
from league.models import Addressee, Process, Watch
from league.models.process import ProcessKind
from league.processes import signs
from league.processes.beside import BESIDE
from league.processes.signs import BEAT, alive
from tests.factories import make_addressee, make_running_season
from tests.games.stage import until
from tests.league.alerts.sinks import Hook
from tests.patience import at_most

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db(transaction=True)]
SOON = timedelta(seconds=0.05)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks does so at once."""
    monkeypatch.setattr(LOOKOUT, "_first", 0.0)
    monkeypatch.setattr(LOOKOUT, "_every", SOON.total_seconds())


def test_every_process_that_leaves_signs_of_life_looks_and_none_that_has_ended(first: Hook, soon: None) -> None:
    make_addressee(address=first.address)
    assert LOOKOUT in BESIDE

    with alive(ProcessKind.SEASON, "spring"):
        assert until(Watch.objects.exists, at_most(3))
    Watch.objects.all().delete()
    BEAT.sent()
    assert until(Watch.objects.exists, at_most(3))
    BEAT.ended()

    Watch.objects.all().delete()
    assert LOOKOUT._thread is None
    assert not Watch.objects.exists()


def test_one_that_hangs_holds_up_no_sign_of_life(first: Hook, soon: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "EVERY", SOON)
    row = make_addressee(address=first.address)
    make_running_season(name="Spring", status="paused", waiting="no key")
    first.manner = "hangs"

    with alive(ProcessKind.WEB):
        assert until(lambda: first.posts)
        before = Process.objects.get(kind="web").seen_at
        assert until(lambda: Process.objects.get(kind="web").seen_at > before)
        assert not Addressee.objects.filter(pk=row.pk, failures__gt=0).exists()  # it hangs yet
        first.let_go()
        assert until(lambda: Addressee.objects.filter(pk=row.pk, failures__gt=0).exists())


def test_a_look_that_fails_is_not_the_last(first: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    make_addressee(address=first.address)
    make_running_season(slug="spring", status="paused", waiting="no key")
    faults = [RuntimeError("a fault of ours"), OperationalError("the database is away")]

    def look(**given: Any) -> bool:
        if faults:
            raise faults.pop()
        return telling.take_watch(owner="here", **given)

    monkeypatch.setattr(telling, "look", look)
    lookout = Lookout(first=timedelta(0), every=SOON)
    lookout.begin(ProcessKind.WEB)
    lookout.begin(ProcessKind.WORKER)
    lookout.end(ProcessKind.WEB)
    assert until(Watch.objects.exists, at_most(3))
    lookout.end(ProcessKind.WORKER)

    assert faults == []
