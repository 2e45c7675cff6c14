"""What the admin pages of all apps share: links between rows, pages that nobody may edit, words with a colour, and what
every page of the admin stands on. One file, for each page takes a few of its names.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from decimal import Decimal
from functools import cache
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from django import forms
from django.contrib import admin
from django.contrib.admin import AllValuesFieldListFilter
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin, TabularInline, checkbox
from unfold.decorators import display
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.utils import display_for_label
from unfold.widgets import UnfoldAdminTextInputWidget

from personas.backstage.declared import Declared
from personas.backstage.meanwhile import Rows, made_from

_looking: ContextVar[HttpRequest | None] = ContextVar("who looks at a page of the admin", default=None)


def looked_at_by(request: HttpRequest) -> None:
    """Whose page of the admin is made now: it has links to what they may see."""
    _looking.set(request)


def _may_see(model: type[Model]) -> bool:
    request = _looking.get()
    return request is None or admin.site.get_model_admin(model).has_view_permission(request)


def link_to(row: Model | None, text: object = None) -> SafeString | str:
    """A link to the admin page of a row, for who may see it; what is in the text is text."""
    if row is None:
        return "-"
    if not _may_see(type(row)):
        return format_html("{}", row if text is None else text)
    url = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}" class="text-link">{}</a>', url, row if text is None else text)


def list_of(model: type[Model], text: object, **filters: Any) -> SafeString:
    """A link to the admin's list of a model, narrowed by `filters`, for who may see it."""
    if not _may_see(model):
        return format_html("{}", text)
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist", query=filters)
    return format_html('<a href="{}" class="text-link">{}</a>', url, text)


def joined(parts: list[SafeString | str]) -> SafeString | str:
    """Several links behind one another."""
    return format_html(", ".join(["{}"] * len(parts)), *parts) if parts else "-"


def coloured(word: str, colours: Mapping[str, str]) -> SafeString:
    """A word on its colour, as the library's `label` has it: that one leaves the colour out on the page of a row, and
    reads a template for each row of a list."""
    return format_html(_labels(colours.get(word, "")), word) if word else SafeString("-")


@cache
def _labels(colour: str) -> SafeString:
    """The library's label of a colour, with a place for the word."""
    return display_for_label("{}", "-", {"{}": colour} if colour else {})


# Of games and seasons alike: a status has one colour wherever it stands.
STATUS_COLOURS: Final = {
    "draft": "info",
    "announced": "info",
    "scheduled": "info",
    "running": "success",
    "paused": "warning",
    "finished": "primary",
    "cancelled": "danger",
    "diverged": "danger",
}


def status_label(status: str) -> SafeString:
    """A status on its colour."""
    return coloured(status, STATUS_COLOURS)


# Colours by hand: the library's stylesheet has only those that it uses itself.
BAR: Final = (
    '<div class="flex flex-col gap-1" style="min-width: 12rem"><span>{}</span>'
    '<div class="bg-base-200 flex flex-row h-1.5 overflow-hidden rounded-default dark:bg-base-800" style="color: {}">'
    '<div style="background: currentcolor; width: {}%"></div>'
    '<div style="background: currentcolor; opacity: 0.45; width: {}%"></div></div></div>'
)
CALM: Final = "#9333ea"
WARM: Final = "#dc2626"


def bar(told: str, *, full: Decimal, half: Decimal, whole: Decimal, is_warm: bool) -> SafeString:
    """A line of words above a line that is drawn: how much of the whole is full, and behind it how much is half so."""
    first = _share(full, whole)
    second = min(_share(half, whole), 100 - first)
    return format_html(BAR, told, WARM if is_warm else CALM, f"{first:.0f}", f"{second:.0f}")


def _share(part: Decimal, whole: Decimal) -> Decimal:
    return Decimal(100) if part >= whole else 100 * part / whole


def why(waiting: str) -> str:
    """Why something does not go on, beside a status that says already that it is paused or called off."""
    return waiting.removeprefix("paused ").removeprefix("called off: ")


@cache
def _box() -> SafeString:
    return checkbox.render(ACTION_CHECKBOX_NAME, "{}")


class DangerForm(BaseDialogForm):
    """A dialog before what stops or ends something: its button is as red as the one that opened it."""

    variant = ActionVariant.DANGER.value


class ReasonForm(BaseDialogForm):
    """A dialog in which somebody may say why, for the record of acts."""

    reason = forms.CharField(
        max_length=200,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="For the record; it may be left empty.",
    )


class DangerReasonForm(DangerForm, ReasonForm):
    """The same before what ends something."""


class IndexedFilter(AllValuesFieldListFilter):
    """A filter by the values that stand in a column; they are found by going from one to the next in its index, for a
    question for all of them reads it whole."""

    def __init__(self, field: Any, *of_list: Any, **where: Any) -> None:
        super().__init__(field, *of_list, **where)
        self.lookup_choices: Any = _values_of(field)

    def choices(self, changelist: Any) -> Any:
        for each in super().choices(changelist):
            yield each | {"display": self.told(str(each["display"]))}

    def told(self, value: str) -> str:
        """What a value is called."""
        return value


def _values_of(field: Any) -> list[str]:
    """What stands in a column, each once and in order. One query."""
    name, quote = field.column, connection.ops.quote_name
    least = f"SELECT MIN({quote(name)}) FROM {quote(field.model._meta.db_table)}"  # noqa: S608  (the model's own names)
    next_ = f"SELECT ({least} WHERE {quote(name)} > found.value) FROM found WHERE found.value IS NOT NULL"  # noqa: S608
    found = f"WITH RECURSIVE found(value) AS ({least} UNION ALL {next_}) SELECT value FROM found"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(found)
        return [value for (value,) in cursor.fetchall() if value is not None]


