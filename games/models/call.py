"""The call ledger: every request to a provider, from the intention on; nothing is paid that has no row here.

Law: the row is there, with the worst that it may cost reserved, before the request leaves; and what nobody heard the
end of is settled at that worst. So the ledger is never below the provider's bill. A cost is sure where the tokens are
known, and else a bound.
"""

import secrets
from typing import Final

from django.db import models
from django.db.models import F, Q

from games.models.game import Game
from personas.constraints import holds, one_of
from personas.models import LanguageModel


class CallStatus(models.TextChoices):
    """What became of a call.

    `answered`: a reply came, whether or not it could stand. `refused`: the provider did not take the request, and
    nothing was spent. `failed`: no whole reply came. `orphaned`: nobody was left to hear it.
    """

    INTENDED = "intended", "intended"
    SENT = "sent", "sent"
    ANSWERED = "answered", "answered"
    REFUSED = "refused", "refused"
    FAILED = "failed", "failed"
    ORPHANED = "orphaned", "orphaned"


class CallPurpose(models.TextChoices):
    """What a call is made for."""

    ANSWER = "answer", "an answer in a game"
    PROBE = "probe", "a probe of a model"
    PERSONA = "persona", "a persona by the model itself"
    NARRATION = "narration", "the narrator's words"
    REFLECTION = "reflection", "what a player learns from a game that is over"


def new_ident() -> str:
    """Sixteen random hexadecimal digits: what a request carries, so that a provider's records can be compared."""
    return secrets.token_hex(8)


UNSURE: Final = Q(input_tokens__isnull=True)  # of calls: nobody told what it used, and what it cost is a bound


# Of calls: no answer came of it, or none that could stand.
FAILING: Final = Q(status__in=["refused", "failed", "orphaned"]) | ~Q(fault="")


