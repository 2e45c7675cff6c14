"""Seasons and their fixtures as JSON. A season's secret is in none of them.

(Long, because a season tells more of itself than any other row, and each field says in words what it is.)
"""

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request

from games.api.games import ruleset_parameter
from games.ledger.reads import lines_of_games
from games.models import Game
from games.models.game import WINNERS, GameStatus
from league.api.errors import HELD_BACK, HeldBack
from league.api.throttling import one_at_a_time
from league.api.told import Turn, fixtures_to_tell, fixtures_told
from league.calendars.plans import DAYS
from league.calendars.schedule import State, calendar_told, entry_told, schedule_of
from league.calendars.turns import calendar_of
from league.memories.edits import edits_in
from league.models import Fixture, Season, SeasonRules, Series
from league.models.calendar import Missed
from league.models.season import Names, SeasonDesign, SeasonMemory, SeasonPersonas, SeasonStatus, Spoilers
from league.queries.boards.shown import SOMEBODY, hidden_seasons
from league.queries.costs import season_bill
from league.queries.memories import authored, sees_memories, shown_to
from league.queries.schedule import seasons_listed, seen_by
from league.queries.twins import METHOD, TOLD, comparison_told, comparisons_shown
from league.seasons.lifecycle.starting import begins_at
from league.seasons.making.doubts import doubts_of
from personas.api.reading import Asked, PageAsked, Reading, ReadingInOrder, ReadingList, choice
from personas.api.streaming import LINES, ReadingLines
from personas.models import MemoryRevision, Player

WHOLE: Final = ("public", "viewer", "analysis", "calls")
SOME: Final = 20  # games whose rows are read at once
AT_MOST = "US dollars; with the most that calls may cost whose end was not heard."
SURE = "US dollars of it that providers told."


class RulesSerializer(serializers.ModelSerializer):
    """One of the rule books that a season plays in turn."""

    options = serializers.DictField(child=serializers.JSONField(), help_text="Options that differ from the defaults.")

    class Meta:
        model = SeasonRules
        fields = ["ruleset", "revision", "seats", "options"]


class SeasonSerializer(serializers.ModelSerializer):
    """A season in a list."""

    rules = RulesSerializer(many=True, help_text="What it is played by: fixture 1 by the first, and so on in turn.")
    games_played = serializers.IntegerField(source="played", help_text="How many of its games are finished.")
    spoilers = serializers.ChoiceField(Spoilers.choices)
    names = serializers.ChoiceField(Names.choices)

    class Meta:
        model = Season
        fields = [
            "slug",
            "name",
            "rules",
            "status",
            "games_planned",
            "games_played",
            "rated",
            "spoilers",
            "names",
            "created_at",
            "started_at",
            "finished_at",
        ]


class VersionSerializer(serializers.Serializer):
    """A name and fingerprint under which a provider answered."""

    name = serializers.CharField()
    fingerprint = serializers.CharField()
    since = serializers.DateTimeField(help_text="From when on it did.")


class ModelBillSerializer(serializers.Serializer):
    """What was spent on a model."""

    model = serializers.CharField()
    calls = serializers.IntegerField(source="spend.calls")
    input_tokens = serializers.IntegerField(source="spend.input")
    cached_tokens = serializers.IntegerField(source="spend.cached", help_text="Of the input tokens.")
    cache_written_tokens = serializers.IntegerField(source="spend.cache_written", help_text="Of the input tokens.")
    output_tokens = serializers.IntegerField(source="spend.output")
    reasoning_tokens = serializers.IntegerField(source="spend.reasoning", help_text="Of the output tokens.")
    cost = serializers.DecimalField(source="spend.cost", max_digits=None, decimal_places=8, help_text=AT_MOST)
    sure = serializers.DecimalField(source="spend.sure", max_digits=None, decimal_places=8, help_text=SURE)
    versions = VersionSerializer(
        many=True, help_text="One after the other, at most the first 8; more than one when it changed."
    )


