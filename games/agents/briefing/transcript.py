"""What was heard, as lines that cannot be mistaken for one another, and back to who said what.

Law: one event, one line; votes with reasons have one for each vote, a speech that brings more than words one more. The
moderator's lines begin with "* ", a player's own notes with "~ "; a speech is its speaker's name and a JSON string, or
a JSON object in the meetings of a ship. Players' words stand in JSON strings alone, so whatever they imitate, they end
where their speaker ended.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from json.encoder import encode_basestring
from typing import Any, Final

from games.agents.answering.names import order_said
from games.engine.events import (
    Conferred,
    Defended,
    Event,
    GhostSaid,
    LastWords,
    Names,
    Planned,
    Plotted,
    Refused,
    Remarked,
    Spoke,
    VotedWhy,
    moment,
    named,
    speaker,
    speech_field,
)

MODERATOR: Final = "* "
NOTE: Final = "~ "
UNSAID: Final = "…"  # in the place of words that stand in a line of their own

# A name that needs no quotes before the colon of a speech.
_PLAIN_NAME: Final = re.compile(r"[\w'\u2019.-]+(?: [\w'\u2019.-]+)*")
# What JSON leaves as it is, though some readers break a line there or are led astray by it.
_UNSAFE: Final = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
_STRING: Final = r'"(?:[^"\\]|\\.)*"'
_SPEECH: Final = re.compile(rf'({_STRING}|[^"(:]+?)(?: \((?:[^"()]|{_STRING})*\))?: ({_STRING})')


def quoted(text: str) -> str:
    """The text as a JSON string on one line."""
    written = encode_basestring(text)
    return written if text.isprintable() else _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def as_json(value: object) -> str:
    """A JSON value on one line, as short as it gets."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def called(name: str) -> str:
    """A name as it stands in a speech's line: quoted where it could be taken for more than a name."""
    return name if _PLAIN_NAME.fullmatch(name) else quoted(name)


def told(event: Event, names: Names) -> str:
    """An event as its line or lines."""
    words = getattr(event, "words", None)
    if words:
        return _speech(event, words, names)
    special = _TOLD.get(type(event))
    if special:
        return special(event, names)
    return MODERATOR + " ".join(event.text(names).split())


def moderated(text: str) -> str:
    """A line of the moderator's."""
    return f"{MODERATOR}{text}"


def noted(label: str, value: str | Mapping[str, Any]) -> str:
    """A line of the player's own notes."""
    return f"{NOTE}{label}: {quoted(value) if isinstance(value, str) else as_json(value)}"


def row(event: Spoke, names: Names) -> str:
    """A speech in a ship's meeting: {"speaker", "target" if it has one, "message", "t"}."""
    target = "" if event.target is None else f'"target":{quoted(names[event.target])},'
    return f'{{"speaker":{quoted(names[event.seat])},{target}"message":{quoted(event.words)},"t":{event.t}}}'


def spoken_in(text: str) -> list[tuple[str, str]]:
    """Who said what, in order, in a text that is made of such lines."""
    return [found for line in text.split("\n") if (found := _spoken(line))]


def _spoken(line: str) -> tuple[str, str] | None:
    if line.startswith((MODERATOR, NOTE)):
        return None
    if line.startswith(("{", ",{")):
        try:
            said = json.loads(line.lstrip(","))
        except ValueError:
            return None
        return (said["speaker"], said["message"]) if said.keys() >= {"speaker", "message"} else None
    match = _SPEECH.fullmatch(line)
    if match is None:
        return None
    name, words = match.groups()
    return (json.loads(name) if name.startswith('"') else name), json.loads(words)


def _speech(event: Event, words: str, names: Names) -> str:
    if type(event) is Spoke:
        return row(event, names)
    seat, how = speaker(event), _HOW.get(type(event))
    name = "somebody" if seat is None else called(names[seat])
    if how:
        return f"{name} ({how(event, names)}): {quoted(words)}"
    besides = _besides(event, names)
    return f"{besides}{name}: {quoted(words)}"


def _besides(event: Event, names: Names) -> str:
    """What an event with words says besides them, as the moderator's line before the speech; "" where it is nothing."""
    if set(event.data()) <= {"words", speech_field(type(event))}:
        return ""
    unsaid = replace(event, words=UNSAID)  # type: ignore[call-arg]  # it has them, else nobody would speak
    return MODERATOR + " ".join(unsaid.text(names).split()) + "\n"


def _voted_why(event: VotedWhy, names: Names) -> str:
    return "\n".join([f"{MODERATOR}The votes:", *(_reasoned(vote, names) for vote in event.votes)])


def _refused(event: Refused, names: Names) -> str:
    # A later order of a list may name a seat that no table of this size has.
    seat = event.order.removeprefix("kill ")
    is_there = not seat.isdecimal() or int(seat) < len(names)
    order = order_said(event.order, names) if is_there else event.order
    return f"{MODERATOR}{names[event.seat]} waits instead of the order {order!r}: {event.reason}."


def _reasoned(vote: Any, names: Names) -> str:
    if not vote.reason:
        return f"{MODERATOR}{names[vote.seat]} votes for {named(vote.target, names)}."
    return f"{called(names[vote.seat])} (votes for {_target(vote.target, names)}): {quoted(vote.reason)}"


def _target(seat: int | None, names: Names) -> str:
    return "nobody" if seat is None else called(names[seat])


# By the class itself: events have an abstract ancestor, which makes asking isinstance ten times as slow.
_HOW: Final[Mapping[type[Event], Callable[[Any, Names], str]]] = {
    Plotted: lambda event, names: f"to the mafia, for {_target(event.target, names)}",
    Planned: lambda event, names: "plan for the mafia",
    Defended: lambda event, names: "in defence",
    LastWords: lambda event, names: "last words",
    Remarked: lambda event, names: moment(event.clock),
    Conferred: lambda event, names: f"{moment(event.clock)}, to the mafia",
    GhostSaid: lambda event, names: "a ghost",
}
_TOLD: Final[Mapping[type[Event], Callable[[Any, Names], str]]] = {VotedWhy: _voted_why, Refused: _refused}


def lines(told: Iterable[str]) -> str:
    """Lines as a text; those that are empty are left out."""
    return "\n".join(filter(None, told))
