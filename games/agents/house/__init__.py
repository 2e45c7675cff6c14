"""The house players: eight tempers, no network.

Law: a house player is a pure function of its sheet, its seat, what that seat has heard, the question and the dice. It
knows the others by their words and votes alone, as a model would, and where personas go by their names by what it has
with them (bonds.py): `hearing` reads plain English, learning.py takes in what was said and shown, `mind` keeps it and
says why somebody is suspected, `deciding` says what to do and whom to be, and `speaking` puts it into words, the
private thought too. Games with ways of their own have a room each: `reactive`, `council`, `ship`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from games.agents.house import ship
from games.agents.house.believing import disclosure
from games.agents.house.bonds import bonds_at
from games.agents.house.council.answers import answer as in_council
from games.agents.house.deciding.judgement import choose_vote
from games.agents.house.deciding.nights import choose_kill, choose_shot, choose_suspect, choose_ward
from games.agents.house.experienced import is_vote, taught_by
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.mind.memory import Mind
from games.agents.house.reactive.answers import answer as in_free_talk
from games.agents.house.remembering import remembering
from games.agents.house.speaking.plotting import plot_words
from games.agents.house.speaking.speech import speech
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Sayings, Telling, Tongue
from games.agents.house.unfamiliar import choosing as unfamiliar
from games.agents.keeper import SAYINGS, Keeper
from games.agents.played import Played
from games.engine.dice import Dice
from games.engine.disclosing import NOTHING, Disclosure
from games.engine.events import Seat
from games.engine.questions import Choose, Propose, Question, Speak
from games.engine.rulesets.council_mafia import CouncilMafia
from games.engine.rulesets.glass_box import GlassBox
from games.engine.rulesets.reactive_mafia import ReactiveMafia
from games.engine.rulesets.town_mafia import TownMafia
from games.engine.table import Entry
from personas.experience import Experience
from personas.sheet import Sheet

# The rule books that the house has read. What it has not, it plays by what it sees and what practice tells it.
READ: Final = (TownMafia, ReactiveMafia, CouncilMafia, GlassBox)
Answer = Mapping[str, Any]  # Any: JSON values


@dataclass(frozen=True, slots=True)
class House:
    """An offline player with a character; `model` is its temper."""

    sheet: Sheet
    experience: Experience | None = None
    known: tuple[str, ...] = ()  # who plays by seat, where that is known
    level: Level = ADVANCED
    outing: int = (
        0  # which game of its season it is for the persona, from 1; 0 outside of seasons. It moves words alone.
    )

    @property
    def provider(self) -> str:
        return "house"

    @property
    def model(self) -> str:
        return self.sheet.temper

    def reply(self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played) -> Answer:
        """A legal answer with its thought."""
        taught = taught_by(self.experience, played, self.known)
        if not isinstance(played.ruleset, READ):
            return unfamiliar.answer(self.sheet, seat, question, view, dice, played, taught, self.level)
        bonds = bonds_at(self.sheet, played)
        if ship.is_aboard(view):
            return ship.answer(self.sheet, seat, question, view, dice, taught, self.level, bonds, self.outing)
        at_the_vote = is_vote(question, played)
        with remembering(self.sheet, seat, view, taught, self.level, bonds=bonds, at_the_vote=at_the_vote) as mind:
            return _answer(mind, question, view, dice, self.outing)

    def disclose(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], answer: Answer, played: Played
    ) -> Disclosure:
        """What it believes of the others and what its answer claims, as far as the question asks for them."""
        if not isinstance(played.ruleset, READ):
            return NOTHING
        taught = taught_by(self.experience, played, self.known)
        return disclosure(self.sheet, seat, question, view, answer, played, taught, self.level)


_sayings: Final[Keeper[Sayings]] = Keeper(most=SAYINGS)


def _answer(mind: Mind, question: Question[Any], view: Sequence[Entry], dice: Dice, outing: int) -> Answer:
    with _tongue(mind, view, dice, outing) as tongue:
        answered = (in_council if mind.in_council else in_free_talk)(mind, question, tongue, dice)
    if answered is not None:
        return Telling(answered, tongue.told) if tongue.told else answered
    thinking = Thinking(mind, dice)
    match question:
        case Speak():
            return _speech(mind, view, dice, outing)
        case Propose():
            deed = choose_kill(mind, question.among, dice)
            sayings = Sayings()
            sayings.hear(mind.whispered, mind.names)
            words = plot_words(mind, deed, Tongue(mind.sheet, mind.names, sayings.shapes, dice), dice)
            return {"thought": thinking.of_plot(deed), "message": words, "target": deed.target}
        case Choose(kind="vote"):
            target = choose_vote(mind, question.among, dice)
            return {"thought": thinking.of_vote(target), "target": target}
        case Choose(kind="kill"):
            deed = choose_kill(mind, question.among, dice)
            return {"thought": thinking.of_kill(deed), "target": deed.target}
        case Choose(kind="protect"):
            deed = choose_ward(mind, question.among, dice)
            return {"thought": thinking.of_ward(deed), "target": deed.target}
        case Choose(kind="investigate"):
            deed = choose_suspect(mind, question.among, dice)
            return {"thought": thinking.of_suspect(deed), "target": deed.target}
        case Choose(kind="shoot"):
            deed = choose_shot(mind, question.among, dice)
            return {"thought": thinking.of_shot(deed), "target": deed.target}
    return {"thought": "", **question.write(question.default(dice))}


def _speech(mind: Mind, view: Sequence[Entry], dice: Dice, outing: int) -> Answer:
    with _tongue(mind, view, dice, outing) as tongue:
        words, thought = speech(mind, tongue, dice)
    return Telling({"thought": thought, "message": words}, tongue.told)


@contextmanager
def _tongue(mind: Mind, view: Sequence[Entry], dice: Dice, outing: int) -> Iterator[Tongue]:
    """A tongue that knows all that was said aloud in this game; what was heard is kept for whoever speaks next."""
    key = (id(view[0]) if view else 0,)
    sayings, heard = _sayings.take(key, mind.spoken) or (Sayings(), [])
    sayings.hear(mind.spoken[len(heard) :], mind.names)
    heard.extend(mind.spoken[len(heard) :])
    tongue = Tongue(
        mind.sheet, mind.names, sayings.shapes, dice, dialect=mind.dialect, turns=sayings.turns, outing=outing
    )
    spoken = {said.seat for said in mind.spoken if said.seat not in mind.living}
    tongue.heard_of = frozenset(mind.names[seat] for seat in spoken.union(mind.order))
    tongue.is_later = mind.day > 1
    yield tongue
    _sayings.put(key, sayings, heard)
