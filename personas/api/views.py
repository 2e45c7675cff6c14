"""The roster as JSON: characters and models."""

from typing import Any

from django.db.models import Q
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from personas.api.reading import Named, PageAsked, Reading, ReadingList, choice, named, rows_of_page
from personas.api.serializers import LanguageModelSerializer, PersonaSerializer
from personas.models import LanguageModel, Persona, PersonaSource, PersonaStatus, Provider


def active() -> serializers.BooleanField:
    """The parameter that asks for those that new seasons may invite, or for the others."""
    return serializers.BooleanField(
        required=False, label="true or false", help_text="Whether new seasons may invite it."
    )


def one_game() -> serializers.BooleanField:
    """The parameter that asks for those that were written for one game, or for the others."""
    return serializers.BooleanField(
        default=False, label="true or false", help_text="Those written for one game alone; left out unless asked for."
    )


def model_parameter(told: str) -> Named:
    """The parameter that names a model, by whatever the API itself calls it: rows tell its name beside its slug, and
    calls what its provider calls it."""
    wanted = "the slug of a model, or its name or `model_name` where no other model has that"
    return named("slug", LanguageModel.objects.all(), wanted, told, also=("name", "model_name"))


class OfOneGame(ReadingList):
    """A list of those that are in the league, or of those that were written for one game; `one_game` is the column."""

    one_game = "written_for"

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is above
        """The rows that fit what was asked."""
        in_the_league = Q(**{self.one_game: ""})
        return super().filter_queryset(queryset.filter(~in_the_league if self.given["one_game"] else in_the_league))


class PersonasAsked(PageAsked):
    """What the list of characters may be asked."""

    page_size = rows_of_page(30, 30)
    active = active()
    one_game = one_game()
    status = choice(PersonaStatus, "Whether it is a draft, approved for new seasons, or retired.")
    source = choice(PersonaSource, "Where its sheet is from.")  # type: ignore[assignment]  # a field's name, taken too


class PersonaList(OfOneGame):
    """Every character with its sheet, by slug; those of one game only when they are asked for."""

    asked = PersonasAsked
    columns = {"status": "status", "source": "source"}
    serializer_class = PersonaSerializer
    queryset = Persona.objects.all()
    ordering = ["slug"]

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is above
        """The rows that fit what was asked; active are those that are approved."""
        approved = Q(status=PersonaStatus.APPROVED)
        wanted = {None: Q(), True: approved, False: ~approved}[self.given.get("active")]
        return super().filter_queryset(queryset.filter(wanted))


class PersonaDetail(Reading, RetrieveAPIView):
    """A character with its sheet, also one that was written for one game."""

    serializer_class = PersonaSerializer
    queryset = Persona.objects.all()
    lookup_field = "slug"


class ModelsAsked(PageAsked):
    """What the list of models may be asked."""

    active = active()
    provider = choice(Provider, "The protocol it is asked in.")


class ModelList(ReadingList):
    """Every model, offline ones too, by slug."""

    asked = ModelsAsked
    columns = {"active": "is_active", "provider": "provider"}
    serializer_class = LanguageModelSerializer
    queryset = LanguageModel.objects.all()
    ordering = ["slug"]


class ModelDetail(Reading, RetrieveAPIView):
    """A model, what it is called and where it is from."""

    serializer_class = LanguageModelSerializer
    queryset = LanguageModel.objects.all()
    lookup_field = "slug"
