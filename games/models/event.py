"""The ledger: what became known, and to whom. Written by the holder of the lease, never changed."""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from personas.constraints import holds, json_is

EVERYONE = -1
NOBODY = 0


class Event(models.Model):
    """Something that became known, whole, to those who heard it."""

    HIDDEN = ("heard_by", "data")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField(help_text="Its place in the ledger, from 1, without gaps.")
    public_seq = models.PositiveIntegerField(
        null=True, blank=True, help_text="Its place among the events that everyone heard; nothing for the others."
    )
    kind = models.CharField(max_length=40)
    round = models.PositiveIntegerField()
    phase = models.CharField(max_length=20)
    heard_by = models.BigIntegerField(help_text="-1 everyone, 0 nobody, else one bit for each seat.")
    poll = models.PositiveIntegerField(help_text="The latest poll before it; 0 before the first.")
    data = models.JSONField(default=dict, help_text="The fields of this kind of event.")
    at = models.DateTimeField(help_text="When it was written.")
    shown_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="From when on it may be shown, in a game with a pace; empty: from when it was written.",
    )

    class Meta:
        ordering = ["game_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["game", "public_seq"], name="event_public_seq_once"),
            holds("event_seq_from_one", Q(seq__gte=1), "Events are numbered from 1."),
            holds("event_kind_given", ~Q(kind=""), "An event has a kind."),
            holds("event_hearers_fit", Q(heard_by__gte=EVERYONE), "heard_by is -1, 0 or the bits of the seats."),
            holds(
                "event_public_when_heard_by_all",
                Q(heard_by=EVERYONE, public_seq__gte=1) | (~Q(heard_by=EVERYONE) & Q(public_seq__isnull=True)),
                "What everyone heard has a public number from 1 up, and nothing else has one.",
            ),
            json_is("event_data_is_object", "data", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
