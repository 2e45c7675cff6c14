"""Whole games as JSON: the log of one. What may be seen when is asked of games.ledger."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.events import DisclosureSerializer, EventSerializer, VerdictSerializer, kept_when_final
from games.api.games import TooEarly
from games.api.seats import LoggedSeatSerializer
from games.engine.record import GIVEN
from games.ledger.logs import ANALYSIS, VIEWS, game_log, veiled
from games.ledger.reads import may_see
from games.ledger.rows import recorded_game
from games.ledger.shown import shown_until
from games.models import Game
from games.models.game import WINNERS
from personas.api.reading import Asked, Reading


class RefusedSerializer(serializers.Serializer):
    """An answer that could not stand."""

    said = serializers.CharField(allow_null=True, help_text="As it came; null once the words are deleted.")
    fault = serializers.CharField(help_text="Why it could not stand, as the model was told.")

    def get_fields(self) -> dict[str, serializers.Field]:
        """These, and one whose name Python keeps for itself."""
        return {"try": serializers.IntegerField(help_text="1 for the first."), **super().get_fields()}


class NarratedSerializer(serializers.Serializer):
    """What a model said as the narrator."""

    after = serializers.IntegerField(help_text="The public number of the event that it follows.")
    text = serializers.CharField()
    author = serializers.CharField(help_text="The slug of the model.")


class JournalSerializer(serializers.Serializer):
    """An answer in the journal."""

    poll = serializers.IntegerField()
    seat = serializers.IntegerField()
    kind = serializers.CharField()
    digest = serializers.CharField()
    answer = serializers.DictField(child=serializers.JSONField())
    thought = serializers.CharField()
    default_reason = serializers.CharField(help_text="Why a default stands in its place; empty for the player's own.")
    disclosed = DisclosureSerializer(required=False, help_text="Where there is any.")
    at = serializers.DateTimeField(required=False, allow_null=True, help_text="In the analysis view alone.")
    tries = serializers.IntegerField(
        required=False, allow_null=True, help_text="How often it was asked; in the analysis view alone."
    )
    refused = RefusedSerializer(
        many=True,
        required=False,
        help_text="What it answered that could not stand and was sent back; in the analysis view alone.",
    )
    used = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="Calls, tokens and cost (US dollars, as text) of an answer that a provider was asked for; in the "
        "analysis view alone.",
    )


class LogSerializer(serializers.Serializer):
    """The whole log of a game. Before the end there is no seed, salt, journal or role that is not public."""

    schema = serializers.CharField()
    release = serializers.CharField()
    game = serializers.CharField()
    season = serializers.CharField(allow_null=True)
    ruleset = serializers.CharField()
    revision = serializers.IntegerField()
    options = serializers.DictField(child=serializers.JSONField())
    terms = serializers.DictField(child=serializers.JSONField())
    seed = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)
    commitment = serializers.CharField()
    first = serializers.IntegerField(allow_null=True, help_text="The seat that speaks first; null before the end.")
    dealt = serializers.ChoiceField(
        [GIVEN],
        required=False,
        help_text="There where the deal is not drawn from the seed; the commitment says so too.",
    )
    seats = LoggedSeatSerializer(many=True)
    winner = serializers.ChoiceField(WINNERS, allow_null=True)
    rounds = serializers.IntegerField()
    events = EventSerializer(many=True)
    journal = JournalSerializer(many=True, required=False, help_text="By poll and seat; not in the public view.")
    claims = VerdictSerializer(
        many=True,
        required=False,
        help_text="What was claimed aloud, held against what happened; not in the public view.",
    )
    calls = serializers.DictField(
        child=serializers.JSONField(), required=False, help_text="Totals; in the analysis view alone."
    )
    narrations = NarratedSerializer(
        many=True,
        required=False,
        help_text="What a model said as the narrator, and the summary; in the analysis view alone.",
    )
    hash = serializers.CharField(allow_null=True)


class LogAsked(Asked):
    """What a log may be asked."""

    view = serializers.ChoiceField(
        list(VIEWS),
        default="public",
        label=f"one of {', '.join(VIEWS)}",
        help_text="`public` is what the audience may see, `viewer` adds what was secret, `analysis` times and cost.",
    )


class Log(Reading):
    """The whole log of a game."""

    asked = LogAsked
    queryset = Game.objects.all()
    lookup_field = "public_id"
    refusals = {"409": "The game, or its block in a sealed season, is not over, and this view is for those that are."}
    serializer_class = LogSerializer

    def get(self, request: Request, public_id: str) -> Response:
        """Everything at once; before the end in the public view alone."""
        game = self.get_object()
        try:
            record = recorded_game(game, until=shown_until(game))
            told = record if may_see(game, request.user, None) else veiled(record)
            response = Response(game_log(told, self.given["view"]))
        except PermissionError as error:
            raise TooEarly(str(error)) from error
        # A model may still be telling the end, a call may still be settled, and words are deleted after some days.
        return response if self.given["view"] == ANALYSIS else kept_when_final(game, response)
