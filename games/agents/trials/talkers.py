"""Players for trial games whose answers have the length of a model's: the house's, or some drawn by lot, drawn out.

Law: only how long the texts are is changed, and never what is chosen. What a text is drawn out by names nobody and
accuses nobody, so that nobody is moved by it; what may be at most so long is no longer. Drawn by lot is who always has
something to say: models are seldom silent.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.agents.notes import THOUGHT, Note, fold, unfold
from games.agents.offline import OfflinePlayer
from games.agents.played import Played
from games.agents.uniform import SENTENCE
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.questions import SILENT, Question, React
from games.engine.table import Entry
from personas.sheet import Sheet

# Tokens of an answer by kind of question, "" for those that are not named; () is as the house writes.
Talk = tuple[tuple[str, int], ...]
AS_THE_HOUSE: Final[Talk] = ()
CHARACTERS_A_TOKEN: Final = 4
SHORTEST: Final = 12  # characters that a text is cut to
FRAMING: Final = len('"": "", ')  # characters around a text and its name
FILLER: Final = (
    " and then we will see what comes of it as the day goes on, for there is time to think it over once more;"
)
LIMIT: Final = re.compile(r"\bat most (\d+) characters\b")


@dataclass(frozen=True, slots=True)
class Talker:
    """An offline player who writes so much and, if it `speaks_up`, is never silent where it may be."""

    player: OfflinePlayer
    talk: Talk
    notes: Sequence[Note]
    speaks_up: bool = False

    @property
    def sheet(self) -> Sheet | None:
        """The player's."""
        return self.player.sheet

    @property
    def provider(self) -> str:
        """The player's."""
        return self.player.provider

    @property
    def model(self) -> str:
        """The player's."""
        return self.player.model

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> Mapping[str, Any]:
        """What the player answers, as long as it is to be."""
        answer = dict(self.player.reply(seat, question, view, dice, played))
        if self.speaks_up and isinstance(question, React) and answer["message"] == SILENT:
            answer["message"] = SENTENCE
        talk = dict(self.talk)
        tokens = talk.get(question.kind, talk.get("", 0))
        return drawn_out(answer, question, tokens, self.notes) if tokens else answer


def drawn_out(
    answer: Mapping[str, Any], question: Question[Any], tokens: int, notes: Sequence[Note]
) -> Mapping[str, Any]:
    """An answer of about so many tokens: its private notes and what it says take equal parts, as far as they may."""
    private = unfold(answer[THOUGHT])
    texts = {note.name: private.get(note.name, answer[THOUGHT]) for note in notes}
    limits = {**dict.fromkeys(texts, tokens * CHARACTERS_A_TOKEN), **_limits(question, answer)}
    texts |= {name: answer[name] for name in limits if name not in texts}
    rest = {name: answer[name] for name in answer if name not in (*texts, THOUGHT)}
    framing = len(json.dumps({"reply": {"answer": question.kind, **rest}}))
    left = tokens * CHARACTERS_A_TOKEN - framing - FRAMING * len(texts) - sum(len(name) for name in texts)
    for count, name in enumerate(sorted(texts, key=limits.__getitem__), 1):
        length = max(SHORTEST, min(limits[name], left // (len(texts) - count + 1)))
        texts[name] = of_length(texts[name], length)
        left -= len(texts[name])
    told = {name: texts.pop(name) for name in tuple(texts) if name in answer and name != THOUGHT}
    return {**answer, **told, THOUGHT: fold(texts)}


def _limits(question: Question[Any], answer: Mapping[str, Any]) -> dict[str, int]:
    """The texts of an answer that may be longer, with how long they may be; what is not said at all stays so."""
    limits = {}
    for name, field in question.properties().items():
        found = LIMIT.search(field.get("description", ""))
        if found and isinstance(answer.get(name), str) and answer[name] not in ("", SILENT):
            limits[name] = int(found[1])
    return limits


def of_length(text: str, length: int) -> str:
    """The text, cut or drawn out to so many characters."""
    more = FILLER * (1 + max(0, length - len(text)) // len(FILLER))
    return f"{text}{more}"[:length].strip()
