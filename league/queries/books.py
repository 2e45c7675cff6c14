"""The rule books that seasons are played by, as pages tell them."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.engine.events import listed
from games.engine.ruleset import WrongOption
from games.engine.rulesets import all_rulesets, ruleset_title
from league.models import SeasonRules


@dataclass(frozen=True, slots=True)
class Book:
    """A rule book as a season plays it; `url` is where it is told for these seats, options and names. Which
    names are played the season says, for all of its books."""

    slug: str
    title: str
    url: str
    revision: int
    seats: int
    options: tuple[tuple[str, str], ...]


def book_of(rules: SeasonRules) -> Book:
    """One of a season's rules; of rules that this release does not play, what is stored of them."""
    ruleset = all_rulesets().get(rules.ruleset)
    options = rules.options
    if ruleset is not None and rules.revision in ruleset.revisions:
        with suppress(WrongOption):  # kept by another release of the same revision
            options = ruleset.options_from(rules.options, rules.seats).plain(rules.revision)
    asked = {"seats": rules.seats, **rules.options, "names": rules.season.names}
    return Book(
        slug=rules.ruleset,
        title=ruleset_title(rules.ruleset),
        url=f"{reverse('ruleset', args=[rules.ruleset])}?{urlencode(asked)}",
        revision=rules.revision,
        seats=rules.seats,
        options=tuple((name, json.dumps(value).strip('"')) for name, value in options.items() if name != "names"),
    )


def titles(rules: Iterable[SeasonRules]) -> str:
    """What is played, each ruleset once: "Council Mafia, Glass Box and Town Mafia"."""
    return listed(list(dict.fromkeys(ruleset_title(each.ruleset) for each in rules)))


def seats_told(rules: Iterable[SeasonRules]) -> str:
    """How many sit at the tables: "8 seats", or "8 to 10 seats"."""
    seats = [each.seats for each in rules]
    least, most = min(seats), max(seats)
    return f"{least} seats" if least == most else f"{least} to {most} seats"


def mark_of(title: str) -> str:
    """A title in so few letters that they fit below a number: "TM" for Town Mafia."""
    return "".join(word[0] for word in title.split())[:3].upper()
