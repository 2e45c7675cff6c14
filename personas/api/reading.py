"""How an address is read: its query parameters, declared once for reading, refusing and the OpenAPI, and its caching.

Law: nothing is ignored. A parameter that an address does not have, or has twice, or with a wrong value, is refused with
what was wanted and what came; a filter that silently did nothing would pass for an answer.
A field's `label` is what is wanted ("a whole number from 1"), its `help_text` what it does.
"""

import re
from abc import ABC, abstractmethod
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Model, QuerySet, TextChoices
from django.http import Http404, HttpRequest, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_cache_control
from django.utils.decorators import decorator_from_middleware, method_decorator
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

BEHIND: Final = ">"
BEFORE: Final = "<"


def choice(choices: type[TextChoices], told: str) -> serializers.ChoiceField:
    """A parameter that takes one of the choices."""
    return serializers.ChoiceField(
        choices.choices, required=False, label=f"one of {', '.join(choices.values)}", help_text=told
    )


class Named(serializers.SlugRelatedField[Model]):
    """A parameter that names a row, by its slug or by what else it is `also` told as, where that is of no other. A null
    character, which PostgreSQL refuses even to look for, names none."""

    def __init__(self, slug_field: str, *, also: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(slug_field, **kwargs)
        self.also = also

    def to_internal_value(self, data: str) -> Model:
        """The row; raises ValidationError when there is none."""
        if "\0" in data:
            self.fail("invalid")
        rows = self.get_queryset()
        if self.also and rows is not None:
            for column in (self.slug_field, *self.also):
                found = list(rows.filter(**{column: data})[:2])
                if len(found) == 1:
                    return found[0]
        return super().to_internal_value(data)  # which refuses it, where it might be `also` another


def named(column: str, queryset: QuerySet, wanted: str, told: str, also: Sequence[str] = ()) -> Named:
    """A parameter that names a row of the queryset by a column, or by one that it is `also` told as; `wanted` is such
    as "the slug of a season"."""
    return Named(column, queryset=queryset, required=False, label=wanted, help_text=told, also=also)


class Asked(serializers.Serializer):
    """The parameters of an address; of this one: none."""

    @classmethod
    def of(cls, request: Request) -> dict[str, Any]:
        """The values that were asked for, defaults filled in. Raises ValidationError, which names every guilty one."""
        given = request.query_params
        asked = cls(data=given.dict())
        wrong = {name: [asked.unknown()] for name in given if name not in asked.fields}
        wrong |= {
            name: [f"must be given once, not {len(given.getlist(name))} times"]
            for name in given
            if name in asked.fields and len(given.getlist(name)) > 1
        }
        if not asked.is_valid():
            for name in asked.errors:
                wrong.setdefault(name, [f"must be {asked.fields[name].label}, not {given.get(name, '')[:80]!r}"])
        if wrong:
            raise serializers.ValidationError(wrong)
        return asked.validated_data

    def unknown(self) -> str:
        """What is wrong with a parameter that is none of these."""
        known = ", ".join(self.fields)
        return f"is no parameter of this address; {f'there are: {known}' if known else 'it has none'}"


class WholeNumber(serializers.IntegerField):
    """A whole number in digits: Python, and so the library, reads "5.0" and the digits of other scripts, too."""

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("-?[0-9]+", str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


class Rows(WholeNumber):
    """A number of rows. More may be asked for than the `told` that a page has at most, where that could be asked before
    rows grew longer; what is beyond that, too, is refused as any wrong value is."""

    def __init__(self, *, told: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.told = told

    def run_validation(self, data: Any = serializers.empty) -> int:
        return min(self.told, super().run_validation(data))


def rows_of_page(usual: int = 50, most: int = 200, *, told: int | None = None) -> Rows:
    """How many rows a page has: as many as make a page that is soon there and no burden, for they are not all alike;
    `told` at most, where more could be asked for before."""
    at_most = most if told is None else told
    beyond = "" if at_most == most else f" Up to {most} may be asked for, as before rows grew longer: {at_most} come."
    return Rows(
        told=at_most,
        default=usual,
        min_value=1,
        max_value=most,
        label=f"a whole number from 1 to {most}",
        help_text=f"How many rows a page has, {at_most} at most; {usual} unless asked.{beyond}",
    )


class PageAsked(Asked):
    """The parameters of every list that comes in pages."""

    cursor = serializers.CharField(
        required=False,
        label="the cursor of a `next` or `previous` address",
        help_text="Where the page begins; take it from `next` or `previous`.",
    )
    page_size = rows_of_page()


class Conditional(ConditionalGetMiddleware):
    """An ETag, and 304 for whoever has that already: also where only the head is asked for, which Django leaves out."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, or 304."""
        method = request.method
        request.method = "GET" if method == "HEAD" else method
        try:
            return super().process_response(request, response)
        finally:
            request.method = method


@method_decorator(decorator_from_middleware(Conditional), name="dispatch")
class Reading(GenericAPIView):
    """A view that is read. What it may be asked is in `asked`, what was asked in `self.given`; the parameters of what
    is more than reading there are in `asked_of_writes`.

    Who has the newest already gets 304: the ETag is the digest of the body, so it can tell nothing that the body does
    not. Nothing is kept without asking again, unless the view says so.
    """

    asked: type[Asked] = Asked
    asked_of_writes: type[Asked] = Asked
    asked_of_deletion: type[Asked] | None = None  # of DELETE, where that is asked otherwise
    rights: Mapping[str, str] = {}  # what staff must be allowed to, by method (league.access.rights)
    refusals: Mapping[str, str] = {}  # by status, beside those that every view may give: for the OpenAPI
    refused_writes: Mapping[str, str] = {}  # the same of what is more than reading
    shows_more = False  # whether a token shows more than everybody sees: for the OpenAPI
    given: dict[str, Any]

    @property
    def allowed_methods(self) -> list[str]:
        """What `Allow` says: not OPTIONS, which the library counts in and the settings have no answer for."""
        return [name for name in super().allowed_methods if name != "OPTIONS"]

    def asked_by(self, method: str) -> type[Asked]:
        """What may be asked by a method."""
        if method == "DELETE" and self.asked_of_deletion is not None:
            return self.asked_of_deletion
        return self.asked if method in ("GET", "HEAD") else self.asked_of_writes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reads the parameters after the checks that every view makes."""
        super().initial(request, *args, **kwargs)
        asked = self.asked_by(request.method or "")
        if request.method in self.allowed_methods:
            self.given = asked.of(request)

    def get_object(self) -> Any:  # Any: a row of the view's model
        """The row that the address names. Raises NotFound, which names it."""
        try:
            return self.tell(super().get_object())
        except Http404 as error:
            noun = self.get_queryset().model._meta.verbose_name
            raise NotFound(f"no {noun} is called {self.kwargs[self.lookup_field]!r}") from error

    def tell(self, row: Any) -> Any:  # Any: a row of the view's model, and what the serializer shows of it
        """What the serializer shows of a row: the row itself, unless the view says otherwise."""
        return row

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Says how long the answer may be kept where the view did not."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            private = {"private": True} if request.user and request.user.is_authenticated else {}
            patch_cache_control(response, no_cache=True, **private)
        return response


class ReadingList(Reading, ListAPIView):
    """A list in pages; `columns` says where each parameter that filters is looked up."""

    asked: type[Asked] = PageAsked
    columns: Mapping[str, str] = {}

    def filter_queryset(self, queryset: Any) -> Any:  # Any: a queryset of the view's model
        """The rows that fit what was asked."""
        return queryset.filter(
            **{self.columns[name]: value for name, value in self.given.items() if name in self.columns}
        )

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: rows, and what the serializer shows of them
        """One page of rows, as they are told."""
        return [self.tell(row) for row in super().paginate_queryset(queryset) or ()]


class InOrder(BasePagination):
    """Pages of a table that is put in order as a whole: a cursor names the row that it stands behind, or in front of,
    so that a row that rises or falls meanwhile moves nothing else."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:  # Any: as it is above
        """A page. Raises ValidationError for a cursor that is none."""
        known = getattr(queryset, "keys", None)  # of a table that words its rows where they are looked at
        keys: list[str] = known if known is not None else [view.key_of(row) for row in queryset]
        size = view.given["page_size"]
        start = self._start(view.given.get("cursor", ""), keys, size)
        end = min(start + size, len(keys))
        address = request.build_absolute_uri()
        self.next = self._at(address, BEHIND, keys[end - 1]) if 0 < end < len(keys) else None
        self.previous = self._at(address, BEFORE, keys[start]) if 0 < start < len(keys) else None
        return list(queryset[start:end])

    def _start(self, cursor: str, keys: list[str], size: int) -> int:
        if not cursor:
            return 0
        try:
            told = urlsafe_b64decode(cursor.encode()).decode()
            place = keys.index(told[1:])
        except ValueError as error:  # of any of the three
            wanted = "must be the cursor of a `next` or `previous` address"
            raise serializers.ValidationError({"cursor": [f"{wanted}, not {cursor[:80]!r}"]}) from error
        return place + 1 if told[0] == BEHIND else max(0, place - size)

    def _at(self, address: str, side: str, key: str) -> str:
        return str(replace_query_param(address, "cursor", urlsafe_b64encode((side + key).encode()).decode()))

    def get_paginated_response(self, data: Any) -> Response:  # Any: rows as JSON
        """The rows, and where those around them are."""
        return Response({"next": self.next, "previous": self.previous, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The same for the OpenAPI."""
        nothing = {"type": "string", "nullable": True, "format": "uri"}
        properties = {"next": nothing, "previous": nothing, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}


class ReadingInOrder(Reading, ListAPIView, ABC):
    """A list that is worked out as a whole, in its order, in pages."""

    asked: type[Asked] = PageAsked
    pagination_class: type[BasePagination] = InOrder

    def get_queryset(self) -> Any:  # Any: rows that are no queryset
        """The rows."""
        return self.rows()

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is above
        """All of them: what was asked is known to rows()."""
        return queryset

    @abstractmethod
    def rows(self) -> Any:  # Any: whatever the serializer shows
        """What the serializer shows of what was asked."""

    @property
    def asked_of_rows(self) -> dict[str, Any]:
        """What was asked but for the page."""
        return {name: value for name, value in self.given.items() if name not in PageAsked().fields}

    def key_of(self, row: Any) -> str:  # Any: a row of rows()
        """What a cursor calls a row."""
        return str(row.key)

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: as it is above
        """One page of rows, as they are told."""
        return [self.tell(row) for row in super().paginate_queryset(queryset) or ()]
