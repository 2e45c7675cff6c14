"""Where a webhook may lead. Law: to the outside alone, unless LEAGUE_ALERT_HOSTS lists the machine: whoever may write
an address must not reach what only this machine can. It is asked when an address is written, as far as the address
itself tells, and of every address that its name has whenever something is sent; the connection goes to one of those.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

NAT64: Final = IPv6Network("64:ff9b::/96")
LOCAL: Final = ("localhost", ".localhost", ".local", ".internal")


class NotThere(ValueError):
    """Nothing is sent to such an address; the message says why, for a person."""


@dataclass(frozen=True, slots=True)
class Place:
    """An address, taken apart."""

    scheme: str
    host: str
    port: int
    target: str  # path and query

    @property
    def is_listed(self) -> bool:
        """Whether LEAGUE_ALERT_HOSTS lists its machine."""
        return self.host in settings.LEAGUE_ALERT_HOSTS

    @property
    def named(self) -> str:
        """Its machine as a header names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == {"http": 80, "https": 443}[self.scheme] else f"{host}:{self.port}"


def place_of(address: str) -> Place:
    """An address taken apart. Raises NotThere for what is none of a webhook, or is refused whatever its name has."""
    wanted = "A webhook has an address like https://example.org/hook"
    if not address.isascii() or any(each.isspace() or not each.isprintable() for each in address):
        raise NotThere(f"{wanted}, without blanks and in ASCII.")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise NotThere(f"{wanted}.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise NotThere(f"{wanted}.")
    if parts.username is not None or parts.password is not None:
        raise NotThere(f"{wanted}, without a name and a password: name the variable of a secret instead.")
    if parts.fragment:
        raise NotThere(f"{wanted}, without a fragment (#).")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.hostname.rstrip(".").lower()
    place = Place(parts.scheme, host, port or (443 if parts.scheme == "https" else 80), target)
    if not place.is_listed:
        if host == LOCAL[0] or host.endswith(LOCAL[1:]):
            raise refused(host)
        try:
            number = ip_address(host)
        except ValueError:
            pass
        else:
            if not is_outside(number):
                raise refused(host)
    return place


def ways_to(place: Place) -> list[tuple[socket.AddressFamily, str]]:
    """The addresses that its name has now, all of which may be sent to. Asks the network. Raises NotThere."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotThere(f"{place.host} is not known.") from None
    ways = [(family, str(there[0])) for family, _, _, _, there in found]
    if not place.is_listed:
        for _, number in ways:
            if not is_outside(ip_address(number.partition("%")[0])):
                raise refused(place.host)
    return list(dict.fromkeys(ways))


def refused(host: str) -> NotThere:
    """What is said of a machine that is not outside."""
    return NotThere(f"{host} is this machine's or a private network's own: LEAGUE_ALERT_HOSTS must list it.")


def is_outside(number: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the public network, also by the address that is within it."""
    if isinstance(number, IPv6Address):
        within = number.ipv4_mapped or number.sixtofour or (number.teredo or (None, None))[1]
        if number in NAT64:
            within = IPv4Address(int(number) & 0xFFFFFFFF)
        if within is not None:
            return is_outside(within)
        if number.is_site_local:
            return False
    return number.is_global and not number.is_multicast
