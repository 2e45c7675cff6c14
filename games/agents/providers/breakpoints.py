"""Whose cache knows a prompt only up to breakpoints. Known to who reckons what caches serve, too, without a client."""

import re
from typing import Final

from games.agents.providers.provider import Request

CACHE_OPTIONS: Final = "prompt_cache_options"
BREAKPOINT: Final = "prompt_cache_breakpoint"
WITH_BREAKPOINTS: Final = (5, 6)  # the first version of GPT whose cache wants to be told where
_GPT: Final = re.compile(r"gpt-(?P<major>\d+)(?:\.(?P<minor>\d+))?(?![\d.])")


def has_breakpoints(request: Request) -> bool:
    """Whether the cache of a model knows a prompt only up to breakpoints: so it is from GPT-5.6 on."""
    named = _GPT.match(request.model)
    version = (int(named["major"]), int(named["minor"] or 0)) if named else (0, 0)
    return version >= WITH_BREAKPOINTS and request.without.isdisjoint((BREAKPOINT, CACHE_OPTIONS))
