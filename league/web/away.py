"""A page while the database is away. Law: whoever asks is told in a sentence what it is and when to ask again, and
the log in one line as one trouble; a fault of ours stays a fault, with 500 and its trace.

The page needs nothing that may be away itself: no session, no template that asks who somebody is.
"""

from typing import Final

import structlog
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
RETRY_AFTER: Final = 5  # seconds
WORDS: Final = "The database does not answer just now. Nothing is lost; try again in a few seconds."
_serving: Final = Trouble(logger, "a page could not be served, for the database is away", "pages are served")


class DatabaseAway(MiddlewareMixin):
    """Middleware: the answer to what failed for want of the database. That it is there again is told by whoever gets a
    connection (league.postgresql): to look here would cost every page a change of threads."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer to a view that failed; None where it was not for want of the database."""
        if not isinstance(error, AWAY):
            return None
        _serving.again(error, path=request.path)
        return away(request)


def away(request: HttpRequest) -> HttpResponse:
    """Says that the database is away: the API in its own words, everybody else by a page."""
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse({"error": {"code": "unavailable", "message": WORDS}}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html", {"words": WORDS, "again": RETRY_AFTER}), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    add_never_cache_headers(response)
    response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  Django's mark: it is told above
    return response
