"""Games and their seats: found, looked at, and led by the verbs (games.directing.verbs); nothing of them is edited."""

from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import BooleanField, ExpressionWrapper, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from unfold.dataclasses import ActionDialog
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from games.admin.lists import GamesList, OrdersGames, PagesOfFound, RulesFilter, WinnerFilter
from games.admin.visible import OPEN, OVER, shown_games
from games.directing.verbs import VERBS, Directed, Given, carry_out, verbs_of
from games.engine.rulesets import ruleset_title
from games.hosting.making import WrongGame
from games.hosting.verbs import update_exhibition
from games.ledger.reads import may_see, sees_secrets
from games.models import Answer, Call, Event, Game, Seat
from personas.backstage import (
    BackstageAdmin,
    DangerForm,
    ReasonForm,
    RecordInline,
    joined,
    link_to,
    list_of,
    status_label,
    why,
)
from personas.backstage.declared import DeclaredList

MOST_WORDS: Final = 8  # of a search
NEWEST_FIRST: Final = (("-id",), ("-pk",))  # as the list orders games where nobody asks for an order
NOTHING_GIVEN: Final = Given()
UPDATED: Final = (Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED)  # games that can be


class SeatInline(RecordInline):
    """Who sits at the table, where that may be known; roles and fates only where they may."""

    model = Seat
    verbose_name_plural = "Seats"
    tab = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        players = super().get_queryset(request).select_related("player__persona", "player__model", "model_version")
        return players.order_by("number")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        public = ["number", "alias"]
        if obj is None or may_see(obj, request.user, None):
            public += ["player_link", "asked"]
        is_shown = obj is not None and shown_games(request.user).filter(pk=obj.pk).exists()
        return [*public, "role", "team", "survived", "died_round"] if is_shown else public

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        return self.get_fields(request, obj)

    @display(description="Player")
    def player_link(self, seat: Seat) -> SafeString | str:
        return link_to(seat.player)

    @display(description="Asked, when it sat down")
    def asked(self, seat: Seat) -> str:
        if seat.model_version is None:
            return "not recorded"
        briefing = f", briefings {seat.briefing}" if seat.briefing else ""
        return f"version {seat.model_version.number}{briefing}"


class WhyForm(ReasonForm):
    """Why something is done that loses something."""

    reason = forms.CharField(max_length=200, widget=UnfoldAdminTextInputWidget, help_text="It is kept, and shown.")


class DangerWhyForm(DangerForm, WhyForm):
    """The same before what ends something."""


class SubstituteForm(DangerForm, WhyForm):
    """Which seat another model answers for, and which model."""

    seat = forms.IntegerField(
        min_value=0, widget=UnfoldAdminTextInputWidget, help_text="Its number; seats are numbered from 0."
    )
    model = forms.CharField(max_length=60, widget=UnfoldAdminTextInputWidget, help_text="The model's slug.")


