"""What REST framework reads of requests: bodies of JSON, none that a reader would fall over, and cursors of pages, by
which a row that arrives meanwhile moves nothing."""

from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from django.core.exceptions import ValidationError as InvalidTime
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import JSONParser

if TYPE_CHECKING:  # rest_framework.generics reads the settings that name this module
    from rest_framework.request import Request
    from rest_framework.views import APIView


class Parser(JSONParser):
    """JSON that is no deeper than Python can follow."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # Any: JSON values
        """The value of the body. Raises ParseError."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("the body is nested too deeply") from error


class Pages(CursorPagination):
    """`results`, `next`, `previous`; newest first unless the view has an `ordering`."""

    ordering = "-pk"

    def get_page_size(self, request: "Request") -> int | None:
        """How many rows the view was asked for (personas.api.reading.rows_of_page)."""
        return self.page_size

    def get_ordering(self, request: "Request", queryset: Any, view: "APIView") -> tuple[str, ...]:
        """The view's ordering; its first column must be unique, for the cursor is made of it."""
        return tuple(getattr(view, "ordering", (self.ordering,)))

    def decode_cursor(self, request: "Request") -> Any:  # Any: a named tuple that its module keeps to itself
        """The cursor, or None. Raises NotFound, also for a null character, which PostgreSQL refuses to look for."""
        cursor = super().decode_cursor(request)
        if cursor is not None and "\0" in str(cursor.position):
            raise NotFound(self.invalid_cursor_message)
        return cursor

    def paginate_queryset(self, queryset: Any, request: "Request", view: "APIView | None" = None) -> list[Any] | None:
        """One page. A cursor that somebody made up is refused, also one that decodes to a wrong kind of value."""
        self.page_size = view.given["page_size"]  # type: ignore[union-attr]  # a view that reads its parameters
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, OverflowError, InvalidTime) as error:
            came = request.query_params.get(self.cursor_query_param, "")
            wanted = "must be the cursor of a `next` or `previous` address"
            raise serializers.ValidationError({"cursor": [f"{wanted}, not {came[:80]!r}"]}) from error
