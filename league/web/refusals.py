"""What is answered to a request that Django refuses before any page or address of the API has seen it: another host's
name, too many parameters, a body too large. The API says it in its own shape, and pages say it as a page."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import bad_request as bad_page


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, and why is not told: it is nothing that a person does by mistake."""
    if not request.path_info.startswith("/api/"):
        return bad_page(request, exception)
    told = {"code": "bad_request", "message": "This request cannot be read."}
    return JsonResponse({"error": told}, status=400)
