"""The call ledger: what was asked of whom, what it used and cost, and the words of it as long as they are kept.

What a provider sent is hostile until proven otherwise: it is shown as text, never as a page of its own.
"""

from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from unfold.decorators import display

from games.admin.records import SEATS, PartOfRecord, alias_of
from games.admin.visible import link_to_game, of_shown_games
from games.billing.words import request_kept
from games.gateway.by_hand import curl_of
from games.models import Call, CallRecord
from personas.backstage import RecordAdmin, coloured

CALL_COLOURS: Final = {"answered": "success", "refused": "warning", "failed": "danger", "orphaned": "danger"}
# Said by hand: the library's stylesheet has no classes for it.
VERBATIM: Final = (
    '<pre style="max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere" '
    'class="border border-base-200 rounded-default p-3 font-mono text-xs dark:border-base-800">{}</pre>'
)
TWO_LINES: Final = '<div style="min-width: 13rem">{}<br><small>{}</small></div>'


@admin.register(Call)
class CallAdmin(PartOfRecord):
    """Requests to providers: what they used and what became of them."""

    list_display = [
        "ident",
        "game_link",
        "question",
        "status_shown",
        "asked_of",
        "tokens",
        "cost",
        "seconds",
        "fault_shown",
        "created_at",
    ]
    list_filter = ["status", "purpose"]
    search_fields = ["=game__public_id", "=model", "=provider", "=ident"]
    search_help_text = "The id of a game or a call, a model or a provider"
    list_select_related = ["game"]
    fieldsets = [
        (None, {"fields": [("ident", "purpose"), ("game", "question"), ("status_shown", "created_at")]}),
        (
            "Asked",
            {
                "fields": [
                    ("provider", "language_model"),
                    ("model", "returned_model"),
                    ("fingerprint", "rung"),
                    "without",
                ]
            },
        ),
        (
            "Used",
            {
                "fields": [
                    ("input_tokens", "cached_tokens", "cache_written_tokens"),
                    ("output_tokens", "reasoning_tokens"),
                    ("cost", "reserved"),
                    "seconds",
                ]
            },
        ),
        ("Came of it", {"fields": ["fault", "error", "said_verbatim"]}),
        ("Word for word", {"fields": ["request_kept", "response_kept", "by_hand"]}),
    ]
    readonly_fields = [
        "question",
        "seconds",
        "status_shown",
        "said_verbatim",
        "request_kept",
        "response_kept",
        "by_hand",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Call]:
        # A call that belongs to no game, such as a probe's, hides nothing of one.
        return of_shown_games(RecordAdmin.get_queryset(self, request), request.user).prefetch_related(SEATS)

    @display(description="Poll / seat", ordering="poll")
    def question(self, call: Call) -> str:
        if call.poll is None or call.game is None:
            return call.purpose
        return f"{call.poll} / {alias_of(call.game, call.seat)}" + (
            f", try {call.try_number}" if call.try_number > 1 else ""
        )

    @display(description="Status", ordering="status")
    def status_shown(self, call: Call) -> SafeString:
        return coloured(call.status, CALL_COLOURS)

    @display(description="Asked", ordering="model")
    def asked_of(self, call: Call) -> SafeString:
        renamed = call.returned_model not in ("", call.model)
        return format_html(TWO_LINES, call.model, f"as {call.returned_model}" if renamed else call.provider)

    @display(description="In / cached / written / out / reasoning")
    def tokens(self, call: Call) -> str:
        read = (call.input_tokens, call.cached_tokens, call.cache_written_tokens)
        counts = (*read, call.output_tokens, call.reasoning_tokens)
        return " / ".join("-" if count is None else str(count) for count in counts)

    @display(description="Seconds", ordering="latency")
    def seconds(self, call: Call) -> str:
        return "-" if call.latency is None else f"{call.latency:.2f}"

    @display(description="Fault")
    def fault_shown(self, call: Call) -> SafeString | str:
        told = Truncator(call.fault or call.error).chars(80)
        return format_html('<div style="min-width: 14rem">{}</div>', told) if told else "-"

    @display(description="Game", ordering="game")
    def game_link(self, row: Call) -> SafeString | str:
        return link_to_game(row.game)

    @display(description="Answer")
    def said_verbatim(self, call: Call) -> SafeString | str:
        return format_html(VERBATIM, call.said) if call.said else "-"

    @display(description="Request")
    def request_kept(self, call: Call) -> SafeString | str:
        return _kept(call, "request")

    @display(description="Again by hand")
    def by_hand(self, call: Call) -> SafeString | str:
        line = curl_of(call)
        return format_html(VERBATIM, line) if line else "not while its game is played, nor without its words"

    @display(description="Response")
    def response_kept(self, call: Call) -> SafeString | str:
        return _kept(call, "response")


def _kept(call: Call, name: str) -> SafeString | str:
    """Some words of a call's record, as text."""
    record = CallRecord.objects.filter(call=call).first()
    if record is None:
        return "not kept, or forgotten by now"
    words: Any = request_kept(record) if name == "request" else getattr(record, name)
    return format_html(VERBATIM, words) if words else "-"
