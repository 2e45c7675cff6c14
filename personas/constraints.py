"""Conditions the database itself checks, said the same way for every app and on both databases."""

from typing import Any

from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.lookups import Exact


class JsonType(Func):
    """The type of a JSON value: `object`, `array`, …; a null column has none and so passes a check."""

    function = "JSON_TYPE"
    output_field = models.CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """The same on PostgreSQL."""
        return self.as_sql(compiler, connection, function="JSONB_TYPEOF", **extra)


def holds(name: str, condition: Any, message: str) -> models.CheckConstraint:
    """A named check; `message` is what a person reads when a form would break it."""
    return models.CheckConstraint(name=name, condition=condition, violation_error_message=message)


def json_is(name: str, field: str, kind: str) -> models.CheckConstraint:
    """The JSON in `field` is an `object` or an `array`, not just any value."""
    wanted = {"object": "a JSON object", "array": "a JSON list"}[kind]
    return holds(name, Exact(JsonType(F(field)), Value(kind)), f"{field} must be {wanted}.")


def one_of(name: str, field: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """`field` holds one of the choices; Django's `choices` alone only bind forms."""
    return holds(name, Q(**{f"{field}__in": choices.values}), f"{field} must be one of: {', '.join(choices.values)}.")


def shaped(name: str, field: str, pattern: str, wanted: str) -> models.CheckConstraint:
    """`field` matches the whole of `pattern`."""
    return holds(name, Q(**{f"{field}__regex": f"^{pattern}$"}), f"{field} must be {wanted}.")
