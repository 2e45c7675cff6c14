"""Head to head as JSON: how a player did against and beside each other that it met."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound

from league.api.results import IntervalSerializer
from league.queries.boards.shown import sees_results
from league.queries.players import LATEST, Meeting, meetings_of, meetings_told
from personas.api.reading import PageAsked, ReadingInOrder, rows_of_page
from personas.models import Player


class TogetherSerializer(serializers.Serializer):
    """Games in which two met, and how they ended for the one whose address it is."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    win_rate = serializers.FloatField(allow_null=True, help_text="From 0 to 1; null before the first decided game.")
    interval = IntervalSerializer(allow_null=True)


class MeetingSerializer(serializers.Serializer):
    """Another player, and how the one did against it and beside it."""

    player_id = serializers.CharField(source="player.player_id")
    persona = serializers.CharField(source="player.persona.name")
    model = serializers.CharField(source="player.model.name")
    games = serializers.IntegerField(source="meeting.games", help_text="In how many games they met.")
    against = TogetherSerializer(source="meeting.against", help_text="Those in which they were of two teams.")
    beside = TogetherSerializer(source="meeting.beside", help_text="Those in which they were of one.")


class MeetingsAsked(PageAsked):
    """What the list of meetings may be asked."""

    page_size = rows_of_page(40, 200)


class MeetingList(ReadingInOrder):
    __doc__ = f"""How a player did against and beside each other that it met; most met come first.

    Of its latest {LATEST} games that are over; none while the board of all seasons is not published."""

    asked = MeetingsAsked
    serializer_class = MeetingSerializer

    def rows(self) -> tuple[Meeting, ...]:
        """Whom the player met; none for whom the board of all seasons is hidden. Raises NotFound."""
        name = self.kwargs["player_id"]
        player = Player.objects.filter(player_id=name).first()
        if player is None:
            raise NotFound(f"no player is called {name!r}")
        return meetings_of(player).met if sees_results(self.request.user) else ()

    def key_of(self, row: Any) -> str:  # Any: a meeting
        """What a cursor calls a row."""
        return str(row.other)

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: meetings, and what the serializer shows of them
        """One page of them, with who the others are."""
        return meetings_told(super().paginate_queryset(queryset))
