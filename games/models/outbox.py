"""The outbox: of which games something was written that is not sent yet. What is sent are the rows themselves.

Law: a mark is made in the transaction that writes, and goes when all that was written before it has been sent; so
whatever is lost between the two is sent once more, and who takes it knows it by its number.
"""

from django.db import models

from games.models.game import Game
from personas.constraints import holds


class Outbox(models.Model):
    """A game of which something is to be sent."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    writes = models.PositiveBigIntegerField(
        default=1,
        help_text="Grows with every write; who sends looks whether it is still what it was.",
    )

    class Meta:
        constraints = [holds("outbox_writes_from_one", models.Q(writes__gte=1), "A mark stands for a write at least.")]

    def __str__(self) -> str:
        return f"game {self.game_id}"
