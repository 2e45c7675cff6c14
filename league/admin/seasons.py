"""Seasons with their rosters, fixtures and standings. All is record but a season's name; the rest is done by verbs."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import action, display

from league.models import Fixture, Season, SeasonPlayer, SeasonRules, Standing
from league.queries.books import titles
from league.scheduling import WrongSeason, pause_season, resume_season, start_season
from league.tasks import nudge
from personas.backstage import RecordAdmin, RecordInline, link_to, list_of

STATUS_COLOURS = {"draft": "info", "running": "success", "paused": "warning", "finished": "primary"}
SECRETS = "games.see_secrets"


class RulesInline(RecordInline):
    """What the season is played by, in turn."""

    model = SeasonRules
    fields = ["number", "ruleset", "revision", "seats", "options"]
    readonly_fields = fields
    verbose_name_plural = "Rules"
    tab = True


class RosterInline(RecordInline):
    """Who plays in the season."""

    model = SeasonPlayer
    fields = ["number", "player_link"]
    readonly_fields = fields
    verbose_name_plural = "Roster"
    tab = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeasonPlayer]:
        return super().get_queryset(request).select_related("player")

    @display(description="Player")
    def player_link(self, place: SeasonPlayer) -> SafeString | str:
        return link_to(place.player)


class FixtureInline(RecordInline):
    """The season's games, played and to be played."""

    model = Fixture
    fields = ["number", "ruleset", "due_at", "cast_at", "held_up", "game_link", "game_status", "winner", "recorded_at"]
    readonly_fields = fields
    per_page = 20
    tab = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Fixture]:
        return super().get_queryset(request).select_related("season", "game", "rules")

    @display(description="Rules")
    def ruleset(self, fixture: Fixture) -> str:
        return fixture.rules.ruleset

    @display(description="Held up")
    def held_up(self, fixture: Fixture) -> str:
        return fixture.cast_waiting or "-"

    @display(description="Game")
    def game_link(self, fixture: Fixture) -> SafeString | str:
        return link_to(fixture.game)

    @display(description="Status")
    def game_status(self, fixture: Fixture) -> str | None:
        return fixture.game.status if fixture.game else None

    @display(description="Winner")
    def winner(self, fixture: Fixture) -> str | None:
        return fixture.game.winner if fixture.game else None


@admin.register(Season)
class SeasonAdmin(ModelAdmin):
    """Seasons; they are made by the site's form or the command line, which know the rules' options."""

    list_display = ["named", "status_shown", "rules_shown", "progress", "pace", "rated", "started_at", "finished_at"]
    list_filter = ["status", "rules__ruleset", "rated", "spoilers"]
    search_fields = ["name", "slug"]
    ordering = ["-id"]
    actions = ["start", "pause", "resume"]
    inlines = [RulesInline, RosterInline, FixtureInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        done = Count("fixtures", filter=Q(fixtures__recorded_at__isnull=False))
        return super().get_queryset(request).annotate(recorded=done).prefetch_related("rules")

    def get_fieldsets(self, request: HttpRequest, obj: Season | None = None) -> Any:
        terms: list[str | tuple[str, str]] = [
            ("spoilers", "delay_minutes"),
            ("names", "rated"),
            ("pace", "interval"),
            ("narrator", "narrator_model"),
            "persona_source",
        ]
        if request.user.has_perm(SECRETS):
            terms.append("secret")
        return [
            (None, {"fields": ["name", ("slug", "status"), ("progress", "standings_link")]}),
            ("Terms", {"fields": ["games_planned", *terms]}),
            ("Money", {"fields": [("cap_call", "cap_game", "cap_season"), "unprobed"]}),
            ("History", {"fields": ["created_at", ("started_at", "finished_at")]}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> list[str]:
        own = [field.name for field in Season._meta.fields if field.name != "name"]
        return [*own, "progress", "standings_link"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:  # noqa: FBT001
        # Whoever plays it writes the rest meanwhile.
        obj.save(update_fields=["name"])

    @action(description="Start", permissions=["change"])
    def start(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        self.each(request, seasons, "started", lambda season: start_season(season=season, now=timezone.now()))

    @action(description="Pause", permissions=["change"])
    def pause(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        self.each(request, seasons, "paused", lambda season: pause_season(season=season))

    @action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        self.each(request, seasons, "resumed", lambda season: resume_season(season=season, now=timezone.now()))

    def each(
        self, request: HttpRequest, seasons: QuerySet[Season], done: str, verb: Callable[[Season], object]
    ) -> None:
        """Does the verb to each season and says of each how it went."""
        for season in seasons:
            try:
                verb(season)
            except WrongSeason as complaint:
                self.message_user(request, f"{season}: {complaint}", messages.ERROR)
            else:
                self.message_user(request, f"{season} is {done}.", messages.SUCCESS)
        nudge()  # the next sweep would come to it too, up to 15 seconds later

    @display(description="Season", ordering="name", header=True)
    def named(self, season: Season) -> list[str]:
        return [season.name, season.slug]

    @display(description="Status", ordering="status", label=STATUS_COLOURS)
    def status_shown(self, season: Season) -> str:
        return season.status

    @display(description="Rules")
    def rules_shown(self, season: Season) -> str:
        return titles(season.rules.all())

    @display(description="Games", ordering="recorded")
    def progress(self, season: Any) -> str:
        return f"{season.recorded} of {season.games_planned}"

    @display(description="Standings")
    def standings_link(self, season: Season) -> SafeString:
        return list_of(Standing, "Standings of this season", season__id__exact=season.pk)


@admin.register(Standing)
class StandingAdmin(RecordAdmin):
    """Results as they are counted; a wrong one is put right by counting again (`recompute`), not by hand."""

    list_display = [
        "player_link",
        "season_link",
        "ruleset",
        "role",
        "team",
        "games",
        "wins",
        "draws",
        "survived",
        "defaults",
    ]
    list_filter = ["season", "ruleset", "team", "role"]
    list_select_related = ["player", "season"]
    search_fields = ["player__player_id", "season__name"]

    @display(description="Player", ordering="player__player_id")
    def player_link(self, standing: Standing) -> SafeString | str:
        return link_to(standing.player)

    @display(description="Season", ordering="season__name")
    def season_link(self, standing: Standing) -> SafeString | str:
        return link_to(standing.season)
