"""How evenly a season's games came to its players."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from league.api.running.shape import WrongState
from league.models import Season
from league.models.season import SeasonDesign
from league.queries.audits.counting import MOST_ON_PAGES, audit_season, games_over_in
from league.queries.audits.telling import audit_told
from league.queries.schedule import seen_by
from personas.api.reading import Reading


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


class AuditedBookSerializer(serializers.Serializer):
    """The games of one rule book."""

    title = serializers.CharField()
    at_ends = serializers.IntegerField(help_text="By how much players differ at most at the end of a block.")
    in_between = serializers.IntegerField(help_text="By how much they differ at most after any game.")
    ends = BlockEndSerializer(many=True)
    between = UnevenSerializer(many=True)
    counts = CountSerializer(many=True)
    untold = serializers.ListField(child=serializers.CharField(), help_text="What these games cannot tell, in words.")


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
    counted = serializers.IntegerField(help_text="How many of these are in a result.")
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
    reasons = serializers.ListField(child=serializers.CharField(), help_text="The last three in words.")


class SeasonAuditView(Reading, RetrieveAPIView):
    """How evenly a season's games that are over came to its players: seats, roles, teams, first speakers, opponents;
    and what they cannot tell of who plays how well. Of more than 500 games it is counted at the command line."""

    serializer_class = AuditSerializer
    shows_more = True
    queryset = Season.objects.all()
    lookup_field = "slug"
    refusals = {"409": "It has more games than are counted for a request."}

    def get_queryset(self) -> QuerySet[Season]:
        """All of them, drafts for staff alone."""
        return seen_by(self.request.user, super().get_queryset())

    def tell(self, row: Any) -> dict[str, Any]:
        """What was counted."""
        if (over := games_over_in(row)) > MOST_ON_PAGES:
            raise WrongState(f"{over} games are counted at the command line: season {row.slug} audit --json")
        return audit_told(audit_season(row))
