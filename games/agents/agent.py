"""Puts one question to a language model: brief, ask, read, send back with the reason, else the default.

Law: no network here and no clock. An exchange is what was asked and what came of it so far; whoever hosts it sends the
requests, keeps the ledger of them, and can build the exchange again from that ledger, so that a restart does not begin
anew. A try is an answer that the model gave; what a provider failed to deliver is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.agents.answering import NOTHING_BESIDE, Beside, kinds_in, read_answer, thinking_aloud
from games.agents.briefing.situation import Briefing
from games.agents.notes import Note, fold
from games.agents.providers import NOTHING_BESIDES, Besides, Effort, Reply, Request, Retort
from games.agents.room import USUAL, Room, cut_off, is_cut, prompt_cut, seconds_for, tokens_of_cut, tokens_sent
from games.engine.questions import Illegal, Question

TRIES: Final = 4
LEAST_ANSWER: Final = 500  # tokens
LONGEST_RETORT: Final = 2_000  # characters of an answer that could not stand which the model is shown again


@dataclass(frozen=True, slots=True)
class Asked:
    """How a model is asked: its provider's name for it, the tokens that a reply may have at first and at most, and what
    it takes besides."""

    model: str
    room: Room = USUAL
    temperature: float | None = None
    effort: Effort = ""
    besides: Besides = NOTHING_BESIDES
    timeout: float = 120.0  # seconds, at least
    context: int | None = None  # tokens of a prompt and its reply together, where somebody has said how many

    def seconds_for(self, tokens: int) -> float:
        """How long a reply of so many tokens may take."""
        return seconds_for(tokens, self.timeout, self.besides.service_tier)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question before a model: its briefing, and the answers so far that could not stand. `key` names the game and
    the seat, whose prompts begin alike; `beside` says what is asked for beside the answer, and `is_among` whether
    others on the same model are asked this at once."""

    question: Question[Any]
    briefing: Briefing
    aliases: Sequence[str]
    asked: Asked
    notes: Sequence[Note]
    retorts: tuple[Retort, ...] = ()
    key: str = ""
    beside: Beside = NOTHING_BESIDE
    is_among: bool = False

    @property
    def together(self) -> str:
        """What others on the same model are told just as it is, at the same time; "" where there are none of either."""
        return self.briefing.together if self.is_among else ""

    @property
    def tries(self) -> int:
        """How many answers were given so far."""
        return len(self.retorts)

    @property
    def is_spent(self) -> bool:
        """Whether the model has had all its tries, so that the default stands in. What was cut off at the most room
        there is would be cut off there again."""
        return self.tries >= TRIES or self._cut_at >= self._limit

    @property
    def is_out_of_room(self) -> bool:
        """Whether the model was cut off at the most room there is before it had begun to answer: then it is not for the
        default to stand in, but for whoever set it up to give it more."""
        return self._cut_at >= self._limit and not self.retorts[-1].text.strip()

    @property
    def out_of_room(self) -> str:
        """What to do about that, in a sentence."""
        most = self._cut_at
        thought = f"{self.asked.model} thought for all of {most:,} tokens and did not answer"
        return f"{thought}: raise its most tokens, or lower its effort, then bring its season (or its game) up to date"

    @property
    def is_out_of_context(self) -> bool:
        """Whether what is asked leaves no room for an answer in what its model can read and write in one go."""
        context = self.asked.context
        return context is not None and context - self._sent < LEAST_ANSWER

    @property
    def out_of_context(self) -> str:
        """What to do about that, in a sentence."""
        asked = f"a prompt of about {self._sent:,} tokens leaves no room for an answer"
        return f"{asked} in the {self.asked.context:,} that {self.asked.model} has: set its server and its row to more"

    @property
    def _sent(self) -> int:
        """The tokens of the next prompt, about."""
        return tokens_sent(self._request(0).size)

    @property
    def _cut_at(self) -> int:
        """At how many tokens the last try was cut off, 0 where it was not."""
        return tokens_of_cut(self.reason)

    @property
    def _most_tokens(self) -> int:
        """The tokens of the next reply: once one was cut off, the most that there are."""
        is_longer = any(tokens_of_cut(each.reason) for each in self.retorts)
        return min(self._limit, self.asked.room.most if is_longer else self.asked.room.first)

    @property
    def _limit(self) -> int:
        """The most tokens that the next reply may have."""
        most, context = self.asked.room.most, self.asked.context
        return most if context is None else min(most, max(LEAST_ANSWER, context - self._sent))

    def with_room(self, room: Room) -> "Exchange":
        """The same with another room for its replies."""
        return self if room == self.asked.room else replace(self, asked=replace(self.asked, room=room))

    def within(self, most: int | None) -> "Exchange":
        """The same with no more tokens for a reply than so many; None for as many as it has."""
        room = self.asked.room
        if most is None or most >= room.most:
            return self
        return replace(self, asked=replace(self.asked, room=Room(min(room.first, most), most)))

    @property
    def is_cut_off(self) -> bool:
        """Whether the last try was cut off at the most room there is."""
        return 0 < self._limit <= self._cut_at

    @property
    def reason(self) -> str:
        """Why the last try could not stand."""
        return self.retorts[-1].reason if self.retorts else ""

    def request(self, id: str = "") -> Request:
        """What the model is sent next."""
        return self._request(self._most_tokens, id)

    def _request(self, most_tokens: int, id: str = "") -> Request:
        briefing = self.briefing
        system: tuple[str, ...] = (briefing.common, briefing.own)
        history, key = briefing.heard, self.key
        if self.together:  # it holds players' words, and so does not stand among what the model is to obey
            system, key = (briefing.common,), self._key_of_all
            history = (self.together, briefing.own, *briefing.history)
        return Request(
            model=self.asked.model,
            system=system,
            history=history,
            together=1 if self.together else 0,
            task=briefing.task,
            schema=briefing.schema,
            most_tokens=most_tokens,
            retorts=tuple(Retort(each.text, _told(each.reason, briefing.legal)) for each in self.retorts),
            temperature=self.asked.temperature,
            effort=self.asked.effort,
            besides=self.asked.besides,
            id=id,
            cache_key=key,
            timeout=self.asked.seconds_for(most_tokens),
        )

    @property
    def _key_of_all(self) -> str:
        """What tells the prompts of this game from another's, whosever they are."""
        return self.key.rpartition("/")[0]

    def read(self, reply: Reply) -> dict[str, Any]:
        """The answer that a reply holds, in the engine's terms, with its thought. Raises Illegal."""
        aloud, text = thinking_aloud(reply.text)
        private = tuple(note.name for note in self.notes)
        try:
            kinds = kinds_in(self.briefing.schema)
            answer = read_answer(self.question, text, self.aliases, private, kinds, self.beside)
        except Illegal as error:
            raise Illegal(_why(reply, error, self._most_tokens)) from error
        said = {name: str(answer.pop(name, "")) for name in private}
        thinking = "\n".join(each.strip() for each in (reply.thinking, aloud) if each.strip())
        return {**answer, "thought": fold({**said, "thinking": thinking})}

    def after(self, text: str, reason: str) -> "Exchange":
        """The exchange after an answer that could not stand, for a reason."""
        return replace(self, retorts=(*self.retorts, Retort(text[:LONGEST_RETORT], reason)))


def prompt_fault(request: Request, reply: Reply) -> str:
    """What is wrong where a server has left out most of a prompt without a word; "" where it has not."""
    told = reply.usage.input if reply.usage else 0
    return prompt_cut(request.model, request.size, told) if is_cut(request.size, told) else ""


def _why(reply: Reply, error: Illegal, most_tokens: int) -> str:
    if reply.end == "cut":
        return cut_off(most_tokens, str(error))
    if reply.end == "declined":
        return f"you declined to answer; this is a game, and a legal answer is wanted ({error})"
    return str(error)


def _told(reason: str, legal: str) -> str:
    """What the moderator says to an answer that could not stand, with what is legal once more."""
    again = "Give your answer again, whole, as one JSON object of the same shape."
    return f"Your answer cannot stand: {reason}. {again}\n{legal}"