class BillSerializer(serializers.Serializer):
    """What the games that are over cost, in US dollars; for moderators those that are played, too."""

    spent = serializers.DecimalField(max_digits=None, decimal_places=8, help_text=AT_MOST)
    sure = serializers.DecimalField(max_digits=None, decimal_places=8, help_text=SURE)
    cap = serializers.DecimalField(max_digits=None, decimal_places=4, allow_null=True)
    models = ModelBillSerializer(many=True)


class CalendarSerializer(serializers.Serializer):
    """On which days and at which times a season plays."""

    starts_at = serializers.DateTimeField(allow_null=True, help_text="No slot is before it.")
    weekdays = serializers.ListField(child=serializers.ChoiceField(DAYS), help_text="Its days of the week.")
    times = serializers.ListField(child=serializers.CharField(), help_text="Times of day on the clocks of its zone.")
    time_zone = serializers.CharField(help_text="A name of the IANA's.")
    blackouts = serializers.ListField(child=serializers.DateField(), help_text="Dates without slots.")
    missed = serializers.ChoiceField(Missed.choices, help_text="What becomes of a slot that was missed.")


class SlotGameSerializer(serializers.Serializer):
    """A game that falls into a slot."""

    number = serializers.IntegerField(help_text="Its fixture's.")
    ruleset = serializers.CharField()
    game = serializers.CharField(allow_null=True, help_text="Its id; null while it is not made.")


class SlotSerializer(serializers.Serializer):
    """A slot: a wall time at which a season plays, once."""

    day = serializers.DateField(help_text="The date on the wall.")
    time = serializers.CharField(help_text="The time of day on the wall; where clocks leave it out, see `due_at`.")
    time_zone = serializers.CharField(help_text="In which zone the wall is.")
    due_at = serializers.DateTimeField(help_text="Its moment.")
    state = serializers.ChoiceField([str(each) for each in State])
    is_forecast = serializers.BooleanField(
        help_text="Whether it is a draft's: what would be if that were announced, or started, now; or that of an "
        "announced season which somebody is to start by hand: what will be if that is before."
    )
    games = SlotGameSerializer(
        many=True, help_text="What is played in it; of slots to come, what follows if nothing is missed."
    )
    began_at = serializers.DateTimeField(allow_null=True, help_text="When the first of its games began.")
    ended_at = serializers.DateTimeField(allow_null=True, help_text="When the last of them was over.")
    late_seconds = serializers.IntegerField(
        allow_null=True, help_text="By how much its last game began late, where that is more than a minute."
    )
    why = serializers.CharField(
        help_text="Why it was late, missed or skipped, and what became of games that were dealt again, in words; else "
        "empty."
    )
    doubt = serializers.CharField(
        help_text="Why other games may be in it in the end, in words: where nobody sits in two games at once and it is "
        "not told yet who plays; else empty. Games that must share a player are not foretold in one slot."
    )


