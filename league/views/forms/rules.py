"""What is played, on which terms and by whom: the parts of which forms of seasons and exhibitions are made."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import capfirst

from games.engine.ruleset import Ruleset
from league.models import Season
from league.seasons.making.checking import Rules
from league.seasons.making.voices import voices
from personas.models import Persona, Player

OPTION = "option-"
CAPPED = "US dollars; empty is no cap."
# Decided by the season or the exhibition itself, not among the rules' own options.
ELSEWHERE = {"names"}


def active_players() -> Any:  # Any: a queryset whose type django-stubs cannot name here
    """Who may be invited, by name."""
    return (
        Player.objects.filter(is_active=True, persona__status=Persona.Status.APPROVED, model__is_active=True)
        .select_related("persona", "model")
        .order_by("persona__name", "model__name")
    )


class PlayersField(forms.ModelMultipleChoiceField):
    """Some of the active players, named by persona and model."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, player: Player) -> str:
        return f"{player.persona.name} on {player.model.name}"


class RulesForm(forms.Form):
    """The seats and the options of one ruleset."""

    def __init__(self, *args: Any, ruleset: Ruleset[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        for name, schema in ruleset.options_schema()["properties"].items():
            if name not in ELSEWHERE:
                self.fields[OPTION + name] = _option_field(name, schema)
        self.fields["seats"] = forms.IntegerField(
            label="Seats at the table",
            initial=ruleset.default_seats,
            min_value=ruleset.seats[0],
            max_value=ruleset.seats[-1],
            help_text=f"{ruleset.seats[0]} to {ruleset.seats[-1]}.",
        )

    @property
    def option_fields(self) -> list[BoundField]:
        """The fields of the ruleset's options."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the ruleset's defaults."""
        schema = self.ruleset.options_schema()["properties"]
        given = {name.removeprefix(OPTION): self.cleaned_data[name] for name in self.fields if name.startswith(OPTION)}
        return {name: value for name, value in given.items() if value != schema[name].get("default")}


class TermsForm(forms.Form):
    """What seasons and exhibitions decide alike: pace, spoilers, names."""

    pace = forms.FloatField(
        label="Pace",
        initial=1,
        min_value=0,
        help_text="A multiple of the times of the score: 1 can be read along, 0 is as fast as possible, "
        "and too fast to be watched live.",
    )
    spoilers = forms.ChoiceField(
        label="Thoughts and roles (the glass box)",
        choices=Season.Spoilers.choices,
        help_text="When they are shown of a game that is on. Results of a game that is over are never delayed.",
    )
    delay_minutes = forms.IntegerField(
        label="Delay in minutes",
        initial=10,
        min_value=1,
        help_text="Counts only when thoughts and roles are delayed.",
    )
    names = forms.ChoiceField(label="Names at the table", choices=Season.Names.choices)
    cap_call = forms.DecimalField(
        label="Most a call may cost", required=False, min_value=0, decimal_places=4, help_text=CAPPED
    )
    cap_game = forms.DecimalField(
        label="Most a game may cost", required=False, min_value=0, decimal_places=4, help_text=CAPPED
    )

    def refuse(self, field: str, message: str) -> None:
        """Puts a verb's refusal beside the field it names, or above the form."""
        self.add_error(field if field in self.fields else None, capfirst(message))


class BookForm(RulesForm):
    """A rule book that a new season may play; what is said of one that it does not play is not looked at."""

    plays = forms.BooleanField(required=False)

    @property
    def is_chosen(self) -> bool:
        """Whether the season plays it."""
        return bool(self["plays"].value())

    @property
    def has_wrong_option(self) -> bool:
        """Whether a refusal stands among the options, which are folded away otherwise."""
        return any(field.errors for field in self.option_fields)

    @property
    def rules(self) -> Rules:
        """The rules that it asks for."""
        return Rules(self.ruleset.slug, self.cleaned_data["seats"], self.options)

    def refuse(self, field: str, message: str) -> None:
        """Puts a verb's refusal beside the seats, or above the rest."""
        self.add_error("seats" if field == "seats" else None, capfirst(message))


def narrators() -> list[tuple[str, str]]:
    """Who may tell a season's games: nobody, the house, or a model behind a provider."""
    models = voices().order_by("name", "slug")
    return [*Season.Narrator.choices, *((each.slug, f"{each.name}: a model, paid like any call") for each in models)]


def _option_field(name: str, schema: Mapping[str, Any]) -> forms.Field:
    """The field of one option, from its JSON schema."""
    told: dict[str, Any] = {
        "label": name.replace("_", " ").capitalize(),
        "help_text": schema["description"],
        "initial": schema.get("default"),
        "required": False,
    }
    if "enum" in schema:
        return forms.ChoiceField(choices=[(value, value) for value in schema["enum"]], **told)
    if schema["type"] == "boolean":
        return forms.BooleanField(**told)
    told["required"] = schema["type"] == "integer"
    return forms.IntegerField(min_value=schema["minimum"], max_value=schema["maximum"], **told)
