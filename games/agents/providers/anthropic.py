"""Anthropic's protocol (Messages).

The shape of the answer: structured output, else a tool that the model is forced to use, else the text alone. Marks for
the prompt cache stand behind what all seats share, behind what this seat keeps, and behind the history: a text once
sent stays a block of its own, so that the next request finds it.

Models that reason are asked for a summary of their thoughts, which is kept as the thought: those with an effort from
the start, others once a reply has shown that they think unasked. Who does neither is asked for none: thoughts cost.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import anthropic

from games.agents.providers.addresses import is_of_environment
from games.agents.providers.caches import LEAST_OF_ANTHROPIC
from games.agents.providers.envelope import Post, Worded, as_down, client_of_sdk
from games.agents.providers.limits import Left
from games.agents.providers.provider import Lost, Reply, Request, Rung
from games.agents.providers.schema_in_text import system_of
from games.agents.providers.usage import used_of_anthropic
from games.agents.providers.wire import CONNECT, mapping, sent, text_of
from games.agents.room import ANSWER, REASONING

OFFICIAL: Final = "https://api.anthropic.com"
TOOL: Final = "answer"
MARK: Final = {"type": "ephemeral"}
# The newest version of the interface, which the SDK speaks, knows neither temperature nor top p or k, not even at
# their defaults; models that take them still do here. https://platform.claude.com/docs/en/api/migration-2026-10-21
WITH_SAMPLING: Final = "2023-06-01"
SAMPLING: Final = ("temperature", "top_p", "top_k")
HOTTEST: Final = 1.0
# https://platform.claude.com/docs/en/build-with-claude/effort: nothing is called minimal, and none is not to think.
# Newer models think unless they are told not to, each family in words of its own; some cannot but think, and are asked
# for the least of it. https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5
NO_THOUGHTS: Final = ("disabled", "between_tools")
LEAST_EFFORT: Final = "low"
EFFORTS: Final[Mapping[str, str]] = {
    "minimal": "low",
    **{each: each for each in ("low", "medium", "high", "xhigh", "max")},
}
LEAST_TOP_P: Final = 0.95  # beside thinking; and beside a temperature none is taken
LEAST_BUDGET: Final = 1024
LEAST_ANSWER: Final = 512


class Anthropic:
    """One address and key that speak Anthropic's protocol. Belongs to the event loop that it is first used on."""

    protocol = "anthropic"
    rungs: tuple[Rung, ...] = ("json_schema", "tool", "text")
    least_cached: Mapping[str, int] = LEAST_OF_ANTHROPIC

    def __init__(self, *, key: str, base_url: str = "", name: str = "anthropic") -> None:
        self.name = name
        self._key = key
        self._client = anthropic.AsyncAnthropic(
            api_key=key or "none",
            base_url=base_url or OFFICIAL,
            max_retries=0,
            http_client=client_of_sdk(),
        )
        if not is_of_environment(base_url, self.protocol, OFFICIAL):
            self._client._custom_headers = {}  # noqa: SLF001  those of the environment, as at_openai has it
        self._post = Post(self._worded)

    async def ask(self, request: Request) -> Reply:
        """Sends one request, once. Raises ProviderError."""
        fields = self.fields(request)
        call = self._post.send(fields, request.timeout, id=request.id, headers=_headers(fields))
        body, text, limits = await as_down(self.name, sent(self.name, call, request.timeout, self._key), self._key)
        return read(self.name, body, text, limits) if body is not None else Reply(text, raw=text, limits=limits)

    async def close(self) -> None:
        await self._post.close()
        await self._client.close()

    async def _worded(self, fields: Mapping[str, Any], headers: Mapping[str, str], seconds: float) -> Worded:
        return await self._client.messages.with_raw_response.create(
            model="",
            max_tokens=0,
            messages=[],
            extra_body=fields,
            extra_headers=headers,
            timeout=anthropic.Timeout(seconds, connect=CONNECT),
        )

    def fields(self, request: Request) -> dict[str, Any]:
        """The body of the request."""
        fields: dict[str, Any] = {
            "model": request.model,
            "max_tokens": request.most_tokens,
            "system": [_block(text, is_marked=True) for text in system_of(request)],
            "messages": messages(request),
        }
        output: dict[str, Any] = {}
        if request.rung == "json_schema":
            output["format"] = {"type": "json_schema", "schema": request.schema}
        elif request.rung == "tool":
            fields["tools"] = [
                {"name": TOOL, "description": "Gives your answer.", "input_schema": request.schema, "strict": True}
            ]
            fields["tool_choice"] = {"type": "tool", "name": TOOL, "disable_parallel_tool_use": True}
        if (effort := EFFORTS.get(_effort(request))) and "effort" not in request.without:
            output["effort"] = effort
        if output:
            fields["output_config"] = output
        thinking = _thinking(request)
        if thinking:
            fields["thinking"] = thinking
        if _takes_temperature(request):
            fields["temperature"] = min(request.temperature or 0.0, HOTTEST)
        elif not _thinks(thinking) or (request.besides.top_p or 0.0) >= LEAST_TOP_P:
            fields |= request.beside("top_p")
        return {**request.besides.extra, **fields}


