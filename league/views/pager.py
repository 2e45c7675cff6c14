"""Pages of a list. Law: a page begins behind a row, which the address names, not after so many rows: whatever comes or
goes meanwhile, nobody sees a row twice or misses one, and the thousandth page costs what the first does.

`?after=X` are the rows behind X in the order of the list, `?before=X` those in front of it. Addresses of pages by
number are led to the page that begins there now.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

NUMBERED = "page"  # as addresses of before have it


@dataclass(frozen=True, slots=True)
class Pager:
    """The links from a page to those around it, "" where there is none, the words on them, and which page it is."""

    first: str
    back: str
    on: str
    told: str
    back_word: str = "Previous"
    on_word: str = "Next"
    first_word: str = "First"

    @property
    def is_needed(self) -> bool:
        return bool(self.back or self.on)


class Numbered(Exception):
    """The address names a page by its number; it is at `address` now."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class InOrder(Protocol):
    """A table in its order, of which some rows are looked at."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: slice, /) -> Any: ...  # Any: rows of any kind


def link(request: HttpRequest, **to: str) -> str:
    """The same list with its filters, at another page."""
    query = request.GET.copy()
    for name in ("after", "before", NUMBERED):
        query.pop(name, None)
    query.update(to)
    return f"?{query.urlencode()}"


def newest_first(
    request: HttpRequest, rows: QuerySet[Any], *, name: str, order: Sequence[str], per_page: int
) -> tuple[list[Any], Pager]:
    """A page of rows in an order of columns, the last of them unique ("-" before one that falls), each row named in the
    address by the column `name`. Three queries at most. Raises Numbered."""
    if NUMBERED in request.GET:
        raise Numbered(_numbered(request, rows, name, order, per_page))
    after, before = _given(request, "after"), _given(request, "before")
    anchor = _anchor(rows.model, name, after or before, order)
    if anchor is None:
        after = before = ""
    is_back = bool(before)
    wanted = _backwards(order) if is_back else list(order)
    ordered = rows.order_by(*wanted)
    found = list((ordered.filter(_behind(wanted, anchor)) if anchor else ordered)[: per_page + 1])
    is_more, found = len(found) > per_page, found[:per_page]
    if is_back:
        found.reverse()
        if not is_more:  # the first page, whole
            found, is_back, after, before = list(rows.order_by(*order)[: per_page + 1]), False, "", ""
            is_more, found = len(found) > per_page, found[:per_page]
    has_back = is_back or bool(after)
    has_on = is_back or is_more
    return found, Pager(
        first=link(request) if has_back else "",
        back=link(request, before=getattr(found[0], name)) if found and has_back else "",
        on=link(request, after=getattr(found[-1], name)) if found and has_on else "",
        told="",
        back_word="Newer",
        on_word="Older",
        first_word="Newest",
    )


def ranked(request: HttpRequest, table: InOrder, keys: Sequence[str], per_page: int) -> tuple[Any, Pager]:
    """A page of a table that is put in order as a whole, each row named by its key. Raises Numbered."""
    if NUMBERED in request.GET:
        start = (_number(request) - 1) * per_page
        raise Numbered(link(request, **{"after": keys[start - 1]} if 0 < start <= len(keys) else {}))
    start = 0
    if (after := _given(request, "after")) in keys:
        start = keys.index(after) + 1
    elif (before := _given(request, "before")) in keys:
        start = max(0, keys.index(before) - per_page)
    end = min(start + per_page, len(keys))
    return table[start:end], Pager(
        first=link(request) if start else "",
        back=link(request, before=keys[start]) if 0 < start < len(keys) else "",
        on=link(request, after=keys[end - 1]) if 0 < end < len(keys) else "",
        told=f"{start + 1:,} to {end:,} of {len(keys):,}" if end > start else "",
    )


def _given(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, "").replace("\0", "")


def _number(request: HttpRequest) -> int:
    given = request.GET[NUMBERED]
    return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 7 else 1


def _numbered(request: HttpRequest, rows: QuerySet[Any], name: str, order: Sequence[str], per_page: int) -> str:
    """Where a page is that an address names by number: the last one, if there are not so many."""
    number = _number(request)
    if number == 1:
        return link(request)
    names = rows.order_by(*order).values_list(name, flat=True)
    place = (number - 1) * per_page - 1
    before = next(iter(names[place : place + 1]), None)
    if before is None:
        before = next(
            iter(rows.order_by(*_backwards(order)).values_list(name, flat=True)[per_page : per_page + 1]), None
        )
    return link(request, after=before) if before else link(request)


def _anchor(model: type[Model], name: str, named: str, order: Sequence[str]) -> tuple[Any, ...] | None:
    """What the columns of the order say in the row that the address names."""
    if not named:
        return None
    columns = [column.lstrip("-") for column in order]
    try:
        return model._default_manager.filter(**{name: named}).values_list(*columns).first()  # noqa: SLF001  (Django's own)
    except ValueError:  # no number, where rows have numbers
        return None


def _backwards(order: Iterable[str]) -> list[str]:
    return [column[1:] if column.startswith("-") else f"-{column}" for column in order]


def _behind(order: Sequence[str], anchor: Sequence[Any]) -> Q:
    """The rows behind one, column by column."""
    wanted = Q()
    for place, column in enumerate(order):
        equal = {name.lstrip("-"): value for name, value in zip(order[:place], anchor[:place], strict=True)}
        name, further = column.lstrip("-"), "lt" if column.startswith("-") else "gt"
        wanted |= Q(**equal, **{f"{name}__{further}": anchor[place]})
    return wanted
