"""What a model is asked as the narrator, and how its words are read.

Law: it is told public facts and no speech, not even of a vote's reasons; and words that repeat a speech, by chance or
by guess, are not taken.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from games.agents.agent import Asked
from games.agents.answering import thinking_aloud
from games.agents.answering.finding import fields_in
from games.agents.providers import Reply, Request
from games.engine.events import Event, Names, Vote, Voted, VotedWhy
from games.engine.questions import Illegal

TOLD: Final = (
    "You are the narrator of a game of hidden roles. You speak to those who watch; no player hears you. You are told "
    "what everybody may know, and none of what players say. Give colour to the newest event in one to three sentences, "
    "at most 60 words. Do not restate, quote, sum up or guess at speeches, do not guess who is what, and make up no "
    "fact of the game. Do not say the same thing twice."
)
LONGEST: Final = 600  # characters
RUN: Final = 5  # words in a row that would be a quotation
SHAPE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"words": {"type": "string", "description": f"what the narrator says, at most {LONGEST} characters"}},
    "required": ["words"],
    "additionalProperties": False,
}


def narration_request(events: Sequence[Event], names: Names, said: Sequence[str], asked: Asked) -> Request:
    """What a model is asked after the last of these public events; `said` is what it said before."""
    facts = [_fact(event).text(names) for event in events]
    so_far = "\n".join(("So far, all that everybody knows:", *facts[:-1]))
    before = "\n".join(("You have said:", *said)) if said else "You have said nothing yet."
    return Request(
        model=asked.model,
        system=(TOLD,),
        history=(so_far,),
        task=f"{before}\n\nThe newest event: {facts[-1]}\n\nWhat does the narrator say?",
        schema=SHAPE,
        most_tokens=asked.room.first,
        temperature=asked.temperature,
        effort=asked.effort,
        besides=asked.besides,
        timeout=asked.timeout,
    )


def _fact(event: Event) -> Event:
    """The event without what players put into words."""
    if isinstance(event, VotedWhy):
        return Voted(tuple(Vote(vote.seat, vote.target) for vote in event.votes))
    return event


def read_narration(reply: Reply, speeches: Iterable[str], said: Sequence[str]) -> str:
    """The narrator's words in a reply. Raises Illegal when there are none, too many, the same again, or a speech's."""
    try:
        words = fields_in(thinking_aloud(reply.text)[1], ("words",), ()).get("words")
    except RecursionError as error:
        raise Illegal("the answer is nested too deeply") from error
    if not isinstance(words, str):
        raise Illegal("words must be a text")
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())
    if not 1 <= len(text) <= LONGEST:
        raise Illegal(f"words must be a text of 1 to {LONGEST} characters, not {len(text)}")
    if text in said:
        raise Illegal("the narrator said the same before")
    spoken = {run for speech in speeches for run in runs(speech)}
    if not spoken.isdisjoint(runs(text)):
        raise Illegal("the words repeat a speech")
    return text


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every so many words in a row, whatever stands between them."""
    said = re.findall(r"\w+", text.casefold())
    return (tuple(said[place : place + RUN]) for place in range(len(said) - RUN + 1))


def speeches_in(event: Event) -> list[str]:
    """Whatever players put into words in an event."""
    data = event.data()
    rows = [each for value in data.values() if isinstance(value, list) for each in value]
    parts = [part for part in (data, *rows) if isinstance(part, dict)]
    return [
        part[name] for part in parts for name in ("words", "reason") if isinstance(part.get(name), str) and part[name]
    ]
