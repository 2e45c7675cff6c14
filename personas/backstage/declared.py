"""Lists that are narrowed by what they declare, and by nothing else: the filters of `list_filter`, the dates of
`date_hierarchy`, and the lookups in `narrowed_by`, with which other pages lead to a list.

Django lets anybody who may see a list narrow it by any lookup of any of its model's own fields; and whoever may ask
whether a seed begins with an "a" reads the seed. Names that may not be asked for would be forgotten with the next
field; so what a declared filter does not take up itself is refused (400), whatever it is called.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.filters import SimpleListFilter
from django.http import HttpRequest
from unfold.templatetags import unfold_list
from unfold.views import ChangeList


class DeclaredList(ChangeList):
    """A list that refuses what none of its filters takes up."""

    def get_filters(self, request: HttpRequest) -> Any:  # Any: five things, of which the third are the lookups left
        found = super().get_filters(request)
        asked, left = self.get_filters_params(), found[2]
        for name in asked:
            if name in left and name not in self.model_admin.narrowed_by:
                raise DisallowedModelAdminLookup(f"{name} is no filter of this list")
        return found


def _headers_once(made: Callable[[Any], Iterable[Any]]) -> Callable[[Any], list[Any]]:
    """The library asks for the columns of a list anew for each of its rows, with a template for one of them."""

    def headers(changelist: Any) -> list[Any]:
        if "headers_made" not in vars(changelist):
            changelist.headers_made = list(made(changelist))
        return list(changelist.headers_made)

    return headers


unfold_list.result_headers = _headers_once(unfold_list.result_headers)


class Declared:
    """The page of a list that is narrowed by what it declares."""

    narrowed_by: Sequence[str] = ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[DeclaredList]:
        return DeclaredList

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a lookup may be one of a declared filter; whether it is one, the list finds out."""
        return any(lookup == name or lookup.startswith(f"{name}__") for name in self._declared(request))

    def _declared(self, request: HttpRequest | None) -> Iterator[str]:
        yield from self.narrowed_by
        if hierarchy := getattr(self, "date_hierarchy", None):
            yield hierarchy
        for each in self.get_list_filter(request):  # type: ignore[attr-defined]  # the page's that this is mixed into
            if isinstance(each, type) and issubclass(each, SimpleListFilter):
                yield str(each.parameter_name)
            else:
                yield each[0] if isinstance(each, tuple | list) else each
