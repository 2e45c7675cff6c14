"""What is wrong with what games write into a memory, where somebody writes it by hand.

Law: whatever the next game would read otherwise than it stands there, or pass over and write anew without a word, is
refused here, by where it stands; what games wrote is right. A reader (personas.experience.lessons.memory_in) is as
lenient as ever, for old revisions are read, too.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from personas.experience.lessons import (
    APART,
    COUNTS,
    LAST,
    LESSONS,
    LONGEST_WORDS,
    MEANINGS,
    MOST_EVENTS,
    MOST_EVIDENCE,
    MOST_LESSONS,
    Lesson,
    Scope,
)
from personas.experience.plain import LONGEST, MOST, ExperienceError, load
from personas.fields import shown

Json = Any
Wrong = tuple[str, str]  # where it stands, and what was wanted there
OF_LESSON: Final = ("number", "about", "sign", "means", "scope", "seen", "right", "base", "given", "evidence")
OF_EVIDENCE: Final = ("game", "events")
OF_WORDS: Final = ("game", "words", "why", "approved")


def out_of_place(learned: Mapping[str, Json]) -> list[Wrong]:
    """All that is wrong with the parts of a memory that games write, as far as they are there: each with its path, such
    as "learned.lessons[0].seen", and a sentence that begins with it."""
    found: list[Wrong] = []
    if LESSONS in learned:
        found += _lessons(learned[LESSONS], f"learned.{LESSONS}")
    if LAST in learned:
        found += _last(learned, f"learned.{LAST}")
    if APART in learned:
        found += _apart(learned[APART], f"learned.{APART}")
    if COUNTS in learned:
        try:
            load(learned[COUNTS])
        except ExperienceError as error:
            told = str(error)
            told = f"learned.{told}" if told.startswith(COUNTS) else f"learned.{COUNTS}: {told}"
            found.append((told.partition(" ")[0].rstrip(":"), told))
    return found


def _refused(where: str, wanted: str, came: Json) -> Wrong:
    return where, f"{where} must {wanted}, not {shown(came)}"


def _lessons(data: Json, where: str) -> Iterator[Wrong]:
    if not isinstance(data, list) or len(data) > MOST_LESSONS:
        yield _refused(where, f"be a list of at most {MOST_LESSONS} lessons", data)
        return
    numbers = set[int]()
    for index, row in enumerate(data):
        place = f"{where}[{index}]"
        wrong = list(_lesson(row, place))
        yield from wrong
        if wrong:
            continue
        try:
            number = Lesson.from_plain(row).number
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield place, f"{place} is no lesson: {error}"
            continue
        if number in numbers:
            yield f"{place}.number", f"{place}.number is another lesson's already: {number}"
        numbers.add(number)


def _lesson(row: Json, where: str) -> Iterator[Wrong]:
    wrong = list(_fields(row, where, OF_LESSON))
    yield from wrong
    if wrong:
        return
    about, means = row["about"], row["means"]
    if not isinstance(about, str) or about not in MEANINGS:
        yield _refused(f"{where}.about", f"be one of {', '.join(MEANINGS)}", about)
    elif means not in MEANINGS[about]:
        yield _refused(f"{where}.means", f"be one of {', '.join(MEANINGS[about])} of {about}", means)
    if not _is_name(row["sign"]):
        yield _refused(f"{where}.sign", f"be the name of a sign, of at most {LONGEST} characters", row["sign"])
    for name in ("number", "seen", "right", "base", "given"):
        least = 1 if name == "number" else 0
        if not _is_whole(row[name], least):
            yield _refused(f"{where}.{name}", f"be a whole number from {least}", row[name])
    yield from _scope(row["scope"], f"{where}.scope")
    yield from _evidence(row["evidence"], f"{where}.evidence")


def _scope(data: Json, where: str) -> Iterator[Wrong]:
    if not isinstance(data, Mapping):
        yield _refused(where, "be an object", data)
        return
    for name, value in data.items():
        if name not in Scope.__slots__:
            yield where, f"{where} has no {shown(name)}; it has: {', '.join(Scope.__slots__)}"
        elif not _is_name(value):
            yield _refused(f"{where}.{name}", f"be a name of at most {LONGEST} characters", value)


def _evidence(data: Json, where: str) -> Iterator[Wrong]:
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_EVIDENCE:
        yield _refused(where, f"be a list of 1 to {MOST_EVIDENCE} games with their events", data)
        return
    for index, each in enumerate(data):
        place = f"{where}[{index}]"
        wrong = list(_fields(each, place, OF_EVIDENCE))
        yield from wrong
        if wrong:
            continue
        if not _is_name(each["game"]):
            yield _refused(f"{place}.game", "be the id of a game", each["game"])
        events = each["events"]
        if not isinstance(events, list) or len(events) > MOST_EVENTS or not all(map(_is_whole, events)):
            yield _refused(f"{place}.events", f"be a list of at most {MOST_EVENTS} numbers of events", events)


def _last(learned: Mapping[str, Json], where: str) -> Iterator[Wrong]:
    last, lessons = learned[LAST], learned.get(LESSONS)
    if not _is_whole(last):
        yield _refused(where, "be a whole number from 0", last)
        return
    rows = [row for row in lessons if isinstance(row, Mapping)] if isinstance(lessons, list) else []
    highest = max((row["number"] for row in rows if _is_whole(row.get("number"))), default=0)
    if last < highest:
        yield _refused(where, f"be at least {highest}, the highest number of a lesson", last)


def _apart(data: Json, where: str) -> Iterator[Wrong]:
    if not isinstance(data, list):
        yield _refused(where, "be a list of the player's own words", data)
        return
    for index, each in enumerate(data):
        place = f"{where}[{index}]"
        wrong = list(_fields(each, place, OF_WORDS))
        yield from wrong
        if wrong:
            continue
        words = each["words"]
        if not isinstance(words, str) or not words.strip() or len(words) > LONGEST_WORDS:
            yield _refused(f"{place}.words", f"be a text of 1 to {LONGEST_WORDS} characters", words)
        for name in ("game", "why"):
            if not isinstance(each[name], str):
                yield _refused(f"{place}.{name}", "be a text", each[name])
        if not isinstance(each["approved"], bool):
            yield _refused(f"{place}.approved", "be true or false", each["approved"])


def _fields(data: Json, where: str, wanted: tuple[str, ...]) -> Iterator[Wrong]:
    """What is wrong with the names in an object that has just these."""
    if not isinstance(data, Mapping):
        yield _refused(where, f"be an object with {', '.join(wanted)}", data)
        return
    if lacking := [name for name in wanted if name not in data]:
        yield where, f"{where} lacks {', '.join(lacking)}"
    if strange := [name for name in data if name not in wanted]:
        yield where, f"{where} has no {', '.join(map(shown, strange))}; it has: {', '.join(wanted)}"


def _is_name(value: Json) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= LONGEST and value.isprintable() and bool(value.strip())


def _is_whole(value: Json, least: int = 0) -> bool:
    return type(value) is int and least <= value <= MOST
