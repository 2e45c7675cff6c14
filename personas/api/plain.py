"""Records told as they are: of a page with hundreds of them, turning value by value is most of the work."""

from collections.abc import Callable
from functools import cached_property
from operator import attrgetter
from typing import Any, Final

from rest_framework import serializers

# Of these the value in a row is the value in JSON. BooleanField, too: what it turns is what somebody typed.
AS_THEY_ARE: Final = (
    serializers.IntegerField,
    serializers.CharField,
    serializers.BooleanField,
    serializers.ChoiceField,
    serializers.FloatField,
)


class Plain:
    """A serializer of records, before the library's own in the bases: numbers, words and what is null are taken as they
    are, the rest is turned as the library does. Not for fields that one has to compute."""

    fields: Any

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields."""
        return tuple(self.fields)

    @cached_property
    def values(self) -> Callable[[Any], tuple[Any, ...]]:
        """Takes their values from a record."""
        return attrgetter(*(field.source for field in self.fields.values()))

    @cached_property
    def turned(self) -> tuple[tuple[str, Any], ...]:
        """Those that are turned."""
        return tuple((name, field) for name, field in self.fields.items() if not isinstance(field, AS_THEY_ARE))

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The record, for JSON."""
        told = dict(zip(self.names, self.values(instance), strict=True))
        for name, field in self.turned:
            if told[name] is not None:
                told[name] = field.to_representation(told[name])
        return told
