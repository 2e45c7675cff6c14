"""How a board is shown, and what was taken off it, with the reasons. One that is hidden is there for staff alone."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.roster.tags import tagged
from league.api.seasons import season_named
from league.models import Season
from league.models.boards import KINDS, BoardOrder
from league.queries.boards.shown import Shown, shown_board
from personas.api.reading import Reading


class OutSerializer(serializers.Serializer):
    """A game or a player that was taken off boards, and stays so."""

    what = serializers.ChoiceField(KINDS, source="kind")
    id = serializers.CharField(source="key", help_text="The game's, or the player's.")
    season = serializers.CharField(help_text="Its slug; of a player that is off all boards empty.")
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    who = serializers.CharField(help_text="Who did it: staff see by name.")


class BoardSerializer(serializers.Serializer):
    """A board: the league's, or a season's."""

    season = serializers.CharField(allow_null=True, help_text="The slug of its season; null: of all rated seasons.")
    is_published = serializers.BooleanField(help_text="Whether others than staff see it.")
    minimum = serializers.IntegerField(
        help_text="Rows with fewer games stand apart and have no rank; as made 1 on a season's board and 3 on the "
        "league's."
    )
    order = serializers.ChoiceField(BoardOrder.choices, help_text="By what ranks are given.")
    revision = serializers.IntegerField(help_text="Grows with each act on it: what its `ETag` begins with.")
    excluded = OutSerializer(many=True, help_text="Players, then games, each the newest first; of games at most 20.")
    more = serializers.IntegerField(help_text="1 where more games are excluded than are told here, else 0.")


class NotPublished(NotFound):
    """A board that is not for who asks."""

    default_detail = "this board is not published"


def shown_to(season: Season | None, user: Any) -> Shown:  # Any: a user, or an anonymous one
    """The board of a season, or of all. Raises NotPublished where it is hidden from them."""
    shown = shown_board(season, user)
    if shown is None:
        raise NotPublished
    return shown


def board_told(shown: Shown) -> dict[str, Any]:
    """What BoardSerializer shows."""
    board = shown.board
    own = {name: getattr(board, name) for name in ("is_published", "minimum", "order", "revision")}
    return {"season": board.season.slug if board.season else None, **own, "excluded": shown.out, "more": shown.more}


class BoardDetail(Reading):
    """The league's board, over all rated seasons: whether it is published, and what was taken off it."""

    shows_more = True
    serializer_class = BoardSerializer
    queryset = Season.objects.all()

    def get(self, request: Request, slug: str = "") -> Response:
        """Read how the league's board is shown."""
        season = season_named(slug, request.user) if slug else None
        shown = shown_to(season, request.user)
        data = BoardSerializer(board_told(shown)).data
        return tagged(self, data, mark=shown.board.revision, path="")


class SeasonBoardDetail(BoardDetail):
    """A season's board: whether it is published, and what was taken off it."""

    lookup_field = "slug"

    def get(self, request: Request, slug: str = "") -> Response:
        """Read how a season's board is shown."""
        return super().get(request, slug)
