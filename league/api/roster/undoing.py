"""Taking back what games taught, by the API: all of one game, or of all games since a time, from everybody who learned
it or from some. A trial tells from whom that is and what would become of what each remembers; nothing happens by it.

Law: it is no transaction, for what is left is learned anew by going through games again, and meanwhile others write.
Each memory is written by itself, and what was taken back is not taken back again: so it may be sent again as it is.
"""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.ledger.reads import MemoryTold
from games.models import Game
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.roster.memories import ChangeSerializer, change_told
from league.api.roster.players import Called
from league.api.roster.tags import PreconditionFailed
from league.memories.undoing import (
    PART,
    Changed,
    NobodyRemembers,
    Relived,
    a_part,
    from_then_on,
    in_game,
    left_of,
    sight_of,
    undo,
    would_undo,
)
from league.models import Token
from personas.api.reading import Asked, Reading
from personas.memory import Unmemorable
from personas.models import MemoryRevision, Player

LONGEST_WHY: Final = 150  # characters; it stands behind what was taken back
MOST: Final = 1_000  # players at once
CHANGE: Final = {"what": "dropped", "text": "Who claimed a role that nobody else claimed…", "was": "", "comes": ""}
OF_ONE: Final = {
    "player_id": "gpt-4o-mini_harbour_clerk",
    "revision": 13,
    "games": ["abcdefghijkl"],
    "changes": [CHANGE | {"number": 3}],
    "notes": [],
}


class UndoAsked(Asked):
    """Whether it is a trial."""

    dry_run = serializers.BooleanField(
        default=False, label="true or false", help_text="Tell from whom and what it would be, and write nothing."
    )
    seen = serializers.RegexField(
        "^[0-9a-f]{64}$",
        required=False,
        label="the `seen` of a trial",
        help_text="Just what that trial told is taken back, or nothing.",
    )


class UndoSerializer(WhySerializer):
    """What is to be taken back, and why."""

    game = Called(
        "public_id",
        queryset=Game.objects.all(),
        required=False,
        error_messages={"does_not_exist": "no game is called {value!r}", "invalid": "must be the id of a game"},
        help_text="Everything that was learned in this game. Or else:",
    )
    since = serializers.DateTimeField(required=False, help_text="Everything that was learned from then on.")
    players = serializers.ListField(
        child=Called(
            "player_id",
            queryset=Player.objects.all(),
            error_messages={"does_not_exist": "no player is called {value!r}", "invalid": "must be the id of a player"},
        ),
        required=False,
        allow_empty=False,
        max_length=MOST,
        help_text="From these alone, by their ids; left out, from everybody who learned it.",
    )
    reason = serializers.CharField(
        max_length=LONGEST_WHY, default="", allow_blank=True, help_text="It stands with the revisions, too."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two says what."""
        if ("game" in attrs) == ("since" in attrs):
            raise ValidationError({"game": ["say a game, or a time (`since`): one of the two"]})
        return attrs


class UndoneOfSerializer(serializers.Serializer):
    """What became of a player's memory, or would."""

    player_id = serializers.CharField()
    revision = serializers.IntegerField(help_text="The one that was written; of a trial the one that stands there.")
    games = serializers.ListField(child=serializers.CharField(), help_text="What it remembered of these is gone.")
    changes = ChangeSerializer(many=True, help_text="What that changes, lesson by lesson.")
    notes = serializers.ListField(child=serializers.CharField(), help_text="What of it is not exact, in sentences.")


class UndoneSerializer(serializers.Serializer):
    """What was taken back, or would be."""

    dry_run = serializers.BooleanField(help_text="Whether nothing was written.")
    where = serializers.CharField(help_text="What was taken back, in words.")
    seen = serializers.CharField(
        allow_blank=True,
        help_text="Of a trial, what it is about: which memories, as of which revisions, and which games. Send it as "
        "`seen`, and just that is taken back, or nothing. Where something was taken back, the same of what is `left`; "
        "empty where nothing is.",
    )
    left = serializers.IntegerField(
        help_text="How many players still remember some of it: of a trial all, also where there was no time to reckon "
        "for each what would become of it; else those from whom it is not taken back yet. Sent again, it goes on with "
        "them."
    )
    players = UndoneOfSerializer(many=True, help_text="Empty where nobody remembers any of it, or does no more.")


class UndoingLearning(Reading):
    """Takes back what games taught."""

    rights = {"POST": "edit_memories"}
    scope = Token.Scope.ROSTER
    asked_of_writes = UndoAsked
    queryset = MemoryRevision.objects.all()
    serializer_class = UndoneSerializer
    refused_writes = {
        "403": "For staff who may change players, with a token of scope `roster`.",
        "412": "Somebody has written to one of these memories since the trial whose `seen` was sent.",
        "415": "There is only `application/json`.",
    }

    @extend_schema(
        description="Takes back everything that was learned in a game, or in all games since a time. What is left is "
        "what would be there had they not been, but for numbers that are used up: it is learned anew by the other "
        "games in their order, and what people wrote by hand stays. It is a new revision, which counts from the next "
        "game on, and an earlier one can be restored. It needs no key: sent again it takes back what is left, and "
        "`players` is empty where nothing is. With many games it takes some seconds; with many players it is done in "
        f"parts of {PART:.0f} seconds or a little more: while `left` is not 0 it is sent again, with the `seen` told.",
        request=UndoSerializer,
        responses=UndoneSerializer,
        examples=[
            example("Of a game", {"game": "abcdefghijkl", "reason": "A player was talked into things."}),
            example(
                "From one player",
                {"dry_run": False, "where": "in game abcdefghijkl", "seen": "", "left": 0, "players": [OF_ONE]},
                status=200,
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        """Take back what games taught."""
        given = given_in(UndoSerializer, request)
        learned = in_game(given["game"].public_id) if "game" in given else from_then_on(given["since"])
        players = given.get("players")
        seen = (
            sight_of(learned, players) if self.given["dry_run"] else ""
        )  # before the rest: what comes meanwhile is told
        try:
            if self.given["dry_run"]:
                found = [told_of(each, each.now) for each in would_undo(learned, players, a_part())]
            else:
                done = undo(
                    learned,
                    by=actor(request),
                    reason=given["reason"],
                    players=players,
                    seen=self.given.get("seen", ""),
                    enough=a_part(),
                )
                found = [told_of(each.relived, each.revision) for each in done]
        except NobodyRemembers:
            found = []
        except Changed as error:
            raise PreconditionFailed(f"{error}; nothing was taken back") from error
        except Unmemorable as error:
            raise ValidationError({"game" if "game" in given else "since": [str(error)]}) from error
        left = left_of(learned, players)
        if left and not seen:
            seen = sight_of(learned, players)
        told = {
            "dry_run": self.given["dry_run"],
            "where": learned.where,
            "seen": seen,
            "left": left,
            "players": found,
        }
        return Response(UndoneSerializer(told).data)


def told_of(relived: Relived, revision: MemoryRevision) -> dict[str, Any]:
    """What UndoneOfSerializer shows."""
    return {
        "player_id": relived.player.player_id,
        "revision": revision.number,
        "games": relived.without,
        "changes": [change_told(each) for each in MemoryTold.changes(relived.now.learned, relived.learned)],
        "notes": relived.notes,
    }
