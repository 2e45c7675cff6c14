"""The providers of this process: one client for each address and key, with its gate, and what is known of its models.

Law: a key goes to nobody but the provider that it is for, nowhere but from the environment; and when paid calls are
forbidden, or an address is not on the list, nothing leaves the machine.
"""

import os
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings

from games.agents.providers import Provider
from games.agents.providers.addresses import PROTOCOLS, base_url_of, is_here, protocol_url, vendor_of
from games.gateway.capabilities import KNOWN
from games.gateway.circuit_breaker import Gate, Passes
from personas.keys import NoKeyVariable, refuse_other_variables
from personas.models import LanguageModel


class NoLine(ValueError):
    """A model that cannot be reached from here; the message says what is missing, and holds no key."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is asked and with what key. `name` is what people call it."""

    protocol: str
    base_url: str
    key: str = field(repr=False)
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """A way to a model: its provider with the gate before it, which other models may share, and its own passes."""

    provider: Provider
    gate: Gate
    passes: Passes


def address_of(model: LanguageModel) -> Address:
    """Where a model is asked. Raises NoLine."""
    if model.provider not in PROTOCOLS:
        raise NoLine(f"{model.slug} is no model behind a provider")
    base_url = base_url_of(model)
    if model.base_url and base_url not in (*settings.LEAGUE_BASE_URLS, protocol_url(model.provider)):
        raise NoLine(f"{base_url} is not on the list of LEAGUE_BASE_URLS")
    if not settings.LEAGUE_PAID_CALLS and not is_here(base_url):
        raise NoLine("calls that leave this machine are forbidden by LEAGUE_PAID_CALLS=0")
    variable = key_variable_of(model)
    try:
        refuse_other_variables(variable)
    except NoKeyVariable as error:
        raise NoLine(str(error)) from error
    key = os.environ.get(variable, "").strip() if variable else ""
    if variable and not key:
        raise NoLine(f"{variable} is not set")
    # OpenAI is called alike in both of its protocols, and so has one gate: what is closed to one is to the other.
    name = urlsplit(base_url).netloc.rpartition("@")[2] or vendor_of(model.provider)
    return Address(model.provider, base_url, key, name)


def key_variable_of(model: LanguageModel) -> str:
    """The environment variable that holds the key of a model behind a provider; "" where none is sent.

    The provider's own key is for the provider: a model with an address of its own names its own, or has none.
    """
    return model.key_variable or ("" if model.base_url else PROTOCOLS[model.provider].key_variable)


def provider_at(address: Address) -> Provider:
    """A new client for an address."""
    if address.protocol == "openai":
        from games.agents.providers.openai import OpenAI  # slow import: half a second, and few commands ask anybody

        return OpenAI(key=address.key, base_url=address.base_url, name=address.name)
    if address.protocol == "openai-responses":
        from games.agents.providers.responses import Responses  # slow import, as above

        return Responses(key=address.key, base_url=address.base_url, name=address.name)
    from games.agents.providers.anthropic import Anthropic  # slow import: a second

    return Anthropic(key=address.key, base_url=address.base_url, name=address.name)


class Switchboard:
    """The lines of one event loop, and the manners of models, which the whole process shares."""

    def __init__(self) -> None:
        self.ladder = KNOWN
        self._providers: dict[Address, tuple[Provider, Gate]] = {}
        self._passes: dict[tuple[Address, str], Passes] = {}

    def line(self, model: LanguageModel) -> Line:
        """The line to a model, opened at the first call. Raises NoLine."""
        address = address_of(model)
        if address not in self._providers:
            provider = provider_at(address)
            self._providers[address] = (provider, Gate(provider.name))
        passes = self._passes.setdefault((address, model.slug), Passes(model.in_flight))
        line = Line(*self._providers[address], passes)
        self.ladder.stand(line.provider, model.model_name, model.rung, model.without, thinks=model.thinks)
        return line

    async def close(self) -> None:
        """Gives up all connections."""
        for provider, _ in self._providers.values():
            await provider.close()
        self._providers.clear()
