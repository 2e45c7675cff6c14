"""Who answers for a stored player: somebody in this process, or a voice that is asked over the network."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from games.agents.exchanges import Character
from games.agents.lessons.telling import NOTHING_REMEMBERED, Remembered, remembered
from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer, in_words_of, taught
from games.agents.players import offline_player as offline
from games.engine.rulesets import ruleset_named
from games.ledger.asked import NO_SETTINGS, Settings, model_by_now
from games.models import Seat
from personas.experience import Experience, ExperienceError
from personas.experience import load as load_counts
from personas.experience.lessons import COUNTS, by_hand, memory_in
from personas.memory import learned_at
from personas.models import LanguageModel, Player
from personas.sheet import Sheet, SheetError, load
from personas.versions import AS_NOW, Pins, sheet_at

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class NoSuchPlayer(ValueError):
    """A player for whom nobody here can answer; the message says why."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A player behind a provider: its model, and its character with what it remembered when it sat down."""

    model: LanguageModel
    character: Character


@lru_cache(maxsize=256)
def _read(text: str) -> Sheet:
    """A stored sheet, by its text: to check one takes ten times as long as to find it, and each game has several."""
    return load(json.loads(text))


def answerer(player: Player, pins: Pins = AS_NOW) -> OfflinePlayer | Voice:
    """Who answers for this player as it is now, or as it is pinned, without what it remembers. Raises NoSuchPlayer."""
    sheet = sheet_at(persona=player.persona, number=pins.sheet_of(player))
    return _answerer(player, pins.model_of(player), sheet, pins.level_of(player), is_aware=pins.awareness_of(player))


def answerer_at(seat: Seat, settings: Settings = NO_SETTINGS) -> OfflinePlayer | Voice:
    """Who answers for the player in a seat: its sheet, its level, what it remembered and what it knew of itself when it
    sat down, its model as that is asked there by now, or the one that was substituted, with the `settings` that came
    after. Raises NoSuchPlayer."""
    return _answerer_at(seat, settings, learned_at([(seat.player_id, seat.memory)]), ())


def _answerer_at(
    seat: Seat, settings: Settings, learned: Mapping[tuple[int, int], Mapping[str, Any]], known: tuple[str, ...]
) -> OfflinePlayer | Voice:
    player = seat.player
    model = model_by_now(seat, settings)
    sheet = sheet_at(persona=player.persona, number=seat.sheet_version)
    found = learned.get((player.pk, seat.memory), NOTHING)
    told = NOTHING_REMEMBERED if model.is_offline else _told(seat, found)
    answers = _answerer(player, model, sheet, seat.strategy_level, found, told, is_aware=seat.is_aware)
    if isinstance(answers, Voice):
        return answers
    return in_words_of(taught(answers, _counted(found), known), seat.outing)


def _counted(learned: Mapping[str, Any]) -> Experience | None:
    """What a memory has counted; None for nothing, and for what somebody has made unreadable by hand."""
    counts = learned.get(COUNTS)
    try:
        return load_counts(counts) if counts else None
    except ExperienceError:
        return None


def _told(seat: Seat, learned: Mapping[str, Any]) -> Remembered:
    """What a seat's model is told of what its player learned."""
    is_hidden = seat.team == ruleset_named(seat.game.ruleset).hidden_team
    return remembered(memory_in(learned), seat.lessons, _called(seat, learned) or {}, is_hidden=is_hidden)


def _called(seat: Seat, learned: Mapping[str, Any]) -> dict[str, str] | None:
    """What those at a table are called, by their ids, where its player is told something of one of them."""
    told = set(seat.lessons)
    if not told or not any(each.scope.opponent for each in memory_in(learned).lessons if each.number in told):
        return None
    return dict(Seat.objects.filter(game=seat.game_id).values_list("player__player_id", "alias"))


def _known(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Who plays by seat, as everybody at the table knows; empty where they go by other names."""
    is_named = bool(seats) and seats[0].game.options.get("names") == "persona"
    return tuple(seat.player.player_id for seat in seats) if is_named else ()


def _answerer(
    player: Player,
    model: LanguageModel,
    sheet: Mapping[str, Any],
    level: str,
    learned: Mapping[str, Any] = NOTHING,
    told: Remembered = NOTHING_REMEMBERED,
    *,
    is_aware: bool,
) -> OfflinePlayer | Voice:
    try:
        read = _read(json.dumps(sheet))
        if model.is_offline:
            return offline(model.provider, model.model_name, read, level)
    except (UnknownPlayer, SheetError) as error:
        raise NoSuchPlayer(f"nobody can answer for {player.player_id}: {error}") from error
    return Voice(model, Character(read, by_hand(learned), level, told, is_aware))


def offline_players(seats: Iterable[Seat]) -> tuple[OfflinePlayer, ...]:
    """Who answers for each seat where none is behind a provider, in order. Raises NoSuchPlayer."""
    found = []
    seats = list(seats)
    learned, known = learned_at((seat.player_id, seat.memory) for seat in seats), _known(seats)
    for seat in seats:
        answers = _answerer_at(seat, NO_SETTINGS, learned, known)
        if isinstance(answers, Voice):
            raise NoSuchPlayer(f"{seat.player.player_id} is behind a provider, and nobody is asked from here")
        found.append(answers)
    return tuple(found)


def answerers(seats: Iterable[Seat], settings: Settings = NO_SETTINGS) -> tuple[OfflinePlayer | Voice, ...]:
    """Who answers for each seat, in order. Raises NoSuchPlayer."""
    seats = list(seats)
    learned, known = learned_at((seat.player_id, seat.memory) for seat in seats), _known(seats)
    return tuple(_answerer_at(seat, settings, learned, known) for seat in seats)
