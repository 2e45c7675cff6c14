"""A question as text: what is asked, with which fields to answer, and what is legal where the rules do not say it.

Players are named and never numbered: whoever reads the answer turns names into seats.
"""

from typing import Any, Final

from games.agents.answering.names import EVERYONE, FIRST, LATER, NOT_YET, ORDERS, named, order_said
from games.agents.answering.shape import how_many
from games.agents.briefing.manner import Manner
from games.agents.briefing.place import Place
from games.agents.briefing.transcript import moderated
from games.agents.notes import notes_for
from games.engine.questions import SKIP, Act, BidToSpeak, Propose, Question, Remark, Summarise
from games.engine.ruleset import Ruleset

USUAL: Final = ["thought", "message"]  # the fields of most answers, which everybody has been told


def asked(question: Question[Any], place: Place, ruleset: Ruleset[Any], manner: Manner) -> str:
    """The question and the fields of its answer, in their order, unless all have been told them."""
    if answer := manner.answers.get(question.kind):
        return f"{moderated(question.prompt)}\nAnswer with {answer}."
    fields = [note.name for note in notes_for(ruleset, question)]
    for name in _names(question):
        hint = _hint(name, question, place)
        fields.append(f"{name} ({hint})" if hint else name)
    if fields == USUAL:
        return moderated(question.prompt)
    return f"{moderated(question.prompt)}\nAnswer with {', '.join(fields)}."


def _names(question: Question[Any]) -> list[str]:
    """The fields of an answer as the schema has them: orders are given in two."""
    names = list(question.properties())
    if not isinstance(question, Act):
        return names
    orders = [FIRST, LATER] if question.most > 1 else [FIRST]
    return [each for name in names for each in (orders if name == ORDERS else [name])]


def _hint(field: str, question: Question[Any], place: Place) -> str:
    match field, question:
        case "target", BidToSpeak():
            return f"whom you address | {EVERYONE}"
        case "vote_action", BidToSpeak(votes=votes):
            return f"{NOT_YET} | {SKIP} | a player you vote for" if votes else f"{NOT_YET}: you have voted"
        case "desire_to_speak", _:
            return "0 to 10"
        case "message", Remark() | Propose() | BidToSpeak():
            return "may be empty"
        case "happened", Summarise(most=most):
            return f"at most {most} words in all three"
        case "order", Act():
            return _orders(question, place)
        case "later_orders", Act():
            return f"a list of up to {question.most - 1} more, of any kind, or an empty one"
    told = question.properties().get(field, {})
    if "enum" in told.get("items", ()):
        return (
            f"a list out of: {' | '.join(named(question, field, told['items']['enum'], place.names))}{how_many(told)}"
        )
    return " | ".join(named(question, field, told.get("enum", ()), place.names))


def _orders(question: Act, place: Place) -> str:
    first = [order_said(order, place.names) for order in question.actions if not order.startswith("sabotage doors")]
    if len(first) < len(question.actions):
        first.insert(-1, "sabotage doors ROOM")
    return " | ".join(first)
