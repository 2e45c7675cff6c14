"""The journal: every answer that was taken. With it a game is played again; it is never changed."""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from personas.constraints import holds, json_is


class Answer(models.Model):
    """What one seat answered in one poll, or the default that stood in for it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="answers", db_index=False)
    poll = models.PositiveIntegerField(help_text="The poll it was asked in, from 1.")
    seat = models.PositiveSmallIntegerField(help_text="The number of the seat that was asked.")
    kind = models.CharField(max_length=40, help_text="The kind of question.")
    digest = models.CharField(max_length=64, help_text="Of the answers that were legal.")
    answer = models.JSONField(help_text="The legal answer, without the thought.")
    thought = models.TextField(blank=True, help_text="What the player thought; heard by nobody at the table.")
    default_reason = models.TextField(blank=True, help_text="Why the default was used; empty when the player answered.")
    disclosed = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="What its player believes of the others and what its speech claims; it decides nothing.",
    )
    tries = models.PositiveSmallIntegerField(default=1, help_text="How often it was asked.")
    at = models.DateTimeField(help_text="When it was written.")

    class Meta:
        ordering = ["game_id", "poll", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "poll", "seat"], name="answer_once"),
            holds("answer_poll_from_one", Q(poll__gte=1), "Polls are numbered from 1."),
            holds("answer_kind_given", ~Q(kind="") & ~Q(digest=""), "An answer has a question's kind and digest."),
            json_is("answer_is_object", "answer", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.poll}/{self.seat} {self.kind}"
