"""What may be spent and what was: accounts, whose caps alone are edited, and the switch that stops all calls.

Law: an account of a game whose hidden side may not be seen is not shown, for what it spends tells who is being asked.
"""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from games.admin.visible import hidden_games
from games.billing.kill_switch import allow_calls, stop_calls
from games.billing.money import balance, is_nearly_spent, set_cap
from games.models import Account, Game, KillSwitch
from personas.backstage import BackstageAdmin, DangerForm, NeverEdited, ReasonForm, bar, coloured, list_of


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


@admin.register(Account)
class AccountAdmin(BackstageAdmin):
    """Budgets of games, seasons and days; they are opened by the first call that draws on them."""

    list_display = ["name_shown", "scope", "bar_shown", "calls", "warned_shown"]
    list_filter = ["scope", ("warned_at", admin.EmptyFieldListFilter), ("cap", admin.EmptyFieldListFilter)]
    search_fields = ["name"]
    search_help_text = "The id of a game, the slug of a season or a date"
    ordering = ["-pk"]
    fields = [("scope", "name"), "bar_shown", "cap", ("calls", "warned_shown", "created_at")]
    readonly_fields = ["scope", "name", "bar_shown", "calls", "warned_shown", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        # Those few are named that are hidden: of a league's games nearly all are shown.
        return (
            super()
            .get_queryset(request)
            .exclude(
                scope=Account.Scope.GAME, name__in=list(hidden_games(request.user).values_list("public_id", flat=True))
            )
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:  # noqa: FBT001
        if "cap" in form.changed_data:
            set_cap(account=obj, cap=obj.cap)

    @display(description="Of", ordering="name")
    def name_shown(self, account: Account) -> SafeString | str:
        if account.scope == Account.Scope.GAME:
            return list_of(Game, account.name, public_id__exact=account.name)
        return account.name

    @display(description="80 % reached", ordering="warned_at")
    def warned_shown(self, account: Account) -> datetime | str:
        # By what is spent, as everywhere; since when that is so, is known from the next call or change of the cap on.
        return (account.warned_at or "yes") if is_nearly_spent(account) else "-"

    @display(description="Spent")
    def bar_shown(self, account: Account) -> SafeString | str:
        return bar_of(account)


class StopForm(DangerForm):
    """Why all calls are stopped."""

    reason = forms.CharField(
        max_length=200, widget=UnfoldAdminTextInputWidget, help_text="For whoever finds them stopped."
    )


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
