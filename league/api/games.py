"""Of games what only the league can tell: of which season they are, whether a board counts them and why not, and what a
season hides while it goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import (
    GameCalls,
    GameDetail,
    GameList,
    GamesAsked,
    GameSerializer,
    GameStream,
    WholeGameSerializer,
)
from games.engine.viewpoint import WrongLens
from games.ledger.reads import LensRefused, events_for, viewer_for
from games.models import Game
from league.api.account.sockets import Held
from league.api.errors import HELD_BACK, HeldBack
from league.api.results import role_parameter, team_parameter
from league.api.roster.tags import tag_of
from league.models import Season, Token
from league.queries.boards.counting import (
    COUNTED,
    RESULTS,
    games_of_season,
    games_of_seats,
    games_told_by,
    reasons_of,
    why_not,
)
from league.queries.memories import sees_memories
from league.queries.schedule import begun
from league.queries.stage.beats import beats_as_told, beats_of, cast_of
from personas.api.reading import Asked, Reading, ReadingList, named
from personas.models import Persona, StrategyLevel

WHY = "Why not, in words, such as `void: the provider is down`, `excluded: …` or `unrated: …`; empty where it counts."


def chosen(choices: Any, told: str) -> serializers.ChoiceField:
    """A parameter that takes one of these."""
    return serializers.ChoiceField(choices, required=False, label=f"one of {', '.join(choices)}", help_text=told)


def counted_parameter() -> serializers.ChoiceField:
    """The parameter that asks for what a board counts, or does not."""
    told = "Games that the board of the season counts, or that of all rated seasons; or those that it does not."
    return chosen(COUNTED, told)


class LeagueGamesAsked(GamesAsked):
    """What the list of games may be asked; all filters hold together."""

    season = named(
        "slug",
        begun(Season.objects.all()),
        "the slug of a season",
        "The season that ordered the game; also those that were set aside and are played again.",
    )
    persona = named("slug", Persona.objects.all(), "the slug of a persona", "A persona of a player in the game.")
    level = chosen(StrategyLevel.values, "The strategy level of somebody in the game.")
    role = role_parameter("Of finished games: somebody in this role; the one that is asked for, where one is.")
    team = team_parameter("Of finished games: somebody on this team; the one that is asked for, where one is.")
    result = chosen(RESULTS, "Of finished games: how they came out for somebody; for the one that is asked for.")
    counted = counted_parameter()


class CountsSerializer(serializers.Serializer):
    """Whether a board counts a game: of one season, where the list is asked for one, else that of all rated seasons."""

    counts = serializers.BooleanField(help_text="Whether the board counts it: the season's, where one is asked for.")
    why = serializers.CharField(help_text=WHY)


class LeagueGameSerializer(GameSerializer, CountsSerializer):
    """A game in a list."""


class LeagueWholeGameSerializer(WholeGameSerializer, CountsSerializer):
    """A game at its own address; seed, salt and hash are null until the end."""


@dataclass(frozen=True, slots=True)
class CountedTold:
    """A game with whether a board counts it, and why not."""

    told: Any
    counts: bool
    why: str

    def __getattr__(self, name: str) -> Any:
        """What everybody may know of the game itself."""
        return getattr(self.told, name)


class LeagueGameList(GameList):
    """Every game, the newest first: also those that are void or were set aside."""

    asked = LeagueGamesAsked
    serializer_class = LeagueGameSerializer
    queryset = GameList.queryset.select_related("fixture__season")

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is there
        """The games that fit; those of a season by what it ordered, for some have no fixture any more."""
        season, counted = self.given.get("season"), self.given.get("counted")
        self.columns = {**GameList.columns, **({"season": "fixture__season"} if counted == "yes" else {})}
        if counted:
            queryset = games_told_by(queryset, counted, season)
        elif season is not None:
            queryset = games_of_season(queryset, season)
        sitting: dict[str, str] = {name: self.given[name].slug for name in ("model", "persona") if name in self.given}
        sitting |= {name: self.given[name] for name in ("level", "role", "team", "result") if name in self.given}
        if "player" in self.given:
            sitting["player"] = self.given["player"].player_id
        beyond = {"persona", "level", "role", "team", "result"} & sitting.keys()
        return super().filter_queryset(games_of_seats(queryset, sitting) if beyond else queryset)

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: as it is there
        """One page of them. One query more, where one is excluded."""
        found = super(ReadingList, self).paginate_queryset(queryset) or []
        self.reasons = reasons_of(found)
        return [self.tell(row) for row in found]

    def tell(self, row: Any) -> Any:  # Any: a game told, with two things more
        """What everybody may know of it."""
        why = why_not(row, self.reasons, season=self.given.get("season"))
        return CountedTold(super().tell(row), not why, why)


class LeagueGameDetail(GameDetail):
    """A game with its seats, options and terms, and whether the board of all rated seasons counts it. The ETag begins
    with a mark of how it stands, which its verbs take as `If-Match`."""

    serializer_class = LeagueWholeGameSerializer
    queryset = GameDetail.queryset.select_related("fixture__season")

    def tell(self, row: Any) -> Any:
        """What everybody may know of it."""
        return counted_told(self, row)

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The game."""
        told = super().get(request, *args, **kwargs)
        told.headers["ETag"] = tag_of(told.data, mark=mark_of(told.data))
        return told


