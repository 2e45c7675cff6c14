"""OpenAI's newer protocol (Responses), in which some models alone are to be had. Nothing that is asked is kept there.

All that is said goes as items of the input, the stable texts as a system's: breakpoints of the cache can stand in items
and not in `instructions`, and where any JSON object is asked for, only the input may say so.

Models that reason are asked for a summary of their reasoning, which is kept as the thought: those of a family that
does, those with an effort, and others once a reply has shown that they think unasked. Their reasoning itself comes
sealed and is not sent back: each question is a request of its own.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import openai

from games.agents.providers.at_openai import (
    RESPONSES,
    cache_fields,
    client_at,
    part,
    sent_in,
)
from games.agents.providers.caches import has_breakpoints
from games.agents.providers.envelope import Post, Worded
from games.agents.providers.limits import Left
from games.agents.providers.provider import Barred, Busy, Down, Lost, Reply, Request, Rung, Unfit
from games.agents.providers.schema_in_text import system_of
from games.agents.providers.usage import RESPONSES as NAMES
from games.agents.providers.usage import used_of_openai
from games.agents.providers.wire import CONNECT, FOR_ITS_WORDS, LONGEST_TOLD, failed_inside, listed, mapping, text_of
from games.agents.room import REASONERS

UNFINISHED: Final = ("queued", "in_progress", "cancelled")
# Why a response failed though it was asked for rightly: https://developers.openai.com/api/reference/resources/responses
OF_THE_SERVER: Final = ("server_error", "vector_store_timeout")


class Responses:
    """One address and key that speak OpenAI's Responses. Belongs to the event loop that it is first used on."""

    protocol = "openai-responses"
    rungs: tuple[Rung, ...] = ("json_schema", "json_object", "text")
    least_cached: Mapping[str, int] = MappingProxyType({})  # 1,024 tokens for all, which every prompt of ours has

    def __init__(self, *, key: str, base_url: str = "", name: str = "openai") -> None:
        self.name = name
        self._key = key
        self._client = client_at(base_url, key)
        self._post = Post(self._worded)

    async def ask(self, request: Request) -> Reply:
        """Sends one request, once. Raises ProviderError."""
        call = self._post.send(self.fields(request), request.timeout, id=request.id)
        body, text, limits = await sent_in(RESPONSES, self.name, call, request, self._key)
        return read(self.name, body, text, limits) if body is not None else Reply(text, raw=text, limits=limits)

    async def close(self) -> None:
        await self._post.close()
        await self._client.close()

    async def _worded(self, fields: Mapping[str, Any], headers: Mapping[str, str], seconds: float) -> Worded:
        return await self._client.responses.with_raw_response.create(
            extra_body=fields, extra_headers=headers, timeout=openai.Timeout(seconds, connect=CONNECT)
        )

    def fields(self, request: Request) -> dict[str, Any]:
        """The body of the request."""
        fields: dict[str, Any] = {
            "model": request.model,
            "input": items(request),
            "max_output_tokens": request.most_tokens,
            "store": False,
        }
        if request.rung == "json_schema":
            shape = {"type": "json_schema", "name": "answer", "strict": True, "schema": request.schema}
            fields["text"] = {"format": shape}
        elif request.rung == "json_object":
            fields["text"] = {"format": {"type": "json_object"}}
        if request.temperature is not None and "temperature" not in request.without:
            fields["temperature"] = request.temperature
        if reasoning := _reasoning(request):
            fields["reasoning"] = reasoning
        if verbosity := request.beside("verbosity"):
            fields["text"] = {**fields.get("text", {}), **verbosity}
        fields |= request.beside("top_p", "service_tier")
        return {**request.besides.extra, **fields, **cache_fields(request)}


def _reasoning(request: Request) -> dict[str, str]:
    """How it is to reason, and that it is to tell what: nothing is said to who does not."""
    reasoning: dict[str, str] = {}
    if request.effort and "effort" not in request.without:
        reasoning["effort"] = request.effort
    reasons = bool(request.effort) or request.thinks or REASONERS.match(request.model) is not None
    if reasons and request.effort != "none" and "summary" not in request.without:
        reasoning["summary"] = "auto"
    return reasoning


