"""Every request to a provider, from the intention on; two rows for one question mean that it was asked twice."""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from personas.constraints import holds, one_of


class CallStatus(models.TextChoices):
    """What became of a call; `orphaned` means that nobody was left to hear the answer."""

    INTENDED = "intended", "intended"
    SENT = "sent", "sent"
    ANSWERED = "answered", "answered"
    REFUSED = "refused", "refused"
    FAILED = "failed", "failed"
    ORPHANED = "orphaned", "orphaned"


class Call(models.Model):
    """One request to a provider, what it used and what became of it."""

    Status = CallStatus

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls", db_index=False)
    poll = models.PositiveIntegerField(help_text="The poll it belongs to.")
    seat = models.PositiveSmallIntegerField(help_text="The number of the seat it speaks for.")
    try_number = models.PositiveSmallIntegerField("try", default=1, help_text="1 for the first.")
    provider = models.CharField(max_length=12)
    model = models.CharField(max_length=120, help_text="The provider's name for the model.")
    status = models.CharField(max_length=12, choices=Status, default=Status.INTENDED)
    error = models.TextField(blank=True, help_text="What went wrong, in the provider's words.")
    input_tokens = models.PositiveIntegerField(null=True, blank=True)
    cached_tokens = models.PositiveIntegerField(null=True, blank=True, help_text="Of the input tokens.")
    output_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True, help_text="US dollars.")
    latency = models.FloatField(null=True, blank=True, help_text="Seconds from sending to the answer.")
    created_at = models.DateTimeField("intended", auto_now_add=True)

    class Meta:
        ordering = ["game_id", "poll", "seat", "id"]
        indexes = [models.Index(fields=["game", "poll", "seat"], name="call_question")]
        constraints = [
            one_of("call_status_known", "status", CallStatus),
            holds("call_try_from_one", Q(try_number__gte=1), "Tries are numbered from 1."),
            holds("call_named", ~Q(provider="") & ~Q(model=""), "A call names its provider and model."),
            holds(
                "call_costs_nothing_negative",
                (Q(cost__isnull=True) | Q(cost__gte=0)) & (Q(latency__isnull=True) | Q(latency__gte=0)),
                "Neither cost nor latency is negative.",
            ),
            holds(
                "call_cached_within_input",
                Q(cached_tokens__isnull=True) | Q(cached_tokens__lte=models.F("input_tokens")),
                "Cached tokens are part of the input tokens.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.poll}/{self.seat} try {self.try_number}: {self.status}"
