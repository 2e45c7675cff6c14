"""What staff is asked before something is done to a season, or before it is changed."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from unfold.dataclasses import ActionDialog
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from games.models.game import MOST_KEPT
from league.models import Season
from league.seasons.lifecycle.updating import Remembering, check_remembering
from league.seasons.making.checking import WrongSeason
from personas.backstage import ReasonForm

FROZEN = "What players remember is frozen with the start; the cap of learning may still be raised."


def asking(title: str, description: str, submit: str, form: type[BaseDialogForm] = ReasonForm) -> ActionDialog:
    """The dialog that stands before something is done to a season."""
    return {"title": title, "description": description, "form_class": form, "form_submit_text": submit}


class StartForm(ReasonForm):
    """Why a season may start with models that were never probed."""

    unprobed = forms.CharField(
        label="Why models need not be probed",
        max_length=200,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="Only for models that were never asked anything; it is shown with the season.",
    )


class BeginForm(StartForm):
    """The same of one season, and whether it waits for its calendar."""

    now = forms.BooleanField(
        label="Begin now, without its calendar",
        required=False,
        widget=UnfoldBooleanWidget,
        help_text="A calendar is taken off it, for good: its games are played as soon as they can be.",
    )


class AnnounceForm(StartForm):
    """When an announced season begins by itself, and until when its roster may change."""

    begins_at = forms.DateTimeField(
        label="Begins by itself",
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="In UTC, as in 2026-12-01 18:00; left empty, it begins by itself only if its calendar has a start "
        "date (“Not before”), at the first slot from then on; without one somebody has to start it.",
    )
    roster_until = forms.DateTimeField(
        label="Roster may change until",
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="In UTC; left empty, until it begins.",
    )


class WhyForm(ReasonForm):
    """Why something is done that loses something."""

    reason = forms.CharField(max_length=200, widget=UnfoldAdminTextInputWidget, help_text="It is kept, and shown.")


class ResumeForm(ReasonForm):
    """Another cap for a season that could not pay any more."""

    cap_season = forms.DecimalField(
        label="Most the season may cost",
        required=False,
        min_value=0,
        decimal_places=4,
        widget=UnfoldAdminDecimalFieldWidget,
        help_text="US dollars; left empty, its cap stays as it is.",
    )
    cap_game = forms.DecimalField(
        label="Most a game may cost",
        required=False,
        min_value=0,
        decimal_places=4,
        widget=UnfoldAdminDecimalFieldWidget,
        help_text="US dollars, of games to come and of those that are not over; left empty, their caps stay.",
    )
    cap_call = forms.DecimalField(
        label="Most a call may cost",
        required=False,
        min_value=0,
        decimal_places=4,
        widget=UnfoldAdminDecimalFieldWidget,
        help_text="US dollars; left empty, its cap stays as it is.",
    )


class SteerForm(ReasonForm):
    """A higher cap for a series that could not pay any more."""

    cap_total = forms.DecimalField(
        label="Most the series may cost",
        required=False,
        min_value=0,
        decimal_places=4,
        widget=UnfoldAdminDecimalFieldWidget,
        help_text="US dollars, not less than now; left empty, its cap stays as it is.",
    )


class KeepForm(ReasonForm):
    """For how long the words of a season's calls are kept."""

    keep = forms.IntegerField(
        label="Days after a game's end",
        required=False,
        min_value=0,
        max_value=MOST_KEPT,
        widget=UnfoldAdminTextInputWidget,
        help_text="Left empty, for good; 0: not at all. What is deleted does not come back.",
    )


class SeasonForm(forms.ModelForm):
    """A season's name, what of its memory may still be changed, and whether visitors see it."""

    class Meta:
        model = Season
        fields = ["name", "hides_memory", *Remembering._fields]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        wanted = remembering_of(self.instance)._replace(
            **{name: given[name] for name in Remembering._fields if name in given}
        )
        try:
            check_remembering(season=self.instance, wanted=wanted)
        except WrongSeason as complaint:
            self.add_error(complaint.field if complaint.field in self.fields else None, capfirst(complaint.message))
        return given


def remembering_of(season: Season) -> Remembering:
    """What of a season's memory is said."""
    return Remembering(season.memory, season.lag, season.cap_learning)
