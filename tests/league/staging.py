"""Stored games for tests: really played by offline players, whole or up to a point; and what games have taught."""

import json
from collections.abc import Callable
from typing import Any

from games.agents.offline import play_out
from games.engine.moderator import Moderator
from games.engine.table import EVERYONE, Entry
from games.gateway.players import offline_players
from games.ledger.rows import answer_row, entry_of, event_row, moderator_of, recorded_game
from games.models import Answer, Event, Game
from games.models.plain_sql import insert
from league.models import Fixture, Season
from personas.models import MemoryRevision
from tests.factories import NOON, make_fixture
from tests.games.casting import make_game


def staged(
    seed: str = "S/0",
    *,
    until: Callable[[Entry], bool] | None = None,
    play: Callable[..., Moderator] = play_out,
    game: Game | None = None,
    **given: Any,
) -> Game:
    """A game played to its end, or up to the first entry that `until` names, as its host would have stored it; with
    what its players thought and disclosed where `play` asks for it. A new one, unless one that was made is given."""
    game = game or make_game(seed, **given)
    seats = game.seats.select_related("player__persona", "player__model").order_by("number")
    moderator = play(moderator_of(game, [], []), offline_players(seats))
    ledger = moderator.ledger
    if until is not None:
        ledger = ledger[: next(place for place, entry in enumerate(ledger, start=1) if until(entry))]
    polls = ledger[-1].poll
    public = 0
    rows = []
    for entry in ledger:
        is_public = entry.heard_by == EVERYONE
        public += is_public
        rows.append(event_row(game.pk, entry, NOON, public if is_public else None))
    insert(Event, rows)
    answered = [answer for answer in moderator.journal if answer.poll <= polls]
    insert(Answer, [answer_row(game.pk, answer, NOON) for answer in answered])
    game.status, game.started_at, game.last_seq, game.last_poll = Game.Status.RUNNING, NOON, len(ledger), polls
    game.save()
    if until is None:
        finish(game, moderator.winner or "", moderator.rounds)
    return game


def finish(game: Game, winner: str, rounds: int) -> None:
    """Closes the books of a game that was played to its end."""
    game.winner, game.rounds, game.finished_at = winner, rounds, NOON
    game.hash = recorded_game(game).hash or ""
    game.status = Game.Status.FINISHED
    game.save()


def after_the_first_night(entry: Entry) -> bool:
    """The first speech of the first day: by then the night has left its secrets."""
    return entry.event.kind == "said"


def in_season(game: Game, season: Season, number: int = 1) -> Fixture:
    """The game as a fixture of a season."""
    return make_fixture(season=season, number=number, game=game)


def memories() -> list[tuple[str, int, str]]:
    """All revisions, with the numbers of games in place of their ids, which are drawn."""
    rows = MemoryRevision.objects.order_by("player__player_id", "number")
    ids = dict(Fixture.objects.values_list("game__public_id", "season__slug"))
    numbers = dict(Fixture.objects.values_list("game__public_id", "number"))
    found = []
    for player, number, learned in rows.values_list("player__player_id", "number", "learned"):
        text = json.dumps(learned, ensure_ascii=False)
        for ident, slug in ids.items():
            text = text.replace(ident, f"{slug}#{numbers[ident]}")
        found.append((player, number, text))
    return found


def secrets_of(game: Game) -> set[str]:
    """The words by which a running game's secrets would be recognised: thoughts, and what only some have heard."""
    names = [seat.alias for seat in game.seats.order_by("number")]
    hidden = Event.objects.filter(game=game).exclude(heard_by=-1)
    told = {entry_of(row).event.text(names) for row in hidden}
    return told | set(Answer.objects.filter(game=game).exclude(thought="").values_list("thought", flat=True))
