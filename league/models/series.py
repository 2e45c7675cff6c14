"""A series: seasons that follow one another by one template, and when the next of them opens. Law: a season of a series
has a number in it, which is given once, whoever races; league.seasons.series opens them.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from personas.constraints import holds, json_is, one_of, shaped

NUMBER = "{n}"  # in a pattern, where the number of the season stands
LONGEST_WHY = 500


class SeriesStatus(models.TextChoices):
    """Whether a series opens seasons."""

    RUNNING = "running", "running"
    PAUSED = "paused", "paused"
    ENDED = "ended", "ended"


class RosterRule(models.TextChoices):
    """Who plays the next season."""

    SAME = "same", "the same: who played the season before"
    ACTIVE = "active", "active: all active players of the house, or of the models named"
    FIXED = "fixed", "fixed: those of the list"
    BEST = "best", "best: the first of the table of the season before, and others by lot"


class Opens(models.TextChoices):
    """When the next season opens."""

    AFTER = "after", "after: when the one before is over"
    WEEKS = "weeks", "weeks: so many weeks after the one before started, and when that is over"


class Series(models.Model):
    """Seasons that open by themselves, one after the other, each by the same template. It and who plays (`players`,
    `pool`) stand here as JSON, which league.seasons.series.templates and .rosters read."""

    Status = SeriesStatus
    RosterRule = RosterRule
    Opens = Opens

    slug = models.CharField(max_length=60, unique=True, help_text="Lower-case letters, digits and hyphens.")
    name = models.CharField(max_length=120)
    status = models.CharField(max_length=12, choices=SeriesStatus, default=SeriesStatus.RUNNING)
    waiting = models.CharField(
        max_length=LONGEST_WHY, blank=True, help_text="Why the next season has not opened, in words for a person."
    )
    template = models.JSONField(help_text="What its seasons are to be: a season's plan without slug, name and players.")
    slug_pattern = models.CharField(
        "slugs", max_length=60, help_text="What its seasons are called in addresses, with {n} for the number."
    )
    name_pattern = models.CharField("names", max_length=120, help_text="What they are called, with {n} for the number.")
    next_number = models.PositiveIntegerField("next", default=1, help_text="The number of the season that opens next.")
    opened = models.PositiveIntegerField(default=0, help_text="How many seasons it has opened.")
    roster_rule = models.CharField(
        "roster", max_length=12, choices=RosterRule, default=RosterRule.SAME, help_text="Who plays the next season."
    )
    players = models.JSONField(
        default=list,
        blank=True,
        help_text="Player ids: those of a fixed roster, and of a first season that none is before.",
    )
    pool = models.JSONField(
        default=list,
        blank=True,
        help_text="Slugs of the models whose active players are invited, or that a lot draws from; `house` stands for "
        "all that play offline.",
    )
    best = models.PositiveSmallIntegerField(default=0, help_text="How many of the table before play again.")
    by_lot = models.PositiveSmallIntegerField(default=0, help_text="How many of the others a lot draws beside them.")
    opens = models.CharField(max_length=12, choices=Opens, default=Opens.AFTER, help_text="When the next season opens.")
    weeks = models.PositiveSmallIntegerField(default=0, help_text="After how many weeks, where it opens by weeks.")
    begins_at = models.DateTimeField(
        "first", null=True, blank=True, help_text="No season opens before; weeks are counted from it."
    )
    most = models.PositiveIntegerField(
        "seasons at most", null=True, blank=True, help_text="With so many seasons the series is over; empty: never."
    )
    until = models.DateTimeField(null=True, blank=True, help_text="No season opens from then on; empty: never.")
    cap_total = models.DecimalField(
        "cap of the series",
        max_digits=10,
        decimal_places=4,
        null=True,
        blank=True,
        help_text="US dollars for all its seasons together; the next opens only where its own caps fit what is left.",
    )
    created_at = models.DateTimeField("created", default=timezone.now)
    ended_at = models.DateTimeField("ended", null=True, blank=True)

    class Meta:
        verbose_name_plural = "series"
        ordering = ["-id"]
        constraints = [
            shaped("series_slug_shape", "slug", "[a-z0-9][a-z0-9-]*", "lower-case letters, digits and hyphens"),
            holds("series_named", ~Q(name=""), "A series has a name."),
            one_of("series_status_known", "status", SeriesStatus),
            one_of("series_roster_rule_known", "roster_rule", RosterRule),
            one_of("series_opens_known", "opens", Opens),
            json_is("series_template_is_object", "template", "object"),
            json_is("series_players_are_list", "players", "array"),
            json_is("series_pool_is_list", "pool", "array"),
            holds(
                "series_patterns_numbered",
                Q(slug_pattern__contains=NUMBER, name_pattern__contains=NUMBER),
                "A pattern has {n} where the number stands.",
            ),
            holds("series_number_from_one", Q(next_number__gte=1), "Numbers begin with 1."),
            holds("series_most_from_one", Q(most__isnull=True) | Q(most__gte=1), "It has at least one season."),
            holds(
                "series_weeks_said",
                Q(opens="weeks", weeks__gte=1) | Q(opens="after", weeks=0),
                "Where it opens by weeks it says how many, and nowhere else.",
            ),
            holds(
                "series_best_said",
                Q(roster_rule="best", best__gte=1) | (~Q(roster_rule="best") & Q(best=0, by_lot=0)),
                "Where the best play again it says how many, and nowhere else.",
            ),
            holds("series_cap_not_negative", Q(cap_total__isnull=True) | Q(cap_total__gte=0), "A cap is not negative."),
            holds(
                "series_paused_for_a_reason",
                ~Q(status="paused") | ~Q(waiting=""),
                "A series that is paused says why.",
            ),
            holds(
                "series_ended_whole",
                Q(status="ended", ended_at__isnull=False) | (~Q(status="ended") & Q(ended_at__isnull=True)),
                "A series that has ended, and no other, has a time of end.",
            ),
            holds("series_opened_fewer", Q(opened__lt=F("next_number")), "A number is given once."),
        ]

    def __str__(self) -> str:
        return self.name
