"""What is done to several rows of a list at once: the page that stands before it, with what it has to know first.

Law: a list has more rows than a page, and all of them may be chosen. So the page names the first of them and counts the
rest, and what it sends back says whether all are meant, and never each of a thousand rows.
"""

from typing import Any, Final

from django import forms
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.widgets import UnfoldAdminSelectWidget

from personas.backstage import ReasonForm
from personas.models import LanguageModel, StrategyLevel

MOST_NAMED: Final = 20
AS_IT_IS: Final = ("", "as each is")
AS_USUAL: Final = ("", "the usual: advanced on the house, none on another model")
AWARENESS: Final = [("yes", "yes: it is told so"), ("no", "no: it is told nothing of that")]


def is_confirmed(request: HttpRequest) -> bool:
    """Whether the page was seen, and sent back."""
    return bool(request.POST.get("confirmed"))


def asked_first(
    page: ModelAdmin, request: HttpRequest, rows: QuerySet[Any], form: forms.Form, **words: str
) -> HttpResponse:
    """The page that stands before something is done to these rows. `words` are what is to be done (`action`), its
    `title`, what comes of it (`told`), and what its buttons say (`confirm`, `keep`)."""
    is_all = request.POST.get("select_across") == "1"
    number = rows.count()
    named = list(rows[:MOST_NAMED])
    # The library wants a row to be chosen also where all are.
    keys = [row.pk for row in named[:1]] if is_all else request.POST.getlist(ACTION_CHECKBOX_NAME)
    context: dict[str, Any] = {"rows": named, "more": number - len(named), "number": number, "keys": keys}
    context |= {"form": form, "opts": page.opts, "media": page.media, "is_all": is_all, **words}
    context["back"] = reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist")
    return TemplateResponse(
        request, "admin/personas/confirmation.html", page.admin_site.each_context(request) | context
    )


class PlayForm(ReasonForm):
    """What a player plays on, how much strategy it is told, and whether it knows that it is a model."""

    field_order = ("model", "strategy_level", "is_aware", "reason")

    model = forms.ModelChoiceField(
        queryset=LanguageModel.objects.none(), empty_label=None, widget=UnfoldAdminSelectWidget
    )
    strategy_level = forms.ChoiceField(
        choices=[AS_USUAL, *StrategyLevel.choices],
        required=False,
        widget=UnfoldAdminSelectWidget,
        label="Strategy level",
    )
    is_aware = forms.ChoiceField(
        choices=AWARENESS[::-1], required=False, widget=UnfoldAdminSelectWidget, label="Knows that it is a model"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["model"].queryset = LanguageModel.objects.filter(is_active=True)

    @property
    def how(self) -> dict[str, Any]:
        """Level and awareness, as create_players() takes them."""
        return {
            "strategy_level": self.cleaned_data["strategy_level"],
            "is_aware": self.cleaned_data["is_aware"] == "yes",
        }


class ManyPlayersForm(ReasonForm):
    """What several players are to be alike."""

    field_order = ("strategy_level", "is_aware", "is_active", "reason")

    strategy_level = forms.ChoiceField(
        choices=[AS_IT_IS, *StrategyLevel.choices],
        required=False,
        widget=UnfoldAdminSelectWidget,
        label="Strategy level",
    )
    is_aware = forms.ChoiceField(
        choices=[AS_IT_IS, *AWARENESS],
        required=False,
        widget=UnfoldAdminSelectWidget,
        label="Knows that it is a model",
    )
    is_active = forms.ChoiceField(
        choices=[AS_IT_IS, ("yes", "yes"), ("no", "no")],
        required=False,
        widget=UnfoldAdminSelectWidget,
        label="New seasons may invite it",
    )

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be changed, by column, as change_players() takes it."""
        said = {name: self.cleaned_data[name] for name in ("is_aware", "is_active")}
        level = self.cleaned_data["strategy_level"]
        return ({"strategy_level": level} if level else {}) | {
            name: value == "yes" for name, value in said.items() if value
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.changes:
            self.add_error(None, "Nothing is said that they are to be.")
        return cleaned
