"""What a model is asked as the narrator, and how its words are read.

Law: it is told public facts and no speech, not even of a vote's reasons; and words that repeat a speech, by chance or
by guess, are not taken. When the game is over it is told the record, and its words are held against that.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from games.agents.agent import LONGEST_RETORT, Asked
from games.agents.answering import thinking_aloud
from games.agents.answering.finding import fields_in
from games.agents.narrator.closing import Record, facts_of
from games.agents.narrator.proving import LONGEST as LONGEST_CLOSING
from games.agents.narrator.proving import fault_in
from games.agents.providers import Reply, Request, Retort
from games.engine.events import Event, Names, Vote, Voted, VotedWhy
from games.engine.questions import Illegal

TOLD: Final = (
    "You are the narrator of a game of hidden roles. You speak to those who watch; no player hears you. You are told "
    "what everybody may know, and none of what players say. Give colour to the newest event in one to three sentences, "
    "at most 60 words. Do not restate, quote, sum up or guess at speeches, do not guess who is what, and make up no "
    "fact of the game. Do not say the same thing twice."
)
TOLD_AT_THE_END: Final = (
    "You are the narrator of a game of hidden roles that is over. You speak to those who watched. You are given all "
    "that is known of it. Sum it up in three to eight short sentences: who won, who was what, who left and how. Make "
    "up nothing: what you say is held against the record, and one sentence that it does not bear out costs you your "
    "words. There are two kinds of sentences. One tells facts, in plain words and nothing else: 'Ada was a doctor and "
    "was lynched on day 2 by 4 of 6 votes.' 'Ben and Cleo were of the mafia.' 'Ben claimed to be a doctor.' 'The town "
    "won after 3 rounds.' Say what was done to whom, and not who did it; several players stand in one sentence only as "
    "one list of whom the same is so. The other kind gives colour: it begins with a small word, holds no name, number, "
    "role, team, vote, death or win, and no word for a person, not even 'they'."
)
CLOSING_TRIES: Final = 2
LONGEST: Final = 600  # characters
RUN: Final = 5  # words in a row that would be a quotation


def _shape(longest: int) -> dict[str, Any]:
    words = {"type": "string", "description": f"what the narrator says, at most {longest} characters"}
    return {"type": "object", "properties": {"words": words}, "required": ["words"], "additionalProperties": False}


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
        schema=_shape(LONGEST),
        most_tokens=asked.room.first,
        temperature=asked.temperature,
        effort=asked.effort,
        besides=asked.besides,
        timeout=asked.seconds_for(asked.room.first),
    )


def closing_request(record: Record, asked: Asked, retorts: tuple[Retort, ...] = ()) -> Request:
    """What a model is asked when the game with this record is over, after tries that could not stand."""
    return Request(
        model=asked.model,
        system=(TOLD_AT_THE_END,),
        history=("\n".join(("All that is known:", *facts_of(record))),),
        task="What does the narrator say in the end?",
        schema=_shape(LONGEST_CLOSING),
        most_tokens=asked.room.first,
        retorts=retorts,
        temperature=asked.temperature,
        effort=asked.effort,
        besides=asked.besides,
        timeout=asked.seconds_for(asked.room.first),
    )


def retort_to(reply: Reply, reason: str) -> Retort:
    """What a model is told of a summary that could not stand."""
    return Retort(reply.text[:LONGEST_RETORT], f"That cannot be told: {reason}. Say all of it again without that.")


def read_closing(reply: Reply, record: Record, speeches: Iterable[str]) -> str:
    """The summary in a reply. Raises Illegal when there is none, it is a speech's, or the record does not bear it
    out."""
    text = _words_in(reply, LONGEST_CLOSING, speeches)
    if fault := fault_in(text, record):
        raise Illegal(fault)
    return text


def _fact(event: Event) -> Event:
    """The event without what players put into words."""
    if isinstance(event, VotedWhy):
        return Voted(tuple(Vote(vote.seat, vote.target) for vote in event.votes))
    return event


def read_narration(reply: Reply, speeches: Iterable[str], said: Sequence[str]) -> str:
    """The narrator's words in a reply. Raises Illegal when there are none, too many, the same again, or a speech's."""
    text = _words_in(reply, LONGEST, speeches)
    if text in said:
        raise Illegal("the narrator said the same before")
    return text


def _words_in(reply: Reply, longest: int, speeches: Iterable[str]) -> str:
    try:
        words = fields_in(thinking_aloud(reply.text)[1], ("words",), ()).get("words")
    except RecursionError as error:
        raise Illegal("the answer is nested too deeply") from error
    if not isinstance(words, str):
        raise Illegal("words must be a text")
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())
    if not 1 <= len(text) <= longest:
        raise Illegal(f"words must be a text of 1 to {longest} characters, not {len(text)}")
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
