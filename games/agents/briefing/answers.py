"""The kinds of answers and their fields, told once before the game. Law: the same bytes for each seat of each game of
these rules and options; what is legal now is in the line under each question."""

from collections.abc import Iterator
from typing import Any

from games.agents.answering.names import FIRST, LATER, ORDERS
from games.agents.answering.schema import fields_of
from games.agents.kinds import Kinds
from games.agents.notes import Note
from games.engine.questions import Act, Question


def answers(kinds: Kinds, notes: tuple[Note, ...]) -> str:
    """The fields of each kind of answer in their order, and what belongs into each field."""
    private = [f"- {note.name}: {note.told}" for note in notes if len(notes) > 1]  # of one alone it has been said
    return "\n".join([*_kinds(kinds), *private, *_fields(kinds)])


def _kinds(kinds: Kinds) -> Iterator[str]:
    alike: dict[tuple[str, ...], list[str]] = {}
    for question in kinds:
        alike.setdefault(tuple(fields_of(question)), []).append(question.kind)
    for fields, named in alike.items():
        yield f"{', '.join(named)}: {', '.join(fields)}"


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


def _told(question: Question[Any]) -> Iterator[tuple[str, str]]:
    for name, told in question.properties().items():
        if isinstance(question, Act) and name == ORDERS:
            yield FIRST, "what you do now"
            if question.most > 1:
                yield LATER, f"a list of up to {question.most - 1} more, tick by tick, until something new is seen"
        else:
            yield name, told["description"]
