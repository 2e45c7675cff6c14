"""What was answered to requests that came with a key (`Idempotency-Key`): sent again, each is answered so again. Law:
which of two at the same moment is done the database says, by the two constraints that name a key once.
"""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.account import Token
from personas.constraints import holds, json_is, shaped

LONGEST_KEY: Final = 255


class Receipt(models.Model):
    """A request that came with a key, and what was answered; under way as long as there is no status."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="receipts")
    token = models.ForeignKey(
        Token, on_delete=models.CASCADE, null=True, blank=True, related_name="receipts", help_text="Of a session none."
    )
    key = models.CharField(max_length=LONGEST_KEY, help_text="As it was sent, any text.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of what was asked: another one is not this request.")
    began_at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Of the answer; empty while under way.")
    headers = models.JSONField(default=dict, blank=True, help_text="Those of the answer that belong to it.")
    body = models.TextField(blank=True, help_text="The answer, as it was sent.")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["token", "key"], condition=Q(token__isnull=False), name="receipt_once_for_a_token"
            ),
            models.UniqueConstraint(
                fields=["account", "key"], condition=Q(token__isnull=True), name="receipt_once_for_a_session"
            ),
            holds("receipt_has_key", ~Q(key=""), "A receipt has a key."),
            shaped("receipt_digest_shape", "digest", "[0-9a-f]{64}", "a SHA-256 in hexadecimal"),
            holds(
                "receipt_answered_or_under_way",
                Q(status__isnull=False) | Q(body="", headers={}),
                "What is under way has no answer yet.",
            ),
            json_is("receipt_headers_is_object", "headers", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.key} of {self.account}"
