"""A game and its seats. Terms are written once, at creation, but for the pace of one that nobody has begun
(league.calendars.changing); a game has no key to the season that ordered it."""

import secrets
import string
from decimal import Decimal
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.engine.rulesets import all_rulesets
from personas.constraints import holds, json_is, one_of, shaped
from personas.models import ModelVersion, Player, StrategyLevel

ALPHABET = string.ascii_lowercase + string.digits
MOST_SEATS = 63  # an event's hearers are the bits of a signed 64-bit number


def new_public_id() -> str:
    """Twelve random characters: what addresses, commands and logs call a game."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


MOST_KEPT: Final = 36_500  # days


def usual_keep() -> int:
    """For how many days the words of a game's calls are kept where nobody has said it."""
    return int(settings.LEAGUE_KEEP_CALLS)


# Of a game's terms: whether its players remember other games, and learn from it (live), only remember, or neither.
MEMORIES: Final = ("live", "frozen", "off")
NARRATORS: Final = ("none", "template")  # of a game's terms, beside the slugs of models


class GameStatus(models.TextChoices):
    """How far a game has come; the last three are the end of it."""

    SCHEDULED = "scheduled", "scheduled"
    RUNNING = "running", "running"
    PAUSED = "paused", "paused"
    FINISHED = "finished", "finished"
    VOID = "void", "void"
    DIVERGED = "diverged", "diverged"


DRAW: Final = "draw"  # the winner where nobody is
# Who may win, as choices: the teams of every rule book, and nobody.
WINNERS: Final = [
    *sorted({(team, team) for rules in all_rulesets().values() for team in (rules.open_team, rules.hidden_team)}),
    (DRAW, DRAW),
]


