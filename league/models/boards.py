"""Boards: how each is shown, what is taken off it, and the sums that its order comes from.

The league has one board over all rated seasons, and each season its own; one without a row is as it is by default.
"""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Mod
from django.db.models.lookups import Exact
from django.utils import timezone

from games.models import Game
from league.models.act import Surface
from league.models.season import Season
from league.models.sums import whole
from personas.constraints import holds, one_of
from personas.models import Player

USUAL_MINIMUM = 3  # games that a row of the league's board has at least to be ranked
USUAL_MINIMUM_OF_SEASON = 1
MOST_MINIMUM = 10_000
PUBLISHED, HIDDEN = "published", "hidden"  # what a board may be
KINDS = [("game", "game"), ("player", "player")]  # of what is excluded


class BoardOrder(models.TextChoices):
    """By what a board is put in order."""

    ABOVE = "above", "wins above expectation"
    RATE = "rate", "win rate"


class Board(models.Model):
    """How a board is shown: the league's (without a season), or a season's."""

    Order = BoardOrder

    season = models.OneToOneField(Season, on_delete=models.CASCADE, null=True, blank=True, related_name="board")
    is_published = models.BooleanField("published", default=True, help_text="Whether others than staff see it.")
    minimum = models.PositiveIntegerField(
        "minimum of games", default=USUAL_MINIMUM, help_text="Rows with fewer games stand apart and have no rank."
    )
    order = models.CharField(max_length=8, choices=BoardOrder, default=BoardOrder.ABOVE)
    revision = models.PositiveIntegerField(default=0, help_text="Grows with each act on it; 0 while there was none.")

    class Meta:
        ordering = ["season_id"]
        constraints = [
            models.UniqueConstraint(Coalesce("season", 0), name="board_of_all_once"),
            one_of("board_order_known", "order", BoardOrder),
            holds("board_minimum_possible", Q(minimum__lte=MOST_MINIMUM), "The minimum is at most 10,000 games."),
        ]

    def __str__(self) -> str:
        return f"board of {self.season}" if self.season else "leaderboard"

    @property
    def status(self) -> str:
        """Whether everybody sees it, in a word."""
        return PUBLISHED if self.is_published else HIDDEN

    @property
    def public_name(self) -> str:
        """What acts and commands call it."""
        return self.season.slug if self.season else "all"


class Exclusion(models.Model):
    """That a game or a player was taken off boards, or given back. Only ever added: what holds is the newest of its
    kind. A game is off its season's board and all others; a player off one season's board, or (without a season) all.
    """

    turn = models.PositiveIntegerField(help_text="From 1: with odd ones it is taken off, with even ones given back.")
    is_out = models.BooleanField("taken off")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="exclusions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="exclusions")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, blank=True, related_name="exclusions")
    reason = models.CharField(max_length=200, help_text="Everybody sees it.")
    at = models.DateTimeField(default=timezone.now)
    who = models.CharField(max_length=150, help_text="Who did it, by name.")
    surface = models.CharField("from", max_length=8, choices=Surface)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["season", "player"], name="exclusion_of_season")]
        constraints = [
            models.UniqueConstraint(fields=["game", "turn"], condition=Q(game__isnull=False), name="exclusion_of_game"),
            models.UniqueConstraint(
                fields=["player", "season", "turn"],
                condition=Q(player__isnull=False, season__isnull=False),
                name="exclusion_of_player_in_season",
            ),
            models.UniqueConstraint(
                fields=["player", "turn"],
                condition=Q(player__isnull=False, season__isnull=True),
                name="exclusion_of_player",
            ),
            holds(
                "exclusion_of_one",
                Q(game__isnull=False, player__isnull=True, season__isnull=True)
                | Q(game__isnull=True, player__isnull=False),
                "A game is excluded, or a player.",
            ),
            holds(
                "exclusion_in_turns",
                Q(Exact(Mod(F("turn"), 2), 1), is_out=True) | Q(Exact(Mod(F("turn"), 2), 0), is_out=False, turn__gte=2),
                "What was excluded is restored, and only that.",
            ),
            holds("exclusion_has_a_reason", ~Q(reason="") & ~Q(who=""), "Whoever excludes or restores says why."),
            one_of("exclusion_surface_known", "surface", Surface),
        ]

    def __str__(self) -> str:
        return f"{'excluded' if self.is_out else 'restored'}: {self.reason}"


class Surplus(models.Model):
    """By how much somebody sat on the side that won, in decided games of one rule book with the same options and the
    same size of table, by which team won. league.results.expecting says what comes of it.

    Of each game let p be the seats of `whose` that won and q those that lost; the sums are over games. `by` is what
    `whose` names: a player by its id, a model or persona by its slug, a level; or "" (with whose ""), which counts the
    games themselves. A row is of one role, of a team (role ""), or of all seats (team "" as well).
    """

    season = models.CharField(max_length=60, blank=True, help_text='Its slug; "": all rated seasons that count.')
    by = models.CharField(max_length=8, blank=True)
    whose = models.CharField(max_length=130, blank=True)
    team = models.CharField(max_length=20, blank=True)
    role = models.CharField(max_length=40, blank=True)
    ruleset = models.CharField(max_length=40)
    book = models.CharField(max_length=16, help_text="The digest of the options (league.results.expecting).")
    size = models.PositiveSmallIntegerField(help_text="How many sat at the table.")
    winner = models.CharField(max_length=20)
    games, seats = whole(), whole()
    more = models.BigIntegerField(default=0, help_text="The sum of p - q.")
    apart = models.PositiveBigIntegerField(default=0, help_text="The sum of (p - q) squared.")

    class Meta:
        verbose_name_plural = "surpluses"
        ordering = ["season", "by", "whose"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "by", "team", "role", "whose", "ruleset", "book", "size", "winner"],
                name="surplus_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season or 'all'}: {self.whose or 'games'} {self.more}"
