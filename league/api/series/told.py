"""What the API shows of a series. What its seasons cost is told with each season, as far as their games are over."""

from rest_framework import serializers

from league.models.season import SeasonStatus
from league.models.series import Opens, RosterRule, SeriesStatus


class SeriesSerializer(serializers.Serializer):
    """A series in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(SeriesStatus.choices, help_text="Whether it opens seasons.")
    waiting = serializers.CharField(
        help_text="Why the next season has not opened, or why it opens none any more, in words; else empty."
    )
    slug_pattern = serializers.CharField(help_text="The slugs of its seasons, with {n} for the number.")
    name_pattern = serializers.CharField(help_text="Their names, with {n} for the number.")
    next_number = serializers.IntegerField(help_text="The number of the season that is made next.")
    opened = serializers.IntegerField(help_text="How many seasons it has opened.")
    most = serializers.IntegerField(allow_null=True, help_text="With so many seasons it is over; null: never.")
    until = serializers.DateTimeField(allow_null=True, help_text="No season opens from then on; null: never.")
    opens = serializers.ChoiceField(Opens.choices, help_text="When the next season opens.")
    weeks = serializers.IntegerField(help_text="After how many weeks, where it opens by weeks; else 0.")
    begins_at = serializers.DateTimeField(
        allow_null=True, help_text="No season opens before; weeks are counted from it."
    )
    roster_rule = serializers.ChoiceField(RosterRule.choices, help_text="Who plays the next season.")
    players = serializers.ListField(
        child=serializers.CharField(), help_text="Player ids: of a fixed roster, and of a first season."
    )
    pool = serializers.ListField(
        child=serializers.CharField(),
        help_text="Slugs of the models whose active players are invited, or drawn from by lot; `house` stands for all "
        "that play offline.",
    )
    best = serializers.IntegerField(help_text="How many of the table before play again, where the best do.")
    by_lot = serializers.IntegerField(help_text="How many of the others a lot draws beside them.")
    cap_total = serializers.DecimalField(
        max_digits=None, decimal_places=4, allow_null=True, help_text="US dollars for all its seasons; null is no cap."
    )


class SeasonOfSeriesSerializer(serializers.Serializer):
    """A season of a series, and who leads it."""

    series_number = serializers.IntegerField(help_text="Its number in the series.")
    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(SeasonStatus.choices)
    games_planned = serializers.IntegerField()
    games_played = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    leader = serializers.CharField(
        allow_null=True,
        help_text="Of the players on its board the one with the best win rate (the lower end of what it may be, by 95 "
        "%), whatever the board is in order of; null where there is none, or it is hidden.",
    )


class UpcomingSerializer(serializers.Serializer):
    """A season to come."""

    series_number = serializers.IntegerField(help_text="Its number in the series.")
    slug = serializers.CharField()
    name = serializers.CharField()
    opens_at = serializers.DateTimeField(
        allow_null=True, help_text="No sooner than when it opens; null where that hangs on the end of the one before."
    )
    plays_at = serializers.DateTimeField(
        allow_null=True, help_text="The first slot of its calendar from then on; null without one."
    )
    waits_for = serializers.CharField(help_text="What it waits for beside its moment, in words; else empty.")


class SeriesBillSerializer(serializers.Serializer):
    """What the games of its seasons that are over cost, in US dollars; for moderators all that was charged."""

    spent = serializers.DecimalField(
        max_digits=None, decimal_places=8, help_text="With the most that calls may cost whose end was not heard."
    )
    sure = serializers.DecimalField(max_digits=None, decimal_places=8, help_text="Of it, what providers told.")
    reserved = serializers.DecimalField(
        max_digits=None, decimal_places=8, help_text="Beside it, for calls on their way; 0 but for moderators."
    )
    cap = serializers.DecimalField(
        max_digits=None, decimal_places=4, allow_null=True, help_text="For all its seasons; null is no cap."
    )


class WholeSeriesSerializer(SeriesSerializer):
    """A series at its own address."""

    template = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        help_text="What its seasons to come are to be: a season's fields by their names here.",
    )
    seasons = SeasonOfSeriesSerializer(many=True, help_text="Its seasons, newest first; drafts for staff alone.")
    upcoming = UpcomingSerializer(
        many=True, help_text="The next season, and those behind it as far as their moments are known."
    )
    bill = SeriesBillSerializer(help_text="What it has cost, beside its cap.")