class NeverEdited:
    """For rows that are a record: seen, and neither added nor changed nor deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@runtime_checkable
class KeepsActs(Protocol):
    """The site of the admin as its pages need it: it keeps the record of acts, which is above the apps whose pages
    these are."""

    def recorded(
        self, request: HttpRequest, verb: str, rows: Iterable[Model | QuerySet[Any]], reason: str = ""
    ) -> AbstractContextManager[None]:
        """Does what is in the block in one transaction, and writes down what became of these rows."""

    def record_act(self, request: HttpRequest, verb: str, row: Model, reason: str = "", **after: object) -> object:
        """Writes down what was done to a row."""

    def record_creation(self, request: HttpRequest, row: Model, reason: str = "") -> object:
        """Writes down that a row was made."""

    def look_at(self, row: Model) -> Any:
        """A row as the database has it now."""

    def record_change(self, request: HttpRequest, verb: str, before: Any, row: Model | None) -> object:
        """Writes down what became of a row since somebody looked at it."""

    def acts_of(self, request: HttpRequest, row: Model) -> str:
        """Where the acts of a row are read; "" for who may not."""


class RecordTold(NamedTuple):
    """What a player has come to, in words: its result, its newest game that is over, and what was spent on it."""

    result: str
    last_game: SafeString | str
    spent: str


@runtime_checkable
class KnowsRecords(Protocol):
    """The site of the admin as the pages of players need it: it knows what they have come to, which is above them."""

    def records_told(self, players: Sequence[Any]) -> Mapping[int, RecordTold]:
        """What each of these players has come to, by its key."""


class BackstageAdmin(Declared, ModelAdmin):
    """What every page of the admin stands on, of our models and of others'. For another library's page it comes first:
    `class TaskAdmin(BackstageAdmin, TheirTaskAdmin)`.

    What is added, changed and deleted here is recorded by itself; what an action does, it does within
    `self.acts.recorded(…)`. Who saves a page from which another has saved meanwhile is told so first.
    """

    list_per_page = 16  # the library writes half a kilobyte of markup for each cell
    change_form_before_template = "admin/made_from.html"

    @display(description=checkbox.render("action_toggle_all", "1"))
    def action_checkbox(self, obj: Model) -> SafeString:
        """The box before a row of a list: the library's, whose template is read once and not for each row."""
        return format_html(_box(), obj.pk)

    @property
    def acts(self) -> KeepsActs:
        """Where acts are recorded."""
        if not isinstance(self.admin_site, KeepsActs):
            raise TypeError(f"the admin's site must keep acts, and {self.admin_site!r} does not")
        return self.admin_site

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page of a row, with a way to its acts."""
        row = kwargs.get("obj")
        context |= {"acts_url": self.acts.acts_of(request, row) if row is not None else ""}
        return super().render_change_form(request, context, *args, **kwargs)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row; where something is done to it, locked first: nobody else writes it between reading and saving."""
        if request.method == "POST" and transaction.get_connection().in_atomic_block:
            self.row_at(object_id).order_by().select_for_update(no_key=True).values_list("pk").first()
        return super().get_object(request, object_id, from_field)

    def get_form(self, request: HttpRequest, obj: Any = None, change: Any = False, **kwargs: Any) -> Any:  # noqa: FBT002
        """The form of a row; of one that is there it says what it was made from."""
        form = super().get_form(request, obj, change=change, **kwargs)
        return form if obj is None else made_from(form, lambda: self.rows_beside(request, obj))

    def rows_beside(self, request: HttpRequest, row: Model) -> dict[str, Rows]:
        """Rows of others that are written on the page of this one, by their kinds."""
        found: dict[str, Rows] = {}
        for inline in self.get_inline_instances(request, row):
            if not isinstance(inline, NeverEdited):
                formset: Any = inline.get_formset(request, row)
                theirs: QuerySet[Model] = QuerySet(inline.model).filter(**{formset.fk.name: row}).order_by("pk")
                kind = inline.model._meta
                found[kind.label_lower] = (str(kind.verbose_name_plural), theirs.values_list())
        return found

    def save_form(self, request: HttpRequest, form: Any, change: Any) -> Any:
        """The row that the form makes; how it was until now is kept with the form."""
        form.before = self.acts.look_at(form.instance) if change else None
        return super().save_form(request, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        super().save_related(request, form, formsets, change)
        if change:
            self.acts.record_change(request, "change", form.before, form.instance)
        else:
            self.acts.record_creation(request, form.instance)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: Any) -> None:
        touched = [each.instance for each in formset.initial_forms if each.has_changed()]
        before = {row.pk: self.acts.look_at(row) for row in touched}
        super().save_formset(request, form, formset, change)
        for row in formset.new_objects:
            self.acts.record_creation(request, row)
        changed = {row.pk for row, _ in formset.changed_objects}
        for key, was in before.items():
            self.acts.record_change(request, "change" if key in changed else "delete", was, was and was.row)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with self.acts.recorded(request, "delete", [obj]):
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        with self.acts.recorded(request, "delete", [queryset]):
            super().delete_queryset(request, queryset)

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


class RecordInline(NeverEdited, TabularInline):
    """Rows of a record on the page of what they belong to."""

    template = "admin/record_inline.html"
    extra = 0
    can_delete = False
