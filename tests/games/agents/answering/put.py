"""Questions as they are put in whole games of every ruleset, one and more of each kind, for the tests of answers."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from games.agents.agent import Asked, Exchange
from games.agents.briefing import Situation, brief
from games.agents.briefing.place import place_of
from games.agents.house import READ
from games.agents.notes import notes_for
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Act, BidToSpeak, Question
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.games.agents.briefing.briefed import before, situations, wildly

# Where a kind of question is put by option only.
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "reactive-mafia": {"doctors": 1, "detectives": 1},
    "glass-box": {"ghost_sabotage": True, "orders": 1},
}


@cache
def put(slug: str) -> tuple[Exchange, ...]:
    """Of every kind of question of a ruleset one in each of its forms, before a model."""
    found: dict[object, Exchange] = {}
    for each in games(all_rulesets()[slug]):
        form = each.question.kind, form_of(each.question)
        if form not in found:
            found[form] = exchange(each)
    return tuple(found.values())


def games(rules: Ruleset[Any]) -> Iterator[Situation]:
    """Whole games: of the house, and of players who do anything, so that what is rare is put too. The rules that the
    house has not read are only played by those: it would practise them first, in each process that collects this."""
    yield from situations(rules, "put/0", play=None if isinstance(rules, READ) else wildly)
    for number in range(3):
        yield from situations(rules, f"put/{number}", play=wildly, **OPTIONS.get(rules.slug, {}))


def form_of(question: Question[Any]) -> object:
    """What makes an answer of the same kind of question another shape."""
    match question:
        case Act():
            return question.most, any(order.startswith("kill") for order in question.actions)
        case BidToSpeak():
            return bool(question.votes), "skip" in question.votes
    return None in getattr(question, "among", ())


def exchange(situation: Situation) -> Exchange:
    """A situation before a model."""
    place = place_of(situation.seat, situation.view)
    notes = notes_for(situation.ruleset)
    return Exchange(situation.question, brief(situation), place.names, Asked("some-model"), notes)


class Before:
    """Makes of a game's pending questions what is put before a model, whoever answers them."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator
        self.asked: dict[Seat, list[int]] = {seat: [] for seat in range(len(moderator.deal.aliases))}

    def __call__(self, seat: Seat) -> Exchange:
        self.asked[seat].append(self.moderator.poll)
        answers = [answer for answer in self.moderator.journal if answer.seat == seat]
        return exchange(before(self.moderator, seat, self.asked[seat], answers))


def title(each: Exchange) -> str:
    """The name of a question in the report of a test."""
    return f"{each.question.kind}-{form_of(each.question)}"


EVERY = tuple((slug, each) for slug in all_rulesets() for each in put(slug))
