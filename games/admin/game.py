"""Games and their seats: found, looked at, paused, resumed, called off by the verbs; nothing of them is edited."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import BooleanField, ExpressionWrapper, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.dataclasses import ActionDialog
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm

from games.admin.lists import GamesList, OrdersGames, PagesOfFound, RulesFilter, WinnerFilter
from games.admin.visible import OPEN, OVER, shown_games
from games.engine.rulesets import ruleset_title
from games.hosting.making import WrongGame
from games.hosting.verbs import pause_game, resume_game, update_exhibition, void_game
from games.ledger.reads import sees_secrets
from games.models import Answer, Call, Event, Game, Seat
from personas.backstage import (
    BackstageAdmin,
    DangerReasonForm,
    ReasonForm,
    RecordInline,
    joined,
    link_to,
    list_of,
    status_label,
    why,
)
from personas.declared import DeclaredList

MOST_WORDS: Final = 8  # of a search
NEWEST_FIRST: Final = (("-id",), ("-pk",))  # as the list orders games where nobody asks for an order
# What can still be done to a game, by its status; the verbs check again.
POSSIBLE: Final = {
    "pause": (Game.Status.SCHEDULED, Game.Status.RUNNING),
    "resume": (Game.Status.PAUSED,),
    "update": (Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED),
    "void": (Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED),
}


class SeatInline(RecordInline):
    """Who sits at the table; roles and fates only where they may be known."""

    model = Seat
    verbose_name_plural = "Seats"
    tab = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        players = super().get_queryset(request).select_related("player__persona", "player__model", "model_version")
        return players.order_by("number")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        public = ["number", "alias", "player_link", "asked"]
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


def asking(title: str, description: str, submit: str, form: type[BaseDialogForm] = ReasonForm) -> ActionDialog:
    """The dialog that stands before something is done to a game."""
    return {"title": title, "description": description, "form_class": form, "form_submit_text": submit}


@admin.register(Game)
class GameAdmin(BackstageAdmin):
    """Games: found, looked at, paused, resumed, called off."""

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
    actions_detail = ["pause", "resume", "update", "void"]
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
        course += [("waiting", "failures")]
        chance = ["commitment", "hash"]
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
        status, season = self.row_at(object_id).values_list("status", "terms__season").first() or ("", "")
        possible = {name for name, among in POSSIBLE.items() if status in among}
        if season:
            possible.discard("update")  # that is the season's
        return [one for one in super().get_actions_detail(request, object_id) if one.path in possible]

    # --- what is done to games -------------------------------------------------------------------------------------

    @action(description="Pause selected games", permissions=["change"])
    def pause_selected(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self.each(request, games, "pause", "paused", lambda game: pause_game(game=game))

    @action(description="Resume selected games", permissions=["change"])
    def resume_selected(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self.each(request, games, "resume", "resumed", lambda game: resume_game(game=game))

    @action(description="Void selected games…", permissions=["change"])
    def void_selected(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        if request.POST.get("confirmed"):
            why = request.POST.get("reason", "")
            self.each(request, games, "void", "void", lambda game: void_game(game=game), why)
            return None
        context = {"title": "Void these games?", "games": games, "opts": self.opts, "media": self.media}
        context["form"] = ReasonForm(request)
        return TemplateResponse(
            request, "admin/games/void_confirmation.html", self.admin_site.each_context(request) | context
        )

    @action(
        description="Pause",
        icon="pause",
        permissions=["change"],
        dialog=asking("Pause this game?", "Nobody is asked until it is resumed.", "Pause"),
    )
    def pause(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.one(request, form, object_id, "pause", "paused", lambda game: pause_game(game=game))

    @action(
        description="Resume",
        icon="play_arrow",
        permissions=["change"],
        dialog=asking("Resume this game?", "It goes on where it was paused.", "Resume"),
    )
    def resume(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.one(request, form, object_id, "resume", "resumed", lambda game: resume_game(game=game))

    @action(
        description="Bring up to date",
        icon="update",
        permissions=["change"],
        dialog=asking(
            "Bring this game up to date?",
            "From now on its models are asked as they are set by now, and not as when it was made.",
            "Bring up to date",
        ),
    )
    def update(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.one(request, form, object_id, "update", "up to date", lambda game: update_exhibition(game=game))

    @action(
        description="Void",
        icon="block",
        variant=ActionVariant.DANGER,
        permissions=["change"],
        dialog=asking(
            "Void this game?",
            "It ends without a result, for good. What was played stays readable.",
            "Void",
            DangerReasonForm,
        ),
    )
    def void(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.one(request, form, object_id, "void", "void", lambda game: void_game(game=game))

    def one(
        self,
        request: HttpRequest,
        form: BaseDialogForm,
        object_id: str,
        verb: str,
        done: str,
        do: Callable[[Game], object],
    ) -> HttpResponse:
        """Does the verb to the game of a page, and sends the dialog back to it."""
        game = get_object_or_404(self.row_at(object_id))
        self.each(request, [game], verb, done, do, form.cleaned_data["reason"])
        return HttpResponse(headers={"HX-Redirect": reverse("admin:games_game_change", args=[game.pk])})

    def each(
        self, request: HttpRequest, games: Any, verb: str, done: str, do: Callable[[Game], object], reason: str = ""
    ) -> None:
        """Does the verb to each game, says of each how it went, and records who did it."""
        for game in games:
            try:
                with self.acts.recorded(request, verb, [game], reason):
                    do(game)
            except WrongGame as complaint:
                self.message_user(request, str(complaint), messages.ERROR)
            else:
                self.log_change(request, game, f"Is {done}.")
                self.message_user(request, f"{game} is {done}.", messages.SUCCESS)
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
