"""What is done to the site, one thing after the other. Law: a fault waits until there is something for it to hit, and
tells what it hit; it leaves the site as somebody would who runs it, with as many workers as before.

Another fault is another function in one of the lists below.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from django.db.models import Exists, OuterRef

from games.models import Call, Game
from tests.chaos.site import Hand, Site, pause
from tests.chaos.watching import until

Fault = Callable[[Site], dict[str, int]]  # what it hit, by what that is called
STOPPED: Final = 25.0  # seconds; longer than a lease
AWAY: Final = 4.0  # seconds that a server is down
BETWEEN: Final = 3.0  # seconds between two faults
ENOUGH: Final = 2  # games that whoever is hit plays
PATIENCE: Final = 90.0


def games_of(hand: Hand) -> int:
    """How many games a worker holds with a question on its way: one that is just coming up would lose nothing."""
    held = Game.objects.filter(status=Game.Status.RUNNING, lease_owner__contains=f":{hand.pid}:")
    asked = Call.objects.filter(game=OuterRef("pk"), status__in=Call.OPEN)
    return held.filter(Exists(asked)).count()


def busiest(site: Site) -> tuple[Hand, int]:
    """The worker that holds most games, once it holds enough; and how many."""
    until(lambda: max(map(games_of, site.at_work)) >= ENOUGH, PATIENCE, "a worker with games")
    return max(((hand, games_of(hand)) for hand in site.at_work), key=lambda found: found[1])


def a_worker_is_stopped(site: Site) -> dict[str, int]:
    """For longer than its leases last; then it goes on as if nothing had been."""
    hand, games = busiest(site)
    site.hold(hand)
    pause.wait(STOPPED)
    site.let_go_on(hand)
    return {"stops": 1, "games of stopped workers": games}


def a_worker_is_killed(site: Site) -> dict[str, int]:
    hand, games = busiest(site)
    site.kill(hand)
    site.start_worker()
    return {"kills": 1, "games of killed workers": games}


def redis_is_restarted(site: Site) -> dict[str, int]:
    """What it held is lost."""
    site.redis.stop()
    pause.wait(AWAY)
    site.redis.start()
    return {"restarts of redis": 1}


def postgresql_is_restarted(site: Site) -> dict[str, int]:
    _, games = busiest(site)
    began = time.monotonic()
    site.database.stop()
    pause.wait(AWAY)
    site.database.start()
    site.database_away.append((began, time.monotonic()))
    return {"restarts of postgresql": 1, "games when postgresql went": games}


SHORT: Final[Sequence[Fault]] = (a_worker_is_killed, redis_is_restarted, postgresql_is_restarted)
LONG: Final[Sequence[Fault]] = (
    a_worker_is_stopped,
    a_worker_is_killed,
    redis_is_restarted,
    a_worker_is_stopped,
    a_worker_is_killed,
    postgresql_is_restarted,
    a_worker_is_killed,
)
FORMS: Final = {"none": (), "short": SHORT, "long": LONG}


def hit_by_all(site: Site, faults: Sequence[Fault]) -> dict[str, int]:
    """Has one fault after the other happen; what they hit in all."""
    hit: dict[str, int] = {}
    for fault in faults:
        for name, number in fault(site).items():
            hit[name] = hit.get(name, 0) + number
        pause.wait(BETWEEN)
    return hit
