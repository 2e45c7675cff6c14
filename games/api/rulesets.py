"""The rulesets as JSON: what the engine says of itself, with the rule book as it holds for so many seats."""

from collections import Counter
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.ruleset import Ruleset, Section, WrongOption
from games.engine.rulesets import all_rulesets, ruleset_named
from personas.api.reading import Asked, Reading, ReadingInOrder


class SeatsSerializer(serializers.Serializer):
    """How many may play."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()
    default = serializers.IntegerField()


class TeamsSerializer(serializers.Serializer):
    """Who plays against whom."""

    open = serializers.CharField(help_text="The team whose members know only themselves.")
    hidden = serializers.CharField(help_text="The team whose members know each other.")


class RoleSerializer(serializers.Serializer):
    """A role, and how often it is dealt."""

    name = serializers.CharField()
    team = serializers.CharField()
    power = serializers.CharField()
    count = serializers.IntegerField(help_text="How many seats have it, at a table of `cast_for` seats.")


class SectionSerializer(serializers.Serializer):
    """A part of a rule book."""

    title = serializers.CharField()
    paragraphs = serializers.ListField(child=serializers.CharField())


class RulebookSerializer(serializers.Serializer):
    """The rules in words, made from the rules that are run, with the default options."""

    sections = SectionSerializer(many=True)
    text = serializers.CharField(help_text="The same as one text.")


class RulesetSerializer(serializers.Serializer):
    """A ruleset's identity card."""

    slug = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    revision = serializers.IntegerField(help_text="What new games are played by.")
    revisions = serializers.ListField(child=serializers.IntegerField(), help_text="All that can still be played.")
    seats = SeatsSerializer()
    teams = TeamsSerializer()
    cast_for = serializers.IntegerField(help_text="The number of seats that roles and rule book are told for.")
    roles = RoleSerializer(many=True)
    options = serializers.DictField(child=serializers.JSONField(), help_text="JSON schema of the options.")


class RulesetWithRulebookSerializer(RulesetSerializer):
    """A ruleset with its rule book."""

    rulebook = RulebookSerializer()


class SeatsAsked(Asked):
    """What a ruleset may be asked."""

    seats = serializers.IntegerField(
        required=False,
        min_value=2,
        max_value=63,
        label="a whole number within the ruleset's `seats`",
        help_text="The number of seats that roles and rule book are told for; the ruleset's default unless asked.",
    )


class RulesetList(ReadingInOrder):
    """Every ruleset, by slug, told for its default number of seats."""

    serializer_class = RulesetSerializer

    def rows(self) -> list[dict[str, Any]]:
        """All of them."""
        return [card(ruleset, ruleset.default_seats) for ruleset in all_rulesets().values()]

    def key_of(self, row: Any) -> str:  # Any: a card
        """Its slug."""
        return str(row["slug"])


class RulesetDetail(Reading):
    """One ruleset with its rule book."""

    asked = SeatsAsked
    serializer_class = RulesetWithRulebookSerializer

    def get(self, request: Request, slug: str) -> Response:
        """The identity card and the rule book, told for `seats`."""
        try:
            ruleset = ruleset_named(slug)
        except LookupError as error:
            raise NotFound(str(error)) from error
        seats = self.given.get("seats", ruleset.default_seats)
        try:
            told = {**card(ruleset, seats), "rulebook": book(ruleset, seats)}
        except WrongOption as error:
            raise ValidationError({"seats": [str(error)]}) from error
        return Response(self.get_serializer(told).data)


def card(ruleset: Ruleset[Any], seats: int) -> dict[str, Any]:
    """What RulesetSerializer shows. Raises WrongOption when so many cannot play."""
    dealt = Counter(ruleset.cast(seats, ruleset.options_from({}, seats)))
    return {
        "slug": ruleset.slug,
        "title": ruleset.title,
        "summary": ruleset.summary,
        "revision": ruleset.revision,
        "revisions": list(ruleset.revisions),
        "seats": {"least": ruleset.seats[0], "most": ruleset.seats[-1], "default": ruleset.default_seats},
        "teams": {"open": ruleset.open_team, "hidden": ruleset.hidden_team},
        "cast_for": seats,
        "roles": [
            {"name": role.name, "team": role.team, "power": role.power, "count": dealt[role]} for role in ruleset.roles
        ],
        "options": ruleset.options_schema(),
    }


def book(ruleset: Ruleset[Any], seats: int) -> dict[str, Any]:
    """What RulebookSerializer shows. Raises WrongOption when so many cannot play."""
    sections = ruleset.rulebook(ruleset.options_from({}, seats), seats)
    return {
        "sections": [{"title": part.title, "paragraphs": list(part.paragraphs)} for part in sections],
        "text": "\n\n".join(map(as_text, sections)),
    }


def as_text(section: Section) -> str:
    """A title and its paragraphs, a blank line between them."""
    return "\n\n".join([section.title, *section.paragraphs])
