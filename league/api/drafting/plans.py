"""A season's plan as JSON: what may be sent, field by field, and what is wrong with it. Law: what a plan may be is
checked where it is made (league.seasons.making); here shapes are read, and its complaints put to the fields that they
are about, all that can be told at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any, Final

from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.models.game import usual_keep
from league.api.roster.bodies import WhySerializer, Written
from league.api.roster.tags import tagged
from league.api.running.shape import WrongState, may_cap
from league.calendars.changing import MOST_AT_ONCE
from league.calendars.plans import DAYS, WrongCalendar, read_times, read_zone
from league.models import Season
from league.models.calendar import Missed
from league.models.season import USUAL_LAG, Names, SeasonDesign, SeasonMemory, SeasonPersonas, Spoilers
from league.queries.schedule import seen_by
from league.seasons.making.checking import MOST_GAMES, MOST_INTERVAL, MOST_PACE, WrongSeason
from league.seasons.making.plans import CAPS, Plan, check_plan, plan_of
from league.seasons.making.rewriting import mark_of
from league.seasons.making.telling import NAMES, USUAL_WHEN, as_json, plan_from_json
from league.seasons.schedule.choosing import AT_ONCE
from personas.api.reading import Reading
from personas.models import StrategyLevel

CAP: Final = "US dollars, null for none. To say it wants the scope `money` too."
LEVELS: Final = f"One of {', '.join(StrategyLevel.values)}"
OF_NAMES: Final = {told: name for name, told in NAMES.items()}
OF_BOOK: Final = ("ruleset", "seats", "options")
OF_CALENDAR: Final = ("starts_at", "weekdays", "times", "time_zone", "blackouts", "missed")
USUAL: Final[Mapping[str, Any]] = {each.name: each.default for each in fields(Plan) if each.default is not MISSING}
OF_TIME: Final = "null as usual: 1 with a calendar, and where games are given time (`pace`, `interval`); else up to"


class BookSerializer(Written):
    """A rule book of a plan."""

    ruleset = serializers.CharField(max_length=40)
    seats = serializers.IntegerField(
        required=False, allow_null=True, help_text="Null for as many as are usual: its `seats.default`."
    )
    options = serializers.DictField(
        child=serializers.JSONField(allow_null=True), required=False, help_text="Those that differ from the defaults."
    )


class WhenSerializer(Written):
    """A calendar of a plan."""

    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="No slot is before it. Without an offset it is in UTC."
    )
    weekdays = serializers.ListField(
        child=serializers.ChoiceField(DAYS), default=USUAL_WHEN["weekdays"], help_text="Every day where it is left out."
    )
    times = serializers.ListField(
        child=serializers.CharField(max_length=5),
        help_text="1 to 24 times of day on the clocks of its zone, such as 18:00. "
        "At each as many games begin as are played at once (`at_once`).",
    )
    time_zone = serializers.CharField(
        default=USUAL_WHEN["time_zone"], max_length=60, help_text="A name of the IANA's; UTC if left out."
    )
    blackouts = serializers.ListField(
        child=serializers.DateField(), default=USUAL_WHEN["blackouts"], max_length=400, help_text="Dates without slots."
    )
    missed = serializers.ChoiceField(
        Missed.choices, default=USUAL_WHEN["missed"], help_text="What becomes of a slot that was missed."
    )

    # A calendar itself complains of one thing alone: here of each, beside what else is wrong with the body.
    def validate_times(self, times: list[str]) -> list[str]:
        """The times as they came. Raises ValidationError."""
        checked(read_times, " ".join(times))
        return times

    def validate_time_zone(self, time_zone: str) -> str:
        """The zone as it came. Raises ValidationError."""
        checked(read_zone, time_zone)
        return time_zone


def checked(read: Callable[[str], str], text: str) -> None:
    """Raises ValidationError for what a calendar cannot read."""
    try:
        read(text)
    except WrongCalendar as error:
        raise ValidationError(error.message) from error


def plan_fields(*, is_whole: bool) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """The fields of a plan; those that it must say must be said where it `is_whole`."""
    needed: dict[str, Any] = {"required": is_whole}
    free: dict[str, Any] = {"required": False}
    caps = {
        name: serializers.DecimalField(
            max_digits=10, decimal_places=4, min_value=0, allow_null=True, help_text=CAP, **free
        )
        for name in CAPS
    }
    return {
        "slug": serializers.CharField(max_length=60, help_text="Lower-case letters, digits and hyphens.", **needed),
        "name": serializers.CharField(max_length=120, **needed),
        "rules": BookSerializer(many=True, help_text="What it is played by, in turn: 1 to 20 rule books.", **needed),
        "games_planned": serializers.IntegerField(min_value=1, max_value=MOST_GAMES, **needed),
        "players": serializers.ListField(
            child=serializers.CharField(max_length=130), max_length=10_000, help_text="Its roster, by ids.", **needed
        ),
        "design": serializers.ChoiceField(
            SeasonDesign.choices,
            help_text="How its fixtures are drawn. In `teams` the first half of the players plays the second.",
            **free,
        ),
        "may_overlap": serializers.BooleanField(help_text="Whether a player may sit in two games at once.", **free),
        "interval": serializers.FloatField(
            min_value=0, max_value=MOST_INTERVAL, help_text="Seconds from the end of a game to the next.", **free
        ),
        "pace": serializers.FloatField(
            min_value=0, max_value=MOST_PACE, help_text="A multiple of reading time; 0 is as fast as it can.", **free
        ),
        "calendar": WhenSerializer(
            allow_null=True, help_text="When it plays; null: as soon as it can. It is said as a whole.", **free
        ),
        "at_once": serializers.IntegerField(
            min_value=1,
            max_value=MOST_AT_ONCE,
            allow_null=True,
            help_text=f"Games at once, and so how many begin at a time of its calendar; {OF_TIME} {AT_ONCE}.",
            **free,
        ),
        "spoilers": serializers.ChoiceField(
            Spoilers.choices, help_text="What others see of a game while it is on; once it is over, all of it.", **free
        ),
        "delay_minutes": serializers.IntegerField(
            min_value=1, max_value=10080, help_text="How much later, where they are delayed.", **free
        ),
        "names": serializers.ChoiceField(Names.choices, **free),
        "narrator": serializers.CharField(
            max_length=60, help_text="Who tells its games: `none`, `template`, or the slug of a model.", **free
        ),
        "persona_source": serializers.ChoiceField(SeasonPersonas.choices, help_text="Whose personas play.", **free),
        "rated": serializers.BooleanField(help_text="Whether the leaderboard counts its games.", **free),
        **caps,
        "keep": serializers.IntegerField(
            min_value=0, allow_null=True, help_text="Days that words of calls are kept; null for good.", **free
        ),
        "disclosing": serializers.BooleanField(help_text="Whether players say beliefs and claims.", **free),
        "memory": serializers.ChoiceField(SeasonMemory.choices, help_text="What players remember.", **free),
        "hides_memory": serializers.BooleanField(
            help_text="Whether what they learn is hidden till it is over.", **free
        ),
        "lag": serializers.IntegerField(
            min_value=1,
            allow_null=True,
            help_text="Of how many games back they know when a game begins; null as usual: as many as are played at "
            f"once, where that is said, else 1 where games are given time (`pace`, `interval`) and {USUAL_LAG} where "
            "not. Of models no game waits for lessons that are still being asked for: each seat of a game that is "
            "over tells what `memory` it had.",
            **free,
        ),
        "strategy_level": serializers.CharField(
            max_length=20, allow_blank=True, help_text=f"{LEVELS}, of all its players; empty: each its own.", **free
        ),
        "is_aware": serializers.BooleanField(
            allow_null=True, help_text="Whether they know that they are models; null: each as it is.", **free
        ),
    }


class UsualSerializer(WhySerializer):
    """A body in which what is not said of a plan is as usual: as it is in a plan of which only the rest is said."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """Its fields, by name, each that need not be said with what it is then."""
        found = super().get_fields()
        for name, field in found.items():
            if not field.required and name in OF_NAMES:
                usual = usual_keep() if name == "keep" else USUAL[OF_NAMES[name]]
                field.default = str(usual) if isinstance(usual, str) else usual
        return found


PlanSerializer: Final[type[serializers.Serializer]] = type(
    "PlanSerializer",
    (UsualSerializer,),
    {"__doc__": "All that is said of a season before it starts; what is not said is as usual, by its `default`."}
    | plan_fields(is_whole=True),
)
ChangedPlanSerializer: Final[type[serializers.Serializer]] = type(
    "ChangedSeasonSerializer",
    (WhySerializer,),
    {"__doc__": "What of a season is to be otherwise from now on; what is not there stays."}
    | plan_fields(is_whole=False),
)
ToldPlanSerializer: Final[type[serializers.Serializer]] = type(
    "ToldPlanSerializer",
    (serializers.Serializer,),
    {"__doc__": "A season's plan, as it can be sent."} | plan_fields(is_whole=True),
)


def plan_given(given: Mapping[str, Any], *, before: Plan | None = None) -> Plan:
    """The plan that a body says, by what it was `before` where it says not all. Raises ValidationError."""
    said = {} if before is None else as_json(before)
    try:
        return plan_from_json(said | {name: _as_sent(value) for name, value in given.items() if name in NAMES.values()})
    except (WrongSeason, WrongCalendar) as error:
        raise wrong_plan(error) from error


def _as_sent(value: Any) -> Any:
    """A value that was read, as JSON has it again."""
    if isinstance(value, Mapping):
        return {name: _as_sent(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_as_sent(each) for each in value]
    return value if value is None or isinstance(value, bool | int | float | str) else _text_of(value)


def _text_of(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def caps_given(request: Request, plan: Plan, *, before: Plan | None = None) -> None:
    """Raises PermissionDenied for a token that may not say what may be spent, where a plan says it anew."""
    if any(getattr(plan, name) != getattr(before, name, None) for name in CAPS):
        may_cap(request)


def wrong_plan(error: WrongSeason | WrongCalendar, plan: Plan | None = None) -> APIException:
    """A refusal by its field; of a `plan` also what else of it is wrong, as far as that can be told without it."""
    if error.field == "status":
        return WrongState(error.message)
    found = {place_of(error): [error.message]}
    while plan is not None and error.field in USUAL:
        plan = replace(plan, **{error.field: USUAL[error.field]})
        try:
            check_plan(plan)
            break
        except (WrongSeason, WrongCalendar) as another:
            error = another
        if place_of(error) in found:
            break
        found[place_of(error)] = [error.message]
    return ValidationError(found)


def place_of(error: WrongSeason | WrongCalendar) -> str:
    """Where in a plan's JSON stands what is wrong."""
    if isinstance(error, WrongCalendar) and error.field in OF_CALENDAR:
        return f"calendar.{error.field}"
    if isinstance(error, WrongSeason) and error.field in OF_BOOK:
        return f"rules[{error.number}].{error.field}"
    return NAMES.get(error.field, error.field)


class SeasonPlan(Reading, RetrieveAPIView):
    """A season's plan, as it was or is to be: what can be sent to make another like it. The ETag begins with the mark
    of a draft, as at its own address. Drafts are told to staff alone."""

    shows_more = True
    serializer_class = ToldPlanSerializer
    queryset = Season.objects.select_related("narrator_model", "twin_of", "calendar")
    lookup_field = "slug"

    def get_queryset(self) -> Any:
        """All of them, drafts for staff alone."""
        return seen_by(self.request.user, super().get_queryset())

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The plan."""
        season: Season = self.get_object()
        plan = plan_of(season)
        return tagged(self, as_json(plan), mark=mark_of(plan), path=f"seasons/{season.slug}/plan")
