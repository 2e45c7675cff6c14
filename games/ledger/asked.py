"""How the seats of a game were asked, and who answered there: a part of its record. Law: it is told as it was frozen
and from which poll on it held, never as a model's row is now; and nothing of it tells one role from another.

What is in a seat's own row held from the first poll on; whatever came after is a SeatSetting. Who answered is told when
the game is over, for before that it would tell who is being asked.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.db.models import Min

from games.models import Call, Game, Seat, SeatSetting
from personas.models import LanguageModel, ModelVersion
from personas.versions import HOW, model_at

Settings = Mapping[int, Sequence[SeatSetting]]
NO_SETTINGS: Final[Settings] = {}
ANSWERED_BY: Final = ("provider", "returned_model", "fingerprint", "rung", "without")  # columns of calls


def settings_of(game: Game) -> Settings:
    """By seat, the ways in which it was asked that were not those it sat down with, in their order. No query for a game
    that asks nobody and in which nobody's model was substituted."""
    found: defaultdict[int, dict[int, SeatSetting]] = defaultdict(dict)
    if game.has_voices or game.unrated:
        settings = SeatSetting.objects.filter(seat__game=game)
        rows = settings.select_related("seat", "model_version__language_model")
        for row in rows.order_by("since_poll", "pk"):
            found[row.seat.number][row.since_poll] = row  # of two since the same poll only the later one ever held
    return {seat: list(of_seat.values()) for seat, of_seat in found.items()}


def version_by_now(seat: Seat, settings: Settings) -> ModelVersion | None:
    """The version of how a seat's model is asked by now; None where nobody wrote it down."""
    changed = settings.get(seat.number)
    return changed[-1].model_version if changed else seat.model_version


def model_by_now(seat: Seat, settings: Settings) -> LanguageModel:
    """The model that answers for a seat by now, as it is asked there, not to be stored: its player's, or the one that
    was substituted for it."""
    version, own = version_by_now(seat, settings), seat.player.model
    is_own = version is None or version.language_model_id == own.pk
    return model_at(model=own if is_own or version is None else version.language_model, version=version)


def briefing_by_now(seat: Seat, settings: Settings) -> int:
    """The revision of the briefings that a seat's model was asked with last; 0 where nobody wrote it down."""
    changed = settings.get(seat.number)
    return changed[-1].briefing if changed else seat.briefing


class Way(NamedTuple):
    """A way in which a seat was asked, and since which poll."""

    since_poll: int
    version: ModelVersion | None
    briefing: int


def ways_of(seat: Seat, settings: Settings) -> list[Way]:
    """The ways in which a seat was asked, in their order: first as it sat down, where it was ever asked so."""
    changed = [Way(row.since_poll, row.model_version, row.briefing) for row in settings.get(seat.number, ())]
    return changed if changed and changed[0].since_poll == 1 else [Way(1, seat.model_version, seat.briefing), *changed]


def asked_told(seat: Seat, settings: Settings, *, is_over: bool) -> list[dict[str, Any]]:
    """How a seat was asked, in the order of the polls from which on; nothing where nobody wrote it down. Before the end
    only how it sat down: since when it was asked otherwise would tell in which polls it was asked."""
    ways = ways_of(seat, settings) if is_over else [Way(1, seat.model_version, seat.briefing)]
    return [
        {"since_poll": way.since_poll, "briefing": way.briefing or None, "version": way.version.number}
        | way_told(way.version.asked)
        for way in ways
        if way.version is not None
    ]


def way_told(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A way to ask a model in the words of logs: its protocol, the provider's name for it, the host where it is not the
    provider's own, and the parameters that were set."""
    host = urlsplit(asked.get("base_url", "")).netloc.rpartition("@")[2]
    return {
        "protocol": asked.get("provider", ""),
        "model": asked.get("model_name", ""),
        "host": host or None,
        "parameters": {name: asked[name] for name in HOW if name in asked},
    }


def answered_told(game: Game) -> dict[int, list[dict[str, Any]]]:
    """By seat, where a model was asked and which one answered, by the name and fingerprint that its provider told; how
    the shape of the answer was asked for, and what was left out because the model is known to refuse it. Each with the
    first poll that it answered so in."""
    told: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    if not game.has_voices:
        return told
    calls = Call.objects.filter(game=game, purpose=Call.Purpose.ANSWER, status=Call.Status.ANSWERED).order_by()
    rows: Iterable[Any] = calls.values("seat", *ANSWERED_BY).annotate(since=Min("poll"))
    for row in sorted(rows, key=lambda row: (row["since"], *(row[name] for name in ANSWERED_BY))):
        told[row["seat"]].append(
            {
                "since_poll": row["since"],
                "provider": row["provider"],
                "model": row["returned_model"],
                "fingerprint": row["fingerprint"] or None,
                "shape": row["rung"],
                "without": row["without"].split(),
            }
        )
    return told
