"""A provider in this process that answers from a script: for tests, for trials, and for players from outside.

The script is a function of the request: it returns the text of an answer (or a whole Reply), or raises what a provider
may raise. Without `usage` a text is counted at four characters a token.
"""

import asyncio
from collections.abc import Callable, Mapping
from math import ceil
from types import MappingProxyType

from games.agents.providers.provider import Reply, Request, Rung, Usage

CHARACTERS_A_TOKEN = 4
Script = Callable[[Request], Reply | str]


class Scripted:
    """Answers every request by its script, after `latency` seconds. `requests` are all that it was sent."""

    protocol = "scripted"
    rungs: tuple[Rung, ...] = ("json_schema", "json_object", "text")
    least_cached: Mapping[str, int] = MappingProxyType({})

    def __init__(self, script: Script, *, name: str = "scripted", latency: float = 0.0) -> None:
        self.name = name
        self.requests: list[Request] = []
        self._script = script
        self._latency = latency

    async def ask(self, request: Request) -> Reply:
        """What the script says. Raises what it raises."""
        self.requests.append(request)
        await asyncio.sleep(self._latency)  # noqa: TID251  stands for a provider, which takes its time
        said = self._script(request)
        if isinstance(said, Reply):
            return said
        read = tokens_of("".join((*request.system, *request.history, request.task)))
        return Reply(said, model=request.model, usage=Usage(input=read, output=tokens_of(said)), raw=said)

    async def close(self) -> None:
        """There is nothing to give up."""


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    return ceil(len(text) / CHARACTERS_A_TOKEN)
