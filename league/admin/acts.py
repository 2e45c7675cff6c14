"""The record of acts, to be read: what was done by whom, from where, to what, and what it changed."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import Case, OuterRef, QuerySet, Subquery, When
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from unfold.decorators import display

from league.models import Act, Fixture
from league.queries.upkeep.history import in_days, is_roster, roster_told, told_taken
from personas.backstage import RecordAdmin, coloured, list_of

SURFACES = {"admin": "info", "site": "primary", "command line": "warning", "API": "success", "by itself": "danger"}
LONG = 60  # characters of a value in the list
ANYWHERE = "overflow-wrap: anywhere"  # where a line may end, so that a row is no wider than its table
CHANGES = (
    '<table class="text-sm w-full" style="overflow-wrap: anywhere"><thead><tr class="text-left">'
    '<th style="overflow-wrap: normal">What</th><th>Before</th><th>After</th></tr></thead><tbody>{}</tbody></table>'
)
CHANGE = (
    '<tr class="border-base-200 border-t dark:border-base-800" style="vertical-align: top"><td class="font-semibold '
    'pr-4 py-1" style="overflow-wrap: normal">{}</td><td class="pr-4 py-1" style="white-space: pre-wrap">{}</td>'
    '<td class="py-1" style="white-space: pre-wrap">{}</td></tr>'
)


class VerbFilter(admin.AllValuesFieldListFilter):
    """The verbs that there are acts of."""


class WhoFilter(admin.AllValuesFieldListFilter):
    """Those who did something, also those whose accounts are gone."""


@admin.register(Act)
class ActAdmin(RecordAdmin):
    """The record of acts: nobody adds to it by hand, and nothing in it is changed."""

    list_display = ["when", "who", "from_where", "verb", "what", "changed", "reason_shown"]
    list_filter = ["surface", ("verb", VerbFilter), ("who", WhoFilter), ("model", admin.AllValuesFieldListFilter)]
    narrowed_by = ["app_label__exact", "model__exact", "name__exact"]
    search_fields = ["=name", "=who", "verb", "reason"]
    search_help_text = "The public name of an object, who did it, or words of a verb or a reason"
    date_hierarchy = "at"
    fields = [("at", "who"), ("from_where", "verb"), ("kind", "object_link"), "reason", "changes"]
    readonly_fields = ["at", "who", "from_where", "verb", "kind", "object_link", "reason", "changes"]
    list_display_links = ["when"]

    @display(description="At", ordering="at")
    def when(self, act: Act) -> SafeString:
        return format_html(
            '<span style="white-space: nowrap" title="{} UTC">{}</span>',
            f"{act.at:%Y-%m-%d %H:%M:%S}",
            f"{act.at:%d %b %Y, %H:%M}",
        )

    @display(description="From", ordering="surface")
    def from_where(self, act: Act) -> SafeString:
        return coloured(act.get_surface_display(), SURFACES)

    @display(description="Kind", ordering="model")
    def kind(self, act: Act) -> str:
        return act.model

    @display(description="Object", ordering="name")
    def object_link(self, act: Act) -> SafeString | str:
        """All that was done to the same."""
        return list_of(Act, act.name, app_label__exact=act.app_label, model__exact=act.model, name__exact=act.name)

    @display(description="What", ordering="name")
    def what(self, act: Act) -> SafeString:
        """Its kind and its name; names are longer than a column."""
        return format_html('<div style="min-width: 11rem; {}">{} {}</div>', ANYWHERE, act.model, self.object_link(act))

    @display(description="Reason")
    def reason_shown(self, act: Act) -> SafeString | str:
        return format_html('<div style="{}">{}</div>', ANYWHERE, act.reason) if act.reason else "-"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        """With the number of the game that each was done to, where it was done to one of a season."""
        of_game = Fixture.objects.filter(game__public_id=OuterRef("name")).values("number")[:1]
        number = Case(When(app_label="games", model="game", then=Subquery(of_game)))
        acts: QuerySet[Act] = super().get_queryset(request).annotate(number=number)
        return acts

    @display(description="Changed")
    def changed(self, act: Act) -> SafeString | str:
        if taken := told_taken(act):
            number = getattr(act, "number", None)
            what = f"game {number}" if number else f"the {act.model}"
            return format_html('<div style="min-width: 9rem; {}">{} {}</div>', ANYWHERE, what, taken)
        if is_roster(act.before.get("players")) and is_roster(act.after.get("players")):
            who = roster_told(act.before["players"], act.after["players"], {})
            also = ", ".join(name for name in act.after if name != "players")
            return format_html(
                '<div style="min-width: 9rem; {}">{}</div>', ANYWHERE, ", ".join(filter(None, (who, also)))
            )
        before, after = sides(act)
        names = list(dict.fromkeys([*before, *after]))
        values = [side.get(names[0]) for side in (before, after)] if len(names) == 1 else []
        if values and not any(isinstance(value, dict | list) for value in values):
            was, now = (Truncator(told(value)).chars(LONG) for value in values)
            return format_html('<div style="min-width: 9rem; {}">{}: {} → {}</div>', ANYWHERE, names[0], was, now)
        text = Truncator(", ".join(names) or "-").chars(LONG)
        return format_html('<div style="min-width: 9rem; {}">{}</div>', ANYWHERE, text)

    @display(description="Changes")
    def changes(self, act: Act) -> SafeString | str:
        before, after = sides(act)
        names = dict.fromkeys([*before, *after])
        rows = ((name, told(before.get(name)), told(after.get(name))) for name in names)
        return format_html(CHANGES, format_html_join("", CHANGE, rows)) if names else "nothing of it is in its row"


def sides(act: Act) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an act changed, before and after it; of a calendar in the words that the API has for it."""
    if act.model != "calendar":
        return act.before, act.after
    before, after = (
        {name: ", ".join(value) if isinstance(value, list) else value for name, value in in_days(side).items()}
        for side in (act.before, act.after)
    )
    return before, after


def told(value: Any) -> str:
    """A value as a person reads it."""
    if value is None or value == "":
        return "-"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
