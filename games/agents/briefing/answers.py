"""The fields of answers, told once before the game. Law: the same bytes for each seat of each game of these rules and
options; which kind of answer has which fields the schema says, and what is legal now the line under each question."""

from collections.abc import Iterator
from typing import Any

from games.agents.answering.names import FIRST, LATER, ORDERS
from games.agents.kinds import Kinds
from games.agents.notes import Note
from games.engine.disclosing import BELIEFS, CLAIMED, CLAIMS
from games.engine.questions import Act, BidToSpeak, Question
from games.engine.ruleset import Ruleset


def answers(kinds: Kinds, notes: tuple[Note, ...], ruleset: Ruleset[Any]) -> str:
    """What belongs into each field."""
    private = [f"- {note.name}: {note.told}" for note in notes if len(notes) > 1]  # of one alone it has been said
    return "\n".join([*private, *_fields(kinds), *_disclosed(kinds, ruleset)])


def _fields(kinds: Kinds) -> Iterator[str]:
    """What each field is for; where that depends on the kind of answer, with the kinds."""
    told: dict[str, dict[str, list[str]]] = {}
    for question in kinds:
        for name, words in _told(question):
            told.setdefault(name, {}).setdefault(words, []).append(question.kind)
    for name, ways in told.items():
        for words, named in ways.items():
            of = f" ({', '.join(named)})" if len(ways) > 1 else ""
            yield f"- {name}{of}: {words}"


def _disclosed(kinds: Kinds, ruleset: Ruleset[Any]) -> Iterator[str]:
    """What belongs into the fields beside an answer. Where a question with beliefs comes again and again, they are
    wanted once."""
    asked = {name for question in kinds for name in ruleset.discloses(question.kind)}
    if BELIEFS in asked:
        again = any(isinstance(question, BidToSpeak) for question in kinds)
        once = " A bid has them the first time in a meeting, and [] from then on." if again else ""
        yield (
            f"- {BELIEFS}: what you really believe, unseen by players: the chance, 0 to 100, that each living other is "
            f'of the {ruleset.hidden_team}, as in ["NAME 30", ...].{once}'
        )
    if CLAIMS in asked:
        told = "; ".join(f"{kind}: {value}" for kind, value in CLAIMED.items())
        yield (
            f"- {CLAIMS}: what your words say is so, each thing once, true or not, no suspicion, no question; unseen "
            f'by players; [] for none. Each as "KIND NAME: VALUE", of yourself too; VALUE by KIND: {told}.'
        )


def _told(question: Question[Any]) -> Iterator[tuple[str, str]]:
    for name, told in question.properties().items():
        if isinstance(question, Act) and name == ORDERS:
            yield FIRST, "what you do now"
            if question.most > 1:
                yield LATER, f"a list of up to {question.most - 1} more, tick by tick, until something new is seen"
        else:
            yield name, told["description"]
