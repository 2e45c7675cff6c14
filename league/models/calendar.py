"""When a season plays: its calendar, and the slots of it that were used. Law: a slot is used once, whoever races, for
its row is unique; which slots there will be is not stored, but worked out (league.calendars.slots).
"""

from django.db import models
from django.db.models import F, Q

from league.models.season import Season
from personas.constraints import holds, one_of, shaped

TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"
DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
LONGEST_WHY = 300


class Missed(models.TextChoices):
    """What becomes of a slot that was missed."""

    CATCH_UP = "catch_up", "caught up: its games are played as soon as they can be"
    SKIP = "skip", "skipped: its games take the next slot"


class Calendar(models.Model):
    """On which days and at which times a season plays. Texts as they are written here, so that the database can check
    them; league.calendars.plans reads them."""

    Missed = Missed

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="calendar")
    starts_at = models.DateTimeField("start", null=True, blank=True, help_text="No slot is before it.")
    weekdays = models.CharField(max_length=7, help_text="Days of the week by their numbers: 1 is Monday, 7 is Sunday.")
    times = models.CharField(
        max_length=200, help_text="Times of day on the clocks of its zone, with blanks between, as in 18:00 20:30."
    )
    time_zone = models.CharField(max_length=64, help_text="A name of the IANA's, as in Europe/Berlin.")
    blackouts = models.TextField(
        blank=True, help_text="Dates without slots, with blanks between, as in 2026-12-24 2026-12-25."
    )
    missed = models.CharField(
        max_length=12, choices=Missed, default=Missed.CATCH_UP, help_text="What becomes of a slot that was missed."
    )
    changed_at = models.DateTimeField(
        "changed",
        null=True,
        blank=True,
        help_text="When it was last changed after the start: its slots count from then.",
    )
    looked_at = models.DateTimeField(
        "looked", null=True, blank=True, help_text="When somebody last looked at what of it is due."
    )

    class Meta:
        ordering = ["season_id"]
        constraints = [
            shaped("calendar_weekdays_shape", "weekdays", "1?2?3?4?5?6?7?", "numbers from 1 to 7 in their order"),
            holds("calendar_has_weekdays", ~Q(weekdays=""), "A calendar has a day of the week."),
            shaped("calendar_times_shape", "times", f"{TIME}( {TIME})*", "times of day, with blanks between"),
            shaped("calendar_time_zone_shape", "time_zone", "[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", "a time zone's name"),
            shaped("calendar_blackouts_shape", "blackouts", f"({DATE}( {DATE})*)?", "dates, with blanks between"),
            one_of("calendar_missed_known", "missed", Missed),
        ]

    def __str__(self) -> str:
        return f"{self.season.slug}"

    @property
    def skips(self) -> bool:
        """Whether slots that were missed are skipped."""
        return self.missed == Missed.SKIP


class Slot(models.Model):
    """A slot that was used, or missed: the wall time, its moment, and what became of it. Neither opened nor skipped, it
    was missed and is still to be caught up."""

    calendar = models.ForeignKey(Calendar, on_delete=models.CASCADE, related_name="slots")
    day = models.DateField(help_text="The date on the wall.")
    time = models.TimeField(help_text="The time of day on the wall.")
    time_zone = models.CharField(max_length=64, help_text="In which zone the wall is.")
    due_at = models.DateTimeField("due", help_text="Its moment.")
    opened_at = models.DateTimeField("opened", null=True, blank=True, help_text="When its games were made.")
    skipped_at = models.DateTimeField("skipped", null=True, blank=True, help_text="When it was found to be missed.")
    late_why = models.CharField(
        max_length=LONGEST_WHY, blank=True, help_text="Why it was late or skipped, in words for a person."
    )

    class Meta:
        ordering = ["calendar_id", "due_at", "day", "time"]
        constraints = [
            models.UniqueConstraint(fields=["calendar", "day", "time", "time_zone"], name="slot_once"),
            holds(
                "slot_opened_or_skipped",
                Q(opened_at__isnull=True) | Q(skipped_at__isnull=True),
                "A slot that was skipped has no games.",
            ),
            holds(
                "slot_missed_for_a_reason",
                Q(opened_at__isnull=False) | ~Q(late_why=""),
                "A slot that was missed says why.",
            ),
            holds(
                "slot_skipped_after_its_moment",
                Q(skipped_at__isnull=True) | Q(skipped_at__gt=F("due_at")),
                "A slot is skipped when it is over.",
            ),
        ]
        indexes = [models.Index(fields=["calendar", "due_at"], name="slot_due")]

    def __str__(self) -> str:
        return f"{self.day} {self.time:%H:%M} {self.time_zone}"
