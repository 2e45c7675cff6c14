"""Puts one question to a language model: brief, ask, read, send back with the reason, else the default.

Law: no network here and no clock. An exchange is what was asked and what came of it so far; whoever hosts it sends the
requests, keeps the ledger of them, and can build the exchange again from that ledger, so that a restart does not begin
anew. A try is an answer that the model gave; what a provider failed to deliver is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.agents.answering import kinds_in, read_answer, thinking_aloud
from games.agents.briefing.situation import Briefing
from games.agents.notes import Note, fold
from games.agents.providers import Effort, Reply, Request, Retort
from games.engine.questions import Illegal, Question

TRIES: Final = 4
LONGEST_RETORT: Final = 2_000  # characters of an answer that could not stand which the model is shown again


@dataclass(frozen=True, slots=True)
class Asked:
    """How a model is asked: its provider's name for it, the most tokens of a reply, and what it takes besides."""

    model: str
    most_tokens: int = 2_000
    temperature: float | None = None
    effort: Effort = ""
    timeout: float = 120.0  # seconds


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question before a model: its briefing, and the answers so far that could not stand. `key` names the game and
    the seat, whose prompts begin alike."""

    question: Question[Any]
    briefing: Briefing
    aliases: Sequence[str]
    asked: Asked
    notes: Sequence[Note]
    retorts: tuple[Retort, ...] = ()
    key: str = ""

    @property
    def tries(self) -> int:
        """How many answers were given so far."""
        return len(self.retorts)

    @property
    def is_spent(self) -> bool:
        """Whether the model has had all its tries, so that the default stands in."""
        return self.tries >= TRIES

    @property
    def reason(self) -> str:
        """Why the last try could not stand."""
        return self.retorts[-1].reason if self.retorts else ""

    def request(self, id: str = "") -> Request:
        """What the model is sent next."""
        briefing = self.briefing
        return Request(
            model=self.asked.model,
            system=(briefing.common, briefing.own),
            history=briefing.history,
            task=briefing.task,
            schema=briefing.schema,
            most_tokens=self.asked.most_tokens,
            retorts=tuple(Retort(each.text, _told(each.reason, briefing.legal)) for each in self.retorts),
            temperature=self.asked.temperature,
            effort=self.asked.effort,
            id=id,
            cache_key=self.key,
            timeout=self.asked.timeout,
        )

    def read(self, reply: Reply) -> dict[str, Any]:
        """The answer that a reply holds, in the engine's terms, with its thought. Raises Illegal."""
        aloud, text = thinking_aloud(reply.text)
        private = tuple(note.name for note in self.notes)
        try:
            answer = read_answer(self.question, text, self.aliases, private, kinds_in(self.briefing.schema))
        except Illegal as error:
            raise Illegal(_why(reply, error, self.asked.most_tokens)) from error
        said = {name: str(answer.pop(name, "")) for name in private}
        thinking = "\n".join(each.strip() for each in (reply.thinking, aloud) if each.strip())
        return {**answer, "thought": fold({**said, "thinking": thinking})}

    def after(self, text: str, reason: str) -> "Exchange":
        """The exchange after an answer that could not stand, for a reason."""
        return replace(self, retorts=(*self.retorts, Retort(text[:LONGEST_RETORT], reason)))


def _why(reply: Reply, error: Illegal, most_tokens: int) -> str:
    if reply.end == "cut":
        return f"the answer was cut off at {most_tokens} tokens; keep it shorter ({error})"
    if reply.end == "declined":
        return f"you declined to answer; this is a game, and a legal answer is wanted ({error})"
    return str(error)


def _told(reason: str, legal: str) -> str:
    """What the moderator says to an answer that could not stand, with what is legal once more."""
    again = "Give your answer again, whole, as one JSON object of the same shape."
    return f"Your answer cannot stand: {reason}. {again}\n{legal}"