def _effort(request: Request) -> str:
    """The effort that is asked for: the least there is where a model was told not to think and cannot but."""
    cannot_but = all(_refused(each) in request.without for each in NO_THOUGHTS)
    return LEAST_EFFORT if request.effort == "none" and cannot_but else request.effort


def _refused(kind: str) -> str:
    """What a kind of thinking is called among the parameters that a model is known to refuse."""
    return f"thinking.type.{kind}"


def _thinking(request: Request) -> dict[str, Any] | None:
    """How it is to think: as it sees fit where it knows how to, else within a share of its tokens; or not at all.
    Nothing is said to who does not think unasked and was not told to, nor where a tool is forced, with which no
    thinking goes."""
    effort = _effort(request)
    if request.rung == "tool" or "thinking" in request.without or not (effort or request.thinks):
        return None
    if effort == "none":
        return {"type": next(each for each in NO_THOUGHTS if _refused(each) not in request.without)}
    if "adaptive" not in request.without:
        return {"type": "adaptive", "display": "summarized"}
    if not effort or request.most_tokens < LEAST_BUDGET + LEAST_ANSWER:
        return None
    budget = max(LEAST_BUDGET, min(REASONING[effort], request.most_tokens - ANSWER))
    return {"type": "enabled", "budget_tokens": budget}


def _thinks(thinking: Mapping[str, Any] | None) -> bool:
    return thinking is not None and thinking["type"] not in NO_THOUGHTS


def _takes_temperature(request: Request) -> bool:
    """Whether a temperature is sent: not beside thinking, which takes none."""
    return request.temperature is not None and "temperature" not in request.without and not _thinks(_thinking(request))


def _headers(fields: Mapping[str, Any]) -> dict[str, str]:
    """What the headers of a request with these fields say otherwise than the SDK does."""
    return {"anthropic-version": WITH_SAMPLING} if any(name in fields for name in SAMPLING) else {}


def messages(request: Request) -> list[dict[str, Any]]:
    """The history in blocks and the task in one; then each failed try with its reason."""
    past = [text for text in request.history if text]
    blocks = [_block(text, is_marked=number in (request.together, len(past))) for number, text in enumerate(past, 1)]
    said: list[dict[str, Any]] = [{"role": "user", "content": [*blocks, _block(request.task)]}]
    for retort in request.retorts:
        said.append({"role": "assistant", "content": retort.text.rstrip() or "(nothing)"})
        said.append({"role": "user", "content": retort.reason})
    return said


def _block(text: str, *, is_marked: bool = False) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": text}
    return {**block, "cache_control": MARK} if is_marked else block


def read(name: str, body: Mapping[str, Any], raw: str, limits: tuple[Left, ...] = ()) -> Reply:
    """The reply in a response's body. Raises Lost when there is none in it."""
    content = body.get("content")
    if not isinstance(content, list):
        raise Lost(f"{name} answered without an answer", raw=raw)
    blocks = [mapping(block) for block in content]
    end = body.get("stop_reason")
    return Reply(
        text=_said(blocks),
        thinking="\n".join(text_of(block.get("thinking")) for block in blocks if block.get("type") == "thinking"),
        model=text_of(body.get("model")),
        usage=used_of_anthropic(body.get("usage")),
        tier=text_of(mapping(body.get("usage")).get("inference_geo")),
        hides_thinking=any(block.get("type") == "thinking" and not block.get("thinking") for block in blocks),
        end="declined" if end == "refusal" else "cut" if end == "max_tokens" else "done",
        raw=raw,
        limits=limits,
    )


def _said(blocks: list[Mapping[str, Any]]) -> str:
    """The answer: what the tool was given, else the text. Two uses of the tool are two answers, and so none."""
    used = [block.get("input") for block in blocks if block.get("type") == "tool_use" and block.get("name") == TOOL]
    if used:
        return "\n".join(map(_written, used))
    return "".join(text_of(block.get("text")) for block in blocks if block.get("type") == "text")


def _written(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:  # what could just be read may be too deep to be written
        return "(nested too deeply)"
