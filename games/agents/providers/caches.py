"""What providers' caches want: breakpoints, or more to keep. Known to who reckons what they serve, without a client.

From GPT-5.6 on a cache knows a prompt only up to breakpoints. And there are prompts that a cache takes only from a size
on which they miss: what is the same for all is said once more.

Anthropic's caches want 4,096 tokens of some models. What is common to our prompts has some 1,300 to 2,700, so nothing
would ever be kept, and each request be paid whole. What is read from a cache costs a tenth: 4,096 tokens read cost less
than 500 that are not, so filling pays from the third request on, and requests that begin alike come by the dozen. The
rules are what a model may read twice without harm. What was measured stands in docs/decisions/one-schema.md.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import cycle
from types import MappingProxyType
from typing import Final

from games.agents.providers.provider import Request

CACHE_OPTIONS: Final = "prompt_cache_options"
BREAKPOINT: Final = "prompt_cache_breakpoint"
WITH_BREAKPOINTS: Final = (5, 6)  # the first version of GPT whose cache wants to be told where
_GPT: Final = re.compile(r"gpt-(?P<major>\d+)(?:\.(?P<minor>\d+))?(?![\d.])")
CHARACTERS_A_TOKEN: Final = 4.4  # of our prose, in the tokenizer that makes the fewest of it
FOUR: Final = 4  # characters of a token, as everything here is reckoned
ONCE_MORE: Final = "WHAT EVERYBODY IS TOLD, ONCE MORE"
# https://platform.claude.com/docs/en/build-with-claude/prompt-caching#cache-limitations: 1,024 or fewer of others
LEAST_OF_ANTHROPIC: Final[Mapping[str, int]] = MappingProxyType(
    {"claude-haiku-4-5": 4096, "claude-opus-4-5": 4096, "claude-opus-4-6": 4096}
)


def has_breakpoints(request: Request) -> bool:
    """Whether the cache of a model knows a prompt only up to breakpoints: so it is from GPT-5.6 on."""
    named = _GPT.match(request.model)
    version = (int(named["major"]), int(named["minor"] or 0)) if named else (0, 0)
    return version >= WITH_BREAKPOINTS and request.without.isdisjoint((BREAKPOINT, CACHE_OPTIONS))


def least_common(least_cached: Mapping[str, int], model: str) -> int:
    """How many tokens of FOUR characters what is common must have for the cache of a model; 0 where any number will
    do. `least_cached` says how many of its own the model wants, by how its name begins."""
    least = next((tokens for name, tokens in least_cached.items() if model.startswith(name)), 0)
    return int(least * CHARACTERS_A_TOKEN / FOUR)


def filled(request: Request, least_cached: Mapping[str, int]) -> Request:
    """The request with what is common said again until a cache keeps it; as it is where it does, where nothing is
    common, and where no other request will begin like this one."""
    least = least_common(least_cached, request.model)
    if not least or not request.cache_key or not request.system or not request.system[0]:
        return request
    common, *rest = request.system
    if len(common) >= least * FOUR:
        return request
    return replace(request, system=(_said_again(common, least * FOUR), *rest))


@lru_cache(maxsize=64)  # many games have the same, and each call of them would hold a copy while the model thinks
def _said_again(common: str, least: int) -> str:
    """What is common with as many of its paragraphs once more as make so many characters, headings not counted."""
    again, length = [ONCE_MORE], 0
    for paragraph in cycle(common.split("\n\n")):
        if length >= least - len(common):
            break
        again.append(paragraph)
        length += len(paragraph) + len("\n\n")
    return "\n\n".join([common, *again])
