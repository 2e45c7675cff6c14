"""What providers' caches serve of the prompts of trial games. Law: as each documents its own, where nothing goes wrong.

OpenAI before GPT-5.6, and servers that speak its protocol: what begins like any prompt of the last five minutes, from
1,024 tokens on in steps of 128. From GPT-5.6 on: what ends where one text does and was sent for the same seat within
half an hour; to write there costs more. Anthropic: what ends where one text does, within five minutes; to write costs
more, and what all share is filled up until it can be kept.
https://developers.openai.com/api/docs/guides/prompt-caching
https://platform.claude.com/docs/en/build-with-claude/prompt-caching
"""

from dataclasses import dataclass
from typing import Final

from games.agents.providers import Request, Usage
from games.agents.providers.caches import LEAST_OF_ANTHROPIC, has_breakpoints, least_common
from games.agents.trials.simulating import Exchanged
from personas.models import LanguageModel

FIRST: Final = 1024  # tokens: what is shorter no provider caches, and where it must be longer it is filled
STEP: Final = 128
LIVES: Final = 300.0  # seconds
LIVES_AT_BREAKPOINTS: Final = 1800.0


@dataclass(frozen=True, slots=True)
class Cache:
    """How a model's prompts are kept: for how long, in steps of so many tokens (1: where a text ends), whether one
    seat finds what another was sent, whether it is told what is written, and to how many tokens what all share is
    filled up."""

    lives: float = LIVES
    step: int = STEP
    is_shared: bool = True
    is_written: bool = False
    filled_to: int = 0

    def used(self, each: Exchanged, *, seconds: float, written: int) -> Usage:
        """What an exchange uses whose answer has so many tokens, in a game whose every poll takes so many seconds."""
        filling = max(0, self.filled_to - each.common) if each.shared else 0
        sent = each.sent + filling
        shared = each.shared + filling if self.is_shared and each.poll else 0
        is_kept = each.waited and each.waited * seconds < self.lives
        together = each.together + filling if each.together else 0
        known = max(each.known + filling if is_kept else 0, shared, together)
        known = FIRST + (known - FIRST) // self.step * self.step if known >= FIRST else 0
        kept = max(0, sent - each.task - known) if self.is_written else 0
        return Usage(input=sent, cached=known, cache_written=kept, output=written)


def cache_of(model: LanguageModel) -> Cache:
    """How a model's prompts are kept, as it is asked."""
    if model.provider == model.Provider.ANTHROPIC:
        least = least_common(LEAST_OF_ANTHROPIC, model.model_name)
        return Cache(step=1, is_written=True, filled_to=least)
    request = Request(
        model=model.model_name,
        system=(),
        history=(),
        task="",
        schema={},
        most_tokens=1,
        without=frozenset(model.without.split()),
    )
    if has_breakpoints(request):
        return Cache(LIVES_AT_BREAKPOINTS, step=1, is_shared=False, is_written=True)
    return Cache()
