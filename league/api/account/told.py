"""What the API shows of tokens: never what would let anybody use one, but once to whoever made it."""

from rest_framework import serializers

from league.access.accounts import LONGEST_LIFE, USUAL_LIFE
from league.api.roster.bodies import Written
from league.models import Token


class TokenSerializer(serializers.Serializer):
    """A key to the API."""

    beginning = serializers.CharField(source="token_key", help_text="What it begins with.")
    name = serializers.CharField(help_text="What it is for.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Token.Scope.choices), source="reach", help_text="What it may do."
    )
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True, help_text="Null: it is for good.")
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")


class MadeTokenSerializer(TokenSerializer):
    """A token that was made just now."""

    token = serializers.CharField(help_text="Its text, which is told this once.")


class NewTokenSerializer(Written):
    """A token that is to be made."""

    name = serializers.CharField(max_length=80, help_text="What it is for.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Token.Scope.choices), min_length=1, max_length=20, help_text="What it may do."
    )
    days = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST_LIFE,
        allow_null=True,
        default=USUAL_LIFE.days,
        help_text="For how long it lasts; null for good.",
    )
