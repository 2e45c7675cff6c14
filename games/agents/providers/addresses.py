"""Where models are asked, and in which protocol: on this machine, on a network of one's own, or elsewhere. Law: told
from the address alone; no name is ever looked up."""

import ipaddress
import os
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol
from urllib.parse import urlsplit


class Access(NamedTuple):
    """Whose a protocol is, and the variables with the key and with another address."""

    vendor: str
    key_variable: str
    url_variable: str


OPENAI: Final = Access("openai", "OPENAI_API_KEY", "OPENAI_BASE_URL")
ANTHROPIC: Final = Access("anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL")
# By what rows say: OpenAI's first protocol, Chat Completions, has its vendor's name there.
PROTOCOLS: Final[Mapping[str, Access]] = {"openai": OPENAI, "openai-responses": OPENAI, "anthropic": ANTHROPIC}
# What a command line calls them; which of OpenAI's two plain `openai` means hangs on the address.
WORDS: Final[Mapping[str, str]] = {
    "openai": "",
    "openai-chat": "openai",
    "openai-responses": "openai-responses",
    "anthropic": "anthropic",
}
OPENAIS_OWN: Final = "api.openai.com"
# OpenAI serves what names no tier in that of the Project's settings, which may be the fast one, at twice the price.
# https://developers.openai.com/api/docs/guides/fast-mode
OPENAIS_STANDARD: Final = "default"


class Addressed(Protocol):
    """What has a protocol and may have an address of its own, as a model's row."""

    provider: str
    base_url: str


def base_url_of(model: Addressed) -> str:
    """The address of a model: its own, else the environment's for its protocol; "" is the provider's."""
    return model.base_url.rstrip("/") or protocol_url(model.provider)


def protocol_url(provider: str) -> str:
    """The environment's address for a protocol; "" where it has none, or there is no such protocol."""
    if provider not in PROTOCOLS:
        return ""
    return os.environ.get(PROTOCOLS[provider].url_variable, "").strip().rstrip("/")


def is_of_environment(base_url: str, provider: str, official: str) -> bool:
    """Whether an address is where the environment's key for a protocol goes: to the environment's address, or to the
    `official` one where it has none; "" is that."""
    return (base_url.rstrip("/") or official) == (protocol_url(provider) or official)


def vendor_of(provider: str) -> str:
    """Whose a protocol is; what is none is its own."""
    return PROTOCOLS[provider].vendor if provider in PROTOCOLS else provider


def protocols_meant(word: str) -> tuple[str, ...]:
    """The protocols that a word of a command line may mean, first the one in which a new model is asked; none where it
    is no such word. Plain `openai` is Responses at OpenAI's own address, and elsewhere Chat Completions, which servers
    of one's own speak; a model that has a row is asked as its row says."""
    if word not in WORDS:
        return ()
    if WORDS[word]:
        return (WORDS[word],)
    return ("openai-responses", "openai") if is_openais(protocol_url(word)) else ("openai", "openai-responses")


def is_openais(base_url: str) -> bool:
    """Whether an address is OpenAI's own, in whichever region; "" is."""
    host = host_of(base_url)
    return not base_url or host == OPENAIS_OWN or host.endswith(f".{OPENAIS_OWN}")


def is_in_a_region(base_url: str) -> bool:
    """Whether an address is OpenAI's own in one of its regions."""
    return is_openais(base_url) and host_of(base_url) not in ("", OPENAIS_OWN)


def standard_tier_of(model: Addressed) -> str:
    """What the standard tier of a model is to be asked for by; "" where that is what comes unasked, or nobody knows."""
    is_there = vendor_of(model.provider) == OPENAI.vendor and is_openais(base_url_of(model))
    return OPENAIS_STANDARD if is_there else ""


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
