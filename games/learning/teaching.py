"""What a stored game teaches its players. Law: it reads the game's rows and writes nothing; who learns in which order,
and what becomes of it, is for whoever asks. Players learn from what their own seat heard and what the end revealed.
"""

from collections.abc import Mapping
from typing import Any

from games.agents.lessons.after_game import Lived, remembers_after
from games.agents.signs import sightings
from games.engine.rulesets import ruleset_named
from games.ledger.rows import entry_of, ledger_of
from games.models import Game, Reflection
from personas.models import LanguageModel


def learned_from(*, game: Game, learned: Mapping[int, Mapping[str, Any]]) -> dict[int, dict[str, Any]]:
    """What players remember after a finished game, by seat, who had `learned` so much before it. One behind a provider
    whose reflection came to nothing learns no lesson, and counts what it saw all the same."""
    rules, seats = ruleset_named(game.ruleset), list(game.seats.select_related("player__model").order_by("number"))
    options = rules.options_from(game.options, len(seats))
    ledger = [entry_of(row) for row in ledger_of(game)]
    names = tuple(seat.alias for seat in seats)
    is_named = game.options.get("names") == "persona"
    reflections = {row.seat_id: row for row in Reflection.objects.filter(seat__in=seats, status=Reflection.Status.DONE)}
    after = {}
    for seat in seats:
        if seat.number not in learned:
            continue
        reflection = reflections.get(seat.pk)
        is_of_house = seat.player.model.provider in LanguageModel.OFFLINE
        lived = Lived(
            game=game.public_id,
            ruleset=game.ruleset,
            seat=seat.number,
            team=seat.team,
            role=seat.role,
            winner=game.winner,
            hidden=frozenset(each.number for each in seats if each.team == rules.hidden_team),
            seats=len(seats),
            sightings=sightings(ledger, seat.number, rules, options, names),
            named=tuple(each.player.player_id for each in seats) if is_named else (),
            aliases=names,
            told=tuple(seat.lessons),
            chose=None if is_of_house else tuple(reflection.chosen) if reflection else (),
            thought=reflection.thought if reflection else "",
        )
        after[seat.number] = remembers_after(learned[seat.number], lived)
    return after
