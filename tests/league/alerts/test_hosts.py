"""Where a webhook may lead: to the public network, and to machines that are listed."""

import socket
from ipaddress import ip_address
from typing import Any

import pytest
from pytest_django import Settings

from league.alerts.hosts import NotThere, is_outside, place_of, ways_to
from league.alerts.sending import post
from league.processes import environment
from league.processes.examining.mail import NotSent
from tests.league.alerts.sinks import Hook

INSIDE = (
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "64:ff9b::127.0.0.1", "2002:7f00:1::", "2001:db8::1",
)  # fmt: skip


@pytest.mark.parametrize("number", INSIDE)
def test_what_is_inside_is_refused_as_it_stands_in_an_address(number: str) -> None:
    assert not is_outside(ip_address(number))
    host = f"[{number}]" if ":" in number else number
    with pytest.raises(NotThere, match="LEAGUE_ALERT_HOSTS must list it"):
        place_of(f"https://{host}/hook")


@pytest.mark.parametrize("number", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::93.184.216.34"])
def test_what_is_outside_is_not(number: str) -> None:
    assert is_outside(ip_address(number))


@pytest.mark.parametrize(
    "address",
    [
        "ftp://example.org/", "example.org", "https://", "https://ada:word@example.org/", "https://example.org/#a",
        "https://exa mple.org/", "https://example.org:port/", "https://example.org/\nX: y", "https://[::1",
        "https://localhost/", "https://LOCALHOST./", "http://printer.local/", "file:///etc/passwd",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_webhook_is_refused(address: str) -> None:
    with pytest.raises(NotThere):
        place_of(address)


def test_a_machine_that_is_listed_may_be_named_and_no_other(settings: Settings) -> None:
    settings.LEAGUE_ALERT_HOSTS = environment.machines({"HOSTS": "Alerts.local, [::1],10.0.0.7"}, "HOSTS")
    for address in ("http://alerts.local:9000/a?b=c", "http://[::1]/", "https://10.0.0.7/"):
        place_of(address)
    assert (place_of("http://alerts.local:9000/a?b=c").named, place_of("http://[::1]/").named) == (
        "alerts.local:9000", "[::1]",
    )  # fmt: skip
    assert place_of("http://alerts.local:9000/a?b=c").target == "/a?b=c"
    for address in ("http://10.0.0.8/", "http://other.local/"):
        with pytest.raises(NotThere):
            place_of(address)


def test_a_name_that_leads_inside_is_refused_when_it_is_sent_though_one_of_its_addresses_is_outside(
    first: Hook, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(first.address.rpartition(":")[2].partition("/")[0])

    def leads(*_: Any, **__: Any) -> list[Any]:
        found = ("93.184.216.34", "127.0.0.1")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", leads)
    place = place_of(f"http://hooks.example.org:{port}/hook")
    with pytest.raises(NotThere, match=r"^hooks\.example\.org is this machine's or a private network's own"):
        ways_to(place)
    with pytest.raises(NotSent, match="LEAGUE_ALERT_HOSTS must list it"):
        post(f"http://hooks.example.org:{port}/hook", b"{}", headers={})
    assert first.posts == []

    settings.LEAGUE_ALERT_HOSTS = ["hooks.example.org"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **b: leads()[1:])
    post(f"http://hooks.example.org:{port}/hook", b"{}", headers={})
    ((_, headers, _),) = first.posts
    assert headers["Host"] == f"hooks.example.org:{port}"
