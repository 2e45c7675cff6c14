"""A trial to who is told of alerts, from the site: asked before, and sent."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.access.acts import visitor
from league.access.rights import May, only_who_may
from league.alerts.telling import try_addressee
from league.models import Addressee


class TrialForm(forms.Form):
    """Why it is sent."""

    reason = forms.CharField(
        label="Reason", required=False, max_length=200, help_text="For the record; it may be left out."
    )


@only_who_may("edit_addressees")
@require_http_methods(["GET", "POST"])
def try_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks whether a trial is to be sent, or sends it and says how that went."""
    addressee = get_object_or_404(Addressee, slug=slug)
    form = TrialForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        given = {"by": visitor(request), "now": timezone.now(), "reason": form.cleaned_data["reason"]}
        why = try_addressee(addressee=addressee, **given)
        if why:
            messages.error(request, f"No trial was sent to {slug}: {why}.")
        else:
            messages.success(request, f"A trial was sent to {slug}.")
        return redirect("desk") if May(request.user)["look_at_desk"] else redirect("admin:index")
    context = {"section": "desk", "addressee": addressee, "form": form}
    return render(request, "league/try_addressee.html", context, status=422 if form.errors else 200)
