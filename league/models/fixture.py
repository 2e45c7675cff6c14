"""What a season orders, and what its games come to there: fixtures, what they taught, standings.

Games never point back: a fixture points to its game.
"""

from django.db import models
from django.db.models import F, Q

from games.models import Game
from league.models.season import Season, SeasonRules
from personas.constraints import holds, json_is
from personas.models import Player


class Fixture(models.Model):
    """A game that is to be played, then the game that was."""

    HIDDEN = ("deal",)

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveIntegerField(help_text="Fixtures are numbered from 1; standings fold them in this order.")
    # RESTRICT and not PROTECT: a season goes with all that is its own, and rules alone only while nothing needs them.
    rules = models.ForeignKey(SeasonRules, on_delete=models.RESTRICT, related_name="fixtures")
    seating = models.JSONField(
        null=True, blank=True, help_text="The players' primary keys by seat, where the season says who sits where."
    )
    deal = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="The roles by seat and the first speaker, where the season's design says them; empty: by its seed.",
    )
    block = models.PositiveIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="Of a sealed season, the number of the block, from 1, that is told when the last of its games is "
        "over; empty: each game is told with its own end.",
    )
    due_at = models.DateTimeField(
        "due", null=True, blank=True, help_text="When its game may start, once that is known."
    )
    slot = models.ForeignKey(
        "Slot",
        on_delete=models.RESTRICT,
        null=True,
        blank=True,
        related_name="fixtures",
        help_text="In which slot of its season's calendar it is played.",
    )
    attempt = models.PositiveSmallIntegerField(
        default=1, help_text="Grows by one when its game was set aside and another is to be played in its place."
    )
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="fixture")
    recorded_at = models.DateTimeField("recorded", null=True, blank=True, help_text="When its result was counted.")
    book = models.CharField(
        max_length=16,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The digest of its game's options, since its result was counted.",
    )
    is_excluded = models.BooleanField(
        "excluded",
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether its game was taken off all boards; exclusions say why.",
    )
    taught_at = models.DateTimeField(
        "taught", null=True, blank=True, help_text="When all its players had learned from it, where they do."
    )
    cast_at = models.DateTimeField(
        "cast", null=True, blank=True, help_text="When it was known who plays; empty while models write their personas."
    )
    cast_by = models.CharField(
        "cast by", max_length=200, blank=True, help_text="The process that lets models write them now."
    )
    cast_due_at = models.DateTimeField(
        "cast due", null=True, blank=True, help_text="Until then somebody does, or nobody tries again."
    )
    cast_failures = models.PositiveSmallIntegerField(default=0, help_text="How often in a row that failed.")
    cast_waiting = models.CharField(
        max_length=200, blank=True, help_text="Why they are not written yet, in words for a person."
    )

    class Meta:
        ordering = ["season_id", "number"]
        indexes = [
            models.Index(fields=["due_at"], name="fixture_due", condition=Q(game__isnull=True)),
            models.Index(fields=["season", "number"], name="fixture_unopened", condition=Q(game__isnull=True)),
            models.Index(
                fields=["season"], name="fixture_open", condition=Q(game__isnull=False, recorded_at__isnull=True)
            ),
            models.Index(
                fields=["game"], name="fixture_unrecorded", condition=Q(game__isnull=False, recorded_at__isnull=True)
            ),
            models.Index(fields=["season", "-game"], name="fixture_newest_game"),
            models.Index(fields=["recorded_at"], name="fixture_told", condition=Q(block__isnull=False)),
            models.Index(fields=["game"], name="fixture_excluded", condition=Q(is_excluded=True)),
            models.Index(fields=["season", "number"], name="fixture_untaught", condition=Q(taught_at__isnull=True)),
            models.Index(fields=["season"], name="fixture_in_cast", condition=~Q(cast_by="") | ~Q(cast_waiting="")),
        ]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="fixture_number_once"),
            holds("fixture_numbered_from_one", Q(number__gte=1), "Fixtures are numbered from 1."),
            holds("fixture_attempt_from_one", Q(attempt__gte=1), "Attempts are numbered from 1."),
            holds("fixture_block_from_one", Q(block__isnull=True) | Q(block__gte=1), "Blocks are numbered from 1."),
            json_is("fixture_seating_is_list", "seating", "array"),
            json_is("fixture_deal_is_object", "deal", "object"),
            holds(
                "fixture_recorded_with_game",
                Q(recorded_at__isnull=True) | Q(game__isnull=False),
                "Only a fixture with a game has a result.",
            ),
            holds(
                "fixture_cast_before_its_game",
                Q(game__isnull=True) | Q(cast_at__isnull=False),
                "A game is made when it is known who plays.",
            ),
            holds(
                "fixture_cast_is_over",
                Q(cast_at__isnull=True) | Q(cast_by="", cast_due_at__isnull=True, cast_failures=0, cast_waiting=""),
                "Once it is known who plays, nobody waits for it.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} #{self.number}"


class Learned(models.Model):
    """That a fixture has taught a player, and which revision of its memory that came to within the season; the same as
    before where there was nothing to learn."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="learned", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField(help_text="The fixture's.")
    revision = models.PositiveIntegerField(help_text="The number of the revision; 0 while it remembers nothing.")

    class Meta:
        verbose_name_plural = "learned"
        ordering = ["season_id", "player_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player", "number"], name="learned_once"),
            holds("learned_from_a_fixture", Q(number__gte=1), "Fixtures are numbered from 1."),
        ]

    def __str__(self) -> str:
        return f"{self.player} from #{self.number}"


class Standing(models.Model):
    """How a player did in one role of one season; every table of results is a sum over these rows."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    ruleset = models.CharField(max_length=40)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    role = models.CharField(max_length=40)
    team = models.CharField(max_length=20)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    survived = models.PositiveIntegerField(default=0)
    answers = models.PositiveIntegerField(default=0, help_text="How often it was asked.")
    defaults = models.PositiveIntegerField(default=0, help_text="How often the default stood in for its answer.")

    class Meta:
        ordering = ["season_id", "ruleset", "player_id", "role"]
        constraints = [
            models.UniqueConstraint(fields=["season", "ruleset", "player", "role"], name="standing_once"),
            holds("standing_named", ~Q(role="") & ~Q(team=""), "A standing names a role and a team."),
            holds("standing_defaults_within_answers", Q(answers__gte=F("defaults")), "Defaults are answers."),
            holds("standing_results_within_games", Q(games__gte=F("wins") + F("draws")), "Wins and draws are games."),
            holds(
                "standing_survived_within_games", Q(games__gte=F("survived")), "Nobody survives more games than played."
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} as {self.role}: {self.wins}/{self.games}"
