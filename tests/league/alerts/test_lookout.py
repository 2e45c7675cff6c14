"""Looking out: whoever leaves signs of life looks, also beat, and a look that fails is not the last."""

from datetime import timedelta

import pytest

from league.alerts.lookout import LOOKOUT, Lookout
from league.models import Addressee, Watch
from league.models.process import ProcessKind
from league.processes.beside import BESIDE
from league.processes.signs import BEAT, alive
from tests.factories import make_addressee
from tests.league.alerts.sinks import Hook, until

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
        assert until(Watch.objects.exists)
    Watch.objects.all().delete()
    BEAT.sent()
    assert until(Watch.objects.exists)
    BEAT.ended()

    Watch.objects.all().delete()
    assert LOOKOUT._thread is None
    assert not Watch.objects.exists()


def test_a_look_that_fails_is_not_the_last(first: Hook) -> None:
    make_addressee(address=first.address, kinds=["season-stopped"])
    bad = make_addressee(kinds=7 * ["season-stopped"])
    lookout = Lookout(first=timedelta(0), every=SOON)
    Watch.objects.all().delete()

    lookout.begin(ProcessKind.WEB)
    lookout.begin(ProcessKind.WORKER)
    lookout.end(ProcessKind.WEB)
    assert until(Watch.objects.exists)
    lookout.end(ProcessKind.WORKER)

    assert Addressee.objects.filter(pk=bad.pk).exists()