class WholeSeasonSerializer(SeasonSerializer):
    """A season at its own address."""

    players: serializers.RelatedField[Player, str, str] = serializers.SlugRelatedField(
        "player_id", many=True, read_only=True, help_text="Its roster."
    )

    bill = BillSerializer()
    twin_of: serializers.RelatedField[Season, str, str] = serializers.SlugRelatedField(
        "slug", read_only=True, allow_null=True, help_text="The season that it plays once more, deal for deal."
    )
    series: serializers.RelatedField[Series, str, str] = serializers.SlugRelatedField(
        "slug", read_only=True, allow_null=True, help_text="The series that it belongs to."
    )
    warnings = serializers.ListField(
        source="told_doubts",
        child=serializers.CharField(),
        help_text="What is doubtful of one that has not begun, a sentence each: rule books that are never played, for "
        "there are too few games, games of a rule book that are no whole blocks, lessons that no game of it comes late "
        "enough to use, games of a slot that may have to be played one after the other, for nobody sits in two at "
        "once, and dates of its calendar that are over.",
    )
    waiting = serializers.CharField(
        help_text="Why it is paused, or has not begun though its time has come, in words; empty while it is not."
    )
    begins_at = serializers.DateTimeField(
        source="told_begins_at",
        allow_null=True,
        help_text="When an announced season begins by itself; null: when somebody starts it.",
    )
    roster_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when its roster may change while it is announced; null: until it begins."
    )
    commitment = serializers.CharField(
        help_text="The SHA-256 of the secret that its seeds are drawn from, in hexadecimal; empty for a draft, and "
        "where somebody chose the secret."
    )
    secret = serializers.CharField(
        source="told_secret",
        help_text="That secret, when the season is over; empty before. The seed of game n is the first 32 hexadecimal "
        "digits of HMAC-SHA-256 with the secret as key and n in decimal as message, of attempt a from the second on "
        "`n/a`.",
    )
    ended_at = serializers.DateTimeField(
        allow_null=True, help_text="When somebody finished it early or cancelled it; null: nobody did."
    )
    ended_by = serializers.CharField(help_text="Who did: staff see by name; else empty.")
    ended_why = serializers.CharField(help_text="Why; else empty.")
    narrator = serializers.CharField(
        source="told_by", help_text="Who tells its games: `none`, `template`, or the slug of a model."
    )
    persona_source = serializers.ChoiceField(SeasonPersonas.choices, help_text="Whose personas play.")
    design = serializers.ChoiceField(
        SeasonDesign.choices, help_text="How it is drawn who plays which game, in which seat and as what."
    )
    block = serializers.IntegerField(
        source="told_block", allow_null=True, help_text="How many games of each rule book a block has; null: no blocks."
    )
    may_overlap = serializers.BooleanField(help_text="Whether a player may sit in two of its games at once.")
    strategy_level = serializers.CharField(help_text="The level that all its players play at; empty: each at its own.")

    memory = serializers.ChoiceField(SeasonMemory.choices, help_text="What players remember, and whether they learn.")
    hides_memory = serializers.BooleanField(
        help_text="Whether everybody sees what its players learned only when it is over; until then, what they "
        "remembered when it started, and none of its calls."
    )
    games_behind = serializers.IntegerField(
        help_text="Of how many games back the lessons are known when a game begins, where its games teach (of models "
        "no game waits for those that are still being asked for: each seat tells the `memory` it had); as `lag` says, "
        "or as usual where that is null."
    )

    calendar = CalendarSerializer(
        source="told_calendar", allow_null=True, help_text="When it plays; null: as soon as it can."
    )
    at_once = serializers.IntegerField(
        allow_null=True, help_text="How many games are played at once; null: as its pace and interval say."
    )

    class Meta(SeasonSerializer.Meta):
        terms = ["announced_at", "begins_at", "roster_until", "commitment", "secret"]
        terms += ["ended_at", "ended_by", "ended_why", "calendar", "at_once"]
        terms += ["design", "block", "may_overlap"]
        terms += ["interval", "pace", "delay_minutes", "narrator", "persona_source", "strategy_level", "is_aware"]
        terms += ["disclosing", "keep", "memory", "hides_memory", "lag", "games_behind"]
        money = ["cap_call", "cap_game", "cap_season", "cap_learning", "unprobed", "bill"]
        fields = [
            *SeasonSerializer.Meta.fields,
            "twin_of",
            "series",
            "series_number",
            "lot",
            "warnings",
            "waiting",
            *terms,
            *money,
            "players",
        ]

    def to_representation(self, instance: Season) -> dict[str, Any]:
        """The season; whoever ended it by name for staff alone, for an account's name is half a login."""
        told = super().to_representation(instance)
        asked = self.context.get("request")
        if told["ended_by"] and not (asked is not None and asked.user.is_staff):
            told["ended_by"] = SOMEBODY
        return told


class OtherwiseSerializer(serializers.Serializer):
    """One thing that a twin has otherwise."""

    what = serializers.CharField()
    first = serializers.CharField()
    twin = serializers.CharField()