def directed(name: str, form: type[ReasonForm] = ReasonForm, **more: Any) -> Any:  # Any: as the library marks actions
    """One of the verbs, as an action of a game's page."""
    verb = VERBS[name]

    def do(self: "GameAdmin", request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.one(request, form, object_id, verb)

    do.__name__ = name
    dialog: ActionDialog = {
        "title": f"{verb.title}?",
        "description": verb.confirms,
        "form_class": form,
        "form_submit_text": verb.title,
    }
    return action(description=verb.title, icon=verb.icon, permissions=["change"], dialog=dialog, **more)(do)


@admin.register(Game)
class GameAdmin(BackstageAdmin):
    """Games: found, looked at, and led by the verbs."""

    list_display = [
        "public_id",
        "status_shown",
        "rules",
        "season",
        "round",
        "winner",
        "reason",
        "finished_at",
    ]
    list_filter = ["status", ("ruleset", RulesFilter), WinnerFilter, "finished_at"]
    narrowed_by = ["public_id__exact"]
    search_fields = ["public_id__startswith"]
    search_help_text = "The beginning of a game's id, or a part of a season's slug or of a player's id"
    show_full_result_count = False
    actions = ["pause_selected", "resume_selected", "void_selected"]
    actions_detail = ["pause", "resume", "step", "replay", "substitute", "update", "void"]
    inlines = [SeatInline]

    @property
    def orders(self) -> OrdersGames:
        """Where seasons and hosts are known."""
        if not isinstance(self.admin_site, OrdersGames):
            raise TypeError(f"the admin's site must know who orders games, and {self.admin_site!r} does not")
        return self.admin_site

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[DeclaredList]:
        return GamesList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        found = [self.orders.games_found(word) for word in search_term.replace("\0", "").split()[:MOST_WORDS]]
        if len(found) == 1 and not queryset.query.where and queryset.query.order_by in NEWEST_FIRST:
            vars(request)["games_found"] = found[0]  # nothing else narrows them, and nothing else puts them in order
        for keys in found:
            queryset = queryset.filter(pk__in=keys)
        return queryset, False

    def get_paginator(
        self, request: HttpRequest, queryset: QuerySet[Any], per_page: int, *args: Any, **kwargs: Any
    ) -> "Paginator[Any]":
        found: QuerySet[Any] | None = vars(request).get("games_found")
        if found is None:
            return super().get_paginator(request, queryset, per_page, *args, **kwargs)
        return PagesOfFound(self.get_queryset(request), found, per_page)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        # Of the row itself: asked as EXISTS the database goes through all games to answer it for a page of them.
        is_shown = Value(True) if sees_secrets(request.user) else ExpressionWrapper(OPEN, BooleanField())
        return super().get_queryset(request).annotate(is_shown=is_shown)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        course = [("status_shown", "winner"), ("rounds", "due_at"), ("started_at", "finished_at"), "created_at"]
        course += [("waiting", "failures"), "unrated"]
        chance = ["commitment", "is_given", "hash"]
        if obj.is_shown:
            course += ["record"]
        if shown_games(request.user, OVER).filter(pk=obj.pk).exists():
            chance += ["seed", "salt"]
        sections = [
            (None, {"fields": course}),
            ("Rules", {"fields": [("ruleset", "revision"), "options", "terms", "release"], "classes": ["tab"]}),
            ("Chance", {"fields": chance, "classes": ["tab"]}),
        ]
        if obj.is_shown:
            lease = [("lease_owner", "lease_expires_at"), "lease_token", ("last_seq", "last_poll")]
            sections.append(("Lease", {"fields": lease, "classes": ["tab"]}))
        return sections

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        return [*(field.name for field in Game._meta.fields), "status_shown", "record"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Game, form: Any, change: bool) -> None:  # noqa: FBT001
        """Nothing is saved: whoever holds the lease writes the row meanwhile."""

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        nothing_to_save = {"show_save": False, "show_save_and_continue": False, **(extra_context or {})}
        return super().changeform_view(request, object_id, form_url, nothing_to_save)

    def view_on_site(self, game: Game) -> str:
        return f"/games/{game.public_id}/"

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        game = self.row_at(object_id).first()
        possible = {verb.name for verb in verbs_of(game)} if game else set()
        if game and game.status in UPDATED and not game.terms.get("season"):  # else that is the season's
            possible.add("update")
        return [one for one in super().get_actions_detail(request, object_id) if one.path in possible]

    # --- what is done to games -------------------------------------------------------------------------------------

    @action(description="Pause selected games", permissions=["change"])
    def pause_selected(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self.direct(request, games, VERBS["pause"])

    @action(description="Resume selected games", permissions=["change"])
    def resume_selected(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self.direct(request, games, VERBS["resume"])

    @action(description="Void selected games…", permissions=["change"])
    def void_selected(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        if request.POST.get("confirmed") and request.POST.get("reason", "").strip():
            self.direct(request, games, VERBS["void"], Given(request.POST["reason"]))
            return None
        context = {"title": "Void these games?", "games": games, "opts": self.opts, "media": self.media}
        context["form"] = WhyForm(request)
        return TemplateResponse(
            request, "admin/games/void_confirmation.html", self.admin_site.each_context(request) | context
        )

    pause = directed("pause")
    resume = directed("resume")
    step = directed("step")
    replay = directed("replay")
    substitute = directed("substitute", SubstituteForm)
    void = directed("void", DangerWhyForm, variant=ActionVariant.DANGER)

    @action(
        description="Bring up to date",
        icon="update",
        permissions=["change"],
        dialog={
            "title": "Bring this game up to date?",
            "description": "From now on its models are asked as they are set by now, and not as when it was made.",
            "form_class": ReasonForm,
            "form_submit_text": "Bring up to date",
        },
    )
    def update(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        game = get_object_or_404(self.row_at(object_id))
        try:
            with self.acts.recorded(request, "update", [game], form.cleaned_data["reason"]):
                update_exhibition(game=game)
        except WrongGame as complaint:
            self.message_user(request, str(complaint), messages.ERROR)
        else:
            self.log_change(request, game, "Is up to date.")
            self.message_user(request, f"{game} is up to date.", messages.SUCCESS)
        return self.back_to(game)

    def one(self, request: HttpRequest, form: BaseDialogForm, object_id: str, verb: Directed) -> HttpResponse:
        """Does the verb to the game of a page, and sends the dialog back to it."""
        game = get_object_or_404(self.row_at(object_id))
        given = {name: form.cleaned_data[name] for name in ("reason", *verb.takes)}
        self.direct(request, [game], verb, Given(**given))
        return self.back_to(game)

    def back_to(self, game: Game) -> HttpResponse:
        """Sends a dialog back to the page of its game; what is let go on goes on at once."""
        self.orders.nudge()
        return HttpResponse(headers={"HX-Redirect": reverse("admin:games_game_change", args=[game.pk])})

    def direct(self, request: HttpRequest, games: Any, verb: Directed, given: Given = NOTHING_GIVEN) -> None:
        """Does the verb to each game, says of each how it went, and records who did it."""
        by, now = request.user.get_username(), timezone.now()
        for game in games:
            try:
                if verb.is_look:
                    told = carry_out(verb=verb, game=game, by=by, now=now, given=given)
                    self.acts.record_act(request, verb.name, game, given.reason, told=told)
                else:
                    with self.acts.recorded(request, verb.name, [game], given.reason):
                        told = carry_out(verb=verb, game=game, by=by, now=now, given=given)
            except WrongGame as complaint:
                self.message_user(request, str(complaint), messages.ERROR)
            else:
                self.log_change(request, game, told)
                self.message_user(request, told, messages.SUCCESS)
        self.orders.nudge()  # what is let go on goes on at once

    # --- columns ---------------------------------------------------------------------------------------------------

    @display(description="Status", ordering="status")
    def status_shown(self, game: Game) -> SafeString:
        return status_label(game.status)

    @display(description="Rules", ordering="ruleset")
    def rules(self, game: Game) -> str:
        return ruleset_title(game.ruleset)

    @display(description="Season")
    def season(self, game: Game) -> str:
        return self.orders.season_of(game)

    @display(description="Round")
    def round(self, game: Game) -> int:
        return game.rounds

    @display(description="Why")
    def reason(self, game: Game) -> str:
        return why(game.waiting)

    @display(description="Record")
    def record(self, game: Game) -> SafeString | str:
        kinds = [(Event, "events"), (Answer, "answers"), (Call, "calls")]
        return joined([list_of(model, name, game__id__exact=game.pk) for model, name in kinds])
