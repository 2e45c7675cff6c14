"""Players as JSON: read by everybody with their results; made, changed and retired by staff."""

from hashlib import sha256
from typing import Any, ClassVar, Final

from django.db import IntegrityError, transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.once import KEY, REFUSED, once
from league.api.results import PlayerDetail, PlayerList, PlayerSerializer
from league.api.roster.bodies import MAY_MATCH, WhySerializer, actor, example, given_in
from league.api.roster.tags import is_matched, tagged
from league.api.told import PlayerTold, players_to_tell, players_told
from league.models import Token
from league.seasons.roster import change_some, make_player, make_players
from personas.api.reading import Reading
from personas.models import LanguageModel, Persona, Player, StrategyLevel
from personas.roster import player_id

MOST: Final = 1_000  # personas that are made players at once
LEVEL: Final = "How much strategy its briefing spells out; of the house, how well it plays."
USUAL: Final = "Left out: `advanced` on the house, `none` on another model."
AWARE: Final = "Whether its briefing tells it that it is a model among models."
ONE: Final = {
    "player_id": "gpt-4o-mini_harbour_clerk",
    "persona_id": "harbour_clerk",
    "persona": "The Harbour Clerk",
    "model_id": "gpt-4o-mini",
    "model": "GPT-4o mini",
    "strategy_level": "basic",
    "is_aware": False,
    "is_active": True,
    "games_played": 0,
}


def named_by_slug(  # Any: a manager or a queryset
    rows: Any, noun: str, told: str, *, required: bool = True
) -> serializers.SlugRelatedField:
    """A field that names a row by its slug."""
    messages: dict[str, Any] = {
        "does_not_exist": f"no {noun} is called {{value!r}}",
        "invalid": f"must be a slug, of the {noun}",
    }
    return Called("slug", queryset=rows, required=required, error_messages=messages, help_text=told)


class Called(serializers.SlugRelatedField):
    """A row by its slug, which is a text: others, and such as no database looks for, name none."""

    def to_internal_value(self, data: Any) -> Any:  # Any: a JSON value, and a row
        """The row. Raises ValidationError."""
        if not isinstance(data, str) or not data.isprintable():
            self.fail("invalid")
        return super().to_internal_value(data)


class HowSerializer(WhySerializer):
    """How a player that is to be is told to play."""

    strategy_level = serializers.ChoiceField(StrategyLevel.choices, required=False, help_text=f"{LEVEL} {USUAL}")
    is_aware = serializers.BooleanField(default=False, help_text=AWARE)


class NewPlayerSerializer(HowSerializer):
    """A player that is to be."""

    persona = named_by_slug(Persona.objects.filter(written_for=""), "persona", "Its persona, by the slug.")
    model = named_by_slug(LanguageModel.objects.all(), "model", "What it is on, by the slug.")


