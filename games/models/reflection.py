"""What a player behind a provider makes of a game that is over: which lessons it takes from it. No event, and no part
of any game: no ledger, journal, hash or rule knows of it.

Law: the row is there before the model is asked, and says until when somebody asks; so each player is asked once a game,
and twice at most, when whoever asked first was killed. A game whose reflection came to nothing taught that player
nothing.
"""

from datetime import timedelta
from typing import Final

from django.db import models
from django.db.models import Q

from games.models.game import Seat
from personas.constraints import holds, json_is, one_of

ASKED_WITHIN: Final = timedelta(hours=1)  # of the end of a game; later nobody is asked about it any more


class ReflectionStatus(models.TextChoices):
    """What became of it."""

    ASKED = "asked", "being asked"
    DONE = "done", "done"
    NOTHING = "nothing", "came to nothing"


class Reflection(models.Model):
    """A seat's, after its game."""

    Status = ReflectionStatus

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="reflection")
    status = models.CharField(max_length=8, choices=ReflectionStatus, default=ReflectionStatus.ASKED)
    tries = models.PositiveSmallIntegerField(default=1, help_text="How often somebody asked who may have been heard.")
    asked_until = models.DateTimeField(help_text="When somebody else may ask, if nothing has come by then.")
    chosen = models.JSONField(default=list, blank=True, help_text="The changes to its lessons that it chose.")
    thought = models.TextField(blank=True, help_text="What it made of the game, in its own words.")
    why = models.CharField(max_length=200, blank=True, help_text="Why it came to nothing.")

    class Meta:
        ordering = ["seat_id"]
        constraints = [
            one_of("reflection_status_known", "status", ReflectionStatus),
            json_is("reflection_chosen_is_list", "chosen", "array"),
            holds(
                "reflection_only_done_has_content",
                Q(status="done") | Q(thought="", chosen=[]),
                "Only one that is done has chosen anything.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.status}"
