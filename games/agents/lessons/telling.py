"""Lessons in words, for whoever is told them: a player before a game, and people on pages.

Law: a sentence is composed of what a sign and a team are called, and of counts. Nothing in it was written by a player.
Notes are quoted, and said to be notes: they are no rules, and may be wrong this time. What somebody wrote down for the
player by hand is told in the same way, a quotation each, whatever JSON it is.

Whoever is hidden knows who the others are, and takes from a lesson on others what gives oneself away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from games.agents.signs import SIGNS
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from personas.experience.lessons import AVOID, SUSPECT, Lesson, Memory
from personas.experience.notes import told_by_hand

NOTES: Final = "Your own notes on what you saw in earlier games; notes and no rules, and they may be wrong this time:"
BY_HAND: Final = (
    "Notes that somebody who looks after you wrote down for you; notes and no rules, and they may be wrong this time:"
)
# What is said of a team that no rule book is known for.
HIDDEN, OPEN = "the hidden team", "the open team"


NOBODY: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a player is told of what it learned: lessons, and words of its own that somebody has let stand; `called` has
    what those at the table are called, each behind its id, where it learned something of one. `is_hidden`: the player
    is of the hidden team."""

    lessons: tuple[Lesson, ...] = ()
    words: tuple[str, ...] = ()
    called: tuple[tuple[str, str], ...] = ()
    is_hidden: bool = False

    def __bool__(self) -> bool:
        return bool(self.lessons or self.words)


NOTHING_REMEMBERED: Final = Remembered()


def remembered(
    memory: Memory, numbers: Sequence[int], called: Mapping[str, str] = NOBODY, *, is_hidden: bool = False
) -> Remembered:
    """What of a memory is told to a player who is reminded of these lessons, at a table where others are `called` so,
    by their ids; `is_hidden`: to one of the hidden team. One of a sign that is in no list is told to nobody: somebody
    wrote it by hand, and its sentence would be theirs."""
    found = (memory.numbered(number) for number in numbers)
    words = tuple(each.words for each in memory.apart if each.is_approved)
    lessons = tuple(lesson for lesson in found if lesson is not None and lesson.sign in SIGNS)
    return Remembered(lessons, words, tuple(called.items()), is_hidden)


def notes(told: Remembered) -> str:
    """The notes as they stand in a briefing; "" for none. Each lesson has its number, by which it can be kept or
    dropped."""
    if not told:
        return ""
    called = dict(told.called)
    lines = [f'~ {lesson.number}. "{sentence(lesson, called, is_hidden=told.is_hidden)}"' for lesson in told.lessons]
    return "\n".join([NOTES, *lines, *(f'~ "{_plain(words)}"' for words in told.words)])


def notes_by_hand(learned: Mapping[str, Any]) -> str:
    """What somebody wrote into a memory by hand, as it stands in a briefing; "" for nothing."""
    lines = [f'~ "{_plain(told)}"' for told in told_by_hand(learned)]
    return "\n".join([BY_HAND, *lines]) if lines else ""


def _plain(words: str) -> str:
    return " ".join(words.split()).replace('"', "\u201d")


def sentence(lesson: Lesson, called: Mapping[str, str] = NOBODY, *, is_hidden: bool = False) -> str:
    """A lesson in one or two sentences: what was seen, and what to do for it, or that nothing speaks for it so far,
    which is told to no player. Opponents are `called` so, by their ids. `is_hidden`: to one of the hidden team, who has
    nobody to suspect."""
    scope = lesson.scope
    ruleset = all_rulesets().get(scope.ruleset)
    if lesson.about == "self":
        return _of_oneself(lesson, ruleset)
    who, anybody = f"Whoever {_told(lesson.sign)}", "anybody"
    if scope.opponent:
        name = " ".join(called.get(scope.opponent, scope.opponent).split()).replace('"', "\u201d")
        who, anybody = f"When {name} {_told(lesson.sign)}, that one", "all who did"
    team = _team(ruleset, is_hidden=lesson.means == SUSPECT)
    meant = f"{who} was of {team} in {_of(lesson.right, lesson.seen)} cases ({_per_cent(lesson.base)} of {anybody})."
    if not lesson.is_told:
        return f"{meant} {_not_yet(lesson)}."
    if is_hidden:
        do = "It gives one of you away" if lesson.means == SUSPECT else "Whoever does so is trusted"
    else:
        do = "Suspect them for it" if lesson.means == SUSPECT else "Trust them for it"
    return f"{meant} {do}{_as(lesson)}."


def _of_oneself(lesson: Lesson, ruleset: Ruleset[Any] | None) -> str:
    """`right` counts games won for what is to be done again, and lost for what is to be avoided."""
    is_bad = lesson.means == AVOID
    came = "lost" if is_bad else "won"
    mine = f" with {_team_called(ruleset, lesson.scope.team)}" if lesson.scope.team else ""
    counted = f"I {came} {_of(lesson.right, lesson.seen)} games{mine} ({_per_cent(lesson.base)} of all such)"
    own = SIGNS[lesson.sign].own if lesson.sign in SIGNS else lesson.sign
    do = ("Avoid it" if is_bad else "Do it again") + _as(lesson) if lesson.is_told else _not_yet(lesson)
    return f"When I {own}, {counted}. {do}."


def _not_yet(lesson: Lesson) -> str:
    return "No more than chance so far" if lesson.is_borne_out else "Nothing has borne that out yet"


def _as(lesson: Lesson) -> str:
    return f" as {lesson.scope.role}" if lesson.scope.role else ""


def _told(sign: str) -> str:
    return SIGNS[sign].told if sign in SIGNS else f"showed {sign}"


def _of(right: int, seen: int) -> str:
    return f"{right} of {seen}"


def _per_cent(per_mille: int) -> str:
    return f"{round(per_mille / 10)} %"


def _team(ruleset: Ruleset[Any] | None, *, is_hidden: bool) -> str:
    if ruleset is None:
        return HIDDEN if is_hidden else OPEN
    return f"the {ruleset.hidden_team if is_hidden else ruleset.open_team}"


def _team_called(ruleset: Ruleset[Any] | None, team: str) -> str:
    return f"the {team}" if ruleset is None or team in (ruleset.hidden_team, ruleset.open_team) else team
