"""Where models are asked: on this machine, on a network of one's own, or elsewhere. Law: told from the address alone;
no name is ever looked up."""

import ipaddress
import os
from typing import Final, Protocol
from urllib.parse import urlsplit

# For each protocol: the variables with the key and with another address.
PROTOCOLS: Final = {
    "openai": ("OPENAI_API_KEY", "OPENAI_BASE_URL"),
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
}


class Addressed(Protocol):
    """What has a protocol and may have an address of its own, as a model's row."""

    provider: str
    base_url: str


def base_url_of(model: Addressed) -> str:
    """The address of a model: its own, else the environment's for its protocol; "" is the provider's."""
    return model.base_url.rstrip("/") or protocol_url(model.provider)


def protocol_url(provider: str) -> str:
    """The environment's address for a protocol; "" where it has none, or there is no such protocol."""
    return os.environ.get(PROTOCOLS[provider][1], "").strip().rstrip("/") if provider in PROTOCOLS else ""


def host_of(base_url: str) -> str:
    """The host that an address names."""
    return (urlsplit(base_url).hostname or "").rstrip(".")


def is_here(base_url: str) -> bool:
    """Whether an address is on this machine."""
    host = host_of(base_url)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_own(base_url: str) -> bool:
    """Whether an address is on this machine or on a network of one's own, where nobody sends a bill: a private
    address, `localhost`, or a name that only such a network knows, as those of services in compose."""
    host = host_of(base_url)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        # One label is a name if it begins with a letter; a number is an address in another writing.
        is_label = "." not in host and host[:1].isalpha()
        return is_label or host.endswith((".localhost", ".local"))
    return address.is_private or address.is_loopback or address.is_link_local
