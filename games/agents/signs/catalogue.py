"""The list of all signs, and who showed which as one seat saw it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from games.agents.signs import aboard, claiming, reckoning, talking, voting
from games.agents.signs.record import Record
from games.agents.signs.sign import KNOWN, Sighting, Sign
from games.engine.events import Seat
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Entry
from games.engine.viewpoint import seat_viewer, seen_by

ROOMS: Final = (talking, voting, reckoning, claiming, aboard)  # importing them has made their signs known
SIGNS: Final[Mapping[str, Sign]] = {slug: known for slug, (known, _) in KNOWN.items()}


def sightings(
    ledger: Sequence[Entry], seat: Seat, ruleset: Ruleset[Any], options: Options, names: Sequence[str]
) -> tuple[Sighting, ...]:
    """The signs that a seat saw in a game, its own among them, each once a seat that showed it."""
    record = Record(seat, ruleset, options, names)
    for entry in seen_by(seat_viewer(seat), ledger):
        record.hear(entry)
    return tuple(shown_in(record))


def shown_in(record: Record, wanted: Collection[str] | None = None) -> Iterator[Sighting]:
    """The signs that were shown in what a record has heard so far, or those that are wanted of them."""
    for slug, (_, show) in KNOWN.items():
        if wanted is not None and slug not in wanted:
            continue
        found: dict[Seat, list[int]] = {}
        for about, seqs in show(record):
            found.setdefault(about, []).extend(seqs)
        for about in sorted(found):
            yield Sighting(slug, about, tuple(sorted(set(found[about]))))
