"""Where the day's page is read. For staff."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.desk.acts import own_acts, reads_all_acts
from league.api.desk.told import DeskSerializer
from league.api.roster.bodies import example
from league.queries.upkeep.desk import desk_as_json, desk_told
from personas.api.reading import Reading

NOTHING: dict[str, Any] = {"wrong": [], "queue": {"games": 0, "oldest_due_at": None, "messages": 0}}


class DeskDetail(Reading):
    """The day's page."""

    serializer_class = DeskSerializer
    rights = {"GET": "look_at_desk"}
    refusals = {"401": "For staff.", "403": "For staff who may see games, seasons and budgets in the admin."}

    @extend_schema(
        description="What runs where, since when, waiting for whom or what; what failed within a day and what was done "
        "about it; spending against caps; queue and processes; next slots; bytes by season. `wrong` is what is wrong "
        "now: empty while all is well. What others did about it (`failed.acts`) is told as at `acts/`: to a token of "
        "scope `admin`. For staff who may see games, seasons and budgets.",
        responses=DeskSerializer,
        examples=[example("A quiet day, in part", {"at": "2026-05-04T12:00:00Z", **NOTHING}, status=200)],
    )
    def get(self, request: Request) -> Response:
        """The day's page."""
        acts = Q() if reads_all_acts(request) else own_acts(request)
        told = desk_as_json(desk_told(now=timezone.now(), visitor=request.user, acts=acts))
        return Response(DeskSerializer(told, context=self.get_serializer_context()).data)
