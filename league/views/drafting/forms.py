"""The forms by which a draft is edited. Law: what a form does not show of a plan it does not change, but for whom new
seasons do not invite any more, and it says so; what it was made from goes with it (`on`), so that nobody writes over
what another has written meanwhile without having been told.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import capfirst

from games.engine.rulesets import all_rulesets
from games.models.game import usual_keep
from league.models import Season
from league.seasons.making.checking import Keep, WrongSeason
from league.seasons.making.cloning import invited
from league.seasons.making.plans import FIELDS, Plan
from league.seasons.making.rewriting import mark_of
from league.views.calendars import said_of
from league.views.forms.meanwhile import MadeFromForm
from league.views.forms.rules import OPTION, BookForm
from league.views.forms.seasons import SeasonForm
from personas.models import StrategyLevel

MOST_AGAIN = 12  # parts of one rule book that a form is looked through for
NUMBERS = ("pace", "interval")  # written as people write them
AWARE = {True: "yes", False: "no", None: ""}


class WhyForm(forms.Form):
    """Why somebody does something, for the record of acts."""

    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")


class DraftForm(SeasonForm, WhyForm, MadeFromForm):
    """A season's form filled with a draft's plan. Its rule books stand as the draft plays them, also one that it plays
    twice, with the others behind them."""

    def __init__(self, data: Any = None, *, plan: Plan) -> None:
        self.before = plan
        super().__init__(data, rulesets=(), ticked=())
        del self.fields["start"], self.fields["unprobed"]
        by_now, self.left_out = invited(plan)
        self.books = books_of(plan, data)
        self.initial = said_in(replace(plan, narrator=by_now.narrator))
        self.make_from(mark_of(plan))

    @property
    def plan(self) -> Plan:
        """What it asks for, when it is valid: who stays on the roster keeps the place before whoever is new."""
        asked = super().plan
        if asked.design == Season.Design.TEAMS:  # the sides are told by the order
            return asked
        places = {player.pk: place for place, player in enumerate(self.before.players)}
        return replace(asked, players=sorted(asked.players, key=lambda player: places.get(player.pk, len(places))))

    @property
    def is_twins(self) -> bool:
        """Whether it is the form of a twin's draft."""
        return False


def said_in(plan: Plan) -> dict[str, Any]:
    """What a plan says, for the fields of the form."""
    said = {name: getattr(plan, name) for name in FIELDS} | {name: f"{getattr(plan, name):g}" for name in NUMBERS}
    said |= {"apart": not plan.may_overlap}
    if plan.design == Season.Design.TEAMS:
        half = len(plan.players) // 2
        said |= {"players": plan.players[:half], "against": plan.players[half:]}
    return (
        said
        | {"keep": plan.keep.days if plan.keep else usual_keep(), "is_aware": AWARE[plan.is_aware]}
        | said_of(plan.when.row if plan.when else None)
    )


def books_of(plan: Plan, data: Any) -> list[BookForm]:
    """A part of the form for each rule book that a draft plays, and one for each that it could."""
    known, seen, books = all_rulesets(), Counter[str](), []
    for rules in plan.rules:
        if rules.ruleset in known:
            seen[rules.ruleset] += 1
            again = f"-{seen[rules.ruleset]}" if seen[rules.ruleset] > 1 else ""
            said = {f"{OPTION}{name}": value for name, value in rules.options.items()}
            initial = said | {"plays": True, "seats": rules.seats}
            books.append(
                BookForm(data, prefix=f"{rules.ruleset}{again}", ruleset=known[rules.ruleset], initial=initial)
            )
    others = [(slug, known[slug]) for slug in known if slug not in seen]
    others += [(prefix, known[slug]) for slug in known for prefix in sent_again(slug, seen[slug], data or {})]
    return [*books, *(BookForm(data, prefix=name, ruleset=each, initial={"plays": False}) for name, each in others)]


def sent_again(slug: str, seen: int, data: Mapping[str, Any]) -> Iterator[str]:
    """The parts of a rule book that were sent more often than the draft plays it: another has taken them off it
    meanwhile, and what was typed there stays."""
    for number in range(max(seen, 1) + 1, MOST_AGAIN):
        if f"{slug}-{number}-seats" in data:
            yield f"{slug}-{number}"


class DraftTwinForm(WhyForm, MadeFromForm):
    """What a twin's draft has of its own; all else is as in its first."""

    OWN = ("name", "slug", "memory", "strategy_level", "hides_memory", "keep")

    memory = forms.ChoiceField(
        label="Memory", choices=Season.Memory.choices, help_text="What its players remember, and whether they learn."
    )
    strategy_level = forms.ChoiceField(
        label="Strategy level",
        choices=[("", "each player's own"), *StrategyLevel.choices],
        required=False,
        help_text="How much strategy its players are told, and how well those of the house play; all alike.",
    )
    name, slug = SeasonForm.base_fields["name"], forms.SlugField(label="Address", max_length=60)
    hides_memory, keep = SeasonForm.base_fields["hides_memory"], SeasonForm.base_fields["keep"]

    left_out: tuple[str, ...] = ()
    is_twins = True

    def __init__(self, data: Any = None, *, plan: Plan) -> None:
        self.before, said = plan, said_in(plan)
        super().__init__(data, initial={name: said[name] for name in self.OWN})
        self.make_from(mark_of(plan))

    @property
    def plan(self) -> Plan:
        """What it asks for, when it is valid."""
        own = {name: self.cleaned_data[name] for name in self.OWN}
        return replace(self.before, **own | {"keep": Keep(own["keep"])})

    def refuse_season(self, error: WrongSeason) -> None:
        """Puts a refusal beside what it is about."""
        self.add_error(error.field if error.field in self.fields else None, capfirst(error.message))


def form_of(season: Season, plan: Plan, data: Any = None) -> DraftForm | DraftTwinForm:
    """The form of a draft with this plan."""
    return (DraftTwinForm if season.is_twin else DraftForm)(data, plan=plan)
