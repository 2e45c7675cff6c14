"""The record of games row by row: events and answers, of the games whose hidden side may be seen."""

from typing import Any, Final

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from unfold.decorators import display
from unfold.paginator import InfinitePaginator

from games.admin.visible import link_to_game, of_shown_games
from games.ledger.rows import entry_of, hearers_told
from games.models import Answer, Event, Game, Seat
from personas.backstage import RecordAdmin

SEATS: Final = Prefetch("game__seats", Seat.objects.order_by("number").only("game_id", "number", "alias"))


class PartOfRecord(RecordAdmin):
    """Rows of games whose hidden side may be seen; of the others not even a count."""

    paginator = InfinitePaginator  # nobody reads how many of millions there are, and counting them takes seconds
    ordering = ["-pk"]
    # Instead of filters, which would look through millions of rows for the kinds to offer.
    search_fields = ["=game__public_id", "=kind"]
    narrowed_by = ["game__id__exact"]
    search_help_text = "The id of a game, or a kind"
    list_select_related = ["game"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return of_shown_games(super().get_queryset(request), request.user).prefetch_related(SEATS)

    @display(description="Game", ordering="game")
    def game_link(self, row: Any) -> SafeString | str:
        return link_to_game(row.game)


# What it means that an answer names no seat, where it is not "nobody".
NO_SEAT: Final = {("bid", "target"): "everyone", ("bid", "vote_action"): "not yet"}


def alias_of(game: Game, number: object) -> str:
    """What a table calls a seat, whose number counts from 0 and is nobody's name."""
    return next((seat.alias for seat in game.seats.all() if seat.number == number), f"seat {number}")


@admin.register(Event)
class EventAdmin(PartOfRecord):
    """The ledger, with who heard what."""

    list_display = ["game_link", "seq", "round", "phase", "kind", "text", "heard"]
    list_display_links = ["seq"]
    fields = ["game", ("seq", "public_seq", "poll"), ("round", "phase", "at"), "kind", "text", "heard", "data"]
    readonly_fields = ["text", "heard"]

    @display(description="Text")
    def text(self, event: Event) -> str:
        try:
            return entry_of(event).event.text([seat.alias for seat in event.game.seats.all()])
        except (ValueError, LookupError) as error:
            return f"unreadable: {error}"

    @display(description="Heard by")
    def heard(self, event: Event) -> str:
        heard = hearers_told(event)
        if isinstance(heard, str):
            return heard
        return ", ".join(alias_of(event.game, number) for number in heard)


@admin.register(Answer)
class AnswerAdmin(PartOfRecord):
    """The journal, with the thoughts."""

    list_display = ["game_link", "poll", "who", "kind", "answer_shown", "thought_shown", "tries", "default_reason"]
    list_display_links = ["poll"]

    @display(description="Seat", ordering="seat")
    def who(self, answer: Answer) -> str:
        return alias_of(answer.game, answer.seat)

    @display(description="Answer")
    def answer_shown(self, answer: Answer) -> str:
        told = ", ".join(f"{key}: {self.said(answer, key, value)}" for key, value in answer.answer.items())
        return Truncator(told).chars(80)

    def said(self, answer: Answer, key: str, value: object) -> object:
        """What a field of an answer says: of a seat its alias."""
        if key not in ("target", "vote_action"):
            return value
        if value is None:
            return NO_SEAT.get((answer.kind, key), "nobody")
        return alias_of(answer.game, value) if isinstance(value, int) else value

    @display(description="Thought")
    def thought_shown(self, answer: Answer) -> str:
        return Truncator(answer.thought).chars(80)
