"""The filters above a list: what can be chosen, and what is. Law: what nobody can choose is refused in a sentence, or a
list would be empty under a filter that says "All".
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.text import capfirst

from league.models import Season
from league.queries.schedule import begun
from league.web.refusals import NotThere

MOST_CHOICES = 100  # more nobody looks through, and they would be most of the page
LONGEST_TOLD = 60  # characters of what was asked for


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter."""

    value: str
    shown: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter: a name in the address, a label, its values; without any it is typed, and `given` is what was."""

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    given: str = ""
    hint: str = ""

    @property
    def is_set(self) -> bool:
        """Whether something else is chosen than without a word in the address."""
        return bool(self.given) or bool(self.choices and not self.choices[0].is_chosen)


def choice(name: str, label: str, given: str, choices: Iterable[tuple[str, str]], *, anything: bool = True) -> Filter:
    """A filter of these values, with "All" before them unless one has to be chosen. Raises NotThere."""
    listed = [("", "All"), *choices] if anything else list(choices)
    if given not in dict(listed):
        raise NotThere(f"There is no {name} {given[:LONGEST_TOLD]!r} here.")
    return Filter(name, label, tuple(Choice(value, shown, value == given) for value, shown in listed))


def season_choice(given: str) -> Filter:
    """The filter by season: the newest ones, and the one that is chosen. Raises NotThere."""
    seasons = begun(Season.objects.order_by("-id"))
    newest = list(seasons.values_list("slug", "name")[:MOST_CHOICES])
    if given and given not in dict(newest):
        newest += seasons.filter(slug=given).values_list("slug", "name")
    return choice("season", "Season", given, newest)


def worded(choices: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Choices whose names are words of ours, as they begin a line; names of others stay as they are."""
    return [(value, capfirst(shown)) for value, shown in choices]


def given(request: HttpRequest, *names: str) -> dict[str, str]:
    """What the address asks of these filters; "" where it says nothing. No database takes a null character."""
    return {name: request.GET.get(name, "").replace("\0", "") for name in names}
