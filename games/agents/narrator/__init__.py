"""Tells a game to those who watch it: what has just become public, in a sentence or two of colour.

Law: the narrator hears what the audience hears and nothing else, and nobody at the table hears the narrator. Speeches
are not told again, in no other words either: no slot of a line takes any.
"""

from games.agents.narrator.telling import Narration, Narrator, heard, narrated

__all__ = ["Narration", "Narrator", "heard", "narrated"]
