"""What may be spent and what was: accounts, whose caps alone are edited, and the switches that stop calls: all of them,
or those to one model or one provider.

Law: an account of a game whose hidden side may not be seen is not shown, for what it spends tells who is being asked;
so do those of models and providers while such a game asks any, and their figures are kept back until it is over.
"""

from datetime import datetime
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.db.models import Case, F, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from games.admin.visible import hidden_games
from games.billing.budgets import OF_MODELS
from games.billing.kill_switch import allow_calls, allow_calls_of, stop_calls, stop_calls_of
from games.billing.money import balance, is_nearly_spent, open_account, set_cap
from games.gateway.clients import called
from games.models import Account, Game, KillSwitch
from personas.backstage import BackstageAdmin, DangerForm, NeverEdited, ReasonForm, bar, coloured, list_of
from personas.models import LanguageModel

KEPT_BACK: Final = "told when hidden games are over"


class NearlySpentFilter(admin.SimpleListFilter):
    """The accounts of which 80 % are known to be spent; of one whose figures are kept back that is not known."""

    title = "80 % reached"
    parameter_name = "warned"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any] | None:
        if self.value() not in ("yes", "no"):
            return None
        return queryset.filter(warned_told__isnull=self.value() == "no")


def bar_of(account: Account) -> SafeString | str:
    """What of a cap is spent and what is on its way, as a line of numbers above a line that is drawn."""
    if account.cap is None:
        return balance(account)
    return bar(
        balance(account),
        full=account.spent,
        half=account.reserved,
        whole=account.cap,
        is_warm=is_nearly_spent(account),
    )


class StopForm(DangerForm):
    """Why calls are stopped."""

    reason = forms.CharField(
        max_length=200, widget=UnfoldAdminTextInputWidget, help_text="For whoever finds them stopped."
    )


class OpenForm(forms.ModelForm):
    """Whose account is opened, a model's or a provider's, and with what cap."""

    whose = forms.ChoiceField(
        widget=UnfoldAdminSelectWidget, help_text="What calls to it cost is counted from now on, and held to the cap."
    )

    class Meta:
        model = Account
        fields = ["cap"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        whose: Any = self.fields["whose"]
        whose.choices = unopened()


def unopened() -> list[tuple[str, str]]:
    """The models behind providers, and these, that have no account yet."""
    there = set(Account.objects.filter(scope__in=OF_MODELS).values_list("scope", "name"))
    models = list(LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE).order_by("slug"))
    of_providers = [("provider", name, f"provider {name}") for name in sorted({called(model) for model in models})]
    of_models = [("model", model.slug, f"model {model.slug}") for model in models]
    return [(f"{scope} {name}", told) for scope, name, told in of_providers + of_models if (scope, name) not in there]


