"""What is done to the site, one thing after the other. Law: a fault waits until there is something for it to hit, and
tells what it hit; it leaves the site as somebody would who runs it, with as many workers as before.

Another fault is another function in one of the lists below.
"""

import os
import signal
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef
from redis import Redis

from games.models import Answer, Call, Game
from tests.chaos.site import Hand, Site, pause
from tests.chaos.watching import is_over, is_written, until

Fault = Callable[
    [Site], dict[str, float]
]  # what it hit, by what that is called; the longest of all where that begins so
STOPPED: Final = 25.0  # seconds; longer than a lease
AWAY: Final = 4.0  # seconds that a server is down
BETWEEN: Final = 3.0  # seconds between two faults
ENOUGH: Final = 2  # games that whoever is hit plays
PATIENCE: Final = 90.0
LEAVES: Final = 60.0  # seconds that a worker has to give back what it holds
GATHERS: Final = 4.0  # seconds in which beat's messages pile up
BEATING: Final = 12.0
FULL: Final = 6.0


def games_of(hand: Hand) -> int:
    """How many games a worker holds with a question on its way: one that is just coming up would lose nothing."""
    held = Game.objects.filter(status=Game.Status.RUNNING, lease_owner__contains=f":{hand.pid}:")
    asked = Call.objects.filter(game=OuterRef("pk"), status__in=Call.OPEN)
    return held.filter(Exists(asked)).count()


def busiest(site: Site) -> tuple[Hand, int]:
    """The worker that holds most games, once it holds enough; and how many."""
    until(lambda: max(map(games_of, site.at_work)) >= ENOUGH, PATIENCE, "a worker with games")
    return max(((hand, games_of(hand)) for hand in site.at_work), key=lambda found: found[1])


def a_worker_is_stopped(site: Site) -> dict[str, float]:
    """For longer than its leases last; then it goes on as if nothing had been."""
    hand, games = busiest(site)
    site.hold(hand)
    pause.wait(STOPPED)
    site.let_go_on(hand)
    return {"stops": 1, "games of stopped workers": games}


def a_worker_is_killed(site: Site) -> dict[str, float]:
    hand, games = busiest(site)
    site.kill(hand)
    site.start_worker()
    return {"kills": 1, "games of killed workers": games}


def redis_is_restarted(site: Site) -> dict[str, float]:
    """What it held is lost."""
    site.redis.stop()
    pause.wait(AWAY)
    site.redis.start()
    return {"restarts of redis": 1}


def postgresql_is_restarted(site: Site) -> dict[str, float]:
    _, games = busiest(site)
    began = time.monotonic()
    site.database.stop()
    pause.wait(AWAY)
    site.database.start()
    site.database_away.append((began, time.monotonic()))
    return {"restarts of postgresql": 1, "games when postgresql went": games}


# --- kills, in great number ------------------------------------------------------------------------------------------

DICE: Final = Random(11)  # when and whom


def somebody_is_killed(site: Site) -> dict[str, float]:
    """One of those who play, whoever it is, at any moment."""
    until(lambda: any(map(games_of, site.at_work)), PATIENCE, "a worker with games")
    pause.wait(DICE.random())
    while not (held := [(hand, games) for hand in site.at_work if (games := games_of(hand))]):
        until(lambda: any(map(games_of, site.at_work)), PATIENCE, "a worker with games")  # who had some has none now
    hand, games = DICE.choice(held)
    site.kill(hand)
    site.start_worker()
    return {"kills": 1, "games of killed workers": games}


def everybody_dies_at_commits(site: Site) -> dict[str, float]:
    """At every place that commits, once before and once after, until all is written (tests/chaos/hook). Whoever
    dies is followed by another, workers and beat alike."""
    marks = site.commits
    assert marks is not None, "the site was not brought up for that"
    deaths = 0
    while not (is_over() and is_written()):
        for hand in site.at_work:
            if hand.process.poll() is not None:
                hand.idle_since = time.monotonic()
                site.start_worker()
                deaths += 1
        if site.beats["beat"].poll() is not None:
            site.start_beat()
            deaths += 1
        pause.wait(0.2)
    return {
        "deaths at commits": deaths,
        "places that commit": len({mark.name.split(" ", 1)[1] for mark in marks.iterdir()}),
    }


# --- whoever is asked to leave, comes twice, or has another clock -----------------------------------------------------


def a_worker_is_asked_to_leave(site: Site) -> dict[str, float]:
    """As a restart does: it gives its games back and leaves, without having lost one."""
    hand, games = busiest(site)
    lost = Call.objects.filter(status=Call.Status.ORPHANED).count()
    hand.idle_since = time.monotonic()
    hand.process.send_signal(signal.SIGTERM)
    site.start_worker()
    hand.process.wait(LEAVES)
    assert hand.process.returncode == 0, f"{hand.name} left with {hand.process.returncode}"
    return {"asked to leave": 1, "games given back": games, "calls lost by leaving": _orphans() - lost}


