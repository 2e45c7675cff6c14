"""What a model says as the narrator of a game. It is no event: no ledger, journal, hash or briefing knows of it.

Law: the row is there before the model is asked, so that each moment is paid for once at most; while its text is empty,
and for good when nothing fit came, the house's lines stand in.
"""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from personas.constraints import holds


class Narration(models.Model):
    """A narrator's words after a public event."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="narrations", db_index=False)
    after = models.PositiveIntegerField(help_text="The public number of the event that it follows.")
    text = models.TextField(blank=True, help_text="Empty: the house's line stands in.")
    author = models.CharField(max_length=60, help_text="The slug of the model.")
    created_at = models.DateTimeField("asked", auto_now_add=True)

    class Meta:
        ordering = ["game_id", "after"]
        constraints = [
            models.UniqueConstraint(fields=["game", "after"], name="narration_once"),
            holds("narration_after_an_event", Q(after__gte=1), "A narration follows an event."),
            holds("narration_has_author", ~Q(author=""), "A narration has an author."),
        ]

    def __str__(self) -> str:
        return f"{self.author} after {self.after}"
