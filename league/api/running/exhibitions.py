"""Games outside of any season, made by the API. Who has the scope `play` may seat whom costs nothing; where a model
behind a provider is asked, `money` is wanted too, and so it is for caps: an exhibition has no cap but its own, and
`play` alone can spend nothing.
"""

from typing import Any, Final

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import GameDetail, WholeGameSerializer
from games.engine.ruleset import WrongOption
from games.hosting.making import WrongGame, create_exhibition
from league.access.acts import record_creation
from league.api.games import LeagueGameList
from league.api.once import KEY, REFUSED, once
from league.api.permissions import MORE
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.running.rosters import players_meant
from league.api.running.shape import may_cap
from league.calendars.changing import MOST_PACE
from league.models import Token
from league.models.season import Names, Spoilers
from league.tasks import nudge
from personas.models import Player

MOST_SEATS: Final = 63
ASKED: Final = {
    "ruleset": "town-mafia",
    "seats": [
        *("house-accuser_captain_brannoch", "house-listener_old_fenn", "house-logician_abacus_nine"),
        *("house-joker_granny_pickle", "house-loyalist_rook_calloway", "house-contrarian_professor_quill"),
    ],
    "spoilers": "open",
}


class ExhibitionSerializer(WhySerializer):
    """A game that is to be played, outside of any season."""

    ruleset = serializers.CharField(max_length=40)
    seats = serializers.ListField(
        child=serializers.CharField(max_length=130), min_length=1, max_length=MOST_SEATS, help_text="Players, by seat."
    )
    options = serializers.DictField(
        child=serializers.JSONField(allow_null=True), default=dict, help_text="Those that differ from the defaults."
    )
    seed = serializers.CharField(
        max_length=200, required=False, allow_null=True, help_text="Drawn where it is left out, and told at the end."
    )
    spoilers = serializers.ChoiceField(Spoilers.choices, default=Spoilers.OPEN)
    delay_minutes = serializers.IntegerField(min_value=1, max_value=10080, default=10)
    names = serializers.ChoiceField(
        Names.choices,
        required=False,
        help_text="By which names they play; their own where it is left out, but where two share one.",
    )
    pace = serializers.FloatField(
        min_value=0, max_value=MOST_PACE, default=0.0, help_text="A multiple of reading time; 0 is as fast as it can."
    )
    cap_call = serializers.DecimalField(
        max_digits=10, decimal_places=4, min_value=0, required=False, allow_null=True, help_text="US dollars."
    )
    cap_game = serializers.DecimalField(
        max_digits=10, decimal_places=4, min_value=0, required=False, allow_null=True, help_text="US dollars."
    )


class Games(LeagueGameList):
    """Every game, the newest first: also those that are void or were set aside."""

    tells_made = ("Location",)
    scope = Token.Scope.PLAY
    rights = {"POST": "make_exhibitions"}
    refused_writes = {
        "403": "For staff who may make exhibitions, with a token of scope `play`; where a model behind a provider is "
        "asked, and for caps, `money` too.",
        "415": "There is only `application/json`.",
        **REFUSED,
    }

    @extend_schema(
        description="Has a game played outside of any season, unrated, as soon as a host is free.",
        request=ExhibitionSerializer,
        responses={201: WholeGameSerializer},
        parameters=[KEY],
        examples=[
            example("A table of the house", ASKED),
            example("The game, in part", {"id": "3k9x0a7bq2mz", "status": "scheduled"}, status=201),
        ],
    )
    @once
    def post(self, request: Request) -> Response:
        """Have an exhibition played."""
        given = given_in(ExhibitionSerializer, request)
        players = players_meant("seats", given["seats"])
        if any(given.get(name) is not None for name in ("cap_call", "cap_game")):
            may_cap(request)
        may_spend(request, players)
        if "names" in given["options"]:
            raise ValidationError({"options": ["names is a field of its own here, no option"]})
        try:
            with transaction.atomic():
                game = create_exhibition(
                    ruleset=given["ruleset"],
                    options=given["options"] | {name: given[name] for name in ("names",) if name in given},
                    players=players,
                    seed=given.get("seed") or None,
                    pace=given["pace"],
                    spoilers=given["spoilers"],
                    delay_minutes=given["delay_minutes"],
                    caps={"call": given.get("cap_call"), "game": given.get("cap_game")},
                )
                record_creation(by=actor(request), row=game, reason=given["reason"])
        except WrongOption as error:
            raise ValidationError({"options": [str(error)]}) from error
        except WrongGame as error:
            raise ValidationError({"seats" if error.field == "status" else error.field: [str(error)]}) from error
        except LookupError as error:
            raise ValidationError({"ruleset": [str(error)]}) from error
        nudge()
        row: Any = GameDetail.queryset.get(pk=game.pk)
        data = WholeGameSerializer(GameDetail.tell(self, row), context=self.get_serializer_context()).data  # type: ignore[arg-type]  # its request alone
        where = request.build_absolute_uri(f"/api/v1/games/{game.public_id}/")
        return Response(data, status=201, headers={"Location": where})


def may_spend(request: Request, players: list[Player]) -> None:
    """Raises PermissionDenied for a token that may spend nothing, where somebody costs something."""
    costly = [player.player_id for player in players if not player.model.is_offline]
    if costly and isinstance(request.auth, Token) and not request.auth.allows(Token.Scope.MONEY):
        raise PermissionDenied(f"{costly[0]} is asked at a provider: that wants a token of scope money, too. {MORE}")