class PairedDifferenceSerializer(serializers.Serializer):
    """How much a measure was more the second time."""

    measure = serializers.ChoiceField(list(TOLD), help_text="What is measured; `cost` is with what may have been paid.")
    of = serializers.ChoiceField(["all", "hidden", "open", "ruleset"], help_text="Of which seats.")
    ruleset = serializers.CharField(allow_null=True, help_text="Of which rules, where it is of a ruleset.")
    first = serializers.FloatField(help_text="The mean over seats, the first time.")
    twin = serializers.FloatField(help_text="The mean over the same seats, the second time.")
    difference = serializers.FloatField(help_text="The twin less the first.")
    low = serializers.FloatField(
        allow_null=True,
        help_text="Where that lies with 95 %; null of too few games, and of games that all differ alike.",
    )
    high = serializers.FloatField(allow_null=True)
    games = serializers.IntegerField(help_text="Of how many games.")
    seats = serializers.IntegerField(help_text="Of how many seats in them.")


class ComparisonSerializer(serializers.Serializer):
    """A twin beside its first."""

    first = serializers.CharField(help_text="The slug of the season that was played first.")
    twin = serializers.CharField(help_text="The slug of its twin.")
    otherwise = OtherwiseSerializer(many=True, help_text="What the twin has otherwise.")
    games = serializers.IntegerField(help_text="How many games are over in both.")
    alone = serializers.IntegerField(help_text="How many are over in one alone; they are in nothing.")
    unlike = serializers.IntegerField(help_text="How many turned out not to be the same deal; they are in nothing.")
    is_enough = serializers.BooleanField(help_text="Whether there are enough games for intervals.")
    differences = PairedDifferenceSerializer(many=True)


class TwinsSerializer(serializers.Serializer):
    """What was otherwise when the same deals were played again."""

    season = serializers.CharField()
    twins = ComparisonSerializer(many=True, help_text="One for each twin of a season; of a twin, itself and its first.")
    method = serializers.CharField(help_text="How differences and intervals are reckoned, in words.")


class FixtureSlotSerializer(serializers.Serializer):
    """A slot, as a fixture names it."""

    day = serializers.DateField(help_text="The date on the wall.")
    time = serializers.TimeField(format="%H:%M", help_text="The time of day on the wall.")
    time_zone = serializers.CharField(help_text="In which zone the wall is.")
    due_at = serializers.DateTimeField(help_text="Its moment.")


class FixtureSerializer(serializers.Serializer):
    """A fixture: a game that is to be played, then the game that was."""

    number = serializers.IntegerField(help_text="Fixtures are numbered from 1.")
    ruleset = serializers.CharField()
    rules = serializers.IntegerField(help_text="Which of the season's rules it is played by, from 0.")
    due_at = serializers.DateTimeField(allow_null=True)
    attempt = serializers.IntegerField(help_text="More than 1 when a game of it was set aside.")
    block = serializers.IntegerField(
        allow_null=True, help_text="Of a sealed season, the block, from 1, when whose games are over all of it is told."
    )
    game = serializers.CharField(allow_null=True, help_text="The id of its game.")
    status = serializers.ChoiceField(GameStatus.choices, allow_null=True, help_text="How far its game has come.")
    winner = serializers.ChoiceField(WINNERS, allow_null=True)
    players = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Who sits there, by seat, where the season says so by now.",
    )
    cast_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was known who plays; null while models write their personas for it."
    )
    waiting = serializers.CharField(
        help_text="Why its game does not go on, as the game says it, or why its personas are not written yet, in "
        "words; else empty."
    )
    turn = serializers.ChoiceField(
        [str(each) for each in Turn],
        allow_null=True,
        help_text="What its time came by: `slot`, that of its season's calendar; `late`, such a slot that had passed "
        "by more than a minute; `in_turn`, without a calendar, as soon as the games before it and the interval behind "
        "them let it. Null: its calendar has not come to it.",
    )
    slot = FixtureSlotSerializer(allow_null=True, help_text="The slot of the calendar that it falls into.")
    started_at = serializers.DateTimeField(allow_null=True, help_text="When its game began.")
    finished_at = serializers.DateTimeField(allow_null=True, help_text="When its game was over.")
    late_seconds = serializers.IntegerField(
        allow_null=True,
        help_text="By how much its game began after the moment of its slot, or without one after `due_at`, where that "
        "is more than a minute.",
    )
    why = serializers.CharField(
        help_text="Why its slot was late or missed, in words, as the season's `schedule/` says it; else empty."
    )


