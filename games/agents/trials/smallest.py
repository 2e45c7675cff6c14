"""The smallest real question of each kind, by which a model is tried out before it plays: whether it can answer in the
shape that is asked for. It is told of no game.
"""

from dataclasses import replace
from typing import Any, Final

from games.agents.agent import Asked, Exchange
from games.agents.answering import legal_now, schema_of_answers
from games.agents.briefing import Briefing
from games.agents.notes import Note
from games.agents.room import tokens_sent
from games.engine.questions import (
    WAIT,
    Act,
    BidToSpeak,
    Choose,
    Justify,
    Nominate,
    Propose,
    Question,
    React,
    Reflect,
    Speak,
    Summarise,
)

NAMES: Final = ("Anika", "Bruno", "Celia")
QUESTIONS: Final[tuple[Question[Any], ...]] = (
    Speak("speak", "Say hello in a few words."),
    React("react", "Say something short, or [SILENT]."),
    Choose("vote", "Name one of the others, or nobody.", (None, 1, 2)),
    Justify("accuse", "Name one of the others and say why in a few words.", (1, 2)),
    Propose("plot", "Say something short and name one of the others.", (1, 2)),
    Nominate("nominate", "Say something short and name one of the others.", (0, 1, 2), (1, 2)),
    Summarise("summary", "Sum up in a few words that nothing has happened.", 60, "Nothing has happened."),
    Act("act", "Where do you go?", ("move admin", WAIT), frozenset({"move admin", WAIT}), 3),
    BidToSpeak("bid", "How much do you want to speak, and what would you say?", (None, 1, 2), ("skip", 1, 2)),
    Reflect("reaction", "Write down anything you like, in a few words."),
)
NOTES: Final = (Note("thought", "your private reasoning, in a few words"),)
BRIEFING: Final = Briefing(
    common=f"This is a test of whether you can answer in a given shape. At the table are {', '.join(NAMES)}. "
    "A question ends with a line of JSON: the kind of answer that is wanted, and lists to take one of.",
    own=f"You are {NAMES[0]}. Keep everything short.",
    history=(),
    task="",
    schema=schema_of_answers(QUESTIONS, NOTES),
)

# Three times as long as what a server of Ollama's reads unless it is told to read more.
LONG: Final = 12_000  # tokens
PADDING: Final = (
    "Line {} of many, which say nothing and are here to be read: the harbour was quiet, and the lamp burned."
)


def exchange_about(question: Question[Any], asked: Asked) -> Exchange:
    """One of the questions before a model, in the schema that all of them have."""
    task = f"{question.prompt}\n{legal_now(question, NAMES)}"
    return Exchange(question, replace(BRIEFING, task=task), NAMES, asked, NOTES)


def long_exchange(asked: Asked) -> Exchange:
    """A question behind a prompt that is longer than those of most games: a server that cuts it says so by the tokens
    that it has read."""
    exchange = exchange_about(QUESTIONS[0], asked)
    besides = tokens_sent(exchange.request().size) + exchange.asked.room.first
    length = LONG if asked.context is None else min(LONG, asked.context - besides)
    told = "\n".join(PADDING.format(number) for number in range(max(0, length) // tokens_sent(len(PADDING)) + 1))
    return replace(exchange, briefing=replace(exchange.briefing, history=(told,)))
