"""Tells a game to those who watch it: what has just become public, in a sentence or two of colour.

Law: the narrator hears what the audience hears and nothing else, and nobody at the table hears the narrator. Speeches
are not told again, in no other words either: no slot of a line takes any. When a game is over it is summed up from the
record alone (`closing`), and what a model makes of that is held against it (`proving`).
"""

from games.agents.narrator.closing import Record, closing_words, record_of
from games.agents.narrator.telling import Narration, Narrator, heard, narrated

__all__ = ["Narration", "Narrator", "Record", "closing_words", "heard", "narrated", "record_of"]
