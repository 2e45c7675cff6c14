"""What everybody may know of a game and its seats, as records: before the end, of roles what a death has shown.

Nothing here depends on what is hidden: no number of events or polls, nothing of who is being asked or what it costs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from games.agents.house.speaking.pronouns import pronouns_at
from games.engine.events import fatal
from games.engine.record import GIVEN
from games.ledger.asked import answered_told, asked_told, settings_of
from games.ledger.reads import Visitor, may_see
from games.ledger.rows import call_totals, time_of
from games.ledger.shown import is_timed
from games.models import Event, Game, Seat


@dataclass(frozen=True, slots=True)
class SeatTold:
    """A seat; None where it is not known yet, and of who sits there ""."""

    seat: int
    alias: str
    pronoun: str
    player_id: str
    persona: str
    model: str
    strategy_level: str | None
    is_aware: bool | None
    sheet_version: int | None
    model_version: int | None
    briefing: int | None
    role: str | None
    team: str | None
    survived: bool | None
    died_round: int | None
    asked: Sequence[Mapping[str, Any]] = ()
    answered: Sequence[Mapping[str, Any]] = ()
    memory: int | None = None
    lessons: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game; None where it is not known yet."""

    id: str
    season: str | None
    fixture: str | None
    ruleset: str
    revision: int
    status: str
    waiting: str
    unrated: str
    options: Mapping[str, Any]
    terms: Mapping[str, Any]
    release: str
    commitment: str
    dealt: str
    seats: tuple[SeatTold, ...]
    winner: str | None
    rounds: int
    seed: str | None
    salt: str | None
    hash: str | None
    due_at: datetime
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    calls: Mapping[str, Any] | None = None


FROZEN: Final = ("strategy_level", "is_aware", "sheet_version", "briefing", "model_version")


def games_to_tell() -> QuerySet[Game]:
    """All games with their seats, and with the public deaths of those that are not finished. Three queries."""
    # Named column by column: a page of games would otherwise read hundreds of character sheets, and show none.
    known = ("game_id", "number", "alias", "role", "team", "survived", "died_round", *FROZEN)
    shown = ("player__player_id", "player__persona__name", "player__model__name", "model_version__number")
    seats = (
        Seat.objects.select_related("player__persona", "player__model", "model_version")
        .only(*known, *shown)
        .order_by("number")
    )
    deaths = Event.objects.filter(kind__in=fatal(), public_seq__isnull=False).exclude(game__status=Game.Status.FINISHED)
    return Game.objects.prefetch_related(
        Prefetch("seats", seats), Prefetch("events", deaths.order_by("seq"), to_attr="deaths_shown")
    )


def game_told(game: Game, user: Visitor | None = None) -> GameTold:
    """What somebody may know of a game of games_to_tell(): everybody the same, but of a veiled one."""
    is_finished = game.status == Game.Status.FINISHED
    is_told = is_finished and may_see(game, user, None)
    return GameTold(
        id=game.public_id,
        season=game.terms.get("season") or None,
        fixture=game.terms.get("fixture") or None,
        ruleset=game.ruleset,
        revision=game.revision,
        status=game.status,
        waiting=game.waiting,
        unrated=game.unrated,
        options=game.options,
        terms=game.terms,
        release=game.release,
        commitment=game.commitment,
        dealt=GIVEN if game.is_given else "seed",
        seats=tuple(seats_told(game, user)),
        winner=game.winner or None,
        rounds=game.rounds,
        seed=game.seed if is_told else None,
        salt=game.salt if is_told else None,
        hash=game.hash or None,
        due_at=game.due_at,
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
    )


def whole_game_told(game: Game, user: Visitor | None = None) -> GameTold:
    """The same with how its seats are asked; and, once it is over, who answered there, what they remembered, and what
    its calls came to: before, that would tell who is being asked, and lessons what they are. Of a veiled game nothing
    of all that, for it would tell who sits where."""
    told = game_told(game, user)
    if not may_see(game, user, None):
        return told
    settings, answered = settings_of(game), answered_told(game) if game.is_over else {}
    sitting = {seat.number: seat for seat in Seat.objects.filter(game=game).select_related("model_version")}
    seats = tuple(
        replace(
            each,
            asked=asked_told(sitting[each.seat], settings, is_over=game.is_over),
            answered=answered.get(each.seat, ()),
            memory=sitting[each.seat].memory if game.is_over else None,
            lessons=sitting[each.seat].lessons if game.is_over else None,
        )
        for each in told.seats
    )
    return replace(told, seats=seats, calls=call_totals(game) if game.is_over else None)


def seats_told(game: Game, user: Visitor | None = None) -> list[SeatTold]:
    """What somebody may know of the seats of a game of games_to_tell(); of a veiled one not who sits there."""
    is_known = may_see(game, user, None)
    is_finished = game.status == Game.Status.FINISHED
    falls = fatal()
    known: list[Event] = game.deaths_shown  # type: ignore[attr-defined]  # put there by games_to_tell()
    if known and is_timed(game):
        now = timezone.now()
        known = [death for death in known if time_of(death) <= now]
    deaths = {death.data[falls[death.kind]]: death for death in known}
    pronouns = pronouns_at(tuple(seat.alias for seat in game.seats.all()))
    told = []
    for seat in game.seats.all():
        death = deaths.get(seat.number)
        shown = {"role": seat.role, "team": seat.team} if is_finished else death.data if death else {}
        told.append(
            SeatTold(
                seat=seat.number,
                alias=seat.alias,
                pronoun=pronouns[seat.number].he,
                player_id=seat.player.player_id if is_known else "",
                persona=seat.player.persona.name if is_known else "",
                model=seat.player.model.name if is_known else "",
                strategy_level=seat.level_then if is_known else None,
                is_aware=seat.aware_then if is_known else None,
                sheet_version=seat.sheet_then if is_known else None,
                model_version=seat.model_version.number if is_known and seat.model_version else None,
                briefing=seat.briefing or None if is_known else None,
                role=shown.get("role"),
                team=shown.get("team"),
                survived=seat.survived if is_finished else False if death else None,
                died_round=seat.died_round if is_finished else death.round if death else None,
            )
        )
    return told
