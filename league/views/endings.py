"""Where a browser chooses whether it is told how games ended; with scripts the switch of every page does it at once."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from league.access.endings import CHOICE, HIDDEN, SHOWN

YEAR = 31_536_000  # seconds


@require_http_methods(["GET", "HEAD", "POST"])
def endings(request: HttpRequest) -> HttpResponse:
    """The choice, and on POST the way back with it, to the page that led here."""
    back = request.POST.get("next", "") if request.method == "POST" else request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    if request.method != "POST":
        return render(request, "league/endings.html", {"next": back})
    response = HttpResponseRedirect(back)
    chosen = SHOWN if request.POST.get("endings") == SHOWN else HIDDEN
    # Not for the server's eyes alone: the switch of every page changes it, too.
    response.set_cookie(CHOICE, chosen, max_age=YEAR, secure=request.is_secure(), samesite="Lax")
    return response
