"""What became of a memory between two of its revisions, in words for people.

Law: pure, and read off the two alone; whatever differs is told, be it by no more than the name of what it is.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.agents.lessons.telling import NOBODY, sentence
from personas.experience.lessons import Lesson, Memory, Words, by_hand, memory_in

LEARNED, DROPPED, COUNTED, CHANGED = "learned", "dropped", "counted", "changed"
WROTE, APPROVED, WITHDRAWN, DELETED = "wrote", "approved", "withdrawn", "deleted"
PLAYED, NOTED = "played", "noted"
VERBS: Final = (LEARNED, DROPPED, COUNTED, CHANGED, WROTE, APPROVED, WITHDRAWN, DELETED, PLAYED, NOTED)
MOST_SHOWN: Final = 2_000  # characters of what stands there by hand


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs: `what` happened (of VERBS) to what `text` says; `was` is how it was before, where that is
    to be told, and `comes` what is there since, of what somebody wrote by hand. Of a lesson also its `number`."""

    what: str
    text: str
    was: str = ""
    number: int = 0
    comes: str = ""


def changes(
    before: Mapping[str, Any], after: Mapping[str, Any], called: Mapping[str, str] = NOBODY
) -> tuple[Change, ...]:
    """All that differs from one memory to the other: lessons by number, own words, games counted, what was written by
    hand; opponents are `called` so, by their ids."""
    old, new = memory_in(before), memory_in(after)
    return (*_of_lessons(old, new, called), *_of_words(old, new), *_of_counts(old, new), *_of_notes(before, after))


def _of_lessons(old: Memory, new: Memory, called: Mapping[str, str]) -> Iterator[Change]:
    there = {lesson.number: lesson for lesson in old.lessons}
    for lesson in new.lessons:
        was = there.pop(lesson.number, None)
        if was is None:
            yield Change(LEARNED, sentence(lesson, called), number=lesson.number)
        elif (was.about, was.sign, was.means, was.scope) != (lesson.about, lesson.sign, lesson.means, lesson.scope):
            yield Change(CHANGED, sentence(lesson, called), sentence(was, called), lesson.number)
        elif was != lesson:
            yield Change(COUNTED, sentence(lesson, called), _tally(was, lesson), lesson.number)
    for lesson in there.values():
        yield Change(DROPPED, sentence(lesson, called), number=lesson.number)


def _tally(was: Lesson, lesson: Lesson) -> str:
    """What was counted of a lesson before, as far as it has moved."""
    if (was.right, was.seen) != (lesson.right, lesson.seen):
        return f"{was.right} of {was.seen}"
    if was.given != lesson.given:
        return f"told in {was.given} game{'' if was.given == 1 else 's'}"
    return "the same, with other evidence"


def _of_words(old: Memory, new: Memory) -> Iterator[Change]:
    there = {(each.game, each.words): each for each in old.apart}
    for each in new.apart:
        was = there.pop((each.game, each.words), None)
        if was is None:
            yield Change(WROTE, each.words)
        elif was.is_approved != each.is_approved:
            yield Change(APPROVED if each.is_approved else WITHDRAWN, each.words)
    yield from (Change(DELETED, each.words) for each in there.values())


def _of_counts(old: Memory, new: Memory) -> Iterator[Change]:
    was, now = games_counted(old), games_counted(new)
    for ruleset in sorted({*was, *now}):
        if was.get(ruleset, 0) != now.get(ruleset, 0):
            yield Change(PLAYED, f"{now.get(ruleset, 0)} games of {ruleset} counted", str(was.get(ruleset, 0)))
    if was == now and old.counts != new.counts:
        yield Change(PLAYED, "the same games counted otherwise")


def games_counted(memory: Memory) -> dict[str, int]:
    """How many games a memory has counted, by ruleset."""
    rulesets = (memory.counts or {}).get("rulesets")
    if not isinstance(rulesets, Mapping):
        return {}
    games = {slug: each.get("games") for slug, each in rulesets.items() if isinstance(each, Mapping)}
    return {slug: number for slug, number in games.items() if isinstance(number, int)}


def _of_notes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    was, now = by_hand(before), by_hand(after)
    for name in sorted({*was, *now}):  # PostgreSQL keeps no order of names
        if name not in now:
            yield Change(NOTED, f"{name}: taken out", shown_note(was[name]))
        elif name not in was:
            yield Change(NOTED, f"{name}: added", comes=shown_note(now[name]))
        elif was[name] != now[name]:
            yield Change(NOTED, f"{name}: written anew", shown_note(was[name]), comes=shown_note(now[name]))


def shown_note(value: Any) -> str:
    """What stands in a memory by hand, as it is shown: a text as it is, a list of texts a line each, anything else as
    JSON; of a long one the beginning."""
    lines = [value] if isinstance(value, str) else value
    if isinstance(lines, list) and lines and all(isinstance(line, str) for line in lines):
        told = "\n".join(lines)
    else:
        told = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return told if len(told) <= MOST_SHOWN else f"{told[: MOST_SHOWN - 1]}…"


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class LessonTold:
    """A lesson with the sentence that it is told in."""

    lesson: Lesson
    text: str


def lessons_told(memory: Memory, called: Mapping[str, str] = NOBODY) -> tuple[LessonTold, ...]:
    """A memory's lessons, the best borne out first; opponents are `called` so, by their ids."""
    best = sorted(memory.lessons, key=lambda each: (-each.lead, each.number))
    return tuple(LessonTold(lesson, sentence(lesson, called)) for lesson in best)


def words_of(memory: Memory) -> tuple[Words, ...]:
    """A player's own words, those that wait for somebody first."""
    return tuple(sorted(memory.apart, key=lambda each: each.is_approved))
