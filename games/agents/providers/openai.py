"""OpenAI's older protocol (Chat Completions), as OpenAI speaks it and as servers of one's own do.

The shape of the answer: a strict JSON schema, else any JSON object, else the text alone; below the first rung the
schema is in the text. What a model refuses (a temperature, the name of the bound on its reply) is learnt from its
refusal, once, by whoever climbs the ladder; here it is only said.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import openai

from games.agents.providers.at_openai import (
    CHAT,
    OFFICIAL,
    cache_fields,
    client_at,
    part,
    sent_in,
)
from games.agents.providers.caches import has_breakpoints
from games.agents.providers.envelope import Post, Worded
from games.agents.providers.ladder import SYSTEM
from games.agents.providers.limits import Left
from games.agents.providers.provider import Lost, ProviderError, Reply, Request, Rung
from games.agents.providers.schema_in_text import system_of
from games.agents.providers.usage import used_of_openai
from games.agents.providers.wire import CONNECT, failed_inside, listed, mapping, text_of
from games.agents.room import REASONERS

# What the most tokens of a reply are called: OpenAI's newer models know only the first name, other servers the second.
MOST_TOKENS: Final = ("max_completion_tokens", "max_tokens")


class OpenAI:
    """One address and key that speak OpenAI's Chat Completions. Belongs to the event loop that it is first used on."""

    protocol = "openai"
    rungs: tuple[Rung, ...] = ("json_schema", "json_object", "text")
    least_cached: Mapping[str, int] = MappingProxyType({})  # 1,024 tokens for all, which every prompt of ours has

    def __init__(self, *, key: str, base_url: str = "", name: str = "openai") -> None:
        self.name = name
        self._key = key
        self._most_tokens = MOST_TOKENS if base_url in ("", OFFICIAL) else MOST_TOKENS[::-1]
        self._client = client_at(base_url, key)
        self._post = Post(self._worded)

    async def ask(self, request: Request) -> Reply:
        """Sends one request, once. Raises ProviderError."""
        call = self._post.send(self.fields(request), request.timeout, id=request.id)
        body, text, limits = await sent_in(CHAT, self.name, call, request, self._key)
        return read(self.name, body, text, limits) if body is not None else Reply(text, raw=text, limits=limits)

    async def close(self) -> None:
        await self._post.close()
        await self._client.close()

    async def _worded(self, fields: Mapping[str, Any], headers: Mapping[str, str], seconds: float) -> Worded:
        return await self._client.chat.completions.with_raw_response.create(
            model="",
            messages=[],
            extra_body=fields,
            extra_headers=headers,
            timeout=openai.Timeout(seconds, connect=CONNECT),
        )

    def fields(self, request: Request) -> dict[str, Any]:
        """The body of the request."""
        names = MOST_TOKENS if REASONERS.match(request.model) else self._most_tokens
        most = [name for name in names if name not in request.without] or names
        fields: dict[str, Any] = {
            "model": request.model,
            "messages": messages(request),
            most[0]: request.most_tokens,
        }
        if request.rung == "json_schema":
            schema = {"name": "answer", "strict": True, "schema": request.schema}
            fields["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.rung == "json_object":
            fields["response_format"] = {"type": "json_object"}
        if request.temperature is not None and "temperature" not in request.without:
            fields["temperature"] = request.temperature
        if request.effort and "reasoning_effort" not in request.without:
            fields["reasoning_effort"] = request.effort
        fields |= request.beside("top_p", "seed", "verbosity", "service_tier")
        return {**request.besides.extra, **fields, **cache_fields(request)}


def messages(request: Request) -> list[dict[str, Any]]:
    """One message for what is stable, one for the rest: templates of small models take no more before an answer."""
    system, past = system_of(request), list(request.history)
    said: list[dict[str, Any]]
    if has_breakpoints(request):
        said = [
            {"role": "system", "content": [part("text", text, is_marked=True) for text in system]},
            {
                "role": "user",
                "content": [*(part("text", text, is_marked=True) for text in past), part("text", request.task)],
            },
        ]
    elif SYSTEM in request.without:
        said = [{"role": "user", "content": "\n\n".join((*system, *past, request.task))}]
    else:
        said = [
            {"role": "system", "content": "\n\n".join(system)},
            {"role": "user", "content": "\n\n".join((*past, request.task))},
        ]
    for retort in request.retorts:
        said.append({"role": "assistant", "content": retort.text or "(nothing)"})
        said.append({"role": "user", "content": retort.reason})
    return said


def read(name: str, body: Mapping[str, Any], raw: str, limits: tuple[Left, ...] = ()) -> Reply:
    """The reply in a response's body. Raises ProviderError when there is none in it, also where the body says that a
    provider behind this one failed."""
    choices = listed(body.get("choices"))
    choice = mapping(choices[0]) if choices else {}
    if not choices or choice.get("error") or choice.get("finish_reason") == "error":
        raise _failed(name, body, choice, raw)
    message = mapping(choice.get("message"))
    refusal = text_of(message.get("refusal"))
    said, shown = _parts(message.get("content"))
    end = choice.get("finish_reason")
    return Reply(
        text=said or refusal,
        # Not OpenAI's own models: what others call their thinking has two names, or it is a part of the text.
        thinking=text_of(message.get("reasoning_content")) or text_of(message.get("reasoning")) or shown,
        model=text_of(body.get("model")),
        fingerprint=text_of(body.get("system_fingerprint")),
        usage=used_of_openai(body.get("usage")),
        tier=text_of(body.get("service_tier")),
        end="declined" if refusal or end == "content_filter" else "cut" if end == "length" else "done",
        raw=raw,
        limits=limits,
    )


def _failed(name: str, body: Mapping[str, Any], choice: Mapping[str, Any], raw: str) -> ProviderError:
    """What a body without an answer says. Whatever was told of tokens, or has come of an answer, was worked on."""
    error = choice.get("error") or body.get("error")
    if not error and not choice:
        return Lost(f"{name} answered without an answer", raw=raw)
    used, said = used_of_openai(body.get("usage")), mapping(choice.get("message")).get("content")
    was_worked_on = bool(said) or (used.output > 0 if used is not None else bool(body.get("usage")))
    return failed_inside(name, mapping(error), raw, was_worked_on=was_worked_on)


def _parts(content: object) -> tuple[str, str]:
    """The text of a message and the thinking in it, which some servers give in parts."""
    if not isinstance(content, list):
        return text_of(content), ""
    parts = [mapping(part) for part in content]
    thinking = [mapping(each) for part in parts for each in listed(part.get("thinking"))]
    said = "".join(text_of(part.get("text")) for part in parts)
    return said, "".join(text_of(each.get("text")) for each in thinking)
