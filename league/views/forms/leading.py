"""What is said when something is done to a season or a game."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from games.directing.verbs import Directed, Given
from league.models import Season
from league.seasons.verbs import Led
from personas.models import LanguageModel, StrategyLevel

NO_TIME: Final = {"invalid": "This is a date and a time of day in UTC, such as 2026-12-01 18:00."}


class TwinForm(forms.Form):
    """A season once more, deal for deal, with one thing otherwise."""

    memory = forms.ChoiceField(
        label="Memory", choices=Season.Memory.choices, help_text="What its players remember, and whether they learn."
    )
    strategy_level = forms.ChoiceField(
        label="Strategy level",
        choices=[("", "as in the first"), *StrategyLevel.choices],
        required=False,
        help_text="How much strategy its players are told, and how well those of the house play; all alike.",
    )
    name = forms.CharField(label="Name", max_length=120)
    slug = forms.SlugField(label="Address", max_length=60)
    start = forms.BooleanField(
        label="Start it", initial=True, required=False, help_text="Each of its games begins when the first's is over."
    )

    def __init__(self, data: Any = None, *, first: Season) -> None:
        number = first.twins.count() + 1
        usual = {
            "memory": Season.Memory.LIVE if first.memory == Season.Memory.OFF else Season.Memory.OFF,
            "strategy_level": first.strategy_level,
            "name": f"{first.name[:100]}, twin {number}",
            "slug": f"{first.slug[:50]}-twin-{number}",
        }
        super().__init__(data, initial=usual)
        if first.started_at is None:
            del self.fields["start"]


class LeadForm(forms.Form):
    """What is said with a verb that is done to a season: why, and what it takes besides."""

    begins_at = forms.DateTimeField(
        error_messages=NO_TIME,
        label="Begins by itself",
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "2026-12-01 18:00"}),
        help_text="In UTC. Empty: it begins by itself only if its calendar has a start date (“Not before”), at the "
        "first slot from then on; without one somebody has to start it.",
    )
    roster_until = forms.DateTimeField(
        error_messages=NO_TIME,
        label="Roster may change until",
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "2026-11-30 18:00"}),
        help_text="In UTC. Empty: until it begins.",
    )
    unprobed = forms.CharField(
        label="Why models need not be probed",
        max_length=200,
        required=False,
        help_text="Only for models that were never asked anything; it is shown with the season.",
    )
    now = forms.BooleanField(
        label="Begin now, without its calendar",
        required=False,
        help_text="The calendar is taken off it, for good: its games are played as soon as they can be.",
    )
    cap_season = forms.DecimalField(label="Most the season may cost", required=False, min_value=0, decimal_places=4)
    cap_game = forms.DecimalField(label="Most a game may cost", required=False, min_value=0, decimal_places=4)
    cap_call = forms.DecimalField(label="Most a call may cost", required=False, min_value=0, decimal_places=4)
    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")

    def __init__(self, data: Any = None, *, verb: Led, initial: Any = None) -> None:
        super().__init__(data, initial={name: value for name, value in (initial or {}).items() if "\0" not in value})
        for name in set(self.fields) - {"reason", *verb.takes}:
            del self.fields[name]
        self.fields["reason"].required = verb.wants
        if verb.shows_why:
            self.fields["reason"].help_text = "It is shown with the season, to everybody."


class DirectForm(forms.Form):
    """What is said with a verb that is done to a game: why, and for another model at which seat and which."""

    seat = forms.TypedChoiceField(label="Seat", coerce=int)
    model = forms.ModelChoiceField(
        label="Model",
        queryset=LanguageModel.objects.filter(is_active=True).order_by("name"),
        to_field_name="slug",
        empty_label="choose a model",
        help_text="It answers from the seat's next answer on, as the same persona.",
    )
    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")

    def __init__(self, data: Any = None, *, verb: Directed, seats: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        for name in set(self.fields) - {"reason", *verb.takes}:
            del self.fields[name]
        if "seat" in self.fields:
            self.fields["seat"] = forms.TypedChoiceField(label="Seat", coerce=int, choices=seats)
            self.order_fields(["seat", "model", "reason"])
        self.fields["reason"].required = verb.wants
        if verb.shows_why:
            self.fields["reason"].help_text = "It is shown with the game, to everybody."

    @property
    def given(self) -> Given:
        """What was said."""
        said = dict(self.cleaned_data)
        if model := said.get("model"):
            said["model"] = model.slug
        return Given(**said)


class CapsForm(forms.Form):
    """Higher caps for a season; an empty one is none."""

    cap_season = forms.DecimalField(
        label="Most the season may cost", required=False, min_value=0, decimal_places=4, help_text="US dollars."
    )
    cap_game = forms.DecimalField(label="Most a game may cost", required=False, min_value=0, decimal_places=4)
    cap_call = forms.DecimalField(label="Most a call may cost", required=False, min_value=0, decimal_places=4)
    cap_learning = forms.DecimalField(
        label="Most that learning may cost", required=False, min_value=0, decimal_places=4
    )
    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")
