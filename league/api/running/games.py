"""What is done to a game from outside, an address for each verb of the table (games.directing.verbs)."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from games.directing.verbs import VERBS, Given
from games.models import Game
from games.models.game import GameStatus
from league.access.directing import direct_game
from league.api.games import game_tagged, mark_of
from league.api.roster.bodies import actor
from league.api.running.shape import OUTDATED, DoingTagged, views_of, writes
from league.models import Token

TAKEN: Final[Mapping[str, Any]] = {
    "seat": lambda: serializers.IntegerField(min_value=0, max_value=62, help_text="The seat; numbered from 0."),
    "model": lambda: serializers.CharField(max_length=60, help_text="The slug of the model that answers from now on."),
}


class DirectedSerializer(serializers.Serializer):
    """What came of it, and how the game stands by now."""

    told = serializers.CharField(help_text="In a sentence.")
    id = serializers.CharField(help_text="The game's.")
    status = serializers.ChoiceField(GameStatus.choices)
    waiting = serializers.CharField(help_text="Why it does not go on or has no result, in words; else empty.")
    unrated = serializers.CharField(help_text="Why it is in no result though it is played to its end; else empty.")


class Directing(DoingTagged):
    """Something that is done to a game."""

    scope = Token.Scope.PLAY
    queryset = Game.objects.all()
    lookup_field = "public_id"
    serializer_class = DirectedSerializer
    refused_writes = writes("For staff who may change games, with a token of scope `play`.", of="game") | OUTDATED

    def done(self, request: Request, row: Game, given: dict[str, Any]) -> str:
        by, now = actor(request), timezone.now()
        return direct_game(verb=self.verb, game=row, by=by, now=now, given=Given(**given))

    def stand(self, row: Game) -> tuple[dict[str, Any], str]:
        now, tag = game_tagged(self, row.public_id)
        return {"id": now.public_id, "status": now.status, "waiting": now.waiting, "unrated": now.unrated}, tag

    def mark(self, row: Game) -> str:
        return mark_of(row)


VIEWS: Final = views_of(
    VERBS, Directing, taken=TAKEN, sent={"seat": 3, "model": "gpt-4o-mini"}, came="Game 3k9x0a7bq2mz", stand={}
)
