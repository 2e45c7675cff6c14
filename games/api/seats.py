"""The seats of games as JSON, with what everybody may know of who sits there and how it is asked."""

from typing import Final

from rest_framework import serializers

from personas.api.plain import Plain

UNTOLD: Final = "Empty in a sealed season until the game's block is over."


class SitterSerializer(Plain, serializers.Serializer):
    """Who sits in a seat; role, team and fate are null until they are public."""

    seat = serializers.IntegerField(help_text="Seats are numbered from 0.")
    alias = serializers.CharField(help_text="What the table calls it.")
    player_id = serializers.CharField(help_text=UNTOLD)
    persona = serializers.CharField(help_text=UNTOLD)
    model = serializers.CharField(help_text=UNTOLD)
    strategy_level = serializers.CharField(
        allow_null=True, help_text="How much strategy it was told, as it was when it sat down; null: not recorded."
    )
    is_aware = serializers.BooleanField(
        allow_null=True, help_text="Whether it knew when it sat down that it is a model; null: not recorded."
    )
    sheet_version = serializers.IntegerField(
        allow_null=True, help_text="The version of its persona's sheet when it sat down; null: not recorded."
    )
    role = serializers.CharField(allow_null=True)
    team = serializers.CharField(allow_null=True)
    survived = serializers.BooleanField(allow_null=True)
    died_round = serializers.IntegerField(allow_null=True)


class AskedSerializer(serializers.Serializer):
    """A way in which a seat's model was asked."""

    since_poll = serializers.IntegerField(help_text="The first poll that it may have been asked in so.")
    version = serializers.IntegerField(help_text="The version of how the model is asked.")
    briefing = serializers.IntegerField(allow_null=True, help_text="The revision of the briefings.")
    protocol = serializers.CharField()
    model = serializers.CharField(help_text="The provider's name for it, or a temper of the house.")
    host = serializers.CharField(
        allow_null=True, help_text="The server that its row names; null for the provider's, or the environment's."
    )
    parameters = serializers.DictField(
        help_text="Those that were set; what of them the model refused is told with who answered, as `without`."
    )


class AnsweredSerializer(serializers.Serializer):
    """Which model answered in a seat, as its provider told."""

    since_poll = serializers.IntegerField(help_text="The first poll that it answered in.")
    provider = serializers.CharField(help_text="Where it was asked: a provider, or the host of another server.")
    model = serializers.CharField()
    fingerprint = serializers.CharField(allow_null=True)
    shape = serializers.CharField(
        help_text="How the shape of its answers was asked for: `json_schema`, `tool`, `json_object` or `text`."
    )
    without = serializers.ListField(
        child=serializers.CharField(), help_text="What was not sent, for the model is known to refuse it."
    )


class LoggedSeatSerializer(SitterSerializer):
    """A seat of a log."""

    asked = AskedSerializer(
        many=True, help_text="How it was asked; before the end only how it sat down. Empty where nobody wrote it down."
    )
    answered = AnsweredSerializer(many=True, help_text="Which models answered; empty until the game is over.")


class SeatSerializer(SitterSerializer):
    """A seat of a game in a list."""

    pronoun = serializers.CharField(
        help_text="`he` or `she`, as the house's players speak of it: by the names at the table alone."
    )
    model_version = serializers.IntegerField(
        allow_null=True, help_text="The version of how its model was asked when it sat down; null: not recorded."
    )
    briefing = serializers.IntegerField(
        allow_null=True,
        help_text="The revision of the briefings it sat down with; null: not recorded, or none is asked.",
    )


class WholeSeatSerializer(SeatSerializer, LoggedSeatSerializer):
    """A seat of a game at its own address."""

    memory = serializers.IntegerField(
        allow_null=True,
        help_text="The revision of what its player remembered when it sat down, 0 for nothing; null until the game is "
        "over, and as long as its season hides that.",
    )
    lessons = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The numbers of the lessons that it sat down with, of those in that memory: what fits its rules, "
        "team and role; null until the game is over, and as long as its season hides that.",
    )
