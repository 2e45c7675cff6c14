"""About how long a game takes at a pace: as the last ones did, else by the times of the score. Law: no figure here is
thought up; those by the score are what it gives to games of the house, which a test plays once more, and of a rule book
that they lack nothing is said.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import ceil
from statistics import median
from typing import Final

from games.engine.rulesets import ruleset_title
from games.models import Game

LOOKED_AT: Final = 200  # games that ended last, of all rule books
ENOUGH: Final = 3  # of a rule book and a pace, to say how long they take
# Seconds of the shortest and the longest of some games at the usual table at pace 1, when nobody waits for an answer.
BY_SCORE: Final[Mapping[str, tuple[int, int]]] = {
    "council-mafia": (638, 854),
    "glass-box": (276, 411),
    "reactive-mafia": (331, 490),
    "town-mafia": (263, 508),
}
LONGER: Final = "Thoughts that are shown, larger tables and models that answer slowly take longer than the score."


def lengths_told(books: Iterable[str], *, pace: float) -> str:
    """About how long games of these rule books take at a pace, in sentences; at pace 0 as at 1, for there they take
    what their players take. One query."""
    at = pace or 1.0
    lately = lasted_lately(at)
    told, is_by_score = [], False
    for slug in dict.fromkeys(books):
        if slug in lately:
            minutes, games = lately[slug]
            told.append(f"{ruleset_title(slug)} {_minutes(minutes)} (as the last {games} did)")
        elif slug in BY_SCORE:
            low, high = (at * seconds / 60 for seconds in BY_SCORE[slug])
            told.append(f"{ruleset_title(slug)} {_between(low, high)} (by the score)")
            is_by_score = True
    if not told:
        return ""
    said = f"At pace {at:g} a game takes about: {', '.join(told)}."
    return f"{said} {LONGER}" if is_by_score else said


def lasted_lately(pace: float) -> dict[str, tuple[float, int]]:
    """By rule book, how many minutes its last games at this pace took, as many as were shorter as longer, and how many
    games that were. One query."""
    spans: defaultdict[str, list[float]] = defaultdict(list)
    ended = Game.objects.filter(status=Game.Status.FINISHED, finished_at__isnull=False).order_by("-finished_at")
    rows = ended.values_list("ruleset", "terms__pace", "started_at", "finished_at")[:LOOKED_AT]
    for ruleset, at, began, ended_at in rows:
        if at == pace and began is not None and ended_at is not None:
            spans[ruleset].append((ended_at - began).total_seconds() / 60)
    return {slug: (median(each), len(each)) for slug, each in spans.items() if len(each) >= ENOUGH}


def _minutes(number: float) -> str:
    return "less than a minute" if number < 1 else "1 minute" if round(number) == 1 else f"{round(number):,} minutes"


def _between(low: float, high: float) -> str:
    """From whole minutes to whole minutes; both within one are that."""
    return f"{int(low):,} to {ceil(high):,} minutes" if high > 1 else "less than a minute"
