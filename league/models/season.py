"""A season: what its games are like, by which rules and with whom they are played.

What its games are played by stands in rows of its own, SeasonRules, which the fixtures take in turn; most have one.

(Long, because a season has many fields, and each says in words and in a constraint what it may be.)
"""

import re
import secrets
from hashlib import sha256
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.template.defaultfilters import pluralize

from games.models.game import MOST_KEPT, usual_keep
from league.models.act import Surface
from personas.constraints import holds, json_is, one_of, shaped
from personas.models import LanguageModel, ModelVersion, Player, StrategyLevel

OWN_SECRET: Final = re.compile(r"[0-9a-f]{32}")  # as new_secret() draws them
LONGEST_WHY: Final = 240  # characters of why it waits: a reason of 200, and who paused it
USUAL_LAG = 8  # games that are played at once, and of which the later know nothing of the earlier


def new_secret() -> str:
    """128 bits: the seeds of a season's games are drawn from it."""
    return secrets.token_hex(16)


class SeasonStatus(models.TextChoices):
    """How far a season has come."""

    DRAFT = "draft", "draft"
    ANNOUNCED = "announced", "announced"
    RUNNING = "running", "running"
    PAUSED = "paused", "paused"
    FINISHED = "finished", "finished"
    CANCELLED = "cancelled", "cancelled"


class Spoilers(models.TextChoices):
    """When the glass box opens."""

    OPEN = "open", "open: everything is shown live"
    DELAYED = "delayed", "delayed: hidden things are shown some minutes later"
    SEALED = "sealed", "sealed: hidden things are shown at the end"


class SeasonPersonas(models.TextChoices):
    """Whose personas a season is played by."""

    ROSTER = "roster", "those of the roster"
    SEASON = "season", "one of its own from each model, written before the season"
    GAME = "game", "one of its own from each model, written anew before each game"


class NarratorChoice(models.TextChoices):
    """Who tells a game to those who watch."""

    NONE = "none", "none"
    TEMPLATE = "template", "template: lines of the house, at no cost"


class Names(models.TextChoices):
    """What players are called at the table."""

    ALIAS = "alias", "aliases, drawn for each game"
    PERSONA = "persona", "the personas' own names"


class SeasonDesign(models.TextChoices):
    """By which design who plays what is drawn."""

    BLOCKS = "blocks", "blocks: in each everybody plays as often, in each seat, role and team"
    TEAMS = "teams", "team against team: one half of the roster against the other, each deal twice with sides swapped"
    ROTATION = "rotation", "rotation: everybody plays as often, seats and roles are by lot"


class SeasonMemory(models.TextChoices):
    """What players remember in a season, and whether its games teach them."""

    LIVE = "live", "live: they remember, and learn from game to game"
    FROZEN = "frozen", "frozen: they remember what they did at its start"
    OFF = "off", "off: they remember nothing and learn nothing"


