"""A call as a line for a shell: to send it again by hand, and see what the provider says. Law: no key is in it, but the
name of the variable that holds one; and of a game that is not over nobody gets one, for a prompt holds its secrets.
"""

import json
import shlex
from typing import Any, Final, Protocol, cast
from urllib.parse import urlsplit, urlunsplit

from games.agents.providers import Besides, Request, Retort
from games.agents.providers.addresses import base_url_of
from games.billing.words import request_kept, texts_told
from games.gateway.clients import Address, key_variable_of, provider_at
from games.models import Call, CallRecord
from personas.models import LanguageModel

OFFICIAL: Final = {
    "openai": "https://api.openai.com/v1",
    "openai-responses": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
}
PATHS: Final = {"openai": "chat/completions", "openai-responses": "responses", "anthropic": "v1/messages"}
HEADERS: Final = {"anthropic": ("anthropic-version: 2023-06-01",)}
BESIDES: Final = ("top_p", "seed", "verbosity", "service_tier", "extra", "standard_tier")


class Bodied(Protocol):
    """A provider whose requests have a body in JSON."""

    def fields(self, request: Request) -> dict[str, Any]: ...


def curl_of(call: Call) -> str:
    """The call as a curl line; "" where its words or its model are not there, or its game is not over."""
    model, is_open = call.language_model, call.game is not None and not call.game.is_over
    record = None if is_open else CallRecord.objects.filter(call=call).first()
    if record is None or model is None or model.is_offline:
        return ""
    request = _request(request_kept(record), model)
    return "" if request is None else _line(request, model)


def _request(words: str, model: LanguageModel) -> Request | None:
    """The request that these words were kept of; None where they were cut, or a part of them is gone."""
    try:
        told: dict[str, Any] = json.loads(words)
    except ValueError:
        return None
    system, history = texts_told(told["system"]), texts_told(told["history"])
    if not isinstance(told.get("schema"), dict) or not all((*system, *history, told["task"])):
        return None
    return Request(
        model=told["model"],
        system=tuple(system),
        history=tuple(history),
        task=told["task"],
        schema=told["schema"],
        most_tokens=told["most_tokens"],
        rung=told["rung"],
        retorts=tuple(Retort(text, reason) for text, reason in told["retorts"]),
        temperature=told.get("temperature"),  # older ones do not say it
        effort=told.get("effort", ""),
        besides=Besides(**{name: told[name] for name in BESIDES if name in told}),
        without=frozenset(told.get("without", ())),
        thinks=model.thinks,
    )


def _line(request: Request, model: LanguageModel) -> str:
    protocol = model.provider
    base = _without_login(base_url_of(model)) or OFFICIAL[protocol]
    # Each of them words its bodies so; a provider need not have any.
    provider = cast("Bodied", provider_at(Address(protocol, base, "", "by hand")))
    body = json.dumps(provider.fields(request), ensure_ascii=False)
    variable = key_variable_of(model)
    named = "x-api-key: " if protocol == "anthropic" else "Authorization: Bearer "
    # In double quotes, so that the shell puts the key in; everything else is quoted as it stands.
    key = [f'-H "{named}${variable}"'] if variable.isascii() and variable.isidentifier() else []
    headers = [f"-H {shlex.quote(each)}" for each in ("Content-Type: application/json", *HEADERS.get(protocol, ()))]
    address = shlex.quote(f"{base.rstrip('/')}/{PATHS[protocol]}")
    return " ".join(["curl", address, *key, *headers, "--data-binary", shlex.quote(body)])


def _without_login(url: str) -> str:
    """An address without the name and password that may stand in it."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
