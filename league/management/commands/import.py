"""`import`: as its library has it, and recorded. Personas are better imported in the admin, which looks at each row
first and tells everything that is wrong with it.
"""

from importlib import import_module
from typing import Any

from league.foreign_commands import DECIDED, AskingCommand

# `import` is a word of the language, and no name that it imports by.
TheirCommand: Any = import_module("import_export.management.commands.import").Command


class Command(AskingCommand, TheirCommand):
    """The library's own, whose doing is an act for each row."""

    verb = "import"
    kinds = DECIDED
