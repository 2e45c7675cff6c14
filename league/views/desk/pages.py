"""The day's page: what runs, waits, failed, was spent, and is wrong now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.access.rights import only_who_may
from league.models.weight import WeightKind
from league.queries.upkeep.desk import desk_told


@never_cache
@only_who_may("look_at_desk")
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """All of it, as it is now."""
    told = desk_told(now=timezone.now(), visitor=request.user)
    return render(request, "league/desk.html", {"section": "desk", "desk": told, "kinds": WeightKind.labels})
