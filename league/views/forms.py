"""The forms by which staff make and lead seasons, and make exhibitions. A form reads and words; what is legal, the
verbs decide, and their refusals come back as errors of the field they name.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import capfirst, slugify

from games.directing.verbs import Given
from games.directing.verbs import Verb as Directed
from games.engine.ruleset import Ruleset
from games.models.game import MOST_KEPT, usual_keep
from league.models import Season
from league.models.season import USUAL_LAG
from league.seasons.making.checking import MOST_LAG, Keep, Rules, WrongSeason
from league.seasons.making.plans import FIELDS, Plan, When
from league.seasons.making.voices import voices
from league.seasons.verbs import Verb
from league.views.calendars import WhenForm
from personas.models import LanguageModel, Persona, Player, StrategyLevel

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
        help_text="A multiple of the times of the score: 1 can be read along, 0 is as fast as possible.",
    )
    spoilers = forms.ChoiceField(label="Glass box", choices=Season.Spoilers.choices)
    delay_minutes = forms.IntegerField(
        label="Delay in minutes",
        initial=10,
        min_value=1,
        help_text="Counts only when the glass box is delayed.",
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
        label="Start it at once", required=False, help_text="Not ticked, its page first tells what it will cost."
    )
    unprobed = forms.CharField(
        label="Why models need not be probed",
        max_length=200,
        required=False,
        help_text="Only for a start with models that were never asked anything; it is shown with the season.",
    )

    def __init__(self, data: Any = None, *, rulesets: Iterable[Ruleset[Any]], ticked: Collection[str]) -> None:
        super().__init__(data)
        self.fields["players"] = PlayersField(
            label="Roster", queryset=active_players(), error_messages={"required": "Choose players."}
        )
        self.books: Sequence[BookForm] = [
            BookForm(data, prefix=each.slug, ruleset=each, initial={"plays": each.slug in ticked}) for each in rulesets
        ]
        if not self.is_bound:
            # Whoever costs money is chosen by hand, and where somebody may, nothing starts before it is known how much.
            free = [player for player in active_players() if player.model.is_offline]
            self.initial.update(players=free, start=len(free) == len(active_players()))

    FOLDED: ClassVar[Mapping[str, tuple[tuple[str, ...], ...]]] = {
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
    def plan(self) -> Plan:
        """What it asks for, when it is valid."""
        given = self.cleaned_data
        own = {name: given[name] for name in FIELDS if name in given}
        return Plan(
            **own | {"rules": self.rules, "players": list(given["players"]), "keep": Keep(given["keep"])},
            when=When.of(given["calendar"]),
        )

    def is_valid(self) -> bool:
        """Whether the season's own part and those of its rule books can be read."""
        return all([super().is_valid(), *[book.is_valid() for book in self.chosen]])

    def refuse_season(self, error: WrongSeason) -> None:
        """Puts a refusal beside what it is about."""
        if error.field in ("ruleset", "seats", "options"):
            self.chosen[error.number].refuse(error.field, error.message)
        else:
            self.refuse(error.field, error.message)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.chosen:
            self.add_error(None, "Choose at least one rule book.")
        cleaned["slug"] = cleaned.get("slug") or slugify(cleaned.get("name", ""))[:60].strip("-_")
        return cleaned


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
        label="Begins by itself",
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "2026-12-01 18:00"}),
        help_text="In UTC. Empty: as its calendar says, or when somebody starts it.",
    )
    roster_until = forms.DateTimeField(
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
    cap_season = forms.DecimalField(label="Most the season may cost", required=False, min_value=0, decimal_places=4)
    cap_game = forms.DecimalField(label="Most a game may cost", required=False, min_value=0, decimal_places=4)
    cap_call = forms.DecimalField(label="Most a call may cost", required=False, min_value=0, decimal_places=4)
    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")

    def __init__(self, data: Any = None, *, verb: Verb) -> None:
        super().__init__(data)
        for name in set(self.fields) - {"reason", *verb.takes}:
            del self.fields[name]
        self.fields["reason"].required = verb.wants
        if verb.wants and verb.name != "withdraw":
            self.fields["reason"].help_text = "It is shown with the season, to everybody."


class DirectForm(forms.Form):
    """What is said with a verb that is done to a game: why, and for another model at which seat and which."""

    seat = forms.TypedChoiceField(label="Seat", coerce=int)
    model = forms.ModelChoiceField(
        label="Model",
        queryset=LanguageModel.objects.filter(is_active=True).order_by("name"),
        to_field_name="slug",
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
        if verb.name in ("pause", "void", "substitute"):
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
