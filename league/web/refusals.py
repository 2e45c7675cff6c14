"""What is answered to a request that Django refuses before any page or address of the API has seen it: another host's
name, too many parameters, a body too large; and to one for what is not there. The API says it in its own shape, and
pages say it as a page."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import bad_request as bad_page
from django.views.defaults import page_not_found


class NotThere(Http404):
    """What somebody asked for is not there; the message tells them what."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; what is missing is told in words of ours, and not in Django's."""
    return page_not_found(request, exception if isinstance(exception, NotThere) else Http404(""))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, and why is not told: it is nothing that a person does by mistake."""
    if not request.path_info.startswith("/api/"):
        return bad_page(request, exception)
    told = {"code": "bad_request", "message": "This request cannot be read."}
    return JsonResponse({"error": told}, status=400)
