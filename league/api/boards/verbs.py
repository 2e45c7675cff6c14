"""What is done to a board from outside, an address for each verb of the table (league.boards.verbs)."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.boards.reading import BoardSerializer, board_told, shown_to
from league.api.once import KEY, once
from league.api.roster.bodies import MAY_MATCH, WhySerializer, actor, example, given_in
from league.api.roster.tags import is_matched, tag_of
from league.api.running.shape import WrongState
from league.api.seasons import season_named
from league.boards.managing import board_of
from league.boards.verbs import VERBS, Given, Managed, WrongBoard, carry_out
from league.models import Season, Token
from league.models.boards import MOST_MINIMUM, BoardOrder
from league.queries.boards.shown import Shown
from personas.api.reading import Reading

TAKEN: Final[Mapping[str, Any]] = {
    "minimum": lambda: serializers.IntegerField(min_value=0, max_value=MOST_MINIMUM, help_text="Games."),
    "order": lambda: serializers.ChoiceField(BoardOrder.choices, help_text="By what ranks are given."),
    "game": lambda: serializers.CharField(max_length=12, required=False, help_text="The id of a game; or a player."),
    "player": lambda: serializers.CharField(max_length=130, required=False, help_text="The id of a player."),
}
SENT: Final = {"minimum": 10, "order": "rate", "game": "3k9x0a7bq2mz"}
WRITES: Final = {
    "403": "For staff who may manage boards, with a token of scope `season`.",
    "409": "It is so already, or the game counts nowhere as it is: it is void, not over or unrated (`wrong_state`); or "
    "a request with this `Idempotency-Key` is under way.",
    "412": "Somebody has done something to this board since.",
    "415": "There is only `application/json`.",
    "422": "This `Idempotency-Key` was sent with another request.",
}


class ManagedSerializer(serializers.Serializer):
    """What came of it."""

    told = serializers.CharField(help_text="In a sentence.")
    board = BoardSerializer(help_text="The board as it is by now.")


class Managing(Reading):
    """Something that is done to a board."""

    scope = Token.Scope.SEASON
    queryset = Season.objects.all()
    lookup_field = "slug"
    serializer_class = ManagedSerializer
    refused_writes = WRITES
    tells_tag = True
    verb: ClassVar[Managed]
    body: ClassVar[type[serializers.Serializer]]

    def carry_out(self, request: Request, slug: str = "") -> Response:
        """Does the verb, and answers with what came of it."""
        verb = self.verb
        season = season_named(slug, request.user) if slug else None
        given = Given(**given_in(self.body, request))
        held = partial(is_matched, request, at="the board is at", is_required=False, whole=lambda: self.tag(season))
        held(board_of(season).revision)
        try:
            with transaction.atomic():
                told = carry_out(verb=verb, season=season, by=actor(request), now=timezone.now(), given=given)
                # Its row is held since, so nobody comes between; what was done is undone where it was another one's.
                shown = shown_to(season, request.user)
                before = shown.board.revision - 1 if touches(season, given) else shown.board.revision
                held(before, whole=None)  # for what would be told is undone
        except WrongBoard as error:
            raise refused(error) from error
        board, tag = tagged_board(shown)
        return Response({"told": told, "board": board}, headers={"ETag": tag})

    def tag(self, season: Season | None) -> str:
        """The tag of the board by now."""
        return tagged_board(shown_to(season, self.request.user))[1]


def tagged_board(shown: Shown) -> tuple[Any, str]:
    """A board as its own address tells it, and its tag there: both of one look, for a tag of what somebody else wrote
    since would let who was told something older write over it."""
    data = BoardSerializer(board_told(shown)).data
    return data, tag_of(data, mark=shown.board.revision)


def touches(season: Season | None, given: Given) -> bool:
    """Whether what was done has changed the board of the address: a game changes that of its season."""
    return season is not None or not given.game


def refused(error: WrongBoard) -> APIException:
    """A refusal of a board's as the API words it: a conflict where it is about its state, or that of a game."""
    if error.field == "status":
        return WrongState(error.message)
    return ValidationError({error.field: [error.message]})


def body_of(verb: Managed) -> type[serializers.Serializer]:
    """What is sent with a verb."""
    why = "It is required, and everybody sees it." if verb.wants else WhySerializer().fields["reason"].help_text
    reason: dict[str, Any] = {} if verb.wants else {"default": "", "allow_blank": True}
    fields = {each: TAKEN[each]() for each in verb.takes}
    fields["reason"] = serializers.CharField(max_length=200, help_text=why, **reason)
    told = fields | {"__doc__": f"What is said with `{verb.name}`."}
    return type(f"{verb.name.capitalize()}BoardSerializer", (WhySerializer,), told)


BODIES: Final = {name: body_of(verb) for name, verb in VERBS.items()}


def view_of(verb: Managed, *, of: str) -> type[Managing]:
    """The view of a verb, of the board `of` a season or of all."""
    name, body = f"{verb.name.capitalize()}{of.capitalize()}Board", BODIES[verb.name]
    sent = {each: SENT[each] for each in verb.takes if each in SENT} | {"reason": "The provider was down."}
    described = extend_schema(
        description=f"{verb.told.capitalize()}. {verb.confirms}",
        request=body,
        responses=ManagedSerializer,
        parameters=[KEY, MAY_MATCH],
        examples=[
            example("With a reason", sent),
            example("What came of it, in part", {"told": f"The leaderboard {verb.done}."}, status=200),
        ],
    )
    if of:

        @described
        @once
        def post(self: Managing, request: Request, slug: str) -> Response:
            return self.carry_out(request, slug)
    else:

        @described
        @once
        def post(self: Managing, request: Request) -> Response:
            return self.carry_out(request)

    post.__doc__ = f"{verb.title}, of {'a season' if of else 'the league'}."
    told = {"verb": verb, "body": body, "post": post, "__doc__": f"{verb.told.capitalize()}.", "__module__": __name__}
    return type(name, (Managing,), told | {"rights": {"POST": verb.right}})


OF_LEAGUE: Final[Mapping[str, type[Managing]]] = {name: view_of(verb, of="") for name, verb in VERBS.items()}
OF_SEASONS: Final[Mapping[str, type[Managing]]] = {name: view_of(verb, of="season") for name, verb in VERBS.items()}
