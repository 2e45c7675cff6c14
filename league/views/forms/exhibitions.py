"""The form of an exhibition."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from games.engine.ruleset import Ruleset
from league.models.season import Names
from league.views.forms.rules import OPTION, RulesForm, TermsForm, active_players
from personas.models import Player

AS_USUAL = "their own, or drawn ones where two share one"  # as create_exhibition() has it where nobody says


class ExhibitionForm(RulesForm, TermsForm):
    """A game outside any season: who sits where may be chosen or left to the lot."""

    seed = forms.CharField(
        label="Seed",
        max_length=200,
        required=False,
        help_text="Any text; left empty, it is drawn. Whoever knows it could work the game out.",
    )

    def __init__(self, *args: Any, ruleset: Ruleset[Any], rulesets: Iterable[Ruleset[Any]] = (), **kwargs: Any) -> None:
        super().__init__(*args, ruleset=ruleset, **kwargs)
        self.fields["names"] = forms.ChoiceField(
            label=self.fields["names"].label, choices=[("", AS_USUAL), *Names.choices], required=False
        )
        self.fields["ruleset"] = forms.ChoiceField(
            label="Rules", choices=[(each.slug, each.title) for each in rulesets], initial=ruleset.slug, required=False
        )
        self.players = {player.player_id: player for player in active_players()}
        choices = [
            ("", "Drawn by lot"),
            *((key, f"{player.persona.name} on {player.model.name}") for key, player in self.players.items()),
        ]
        for number in range(ruleset.seats[-1]):
            self.fields[f"seat-{number}"] = forms.ChoiceField(
                label=f"Seat {number + 1}", choices=choices, required=False
            )

    @property
    def seat_fields(self) -> list[BoundField]:
        """The fields that say who sits where."""
        return [self[f"seat-{number}"] for number in range(self.ruleset.seats[-1])]

    @property
    def names_somebody(self) -> bool:
        """Whether a seat is not left to the lot."""
        return any(field.value() for field in self.seat_fields)

    def keep(self, typed: Mapping[str, str]) -> None:
        """Shows what was typed under other rules, but for their options, and a number of seats that does not fit."""
        kept = {name: value for name, value in typed.items() if name in self.fields and not name.startswith(OPTION)}
        seats = kept.pop("seats", "")
        if seats.isascii() and seats.isdigit() and int(seats) in self.ruleset.seats:
            kept["seats"] = seats
        self.initial.update(kept, ruleset=self.ruleset.slug)

    @property
    def pool(self) -> list[Player]:
        """Whom the lot may draw: whoever costs money is chosen by hand."""
        return [player for player in self.players.values() if player.model.is_offline]

    @property
    def chosen(self) -> list[Player | None]:
        """By seat, the player chosen; None where the lot decides."""
        ids = [self.cleaned_data[f"seat-{number}"] for number in range(self.cleaned_data["seats"])]
        return [self.players[player_id] if player_id else None for player_id in ids]
