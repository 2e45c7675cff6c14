"""Who is told of alerts, made, changed and deleted here; what is told of each is decided in league.alerts."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from league.alerts.addressees import WRITTEN, apply, unfit
from league.models import Addressee
from league.models.alert import MOST_REPEAT
from league.queries.upkeep.wrong import Kind
from personas.backstage import BackstageAdmin


class AddresseeForm(forms.ModelForm):
    """Who is told, where and of what."""

    kinds = forms.MultipleChoiceField(
        choices=[(str(kind), kind.replace("-", " ").capitalize()) for kind in Kind],
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="Of which it is told; none: of all.",
    )

    class Meta:
        model = Addressee
        fields = ["slug", "means", *WRITTEN]

    def clean(self) -> dict[str, Any]:
        """What was given, held against the rules of league.alerts."""
        given = super().clean() or self.cleaned_data
        means = given.get("means", self.instance.means)
        row = Addressee(means=means, **{name: given[name] for name in WRITTEN if name in given})
        for field, complaints in unfit(row).items():
            if field in given:
                self.add_error(field, complaints)
        if (given.get("repeat") or 0) > MOST_REPEAT:
            self.add_error("repeat", f"At most {MOST_REPEAT:,} minutes (30 days).")
        return given


@admin.register(Addressee)
class AddresseeAdmin(BackstageAdmin):
    """Who is told of alerts."""

    form = AddresseeForm
    list_display = ["slug", "means", "where_shown", "is_active", "repeat", "sent_at", "failures"]
    list_filter = ["means", "is_active"]
    search_fields = ["slug"]
    ordering = ["slug"]
    fieldsets = [
        (None, {"fields": [("slug", "means"), "address", "secret_variable", "is_active"]}),
        ("What it is told", {"fields": ["repeat", "kinds"]}),
        (
            "How that goes",
            {"fields": [("sent_at", "failures"), "error", "next_try_at", ("made_by", "created_at"), "trial"]},
        ),
    ]
    own_state = ["sent_at", "failures", "error", "next_try_at", "made_by", "created_at", "trial"]

    def get_fieldsets(self, request: HttpRequest, obj: Addressee | None = None) -> Any:
        if obj is None:
            return self.fieldsets[:2]
        if self.has_change_permission(request, obj):
            return self.fieldsets
        sections: list[Any] = list(self.fieldsets)  # Any: as Django nests them
        told, given = sections[-1]
        return [*sections[:-1], (told, {"fields": [each for each in given["fields"] if each != "trial"]})]

    def get_readonly_fields(self, request: HttpRequest, obj: Addressee | None = None) -> list[str]:
        return ["slug", "means", *self.own_state] if obj is not None else self.own_state

    def save_model(self, request: HttpRequest, obj: Addressee, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        if change:
            before = Addressee.objects.get(pk=obj.pk)
            apply(before, {name: getattr(obj, name) for name in WRITTEN}, now=timezone.now())
            obj.__dict__.update({key: value for key, value in before.__dict__.items() if key != "_state"})
        else:
            obj.made_by, obj.told_from = request.user.get_username()[:150], timezone.now()
        super().save_model(request, obj, form, change)
        if obj.hindrance:
            messages.warning(request, f"{obj.slug} is not told yet, for {obj.hindrance}.")

    @display(description="Where")
    def where_shown(self, addressee: Addressee) -> str:
        return addressee.where

    @display(description="A trial")
    def trial(self, addressee: Addressee) -> SafeString:
        url = reverse("try-addressee", args=[addressee.slug])
        return format_html('<a href="{}" class="text-link">Send one</a>', url)
