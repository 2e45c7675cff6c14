"""From a game to the exchange with one seat: what it was asked so far, what it answered, and what it is told now."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.agents.agent import Asked, Exchange
from games.agents.answering import Beside
from games.agents.briefing import Situation, brief
from games.agents.lessons.choosing import ChooseLessons
from games.agents.lessons.telling import NOTHING_REMEMBERED, Remembered
from games.agents.notes import notes_for
from games.agents.providers import Retort
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.questions import Question
from personas.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Character:
    """Who is asked: the sheet, what somebody wrote into the player's memory by hand, how much strategy it is told, what
    it learned from other games, and whether it is told that it is a model."""

    sheet: Sheet | None = None
    learned: Mapping[str, Any] = field(default_factory=dict)
    level: str = "none"
    remembered: Remembered = NOTHING_REMEMBERED
    is_aware: bool = False


class Recollection:
    """A game's journal by seat, folded as it grows: nobody's answers are looked for among everybody's again. `name` is
    what tells its prompts from another game's; `learns` whether its players are asked at the end what they learned."""

    def __init__(self, moderator: Moderator, name: str, *, learns: bool = False) -> None:
        self._moderator = moderator
        self._name = name
        self._learns = learns
        self._known = 0
        self._given: dict[Seat, list[Answer]] = {seat: [] for seat in moderator.table.seats}

    def exchange(
        self,
        seat: Seat,
        who: Character,
        asked: Asked,
        retorts: tuple[Retort, ...] = (),
        *,
        is_among: bool = False,
    ) -> Exchange:
        """The exchange about the question that is pending for a seat, after these tries; `is_among`: others on the same
        model are asked in the same poll."""
        moderator = self._moderator
        exchange = self._exchange(seat, moderator.pending[seat], moderator.poll, who, asked, retorts)
        return replace(exchange, is_among=True) if is_among and exchange.briefing.together else exchange

    def afterwards(self, seat: Seat, question: ChooseLessons, who: Character, asked: Asked) -> Exchange:
        """The exchange about what a seat learns from the game, which is over: behind all that it has seen."""
        return self._exchange(seat, question, self._moderator.poll + 1, who, asked, ())

    def _exchange(
        self,
        seat: Seat,
        question: Question[Any],
        poll: int,
        who: Character,
        asked: Asked,
        retorts: tuple[Retort, ...],
    ) -> Exchange:
        moderator = self._moderator
        for answer in moderator.journal[self._known :]:
            self._given[answer.seat].append(answer)
        self._known = len(moderator.journal)
        given = self._given[seat]
        situation = Situation(
            ruleset=moderator.ruleset,
            options=moderator.options,
            seat=seat,
            question=question,
            view=moderator.table.views[seat],
            asked=(*(answer.poll for answer in given), poll),
            answers=given,
            sheet=who.sheet,
            learned=who.learned,
            level=who.level,
            remembered=who.remembered,
            learns=self._learns,
            is_aware=who.is_aware,
        )
        notes = notes_for(moderator.ruleset)
        beside = Beside(seat, moderator.ruleset.discloses(question.kind))
        names = moderator.deal.aliases
        return Exchange(question, brief(situation), names, asked, notes, retorts, f"{self._name}/{seat}", beside)
