"""What may be changed of a season while it is played, as it is sent; all else of it is refused by name."""

from hashlib import sha256
from typing import Final

from rest_framework import serializers

from games.models.game import MOST_KEPT
from league.api.roster.bodies import WhySerializer
from league.calendars.changing import MOST_AT_ONCE, MOST_PACE
from league.models import Season
from league.seasons.course import CAPS, CHANGEABLE
from league.seasons.schedule.choosing import AT_ONCE

UPWARDS: Final = "US dollars, null for none; of a season that has begun not less than now. It wants the scope `money`."


class CourseSerializer(WhySerializer):
    """What of a season is to be otherwise from now on; what is not there stays."""

    pace = serializers.FloatField(
        required=False, min_value=0, max_value=MOST_PACE, help_text="Of games that nobody has begun."
    )
    at_once = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text="Games at once; null as usual: 1 with a calendar, and where games are given time (`pace`), else up "
        f"to {AT_ONCE}. No more than its players learn behind, where they learn.",
    )
    cap_call, cap_game, cap_season, cap_learning = (
        serializers.DecimalField(
            max_digits=10, decimal_places=4, min_value=0, required=False, allow_null=True, help_text=UPWARDS
        )
        for _ in CAPS
    )
    keep = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_KEPT,
        help_text="For how many days after a game's end the words of its calls are kept, of its games so far, too; "
        "null for good. Also of a season that is over.",
    )


def mark_of(season: Season) -> str:
    """What tells what can be written of a season, and done to it, from how it was before: until it begins its roster,
    too."""
    told = [str(getattr(season, name)) for name in (*CHANGEABLE, "status")]
    if season.status in Season.UNSTARTED:
        told += sorted(str(place.player_id) for place in season.roster.all())
    return sha256(" ".join(told).encode()).hexdigest()[:12]
