"""What an event tells of which seats, in marks that can be counted: its kind, the field that names them with how many,
whether one is named oneself, and one of its small values at a time ("failed.members/2/members:cards=1").

Law: an event is understood by its fields alone, whatever its kind. A list of different numbers below the number of
seats is a list of seats, a list as long as the table has a value for each seat, lists in a list are rows; a single
number is a seat when the event's sentence says it by name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, SupportsIndex

from games.engine.events import Event, Seat

Row = tuple[tuple[str, tuple[Seat, ...]], ...]  # by field, the seats that are named in it
BIGGEST: Final = 20  # of numbers that are worth telling apart
LONGEST: Final = 24  # of texts


@dataclass(frozen=True, slots=True)
class Told:
    """What an event tells: rows of seats, small values that go for all of them, the seats that it is about (those in
    its lists, where it has any) and those that its sentence names."""

    kind: str
    rows: tuple[Row, ...]
    values: tuple[str, ...]
    about: frozenset[Seat]
    named: tuple[Seat, ...]


def marked(told: Told, me: Seat) -> Iterator[tuple[Seat, tuple[str, ...]]]:
    """The marks that an event leaves on each seat but one's own, as `me` sees it."""
    for row in told.rows:
        mine = "+".join(name for name, seats in row if me in seats)
        for name, seats in row:
            found = _marks(f"{told.kind}.{name}/{len(seats)}/{mine}", told.values)
            for seat in seats:
                if seat != me:
                    yield seat, found


@lru_cache(maxsize=2_048)
def _marks(head: str, values: tuple[str, ...]) -> tuple[str, ...]:
    return head, *(f"{head}:{value}" for value in values)


def told_by(event: Event, seats: int) -> Told:
    """What an event tells at a table with so many seats."""
    try:
        return _kept(event, seats)
    except TypeError:  # something in it cannot be hashed
        return _told_by(event, seats)


def _told_by(event: Event, seats: int) -> Told:
    data = event.data()
    names = _Names(seats)
    text = replace(event, **{name: _Number(value, name) for name, value in data.items() if type(value) is int}).text(
        names
    )
    flat: list[tuple[str, tuple[Seat, ...]]] = []
    rows: list[Row] = []
    values: list[str] = []
    for name, value in data.items():
        if isinstance(value, list):
            if all(_is_seat(each, seats) for each in value) and len(set(value)) == len(value):
                flat.append((name, tuple(value)))
            else:
                rows += [_row(name, each, seats) for each in _rows_in(value, seats)]
        elif name in names.asked:
            flat.append((name, (value,)))
        elif _is_small(name, value):
            values.append(f"{name}={value}")
    found = tuple(row for row in (tuple(flat), *rows) if row)
    groups = [group for row in found for _, group in row]
    lists = [group for group in groups if len(group) > 1]
    about = frozenset(seat for group in lists or groups for seat in group)
    named = tuple(seat for seat, mark in enumerate(names) if mark in text)
    return Told(event.kind, found, tuple(values), about, named)


_kept = lru_cache(maxsize=512)(_told_by)  # everybody at the table asks for the same one


def _is_seat(value: object, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


def _is_small(name: str, value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST and name != "words"
    return value is None or (isinstance(value, int) and abs(value) <= BIGGEST)


def _rows_in(value: list[Any], seats: int) -> Iterator[Sequence[Any]]:  # Any: JSON values
    if len(value) == seats and all(each is None or _is_seat(each, seats) for each in value):
        yield from enumerate(value)
    else:
        yield from (each for each in value if isinstance(each, list | tuple))


def _row(name: str, row: Sequence[Any], seats: int) -> Row:  # Any: JSON values
    return tuple((f"{name}.{place}", (each,)) for place, each in enumerate(row) if _is_seat(each, seats))


class _Number(int):
    """A number that knows in which field it stands."""

    field: str

    def __new__(cls, value: int, field: str) -> "_Number":
        number = super().__new__(cls, value)
        number.field = field
        return number


class _Names(list[str]):
    """Marks in the place of names, which nobody could say; they know by which fields they were asked for."""

    def __init__(self, seats: int) -> None:
        super().__init__(f"\x00{seat}\x00" for seat in range(seats))
        self.asked: set[str] = set()

    def __getitem__(self, index: SupportsIndex | slice) -> Any:  # Any: a name, or a list of them for a slice
        if isinstance(index, _Number):
            self.asked.add(index.field)
        return super().__getitem__(index)