class Season(models.Model):
    """A series of games between the players of one roster, under one or several rule books in turn."""

    Status = SeasonStatus
    Spoilers = Spoilers
    Names = Names
    Narrator = NarratorChoice
    PersonaSource = SeasonPersonas
    Memory = SeasonMemory
    Design = SeasonDesign
    HIDDEN = ("secret",)
    UNSTARTED = (SeasonStatus.DRAFT, SeasonStatus.ANNOUNCED)
    UNDER_WAY = (SeasonStatus.RUNNING, SeasonStatus.PAUSED)
    OVER = (SeasonStatus.FINISHED, SeasonStatus.CANCELLED)
    # Of which the sums of all seasons are: a twin's deals have counted once, and what was cancelled never does.
    COUNTED = Q(twin_of__isnull=True) & ~Q(status=SeasonStatus.CANCELLED)

    slug = models.CharField(max_length=60, unique=True, help_text="Lower-case letters, digits and hyphens.")
    name = models.CharField(max_length=120)
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    waiting = models.CharField(
        max_length=LONGEST_WHY,
        blank=True,
        help_text="Why it is paused, or has not begun though it is due, for a person.",
    )
    games_planned = models.PositiveIntegerField("games", help_text="How many games it has.")
    interval = models.FloatField(default=0, help_text="Seconds between the end of a game and the start of the next.")
    pace = models.FloatField(default=1, help_text="A multiple of reading time; 0 is as fast as possible.")
    at_once = models.PositiveSmallIntegerField(
        "games at once",
        null=True,
        blank=True,
        help_text="How many of its games are open at the same time, or are played in a slot of its calendar; empty: "
        "one after another where there is a pace or an interval, else as many as there is room for.",
    )
    design = models.CharField(
        max_length=12,
        choices=SeasonDesign,
        default=SeasonDesign.BLOCKS,
        help_text="How it is drawn who plays which game, where and as what. A block has as many games of each rule "
        "book as there are players. Team against team: the deal of a second game is known, so it is open and unrated.",
    )
    may_overlap = models.BooleanField(
        "several games at once",
        default=True,
        help_text="Whether a player may sit in two of its games at once. If not, a game waits for its players, others "
        "go before it, and the season takes longer: players of the house and models lose nothing by two games at once.",
    )
    spoilers = models.CharField(max_length=12, choices=Spoilers, default=Spoilers.OPEN)
    delay_minutes = models.PositiveSmallIntegerField(
        "delay", default=10, help_text="Minutes until hidden things are shown, when spoilers are delayed."
    )
    names = models.CharField(max_length=12, choices=Names, default=Names.ALIAS)
    persona_source = models.CharField(
        "personas",
        max_length=12,
        choices=SeasonPersonas,
        default=SeasonPersonas.ROSTER,
        help_text="Whose personas play; players of the house keep theirs.",
    )
    narrator = models.CharField(
        max_length=12,
        choices=NarratorChoice,
        default=NarratorChoice.TEMPLATE,
        help_text="Who tells the games to those who watch; no player hears it.",
    )
    narrator_model = models.ForeignKey(
        LanguageModel,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Tells the games instead, where it has something fit to say; paid like any call.",
    )
    strategy_level = models.CharField(
        max_length=12,
        choices=StrategyLevel,
        blank=True,
        help_text="The level that all its players play at; empty: each at its own.",
    )
    is_aware = models.BooleanField(
        "aware",
        null=True,
        blank=True,
        help_text="Whether all its players are told that they are models among models; empty: each as it is.",
    )
    disclosing = models.BooleanField(
        "beliefs and claims",
        default=True,
        help_text="Whether players say beside their answers whom they suspect and what their words claim: so that it "
        "can be told who lied. It decides nothing in a game.",
    )
    memory = models.CharField(
        max_length=12,
        choices=SeasonMemory,
        default=SeasonMemory.LIVE,
        help_text="Whether its players remember other games, and learn from this season's.",
    )
    hides_memory = models.BooleanField(
        "hides memory",
        default=False,
        help_text="Whether visitors see what its players learned only when it is over; until then, what they "
        "remembered when it started.",
    )
    lag = models.PositiveSmallIntegerField(
        "games behind",
        null=True,
        blank=True,
        help_text="Of how many games back the lessons are known when a game begins; empty: 1 where one game follows "
        "another, else 8, or as many as are played at once. So many may be played at once, at most.",
    )
    cap_learning = models.DecimalField(
        "cap of learning",
        max_digits=10,
        decimal_places=4,
        null=True,
        blank=True,
        help_text="US dollars for asking models what they learned; when they are spent, games teach models nothing.",
    )
    cap_call = models.DecimalField(
        "cap of a call", max_digits=10, decimal_places=4, null=True, blank=True, help_text="US dollars; empty is none."
    )
    cap_game = models.DecimalField(
        "cap of a game", max_digits=10, decimal_places=4, null=True, blank=True, help_text="US dollars; empty is none."
    )
    cap_season = models.DecimalField(
        "cap of the season", max_digits=10, decimal_places=4, null=True, blank=True, help_text="US dollars."
    )
    unprobed = models.CharField(
        max_length=200, blank=True, help_text="Why it was started with models that were never probed."
    )
    keep = models.PositiveIntegerField(
        "words of calls",
        null=True,
        blank=True,
        default=usual_keep,
        help_text="For how many days after a game's end the words of its calls are kept: what its models were sent and "
        "answered; empty: for good, 0: not at all.",
    )
    rated = models.BooleanField(default=True, help_text="Whether the leaderboard counts its games.")
    twin_of = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="twins",
        verbose_name="twin of",
        help_text="The season that it plays once more, deal for deal; its games count in no sum of all seasons.",
    )
    series = models.ForeignKey(
        "league.Series",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seasons",
        help_text="The series that it belongs to.",
    )
    series_number = models.PositiveIntegerField(
        "number in its series", null=True, blank=True, help_text="Its number among the seasons of its series."
    )
    lot = models.CharField(
        max_length=32, blank=True, help_text="What places on its roster were drawn from by lot; empty: none were."
    )
    secret = models.CharField(max_length=200, default=new_secret, help_text="The games' seeds are drawn from it.")
    created_at = models.DateTimeField("created", auto_now_add=True)
    announced_at = models.DateTimeField("announced", null=True, blank=True)
    begins_at = models.DateTimeField(
        "begins",
        null=True,
        blank=True,
        help_text="When it begins by itself, once it is announced; empty: as its calendar says, or by hand.",
    )
    roster_until = models.DateTimeField(
        "roster until",
        null=True,
        blank=True,
        help_text="Until when its roster may change while it is announced; empty: until it begins.",
    )
    started_at = models.DateTimeField("started", null=True, blank=True)
    resumed_at = models.DateTimeField("resumed", null=True, blank=True, help_text="When it last went on after a pause.")
    finished_at = models.DateTimeField("finished", null=True, blank=True)
    ended_at = models.DateTimeField(
        "ended early",
        null=True,
        blank=True,
        help_text="When somebody ended it before its games were played: finished it early, or cancelled it.",
    )
    ended_by = models.CharField("ended by", max_length=150, blank=True, help_text="Who did.")
    ended_why = models.CharField("ended because", max_length=200, blank=True, help_text="Why.")
    pinned_at = models.DateTimeField(
        "pinned", null=True, blank=True, help_text="As of when its players and their models play it."
    )
    players = models.ManyToManyField(Player, through="SeasonPlayer", related_name="seasons")

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["status"], name="season_status")]
        constraints = [
            shaped("season_slug_shape", "slug", "[a-z0-9][a-z0-9-]*", "lower-case letters, digits and hyphens"),
            holds("season_named", ~Q(name=""), "A season has a name."),
            one_of("season_status_known", "status", SeasonStatus),
            one_of("season_spoilers_known", "spoilers", Spoilers),
            one_of("season_names_known", "names", Names),
            one_of("season_persona_source_known", "persona_source", SeasonPersonas),
            one_of("season_narrator_known", "narrator", NarratorChoice),
            one_of("season_memory_known", "memory", SeasonMemory),
            holds("season_lag_from_one", Q(lag__isnull=True) | Q(lag__gte=1), "A game cannot know of itself."),
            one_of("season_design_known", "design", SeasonDesign),
            holds(
                "season_teams_of_known_deals",
                ~Q(design="teams") | Q(rated=False, spoilers="open"),
                "Team against team each deal is known before its second game: it is open and unrated.",
            ),
            holds(
                "season_at_once_from_one",
                Q(at_once__isnull=True) | Q(at_once__gte=1),
                "At least one is played at once.",
            ),
            holds("season_level_known", Q(strategy_level__in=["", *StrategyLevel.values]), "Unknown strategy level."),
            holds("season_has_games", Q(games_planned__gte=1), "A season has at least one game."),
            holds("season_interval_not_negative", Q(interval__gte=0), "The interval is not negative."),
            holds("season_pace_not_negative", Q(pace__gte=0), "The pace is not negative."),
            holds(
                "season_delay_given",
                ~Q(spoilers="delayed") | Q(delay_minutes__gte=1),
                "Delayed spoilers wait at least a minute.",
            ),
            holds(
                "season_caps_not_negative",
                (Q(cap_call__isnull=True) | Q(cap_call__gte=0))
                & (Q(cap_game__isnull=True) | Q(cap_game__gte=0))
                & (Q(cap_season__isnull=True) | Q(cap_season__gte=0))
                & (Q(cap_learning__isnull=True) | Q(cap_learning__gte=0)),
                "A cap is not negative.",
            ),
            holds(
                "season_keep_possible",
                Q(keep__isnull=True) | Q(keep__lte=MOST_KEPT),
                f"Words are kept for at most {MOST_KEPT:,} days, or for good.",
            ),
            holds("season_secret_given", ~Q(secret=""), "A season has a secret."),
            holds("season_twin_of_another", Q(twin_of__isnull=True) | ~Q(twin_of=F("id")), "Nobody is his own twin."),
            holds(
                "season_twin_of_known_deals",
                Q(twin_of__isnull=True) | Q(rated=False, spoilers="open"),
                "A twin's deals are known before: it is open and unrated.",
            ),
            models.UniqueConstraint(fields=["series", "series_number"], name="season_series_number_once"),
            holds(
                "season_numbered_in_series",
                Q(series__isnull=True, series_number__isnull=True)
                | Q(series__isnull=False, series_number__isnull=False, series_number__gte=1),
                "A season of a series, and no other, has a number in it.",
            ),
            holds(
                "season_started_when_running",
                Q(status__in=["draft", "announced", "cancelled"]) | Q(started_at__isnull=False),
                "A season that has begun has a time of start.",
            ),
            holds(
                "season_announced_since",
                ~Q(status="announced") | Q(announced_at__isnull=False),
                "An announced season has a time at which it was.",
            ),
            holds(
                "season_ended_for_a_reason",
                Q(ended_at__isnull=True, ended_by="", ended_why="")
                | (Q(ended_at__isnull=False) & ~Q(ended_by="") & ~Q(ended_why="")),
                "Whoever ends a season early says why.",
            ),
            holds(
                "season_cancelled_by_somebody",
                ~Q(status="cancelled") | Q(ended_at__isnull=False),
                "A cancelled season was cancelled by somebody.",
            ),
            holds(
                "season_finished_whole",
                Q(status="finished", finished_at__isnull=False) | (~Q(status="finished") & Q(finished_at__isnull=True)),
                "A finished season, and no other, has a time of end.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def told_length(self) -> str:
        """How many games it is to have, in words."""
        return f"{self.games_planned} game{pluralize(self.games_planned)}"

    @property
    def told_by(self) -> str:
        """Who tells the games, as their terms have it: a model's slug, or one of the choices."""
        return self.narrator_model.slug if self.narrator_model else self.narrator

    @property
    def standings_by(self) -> str:
        """Whose results its table adds up: "player", or "model" where each game has players of its own."""
        return "model" if self.persona_source == SeasonPersonas.GAME else "player"

    @property
    def is_twin(self) -> bool:
        """Whether it plays another season once more."""
        return self.twin_of_id is not None

    @property
    def counts(self) -> bool:
        """Whether its games are in the sums of all seasons, as COUNTED has it."""
        return not self.is_twin and self.status != SeasonStatus.CANCELLED

    @property
    def commitment(self) -> str:
        """What can be told of the secret that its seeds are drawn from without telling it, once it is announced; "" of
        one that somebody chose, which could be guessed, and of a twin's, which is its first's."""
        if self.status == SeasonStatus.DRAFT or self.is_twin or not OWN_SECRET.fullmatch(self.secret):
            return ""
        return sha256(self.secret.encode()).hexdigest()

    @property
    def told_secret(self) -> str:
        """The secret itself, for whoever holds it against its commitment and draws the seeds again: when all is over,
        for the games to come are drawn from it; "" before, and where nothing was committed to."""
        return self.secret if self.commitment and self.status in self.OVER else ""

    @property
    def told_ended_by(self) -> str:
        """Who ended it before its games were played, or from where: `by ann`, `at the command line`."""
        return "at the command line" if self.ended_by == Surface.COMMAND.label else f"by {self.ended_by}"

    @property
    def is_ending(self) -> bool:
        """Whether it was finished early, and what was being played then is not over yet."""
        return self.ended_at is not None and self.status in self.UNDER_WAY

    @property
    def is_in_pairs(self) -> bool:
        """Whether fixtures 2k - 1 and 2k are one deal, with the sides swapped."""
        return self.design == SeasonDesign.TEAMS

    @property
    def deals(self) -> int:
        """How often each deal is played."""
        return 2 if self.is_in_pairs else 1

    def book_of(self, number: int, books: int) -> int:
        """Which of so many rule books a fixture is played by, from 0: they take turns."""
        return (number - 1) // self.deals % books

    def planned_by_book(self, books: int) -> list[int]:
        """How many games are planned by each of so many rule books."""
        whole, left = divmod(self.games_planned, books * self.deals) if books else (0, 0)
        return [whole * self.deals + min(max(left - book * self.deals, 0), self.deals) for book in range(books)]

    @property
    def is_sealed(self) -> bool:
        """Whether what its games hide is shown at the end, and who sat where with their blocks."""
        return self.spoilers == Spoilers.SEALED

    @property
    def is_spaced(self) -> bool:
        """Whether a game is given time to be read, or an interval after it."""
        return self.pace > 0 or self.interval > 0

    @property
    def is_sequential(self) -> bool:
        """Whether it plays one game after another."""
        return self.is_spaced if self.at_once is None else self.at_once == 1

    @property
    def teaches(self) -> bool:
        """Whether its players learn from its games. Who is written for one game alone remembers nothing."""
        return self.memory == SeasonMemory.LIVE and self.persona_source != SeasonPersonas.GAME

    @property
    def is_hiding(self) -> bool:
        """Whether visitors see nothing just now of what its players learned since it started."""
        return self.hides_memory and self.teaches and self.status in self.UNDER_WAY

    @property
    def games_behind(self) -> int:
        """Of how many games back the lessons are known when a game begins, where its games teach."""
        return self.lag or self.at_once or (1 if self.is_spaced else USUAL_LAG)

    @property
    def caps(self) -> dict[str, str]:
        """What may be spent on a call, a game, all of it, and on what its players learn, as a game's terms have it;
        without those not capped."""
        caps = {
            "call": self.cap_call,
            "game": self.cap_game,
            "season": self.cap_season,
            "learning": self.cap_learning,
        }
        return {name: f"{cap.normalize():f}" for name, cap in caps.items() if cap is not None}


class SeasonRules(models.Model):
    """One of the rule books that a season plays in turn, with the table and the options it is played by."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rules")
    number = models.PositiveSmallIntegerField(help_text="Its turn, from 0: fixture 1 is played by number 0.")
    ruleset = models.CharField(max_length=40, help_text="The slug of the rules.")
    revision = models.PositiveIntegerField(help_text="The revision of those rules.")
    seats = models.PositiveSmallIntegerField(help_text="How many sit at a table.")
    options = models.JSONField(
        default=dict, blank=True, help_text="Options of the ruleset that differ from the defaults."
    )

    class Meta:
        verbose_name = verbose_name_plural = "rules of a season"
        ordering = ["season_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="season_rules_number_once"),
            holds("season_rules_named", ~Q(ruleset=""), "Rules have a name."),
            json_is("season_rules_options_is_object", "options", "object"),
            holds("season_rules_have_seats", Q(seats__gte=2), "A table has at least two seats."),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.seats} seats"


class SeasonPlayer(models.Model):
    """A player on a season's roster."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="season_places")
    number = models.PositiveSmallIntegerField(help_text="Its place on the roster, from 0.")
    is_written = models.BooleanField(
        "written for the season", default=False, help_text="Whether its model wrote its persona for this season."
    )
    sheet_version = models.PositiveIntegerField(
        default=0, help_text="The version of its persona's sheet that it plays by; 0 until the season starts."
    )
    strategy_level = models.CharField(
        max_length=12, choices=StrategyLevel, blank=True, help_text="The level that it plays at."
    )
    is_aware = models.BooleanField(
        "aware", default=False, help_text="Whether it is told that it is a model among models; no until it starts."
    )
    model_version = models.ForeignKey(
        ModelVersion,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="How its model is asked; empty until the season starts.",
    )
    memory = models.PositiveIntegerField(
        default=0, help_text="The revision of what it remembered when the season started; 0 for nothing."
    )

    class Meta:
        verbose_name = "roster place"
        ordering = ["season_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="roster_player_once"),
            models.UniqueConstraint(fields=["season", "number"], name="roster_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"
