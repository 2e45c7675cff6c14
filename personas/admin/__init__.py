"""The backstage of `personas` and their sheets, of `models` with their prices and versions, and of `players` with what
they remember. It edits by the verbs, never past them.
"""

from personas.admin import models, personas, players

__all__ = ["models", "personas", "players"]
