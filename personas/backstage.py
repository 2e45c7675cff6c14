"""What the admin pages of all apps share: links between rows, pages that nobody may edit, words with a colour."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin, TabularInline
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.utils import display_for_label

from personas.declared import Declared


def link_to(row: Model | None, text: object = None) -> SafeString | str:
    """A link to the admin page of a row; what is in the text is text."""
    if row is None:
        return "-"
    url = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}" class="text-link">{}</a>', url, row if text is None else text)


def list_of(model: type[Model], text: object, **filters: Any) -> SafeString:
    """A link to the admin's list of a model, narrowed by `filters`."""
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist", query=filters)
    return format_html('<a href="{}" class="text-link">{}</a>', url, text)


def joined(parts: list[SafeString | str]) -> SafeString | str:
    """Several links behind one another."""
    return format_html(", ".join(["{}"] * len(parts)), *parts) if parts else "-"


def coloured(word: str, colours: Mapping[str, str]) -> SafeString:
    """A word on its colour, as lists have it by themselves: on pages the library leaves the colour out."""
    return display_for_label(word, "-", colours)


def why(waiting: str) -> str:
    """Why something does not go on, beside a status that says already that it is paused or called off."""
    return waiting.removeprefix("paused ").removeprefix("called off: ")


class DangerForm(BaseDialogForm):
    """A dialog before what stops or ends something: its button is as red as the one that opened it."""

    variant = ActionVariant.DANGER.value


class NeverEdited:
    """For rows that are a record: seen, and neither added nor changed nor deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class BackstageAdmin(Declared, ModelAdmin):
    """What every page of the admin stands on, of our models and of others'. For another library's page it comes first:
    `class TaskAdmin(BackstageAdmin, TheirTaskAdmin)`."""

    def row_at(self, key: str) -> QuerySet[Any]:
        """The row with the key that stands in an address; none for what is no key."""
        rows: QuerySet[Any] = QuerySet(self.model)
        try:
            return rows.filter(pk=self.opts.pk.to_python(key))
        except ValidationError:
            return rows.none()

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What would go too, and what is in the way; of that only the kinds: how many calls or seats there are of a
        model or player is among what a sealed game hides, and they may be a million."""
        gone, counts, wanting, in_the_way = super().get_deleted_objects(objs, request)
        kinds = {str(each).partition(":")[0] for each in in_the_way}  # each is told as "Kind: its name"
        return gone, counts, wanting, sorted(kinds)


class RecordAdmin(NeverEdited, BackstageAdmin):
    """A page of a record, with a list that counts nothing it does not have to."""

    show_full_result_count = False
    list_per_page = 50


class RecordInline(NeverEdited, TabularInline):
    """Rows of a record on the page of what they belong to."""

    extra = 0
    can_delete = False
    hide_title = True  # a row's columns say already what it is called
