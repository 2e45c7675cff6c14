"""A question as text: what is asked, and in one line of JSON what is legal now. Law: it ends with that line.

Players are named and never numbered: whoever reads the answer turns names into seats.
"""

from typing import Any

from games.agents.answering import legal_now
from games.agents.briefing.place import Place
from games.agents.briefing.transcript import moderated
from games.engine.questions import Question


def asked(question: Question[Any], place: Place) -> str:
    """The question and what its answer may choose from; all fields have been told before the game."""
    return f"{moderated(question.prompt)}\n{legal_now(question, place.names)}"
