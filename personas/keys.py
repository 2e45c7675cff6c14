"""Which variables of the environment may be named as a model's key, and which addresses a model may have. Law: what a
model row names leaves the machine, so a name is one that says it is a provider's key, or one that the operator listed;
the database's password is neither. And it leaves it for an address that the operator listed, which has no login in it,
and for no other.

Asked when a row is written and again whenever its key is about to be read: rows came before this rule, and a list may
have become shorter.
"""

import os
import re
from collections.abc import Mapping
from typing import Final

from django.conf import settings

ENDING: Final = "_API_KEY"
_VARIABLE: Final = re.compile("[A-Za-z_][A-Za-z0-9_]*")
# By protocol, the variable that holds another address than the provider's own.
URL_VARIABLES: Final[Mapping[str, str]] = {
    "openai": "OPENAI_BASE_URL",
    "openai-responses": "OPENAI_BASE_URL",
    "anthropic": "ANTHROPIC_BASE_URL",
}
_LOGIN: Final = re.compile(r"[^/?#]*//[^/?#]*@")


class NoKeyVariable(ValueError):
    """A variable that may not be named as a key; the message says which may."""


def is_key_variable(name: str) -> bool:
    """Whether a variable may hold a provider's key."""
    return name.endswith(ENDING) or name in settings.LEAGUE_KEY_VARIABLES


def refuse_other_variables(name: str) -> None:
    """Raises NoKeyVariable for a name that is none of a key; an empty one names nothing."""
    if name and not is_key_variable(name):
        called = name if _VARIABLE.fullmatch(name) else "What stands there"  # it may be a key, and is not said again
        raise NoKeyVariable(
            f"{called} may not be named as a key: its name must end in {ENDING}, or LEAGUE_KEY_VARIABLES must list it"
        )


def is_listed_address(base_url: str, provider: str) -> bool:
    """Whether a model in this protocol may be asked at an address of its own; none is the provider's."""
    own = os.environ.get(URL_VARIABLES.get(provider, ""), "").strip().rstrip("/")
    return not base_url or base_url.rstrip("/") in (*settings.LEAGUE_BASE_URLS, own)


def has_login(base_url: str) -> bool:
    """Whether a name or a password stands in an address, beside which no key can be sent: both would be who asks."""
    return _LOGIN.match(base_url) is not None
