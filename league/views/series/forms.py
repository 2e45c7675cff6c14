"""The form of a series. It reads and words; what is legal, the verbs decide, and their refusals come back as errors of
the field they name.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django import forms
from django.db.models import Q
from django.utils.text import capfirst

from league.calendars.plans import WrongCalendar, read_start
from league.models import Season, Series
from league.seasons.making.checking import Keep, WrongSeason
from league.seasons.making.cloning import invited
from league.seasons.making.plans import FIELDS, Plan, When
from league.seasons.making.telling import as_json
from league.seasons.series.changing import LARGEST, MOST_PLACES, MOST_WEEKS, SAID, TAKEN, mark_of
from league.seasons.series.rosters import HOUSE
from league.seasons.series.templates import OWN, patterns_of, plan_by, template_of
from league.seasons.series.verbs import Steered
from league.views.drafting.forms import DraftForm
from league.views.forms.meanwhile import MadeFromForm
from league.views.forms.rules import CAPPED, narrators
from personas.models import LanguageModel

MOMENT: Final = "2026-12-01 or 2026-12-01 18:00, in UTC; empty is none."
MOMENTS: Final = ("begins_at", "until")


class WhyForm(forms.Form):
    """Why somebody does something, for the record of acts."""

    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")


class SteerForm(WhyForm):
    """What is said with a verb that is done to a series: why, and what it takes besides."""

    cap_total = forms.DecimalField(
        label="Cap of the series",
        required=False,
        min_value=0,
        decimal_places=4,
        help_text="US dollars, not less than now. Empty: it stays as it is.",
    )

    field_order = ("cap_total", "reason")

    def __init__(self, data: Any = None, *, verb: Steered) -> None:
        super().__init__(data)
        for name in set(self.fields) - {"reason", *verb.takes}:
            del self.fields[name]
        self.fields["reason"].required = verb.wants
        if verb.shows_why:
            self.fields["reason"].help_text = "It is shown with the series, to everybody."


class TemplateForm(DraftForm):
    """What the seasons to come of a series are to be: a season's form but for what each has of its own, and for who
    plays. What a template says that no season could be is told above it, and is as usual in the form; but a model that
    is off still tells the games, unless somebody else is chosen: it may be on again before the next season opens."""

    prefix = "seasons"

    def __init__(self, data: Any = None, *, template: Mapping[str, Any]) -> None:
        try:
            plan, wrong = plan_by(template, slug="seasons", name="Seasons", players=[]), ""
        except (WrongSeason, WrongCalendar) as error:
            plan, wrong = Plan(slug="seasons", name="Seasons", rules=[], games=12, players=[]), error.message
        super().__init__(data, plan=plan)
        for name in (*OWN, "against", "on", "since", "reason"):
            del self.fields[name]
        if wrong:
            self.left_out = (f"Its template cannot be read as it is: {wrong}", *self.left_out)
        if self.initial["narrator"] != plan.narrator:
            self.keep_narrator(plan)

    def keep_narrator(self, plan: Plan) -> None:
        """Leaves a model that tells no games any more among those who may, and chosen."""
        told = f"{plan.narrator}: off, and until it is on no season opens"
        self.fields["narrator"].choices = [*narrators(), (plan.narrator, told)]  # type: ignore[attr-defined]
        self.initial["narrator"] = plan.narrator
        _, self.left_out = invited(replace(plan, narrator=Season.Narrator.TEMPLATE))

    def make_from(self, mark: str) -> None:
        """What it is made from goes with the form of its series."""

    @property
    def template(self) -> dict[str, Any]:
        """What it says, when it is valid, as a template."""
        own = {name: self.cleaned_data[name] for name in FIELDS if name in self.cleaned_data and name not in OWN}
        own |= {"rules": self.rules, "keep": Keep(self.cleaned_data["keep"])}
        own |= {"design": own["design"] or Season.Design.BLOCKS, "may_overlap": not self.cleaned_data["apart"]}
        when = When.of(self.cleaned_data["calendar"])
        plan = Plan(slug="seasons", name="Seasons", players=[], when=when, **own)
        return {name: value for name, value in as_json(plan).items() if name not in OWN}

    def refuse_template(self, error: WrongSeason | WrongCalendar) -> None:
        """Puts a refusal beside what it is about."""
        if isinstance(error, WrongCalendar):
            self.refuse_timing(error)
        else:
            self.refuse_season(error)


class SeriesForm(WhyForm, MadeFromForm):
    """What is said of a series. Of one that is there, what it was made from goes with it (`on`)."""

    name = forms.CharField(label="Name", max_length=120)
    slug = forms.SlugField(label="Address", max_length=60)
    name_pattern = forms.CharField(label="Names of its seasons", max_length=120, help_text="{n} is the number.")
    slug_pattern = forms.CharField(label="Their addresses", max_length=60, help_text="{n} is the number.")
    next_number = forms.IntegerField(
        label="Next number", min_value=1, max_value=LARGEST, required=False, help_text="Empty: the first that is free."
    )
    opens = forms.ChoiceField(label="The next season opens", choices=Series.Opens.choices)
    weeks = forms.IntegerField(label="Weeks", min_value=1, max_value=MOST_WEEKS, required=False)
    begins_at = forms.CharField(label="Not before", required=False, help_text=MOMENT)
    until = forms.CharField(label="Until", required=False, help_text=MOMENT)
    most = forms.IntegerField(label="Seasons at most", min_value=1, required=False, help_text="Empty is no limit.")
    roster_rule = forms.ChoiceField(label="Who plays", choices=Series.RosterRule.choices)
    players = forms.CharField(
        label="The list",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Player ids: those of a fixed roster, and of a first season that none is before.",
    )
    pool = forms.MultipleChoiceField(
        label="Models",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Whose active players are invited, or drawn from by lot.",
    )
    best = forms.IntegerField(label="Of the table before", min_value=1, max_value=MOST_PLACES, required=False)
    by_lot = forms.IntegerField(label="Others by lot", min_value=0, max_value=MOST_PLACES, required=False)
    cap_total = forms.DecimalField(
        label="Cap of the series",
        required=False,
        help_text=f"{CAPPED} The next season opens where its own cap (cap_season) fits what is left.",
    )

    def __init__(self, data: Any = None, *, series: Series | None = None, season: Season | None = None) -> None:
        super().__init__(data, initial=said_of(series) if series else usual_of(season) if season else {})
        template = series.template if series else template_of(season) if season else {}
        self.seasons = TemplateForm(data, template=template)
        self.fields["pool"].choices = pools(series.pool if series else ())  # type: ignore[attr-defined]
        if series is not None:
            self.make_from(mark_of(series))
            del self.fields["slug"]
            self.fields["next_number"].required = True

    @property
    def said(self) -> dict[str, Any]:
        """What it says of a series, when it is valid; a number that is not said is as usual."""
        given = {name: self.cleaned_data[name] for name in SAID if name != "template"}
        given["template"] = self.seasons.template
        given |= {name: given[name] or 0 for name in ("weeks", "best", "by_lot")}
        if given["next_number"] is None:
            del given["next_number"]
        return given

    def is_valid(self) -> bool:
        """Whether what is said of the series, and of its seasons, can be read."""
        return all([super().is_valid(), self.seasons.is_valid()])

    @property
    def is_refused(self) -> bool:
        """Whether something is wrong with what was sent."""
        return bool(self.errors or self.seasons.errors or any(book.errors for book in self.seasons.chosen))

    def follow(self, series: Series) -> None:
        """Has it be made from what is so now: what was typed stays, but for a number that was given away meanwhile."""
        self.renew(SeriesForm(series=series))
        if self.cleaned_data["next_number"] < series.next_number:
            self.say("next_number", series.next_number)

    def clean_slug(self) -> str:
        slug = self.cleaned_data["slug"]
        if slug in TAKEN:
            raise forms.ValidationError("This is an address of the site's own; choose another word.")
        return str(slug)

    def clean_players(self) -> list[str]:
        return str(self.cleaned_data["players"]).replace(",", " ").split()

    def clean_begins_at(self) -> datetime | None:
        return self._moment("begins_at")

    def clean_until(self) -> datetime | None:
        return self._moment("until")

    def _moment(self, name: str) -> datetime | None:
        try:
            return read_start(self.cleaned_data[name].strip(), "UTC")
        except WrongCalendar as error:
            raise forms.ValidationError(capfirst(error.message)) from None

    def refuse(self, error: WrongSeason | WrongCalendar) -> None:
        """Puts a refusal beside what it is about: what is not the series' own is its seasons'."""
        if error.field in self.fields:
            self.add_error(error.field, capfirst(error.message))
        else:
            self.seasons.refuse_template(error)


def pools(chosen: Collection[str]) -> list[tuple[str, str]]:
    """Whose players may be invited: models that are on, and those that were chosen before and are off by now; nobody is
    invited for them until they are on again."""
    models = LanguageModel.objects.filter(Q(is_active=True) | Q(slug__in=chosen)).order_by("name")
    told = [
        (each.slug, each.name if each.is_active else f"{each.name}: off, nobody of it is invited") for each in models
    ]
    return [(HOUSE, "All that play offline"), *told]


def usual_of(season: Season) -> dict[str, Any]:
    """What a series of a season is unless it is said otherwise."""
    slugs, names, _ = patterns_of(season)
    places = season.roster.select_related("player").order_by("number")
    return {
        "slug": slugs.replace("-{n}", ""),
        "name": names.replace(" {n}", ""),
        "slug_pattern": slugs,
        "name_pattern": names,
        "players": " ".join(place.player.player_id for place in places),
    }


def said_of(series: Series) -> dict[str, Any]:
    """What is said of a series, for the fields of the form."""
    said = {name: getattr(series, name) for name in SAID} | {"players": " ".join(series.players)}
    said |= {name: f"{at:%Y-%m-%d %H:%M}" if (at := getattr(series, name)) else "" for name in MOMENTS}
    return said | {name: getattr(series, name) or None for name in ("weeks", "best")}
