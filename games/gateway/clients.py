"""The providers of this process: one client for each address and key, the gates before them, what they allow, and what
is known of their models.

Law: a key goes to nobody but the provider that it is for, nowhere but from the environment, and so do the headers that
its SDK finds there; and when paid calls are forbidden, or an address is not on the list, nothing leaves the machine.
"""

import os
import re
import threading
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from games.agents.providers import Ladder, Provider
from games.agents.providers.addresses import PROTOCOLS, base_url_of, is_here, vendor_of
from games.gateway.allowance import Allowance
from games.gateway.capabilities import KNOWN, probed
from games.gateway.circuit_breaker import Gate
from games.process.passes import Passes
from personas.keys import NoKeyVariable, has_login, is_listed_address, refuse_other_variables
from personas.models import LanguageModel
from personas.parameters import OURS

# A model's name with the day of its version, which is no other model where limits are counted.
_DATED: Final = re.compile(r"(.+?)-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)")
# Anthropic counts the traffic of a class together: of all Sonnet 4 and 4.x, of all Opus 4 and 4.x.
# https://platform.claude.com/docs/en/api/rate-limits
_CLASS: Final = re.compile(r"(claude-[a-z]+-\d+)(?:-\d+)*")


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
    """A way to a model: its provider, the gate of those that share its limits, behind the provider's own, what these
    allow, and its own passes."""

    provider: Provider
    gate: Gate
    allowance: Allowance
    passes: Passes

    @property
    def whole(self) -> Gate:
        """The gate of all that the provider has."""
        return self.gate.within or self.gate


def address_of(model: LanguageModel) -> Address:
    """Where a model is asked. Raises NoLine."""
    if model.provider not in PROTOCOLS:
        raise NoLine(f"{model.slug} is no model behind a provider")
    base_url = base_url_of(model)
    if has_login(base_url):
        whose = f"the address of {model.slug}" if model.base_url else PROTOCOLS[model.provider].url_variable
        raise NoLine(f"{whose} has a login in it, beside which no key can be sent")
    if not is_listed_address(model.base_url, model.provider):
        raise NoLine(f"{base_url} is not on the list of LEAGUE_BASE_URLS")
    if ours := sorted(OURS.intersection(model.extra_body or ())):  # rows came before the list became longer
        raise NoLine(f"{ours[0]} stands among the more fields of {model.slug}, and is for the league to say")
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
    return Address(model.provider, base_url, key, called(model))


def called(model: LanguageModel) -> str:
    """What people call the provider of a model: its vendor, or the host of a server of one's own. OpenAI is called
    alike in both of its protocols, and so has one gate: what is closed to one is to the other."""
    return urlsplit(base_url_of(model)).netloc.rpartition("@")[2] or vendor_of(model.provider)


def limit_group_of(model: LanguageModel) -> str:
    """What a model's provider counts its limits together with: as its row says, else by what is documented."""
    if model.limit_group:
        return model.limit_group
    dated = _DATED.fullmatch(model.model_name)
    name = dated[1] if dated else model.model_name
    of_class = _CLASS.fullmatch(name) if model.provider == LanguageModel.Provider.ANTHROPIC else None
    return of_class[1] if of_class else name


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


# By address and model, for all loops of this process.
_PASSES: Final[dict[tuple[Address, str], Passes]] = {}
_ONE_AT_A_TIME: Final = threading.Lock()


def passes_to(address: Address, model: LanguageModel) -> Passes:
    """The passes to a model, of which there are as many as its row says by now, for all who ask it in this process."""
    with _ONE_AT_A_TIME:
        passes = _PASSES.setdefault((address, model.slug), Passes(model.in_flight))
    passes.allow(model.in_flight)
    return passes


class Switchboard:
    """The lines of one event loop, and what the whole process shares: the passes to models, and their manners, unless
    a `ladder` of its own is to find these anew."""

    def __init__(self, ladder: Ladder = KNOWN) -> None:
        self.ladder = ladder
        self._providers: dict[Address, Provider] = {}
        self._gates: dict[str, Gate] = {}
        self._allowances: dict[str, Allowance] = {}

    def line(self, model: LanguageModel) -> Line:
        """The line to a model, opened at the first call. Raises NoLine."""
        address = address_of(model)
        if address not in self._providers:
            self._providers[address] = provider_at(address)
        # Who has another key is somebody else there, with limits and money of their own.
        own_key = "" if key_variable_of(model) == PROTOCOLS[model.provider].key_variable else key_variable_of(model)
        where = f"{address.name} {own_key}".strip()
        group = f"{where} / {limit_group_of(model)}"
        if group not in self._gates:
            whole = self._gates.setdefault(where, Gate(where))
            self._gates[group] = Gate(group, within=whole)
            self._allowances[group] = Allowance(group, by_guess=vendor_of(model.provider) == "openai")
        passes = passes_to(address, model)
        line = Line(self._providers[address], self._gates[group], self._allowances[group], passes)
        self.ladder.stand(
            line.provider, model.model_name, model.rung, model.without, thinks=model.thinks, since=probed(model)
        )
        return line

    async def close(self) -> None:
        """Gives up all connections."""
        for provider in self._providers.values():
            await provider.close()
        self._providers.clear()
