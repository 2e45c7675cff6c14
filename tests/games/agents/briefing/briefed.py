"""Situations for tests: every question of a game, as the seat that is asked stands before it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.agents.briefing import Briefing, Situation
from games.agents.notes import LASTING, TAKEN_AWAY, fold, notes_for
from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.questions import PADS
from games.engine.ruleset import Ruleset
from personas.sheet import ROSTER, Sheet
from tests.games.engine.scenes import LINES, anything

Play = Callable[[Moderator, Seat], None]  # answers the question of a seat
LEARNED = {"lessons": ["Whoever speaks last has heard most."], "opponents": {"Pip Barlow": "jokes when cornered"}}


def by_the_house(seats: int) -> Play:
    """House players, who speak in character and keep notes."""
    players = [player_named("house", seat) for seat in range(seats)]
    return lambda moderator, seat: answer_pending(moderator, players, seat)


def wildly(moderator: Moderator, seat: Seat) -> None:
    """Players who do anything that is legal, in few words that never change, and who write notes."""
    dice = Dice(moderator.seed, *moderator.key(seat))
    question = moderator.pending[seat]
    answer = anything(question, dice)
    if len(notes_for(moderator.ruleset)) > 1:
        answer["thought"] = fold({note.name: written(note.name, dice) for note in notes_for(moderator.ruleset)})
    if "scratchpad_updates" in answer:
        answer["scratchpad_updates"] = {dice.pick(PADS): dice.pick(LINES)}
    moderator.answer(seat, answer)


def written(note: str, dice: Dice) -> str:
    """What is written as a note: most of those that last stand as they are, and now and then one is taken away."""
    return dice.pick((*("",) * 8, TAKEN_AWAY, *LINES) if note in LASTING else LINES)


def situations(
    rules: Ruleset[Any],
    seed: str = "briefed",
    *,
    play: Play | None = None,
    seats: int = 0,
    level: str = "none",
    is_aware: bool = False,
    learned: Mapping[str, object] | None = None,
    called: Sequence[str] = (),
    **options: Any,
) -> Iterator[Situation]:
    """Every question of one game, in order; played by the house if nobody else is named. With persona names players
    are `called` as said, else as the sheets say."""
    seats = seats or rules.default_seats
    play = play or by_the_house(seats)
    sheets = [ROSTER[seat % len(ROSTER)] for seat in range(seats)]
    chosen = rules.options_from(options, seats)
    names = called or [sheet.name for sheet in sheets] if chosen.names == "persona" else ()
    moderator = Moderator(rules, chosen, rules.deal(seed, seats, chosen, names), seed)
    asked: dict[Seat, list[int]] = {seat: [] for seat in range(seats)}
    answers: dict[Seat, list[Answer]] = {seat: [] for seat in range(seats)}
    while moderator.pending:
        for seat in tuple(moderator.pending):
            asked[seat].append(moderator.poll)
            situation = before(moderator, seat, asked[seat], answers[seat], sheets[seat], learned, level)
            yield replace(situation, is_aware=is_aware)
            play(moderator, seat)
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
    return "\n\n".join([briefing.common, briefing.own, *briefing.heard, briefing.task])
