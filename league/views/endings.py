"""Where a browser chooses whether it is told how games ended; with scripts the switch of every page does it at once.
And pages that hold a record, which is told on the one page that is asked for it (`?open=record`), whatever was chosen.
"""

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from league.access.endings import ALL, CHOICE, HIDDEN, SHOWN, Endings, endings_for

YEAR = 31_536_000  # seconds
OPEN: Final = "open"  # as a game's page names the parts of it that are asked for
RECORD: Final = "record"


@dataclass(frozen=True, slots=True)
class Record:
    """The record on a page: which endings it may tell, whether it was asked to tell all, and where it is asked to, or
    not to any more; "" where it tells anyway."""

    endings: Endings
    is_open: bool
    url: str


def record_of(request: HttpRequest) -> Record:
    """What the record on a page is to tell. Raises Http404."""
    asked = request.GET.getlist(OPEN)
    if unknown := sorted(set(asked) - {RECORD}):
        raise Http404(f"a page with a record opens {RECORD}, not {unknown[0][:40]!r}")
    endings = endings_for(request)
    if endings.is_shown:
        return Record(endings, is_open=False, url="")
    query = request.GET.copy()
    query.setlist(OPEN, [] if asked else [RECORD])
    return Record(ALL if asked else endings, is_open=bool(asked), url=f"{request.path}?{query.urlencode()}#record")


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
