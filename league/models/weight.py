"""What seasons weigh: how many rows and bytes of each kind they have. Law: it is worked out beside everything else
(league.results.weights) and says when; no page adds it up.
"""

from typing import Final

from django.db import models

from personas.constraints import one_of

EXHIBITIONS: Final = "-"  # no slug begins with it


class WeightKind(models.TextChoices):
    """What there is of games. Words are those of calls: what models were sent, and what came back."""

    EVENTS = "events", "events"
    ANSWERS = "answers", "answers"
    THOUGHTS = "thoughts", "thoughts"
    CALLS = "calls", "calls"
    WORDS = "words", "words of calls"
    LOGS = "logs", "logs on disk"


class Weight(models.Model):
    """How much of a kind the games of a season have, by its slug; those of no season by "-". Of many games some are
    weighed for all."""

    Kind = WeightKind

    season = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=WeightKind)
    games = models.PositiveIntegerField(help_text="How many games it has.")
    weighed = models.PositiveIntegerField(help_text="How many of them were weighed.")
    rows = models.PositiveBigIntegerField()
    bytes = models.PositiveBigIntegerField()
    weighed_at = models.DateTimeField("weighed at")

    class Meta:
        ordering = ["season", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["season", "kind"], name="weight_once"),
            one_of("weight_kind_known", "kind", WeightKind),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.kind} {self.bytes}"
