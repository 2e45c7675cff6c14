"""The form of a season."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import slugify

from games.engine.ruleset import Ruleset
from games.models.game import MOST_KEPT, usual_keep
from league.models import Season
from league.models.season import USUAL_LAG
from league.queries.lengths import lengths_told
from league.seasons.making.checking import MOST_LAG, Keep, Rules, WrongSeason
from league.seasons.making.plans import FIELDS, Plan, When
from league.views.calendars import WhenForm
from league.views.forms.rules import (
    CAPPED,
    BookForm,
    PlayersField,
    TermsForm,
    active_players,
    narrators,
)
from personas.models import LanguageModel, Player, StrategyLevel


@dataclass(frozen=True, slots=True)
class Group:
    """Fields of a form that belong together and are usual as they stand: folded away, unless somebody has said
    otherwise or something is wrong with them."""

    title: str
    rows: tuple[tuple[BoundField, ...], ...]
    is_open: bool

    @property
    def labels(self) -> str:
        """What is in it."""
        first, *others = [str(field.label) for row in self.rows for field in row]
        return ", ".join([first, *(label[:1].lower() + label[1:] for label in others)])


class SeasonForm(WhenForm, TermsForm):
    """A new season, with a part for each rule book that it may play; they take turns as they stand there."""

    name = forms.CharField(label="Name", max_length=120)
    slug = forms.SlugField(
        label="Address", max_length=60, required=False, help_text="Made from the name when left empty."
    )
    games = forms.IntegerField(label="Games", initial=12, min_value=1)
    design = forms.ChoiceField(
        label="How its games are drawn",
        choices=Season.Design.choices,
        required=False,
        help_text="A block has as many games of each rule book as there are players on the roster. Team against team: "
        "open and unrated, for each deal is known before its second game.",
    )
    apart = forms.BooleanField(
        label="Nobody in two games at once",
        required=False,
        help_text="A game then waits for its players, and the season takes longer. Players of the house and models "
        "lose nothing by two games at once.",
    )
    interval = forms.FloatField(
        label="Seconds between games",
        initial=10,
        min_value=0,
        help_text="From the end of one to the start of the next.",
    )
    rated = forms.BooleanField(
        label="Rated", initial=True, required=False, help_text="Whether the leaderboard counts its games."
    )
    narrator = forms.ChoiceField(
        label="Who tells the games",
        initial=Season.Narrator.TEMPLATE,
        choices=narrators,
        help_text="To those who watch; no player hears it.",
    )
    persona_source = forms.ChoiceField(
        label="Whose personas play",
        choices=Season.PersonaSource.choices,
        help_text="Players of the house keep theirs. Where models write their own before the season, make it without "
        "starting it: its page has them written.",
    )
    cap_season = forms.DecimalField(
        label="Most the season may cost", required=False, min_value=0, decimal_places=4, help_text=CAPPED
    )
    strategy_level = forms.ChoiceField(
        label="Strategy level",
        choices=[("", "each player's own"), *StrategyLevel.choices],
        required=False,
        help_text="How much strategy its players are told, and how well those of the house play; all alike.",
    )
    is_aware = forms.TypedChoiceField(
        label="Knowing that they are models",
        choices=[("", "each player as it is"), ("yes", "all do"), ("no", "nobody does")],
        coerce=lambda said: said == "yes",
        empty_value=None,
        required=False,
        help_text="Who knows is told so in one sentence.",
    )
    disclosing = forms.BooleanField(
        label="Beliefs and claims",
        initial=True,
        required=False,
        help_text="Players say beside their answers whom they suspect and what their words claim, so that it can be "
        "told who lied. Without it models write less: with short answers by two fifths, with long ones by a tenth.",
    )
    keep = forms.IntegerField(
        label="Days that words of calls are kept",
        required=False,
        initial=usual_keep,
        min_value=0,
        max_value=MOST_KEPT,
        help_text="What models were sent and answered, after a game's end; empty for good, 0 not at all.",
    )
    memory = forms.ChoiceField(
        label="What players remember",
        choices=Season.Memory.choices,
        help_text="Live is what makes a league: what a game taught is told before later ones. Frozen and off are for "
        "comparing.",
    )
    hides_memory = forms.BooleanField(
        label="Hide what they learn until it is over",
        required=False,
        help_text="Until then visitors see what its players remembered when it started.",
    )
    lag = forms.IntegerField(
        label="Games behind",
        required=False,
        min_value=1,
        max_value=MOST_LAG,
        help_text="Of how many games back the lessons are known when a game begins, and so many may be played at once. "
        f"Empty: 1 where one game follows another, else {USUAL_LAG}, or as many as are played at once.",
    )
    cap_learning = forms.DecimalField(
        label="Most that learning may cost",
        required=False,
        min_value=0,
        decimal_places=4,
        help_text="US dollars for asking models what they learned, beside the games; empty is no cap. When they are "
        "spent, games teach models nothing.",
    )
    start = forms.BooleanField(
        label="Start it at once",
        required=False,
        help_text="Not ticked, it is kept as a draft: staff alone see it, all of it may be edited, and its page tells "
        "what it will cost.",
    )
    unprobed = forms.CharField(
        label="Why models need not be probed",
        max_length=200,
        required=False,
        help_text="Only for a start with models that were never asked anything; it is shown with the season.",
    )

    def __init__(self, data: Any = None, *, rulesets: Iterable[Ruleset[Any]], ticked: Collection[str]) -> None:
        super().__init__(data)
        rulesets = list(rulesets)
        self.fields["players"] = PlayersField(
            label="Roster", queryset=active_players(), error_messages={"required": "Choose players."}
        )
        self.fields["against"] = PlayersField(label="The other side", queryset=active_players(), required=False)
        self.books: Sequence[BookForm] = [
            BookForm(data, prefix=each.slug, ruleset=each, initial={"plays": each.slug in ticked}) for each in rulesets
        ]
        about = lengths_told((each.slug for each in rulesets), pace=1)
        self.fields["pace"].help_text = f"{self.fields['pace'].help_text} {about}".strip()
        if not self.is_bound:
            # Whoever costs money is chosen by hand.
            self.initial["players"] = [player for player in active_players() if player.model.is_offline]

    FOLDED: ClassVar[Mapping[str, tuple[tuple[str, ...], ...]]] = {
        "How games are drawn": (("design", "apart"),),
        "Pace and what is shown": (
            ("interval", "pace"),
            ("spoilers", "delay_minutes"),
            ("names", "narrator"),
        ),
        "Who plays, and how": (
            ("persona_source", "strategy_level"),
            ("is_aware", "disclosing"),
            ("rated", "keep"),
        ),
        "Memory": (("memory", "lag"), ("hides_memory",)),
    }
    CAPS: ClassVar[tuple[str, ...]] = ("cap_call", "cap_game", "cap_season", "cap_learning", "unprobed")

    @property
    def groups(self) -> list[Group]:
        """What is usual as it stands."""
        return [self._group(title, rows) for title, rows in self.FOLDED.items()]

    @property
    def caps(self) -> Group:
        """What it may cost: open where anybody may be invited who costs something."""
        there = tuple(name for name in self.CAPS if name in self.fields)
        return self._group(
            "What it may cost",
            (there,),
            is_open=active_players().exclude(model__provider__in=LanguageModel.OFFLINE).exists(),
        )

    def _group(self, title: str, rows: Sequence[Sequence[str]], *, is_open: bool = False) -> Group:
        fields = tuple(tuple(self[name] for name in row) for row in rows)
        return Group(title, fields, is_open or not all(self._is_usual(name) for row in rows for name in row))

    def _is_usual(self, name: str) -> bool:
        """Whether a field says what it says unasked; of a choice that is the first."""
        field, said = self.fields[name], self[name].data if self.is_bound else self.initial.get(name)
        if not (self.is_bound or name in self.initial):
            return True
        usual = field.initial() if callable(field.initial) else field.initial
        if usual is None and isinstance(field, forms.ChoiceField):
            choices: Any = field.choices  # Any: of values and labels
            usual, _ = next(iter(choices))
        return name not in self.errors and not field.has_changed(usual, said)

    @property
    def chosen(self) -> list[BookForm]:
        """The parts of the rule books that it plays."""
        return [book for book in self.books if book.is_chosen]

    @property
    def rules(self) -> list[Rules]:
        """What it is to be played by, in turn."""
        return [book.rules for book in self.chosen]

    @property
    def has_sides(self) -> bool:
        """Whether somebody is on the other side."""
        return bool(self["against"].value())

    @property
    def roster(self) -> list[Player]:
        """Who plays: one side after the other."""
        return [*self.cleaned_data["players"], *self.cleaned_data["against"]]

    @property
    def plan(self) -> Plan:
        """What it asks for, when it is valid."""
        given = self.cleaned_data
        own = {name: given[name] for name in FIELDS if name in given}
        own |= {"rules": self.rules, "players": self.roster, "keep": Keep(given["keep"])}
        own |= {"design": given["design"] or Season.Design.BLOCKS, "may_overlap": not given["apart"]}
        return Plan(**own, when=When.of(given["calendar"]))

    def is_valid(self) -> bool:
        """Whether the season's own part and those of its rule books can be read."""
        return all([super().is_valid(), *[book.is_valid() for book in self.chosen]])

    def refuse_season(self, error: WrongSeason) -> None:
        """Puts a refusal beside what it is about."""
        if error.field in ("ruleset", "seats", "options"):
            self.chosen[error.number].refuse(error.field, error.message)
        else:
            self.refuse(error.field, error.message)
        if error.also:
            self.chosen[error.number].refuse(error.also, error.message)

    def _check_sides(self, cleaned: dict[str, Any]) -> None:
        """Whether there are two sides where there are to be, and nowhere else."""
        if "players" not in cleaned or "against" not in cleaned:
            return
        is_pairs, others = cleaned.get("design") == Season.Design.TEAMS, len(cleaned["against"])
        if others and not is_pairs:
            self.add_error("against", "There are two sides only where a season is drawn team against team.")
        elif is_pairs and others != len(cleaned["players"]):
            self.add_error("against", f"Choose as many as on the first side: {len(cleaned['players'])}, not {others}.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._check_sides(cleaned)
        if not self.chosen:
            self.add_error(None, "Choose at least one rule book.")
        cleaned["slug"] = cleaned.get("slug") or slugify(cleaned.get("name", ""))[:60].strip("-_")
        return cleaned