def _orphans() -> int:
    return Call.objects.filter(status=Call.Status.ORPHANED).count()


def messages_are_doubled(site: Site) -> dict[str, float]:
    """Whatever beat sends while nobody listens for a while is there three times when they do again."""
    queue, hands = Redis.from_url(site.redis.url), site.at_work
    for hand in hands:
        site.hold(hand)
    pause.wait(GATHERS)
    messages = queue.lrange("celery", 0, -1)
    for message in messages * 2:
        queue.lpush("celery", message)
    for hand in hands:
        site.let_go_on(hand)
    return {"messages sent three times": len(messages)}


def there_are_three_beats(site: Site) -> dict[str, float]:
    """For a while, each of which sends everything."""
    more = [site.start_beat(f"beat-{number}") for number in (2, 3)]
    pause.wait(BEATING)
    for beat in more:
        assert beat.poll() is None, "a beat beside another one leaves"
        beat.send_signal(signal.SIGTERM)
    return {"beats at once": 1 + len(more)}


def a_clock_jumps(site: Site) -> dict[str, float]:
    """A worker comes whose clock is two minutes ahead, stays, and falls back to the right time. By its clock all leases
    have lapsed."""
    hand = site.start_worker(ahead=120.0)
    until(lambda: games_of(hand) or hand.process.poll() is not None, PATIENCE, "games of the worker that is ahead")
    taken = games_of(hand)
    pause.wait(BEATING)
    site.set_clock(0.0)
    pause.wait(BEATING)
    site.kill(hand)
    return {"clocks that jumped": 1, "games taken by whose clock was ahead": taken}


def the_disk_is_full(site: Site) -> dict[str, float]:
    """That of the database, until somebody makes room."""
    assert site.disk is not None, "the site was not brought up for that"
    _, games = busiest(site)
    ballast, began = site.disk / "ballast", time.monotonic()
    with ballast.open("wb") as file:
        while True:
            try:
                os.write(file.fileno(), b"x" * (1 << 20))
            except OSError:
                break
    pause.wait(FULL)
    ballast.unlink()
    if not site.database.answers():  # it gave up, as it does when it cannot write what it must
        site.database.stop()
        site.database.start()
    site.database_away.append((began, time.monotonic()))
    return {"full disks": 1, "games when the disk was full": games} | back(began)


def redis_is_flushed(site: Site) -> dict[str, float]:
    """All that it held is gone, while everybody stays connected."""
    busiest(site)
    Redis.from_url(site.redis.url).flushall()
    return {"flushes of redis": 1} | back(time.monotonic())


def postgresql_is_away_for_a_moment(site: Site) -> dict[str, float]:
    hit = postgresql_is_restarted(site)
    return hit | back(time.monotonic())


def back(since: float) -> dict[str, float]:
    """After how long an answer is written again that was not there before."""
    connection.close()  # it may be to a server that is gone
    newest = Answer.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    until(lambda: Answer.objects.filter(pk__gt=newest).exists(), PATIENCE, "an answer after that")
    return {"longest until played again": round(time.monotonic() - since, 1)}


# --- forms -----------------------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """What happens in a run: one fault after the other, so many seconds apart."""

    faults: Sequence[Fault]
    between: float = BETWEEN


KILLS: Final = 200
RESTARTS: Final = 10
FORMS: Final = {
    "none": Form(()),
    "short": Form((a_worker_is_killed, redis_is_restarted, postgresql_is_restarted)),
    "long": Form(
        (
            a_worker_is_stopped,
            a_worker_is_killed,
            redis_is_restarted,
            a_worker_is_stopped,
            a_worker_is_killed,
            postgresql_is_restarted,
            a_worker_is_killed,
        )
    ),
    "kills": Form((somebody_is_killed,) * KILLS, between=1.0),
    "servers": Form((redis_is_flushed, postgresql_is_away_for_a_moment) * RESTARTS),
    "commits": Form((everybody_dies_at_commits,)),
    "odd": Form(
        (
            messages_are_doubled,
            there_are_three_beats,
            a_worker_is_asked_to_leave,
            a_clock_jumps,
            messages_are_doubled,
            the_disk_is_full,
            a_worker_is_asked_to_leave,
        )
    ),
}


def hit_by_all(site: Site, form: Form) -> dict[str, float]:
    """Has one fault after the other happen; what they hit in all, or the longest of what is told as such."""
    hit: dict[str, float] = {}
    for fault in form.faults:
        for name, number in fault(site).items():
            hit[name] = max(hit.get(name, 0), number) if name.startswith("longest") else hit.get(name, 0) + number
        pause.wait(form.between)
    return hit
