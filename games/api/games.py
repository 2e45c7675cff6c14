"""Games as JSON, with what everybody may know; as they go on, in lines or events; and their calls, in lines, when they
are over."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from asgiref.sync import async_to_sync
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request

from games.api.seats import SeatSerializer, WholeSeatSerializer
from games.api.told import GameTold, game_told, games_to_tell, whole_game_told
from games.engine.record import GIVEN
from games.engine.rulesets import all_rulesets
from games.ledger.calls import call_lines
from games.ledger.reads import may_see, sees_secrets
from games.ledger.shown import seqs_shown
from games.live.sockets import BAD_PARAMETER, FULL, Refused
from games.live.streaming import COUNTER, WAYS, Collected, Counter, Held, Order, always
from games.live.watching import ASKED, TO_THE_END, Staging, Wanted, Wish, granted, placed, tell_by_now
from games.models import Event, Game, Seat
from games.models.game import WINNERS, GameStatus
from personas.api.plain import Plain
from personas.api.reading import Asked, PageAsked, Reading, ReadingList, WholeNumber, choice, named, rows_of_page
from personas.api.streaming import EVENTS, LINES, EventsRenderer, LinesRenderer, ReadingLines, Streamed
from personas.api.views import model_parameter
from personas.models import Player

_LAST_SEEN: Final = "Last-Event-ID"


class GameSerializer(Plain, serializers.Serializer):
    """A game in a list."""

    id = serializers.CharField()
    season = serializers.CharField(allow_null=True, help_text="The slug of the season that ordered it.")
    fixture = serializers.CharField(allow_null=True, help_text="Its number in the season.")
    ruleset = serializers.CharField()
    revision = serializers.IntegerField()
    status = serializers.ChoiceField(GameStatus.choices)
    waiting = serializers.CharField(help_text="Why it does not go on or has no result, in words; else empty.")
    unrated = serializers.CharField(help_text="Why it is in no result though it is played to its end; else empty.")
    seats = SeatSerializer(many=True)
    winner = serializers.ChoiceField(WINNERS, allow_null=True)
    rounds = serializers.IntegerField(help_text="How many rounds were begun.")
    due_at = serializers.DateTimeField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class CallsSerializer(serializers.Serializer):
    """What the calls of a game came to."""

    calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    cached_tokens = serializers.IntegerField(help_text="Of the input tokens.")
    cache_written_tokens = serializers.IntegerField(help_text="Of the input tokens.")
    output_tokens = serializers.IntegerField()
    reasoning_tokens = serializers.IntegerField(help_text="Of the output tokens.")
    cost = serializers.CharField(help_text="US dollars; with the most that calls may cost whose end was not heard.")
    sure = serializers.CharField(help_text="US dollars of it that providers told.")


class WholeGameSerializer(GameSerializer):
    """A game at its own address; seed, salt and hash are null until the end, and seed and salt until that of its block
    where it is of a sealed season."""

    seats = WholeSeatSerializer(many=True)

    release = serializers.CharField(help_text="The release that created it.")
    options = serializers.DictField(child=serializers.JSONField())
    terms = serializers.DictField(child=serializers.JSONField(), help_text="What the season decided for this game.")
    commitment = serializers.CharField(help_text="SHA-256 over seed, salt and deal, public from the start.")
    dealt = serializers.ChoiceField(
        ["seed", GIVEN],
        help_text="Where roles and first speaker come from: drawn from the seed, or given by the design of the season "
        "(the commitment then has a field `dealt` that says so).",
    )
    seed = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)
    hash = serializers.CharField(allow_null=True, help_text="SHA-256 over what was decided in the game.")
    calls = CallsSerializer(allow_null=True, help_text="Null until the game is over.")


def ruleset_parameter(told: str = "The slug of a ruleset.") -> serializers.ChoiceField:
    """The parameter that asks for one ruleset."""
    slugs = list(all_rulesets())
    return serializers.ChoiceField(slugs, required=False, label=f"one of {', '.join(slugs)}", help_text=told)


class GamesAsked(PageAsked):
    """What the list of games may be asked; all filters hold together."""

    page_size = rows_of_page(50, 60, told=50)
    ruleset = ruleset_parameter()
    player = named("player_id", Player.objects.all(), "the id of a player", "A player who sits in the game.")
    model = model_parameter("A model that a player is on.")
    status = choice(GameStatus, "How far the game has come.")
    finished_after = serializers.DateTimeField(
        required=False, label="a time such as 2026-01-31T12:00:00Z", help_text="Finished at this time or later."
    )
    finished_before = serializers.DateTimeField(
        required=False, label="a time such as 2026-01-31T12:00:00Z", help_text="Finished before this time."
    )


class GameList(ReadingList):
    """Every game, the newest first."""

    asked = GamesAsked
    columns = {
        "ruleset": "ruleset",
        "status": "status",
        "finished_after": "finished_at__gte",
        "finished_before": "finished_at__lt",
    }
    serializer_class = GameSerializer
    queryset = games_to_tell()

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is above
        """The games that fit; a player or model is looked for among the seats, but not of veiled games."""
        seats = Seat.objects.filter(game=OuterRef("pk"), game__is_veiled=False)
        for name, column in (("player", "player"), ("model", "player__model")):
            if name in self.given:
                queryset = queryset.filter(Exists(seats.filter(**{column: self.given[name]})))
        return super().filter_queryset(queryset)

    def tell(self, row: Any) -> GameTold:
        """What everybody may know of it."""
        return game_told(row, self.request.user)


class GameDetail(Reading, RetrieveAPIView):
    """A game with its seats, options and terms."""

    serializer_class = WholeGameSerializer
    queryset = games_to_tell()
    lookup_field = "public_id"

    def tell(self, row: Any) -> GameTold:
        """What everybody may know of it."""
        return whole_game_told(row, self.request.user)


class TooEarly(APIException):
    """Something that can be had when the game is over."""

    status_code = 409
    default_code = "too_early"


class GameCalls(ReadingLines):
    """The calls of a game that is over; in lines of JSON.

    First `game`, then a `call` for each, with every `text` that calls were sent before the first that names it; as
    `schemas/calls-1.json` says. What a provider said of an error is for moderators."""

    shows_more = True
    queryset = Game.objects.all()
    lookup_field = "public_id"
    refusals = {"409": "The game is not over."}

    @extend_schema(responses={(200, LINES): OpenApiTypes.STR})
    def get(self, request: Request, **named: str) -> Any:  # Any: what streams
        return super().get(request, **named)

    def lines(self, request: Request, **named: str) -> Iterator[dict[str, Any]]:
        game = self.get_object()
        if not game.is_over:
            raise TooEarly("the calls of a game can be had when it is over")
        if not may_see(game, request.user, None):
            raise TooEarly("the calls of this game can be had when its block is over")
        return call_lines(game, errors="told" if sees_secrets(request.user) else "left out")


def _yes_or_no(name: str, told: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(["0", "1"], default=ASKED[name], label="0 or 1", help_text=told)


class StreamAsked(Asked):
    """What a stream may be asked, as a socket may."""

    after = WholeNumber(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        label=f"a whole number from 0 to {2**31 - 1}",
        help_text="The `seq` of the last event that you have, in the same lens; 0 unless asked.",
    )
    lens = serializers.CharField(
        default=ASKED["lens"],
        label="audience, glass, seat:K or ghost:K",
        help_text="Whose eyes, as of the events: `audience`, `glass`, `seat:K` or `ghost:K`.",
    )
    narrations = _yes_or_no("narrations", "`1`: the narrator's words too.")
    beats = _yes_or_no("beats", "`1`: what the game's page shows of each event, too.")


class _Full(APIException):
    """As many watch as may."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code = "full"
    default_detail = FULL
    wait = 60  # seconds, for Retry-After


