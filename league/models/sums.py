"""Sums that are kept, so that no page adds up what thousands of games came to. Law: each is a fold over rows that stay,
written by league.results.sums and league.results.bills alone, and can be folded again from those rows at any time.

A season stands in them by its slug as text, "" for all games together, and "-" for games of no season. A key that is
"" (or 0) stands for all of its kind together; where that is so, the field says it.
"""

from django.db import models
from django.db.models import Q

from league.models.season import Season
from personas.constraints import holds
from personas.models import LanguageModel, Player

EVERY = ""  # all seasons together, exhibitions too
NO_SEASON = "-"  # no slug begins with it


def whole() -> models.PositiveBigIntegerField:
    """A sum of whole numbers."""
    return models.PositiveBigIntegerField(default=0)


def dollars() -> models.DecimalField:
    """A sum of US dollars."""
    return models.DecimalField(max_digits=20, decimal_places=8, default=0)


class Outcome(models.Model):
    """How many of a season's recorded games a team has won, or ended in a draw, by ruleset."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="outcomes")
    ruleset = models.CharField(max_length=40)
    winner = models.CharField(max_length=20)
    games = whole()

    class Meta:
        ordering = ["season_id", "ruleset", "winner"]
        constraints = [models.UniqueConstraint(fields=["season", "ruleset", "winner"], name="outcome_once")]

    def __str__(self) -> str:
        return f"{self.season}: {self.winner} {self.games}"


class Career(models.Model):
    """How a player did over all rated seasons, or over all that are not: in one ruleset or (ruleset "") in all, in one
    role or (role and team "") in all."""

    rated = models.BooleanField()
    ruleset = models.CharField(max_length=40, blank=True)
    role = models.CharField(max_length=40, blank=True)
    team = models.CharField(max_length=20, blank=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="careers")
    games, wins, draws, survived, answers, defaults = whole(), whole(), whole(), whole(), whole(), whole()

    class Meta:
        ordering = ["player_id", "rated", "ruleset", "team", "role"]
        constraints = [
            models.UniqueConstraint(fields=["rated", "ruleset", "role", "team", "player"], name="career_once"),
            holds("career_of_a_team_with_a_role", Q(role="", team="") | ~Q(role="") & ~Q(team=""), "Both or neither."),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.wins}/{self.games}"


class ModelCareer(models.Model):
    """How the players on a model did at a strategy level, in one season or in all ("") rated or unrated ones."""

    season = models.CharField(max_length=60, blank=True)
    rated = models.BooleanField()
    ruleset = models.CharField(max_length=40)
    role = models.CharField(max_length=40)
    team = models.CharField(max_length=20)
    model = models.ForeignKey(LanguageModel, on_delete=models.CASCADE, related_name="careers")
    level = models.CharField(max_length=12)
    games, wins, draws, survived, answers, defaults = whole(), whole(), whole(), whole(), whole(), whole()

    class Meta:
        ordering = ["season", "model_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "rated", "ruleset", "role", "team", "model", "level"], name="model_career_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.model}, {self.level}: {self.wins}/{self.games}"


class FiguresSum(models.Model):
    """Figures of counted games added up, by ruleset, size of table, how the model was asked, level and role (then
    persona is ""), or by persona (then size, version and briefing are 0, level, role and team are "", and ruleset is
    "" for all together)."""

    season = models.CharField(max_length=60, blank=True)
    ruleset = models.CharField(max_length=40, blank=True)
    size = models.PositiveSmallIntegerField()
    model = models.ForeignKey(LanguageModel, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=0, help_text="Of how the model was asked; as figures have it.")
    briefing = models.PositiveIntegerField(default=0, help_text="The revision of the briefings; as figures have it.")
    level = models.CharField(max_length=12, blank=True)
    role = models.CharField(max_length=40, blank=True)
    team = models.CharField(max_length=20, blank=True)
    persona = models.CharField(max_length=60, blank=True, help_text="Its slug.")
    seats, wins, draws, survived = whole(), whole(), whole(), whole()
    paid_seats, paid_wins, asked = whole(), whole(), whole()
    answers, defaults, accused, nominated, voted_for = whole(), whole(), whole(), whole(), whole()
    votes_hidden, votes_open, votes_nobody = whole(), whole(), whole()
    thoughts, thought_length, decisions, foreseen = whole(), whole(), whole(), whole()
    claims, judged, untrue, judged_hidden, untrue_hidden = whole(), whole(), whole(), whole(), whole()
    heard, unfiled, filed, unsaid = whole(), whole(), whole(), whole()
    calls, input_tokens, cached_tokens, output_tokens, reasoning_tokens = whole(), whole(), whole(), whole(), whole()
    cost, unsure = dollars(), dollars()

    class Meta:
        ordering = ["season", "ruleset", "size"]
        constraints = [
            models.UniqueConstraint(
                fields=[
                    "season",
                    "persona",
                    "ruleset",
                    "size",
                    "model",
                    "version",
                    "briefing",
                    "level",
                    "role",
                    "team",
                ],
                name="figures_sum_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season or 'all'}: {self.persona or self.role}"


class GameSum(models.Model):
    """How many counted games of a ruleset and a size of table a team has won, and for how many a provider was asked."""

    season = models.CharField(max_length=60, blank=True)
    ruleset = models.CharField(max_length=40)
    size = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=20)
    games, paid_games = whole(), whole()

    class Meta:
        ordering = ["season", "ruleset", "size"]
        constraints = [models.UniqueConstraint(fields=["season", "ruleset", "size", "winner"], name="game_sum_once")]

    def __str__(self) -> str:
        return f"{self.season or 'all'}: {self.winner} {self.games}"


class Bill(models.Model):
    """What calls of finished games to a model cost, by ruleset and size of table; of its narrators apart."""

    season = models.CharField(max_length=60, blank=True)
    ruleset = models.CharField(max_length=40)
    size = models.PositiveSmallIntegerField()
    model = models.CharField(max_length=120, help_text="Its slug, or where it has no row the provider's name for it.")
    told = models.BooleanField(help_text="Whether it was the narrator.")
    calls, input, cached, cache_written, output, reasoning = (whole() for _ in range(6))
    cost, unsure = dollars(), dollars()

    class Meta:
        ordering = ["season", "model"]
        constraints = [models.UniqueConstraint(fields=["season", "told", "model", "ruleset", "size"], name="bill_once")]

    def __str__(self) -> str:
        return f"{self.model}: {self.cost}"


class AskingSum(models.Model):
    """What came of asking a model for answers in finished games, by rule book and kind of question. A question that it
    was asked in several tries is one of `questions`; `answered` calls brought a reply, of which `faulty` ones could not
    stand; `cut` are those of them that ended at the most tokens they had."""

    season = models.CharField(max_length=60, blank=True)
    model = models.CharField(max_length=120, help_text="Its slug, or where it has no row the provider's name for it.")
    ruleset = models.CharField(max_length=40)
    kind = models.CharField(max_length=40, blank=True, help_text="Of the question; empty where it got no answer.")
    questions, retried, defaulted = whole(), whole(), whole()
    calls, answered, faulty, cut, refused, lost = (whole() for _ in range(6))
    input, cached, cache_written, output, reasoning = (whole() for _ in range(5))
    cost, unsure = dollars(), dollars()

    class Meta:
        ordering = ["season", "model", "ruleset", "kind"]
        constraints = [models.UniqueConstraint(fields=["season", "model", "ruleset", "kind"], name="asking_sum_once")]

    def __str__(self) -> str:
        return f"{self.model}, {self.kind}: {self.calls}"


class LatencySum(models.Model):
    """How many calls for answers in finished games a model answered within which time, by rule book; the buckets are
    league.results.latency's."""

    season = models.CharField(max_length=60, blank=True)
    model = models.CharField(max_length=120, help_text="As in sums of askings.")
    ruleset = models.CharField(max_length=40)
    bucket = models.PositiveSmallIntegerField()
    calls = whole()

    class Meta:
        ordering = ["season", "model", "ruleset", "bucket"]
        constraints = [
            models.UniqueConstraint(fields=["season", "model", "ruleset", "bucket"], name="latency_sum_once")
        ]

    def __str__(self) -> str:
        return f"{self.model}, bucket {self.bucket}: {self.calls}"


class Version(models.Model):
    """From when on a model answered in the billed games of a season under a name and fingerprint, as its provider told;
    one row for each change."""

    season = models.CharField(max_length=60)
    model = models.CharField(max_length=120)
    name = models.CharField(max_length=120, blank=True)
    fingerprint = models.CharField(max_length=120, blank=True)
    since = models.DateTimeField()

    class Meta:
        ordering = ["season", "model", "since", "pk"]
        indexes = [models.Index(fields=["season", "model", "since"], name="version_in_time")]

    def __str__(self) -> str:
        return f"{self.model}: {self.name}"
