"""Alive is not ready: `/readyz` looks at what a page needs."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.factories import forget_newest_migration

CLOSED = "redis://127.0.0.1:1/0"  # nobody listens on port 1


def test_alive_needs_nothing(client: Client) -> None:
    answer = client.get("/livez")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_ready_when_the_database_is_migrated(client: Client) -> None:
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": {"database": "ok"}})


@pytest.mark.django_db
def test_unready_while_a_migration_is_missing(client: Client) -> None:
    forget_newest_migration()

    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (503, {"status": "unready", "checks": {"database": "unmigrated"}})


@pytest.mark.django_db
def test_unready_when_redis_does_not_answer(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = settings.CELERY_BROKER_URL = CLOSED
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [CLOSED]}}
    }

    answer = client.get("/readyz")

    checks = {"database": "ok", "broker": "unreachable", "layer": "unreachable"}
    assert (answer.status_code, answer.json()) == (503, {"status": "unready", "checks": checks})


@pytest.mark.parametrize("address", ["/livez", "/readyz"])
def test_a_question_is_not_posted(address: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(address)

    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
