"""What the tests of alerts are told by."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from league.processes import environment
from tests.league.alerts.sinks import Hook, Mailbox, hook, mailbox


@pytest.fixture
def loopback(settings: Settings) -> None:
    """Webhooks may lead to this machine, and the site has an address."""
    settings.LEAGUE_ALERT_HOSTS = ["127.0.0.1"]
    settings.LEAGUE_URL = "https://league.example.org"


@pytest.fixture
def first(loopback: None) -> Iterator[Hook]:
    """A webhook."""
    with hook() as kept:
        yield kept


@pytest.fixture
def second(loopback: None) -> Iterator[Hook]:
    """Another one."""
    with hook() as kept:
        yield kept


@pytest.fixture
def mails(settings: Settings) -> Iterator[Mailbox]:
    """A mail server, which the settings name."""
    with mailbox() as kept:
        read = environment.mail({"EMAIL_URL": f"smtp://127.0.0.1:{kept.port}"}, "EMAIL_URL")
        settings.LEAGUE_MAIL, settings.EMAIL_BACKEND = read, read.backend
        settings.EMAIL_HOST, settings.EMAIL_PORT = read.host, read.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.LEAGUE_MAIL_FROM = settings.DEFAULT_FROM_EMAIL = "league@example.org"
        yield kept
