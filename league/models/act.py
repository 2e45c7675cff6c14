"""The record of acts: who did what to what, from where, and what it changed. Law: a row is written in the transaction
of what it records, and then neither changed nor deleted; the database itself refuses both (migration 0015).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from personas.constraints import holds, json_is, one_of


class Surface(models.TextChoices):
    """From where something is done."""

    ADMIN = "admin", "admin"
    SITE = "site", "site"
    API = "api", "API"
    COMMAND = "command", "command line"
    SYSTEM = "system", "by itself"


class Act(models.Model):
    """Something that somebody did and that changed something."""

    Surface = Surface

    at = models.DateTimeField(default=timezone.now, db_index=True, help_text="When it was done.")
    # Nobody's row is written when an account goes: who it was stays here as text, and the key leads nowhere then.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="+",
        help_text="The account of who did it, while there is one.",
    )
    who = models.CharField(max_length=150, help_text="Who did it, by name.")
    surface = models.CharField("from", max_length=8, choices=Surface, help_text="From where.")
    verb = models.CharField(max_length=40, help_text="What was done.")
    app_label = models.CharField("app", max_length=40, help_text="The app of what it was done to.")
    model = models.CharField(max_length=40, help_text="The kind of it.")
    name = models.CharField("object", max_length=200, help_text="Its public name: a slug, an id, a date.")
    before = models.JSONField(default=dict, blank=True, help_text="What changed, as it was.")
    after = models.JSONField(default=dict, blank=True, help_text="What changed, as it is since.")
    reason = models.CharField(max_length=200, blank=True, help_text="Why, where somebody said so.")

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["app_label", "model", "name"], name="act_of_an_object")]
        constraints = [
            one_of("act_surface_known", "surface", Surface),
            holds(
                "act_named",
                ~Q(who="") & ~Q(verb="") & ~Q(app_label="") & ~Q(model="") & ~Q(name=""),
                "An act names who, what was done, and to what.",
            ),
            json_is("act_before_is_object", "before", "object"),
            json_is("act_after_is_object", "after", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.who}: {self.verb} {self.model} {self.name}"
