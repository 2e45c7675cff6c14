"""Where Prometheus reads. For who is on this machine, who has METRICS_TOKEN, and staff with a token of theirs: what is
spent and how many calls are made tells who is being asked.

Law: a request that came through a proxy which is not counted in LEAGUE_PROXIES is nobody's on this machine, whatever
address it comes from.
"""

from ipaddress import ip_address
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication, get_authorization_header
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from league.api.authentication import TokenAuthentication
from league.api.permissions import ScopedOrReadOnly
from league.queries.upkeep.metrics import CONTENT_TYPE, metrics_told
from personas.api.reading import Reading


class Exposition(BaseRenderer):
    """What Prometheus asks for; the view writes it itself."""

    media_type = "text/plain"
    format = "text"

    def render(self, data: Any, accepted: str | None = None, context: Any = None) -> bytes:  # Any: as DRF has it
        """An error, in JSON as everywhere."""
        return bytes(JSONRenderer().render(data))


SCRAPER: Final = "scraper"  # who needs no account
FORWARDED: Final = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


class ScraperAuthentication(TokenAuthentication):
    """Whoever may read without an account, then tokens as everywhere."""

    def authenticate(self, request: Request) -> Any:  # Any: a user with what it came by, or None
        """Who is asking. Raises as TokenAuthentication does."""
        given = get_authorization_header(request).decode("latin-1")
        wanted = settings.METRICS_TOKEN
        if wanted and constant_time_compare(given, f"Bearer {wanted}"):
            return AnonymousUser(), SCRAPER
        if not given and is_on_this_machine(request):
            return AnonymousUser(), SCRAPER
        return super().authenticate(request)


def is_on_this_machine(request: Request) -> bool:
    """Whether a request was made here, by nobody in between."""
    if not settings.LEAGUE_PROXIES and any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


class ScraperOrStaff(ScopedOrReadOnly):
    """Scrapers, and staff who may look at the desk."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether it may be read."""
        is_reading = request.method in ("GET", "HEAD")
        return (is_reading and request.auth == SCRAPER) or super().has_permission(request, view)


@extend_schema(exclude=True)  # a format of its own, described in docs/operating.md
class Metrics(Reading):
    """What is measured, as text."""

    rights = {"GET": "look_at_desk"}
    authentication_classes = (ScraperAuthentication, SessionAuthentication)
    permission_classes = (ScraperOrStaff,)
    renderer_classes = (Exposition, JSONRenderer)

    def get(self, request: Request) -> HttpResponse:
        """All of it, as it is now."""
        return HttpResponse(metrics_told(now=timezone.now()), content_type=CONTENT_TYPE)
