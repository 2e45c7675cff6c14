"""What a seat has seen, a text for each question at which there was something new: text once sent is never changed.

Who lives is told when a night or a day begins, not with every question: said there it is sent once.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.agents.briefing.place import OF_THE_DEAL, Place
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import lines, moderated, noted, told
from games.agents.keeper import Keeper
from games.agents.notes import first_of
from games.engine.events import Died, Ejected, Event, Killed, Lynched, Missed, PhaseBegan, Seat
from games.engine.moderator import Answer
from games.engine.table import Entry

# What tells of a death. Kinds, for asking isinstance of something with an abstract ancestor is ten times as slow.
DEATHS: Final = frozenset({Died.kind, Lynched.kind, Missed.kind, Ejected.kind, Killed.kind})
MOST_TELLINGS: Final = 16_384  # one a seat of all games that are played at once, or none would be there when wanted
LONGEST_NOTE: Final = 1_000  # characters of an earlier thought that are read back: its end, where it concludes

Fallen = dict[Seat, Event]  # who is known to be dead, by what told it first


@dataclass(slots=True)
class Telling:
    """What was told so far, text by text, and what it was made of."""

    names: tuple[str, ...]
    before: Fallen | None  # who had fallen before the first entry; None: deaths are not counted
    fallen: Fallen | None  # who has fallen by now
    polls: list[int] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def is_of(self, place: Place, before: Fallen | None, polls: Sequence[int], thoughts: Sequence[str]) -> bool:
        """Whether it is the beginning of what is to be told of these."""
        return (self.names, self.before) == (place.names, before) and (self.polls, self.thoughts) == (
            list(polls[: len(self.polls)]),
            list(thoughts[: len(self.polls)]),
        )


# A long view is put into words once, not again for each question. A telling is kept from one question to the next and
# used only where it is the beginning of what is to be told, so that it can be forgotten at any time.
_tellings: Final[Keeper[Telling]] = Keeper(most=MOST_TELLINGS)


def whole_view(situation: Situation, place: Place) -> tuple[str, ...]:
    """All that was seen, with what the player thought at each question."""
    thoughts = thoughts_before(situation.asked, situation.answers)
    return tuple(filter(None, told_at_each(situation.view, situation.asked, place, None, thoughts)))


def whole_view_of_a_village(situation: Situation, place: Place) -> tuple[str, ...]:
    """The same, with who lives at the start of each night and day."""
    thoughts = thoughts_before(situation.asked, situation.answers)
    return tuple(filter(None, told_at_each(situation.view, situation.asked, place, {}, thoughts)))


def thoughts_before(polls: Sequence[int], answers: Sequence[Answer]) -> list[str]:
    """For each of these polls the thought at the one before it, "" at the first and where there is none."""
    thoughts = {answer.poll: first_of(answer.thought) for answer in answers}
    return [thoughts.get(poll, "") for poll in (0, *polls[:-1])]


def told_at_each(
    view: Sequence[Entry], polls: Sequence[int], place: Place, fallen: Fallen | None, thoughts: Sequence[str] = ()
) -> list[str]:
    """A text for each of these polls, "" where nothing was new. All that came before the first is new at the first.

    With `fallen`, who had fallen before the first entry, who lives is told at the start of each phase.
    """
    key = (id(view[0]), place.seat)
    telling, entries = _tellings.take(key, view) or (None, [])
    if telling is None or not telling.is_of(place, fallen, polls, thoughts):
        telling, entries = Telling(place.names, fallen, None if fallen is None else dict(fallen)), []
    for number in range(len(telling.polls), len(polls)):
        start = end = len(entries)
        while end < len(view) and view[end].poll < polls[number]:
            end += 1
        thought = thoughts[number] if thoughts else ""
        news = heard(view[start:end], place, telling.fallen)
        telling.texts.append(lines([noted("you thought", end_of(thought, LONGEST_NOTE)) if thought else "", *news]))
        telling.polls.append(polls[number])
        telling.thoughts += thoughts[number : number + 1]
        entries.extend(view[start:end])
    _tellings.put(key, telling, entries)
    return list(telling.texts)


def end_of(thought: str, most: int) -> str:
    """A thought, or the last so many characters of a longer one."""
    return thought if len(thought) <= most else f"…{thought[-most:]}"


def heard(entries: Iterable[Entry], place: Place, fallen: Fallen | None = None) -> Iterator[str]:
    """These entries as lines. With `fallen`, which grows by those who fall in them, who lives is told at the start of
    each phase."""
    for entry in entries:
        event = entry.event
        if event.kind in OF_THE_DEAL:
            continue
        yield told(event, place.names)
        if fallen is None:
            continue
        if event.kind == PhaseBegan.kind:
            yield who_lives(place, fallen)
        elif event.kind in DEATHS:
            fallen.setdefault(_who(event), event)


def _who(death: Event) -> Seat:
    seat: Seat = death.seat  # type: ignore[attr-defined]  # each kind of death names its seat
    return seat


def who_lives(place: Place, fallen: Fallen) -> str:
    """Who lives and who died, with what was shown of them."""
    living = [name for seat, name in enumerate(place.names) if seat not in fallen]
    dead = [_shown(place.names[seat], event) for seat, event in fallen.items()]
    told = f"Alive ({len(living)}): {', '.join(living)}."
    return moderated(f"{told} Dead: {', '.join(dead)}." if dead else told)


def _shown(name: str, death: Event) -> str:
    what = getattr(death, "role", None) or getattr(death, "team", None)
    return f"{name} ({what})" if what else name


def fallen_in(entries: Iterable[Entry], told_by: Collection[str] = DEATHS) -> Fallen:
    """Who is known to be dead from these entries, by events of these kinds, in the order in which it was known."""
    fallen: Fallen = {}
    for entry in entries:
        if entry.event.kind in told_by:
            fallen.setdefault(_who(entry.event), entry.event)
    return fallen


def new_at_each(view: Sequence[Entry], asked: Sequence[int]) -> Iterator[Sequence[Entry]]:
    """What a view held that was new at each of these polls; all that came before the first is new at the first."""
    start = 0
    for poll in asked:
        end = start
        while end < len(view) and view[end].poll < poll:
            end += 1
        yield view[start:end]
        start = end


def start_of(round: int, view: Sequence[Entry]) -> int:
    """The place in a view where this round begins."""
    start = len(view)
    while start and view[start - 1].round >= round:
        start -= 1
    return start


def asked_since(entry: Entry, asked: Sequence[int]) -> Sequence[int]:
    """Those of the polls that came after an entry."""
    start = len(asked)
    while start and asked[start - 1] > entry.poll:
        start -= 1
    return asked[start:]
