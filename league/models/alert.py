"""Alerts: what is wrong, from when it was seen until it is over, who is told of it, and what each was told. Law: what
is wrong is open once, whoever looks; a secret is named and never kept; nothing that is played hangs on these rows.

Who is told is written by verbs, each an act (league.alerts.addressees); all else by whoever looks
(league.alerts.telling).
"""

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from personas.constraints import holds, json_is, one_of, shaped

USUAL_REPEAT: Final = 360  # minutes
MOST_REPEAT: Final = 43_200  # minutes: 30 days
LONGEST_ADDRESS: Final = 500
LONGEST_KEY: Final = 320


class Means(models.TextChoices):
    """How somebody is told."""

    MAIL = "mail", "mail"
    WEBHOOK = "webhook", "webhook"


class Addressee(models.Model):
    """Who is told of alerts: where, of which, and how often again while they last."""

    HIDDEN = ("address",)  # of a webhook it is a secret, and the record of acts is for good
    Means = Means

    slug = models.SlugField(max_length=40, unique=True, help_text="What it is called: letters, digits and hyphens.")
    means = models.CharField(max_length=8, choices=Means, help_text="How it is told.")
    address = models.CharField(max_length=LONGEST_ADDRESS, help_text="A mail address, or the address of a webhook.")
    secret_variable = models.CharField(
        "secret",
        max_length=120,
        blank=True,
        help_text="Of a webhook, the environment variable that holds the secret by which its bodies are signed, such "
        "as LEAGUE_ALERT_SECRET: never the secret. Empty: they are not signed.",
    )
    kinds: Any = models.JSONField(default=list, blank=True, help_text="The kinds of alerts that it is told; none: all.")
    repeat = models.PositiveIntegerField(
        default=USUAL_REPEAT,
        help_text="After how many minutes it is told again what is still wrong; 0: never.",
    )
    is_active = models.BooleanField("active", default=True, help_text="Whether it is told anything.")
    made_by = models.CharField(max_length=150, blank=True, editable=False, help_text="Who made it.")
    told_from = models.DateTimeField(editable=False, help_text="What was over before is never told.")
    busy_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Somebody tells it until then at most."
    )
    sent_at = models.DateTimeField("last sent", null=True, blank=True, editable=False)
    failures = models.PositiveIntegerField(
        default=0, editable=False, help_text="How often in a row it could not be told."
    )
    error = models.CharField(max_length=300, blank=True, editable=False, help_text="Why not, the last time.")
    next_try_at = models.DateTimeField("next try", null=True, blank=True, editable=False)
    created_at = models.DateTimeField("made", auto_now_add=True)

    class Meta:
        ordering = ["slug"]
        constraints = [
            one_of("addressee_means_known", "means", Means),
            shaped("addressee_slug_shape", "slug", "[a-z0-9]+(-[a-z0-9]+)*", "lower-case letters, digits and hyphens"),
            holds("addressee_has_address", ~Q(address=""), "An addressee has an address."),
            holds(
                "addressee_secret_shape",
                Q(secret_variable="") | Q(secret_variable__regex=r"^[A-Z][A-Z0-9_]*$", means=Means.WEBHOOK),  # noqa: S106  (a name)
                "The secret of a webhook is named by an environment variable; mail has none.",
            ),
            json_is("addressee_kinds_are_list", "kinds", "array"),
            holds("addressee_repeat_in_bounds", Q(repeat__lte=MOST_REPEAT), "At most 43,200 minutes (30 days)."),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def where(self) -> str:
        """Its address as it may be shown: of a webhook no more than the machine, for its path may be a secret."""
        if self.means == Means.MAIL:
            return self.address
        scheme, _, rest = self.address.partition("://")
        return f"{scheme}://{rest.partition('/')[0].partition('?')[0].rpartition('@')[2]}"

    @property
    def hindrance(self) -> str:
        """Why it is told nothing as mail is set up in this process, and what to set; "" where nothing hinders it. Where
        only the sender is not set a server may take it all the same: what it did with the last one says more."""
        is_tried = bool(settings.LEAGUE_MAIL.told) and (self.sent_at is not None or self.failures > 0)
        if self.means != Means.MAIL or not self.is_active or is_tried:
            return ""
        return settings.LEAGUE_MAIL.hindrance(settings.LEAGUE_MAIL_FROM)


class Alert(models.Model):
    """Something that is wrong, or was: one row from when it was seen until it is over. `told` and `cure` are its words
    as of `seen_at`."""

    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=280, blank=True)
    key = models.CharField(max_length=LONGEST_KEY, help_text="Its kind and what it is about.")
    told = models.TextField(help_text="What is wrong, in a sentence.")
    cure = models.TextField(blank=True, help_text="What to do.")
    url = models.CharField("path", max_length=500, blank=True, help_text="Where more is told, on this site.")
    since = models.DateTimeField(null=True, blank=True, help_text="Since when it is wrong, where that is known.")
    begun_at = models.DateTimeField("first seen")
    seen_at = models.DateTimeField("last seen")
    over_at = models.DateTimeField("over", null=True, blank=True, db_index=True)

    class Meta:
        ordering = ["-begun_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(over_at__isnull=True), name="alert_open_once"),
            holds("alert_named", ~Q(kind="") & ~Q(key=""), "An alert has a kind and a key."),
        ]

    def __str__(self) -> str:
        return self.key


class Telling(models.Model):
    """What somebody was told of an alert: when first, when last, how often, and when that it was over."""

    alert = models.ForeignKey(Alert, on_delete=models.CASCADE, related_name="tellings")
    addressee = models.ForeignKey(Addressee, on_delete=models.CASCADE, related_name="tellings")
    begun_at = models.DateTimeField("told first")
    last_at = models.DateTimeField("told last", db_index=True)
    times = models.PositiveIntegerField(default=1)
    over_at = models.DateTimeField("told that it was over", null=True, blank=True)

    class Meta:
        ordering = ["-last_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["alert", "addressee"], name="telling_once")]

    def __str__(self) -> str:
        return f"{self.alert} to {self.addressee}"


class Watch(models.Model):
    """Whose turn it is to look whether anything is wrong: one row."""

    name = models.CharField(max_length=20, unique=True)
    owner = models.CharField(max_length=160, blank=True, help_text="The process that looked last.")
    until = models.DateTimeField(help_text="Nobody else looks before.")

    class Meta:
        verbose_name_plural = "watches"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
