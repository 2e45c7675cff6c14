"""Games as JSON, with what everybody may know; and their calls, in lines, when they are over."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request

from games.api.seats import SeatSerializer, WholeSeatSerializer
from games.api.told import GameTold, game_told, games_to_tell, whole_game_told
from games.engine.record import GIVEN
from games.engine.rulesets import all_rulesets
from games.ledger.calls import call_lines
from games.ledger.reads import sees_secrets
from games.models import Game, Seat
from games.models.game import WINNERS, GameStatus
from personas.api.plain import Plain
from personas.api.reading import PageAsked, Reading, ReadingList, choice, named, rows_of_page
from personas.api.streaming import LINES, ReadingLines
from personas.models import LanguageModel, Player


class GameSerializer(Plain, serializers.Serializer):
    """A game in a list."""

    id = serializers.CharField()
    season = serializers.CharField(allow_null=True, help_text="The slug of the season that ordered it.")
    fixture = serializers.CharField(allow_null=True, help_text="Its number in the season.")
    ruleset = serializers.CharField()
    revision = serializers.IntegerField()
    status = serializers.ChoiceField(GameStatus.choices)
    waiting = serializers.CharField(help_text="Why it does not go on or has no result, in words; else empty.")
    unrated = serializers.CharField(help_text="Why it is in no result though it is played to its end; else empty.")
    seats = SeatSerializer(many=True)
    winner = serializers.ChoiceField(WINNERS, allow_null=True)
    rounds = serializers.IntegerField(help_text="How many rounds were begun.")
    due_at = serializers.DateTimeField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class CallsSerializer(serializers.Serializer):
    """What the calls of a game came to."""

    calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    cached_tokens = serializers.IntegerField(help_text="Of the input tokens.")
    cache_written_tokens = serializers.IntegerField(help_text="Of the input tokens.")
    output_tokens = serializers.IntegerField()
    reasoning_tokens = serializers.IntegerField(help_text="Of the output tokens.")
    cost = serializers.CharField(help_text="US dollars; with the most that calls may cost whose end was not heard.")
    sure = serializers.CharField(help_text="US dollars of it that providers told.")


class WholeGameSerializer(GameSerializer):
    """A game at its own address; seed, salt and hash are null until the end."""

    seats = WholeSeatSerializer(many=True)

    release = serializers.CharField(help_text="The release that created it.")
    options = serializers.DictField(child=serializers.JSONField())
    terms = serializers.DictField(child=serializers.JSONField(), help_text="What the season decided for this game.")
    commitment = serializers.CharField(help_text="SHA-256 over seed, salt and deal, public from the start.")
    dealt = serializers.ChoiceField(
        ["seed", GIVEN],
        help_text="Where roles and first speaker come from: drawn from the seed, or given by the design of the season "
        "(the commitment then has a field `dealt` that says so).",
    )
    seed = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)
    hash = serializers.CharField(allow_null=True, help_text="SHA-256 over what was decided in the game.")
    calls = CallsSerializer(allow_null=True, help_text="Null until the game is over.")


def ruleset_parameter(told: str = "The slug of a ruleset.") -> serializers.ChoiceField:
    """The parameter that asks for one ruleset."""
    slugs = list(all_rulesets())
    return serializers.ChoiceField(slugs, required=False, label=f"one of {', '.join(slugs)}", help_text=told)


class GamesAsked(PageAsked):
    """What the list of games may be asked; all filters hold together."""

    page_size = rows_of_page(50, 60, told=50)
    ruleset = ruleset_parameter()
    player = named("player_id", Player.objects.all(), "the id of a player", "A player who sits in the game.")
    model = named("slug", LanguageModel.objects.all(), "the slug of a model", "A model that a player is on.")
    status = choice(GameStatus, "How far the game has come.")
    finished_after = serializers.DateTimeField(
        required=False, label="a time such as 2026-01-31T12:00:00Z", help_text="Finished at this time or later."
    )
    finished_before = serializers.DateTimeField(
        required=False, label="a time such as 2026-01-31T12:00:00Z", help_text="Finished before this time."
    )


class GameList(ReadingList):
    """Every game, the newest first."""

    asked = GamesAsked
    columns = {
        "ruleset": "ruleset",
        "status": "status",
        "finished_after": "finished_at__gte",
        "finished_before": "finished_at__lt",
    }
    serializer_class = GameSerializer
    queryset = games_to_tell()

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is above
        """The games that fit; a player or model is looked for among the seats."""
        seats = Seat.objects.filter(game=OuterRef("pk"))
        for name, column in (("player", "player"), ("model", "player__model")):
            if name in self.given:
                queryset = queryset.filter(Exists(seats.filter(**{column: self.given[name]})))
        return super().filter_queryset(queryset)

    def tell(self, row: Any) -> GameTold:
        """What everybody may know of it."""
        return game_told(row)


class GameDetail(Reading, RetrieveAPIView):
    """A game with its seats, options and terms."""

    serializer_class = WholeGameSerializer
    queryset = games_to_tell()
    lookup_field = "public_id"

    def tell(self, row: Any) -> GameTold:
        """What everybody may know of it."""
        return whole_game_told(row)


class TooEarly(APIException):
    """Something that can be had when the game is over."""

    status_code = 409
    default_code = "too_early"


class GameCalls(ReadingLines):
    """The calls of a game that is over; in lines of JSON.

    First `game`, then a `call` for each, with every `text` that calls were sent before the first that names it; as
    `schemas/calls-1.json` says. What a provider said of an error is for moderators."""

    shows_more = True
    queryset = Game.objects.all()
    lookup_field = "public_id"
    refusals = {"409": "The game is not over."}

    @extend_schema(responses={(200, LINES): OpenApiTypes.STR})
    def get(self, request: Request, **named: str) -> Any:  # Any: what streams
        return super().get(request, **named)

    def lines(self, request: Request, **named: str) -> Iterator[dict[str, Any]]:
        game = self.get_object()
        if not game.is_over:
            raise TooEarly("the calls of a game can be had when it is over")
        return call_lines(game, errors="told" if sees_secrets(request.user) else "left out")