class Game(models.Model):
    """One play of one ruleset: options, terms, chance, and how far it has come."""

    Status = GameStatus
    DRAW = DRAW
    OVER = (Status.FINISHED, Status.VOID, Status.DIVERGED)
    HIDDEN = ("seed", "salt", "last_seq", "last_poll", "steps_to", "lease_owner", "lease_token", "lease_expires_at")

    public_id = models.CharField("id", max_length=12, unique=True, default=new_public_id, editable=False)
    ruleset = models.CharField(max_length=40, help_text="The slug of the rules it is played by.")
    revision = models.PositiveIntegerField(help_text="The revision of those rules; only workers that know it claim it.")
    options = models.JSONField(default=dict, help_text="Every option of the ruleset, as it holds in this game.")
    terms = models.JSONField(default=dict, help_text="What the season decided for this game; never changed afterwards.")
    seed = models.CharField(max_length=200, help_text="Where all chance comes from; secret until the end.")
    salt = models.CharField(max_length=200, help_text="Blinds the commitment; secret until the end.")
    commitment = models.CharField(max_length=64, help_text="SHA-256 that binds seed and deal; public from the start.")
    first = models.PositiveSmallIntegerField(
        "first speaker", null=True, blank=True, help_text="The seat that speaks first, where the deal says so."
    )
    is_given = models.BooleanField(
        "deal given",
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether roles and first speaker came with the order, not from the seed; the commitment says so too.",
    )
    is_veiled = models.BooleanField(
        "veiled",
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether nobody is told yet who sits where, nor what hangs on it: until the block of its sealed "
        "season is over.",
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.SCHEDULED)
    # Everybody who watches is told it, through every lens: it names no role, and nobody who is being asked.
    waiting = models.CharField(max_length=200, blank=True, help_text="What it waits for, in words for a person.")
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="How often it could not go on since it last did; the pauses between tries grow with it."
    )
    has_voices = models.BooleanField(
        "asks models",
        default=False,
        editable=False,
        help_text="Whether models behind providers play in it; it begins when its budgets hold what it costs.",
    )
    unrated = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="Why it is in no result, though its season is played for one; empty where nothing was done to it.",
    )
    is_recast = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether a seat is to be answered for by another model that no host has asked yet.",
    )
    steps_to = models.PositiveIntegerField(
        null=True, blank=True, editable=False, help_text="The poll after whose answers it pauses again."
    )
    winner = models.CharField(max_length=20, blank=True, help_text="A team of its ruleset, or draw.")
    rounds = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the finished game's canonical log.")
    hook = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="What it was like, without who won; empty where no vote was close, and where it was not noted.",
    )
    release = models.CharField(max_length=40, help_text="The release that created it.")
    last_seq = models.PositiveIntegerField("last event", default=0, help_text="The number of its newest event.")
    last_poll = models.PositiveIntegerField(default=0, help_text="The number of its newest poll.")
    created_at = models.DateTimeField("created", auto_now_add=True)
    started_at = models.DateTimeField("started", null=True, blank=True)
    finished_at = models.DateTimeField("finished", null=True, blank=True)
    due_at = models.DateTimeField("due", help_text="Not claimed before this time.")
    begins_by = models.DateTimeField(
        "begins by", null=True, blank=True, help_text="Not begun after this time, where its season rather skips it."
    )
    keep = models.PositiveIntegerField(
        "words of calls",
        null=True,
        blank=True,
        default=usual_keep,
        help_text="For how many days after its end the words of its calls are kept; empty: for good, 0: not at all.",
    )
    forgotten_at = models.DateTimeField(
        "words deleted", null=True, blank=True, editable=False, help_text="When the words of its calls were deleted."
    )
    thoughts_forgotten_at = models.DateTimeField(
        "thoughts deleted", null=True, blank=True, editable=False, help_text="When its players' thoughts were deleted."
    )
    lease_owner = models.CharField(max_length=120, null=True, blank=True, help_text="The host that plays it now.")
    lease_token = models.BigIntegerField(
        default=0, help_text="Grows with every claim; a write with an older one is refused."
    )
    lease_expires_at = models.DateTimeField("lease expires", null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        permissions = [("see_secrets", "Can see what a running game hides (moderator)")]
        indexes = [
            models.Index(fields=["status", "due_at"], name="game_due"),
            models.Index(fields=["-finished_at"], name="game_newest_finished"),
            models.Index(fields=["ruleset", "status"], name="game_ruleset"),
            models.Index(fields=["id"], condition=~Q(unrated=""), name="game_unrated"),  # they are few
            models.Index(fields=["id"], condition=Q(is_veiled=True), name="game_veiled"),
            models.Index(
                fields=["keep", "finished_at"],
                condition=Q(keep__isnull=False, forgotten_at__isnull=True),
                name="game_remembered",
            ),
        ]
        constraints = [
            shaped("game_public_id_shape", "public_id", "[a-z0-9]{12}", "12 lower-case letters and digits"),
            one_of("game_status_known", "status", GameStatus),
            # Which teams there are is for the rule books to say, which need no migration.
            holds(
                "game_winner_shape",
                Q(winner="") | Q(winner__regex="^[a-z][a-z0-9]*([ -][a-z0-9]+)*$"),
                "winner must be a team's name in small letters, or draw.",
            ),
            json_is("game_options_is_object", "options", "object"),
            json_is("game_terms_is_object", "terms", "object"),
            holds("game_seed_given", ~Q(seed="") & ~Q(salt=""), "A game needs a seed and a salt."),
            shaped("game_commitment_shape", "commitment", "[0-9a-f]{64}", "a SHA-256 in hexadecimal"),
            holds(
                "game_hash_shape",
                Q(hash="") | Q(hash__regex="^[0-9a-f]{64}$"),
                "hash must be a SHA-256 in hexadecimal.",
            ),
            holds("game_release_given", ~Q(release=""), "A game names the release that created it."),
            holds(
                "game_started_when_running",
                ~Q(status__in=["running", "finished"]) | Q(started_at__isnull=False),
                "A running or finished game has a time of start.",
            ),
            holds(
                "game_finished_whole",
                ~Q(status="finished") | (Q(finished_at__isnull=False) & ~Q(winner="") & ~Q(hash="")),
                "A finished game has a winner, a hash and a time of end.",
            ),
            holds(
                "game_unfinished_without_result",
                Q(status="finished") | Q(winner="", hash=""),
                "Only a finished game has a winner and a hash.",
            ),
            holds(
                "game_ends_after_start",
                Q(finished_at__isnull=True) | Q(started_at__isnull=True) | Q(finished_at__gte=F("started_at")),
                "A game ends after it started.",
            ),
            holds(
                "game_lease_whole",
                Q(lease_owner__isnull=True, lease_expires_at__isnull=True)
                | (Q(lease_owner__isnull=False, lease_expires_at__isnull=False) & ~Q(lease_owner="")),
                "A lease has an owner and an end, or neither.",
            ),
            holds(
                "game_over_without_lease",
                ~Q(status__in=["finished", "void", "diverged"]) | Q(lease_owner__isnull=True),
                "Nobody holds a game that is over.",
            ),
            holds("game_lease_token_counts_up", Q(lease_token__gte=0), "lease_token starts at 0."),
        ]

    def __str__(self) -> str:
        return f"Game {self.public_id}"

    def cap(self, of: str) -> Decimal | None:
        """The most that a call of it (`call`), all of it (`game`), its season or what that season's players learn
        (`learning`) may cost by its terms, in US dollars; None for no cap."""
        amount = (self.terms.get("caps") or {}).get(of)
        return None if amount is None else Decimal(str(amount))

    @property
    def teaches(self) -> bool:
        """Whether its players learn from it when it is over."""
        return self.terms.get("memory") == "live"

    @property
    def is_over(self) -> bool:
        """Whether nobody will ever be asked again."""
        return self.status in self.OVER

    @property
    def is_told(self) -> bool:
        """Whether it has nothing to hide any more: it is over, and so is its block where it is of a sealed season."""
        return self.is_over and not self.is_veiled

    @property
    def is_held_up(self) -> bool:
        """Whether it does not go on, or does not begin though it is due: paused, put off to a next try, or until a
        budget holds it; `waiting` says why."""
        is_due = self.status in (self.Status.SCHEDULED, self.Status.RUNNING)
        return self.status == self.Status.PAUSED or (is_due and self.waiting != "")


class Seat(models.Model):
    """A place at the table: who sits there, under what name, in which role."""

    HIDDEN = ("role", "team", "survived", "died_round", "lessons")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="Seats are numbered from 0.")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats", db_index=False)
    alias = models.CharField(max_length=80, help_text="What the table calls it.")
    role = models.CharField(max_length=40)
    team = models.CharField(max_length=20)
    strategy_level = models.CharField(
        max_length=12, choices=StrategyLevel, default=StrategyLevel.NONE, help_text="The player's when it sat down."
    )
    is_aware = models.BooleanField(
        "aware", default=False, help_text="Whether the player knew when it sat down that it is a model among models."
    )
    sheet_version = models.PositiveIntegerField(
        default=0,
        help_text="The version of its persona's sheet when it sat down; 0: neither it nor the level was recorded then.",
    )
    memory = models.PositiveIntegerField(
        default=0, help_text="The revision of what the player remembered when it sat down; 0 for nothing."
    )
    lessons = models.JSONField(
        default=list,
        blank=True,
        help_text="The numbers of the lessons that it sat down with: those that fit its rules, team and role.",
    )
    model_version = models.ForeignKey(
        ModelVersion,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="How its model was asked when it sat down; empty: it was not recorded then.",
    )
    briefing = models.PositiveIntegerField(
        default=0,
        help_text="The revision of the briefings that its model is asked with; 0: not recorded, or none is asked.",
    )
    outing = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Which game of its season this is for its player, from 1; 0: of none, or it was not counted then.",
    )
    survived = models.BooleanField(null=True, blank=True, help_text="Unknown until it is dead or the game is over.")
    died_round = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["game_id", "number"]
        indexes = [models.Index(fields=["player", "game"], name="seat_of_player")]  # whose newest games are asked for
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["game", "alias"], name="seat_alias_once"),
            holds("seat_number_fits", Q(number__lt=MOST_SEATS), f"A table has at most {MOST_SEATS} seats."),
            one_of("seat_level_known", "strategy_level", StrategyLevel),
            holds("seat_named", ~Q(alias="") & ~Q(role="") & ~Q(team=""), "A seat has an alias, a role and a team."),
            holds(
                "seat_dead_in_a_round",
                Q(survived=False, died_round__isnull=False)
                | (Q(died_round__isnull=True) & (Q(survived__isnull=True) | Q(survived=True))),
                "Who died did so in a round, and only who died.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.alias}"

    @property
    def level_then(self) -> str | None:
        """The player's strategy level when it sat down; None where nobody wrote it down."""
        return self.strategy_level if self.sheet_version else None

    @property
    def aware_then(self) -> bool | None:
        """Whether the player knew that it is a model when it sat down; None where nobody wrote it down."""
        return self.is_aware if self.sheet_version else None

    @property
    def sheet_then(self) -> int | None:
        """The version of its persona's sheet when it sat down; None where nobody wrote it down."""
        return self.sheet_version or None


class SeatSetting(models.Model):
    """Another way in which a seat's model is asked, from a poll on; as it was when it sat down is in the seat itself.
    Only ever added."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="settings", db_index=False)
    since_poll = models.PositiveIntegerField(help_text="The first poll that it may have been asked in so.")
    model_version = models.ForeignKey(
        ModelVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    briefing = models.PositiveIntegerField(help_text="The revision of the briefings.")
    created_at = models.DateTimeField("written", auto_now_add=True)

    class Meta:
        ordering = ["seat_id", "since_poll", "id"]
        indexes = [models.Index(fields=["seat", "since_poll"], name="seat_setting_in_time")]
        constraints = [holds("seat_setting_from_poll_one", Q(since_poll__gte=1), "Polls are numbered from 1.")]

    def __str__(self) -> str:
        return f"{self.seat} since poll {self.since_poll}"


class Substitution(models.Model):
    """That a seat is answered for by another model from its next answer on, and why. Only ever added; a host notes when
    it has taken it up, and from which poll on it holds is a SeatSetting then."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="substitutions", db_index=False)
    model_version = models.ForeignKey(ModelVersion, on_delete=models.PROTECT, related_name="+", db_index=False)
    reason = models.CharField(max_length=200)
    created_at = models.DateTimeField("written", auto_now_add=True)
    taken_up_at = models.DateTimeField("taken up", null=True, blank=True)

    class Meta:
        ordering = ["seat_id", "id"]
        indexes = [models.Index(fields=["seat", "id"], name="substitution_of_seat")]
        constraints = [holds("substitution_has_a_reason", ~Q(reason=""), "A substitution says why.")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.model_version}"
