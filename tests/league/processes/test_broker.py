"""What becomes of a worker's link to the broker when that goes away."""

from contextlib import suppress

import pytest
from kombu import Connection, Queue

from league.celery import app
from tests import servers

pytestmark = pytest.mark.services


def test_a_link_with_messages_that_nobody_has_acknowledged_is_let_go_of_while_the_broker_is_away() -> None:
    """As celery lets go of it when it notices, in two steps: what the second raises ends the worker."""
    assert app.conf.task_acks_late is False, "kombu is as the league has it"
    with servers.redis_server() as server:
        link, heard = Connection(server.url), []
        for channel, name in ((link.default_channel, "hints"), (link.channel(), "orders")):  # as a worker has two
            queue = Queue(name, channel=channel)
            for number in (1, 2):
                link.Producer(channel).publish(f"{name} {number}", routing_key=name, declare=[queue])
            link.Consumer(queue, channel, callbacks=[lambda said, _: heard.append(said)], prefetch_count=9).consume()
        with suppress(TimeoutError):  # and then both wait for a third
            while True:
                link.drain_events(timeout=0.5)
        assert sorted(heard) == ["hints 1", "hints 2", "orders 1", "orders 2"]
        server.stop()

        with suppress(OSError):
            link.collect(socket_timeout=1)
        link.close()

        assert not link.connected
