"""The mind of a seat that has seen so much and no more."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from games.agents.house.bonds import NO_BONDS, Bonds
from games.agents.house.learned import Taught
from games.agents.house.learning import learn
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.mind.memory import Mind
from games.agents.keeper import Keeper
from games.engine.events import Seat
from games.engine.table import Entry
from personas.sheet import Sheet

_minds: Keeper[Mind] = Keeper(most=256)  # a tenth of a megabyte each; to fold one anew costs a fifth of an answer


@contextmanager
def remembering(
    sheet: Sheet,
    me: Seat,
    view: Sequence[Entry],
    taught: Taught | None = None,
    level: Level = ADVANCED,
    *,
    bonds: Bonds = NO_BONDS,
    at_the_vote: bool = False,
) -> Iterator[Mind]:
    """The mind of a seat that has heard `view`, to be read; `at_the_vote`: when all has been said before it. Without
    its bonds it believes the same."""
    # The first entry is held by what is kept, so its id stays its own.
    key = (id(view[0]) if view else 0, me, sheet.slug, taught, level.name)  # to hash all of a sheet takes long
    kept = _minds.take(key, view)
    if kept is None or kept[0].sheet != sheet:
        kept = _begun(sheet, me, taught, level), []
    mind, heard = kept
    for entry in view[len(heard) :]:
        if mind.following is not None:
            mind.learned = mind.following.hear(entry)
        learn(mind, entry)
        heard.append(entry)
    mind.bonds = bonds
    if mind.following is not None and at_the_vote:
        mind.learned = mind.following.against(at_the_vote=True)
        mind.forget_sums()
    yield mind
    if mind.following is not None and at_the_vote:
        # What was asked leaves nothing behind, or a mind folded anew would differ.
        mind.learned = mind.following.against()
        mind.forget_sums()
    _minds.put(key, mind, heard)


def _begun(sheet: Sheet, me: Seat, taught: Taught | None, level: Level) -> Mind:
    mind = Mind(sheet, me, level)
    if taught is not None:
        mind.following = taught.follower(me)
        mind.mimicry = taught.mimicry
    return mind
