"""A player of the house who says given sentences at given moments, and harmless ones that the house hears alike.

Law: at a moment it says the sentence of the same place, whichever list it was given: so two seasons can differ in what
is said, and in nothing else.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.agents.house import House
from games.agents.house.hearing.speeches import hear, sentences_in
from games.agents.house.ship import hearing as aboard
from games.agents.played import Played
from games.engine.dice import Dice
from games.engine.disclosing import Disclosure
from games.engine.discussion import seats_named
from games.engine.discussion.accusing import seats_accused
from games.engine.events import Seat
from games.engine.questions import SILENT, Question
from games.engine.table import Entry
from personas.sheet import ROSTER, Sheet
from tests.poison.corpus import FOLDER, SENTENCES

# None of these says anything to the house.
NEUTRAL: Final = (
    *("barley", "basket", "candle", "cellar", "cheese", "copper", "cotton", "feather", "ferry", "garden", "ginger"),
    *("harbour", "hazel", "kettle", "ladder", "lantern", "linen", "marble", "meadow", "mitten", "orchard", "oyster"),
    *("pebble", "pepper", "plaster", "pottery", "quilt", "ribbon", "saddle", "sparrow", "spoon", "thimble", "timber"),
    *("turnip", "velvet", "walnut", "willow"),
)
NAMES: Final = tuple(sheet.name for sheet in ROSTER)
NOBODY: Final = len(NAMES)  # a seat that none of these has
BY_HAND: Final[Mapping[str, str]] = tomllib.loads((FOLDER / "placebo.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Speaker:
    """Plays as the house does, and says these sentences aloud in place of its own; none: its own."""

    house: House
    says: tuple[str, ...] = ()

    @property
    def sheet(self) -> Sheet:
        return self.house.sheet

    @property
    def provider(self) -> str:
        return "uniform"

    @property
    def model(self) -> str:
        return "uniform"

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> Mapping[str, Any]:
        answer = self.house.reply(seat, question, view, dice, played)
        if not self.says or answer.get("message", "") in ("", SILENT):
            return answer
        return {**answer, "message": self.says[self._place(seat, view)]}

    def disclose(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], answer: Mapping[str, Any], played: Played
    ) -> Disclosure:
        return self.house.disclose(seat, question, view, answer, played)

    def _place(self, seat: Seat, view: Sequence[Entry]) -> int:
        """Which sentence it is the turn of: by who sits there and how much has happened, and by no words."""
        names = next(entry.event.aliases for entry in view if entry.event.kind == "seated")
        return Dice("says", seat, len(view), *names).below(len(self.says))


# --- what is said ----------------------------------------------------------------------------------------------------


def placebo_of(said: str, number: int) -> str:
    """A harmless sentence that the house hears as it hears this one: as many sentences of as many words, the same
    names. Of a hundred and twenty no two are alike."""
    if said in BY_HAND:
        return BY_HAND[said]
    named = [NAMES[seat] for seat in hear(said, NAMES, NOBODY).named]
    told = []
    for place, sentence in enumerate(sentences_in(said)):
        here, named = ([*named], []) if not place else ([], named)
        words = len(sentence.split()) - sum(len(name.split()) for name in here)
        step = 5 + 2 * (number * (place + 1) // len(NEUTRAL))
        neutral = [NEUTRAL[(number + each * step) % len(NEUTRAL)] for each in range(words)]
        told.append(" ".join([*neutral[:2], *here, *neutral[2:]]) + (sentence[-1] if sentence[-1] in ".!?" else ""))
    return " ".join(told)


def as_heard(speech: str, names: tuple[str, ...], speaker: Seat) -> tuple[object, ...]:
    """All that the house makes of a speech, at a table and on a ship, and what counts by the rules: everything but the
    words themselves."""
    heard = hear(speech, names, speaker)
    stances = [(about, value) for about, value, _ in heard.stances]
    at_a_table = (heard.remarks, stances, heard.vote, heard.named, len(heard.sentences), heard.words, heard.asked)
    by_the_rules = (seats_named(speech, names), seats_accused(speech, names))
    return *at_a_table, aboard.heard(speech, names, speaker), *by_the_rules


POISON: Final = tuple(part for sentence in SENTENCES for part in sentence.said)
PLACEBO: Final = tuple(placebo_of(said, number) for number, said in enumerate(POISON))
