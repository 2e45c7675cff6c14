"""What of a row nobody is shown but who may see secrets. Law: a model says it itself, in HIDDEN; no list is narrowed,
ordered or searched by it (personas.backstage.declared), and the record of acts keeps that it changed, never what it
was.
"""

from typing import Final

from django.db.models import Model

# Of models that are not ours: what somebody typed who could not log in is now and then a password.
FOREIGN: Final = {"axes.accessattempt": ("get_data", "post_data")}


def hidden_fields(model: type[Model]) -> frozenset[str]:
    """The names of a model's fields that are hidden."""
    own: tuple[str, ...] = getattr(model, "HIDDEN", ())
    return frozenset(own) | frozenset(FOREIGN.get(model._meta.label_lower, ()))
