"""What pages of other origins may do with the API (CORS): read, as anybody may who has no account. Law: who sends
cookies or a token is answered as ever, and no page of another origin is told the answer; and none may write.

Ten lines and not django-cors-headers: that one answers by origins, writing as well as reading, and does not look
whether somebody comes with credentials.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

WHERE: Final = "/api/"
READING: Final = ("GET", "HEAD")
TOLD: Final = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"
ASKED_WITH: Final = "Accept, If-None-Match"
FOR: Final = "86400"  # seconds that a browser remembers it


class ForeignPagesRead(MiddlewareMixin):
    """Middleware that lets pages of all origins read the API without an account."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        """The answer to a browser that asks before it sends; None to all else."""
        wanted = request.headers.get("Access-Control-Request-Method")
        if request.method != "OPTIONS" or wanted is None or not request.path.startswith(WHERE):
            return None
        response = HttpResponse(status=204)
        if wanted in READING:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Allow-Methods"] = ", ".join(READING)
            response["Access-Control-Allow-Headers"] = ASKED_WITH
            response["Access-Control-Max-Age"] = FOR
        return response

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, which any page may be told where anybody is."""
        has_credentials = request.headers.get("Authorization") or request.headers.get("Cookie")
        if request.path.startswith(WHERE) and request.method in READING and not has_credentials:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = TOLD
        return response
