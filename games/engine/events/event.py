"""What can be known. An event is seen whole or not at all; partial knowledge is two events.

Fields hold seats, not names; `text(names)` says the event in one plain sentence that suffices to follow the game.
An event says nothing of who hears it: that is decided where it is spoken (table.py), anew each time.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, Self, get_type_hints

from games.engine.quick import quick

Seat = int
Names = Sequence[str]
KINDS: dict[str, type["Event"]] = {}
# The fields of a row that belong to no kind of event; no event may have a field of such a name.
ROW_FIELDS = frozenset(
    {"seq", "kind", "round", "phase", "at", "text", "heard_by", "thought", "thoughts", "disclosed", "marks"}
)
# How the field with the seat of who says an event's `words` may be called, where `speaks` does not name another.
SPEAKING: Final = ("seat", "by", "speaker", "who")
_KIND = re.compile("[a-z][a-z0-9_]{0,39}")


class Fact(NamedTuple):
    """Something about a player that an event shows to whoever hears it.

    `kind` is "role" or "team" (the `value` says which), "result" (`about` has learned by a power that `whom` is of the
    role or team `value`), "place" (`value` is the room), "deed" (`value` is the verb, `whom` it was done to, `task` at
    which it was work) or "vote" (for `whom`, None: nobody).
    """

    kind: str
    about: Seat
    value: str = ""
    whom: Seat | None = None
    task: str = ""


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """Something that became known."""

    kind: ClassVar[str]
    is_of_team: ClassVar[bool] = False  # whether the hidden players say or do it together, as long as one of them lives
    falls: ClassVar[str] = ""  # the field with the seat of who leaves the game with it, "" for none
    speaks: ClassVar[str] = ""  # the field with the seat of who says its `words`, "" for the first of SPEAKING

    # `slots=True` makes the class anew, so the registry is filled by the decorator below, not by __init_subclass__.

    @property
    def authors(self) -> tuple[Seat, ...]:
        """The seats whose answers caused this event, so that their thoughts can stand beside it."""
        return ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What it shows of players: what their claims are held against."""
        return ()

    @abstractmethod
    def text(self, names: Names) -> str:
        """The event in one plain sentence, given the names by seat."""

    def data(self) -> dict[str, Any]:
        """The kind's own fields as JSON values."""
        names = _FIELDS.get(type(self)) or _field_names(type(self))
        # No call for each field: every event of a stored game is asked three times.
        return {name: list(of) if isinstance(of := getattr(self, name), tuple) else of for name in names}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of data(); raises ValueError for fields that are missing or unknown."""
        check_fields(cls, data)
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()})


def check_fields(cls: type[Event], data: Mapping[str, Any]) -> None:
    if set(data) != set(_field_names(cls)):
        raise ValueError(f"{cls.kind!r} needs the fields {sorted(_field_names(cls))}, not {sorted(data)}")


def _field_names(cls: type[Event]) -> tuple[str, ...]:
    names = _FIELDS.get(cls)
    if names is None:
        names = _FIELDS[cls] = tuple(field.name for field in fields(cls))
    return names


_FIELDS: dict[type[Event], tuple[str, ...]] = {}
# By kind, filled as events become known, for pages ask at each event.
_FATAL: dict[str, str] = {}
_SPEAKERS: dict[str, str] = {}


def known(cls: type[Event]) -> type[Event]:
    """Registers an event class under its kind. Raises TypeError, which names class and field, for what no row holds."""
    kind = getattr(cls, "kind", None)
    where = f"{cls.__module__}.{cls.__qualname__}"
    if not isinstance(kind, str) or not _KIND.fullmatch(kind):
        raise TypeError(f"{where}.kind: must be small letters, digits and _, at most 40, not {kind!r:.80}")
    if kind in KINDS:
        raise TypeError(f"{where}.kind: {kind!r} is {KINDS[kind].__module__}.{KINDS[kind].__qualname__}'s already")
    if taken := sorted(ROW_FIELDS & set(_field_names(cls))):
        raise TypeError(f"{where}.{taken[0]}: rows of events have a field of that name themselves")
    for role in ("falls", "speaks"):
        name = getattr(cls, role)
        if name and name not in _field_names(cls):
            raise TypeError(f"{where}.{role}: it has no field {name!r}")
        if name and _hints(cls).get(name, Seat) not in (Seat, Seat | None):
            raise TypeError(f"{where}.{role}: {name!r} must be one seat; several players are an event each")
    KINDS[kind] = quick(cls)
    if cls.falls:
        _FATAL[kind] = cls.falls
    if field := speech_field(cls):
        _SPEAKERS[kind] = field
    return cls


def _hints(cls: type[Event]) -> dict[str, Any]:  # Any: types
    """The types of an event's fields, as far as they can be told."""
    try:
        return get_type_hints(cls)
    except NameError:  # of what is imported for type checkers alone
        return {}


@cache  # for it is asked of every event, by whoever looks for what was said
def speech_field(cls: type[Event]) -> str:
    """The field with the seat of who says the `words` of such events; "" where there are none, or nothing tells who."""
    names = _field_names(cls)
    if "words" not in names:
        return ""
    return cls.speaks or next((name for name in SPEAKING if name in names), "")


def speakers() -> Mapping[str, str]:
    """The kinds of events in which somebody says `words`, and their fields with the seat of who does."""
    return _SPEAKERS


def speaker(event: Event) -> Seat | None:
    """Who says an event's `words`: the seat in its field, else its only author; None where that is nobody."""
    field = speech_field(type(event))
    seat = getattr(event, field) if field else None
    if type(seat) is int:
        return seat
    return event.authors[0] if len(event.authors) == 1 else None


def fatal() -> Mapping[str, str]:
    """The kinds of events that tell of somebody who leaves the game, and their fields with the seat of who does."""
    return _FATAL


def fallen(event: Event) -> Seat | None:
    """Who leaves the game with an event; None for nobody."""
    return getattr(event, event.falls) if event.falls else None


def load(kind: str, data: Mapping[str, Any]) -> Event:
    """The event that was stored as (kind, data); raises ValueError when there is no such kind or a field is wrong."""
    if kind not in KINDS:
        raise ValueError(f"no event is of the kind {kind!r}")
    return KINDS[kind].from_data(data)


def is_of_team(kind: str) -> bool:
    """Whether events of this kind are the hidden players' as a team; raises ValueError when there is no such kind."""
    if kind not in KINDS:
        raise ValueError(f"no event is of the kind {kind!r}")
    return KINDS[kind].is_of_team


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def named(seat: Seat | None, names: Names) -> str:
    """The name of a seat, or "nobody"."""
    return "nobody" if seat is None else names[seat]


def a(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def shown(seat: Seat, role: str | None, team: str | None) -> tuple[Fact, ...]:
    """What a death shows of who died."""
    found = (Fact("role", seat, role) if role else None, Fact("team", seat, team) if team else None)
    return tuple(fact for fact in found if fact)


def was(role: str | None, team: str | None) -> str:
    """What a death shows: ", who was a doctor,", ", who was on the side of the mafia," or nothing."""
    if role:
        return f", who was {a(role)},"
    return f", who was on the side of the {team}," if team else ""
