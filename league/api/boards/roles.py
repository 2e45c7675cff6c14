"""Models by role and size of table as JSON: how often each won, and how often its side does anyway."""

from typing import Any

from rest_framework import serializers

from games.api.games import ruleset_parameter
from league.api.boards.reading import shown_to
from league.api.results import AboveSerializer, IntervalSerializer, above_told
from league.models import Season
from league.queries.boards.roles import ModelInRole, models_by_role
from league.queries.schedule import begun
from personas.api.reading import PageAsked, ReadingInOrder, named, rows_of_page


class ModelInRoleSerializer(AboveSerializer):
    """A model in a role, at tables of a size. Each seat of a decided game counts."""

    games = serializers.IntegerField(help_text="Its seats in decided games.")
    wins = serializers.IntegerField()
    win_rate = serializers.FloatField(help_text="From 0 to 1.")
    interval = IntervalSerializer(help_text="Of the win rate.")
    model = serializers.CharField(help_text="Its slug.")
    name = serializers.CharField()
    role = serializers.CharField()
    team = serializers.CharField()
    size = serializers.IntegerField(help_text="How many sat at the table.")


class RolesAsked(PageAsked):
    """What the table may be asked; all filters hold together."""

    page_size = rows_of_page(60, 60)
    ruleset = ruleset_parameter()
    season = named(
        "slug", begun(Season.objects.all()), "the slug of a season", "This season alone; all rated ones unless asked."
    )


class RoleList(ReadingInOrder):
    """Models by role and size of table, in one table. Beside the raw rate stands what the side wins anyway, under the
    same rules, options and size."""

    shows_more = True
    asked = RolesAsked
    serializer_class = ModelInRoleSerializer

    def rows(self) -> list[ModelInRole]:
        """The rows, by model, role and size."""
        season = self.given.get("season")
        shown_to(season, self.request.user)
        return models_by_role(ruleset=self.given.get("ruleset", ""), season=season.slug if season else "")

    def tell(self, row: Any) -> dict[str, Any]:
        """What ModelInRoleSerializer shows of it."""
        result = row.result
        told = {name: getattr(row, name) for name in ("model", "name", "role", "team", "size")}
        told |= {name: getattr(result, name) for name in ("games", "wins", "win_rate", "interval")}
        return told | above_told(row.above)