class GameStream(Streamed):
    """A game as it goes on, in the frames of its socket: first what was missed, then what happens; it ends when the
    game is over and all of it is told, with how the game stands.

    A frame is a line of JSON, or with `Accept: text/event-stream` the data of an event, whose id is the number of an
    event of the game. Who comes back after a cut asks for what is behind its last one. The frame behind all others has
    that number and `-over` as its id: to a browser that comes back with it there is nothing more to tell, and with 204
    it comes no more (WHATWG HTML §9.2.3)."""

    shows_more = True
    asked = StreamAsked
    queryset = Game.objects.prefetch_related("seats")
    lookup_field = "public_id"
    renderer_classes = [LinesRenderer, EventsRenderer]
    refusals = {
        "406": f"There is only `{LINES}` and `{EVENTS}`.",
        "503": "As many watch as may; `Retry-After` says for how many seconds to wait.",
    }
    staging: Staging | None = None  # makes what makes beats

    @extend_schema(
        responses={
            (200, LINES): OpenApiTypes.STR,
            (200, EVENTS): OpenApiTypes.STR,
            204: OpenApiResponse(description=f"For `{EVENTS}`: the end has been told. An `EventSource` comes no more."),
        },
        parameters=[
            OpenApiParameter(
                _LAST_SEEN,
                {"type": "string", "pattern": f"^[0-9]{{1,9}}({TO_THE_END})?$"},
                OpenApiParameter.HEADER,
                description=f"The same as `after`, and before it, for `{EVENTS}`: a browser sends it by itself when it "
                "comes back, to the address that it had.",
            )
        ],
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Everything behind `after`, until the game is over."""
        media_type = request.accepted_renderer.media_type
        wanted = self.wanted(request, public_id)
        beats = self.staging(wanted.game.ruleset, wanted.names) if self.staging and wanted.key.with_beats else None
        answer = HttpResponse(content_type=media_type)
        patch_cache_control(answer, no_store=True, no_transform=True)
        answer["X-Accel-Buffering"] = "no"  # for nginx
        if self.has_seen_all(request, wanted):
            answer.status_code = HTTPStatus.NO_CONTENT
            del answer["Content-Type"]
            return answer
        counter: Counter | None = getattr(request, "scope", {}).get("extensions", {}).get(COUNTER)
        if request.method == "HEAD":
            return answer
        if counter is None:  # no server of ours: what there is by now
            told = Collected(WAYS[media_type])
            async_to_sync(tell_by_now)(told, placed(wanted, beats), wanted)
            answer.content = told.body
            return answer
        if counter.is_full:
            raise _Full
        counter.take(Order(wanted, beats, WAYS[media_type], self.held(request)))
        return answer

    def held(self, request: Request) -> Held:
        """What says whether who opened the stream may still have it."""
        return always

    def wanted(self, request: Request, public_id: str) -> Wanted:
        """What is asked for, where that may be had."""
        game, given = self.get_object(), self.given
        seen = self.last_seen(request)  # of who comes back: the address still says from where it once began
        after = given.get("after", 0) if seen is None else seen
        wish = Wish(public_id, given["lens"], after, given["narrations"] == "1", given["beats"] == "1")
        try:
            return granted(wish, game, request.user)
        except Refused as refusal:
            if refusal.code == BAD_PARAMETER:
                raise ValidationError({"lens": [refusal.reason.removeprefix("lens ")]}) from refusal
            raise PermissionDenied(refusal.reason) from refusal

    def came_with(self, request: Request) -> str:
        """What a browser says that it has seen last; "" of who comes for the first time."""
        return request.headers.get(_LAST_SEEN, "") if request.accepted_renderer.media_type == EVENTS else ""

    def has_seen_all(self, request: Request, wanted: Wanted) -> bool:
        """Whether a browser has seen the end of a game that is over, with the last event of its lens: it may have come
        with a number beyond that."""
        if not (wanted.game.is_over and self.came_with(request).endswith(TO_THE_END)):
            return False
        ledger = Event.objects.filter(game=wanted.game).order_by("seq")
        return wanted.after >= len(seqs_shown(ledger, wanted.key.viewer))

    def last_seen(self, request: Request) -> int | None:
        """What a browser that comes back has seen last; None of who does not."""
        came = self.came_with(request)
        if not came:
            return None
        field = StreamAsked().fields["after"]
        try:
            return int(field.run_validation(came.removesuffix(TO_THE_END)))
        except ValidationError as error:
            raise ValidationError({_LAST_SEEN: [f"must be {field.label}, not {came[:80]!r}"]}) from error