def counted_told(view: Reading, row: Any) -> Any:  # Any: a game, and a game told, with two things more
    """What who asks may know of a game, and whether it counts."""
    why = why_not(row, reasons_of([row]))
    told = GameDetail.tell(view, row)  # type: ignore[arg-type]  # its request alone
    if is_held_back(row, view.request.user):
        told = replace(told, seats=tuple(replace(seat, memory=None, lessons=None) for seat in told.seats))
    return CountedTold(told, not why, why)


def is_held_back(game: Game, user: Any) -> bool:  # Any: a user, or an anonymous one
    """Whether a game's season, as long as it goes on, keeps from somebody what its players remembered."""
    slug, fixture = game.terms.get("season"), getattr(game, "fixture", None)
    season = fixture.season if fixture is not None else Season.objects.filter(slug=slug).first() if slug else None
    return season is not None and season.is_hiding and not sees_memories(user)


def mark_of(told: Any) -> str:  # Any: a game's row, or what is told of it
    """What tells how a game stands, and who may have answered in it, from how it was before: nothing that its own
    address does not tell everybody, and nothing that changes by its being played on."""
    status, unrated = (
        told[name] if isinstance(told, Mapping) else getattr(told, name) for name in ("status", "unrated")
    )
    return sha256(f"{status} {unrated}".encode()).hexdigest()[:12]


def game_tagged(view: Reading, public_id: str) -> tuple[Any, str]:
    """A game's row as it is by now, and the tag that its own address has of it."""
    row = LeagueGameDetail.queryset.get(public_id=public_id)
    data = LeagueWholeGameSerializer(counted_told(view, row), context=view.get_serializer_context()).data
    return row, tag_of(data, mark=mark_of(data))


class ThoughtSerializer(serializers.Serializer):
    """What somebody thought with an answer."""

    seat = serializers.IntegerField()
    text = serializers.CharField()


class ClaimToldSerializer(ThoughtSerializer):
    """A claim of which it is told whether it was so."""

    verdict = serializers.ChoiceField(["true", "false", "unknowable"])
    earlier = serializers.BooleanField(help_text="Whether it was made before this beat.")


class KnownSerializer(serializers.Serializer):
    """What is known of a seat from a beat on; it stands for all that was known of it before."""

    role = serializers.CharField(required=False)
    side = serializers.ChoiceField(["hidden-team", "open-team"], required=False)
    fate = serializers.CharField(required=False, help_text="What became of it, such as `lynched, day 2`.")
    known = serializers.CharField(
        required=False,
        help_text="Of whom no role is known what a seat knows: `partner`, the team that a check showed, `cleared`.",
    )
    how = serializers.ChoiceField(
        ["partner", "checked", "cleared"], required=False, help_text="Of whom a role is known: how a seat knows of it."
    )


@extend_schema_field(
    {"type": "array", "minItems": 2, "maxItems": 2, "items": {"oneOf": [{"type": "string"}, {"type": "boolean"}]}}
)
class PlaceField(serializers.JSONField):
    """A room of the ship, and whether it is a body that lies there."""


class SetsSerializer(serializers.Serializer):
    """What is so from a beat on."""

    title = serializers.CharField(required=False, help_text="The scene that begins, such as `Day 2`.")
    icon = serializers.CharField(required=False, help_text="`moon`, `sun` or empty.")
    seats = serializers.DictField(child=KnownSerializer(), required=False, help_text="By the number of the seat.")
    places = serializers.DictField(
        child=PlaceField(),
        required=False,
        help_text="On the ship, by the number of the seat: the room where the lens was shown it last, empty for who is "
        "nowhere any more, and whether it lies there dead.",
    )
    ship = serializers.DictField(
        required=False,
        help_text="On the ship, all else that its map shows from here on, in place of what was so before: `when`, "
        "`alarm`, `bar`, `tasks`, and as lists of sentences `where` everybody is as far as is known, `deeds`, and "
        "`claims` of places; by seat `signs` and `done`, by room `captions` and `rooms`; `faded`, the seats that were "
        "not seen in this tick; `sight`, `dark` or `fog`.",
    )


