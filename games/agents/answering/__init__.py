"""From a question to what a model is told of its answer, and from what a model sent to an answer."""

from games.agents.answering.finding import thinking_aloud
from games.agents.answering.reading import NOTHING_BESIDE, Beside, read_answer
from games.agents.answering.schema import kinds_in, legal_now, schema_of_answers

__all__ = ["NOTHING_BESIDE", "Beside", "kinds_in", "legal_now", "read_answer", "schema_of_answers", "thinking_aloud"]
