"""Round the table: who speaks is whose turn it is. Order that matters moves on."""

from games.engine.events import Said, Seat
from games.engine.questions import Question
from games.engine.table import Table


async def speak_in_turn(table: Table, first: Seat, question: Question[str]) -> Seat:
    """Every living player speaks once, from `first` (or the next living seat) round the table.

    Returns the seat from which the next round starts: one living seat on, so that nobody always has the last word.
    """
    order = table.living_from(first)
    for seat in order:
        table.announce(Said(seat, await table.ask(seat, question)))
    return order[1 % len(order)]