class NewPlayersSerializer(HowSerializer):
    """Players that are to be on a model."""

    model = named_by_slug(LanguageModel.objects.filter(is_active=True), "active model", "What they are on, by slug.")
    personas = serializers.ListField(
        child=serializers.CharField(max_length=60),
        default=list,
        max_length=MOST,
        help_text="The personas, by their slugs.",
    )
    approved = serializers.BooleanField(default=False, help_text="Instead of naming them: all that are approved.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two says which personas."""
        if bool(attrs["personas"]) == attrs["approved"]:
            raise ValidationError({"personas": ["say which, by their slugs, or `approved` for all that are"]})
        return attrs


class MadeSerializer(serializers.Serializer):
    """What came of making players."""

    made = serializers.IntegerField(help_text="How many are new.")
    there = serializers.IntegerField(help_text="How many were players on the model already, and stay as they are.")
    players = serializers.ListField(child=serializers.CharField(), help_text="All of them, by their ids.")


class ChangedPlayerSerializer(WhySerializer):
    """What of a player is to be another; what is not there stays."""

    strategy_level = serializers.ChoiceField(StrategyLevel.choices, required=False, help_text=LEVEL)
    is_aware = serializers.BooleanField(required=False, help_text=AWARE)
    is_active = serializers.BooleanField(required=False, help_text="Whether new seasons may invite it.")


class Players(PlayerList):
    """Every player with its results over all seasons, by id; those of one game only when they are asked for."""

    rights = {"POST": "make_players"}
    scope = Token.Scope.ROSTER
    refused_writes = {
        "403": "For staff who may add players, with a token of scope `roster`.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Makes a player: a persona on a model. Which persona and which model it is, is for good; level and "
        "awareness may change. Seasons invite players of approved personas only.",
        request=NewPlayerSerializer,
        responses={201: PlayerSerializer},
        parameters=[KEY],
        examples=[
            example(
                "A persona on a model",
                {"persona": "harbour_clerk", "model": "gpt-4o-mini", "strategy_level": "basic", "is_aware": False},
            ),
            example("The player, in part", ONE, status=201),
        ],
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a player."""
        given = given_in(NewPlayerSerializer, request)
        level = given.pop("strategy_level", "")
        try:
            player = make_player(by=actor(request), level=level, **given)
        except IntegrityError as error:
            name = player_id(persona=given["persona"], model=given["model"])
            raise ValidationError({"persona": [f"it is a player on this model already, {name}"]}) from error
        return answer(self, player, status=201)


class PlayersTogether(Reading):
    """Makes many personas players on a model."""

    tells_made = ()
    rights = {"POST": "make_players"}
    scope = Token.Scope.ROSTER
    queryset = Player.objects.all()
    serializer_class = MadeSerializer
    refused_writes = Players.refused_writes

    @extend_schema(
        description="Makes each of these personas a player on a model, where it is none yet; who is one already stays "
        "as it is. All are made or none.",
        request=NewPlayersSerializer,
        responses={201: MadeSerializer},
        parameters=[KEY],
        examples=[
            example(
                "Two personas on a model",
                {"model": "gpt-4o-mini", "personas": ["harbour_clerk", "granny_pickle"], "strategy_level": "basic"},
            ),
            example(
                "One of them was there",
                {"made": 1, "there": 1, "players": ["gpt-4o-mini_granny_pickle", "gpt-4o-mini_harbour_clerk"]},
                status=201,
            ),
        ],
    )
    @once
    def post(self, request: Request) -> Response:
        """Make players of many personas."""
        given = given_in(NewPlayersSerializer, request)
        slugs = given.pop("personas")
        personas = personas_meant(slugs, or_approved=given.pop("approved"))
        made = make_players(by=actor(request), personas=personas, level=given.pop("strategy_level", ""), **given)
        names = sorted(player_id(persona=persona, model=given["model"]) for persona in personas)
        return Response({"made": made, "there": len(names) - made, "players": names}, status=201)


class OnePlayer(PlayerDetail):
    """A player with its results over all seasons. The ETag begins with a mark of what can be written: level, awareness
    and whether seasons may invite it."""

    rights = {"PATCH": "edit_players"}
    scope = Token.Scope.ROSTER
    refused_writes = {
        "403": "For staff who may change players, with a token of scope `roster`.",
        "412": "Somebody has written meanwhile: the player is another than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def get(self, request: Request, player_id: str) -> Response:
        """The player."""
        told: Any = self.get_object()
        return answered(self, told)

    @extend_schema(
        description="Gives a player another strategy level, tells it that it is a model or no more, or lets new "
        "seasons invite it or not. Games that were made, and seasons that have begun, go on as they are. With "
        "`If-Match` nothing is written where somebody has written meanwhile; results may have moved.",
        request=ChangedPlayerSerializer,
        responses=PlayerSerializer,
        parameters=[MAY_MATCH],
        examples=[
            example("Level and awareness", {"strategy_level": "advanced", "is_aware": True, "reason": "A trial."}),
            example("The player, in part", ONE | {"strategy_level": "advanced", "is_aware": True}, status=200),
        ],
    )
    def patch(self, request: Request, player_id: str) -> Response:
        """Change a player."""
        player = self.row()
        given = given_in(ChangedPlayerSerializer, request)
        if len(given) == 1:
            raise ValidationError("nothing is said that it is to be: strategy_level, is_aware or is_active")
        with transaction.atomic():
            matched(self, Player.objects.select_for_update(no_key=True).get(pk=player.pk))
            change_some(by=actor(request), players=[player], **given)
        return answer(self, player)

    def row(self) -> Player:
        """The player itself."""
        told: Any = self.get_object()
        return told.player


class Inviting(Reading):
    """Whether new seasons may invite a player."""

    rights = {"POST": "edit_players"}
    scope = Token.Scope.ROSTER
    queryset = Player.objects.all()
    lookup_field = "player_id"
    serializer_class = PlayerSerializer
    refused_writes = OnePlayer.refused_writes | REFUSED
    is_active: ClassVar[bool]

    def invite(self, request: Request) -> Response:
        """Says so; who is so already stays so."""
        player = self.get_object()
        why = given_in(WhySerializer, request)["reason"]
        change_some(by=actor(request), players=[player], is_active=self.is_active, reason=why)
        return answer(self, player)


class RetiringPlayer(Inviting):
    """Lets no new season invite a player; its results and its page stay."""

    is_active = False

    @extend_schema(
        description="Lets no new season invite a player. Its results and its page stay, and seasons under way go on.",
        request=WhySerializer,
        responses=PlayerSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "Its model is gone."}),
            example("The player, in part", ONE | {"is_active": False}, status=200),
        ],
    )
    @once
    def post(self, request: Request, player_id: str) -> Response:
        """Retire a player."""
        return self.invite(request)


class RestoringPlayer(Inviting):
    """Lets new seasons invite a player that was retired."""

    is_active = True

    @extend_schema(
        description="Lets new seasons invite a player again.",
        request=WhySerializer,
        responses=PlayerSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "Its model is back."}),
            example("The player, in part", ONE, status=200),
        ],
    )
    @once
    def post(self, request: Request, player_id: str) -> Response:
        """Restore a player."""
        return self.invite(request)


def personas_meant(slugs: list[str], *, or_approved: bool) -> list[Persona]:
    """The personas of these slugs, or all that are approved. Raises ValidationError, which names each that is none."""
    personas = Persona.objects.filter(written_for="").order_by("slug")
    if or_approved:
        return list(personas.filter(status=Persona.Status.APPROVED))
    found = list(personas.filter(slug__in=slugs))
    there = {persona.slug for persona in found}
    if missing := [slug for slug in dict.fromkeys(slugs) if slug not in there]:
        raise ValidationError({"personas": [f"no persona is called {slug!r}" for slug in missing]})
    return found


def answer(view: GenericAPIView, player: Player, *, status: int = 200) -> Response:
    """A player as it is by now, with its results."""
    return answered(
        view, players_told([players_to_tell(view.request.user).get(pk=player.pk)], view.request.user)[0], status=status
    )


def answered(view: GenericAPIView, told: PlayerTold, *, status: int = 200) -> Response:
    """What is told of a player, tagged with a mark of what can be written."""
    player = told.player
    data = PlayerSerializer(told, context=view.get_serializer_context()).data
    return tagged(view, data, mark=mark_of(player), path=f"players/{player.player_id}", status=status)


def mark_of(player: Player) -> str:
    """What tells how a player is to play, and whether seasons invite it, from how it was before."""
    return sha256(f"{player.strategy_level} {player.is_aware} {player.is_active}".encode()).hexdigest()[:12]


def matched(view: GenericAPIView, player: Player) -> None:
    """Raises PreconditionFailed where `If-Match` names another state of a player."""
    at, whole = f"{player.player_id} is at", lambda: answer(view, player).headers["ETag"]
    is_matched(view.request, mark_of(player), at=at, is_required=False, whole=whole)
