"""Pages by cursor: a row that arrives meanwhile moves nothing."""

from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """`results`, `next`, `previous`; newest first unless the view says otherwise."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-pk"
