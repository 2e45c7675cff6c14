"""Fixtures and standings of seasons: record, which the league keeps by itself."""

from django.contrib import admin
from django.utils.safestring import SafeString
from unfold.decorators import display

from games.engine.rulesets import ruleset_title
from league.models import Fixture, Standing
from personas.backstage import IndexedFilter, RecordAdmin, link_to, status_label


class RulesFilter(IndexedFilter):
    """The rulesets that there is something of, by their titles."""

    def told(self, value: str) -> str:
        return ruleset_title(value)


@admin.register(Fixture)
class FixtureAdmin(RecordAdmin):
    """The games of seasons, played and to be played, in their order."""

    list_display = [
        "number",
        "season_link",
        "rules_shown",
        "game_link",
        "game_status",
        "winner",
        "due_at",
        "recorded_at",
    ]
    list_filter = ["season"]
    list_select_related = ["season", "game", "rules"]
    search_fields = ["=game__public_id"]
    search_help_text = "The id of a game"
    fields = [
        ("number", "season_link"),
        ("rules_shown", "attempt"),
        ("game_link", "game_status"),
        ("winner", "recorded_at"),
        ("due_at", "cast_at"),
        ("cast_by", "cast_waiting"),
    ]
    readonly_fields = ["season_link", "rules_shown", "game_link", "game_status", "winner"]
    list_display_links = ["number"]

    @display(description="Season", ordering="season__name")
    def season_link(self, fixture: Fixture) -> SafeString | str:
        return link_to(fixture.season)

    @display(description="Rules")
    def rules_shown(self, fixture: Fixture) -> str:
        return ruleset_title(fixture.rules.ruleset)

    @display(description="Game")
    def game_link(self, fixture: Fixture) -> SafeString | str:
        return link_to(fixture.game, fixture.game and fixture.game.public_id)

    @display(description="Status")
    def game_status(self, fixture: Fixture) -> SafeString:
        if fixture.game is None:
            return status_label("held up" if fixture.cast_waiting else "")
        return status_label(fixture.game.status)

    @display(description="Winner")
    def winner(self, fixture: Fixture) -> str | None:
        return (fixture.game.winner if fixture.game else None) or None


@admin.register(Standing)
class StandingAdmin(RecordAdmin):
    """Results as they are counted; a wrong one is put right by counting again (`recompute`), not by hand."""

    list_display = [
        "player_link",
        "season_link",
        "rules",
        "role",
        "team",
        "games",
        "wins",
        "draws",
        "survived",
        "defaults",
    ]
    list_display_links = ["role"]
    list_filter = ["season", ("ruleset", RulesFilter), "team", "role"]
    list_select_related = ["player__persona", "player__model", "season"]
    search_fields = ["player__player_id", "season__name"]

    @display(description="Player", ordering="player__player_id")
    def player_link(self, standing: Standing) -> SafeString | str:
        return link_to(standing.player)

    @display(description="Rules", ordering="ruleset")
    def rules(self, standing: Standing) -> str:
        return ruleset_title(standing.ruleset)

    @display(description="Season", ordering="season__name")
    def season_link(self, standing: Standing) -> SafeString | str:
        return link_to(standing.season)
