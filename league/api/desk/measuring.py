"""Where Prometheus reads. For staff: what is spent and how many calls are made tells who is being asked."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from league.queries.upkeep.metrics import CONTENT_TYPE, metrics_told
from personas.api.reading import Reading


class Exposition(BaseRenderer):
    """What Prometheus asks for; the view writes it itself."""

    media_type = "text/plain"
    format = "text"

    def render(self, data: Any, accepted: str | None = None, context: Any = None) -> bytes:  # Any: as DRF has it
        """An error, in JSON as everywhere."""
        return bytes(JSONRenderer().render(data))


@extend_schema(exclude=True)  # a format of its own, described in docs/operating.md
class Metrics(Reading):
    """What is measured, as text."""

    rights = {"GET": "look_at_desk"}
    renderer_classes = (Exposition, JSONRenderer)

    def get(self, request: Request) -> HttpResponse:
        """All of it, as it is now."""
        return HttpResponse(metrics_told(now=timezone.now()), content_type=CONTENT_TYPE)
