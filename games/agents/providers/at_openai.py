"""What OpenAI's two protocols have in common: the client, what their caches are told, and who is in one of them alone.

Older models' caches find by themselves what a prompt has in common with an earlier one. From GPT-5.6 on they know it
only up to the breakpoints that are set, behind each text that stays, and under the same key; what is written costs more
than what is read anew, so no breakpoint is set behind the question.
"""

import re
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Final

import openai

from games.agents.providers.addresses import is_of_environment
from games.agents.providers.caches import BREAKPOINT, CACHE_OPTIONS, has_breakpoints
from games.agents.providers.envelope import as_down, client_of_sdk
from games.agents.providers.provider import Barred, ProviderError, Request
from games.agents.providers.wire import Received, Response, refusal_in, sent

OFFICIAL: Final = "https://api.openai.com/v1"
CACHE_KEY: Final = "prompt_cache_key"
# How a model is refused that is not in the protocol it was asked in: OpenAI says so; who does not speak Responses has
# no such path.
_ELSEWHERE: Final = re.compile(r"only supported in v1/|not a chat model|not supported with the responses api")
_NO_PATH: Final = (404, 405)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One of the two protocols: what people call it, and what a command line does."""

    title: str
    word: str


CHAT: Final = Spoken("Chat Completions", "openai-chat")
RESPONSES: Final = Spoken("Responses", "openai-responses")


def client_at(base_url: str, key: str) -> openai.AsyncOpenAI:
    """A client of OpenAI's SDK for an address, which words requests and sends none; "" is OpenAI's own. What the SDK
    takes from the environment to say in headers is for who gets the environment's key, and is said to nobody else."""
    client = openai.AsyncOpenAI(
        api_key=key or "none",  # a server of one's own may want none, and the client wants some
        base_url=base_url or OFFICIAL,
        max_retries=0,
        http_client=client_of_sdk(),
    )
    if not is_of_environment(base_url, "openai", OFFICIAL):
        client.organization = client.project = None
        client._custom_headers = {}  # noqa: SLF001  a copy of the client would read them again
    return client


def cache_fields(request: Request) -> dict[str, Any]:
    """What a request says of the cache besides its breakpoints."""
    fields: dict[str, Any] = {}
    if request.cache_key and CACHE_KEY not in request.without:
        fields[CACHE_KEY] = request.cache_key
    if has_breakpoints(request):
        fields[CACHE_OPTIONS] = {"mode": "explicit"}  # what is asked is new each time: nobody would read it there
    return fields


def part(kind: str, text: str, *, is_marked: bool = False) -> dict[str, Any]:
    """A text as a part of a message, marked where a cache is to know the prompt up to its end."""
    made: dict[str, Any] = {"type": kind, "text": text}
    return {**made, BREAKPOINT: {"mode": "explicit"}} if is_marked else made


async def sent_in(asked: Spoken, name: str, call: Awaitable[Response], request: Request, key: str) -> Received:
    """What `sent` returns and raises; where the model is not in the protocol that it was asked in, the error names the
    other."""
    try:
        return await as_down(name, sent(name, call, request.timeout, key), key)
    except ProviderError as error:
        if (elsewhere := _elsewhere(error, name, request.model, asked)) is None:
            raise
    raise elsewhere


def _elsewhere(error: ProviderError, name: str, model: str, asked: Spoken) -> ProviderError | None:
    raw = error.raw.lower()
    is_refused = error.status in (400, *_NO_PATH) and _ELSEWHERE.search(raw) is not None
    is_pathless = error.status in _NO_PATH and "model" not in raw and asked is RESPONSES
    if not (is_refused or is_pathless):
        return None
    other = CHAT if asked is RESPONSES else RESPONSES
    way = f"ask it in {other.title}: {other.word}:{model} on a command line, or the provider of its row"
    said, _ = refusal_in(error.raw)
    told = f"{name} {error.status}: {model} is not to be had in {asked.title} there ({said.rstrip('.')}); {way}"
    return Barred(told, status=error.status, raw=error.raw)
