"""Characters and models as JSON. Results and memories are not here: they are the league's."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from personas.models import LanguageModel, Persona

FACE = "Its face as SVG; `?mood=` with sharp or afraid for another mood than calm."
SHEET = (
    "The character as a player is given it. Each of its `relationships` has a `toward`, a `text` and, where it is not "
    "`even`, a `feeling`: `fond` or `wary`."
)
WRITTEN_FOR = "Where it was written for one game alone: season, fixture and place; else empty."


class PersonaSerializer(serializers.ModelSerializer):
    """A character and its sheet."""

    sheet = serializers.DictField(child=serializers.JSONField(), help_text=SHEET)
    is_active = serializers.BooleanField(read_only=True, help_text="Whether new seasons may invite it: it is approved.")
    written_for = serializers.CharField(read_only=True, help_text=WRITTEN_FOR)
    face = serializers.SerializerMethodField(help_text=FACE)

    class Meta:
        model = Persona
        fields = ["slug", "name", "source", "is_active", "status", "version", "written_for", "face", "sheet"]

    @extend_schema_field(serializers.URLField())
    def get_face(self, persona: Persona) -> str:
        """The address of its face."""
        return face_of(persona, self.context["request"])


class LanguageModelSerializer(serializers.ModelSerializer):
    """A model; where its key and its server are is nobody's business."""

    class Meta:
        model = LanguageModel
        fields = ["slug", "name", "provider", "model_name", "is_active"]


def face_of(persona: Persona, request: Request) -> str:
    """The address of a persona's face."""
    return request.build_absolute_uri(reverse("face", args=[persona.slug]))
