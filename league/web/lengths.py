"""What is sent to the API says how long it is. Law: nothing is done without what was sent with it: a body that is sent
in chunks would be passed over by whoever reads it by its length, and its verb done as if nothing had been said.
"""

from typing import Final

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

WHERE: Final = "/api/"


class BodiesSayTheirLength(MiddlewareMixin):
    """Middleware that refuses (411) what is sent to the API without its length."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        """The refusal; None to all else."""
        if not request.path_info.startswith(WHERE) or "Transfer-Encoding" not in request.headers:
            return None
        told = "Say how long the body is (Content-Length); one that is sent in chunks is not read."
        return JsonResponse({"error": {"code": "length_required", "message": told}}, status=411)