class EditSerializer(serializers.Serializer):
    """An edit of a player's memory while a season was under way."""

    player_id = serializers.CharField(source="player.player_id")
    revision = serializers.IntegerField(source="number", help_text="The revision that it made of the player's memory.")
    author = serializers.CharField(help_text="Who wrote it: an account's name for staff alone, else `an operator`.")
    reason = serializers.CharField(help_text="Why, in words.")
    at = serializers.DateTimeField(source="created_at")
    games = serializers.IntegerField(help_text="In how many of the season's finished games it counts so far.")
    first_fixture = serializers.IntegerField(
        source="first", allow_null=True, help_text="The fixture of the first of these games; null of none."
    )


class SeasonsAsked(PageAsked):
    """What the list of seasons may be asked."""

    ruleset = ruleset_parameter("A ruleset that the season plays.")
    status = choice(SeasonStatus, "How far the season has come.")


class SeasonList(ReadingList):
    """Every season, the newest first; drafts are told to staff alone."""

    shows_more = True
    asked = SeasonsAsked
    columns = {"status": "status"}
    serializer_class = SeasonSerializer
    queryset = seasons_listed()

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is above
        """The seasons that fit, drafts for staff alone; a ruleset may be any of a season's."""
        queryset = seen_by(self.request.user, queryset)
        if "ruleset" in self.given:
            played = SeasonRules.objects.filter(season=OuterRef("pk"), ruleset=self.given["ruleset"])
            queryset = queryset.filter(Exists(played))
        return super().filter_queryset(queryset)


class SeasonDetail(Reading, RetrieveAPIView):
    """A season with its roster."""

    shows_more = True
    serializer_class = WholeSeasonSerializer
    queryset = seasons_listed().select_related("narrator_model", "twin_of", "calendar", "series")
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Season]:
        """All of them, drafts for staff alone."""
        return seen_by(self.request.user, super().get_queryset())

    def tell(self, row: Any) -> Season:
        """The season with its bill."""
        row.bill = season_bill(row, self.request.user)
        row.told_calendar = calendar_told(calendar_of(row))
        row.told_begins_at = begins_at(row)
        books = [book.ruleset for book in sorted(row.rules.all(), key=lambda book: book.number)]
        players = row.roster.count()
        row.told_doubts = doubts_of(row, books=books, players=players, now=timezone.now())
        row.told_block = None if row.design == SeasonDesign.ROTATION else players
        return row


class FixtureList(ReadingList):
    """The fixtures of a season, in their order."""

    shows_more = True
    serializer_class = FixtureSerializer
    queryset = Fixture.objects.none()
    ordering = ["number"]

    def get_queryset(self) -> QuerySet[Fixture]:
        """The season's own. Raises NotFound."""
        return fixtures_to_tell(season_named(self.kwargs["slug"], self.request.user))

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: as it is above
        """One page of them, as they are told."""
        return fixtures_told(super().paginate_queryset(queryset), self.request.user)


class Schedule(ReadingInOrder):
    """A season's slots in their order: those that were used or missed, then those to come, at most 500 of these; of a
    draft those that it would have if it were announced, or started, now, and of an announced season that is started by
    hand if that were now (`is_forecast`). Without a calendar there are none."""

    shows_more = True
    serializer_class = SlotSerializer

    def rows(self) -> list[Any]:
        """The slots."""
        return schedule_of(season_named(self.kwargs["slug"], self.request.user), now=timezone.now())

    def tell(self, row: Any) -> dict[str, Any]:
        """What SlotSerializer shows of it."""
        return entry_told(row)


