"""What was written before its time is not there for whoever looks, until its time has come."""

from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer
from games.ledger.paging import page_before
from games.ledger.reads import events_for, narrations_for
from games.models import Event, Game
from tests.factories import make_players
from tests.games.twins import dealt, play_first_day, stored
from tests.games.watching import Watcher, site
from tests.patience import at_most

pytestmark = pytest.mark.django_db(transaction=True)
HOUR: Final = timedelta(hours=1)
VOTED, LYNCHED = "voted", "lynched"


def shown(verdict: datetime, **terms: Any) -> Game:
    """A game in its second night, all of which is shown but for what followed on the vote."""
    players = make_players(8)
    game = stored(play_first_day(dealt()), players, terms={"pace": 1, "narrator": "template", **terms})
    put_off(game, verdict)
    return Game.objects.get(pk=game.pk)


def put_off(game: Game, verdict: datetime) -> None:
    """Has the verdict shown at that time, what follows an instant later, and all before it an hour ago."""
    Event.objects.filter(game=game).update(at=timezone.now() - 2 * HOUR, shown_at=timezone.now() - HOUR)
    first = Event.objects.get(game=game, kind=LYNCHED)
    for row in Event.objects.filter(game=game, seq__gte=first.seq):
        Event.objects.filter(pk=row.pk).update(shown_at=verdict + timedelta(milliseconds=10) * (row.seq - first.seq))


@pytest.mark.parametrize("viewer", [AUDIENCE, GLASS, seat_viewer(0)], ids=lambda viewer: viewer.lens)
def test_an_event_is_there_from_its_time_on(viewer: Viewer) -> None:
    game = shown(timezone.now() + HOUR)
    now = timezone.now()

    early = events_for(game, viewer, now=now)
    late = events_for(game, viewer, now=now + 2 * HOUR)

    assert early[-1]["kind"] == VOTED
    assert [row["kind"] for row in late[len(early) :]][:2] == [LYNCHED, "phase"]
    assert page_before(game, viewer, 1000, 1, now=now) == len(early) - 1
    assert page_before(game, viewer, 1000, 1, now=now + 2 * HOUR) == len(late) - 1


def test_the_narrator_says_nothing_to_what_is_not_shown() -> None:
    game = shown(timezone.now() + HOUR)
    now = timezone.now()
    number = len(events_for(game, AUDIENCE, now=now))

    assert [each for each in narrations_for(game, AUDIENCE, now=now + 2 * HOUR) if each.after > number]
    assert not [each for each in narrations_for(game, AUDIENCE, now=now) if each.after > number]


@pytest.mark.parametrize("path", ["/games/{}/", "/api/v1/games/{}/events/", "/api/v1/games/{}/log/"])
def test_page_and_api_show_the_vote_before_the_verdict(client: Client, path: str) -> None:
    game = shown(timezone.now() + HOUR)
    address = path.format(game.public_id)

    before = client.get(address).content.decode()
    put_off(game, timezone.now() - HOUR / 2)
    after = client.get(address).content.decode()

    assert ("is lynched" in before, "is lynched" in after) == (False, True)
    assert ("Night 2" in before, "Night 2" in after) == (False, True)


def test_a_list_tells_of_a_death_when_it_is_shown(client: Client) -> None:
    game = shown(timezone.now() + HOUR)

    def living() -> int:
        seats = client.get(f"/api/v1/games/{game.public_id}/").json()["seats"]
        return sum(seat["survived"] is None for seat in seats)

    assert living() == 7
    put_off(game, timezone.now() - HOUR / 2)
    assert living() == 6


def test_a_delayed_lens_counts_from_when_an_event_was_shown() -> None:
    game = shown(timezone.now() + HOUR, spoilers="delayed", delay_minutes=90)
    now = timezone.now()

    assert events_for(game, AUDIENCE, now=now)[-1]["kind"] == VOTED
    assert events_for(game, GLASS, user=AnonymousUser(), now=now) == []
    assert events_for(game, GLASS, user=AnonymousUser(), now=now + HOUR)[-1]["kind"] == VOTED


def test_what_was_written_before_events_had_times_is_shown_at_once() -> None:
    game = shown(timezone.now() + HOUR)
    Event.objects.filter(game=game).update(shown_at=None)

    assert events_for(game, AUDIENCE)[-1]["kind"] == "phase"


def test_a_game_that_is_over_holds_nothing_back() -> None:
    game = shown(timezone.now() + HOUR)
    Game.objects.filter(pk=game.pk).update(status="void")

    assert events_for(Game.objects.get(pk=game.pk), AUDIENCE)[-1]["kind"] == "phase"


@pytest.mark.parametrize("pace", [0, 1])
def test_no_reader_asks_more_for_it(pace: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    game = Game.objects.prefetch_related("seats").get(pk=shown(timezone.now() - HOUR, pace=pace).pk)

    with django_assert_num_queries(3):  # the events, what was claimed before them, and how it came out
        events_for(game, AUDIENCE)


def heard(watcher: Watcher) -> list[tuple[str, datetime]]:
    """What came, with the moment at which it did, until the night has fallen again."""
    told: list[tuple[str, datetime]] = []
    while not told or told[-1][0] != "phase" or len([kind for kind, _ in told if kind == "phase"]) < 3:
        frame = watcher.hear(at_most(30))
        if frame["type"] == "event":
            told.append((frame["event"]["kind"], timezone.now()))
    return told


def test_a_socket_is_told_each_event_when_its_time_has_come() -> None:
    game = shown(timezone.now() + timedelta(seconds=1.5))
    times = dict(Event.objects.filter(game=game).values_list("kind", "shown_at"))

    with site() as here, here.watch(f"/ws/games/{game.public_id}/") as watcher:
        told = heard(watcher)

    kinds = [kind for kind, _ in told]
    assert kinds[-3:] == [VOTED, LYNCHED, "phase"]
    assert kinds.count(LYNCHED) == kinds.count(VOTED) == 1
    arrived = dict(told)
    assert arrived[VOTED] < times[LYNCHED] <= arrived[LYNCHED]
