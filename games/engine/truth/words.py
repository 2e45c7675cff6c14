"""How claims word what happened: deeds by the beginnings of verbs, days, nobody, not. Pure, and no game's.

Law: a word that is not here tells nothing, and what tells nothing is unknowable.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

# How deeds are called, by the beginning of a word that tells one; those of talk, as to accuse, no event shows.
DEEDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("protect", "guard", "sav", "heal", "ward", "shield"), "protect"),
    **dict.fromkeys(("shoot", "shot", "fired"), "shoot"),
    **dict.fromkeys(("kill", "murder", "stab"), "kill"),
    **dict.fromkeys(("investigat", "check", "inspect"), "investigate"),
    **dict.fromkeys(("vent",), "vent"),
    **dict.fromkeys(("report", "found", "find", "discover"), "report"),
    **dict.fromkeys(("press",), "press"),
    **dict.fromkeys(("call",), "call"),
    **dict.fromkeys(("nominat",), "nominate"),
    **dict.fromkeys(("finish", "complet"), "finish"),
    **dict.fromkeys(("work",), "work"),
    **dict.fromkeys(("fak", "pretend"), "fake"),
    **dict.fromkeys(("accus", "suspect", "blam", "named", "denounc", "pick", "chose", "point"), "accuse"),
    **dict.fromkeys(("defend", "vouch", "prais", "support"), "defend"),
    **dict.fromkeys(("lie", "lying"), "lie"),
    **dict.fromkeys(("help",), "help"),
    **dict.fromkeys(("ignor",), "ignore"),
    **dict.fromkeys(("claim",), "claim"),
}
# How everybody is told of a deed that events show.
DONE: Final[Mapping[str, str]] = {
    "protect": "protected",
    "shoot": "shot",
    "kill": "killed",
    "investigate": "investigated",
    "vent": "vented",
    "report": "reported",
    "press": "pressed the button",
    "call": "called the meeting",
    "nominate": "nominated",
    "finish": "finished a task",
    "work": "worked",
    "fake": "faked a task",
}
# What counts as a deed that can be done in several ways.
WAYS: Final[Mapping[str, frozenset[str]]] = {"call": frozenset(("press", "report"))}
MEETING: Final = frozenset(("meeting", "button", "emergency"))  # what is called; else somebody was called something
TASKS: Final = frozenset(("finish", "work", "fake"))
# What is said of a task without saying which; and that it was no pretence, which shows of few.
ANY_TASK: Final = frozenset(("on", "at", "to", "a", "an", "the", "my", "their", "task", "tasks", "job", "some"))
REAL: Final = frozenset(("real",))
NOT: Final = frozenset(("not", "never", "no", "nothing", "didn", "other", "else", "elsewhere"))
# All that a place's value may say besides a room and names: with any other word somebody may be anywhere.
OF_PLACES: Final = frozenset(("in", "at", "the", "room", "alone", "with", "and", "nobody", "else", "by", "myself"))
NOBODY: Final = frozenset(("nobody", "noone", "none", "skip", "skipped", "abstain", "abstained"))
INNOCENT: Final = frozenset(("innocent", "not guilty", "clear", "good"))
GUILTY: Final = frozenset(("guilty", "not innocent", "evil"))
# What a vote's value may say of when it was cast, besides a name: "Greta, yesterday", "Greta, on day 2".
DAY: Final = re.compile(r"\b(?:day|round|meeting) (\d{1,4})\b")
YESTERDAY: Final = "yesterday"
TODAY: Final = frozenset(("today", "now"))
MAYBE: Final = frozenset(("perhaps", "maybe", "probably", "likely", "if", "or"))  # nothing is promised
BEFORE: Final = frozenset(("before", "earlier", "voted", "last", "previously"))
# All that a vote's value may say besides a name and numbers: with any other word it is prose that names somebody.
OF_VOTES: Final = (
    NOT
    | NOBODY
    | TODAY
    | MAYBE
    | BEFORE
    | frozenset(("for", "against", "on", "to", "at", "in", "the", "my", "i", "we", "will", "is", "was", "did", "t"))
    | frozenset(("vote", "votes", "voting", "eject", "lynch", "eliminate", "day", "round", "meeting", YESTERDAY))
)
_WORD: Final = re.compile(r"[^\W_]+", re.UNICODE)


@lru_cache(maxsize=1024)
def deed_called(verb: str) -> str | None:
    """The deed that a verb tells in any of its forms; None where the rules have no word for it."""
    return next((DEEDS[stem] for stem in DEEDS if verb.startswith(stem)), None)


@lru_cache(maxsize=4096)  # the same claims are made again and again, and each role is held against each of them
def plain(said: str) -> str:
    """A text in small letters without an article and without marks."""
    words = _WORD.findall(said.casefold().replace("no one", "nobody"))
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("a", "an", "the") else words)
