"""How many tokens a reply may have: those of the answer and, where a model reasons, those of its reasoning, which are
billed and bounded as one. And how long it may take to write them.

Law: a reply that was cut off is asked for once more with the most room there is, and never again at a bound that was
too small. Cut off there with nothing but reasoning in it, it is no play but a fault of how the model is set up.

OpenAI advises to leave some 25,000 tokens for reasoning at first
(https://platform.openai.com/docs/guides/reasoning#allocating-space-for-reasoning); what is reserved is not spent, but
it binds money, so what is asked for first is what the effort usually takes.

A reply that is given up may be billed in full, so it has the time that its tokens take, and some more.
"""

import math
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

ANSWER: Final = 2_000  # tokens of an answer with its private fields, generously
LONGEST_ANSWER: Final = 4_000  # where one was cut off
# Tokens of reasoning that are left for an effort at first; "" is what a model does when nothing is said.
REASONING: Final[Mapping[str, int]] = {
    "none": 0,
    "minimal": 1_000,
    "low": 4_000,
    "medium": 8_000,
    "": 8_000,
    "high": 16_000,
    "xhigh": 24_000,
    "max": 30_000,
}
BYTES_A_TOKEN: Final = 4  # of prompts like ours, about
MOST_BYTES_A_TOKEN: Final = 6  # no tokenizer puts so many into one, on average
LEAST_TOLD: Final = 1_000  # tokens
MOST: Final = 32_000  # tokens of a reply with its reasoning
REASONERS: Final = re.compile(r"(?:.*/)?(?:gpt-(?:[5-9]|\d\d)|o\d|loop-reasoner)(?![a-z0-9.]*-chat)")
TOKENS_A_SECOND: Final = 50  # that a reasoner writes at least; 60 to 90 are usual
IN_STEPS: Final = 30.0  # seconds: an envelope is kept for each time that requests have
FLEX: Final = "flex"
LONGEST: Final = 900.0  # seconds that a reply gets, and what OpenAI advises for flex
PROMPT_CUT: Final = "the server read"  # how what is told of a prompt begins that it has cut
_CUT: Final = re.compile(r"the answer was cut off at (\d+) tokens")
# How it is told in a refusal how many tokens a reply of a model may have at the most: by OpenAI, Anthropic, and others.
_BOUND: Final = re.compile(
    r"at most (\d+) (?:completion|output) tokens|max_tokens: \d+ > (\d+), which is the maximum"
    r"|range of max_tokens is \[\d+, ?(\d+)\]"
)
_LATE: Final = re.compile(r" gave no answer within ([0-9.]+(?:e\+\d+)?) s$")


class Room(NamedTuple):
    """The tokens of a reply that are asked for first, and at most."""

    first: int
    most: int


USUAL: Final = Room(ANSWER, LONGEST_ANSWER)


def room_for(model: str, effort: str = "", *, thinks: bool = False, most: int | None = None) -> Room:
    """The room for the replies of a model by its provider's name, at an effort; `thinks` says that it was found to
    think unasked. What somebody has set as the `most` holds from the first try on: they know what their model needs."""
    if most:
        return Room(most, most)
    reasoning = reasoning_room(model, effort, thinks=thinks)
    return Room(ANSWER + reasoning, MOST if reasoning else LONGEST_ANSWER)


def reasoning_room(model: str, effort: str = "", *, thinks: bool = False) -> int:
    """The tokens that are left at first for a model to reason, 0 for one that does not; as with room_for()."""
    reasons = thinks or bool(effort) or REASONERS.match(model) is not None
    if thinks and effort == "none":
        effort = "low"  # some cannot but think, and do the least of it
    return REASONING[effort] if reasons else 0


def bound_in(refusal: str) -> int | None:
    """How many tokens a reply may have, by a refusal of more; None where it is about something else."""
    found = _BOUND.search(refusal.lower())
    return next(int(each) for each in found.groups() if each) if found else None


def seconds_for(tokens: int, least: float, tier: str = "") -> float:
    """How long a reply of so many tokens may take: the least for an answer alone, more for what is thought before."""
    if tier == FLEX:
        return max(least, LONGEST)
    more = max(0, tokens - LONGEST_ANSWER) / TOKENS_A_SECOND
    return max(least, min(LONGEST, least + IN_STEPS * math.ceil(more / IN_STEPS)))


def late(name: str, seconds: float) -> str:
    """What is told of a provider that did not answer in so many seconds."""
    return f"{name} gave no answer within {seconds:g} s"


def seconds_of_late(error: str) -> float | None:
    """In how many seconds an answer did not come, by what is told of it; None where it is lost in another way."""
    found = _LATE.search(error)
    return float(found[1]) if found else None


def tokens_sent(size: int) -> int:
    """About how many tokens so many bytes of a prompt are: more rather than fewer."""
    return size // BYTES_A_TOKEN


def is_cut(sent: int, told: int) -> bool:
    """Whether a server has left out most of a prompt of so many bytes, by the tokens that it says it has read: fewer
    than any tokenizer makes of them. One that counts only what it had not read before, or nothing, has said nothing."""
    return LEAST_TOLD <= told < sent // MOST_BYTES_A_TOKEN


def prompt_cut(model: str, sent: int, told: int) -> str:
    """What is told of a server that has read so many tokens of a prompt of so many bytes."""
    cure = "set its server to a larger context (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH)"
    return f"{PROMPT_CUT} {told:,} of about {tokens_sent(sent):,} tokens for {model}: {cure}, and its row to the same"


def cut_off(tokens: int, why: str) -> str:
    """What is told of a reply that was cut off at so many tokens."""
    return f"the answer was cut off at {tokens} tokens; keep it shorter ({why})"


def tokens_of_cut(reason: str) -> int:
    """At how many tokens a reply was cut off that could not stand for this reason; 0 where it was not cut off."""
    found = _CUT.match(reason)
    return int(found[1]) if found else 0
