"""The mind of a seat that has seen so much and no more."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from games.agents.house.learning import learn
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.mind.memory import Mind
from games.agents.keeper import Keeper
from games.engine.events import Seat
from games.engine.table import Entry
from personas.sheet import Sheet

_minds: Keeper[Mind] = Keeper(most=256)  # a tenth of a megabyte each; to fold one anew costs a fifth of an answer


@contextmanager
def remembering(sheet: Sheet, me: Seat, view: Sequence[Entry], level: Level = ADVANCED) -> Iterator[Mind]:
    """The mind of a seat that has heard `view`, to be read."""
    # The first entry is held by what is kept, so its id stays its own.
    key = (id(view[0]) if view else 0, me, sheet, level.name)
    mind, heard = _minds.take(key, view) or (Mind(sheet, me, level), [])
    for entry in view[len(heard) :]:
        learn(mind, entry)
        heard.append(entry)
    yield mind
    _minds.put(key, mind, heard)
