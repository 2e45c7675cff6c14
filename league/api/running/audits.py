"""How evenly a season's games came to its players, and will come to them before it begins."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from league.api.running.shape import WrongState
from league.models import Season
from league.models.season import SeasonDesign
from league.queries.audits.counting import MOST_ON_PAGES, audit_season, games_over_in
from league.queries.audits.forecasting import MOST_PLAYERS, forecast_season
from league.queries.audits.telling import audit_told, forecast_told
from league.queries.schedule import seen_by
from league.seasons.making.checking import WrongSeason
from personas.api.reading import Asked, Reading


class UnevenSerializer(serializers.Serializer):
    """By how much players differ in one kind of count, at most."""

    kind = serializers.CharField(help_text="`games`, `seat`, `role`, `team` or `first speaker`.")
    by = serializers.IntegerField(help_text="The most that anybody has, less the least.")
    what = serializers.CharField(help_text="In which seat, role or team; else empty.")
    fixture = serializers.IntegerField(help_text="After which fixture.")


class BlockEndSerializer(serializers.Serializer):
    """A block all of whose games are over."""

    block = serializers.IntegerField(help_text="Its number, from 1.")
    fixture = serializers.IntegerField(help_text="Its last fixture.")
    games = serializers.IntegerField()
    counted = serializers.IntegerField(help_text="How many of these are in a result.")
    worst = UnevenSerializer(many=True)


class CountSerializer(serializers.Serializer):
    """How often each had something."""

    kind = serializers.CharField()
    what = serializers.CharField()
    by_player = serializers.ListField(child=serializers.IntegerField(), help_text="In the order of `players`.")


class PromisedSerializer(serializers.Serializer):
    """How often each will have something, whoever that is."""

    kind = serializers.CharField()
    what = serializers.CharField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class AuditedBookSerializer(serializers.Serializer):
    """The games of one rule book."""

    title = serializers.CharField()
    at_ends = serializers.IntegerField(help_text="By how much players differ at most at the end of a block.")
    in_between = serializers.IntegerField(help_text="By how much they differ at most after any game.")
    ends = BlockEndSerializer(many=True)
    between = UnevenSerializer(many=True)
    counts = CountSerializer(many=True)
    untold = serializers.ListField(child=serializers.CharField(), help_text="What these games cannot tell, in words.")
    promised = PromisedSerializer(
        many=True, help_text="Of a forecast: what holds at the season's end whatever is drawn. Else empty."
    )


class PairSerializer(serializers.Serializer):
    """How often two players met."""

    players = serializers.ListField(child=serializers.CharField())
    met = serializers.IntegerField()
    against = serializers.IntegerField(help_text="How often on two teams.")


class AuditSerializer(serializers.Serializer):
    """A season's audit."""

    season = serializers.CharField()
    design = serializers.ChoiceField(SeasonDesign.choices)
    block = serializers.IntegerField(allow_null=True, help_text="How many games of each rule book a block has.")
    players = serializers.ListField(child=serializers.CharField(), help_text="The roster.")
    over = serializers.IntegerField(help_text="How many games are over.")
    counted = serializers.IntegerField(
        help_text="How many of these are in a result; of a forecast, how many are planned."
    )
    games = serializers.ListField(child=serializers.IntegerField(), help_text="How many each player has played.")
    rules = AuditedBookSerializer(many=True)
    pairs = PairSerializer(many=True)
    redealt = serializers.ListField(
        child=serializers.IntegerField(), help_text="Fixtures that were dealt anew after a game was called off."
    )
    uncounted = serializers.ListField(
        child=serializers.IntegerField(), help_text="Fixtures whose games are over and in no result."
    )
    unpaired = serializers.ListField(
        child=serializers.IntegerField(), help_text="Team against team: fixtures whose other game does not count."
    )
    reasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="The last three in words, and what of the plan or of an early end keeps counts from being even.",
    )
    is_forecast = serializers.BooleanField(
        help_text="Whether it is of games to come: an example but for what is `promised`."
    )
    forecast = serializers.ListField(
        child=serializers.CharField(),
        help_text="What of a forecast is sure, and what an example, in words; else empty.",
    )


class AuditAsked(Asked):
    """What an audit may be asked."""

    forecast = serializers.BooleanField(
        default=False,
        label="true or false",
        help_text="Whether to tell how evenly its games will come to its players, of a season that has not begun: as "
        "the audit will at its end, with what is sure (`promised`) and an example of the rest, of which nothing is "
        "drawn from the season's secret.",
    )


class SeasonAuditView(Reading, RetrieveAPIView):
    """How evenly a season's games that are over came to its players: seats, roles, teams, first speakers, opponents;
    and what they cannot tell of who plays how well. Before it begins, `forecast=true` tells how evenly they will. Of
    more than 500 games, and a forecast of more than 200 players, it is counted at the command line."""

    asked = AuditAsked
    serializer_class = AuditSerializer
    shows_more = True
    queryset = Season.objects.all()
    lookup_field = "slug"
    refusals = {
        "409": "It has more games than are counted for a request; or it has begun, and a forecast is asked for."
    }

    def get_queryset(self) -> QuerySet[Season]:
        """All of them, drafts for staff alone."""
        return seen_by(self.request.user, super().get_queryset())

    def tell(self, row: Any) -> dict[str, Any]:
        """What was counted."""
        if self.given["forecast"]:
            return self.foretold(row)
        if (over := games_over_in(row)) > MOST_ON_PAGES:
            raise WrongState(f"{over} games are counted at the command line: season {row.slug} audit --json")
        return audit_told(audit_season(row))

    def foretold(self, season: Season) -> dict[str, Any]:
        """What it will come to."""
        elsewhere = f"at the command line: season {season.slug} audit --forecast --json"
        if (games := season.games_planned) > MOST_ON_PAGES:
            raise WrongState(f"a forecast of {games} games is drawn {elsewhere}")
        if (players := season.roster.count()) > MOST_PLAYERS:
            raise WrongState(f"a forecast of {players} players is drawn {elsewhere}")
        try:
            return forecast_told(forecast_season(season))
        except WrongSeason as error:
            raise WrongState(error.message) from error
