"""From a question to the shape of its answer, and from what a model sent to an answer."""

from games.agents.answering.finding import thinking_aloud
from games.agents.answering.reading import read_answer
from games.agents.answering.shape import schema_for

__all__ = ["read_answer", "schema_for", "thinking_aloud"]
