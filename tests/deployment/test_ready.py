"""With Redis there, `/readyz` looks at it too, and finds it."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

pytestmark = pytest.mark.services


@pytest.mark.django_db
def test_ready_when_redis_answers(client: Client, settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = settings.CELERY_BROKER_URL = redis_url
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis_url]}}
    }

    answer = client.get("/readyz")

    checks = {"database": "ok", "broker": "ok", "layer": "ok"}
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": checks})
