"""Sockets are opened by the site's own pages: same host, same port."""

import pytest
from pytest_django import Settings

from league.web.origins import is_own_host, is_own_page


@pytest.fixture(autouse=True)
def _hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "[::1]", ".example.org"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://front.example.org"]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://localhost", "localhost"),
        ("http://localhost", "localhost:80"),
        ("https://league.example.org", "league.example.org"),
        ("https://league.example.org", "league.example.org:443"),
        ("https://front.example.org", "localhost:8000"),  # a proxy that asks by another name
    ],
)
def test_a_page_of_the_site_may(origin: str, host: str) -> None:
    assert is_own_page(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8001", "localhost:8000"),
        ("http://localhost", "localhost:8000"),
        ("http://localhost:8000", "localhost"),
        ("https://localhost", "localhost:80"),
        ("http://front.example.org", "localhost:8000"),
        ("http://other.example.org", "league.example.org"),
        ("http://evil.example", "localhost:8000"),
        ("http://evil.example:8000", "evil.example:8000"),  # a foreign name that leads here
        ("http://localhost:8000@evil.example", "localhost:8000"),
        ("file://localhost", "localhost"),
        ("null", "localhost:8000"),
        ("http://", ""),
        ("", "localhost:8000"),
        ("http://localhost:8000", ""),
    ],
)
def test_another_page_may_not(origin: str, host: str) -> None:
    assert not is_own_page(origin, host)


@pytest.mark.parametrize(("host", "is_own"), [("localhost:8000", True), ("evil.example", False), ("", False)])
def test_who_is_no_browser_is_asked_for_a_name_of_this_site(host: str, is_own: bool) -> None:  # noqa: FBT001
    assert is_own_host(host) is is_own


def test_any_host_is_not_any_page(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert is_own_page("https://league.test", "league.test")
    assert not is_own_page("https://evil.example", "league.test")
