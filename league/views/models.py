"""What a model is like to play with: how it was asked, what came of it, what it took."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.gateway.errands import by_hand
from games.ledger.reads import sees_secrets
from league.queries.boards.shown import sees_results
from league.queries.lying import claiming_of_model, together
from league.queries.models import failing_calls, model_told
from league.views.endings import record_of
from league.views.pager import Numbered, newest_first
from personas.models import LanguageModel

PER_PAGE = 10  # calls with their prompts


@require_safe
def model(request: HttpRequest, slug: str) -> HttpResponse:
    """A model; for moderators also its calls that failed, as lines for a shell."""
    found = get_object_or_404(LanguageModel, slug=slug)
    is_shown = sees_results(request.user)
    record = record_of(request)
    claimed = claiming_of_model(found) if is_shown and record.endings.is_shown else []
    context: dict[str, Any] = {"section": "models", "told": model_told(found), "is_shown": is_shown, "record": record}
    context |= {"claims": together(claimed), "by_rules": claimed}
    if sees_secrets(request.user):
        try:
            page, pager = newest_first(request, failing_calls(found), name="ident", order=["-id"], per_page=PER_PAGE)
        except Numbered as moved:
            return HttpResponseRedirect(moved.address)
        lines = by_hand(page)
        context |= {"failing": [(call, lines[call.pk]) for call in page], "pager": pager, "is_moderator": True}
    return render(request, "league/model.html", context)
