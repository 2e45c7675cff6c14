"""Requests that the tests of providers share: a vote at a table, as an exchange asks for it."""

from dataclasses import replace
from typing import Any

from games.agents.agent import Asked, Exchange
from games.agents.answering import legal_now, schema_of_answers
from games.agents.briefing import Briefing
from games.agents.notes import Note
from games.agents.providers import Ladder, Provider, Reply, Request, Unfit
from games.agents.room import Room
from games.engine.questions import Choose, Speak

NAMES = ("Ada", "Ben", "Cleo")
VOTE = Choose("vote", "Whom?", (None, 1, 2))
NOTES = (Note("thought", "private reasoning"),)
TOLD = Briefing(
    "The rules.",
    "You are Ada.",
    ("* Day 1 begins.", 'Ben: "Hm."'),
    f"* Whom? Answer in JSON.\n{legal_now(VOTE, NAMES)}",
    schema_of_answers((VOTE, Speak("speak", "")), NOTES),
)
OPENAI, ANTHROPIC = "gpt-4o-mini", "claude-haiku-4-5"


def exchange(model: str, **asked: Any) -> Exchange:
    """A vote before a model, whose reply may have so many tokens where it is said."""
    if most := asked.pop("most_tokens", 0):
        asked["room"] = Room(most, most)
    return Exchange(VOTE, TOLD, NAMES, Asked(model, **asked), NOTES)


def request(model: str, id: str = "", **asked: Any) -> Request:
    """The request for a vote."""
    return exchange(model, **asked).request(id)


async def climbed(provider: Provider, ladder: Ladder, asked: Request, most: int = 8) -> tuple[Reply, list[Request]]:
    """The reply in the manners of the model, and all requests that it took to learn them."""
    sent: list[Request] = []
    while len(sent) < most:
        sent.append(ladder.fit(provider, asked))
        try:
            return await provider.ask(sent[-1]), sent
        except Unfit as error:
            if not ladder.learn(provider, sent[-1], error):
                raise
    raise AssertionError(f"the ladder has no end: {[(each.rung, each.without) for each in sent]}")


def other(asked: Request, number: int) -> Request:
    """The same request in other words, which meet other chances."""
    return replace(asked, task=f"{number} {asked.task}")
