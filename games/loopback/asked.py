"""A request that was accepted, and the answer to it, in words that all protocols share."""

from dataclasses import dataclass
from typing import Final

from games.loopback.catalogue import Model
from games.loopback.replies.draws import Draws
from games.loopback.replies.playing import answer_text
from games.loopback.replies.talk import Talk
from games.loopback.shape import Json
from games.loopback.tokens import Block, tokens_in

AS_IT_COMES: Final = Talk()


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request wants: by which schema, through which tool, with how many tokens at most.

    `thinks` is how many tokens the model thinks first, `shows_thoughts` whether the client sees what; `cache_key` is
    whose cache it is to be looked for in, `is_stored` whether the provider is to keep the answer, `tier` how it is
    served.
    """

    model: Model
    prompt: str
    blocks: tuple[Block, ...]
    most_output: int
    schema: Json | None = None
    tool: str | None = None
    is_json: bool = False  # JSON was asked for, without a schema
    thinks: tuple[int, int] = (0, 0)
    shows_thoughts: bool = False
    cache_key: str = ""
    is_stored: bool = False
    tier: str = "default"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said. `calls` are names of tools with the raw text of their arguments."""

    text: str | None
    calls: tuple[tuple[str, str], ...] = ()
    refusal: str | None = None
    is_cut: bool = False
    shows_usage: bool = True
    reasoning: int = 0

    @property
    def tokens(self) -> int:
        """What the answer is billed for, thoughts and all; never nothing."""
        said = (self.text or "") + (self.refusal or "") + "".join(name + text for name, text in self.calls)
        return max(self.reasoning + tokens_in(len(said)), 1)


def answer_to(asked: Asked, draws: Draws, talk: Talk = AS_IT_COMES) -> Answer:
    """The honest answer of a model that talks so much, before any limit is put to it."""
    text = talk.worded(answer_text(asked.schema, asked.prompt, draws), asked.prompt, draws)
    if asked.is_json and not text.startswith("{"):
        text = '{"answer": "I have nothing to add."}'
    least, most = talk.thinks(asked.thinks)
    reasoning = draws.between(least, most) if most else 0
    if asked.tool is not None:
        return Answer(None, ((asked.tool, text),), reasoning=reasoning)
    return Answer(text, reasoning=reasoning)


def within_limit(answer: Answer, most: int) -> Answer:
    """The answer as it comes out when it may have only so many tokens: thoughts come first and count."""
    if answer.tokens <= most:
        return answer
    left = max(most - answer.reasoning, 0) * 4
    cut_calls = tuple((name, text[:left]) for name, text in answer.calls)
    return Answer(
        None if answer.text is None else answer.text[:left],
        cut_calls if left else (),
        is_cut=True,
        shows_usage=answer.shows_usage,
        reasoning=min(answer.reasoning, most),
    )
