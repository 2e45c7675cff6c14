"""Situations for tests: every question of a game of the house, as the seat that is asked stands before it."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.agents.briefing import Briefing, Situation
from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.ruleset import Ruleset
from personas.sheet import Sheet

LEARNED = {"lessons": ["Whoever speaks last has heard most."], "opponents": {"Pip Barlow": "jokes when cornered"}}


def situations(
    rules: Ruleset[Any],
    seed: str = "briefed",
    *,
    seats: int = 0,
    level: str = "none",
    learned: Mapping[str, object] | None = None,
    **options: Any,
) -> Iterator[Situation]:
    """Every question of one game, in order; the view in it goes on growing as the game does."""
    seats = seats or rules.default_seats
    players = [player_named("house", seat) for seat in range(seats)]
    sheets = [player.sheet for player in players if player.sheet]
    chosen = rules.options_from(options, seats)
    names = [sheet.name for sheet in sheets] if chosen.names == "persona" else ()
    moderator = Moderator(rules, chosen, rules.deal(seed, seats, chosen, names), seed)
    asked: dict[Seat, list[int]] = {seat: [] for seat in range(seats)}
    answers: dict[Seat, list[Answer]] = {seat: [] for seat in range(seats)}
    while moderator.pending:
        for seat in tuple(moderator.pending):
            asked[seat].append(moderator.poll)
            yield before(moderator, seat, asked[seat], answers[seat], sheets[seat], learned, level)
            answer_pending(moderator, players, seat)
            answers[seat].append(moderator.journal[-1])


def before(
    moderator: Moderator,
    seat: Seat,
    asked: list[int],
    answers: list[Answer],
    sheet: Sheet | None = None,
    learned: Mapping[str, object] | None = None,
    level: str = "none",
) -> Situation:
    """The situation of a seat that is asked now."""
    return Situation(
        ruleset=moderator.ruleset,
        options=moderator.options,
        seat=seat,
        question=moderator.pending[seat],
        view=tuple(moderator.table.views[seat]),
        asked=tuple(asked),
        answers=tuple(answers),
        sheet=sheet,
        learned=learned or {},
        level=level,
    )


def whole(briefing: Briefing) -> str:
    """All of a briefing as it is sent."""
    return "\n\n".join([briefing.common, briefing.own, *briefing.history, briefing.task])
