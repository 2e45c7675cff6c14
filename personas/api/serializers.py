"""Characters, models and memories as JSON. Results are not here: they are the league's."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from personas.models import LanguageModel, MemoryRevision, Persona

FACE = "Its face as SVG; `?mood=` with sharp or afraid for another mood than calm."
WRITTEN_FOR = "Where it was written for one game alone: season, fixture and place; else empty."


class PersonaSerializer(serializers.ModelSerializer):
    """A character and its sheet."""

    sheet = serializers.DictField(child=serializers.JSONField(), help_text="The character as a player is given it.")
    is_active = serializers.BooleanField(read_only=True, help_text="Whether new seasons may invite it: it is approved.")
    written_for = serializers.CharField(read_only=True, help_text=WRITTEN_FOR)
    face = serializers.SerializerMethodField(help_text=FACE)

    class Meta:
        model = Persona
        fields = ["slug", "name", "source", "is_active", "status", "written_for", "face", "sheet"]

    @extend_schema_field(serializers.URLField())
    def get_face(self, persona: Persona) -> str:
        """The address of its face."""
        return face_of(persona, self.context["request"])


class LanguageModelSerializer(serializers.ModelSerializer):
    """A model; where its key and its server are is nobody's business."""

    class Meta:
        model = LanguageModel
        fields = ["slug", "name", "provider", "model_name", "is_active"]


class MemorySerializer(serializers.ModelSerializer):
    """What a player remembers now. Before it learned anything the revision is 0 and `learned` is empty."""

    player_id = serializers.CharField()
    revision = serializers.IntegerField(source="number", min_value=0)
    learned = serializers.DictField(child=serializers.JSONField())
    author = serializers.CharField(allow_null=True, help_text="Who wrote it: a user's name, or the player itself.")
    game = serializers.CharField(source="game_id", allow_null=True, help_text="The game it was learned in.")
    written_at = serializers.DateTimeField(source="created_at", allow_null=True)

    class Meta:
        model = MemoryRevision
        fields = ["player_id", "revision", "learned", "author", "game", "written_at"]


def face_of(persona: Persona, request: Request) -> str:
    """The address of a persona's face."""
    return request.build_absolute_uri(reverse("face", args=[persona.slug]))


def memory_told(player_id: str, revision: MemoryRevision | None) -> dict[str, Any]:
    """What MemorySerializer shows of a player's newest revision, or of a player who has learned nothing yet."""
    if revision is None:
        return {"player_id": player_id, "number": 0, "learned": {}, "author": None, "game_id": None, "created_at": None}
    return {
        "player_id": player_id,
        "number": revision.number,
        "learned": revision.learned,
        "author": revision.author,
        "game_id": revision.game_id or None,
        "created_at": revision.created_at,
    }