class BeatSerializer(serializers.Serializer):
    """One thing that a replay shows; what is empty is left out."""

    n = serializers.IntegerField(help_text="From 0 without gaps.")
    seq_from = serializers.IntegerField(help_text="The first of its events, by the lens's own numbers.")
    seq_to = serializers.IntegerField(help_text="The last of them.")
    kind = serializers.CharField(
        help_text="`scene`, `end`, `said`, `voted`, `chose`, `died`, `revealed`, `verdict`, `deed`, `note`, `plain`; "
        "`deal` and `ticks` tell several events at once."
    )
    scene = serializers.CharField(help_text="The scene it is in, as the game's page calls it: `day-2`.")
    text = serializers.CharField(help_text="What is said, or told.")
    hold = serializers.FloatField(
        help_text="Seconds that a replay shows it at its usual speed, until all that is said and thought is read. "
        "While a game is on it is shown until the next one comes, sooner or later than that: do not wait for it."
    )
    speaker = serializers.IntegerField(required=False, help_text="The seat whose it is.")
    aside = serializers.CharField(required=False, help_text="What stands beside the speaker's name, such as `to Edda`.")
    targets = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="The seats that it is for or against."
    )
    names = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Who else is named in a speech."
    )
    votes = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True), min_length=2, max_length=2),
        required=False,
        help_text="The vote that goes on, so far: pairs of a seat and whom it votes for, null for nobody.",
    )
    voted = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Who has voted where it is not said yet for whom."
    )
    thoughts = ThoughtSerializer(many=True, required=False)
    marks = ClaimToldSerializer(many=True, required=False)
    sets = SetsSerializer(required=False)


class BeatsSerializer(serializers.Serializer):
    """A game beat by beat."""

    results = BeatSerializer(many=True)


class BeatsAsked(Asked):
    """Whose eyes."""

    lens = serializers.CharField(
        default="audience",
        label="audience, glass, seat:K or ghost:K",
        help_text="As of the events: `audience`, `glass`, `seat:K` or `ghost:K`.",
    )


class GameBeats(Reading):
    """A game beat by beat through a lens: what its page shows one after the other, and for how long. What stands on the
    table at a beat is what the `sets` of all beats up to it say. While a game is on its last beat may still grow, and
    one before it be held longer for what came after it; in a paced or delayed game it is of what the lens is shown by
    now. Another release may part the same events otherwise, so this is not kept for good; the ETag says when nothing
    has changed."""

    shows_more = True
    asked = BeatsAsked
    queryset = Game.objects.prefetch_related("seats")
    lookup_field = "public_id"
    serializer_class = BeatsSerializer

    def get(self, request: Any, public_id: str) -> Response:  # Any: as DRF has it
        """All beats that there are so far."""
        game = self.get_object()
        cast = cast_of(game.ruleset, [seat.alias for seat in sorted(game.seats.all(), key=lambda seat: seat.number)])
        try:
            viewer = viewer_for(game, self.given["lens"], request.user, len(cast.seats))
        except WrongLens as error:
            raise serializers.ValidationError({"lens": [str(error).removeprefix("lens ")]}) from error
        except LensRefused as error:
            raise PermissionDenied(str(error)) from error
        beats = beats_of(events_for(game, viewer, user=request.user), cast)
        return Response({"results": [each.plain for each in beats]})


class LeagueGameStream(GameStream):
    __doc__ = GameStream.__doc__

    staging = staticmethod(beats_as_told)

    def held(self, request: Any) -> Any:  # Any: as games have it
        """By its token, where there is one: it ends with that."""
        return Held(request.auth) if isinstance(request.auth, Token) else super().held(request)


class LeagueGameCalls(GameCalls):
    __doc__ = GameCalls.__doc__

    queryset = GameCalls.queryset.select_related("fixture__season")
    refusals = {"409": f"The game is not over. {HELD_BACK['409']}"}

    def get_object(self) -> Any:  # Any: a game
        """The game. Raises HeldBack."""
        game = super().get_object()
        if is_held_back(game, self.request.user):
            raise HeldBack
        return game
