"""What is done to a game from outside, an address for each verb of the table (games.directing.verbs)."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.directing.verbs import VERBS, Given, Verb
from games.hosting.making import WrongGame
from games.models import Game
from games.models.game import GameStatus
from league.access.directing import direct_game
from league.access.rights import refuse
from league.api.once import KEY, once
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.running.verbs import WrongState
from league.models import Token
from league.tasks import nudge
from personas.api.reading import Reading

TAKEN: Final[Mapping[str, Any]] = {
    "seat": lambda: serializers.IntegerField(min_value=0, max_value=62, help_text="The seat; numbered from 0."),
    "model": lambda: serializers.CharField(max_length=60, help_text="The slug of the model that answers from now on."),
}
WRITES: Final = {
    "403": "For staff who may change games, with a token of scope `play`.",
    "409": "It cannot be done to the game as it is by now; or a request with this `Idempotency-Key` is under way.",
    "415": "There is only `application/json`.",
    "422": "This `Idempotency-Key` was sent with another request.",
}


class DirectedSerializer(serializers.Serializer):
    """What came of it, and how the game stands by now."""

    told = serializers.CharField(help_text="In a sentence.")
    id = serializers.CharField(help_text="The game's.")
    status = serializers.ChoiceField(GameStatus.choices)
    waiting = serializers.CharField(help_text="Why it does not go on or has no result, in words; else empty.")
    unrated = serializers.CharField(help_text="Why it is in no result though it is played to its end; else empty.")


class Directing(Reading):
    """Something that is done to a game."""

    scope = Token.Scope.PLAY
    queryset = Game.objects.all()
    lookup_field = "public_id"
    serializer_class = DirectedSerializer
    refused_writes = WRITES
    verb: ClassVar[Verb]
    body: ClassVar[type[serializers.Serializer]]

    def carry_out(self, request: Request) -> Response:
        """Does the verb, and answers with what came of it."""
        refuse(request.user, "direct_games")
        game, given = self.get_object(), given_in(self.body, request)
        try:
            told = direct_game(verb=self.verb, game=game, by=actor(request), now=timezone.now(), given=Given(**given))
        except WrongGame as error:
            raise refused(error) from error
        nudge()
        game.refresh_from_db()
        stand = {"id": game.public_id, "status": game.status, "waiting": game.waiting, "unrated": game.unrated}
        return Response({"told": told, **stand})


def refused(error: WrongGame) -> APIException:
    """A refusal of a game's as the API words it: a conflict where it is about its state."""
    if error.field == "status":
        return WrongState(str(error))
    return ValidationError({error.field: [str(error)]})


def view_of(verb: Verb) -> type[Directing]:
    """The view of a verb."""
    why = "It is required, and kept." if verb.wants else WhySerializer().fields["reason"].help_text
    reason: dict[str, Any] = {} if verb.wants else {"default": "", "allow_blank": True}
    name = f"{verb.name.capitalize()}Game"
    fields = {each: TAKEN[each]() for each in verb.takes}
    fields["reason"] = serializers.CharField(max_length=200, help_text=why, **reason)
    body = type(f"{name}Serializer", (WhySerializer,), fields | {"__doc__": f"What is said with `{verb.name}`."})
    sent = {each: {"seat": 3, "model": "gpt-4o-mini"}[each] for each in verb.takes}
    sent |= {"reason": "The provider has gone."}

    @extend_schema(
        description=f"{verb.told.capitalize()}. {verb.confirms}",
        request=body,
        responses=DirectedSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", sent),
            example("What came of it, in part", {"told": f"Game 3k9x0a7bq2mz {verb.done}."}, status=200),
        ],
    )
    @once
    def post(self: Directing, request: Request, public_id: str) -> Response:
        return self.carry_out(request)

    post.__doc__ = f"{verb.title} a game."
    told = {"verb": verb, "body": body, "post": post, "__doc__": f"{verb.told.capitalize()}.", "__module__": __name__}
    return type(name, (Directing,), told)


VIEWS: Final[Mapping[str, type[Directing]]] = {name: view_of(verb) for name, verb in VERBS.items()}
