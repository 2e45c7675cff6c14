"""Models, what they cost, and every way in which they were asked."""

import os
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from unfold.admin import TabularInline
from unfold.decorators import display

from personas.backstage import BackstageAdmin, RecordAdmin, coloured, link_to, list_of
from personas.keys import is_key_variable
from personas.models import LanguageModel, ModelVersion, Player, Price
from personas.roster import rewrite_model
from personas.versions import HOW, WHO

PINNED = (
    "Games that were made, and seasons that have begun, go on asking it as it was; “Bring up to date” on a season's "
    "page, or on that of a game of none, lets them ask it so."
)
UNTRIED = "It was not tried out as it is asked now: “Try it out” does that, and a season wants it before it starts."
HOW_FIELDS: list[str | tuple[str, str]] = [
    "most_tokens",
    ("in_flight", "limit_group"),
    ("temperature", "top_p"),
    ("effort", "verbosity"),
    ("seed", "service_tier"),
    "context_size",
    "extra_body",
]


def key_told(variable: str) -> str:
    """What is said of a key: whether it is there. Of a variable that may be no key, not even that."""
    if not is_key_variable(variable):
        return f"{variable} may not be a key"
    return f"{variable} is {'set' if os.environ.get(variable, '').strip() else 'not set'}"


class PriceInline(TabularInline):
    """What a model costs, where the shipped list does not know it."""

    model = Price
    extra = 0
    fields = ["valid_from", "input", "cached", "cache_written", "output"]
    tab = True


@admin.register(Price)
class PriceAdmin(BackstageAdmin):
    """Prices of our own, in US dollars a million tokens; a model without one has the shipped list's."""

    list_display = ["model_shown", "valid_from", "input", "cached", "cache_written", "output"]
    list_filter = ["language_model"]
    list_select_related = ["language_model"]
    search_fields = ["language_model__name", "language_model__slug"]
    autocomplete_fields = ["language_model"]
    fields = ["language_model", "valid_from", ("input", "cached"), ("cache_written", "output")]

    @display(description="Model", ordering="language_model__name")
    def model_shown(self, price: Price) -> str:
        return str(price.language_model)


@admin.register(LanguageModel)
class LanguageModelAdmin(BackstageAdmin):
    """Models; a key is named here and never shown, only whether it is there."""

    list_display = ["named", "provider_shown", "model_name", "key_is_set", "probed_shown", "player_count", "is_active"]
    list_filter = ["provider", "is_active"]
    ordering = ["name", "slug"]
    search_fields = ["name", "slug", "model_name"]
    readonly_fields = ["key_is_set", "probed_shown", "rung", "without", "versions_kept"]
    fieldsets = [
        (None, {"fields": [("slug", "name"), "is_active"]}),
        ("Asked at", {"fields": ["provider", "model_name", "base_url", ("key_variable", "key_is_set")]}),
        (
            "Asked how",
            {
                "fields": [
                    *HOW_FIELDS,
                    ("probed_shown", "versions_kept"),
                    ("rung", "without"),
                ]
            },
        ),
    ]
    inlines = [PriceInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[LanguageModel]:
        return (
            super()
            .get_queryset(request)
            .annotate(players_there=Count("players", filter=Q(players__persona__written_for="")))
        )

    def get_readonly_fields(self, request: HttpRequest, obj: LanguageModel | None = None) -> list[str]:
        # The slug is part of the ids of its players.
        return [*self.readonly_fields, "slug"] if obj else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: LanguageModel, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        was_probed = obj.probed_at is not None
        rewrite_model(model=obj)
        if change and {*WHO, *HOW}.intersection(form.changed_data):
            self.message_user(request, PINNED, messages.INFO)
            if was_probed and not obj.probed_at:
                self.message_user(request, UNTRIED, messages.INFO)

    @display(description="Model", ordering="name", header=True)
    def named(self, model: LanguageModel) -> list[str]:
        return [model.name, model.slug]

    @display(description="Provider", ordering="provider")
    def provider_shown(self, model: LanguageModel) -> SafeString:
        return coloured(model.provider, {"house": "info", "uniform": "info"})

    @display(description="Key")
    def key_is_set(self, model: LanguageModel) -> str:
        if not model.key_variable:
            return "not needed" if model.is_offline else "-"
        return key_told(model.key_variable)

    @display(description="Probed", ordering="probed_at")
    def probed_shown(self, model: LanguageModel) -> str:
        if model.is_offline:
            return "not needed"
        return (
            f"{model.probed_at:%Y-%m-%d %H:%M} UTC"
            if model.probed_at
            else "never; “Try it out” or `doctor --probe` does it"
        )

    @display(description="Versions")
    def versions_kept(self, model: LanguageModel) -> SafeString | str:
        if not model.pk:
            return "-"
        number = model.versions.count()
        return list_of(ModelVersion, f"{number} so far", language_model__id__exact=model.pk)

    @display(description="Players", ordering="players_there")
    def player_count(self, model: Any) -> SafeString:
        return list_of(Player, model.players_there, model__id__exact=model.pk)


@admin.register(ModelVersion)
class ModelVersionAdmin(RecordAdmin):
    """Every way in which a model was asked; a seat says which one it sat down with."""

    list_display = ["model_link", "number", "in_words", "created_at"]
    list_display_links = ["number"]  # the first column is a link already
    list_select_related = ["language_model"]
    search_fields = ["=language_model__slug"]
    search_help_text = "The slug of a model"
    narrowed_by = ["language_model__id__exact"]
    ordering = ["-pk"]
    fields = ["language_model", "number", "digest", "created_at", "in_words"]
    readonly_fields = ["in_words"]

    @display(description="Model")
    def model_link(self, version: ModelVersion) -> SafeString | str:
        return link_to(version.language_model)

    @display(description="Asked")
    def in_words(self, version: ModelVersion) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in version.asked.items())