class SeasonTwins(Reading, RetrieveAPIView):
    """A season beside its twins, which played the same deals once more; a twin beside its first."""

    serializer_class = TwinsSerializer
    shows_more = True
    queryset = Season.objects.all()
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Season]:
        """All of them, drafts for staff alone."""
        return seen_by(self.request.user, super().get_queryset())

    def tell(self, row: Any) -> dict[str, Any]:
        """What was otherwise each time, but beside a season whose board is hidden. Raises NotFound where its own is."""
        hidden = set(hidden_seasons(self.request.user))
        if row.slug in hidden:
            raise NotFound("the board of this season is not published, nor is what was otherwise")
        found = comparisons_shown(row, hidden=hidden)
        return {"season": row.slug, "twins": [comparison_told(each) for each in found], "method": METHOD}


class SeasonEdits(ReadingList):
    """What somebody wrote by hand into memories of a season's players while it was under way, the newest first. The
    games after an edit were played by somebody who had been told something."""

    shows_more = True
    serializer_class = EditSerializer
    queryset = MemoryRevision.objects.none()
    ordering = ["-created_at", "-id"]

    def get_queryset(self) -> QuerySet[MemoryRevision]:
        """As far as they may be seen. Raises NotFound."""
        return shown_to(self.request.user, edits_in(season_named(self.kwargs["slug"], self.request.user)))

    def tell(self, row: Any) -> Any:  # Any: a revision
        """It, with its author as who asks is told it."""
        return authored(row, row.player.player_id, self.request.user)


class SeasonLogAsked(Asked):
    """What the log of a season may be asked."""

    view = serializers.ChoiceField(
        WHOLE,
        default="public",
        label=f"one of {', '.join(WHOLE)}",
        help_text="As of the log of one game; `calls` is what models were sent and answered, a line for each call.",
    )


class SeasonLog(ReadingLines):
    """The finished games of a season; in lines of JSON, in the order of the fixtures.

    A line is the log of a game, as `schemas/log-1.json` says, or with `view=calls` as `schemas/calls-1.json` does. What
    a provider said of an error is for moderators. Who has no account may read it too; one is sent at a time to an
    account or an address, and who asks for another meanwhile is answered 429 with `Retry-After`."""

    shows_more = True
    refusals = HELD_BACK
    asked = SeasonLogAsked
    queryset = Season.objects.all()
    lookup_field = "slug"

    @extend_schema(responses={(200, LINES): OpenApiTypes.STR})
    def get(self, request: Request, **named: str) -> Any:  # Any: what streams
        return super().get(request, **named)

    def lines(self, request: Request, **named: str) -> Iterator[dict[str, Any]]:
        season = season_named(named["slug"], request.user)
        if self.given["view"] == "calls" and season.is_hiding and not sees_memories(request.user):
            raise HeldBack
        games = games_over(season)
        told = lines_of_games(games, self.given["view"], request.user)
        return told if request.method == "HEAD" else one_at_a_time(request, told)  # of which nobody reads a line


def games_over(season: Season) -> Iterator[Game]:
    """The finished games of a season in the order of its fixtures, some at a time."""
    finished = season.fixtures.filter(game__status=Game.Status.FINISHED).select_related("game").order_by("number")
    number = 0
    while fixtures := list(finished.filter(number__gt=number)[:SOME]):
        for fixture in fixtures:
            if fixture.game is not None:
                yield fixture.game
        number = fixtures[-1].number


def season_named(slug: str, user: Any) -> Season:  # Any: a user, or an anonymous one
    """The season with this slug, a draft for staff alone. Raises NotFound, which names it."""
    try:
        return seen_by(user, Season.objects.all()).get(slug=slug)
    except Season.DoesNotExist as error:
        raise NotFound(f"no season is called {slug!r}") from error