class Call(models.Model):
    """One request to a provider: what it was for, what it used and what became of it."""

    Status = CallStatus
    Purpose = CallPurpose
    OPEN = (Status.INTENDED, Status.SENT)

    ident = models.CharField("id", max_length=16, unique=True, default=new_ident, editable=False)
    purpose = models.CharField(max_length=12, choices=Purpose, default=Purpose.ANSWER)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="calls", db_index=False
    )
    season = models.CharField(
        max_length=60, blank=True, editable=False, help_text="Whose account an errand draws on beside the day's."
    )
    poll = models.PositiveIntegerField(null=True, blank=True, help_text="The poll it belongs to.")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The number of the seat it speaks for.")
    try_number = models.PositiveSmallIntegerField(
        "try", default=1, help_text="1 for the first; a request that brought no answer is made again with its number."
    )
    language_model = models.ForeignKey(
        LanguageModel, on_delete=models.PROTECT, null=True, blank=True, related_name="calls", verbose_name="model row"
    )
    provider = models.CharField(max_length=120, help_text="The provider, or the host of a server of one's own.")
    model = models.CharField(max_length=120, help_text="The provider's name for the model.")
    returned_model = models.CharField(max_length=120, blank=True, help_text="The name that the provider returned.")
    fingerprint = models.CharField(max_length=120, blank=True, help_text="What the provider calls its version.")
    asked = models.CharField(
        "asked as",
        max_length=64,
        blank=True,
        default="",
        editable=False,
        help_text="The digest of how its model is asked, of calls beside the games; in games a seat has a version.",
    )
    rung = models.CharField(max_length=12, blank=True, help_text="How the shape of the answer was asked for.")
    without = models.CharField(
        max_length=300,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="What was not sent, for the model is known to refuse it; of older calls it is not known.",
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.INTENDED)
    error = models.TextField(blank=True, help_text="What went wrong, in the provider's words.")
    fault = models.TextField(blank=True, help_text="Why the answer could not stand; empty when it could.")
    said = models.TextField(blank=True, help_text="The answer as it came, cut to what is worth keeping.")
    input_tokens = models.PositiveIntegerField(null=True, blank=True)
    cached_tokens = models.PositiveIntegerField(null=True, blank=True, help_text="Of the input tokens.")
    cache_written_tokens = models.PositiveIntegerField(
        null=True, blank=True, help_text="Of the input tokens; of older calls it is not known."
    )
    output_tokens = models.PositiveIntegerField(null=True, blank=True)
    reasoning_tokens = models.PositiveIntegerField(null=True, blank=True, help_text="Of the output tokens.")
    reserved = models.DecimalField(
        max_digits=14, decimal_places=8, default=0, help_text="US dollars: the most that it may cost."
    )
    cost = models.DecimalField(
        max_digits=14, decimal_places=8, null=True, blank=True, help_text="US dollars; unknown while it is on its way."
    )
    latency = models.FloatField(null=True, blank=True, help_text="Seconds from sending to the answer.")
    created_at = models.DateTimeField("intended", auto_now_add=True)
    billed = models.BooleanField(
        default=False, editable=False, help_text="Whether it is in the bills that are kept of finished games."
    )

    class Meta:
        ordering = ["game_id", "poll", "seat", "id"]
        indexes = [
            models.Index(fields=["game", "poll", "seat"], name="call_question"),
            models.Index(fields=["created_at"], name="call_newest"),
            models.Index(fields=["game"], condition=Q(status__in=["intended", "sent"]), name="call_open"),
            models.Index(fields=["game"], condition=Q(purpose="narration"), name="call_narration"),
            models.Index(fields=["language_model", "-id"], condition=Q(purpose="probe"), name="call_probe"),
            models.Index(fields=["game"], condition=Q(billed=False), name="call_unbilled"),
            models.Index(fields=["-id"], condition=Q(status__in=["failed", "orphaned"]), name="call_lost"),
            models.Index(fields=["language_model", "-id"], condition=FAILING, name="call_failing"),
        ]
        constraints = [
            one_of("call_status_known", "status", CallStatus),
            one_of("call_purpose_known", "purpose", CallPurpose),
            holds("call_try_from_one", Q(try_number__gte=1), "Tries are numbered from 1."),
            holds("call_named", ~Q(provider="") & ~Q(model=""), "A call names its provider and model."),
            holds(
                "call_of_a_question",
                ~Q(purpose="answer") | Q(game__isnull=False, poll__isnull=False, seat__isnull=False),
                "An answer's call belongs to a game, a poll and a seat.",
            ),
            holds(
                "call_costs_nothing_negative",
                Q(reserved__gte=0)
                & (Q(cost__isnull=True) | Q(cost__gte=0))
                & (Q(latency__isnull=True) | Q(latency__gte=0)),
                "Neither cost nor latency is negative.",
            ),
            holds(
                "call_settled_when_over",
                Q(status__in=["intended", "sent"]) | Q(cost__isnull=False),
                "A call that is over has a cost.",
            ),
            holds(
                "call_cached_within_input",
                Q(cached_tokens__isnull=True) | Q(cached_tokens__lte=F("input_tokens")),
                "Cached tokens are part of the input tokens.",
            ),
            holds(
                "call_cache_written_within_rest",
                Q(cache_written_tokens__isnull=True)
                | Q(cache_written_tokens__lte=F("input_tokens") - F("cached_tokens")),
                "Tokens written to a cache are input tokens that were not read from one.",
            ),
        ]

    def __str__(self) -> str:
        what = self.purpose if self.poll is None else f"{self.poll}/{self.seat}"
        return f"{what} try {self.try_number}: {self.status}"


class CallRecord(models.Model):
    """What was sent and what came back, word for word, kept for a set time; keys are not in it."""

    call = models.OneToOneField(Call, on_delete=models.CASCADE, primary_key=True, related_name="record")
    request = models.TextField(help_text="JSON; what other calls of its game were sent, too, by its key.")
    has_parts = models.BooleanField(default=False, help_text="Whether parts of the request are texts of its game.")
    response = models.TextField(blank=True)
    thinking = models.TextField(blank=True, help_text="What the provider showed of the model's thinking.")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"record of call {self.pk}"


class CallText(models.Model):
    """A text that calls of a game were sent, stored once for all of them and kept as long as their records."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="call_texts", db_index=False)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the text.")
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "digest"], name="call_text_once")]

    def __str__(self) -> str:
        return f"{self.digest[:12]} of {self.game_id}"