@admin.register(Account)
class AccountAdmin(BackstageAdmin):
    """Budgets of games, seasons, days, models and providers; they are opened by the first call that draws on them, and
    those of the last two by hand too, to give them a cap or to stop calls before."""

    list_display = ["name_shown", "scope", "bar_shown", "calls_shown", "warned_shown", "stopped_shown"]
    list_display_links = ["scope"]  # a game's name is a link of its own, and none may stand in another
    list_filter = [
        "scope",
        NearlySpentFilter,
        ("cap", admin.EmptyFieldListFilter),
        ("stopped", admin.EmptyFieldListFilter),
    ]
    search_fields = ["name"]
    search_help_text = "The id of a game, the slug of a season or a model, a provider or a date"
    # Those of games are as many as games, and would push all others off the first page.
    ordering = [Case(When(scope=Account.Scope.GAME, then=Value(1)), default=Value(0)), "-pk"]
    fields = [("scope", "name"), "bar_shown", "cap", ("calls_shown", "warned_shown", "created_at"), "stopped_shown"]
    readonly_fields = ["scope", "name", "bar_shown", "calls_shown", "warned_shown", "created_at", "stopped_shown"]
    actions_detail = ["stop", "allow"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        # Those few are named that are hidden: of a league's games nearly all are shown.
        hidden = list(hidden_games(request.user).values_list("public_id", "has_voices", "started_at"))
        is_one_asking = any(has_voices and started_at for _, has_voices, started_at in hidden)
        kept_back = [When(scope__in=OF_MODELS, then=Value(True))] if is_one_asking else []
        shown = super().get_queryset(request).exclude(scope=Account.Scope.GAME, name__in=[name for name, *_ in hidden])
        told = [When(scope__in=OF_MODELS, then=Value(None))] if is_one_asking else []
        return shown.annotate(
            is_kept_back=Case(*kept_back, default=Value(False)), warned_told=Case(*told, default=F("warned_at"))
        )

    def get_form(
        self,
        request: HttpRequest,
        obj: Account | None = None,
        change: bool = False,  # noqa: FBT001, FBT002  as Django calls it
        **kwargs: Any,
    ) -> Any:
        return super().get_form(request, obj, change, **(kwargs if obj else {**kwargs, "form": OpenForm}))

    def get_fields(self, request: HttpRequest, obj: Account | None = None) -> Any:
        return self.fields if obj else ["whose", "cap"]

    def get_readonly_fields(self, request: HttpRequest, obj: Account | None = None) -> Any:
        return self.readonly_fields if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:  # noqa: FBT001
        if not change:
            scope, _, name = form.cleaned_data["whose"].partition(" ")
            obj.__dict__.update(open_account(scope=scope, name=name, cap=obj.cap).__dict__)
        elif "cap" in form.changed_data:
            set_cap(account=obj, cap=obj.cap)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        account = self.row_at(object_id).filter(scope__in=OF_MODELS).first()
        wanted = "" if account is None else "allow" if account.stopped else "stop"
        return [one for one in super().get_actions_detail(request, object_id) if one.path == wanted]

    @action(
        description="Stop its calls",
        icon="block",
        variant=ActionVariant.DANGER,
        permissions=["change"],
        dialog={
            "title": "Stop all calls to it?",
            "description": "No new call is made to it until they are allowed again; games that ask it wait meanwhile.",
            "form_class": StopForm,
            "form_submit_text": "Stop its calls",
        },
    )
    def stop(self, request: HttpRequest, form: StopForm, object_id: str) -> HttpResponse:
        account = get_object_or_404(self.row_at(object_id).filter(scope__in=OF_MODELS))
        reason = form.cleaned_data["reason"]
        with self.acts.recorded(request, "stop calls", [account], reason):
            stop_calls_of(account=account, reason=reason)
        return self.turned(request, account, f"Calls to the {account} are stopped: {account.stopped}")

    @action(
        description="Allow its calls again",
        icon="play_arrow",
        permissions=["change"],
        dialog={
            "title": "Allow calls to it again?",
            "description": "Games that wait for it go on by themselves.",
            "form_class": ReasonForm,
            "form_submit_text": "Allow calls",
        },
    )
    def allow(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        account = get_object_or_404(self.row_at(object_id).filter(scope__in=OF_MODELS))
        with self.acts.recorded(request, "allow calls", [account], form.cleaned_data["reason"]):
            allow_calls_of(account=account)
        return self.turned(request, account, f"Calls to the {account} may be made again.")

    def turned(self, request: HttpRequest, account: Account, told: str) -> HttpResponse:
        """Keeps in the history who stopped or allowed calls, says so, and sends the dialog back to the page."""
        self.log_change(request, account, told)
        self.message_user(request, told, messages.WARNING if account.stopped else messages.SUCCESS)
        return HttpResponse(headers={"HX-Redirect": reverse("admin:games_account_change", args=[account.pk])})

    @display(description="Calls to it")
    def stopped_shown(self, account: Account) -> str:
        if account.scope not in OF_MODELS:
            return "-"
        return f"stopped: {account.stopped}" if account.stopped else "allowed"

    @display(description="Of", ordering="name")
    def name_shown(self, account: Account) -> SafeString | str:
        if account.scope == Account.Scope.GAME:
            return list_of(Game, account.name, public_id__exact=account.name)
        return account.name

    @display(description="80 % reached", ordering="warned_told")  # no order or filter tells it either
    def warned_shown(self, account: Any) -> datetime | str:
        if account.is_kept_back:
            return "-"
        # By what is spent, as everywhere; since when that is so, is known from the next call or change of the cap on.
        return (account.warned_at or "yes") if is_nearly_spent(account) else "-"

    @display(description="Spent")
    def bar_shown(self, account: Any) -> SafeString | str:
        # A season's page shows its own so, which was not looked up here and is never kept back.
        return KEPT_BACK if account.scope in OF_MODELS and account.is_kept_back else bar_of(account)

    @display(description="Calls")
    def calls_shown(self, account: Any) -> int | str:
        # Not to be ordered by: an order tells of numbers, too.
        return KEPT_BACK if account.is_kept_back else account.calls


@admin.register(KillSwitch)
class KillSwitchAdmin(NeverEdited, BackstageAdmin):
    """The one row that stops all calls to providers; thrown here, read before every call."""

    fields = ["calls", "reason", "changed_at"]
    readonly_fields = fields
    actions_detail = ["stop", "allow"]
    change_form_outer_before_template = "admin/games/switch.html"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # As for any model: the fields are read-only, and the verbs below are what the permission is for.
        return BackstageAdmin.has_change_permission(self, request, obj)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        switch, _ = KillSwitch.objects.get_or_create(pk=1)
        return HttpResponseRedirect(self.address(switch))

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        nothing_to_save = {"show_save": False, "show_save_and_continue": False, **(extra_context or {})}
        return super().changeform_view(request, object_id, form_url, nothing_to_save)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        is_on = KillSwitch.objects.filter(is_on=True).exists()
        return [
            one for one in super().get_actions_detail(request, object_id) if one.path == ("allow" if is_on else "stop")
        ]

    @action(
        description="Stop all calls",
        icon="block",
        variant=ActionVariant.DANGER,
        permissions=["change"],
        dialog={
            "title": "Stop all calls to providers?",
            "description": "No new call is made until they are allowed again; games wait meanwhile.",
            "form_class": StopForm,
            "form_submit_text": "Stop all calls",
        },
    )
    def stop(self, request: HttpRequest, form: StopForm, object_id: str) -> HttpResponse:
        reason = form.cleaned_data["reason"]
        with self.acts.recorded(request, "stop calls", [self.row_at(object_id)], reason):
            switch = stop_calls(reason=reason)
        return self.thrown(request, switch, f"Calls are stopped: {switch.reason}")

    @action(
        description="Allow calls again",
        icon="play_arrow",
        permissions=["change"],
        dialog={
            "title": "Allow calls again?",
            "description": "Games that wait go on by themselves.",
            "form_class": ReasonForm,
            "form_submit_text": "Allow calls",
        },
    )
    def allow(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        with self.acts.recorded(request, "allow calls", [self.row_at(object_id)], form.cleaned_data["reason"]):
            switch = allow_calls()
        return self.thrown(request, switch, "Calls may be made again.")

    @display(description="Calls")
    def calls(self, switch: KillSwitch) -> SafeString:
        # Not the field as it is: a tick beside "are stopped" reads as if all were well.
        return coloured("stopped" if switch.is_on else "allowed", {"stopped": "danger", "allowed": "success"})

    def thrown(self, request: HttpRequest, switch: KillSwitch, told: str) -> HttpResponse:
        """Keeps in the history who threw the switch, says so, and sends the dialog back to the page."""
        self.log_change(request, switch, told)
        self.message_user(request, told, messages.WARNING if switch.is_on else messages.SUCCESS)
        return HttpResponse(headers={"HX-Redirect": self.address(switch)})

    def address(self, switch: KillSwitch) -> str:
        """The page of the switch."""
        return reverse("admin:games_killswitch_change", args=[switch.pk])