def items(request: Request) -> list[dict[str, Any]]:
    """One message for what is stable, one for the rest; then each failed try with its reason."""
    system, past = system_of(request), list(request.history)
    heard: tuple[Any, Any] = ("\n\n".join(system), "\n\n".join((*past, request.task)))
    if has_breakpoints(request):
        heard = (
            [part("input_text", text, is_marked=True) for text in system],
            [*(part("input_text", text, is_marked=True) for text in past), part("input_text", request.task)],
        )
    said = [{"role": role, "content": content} for role, content in zip(("system", "user"), heard, strict=True)]
    for retort in request.retorts:
        said.append({"role": "assistant", "content": retort.text or "(nothing)"})
        said.append({"role": "user", "content": retort.reason})
    return said


def read(name: str, body: Mapping[str, Any], raw: str, limits: tuple[Left, ...] = ()) -> Reply:
    """The reply in a response's body. Raises ProviderError when there is none in it."""
    status, told = body.get("status"), body.get("output")
    if status == "failed":
        return _failed(name, body, raw)
    if not isinstance(told, list) and body.get("error"):  # of who passes requests on to others
        raise failed_inside(name, mapping(body["error"]), raw, was_worked_on=_was_worked_on(body))
    if not isinstance(told, list) or status in UNFINISHED:
        raise Lost(f"{name} answered without an answer", raw=raw)
    output = [mapping(item) for item in told]
    said, refusal = _said(output)
    thinking = _thinking(output)
    why = mapping(body.get("incomplete_details")).get("reason") if status == "incomplete" else None
    return Reply(
        text=said or refusal,
        thinking=thinking,
        model=text_of(body.get("model")),
        usage=used_of_openai(body.get("usage"), NAMES),
        tier=text_of(body.get("service_tier")),
        hides_thinking=not thinking and any(item.get("type") == "reasoning" for item in output),
        end="declined" if refusal or why == "content_filter" else "cut" if why == "max_output_tokens" else "done",
        raw=raw,
        limits=limits,
    )


def _said(output: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """The answer, and what is said instead where there is none. What a model says on its way to its answer is none."""
    messages = [item for item in output if item.get("type", "message") == "message"]
    last = [message for message in messages if message.get("phase") != "commentary"] or messages
    plain = [text_of(message.get("content")) for message in last]
    parts = [mapping(each) for message in last for each in listed(message.get("content"))]
    said = "".join([*plain, *(text_of(each.get("text")) for each in parts)])
    return said, "".join(text_of(each.get("refusal")) for each in parts)


def _thinking(output: Sequence[Mapping[str, Any]]) -> str:
    """What is told of the reasoning: OpenAI's own models sum it up, others show it as it was."""
    thoughts = [item for item in output if item.get("type") == "reasoning"]
    shown = [
        mapping(each) for item in thoughts for each in (*listed(item.get("summary")), *listed(item.get("content")))
    ]
    return "\n".join(filter(None, (text_of(each.get("text")) for each in shown)))


def _was_worked_on(body: Mapping[str, Any]) -> bool:
    """Whether tokens were written before a failure, or may have been: what is told of them is odd."""
    used = used_of_openai(body.get("usage"), NAMES)
    return bool(body.get("usage")) if used is None else used.output > 0


def _failed(name: str, body: Mapping[str, Any], raw: str) -> Reply:
    """What a response says that failed: a reply where the model would not answer, else an error, which is raised."""
    error = mapping(body.get("error"))
    code, said = text_of(error.get("code")), " ".join(text_of(error.get("message")).split())[:LONGEST_TOLD]
    usage = used_of_openai(body.get("usage"), NAMES)
    why = f"{name} failed: {said or code or 'no reason given'}"
    if code in FOR_ITS_WORDS:
        return Reply(said, model=text_of(body.get("model")), usage=usage, end="declined", raw=raw)
    if _was_worked_on(body):
        raise Lost(why, raw=raw)  # which is billed
    if str(error.get("code")).isdecimal():  # as who passes requests on to others tells it
        raise failed_inside(name, error, raw, was_worked_on=False)
    if code == "rate_limit_exceeded":
        raise Busy(why, raw=raw)
    if code in OF_THE_SERVER:
        raise Down(why, raw=raw)
    if code == "data_residency_mismatch":
        raise Barred(why, raw=raw)
    if code:
        raise Unfit(why, parameter=text_of(error.get("param")), raw=raw)
    raise Lost(why, raw=raw)
