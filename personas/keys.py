"""Which variables of the environment may be named as a model's key. Law: what a model row names leaves the machine, so
a name is one that says it is a provider's key, or one that the operator listed; the database's password is neither.

Asked when a row is written and again whenever its key is about to be read: rows came before this rule, and a list may
have become shorter.
"""

from typing import Final

from django.conf import settings

ENDING: Final = "_API_KEY"


class NoKeyVariable(ValueError):
    """A variable that may not be named as a key; the message says which may."""


def is_key_variable(name: str) -> bool:
    """Whether a variable may hold a provider's key."""
    return name.endswith(ENDING) or name in settings.LEAGUE_KEY_VARIABLES


def refuse_other_variables(name: str) -> None:
    """Raises NoKeyVariable for a name that is none of a key; an empty one names nothing."""
    if name and not is_key_variable(name):
        raise NoKeyVariable(
            f"{name} may not be named as a key: its name must end in {ENDING}, or LEAGUE_KEY_VARIABLES must list it"
        )
