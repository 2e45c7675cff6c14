"""Where the numbers of a board lead: to the games that it counts, and to those that it does not. Law: a number and the
list behind it are asked the same.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

ASKED_OF_GAMES = ("player", "model", "persona", "level")  # what rows are, and what lists of games may be asked


@dataclass(frozen=True, slots=True)
class Counted:
    """The lists behind a table whose rows are `by` something."""

    by: str
    asked: tuple[tuple[str, str], ...]

    @property
    def uncounted(self) -> str:
        """The games that it does not count."""
        return _address(counted="no", **{name: value for name, value in self.asked if name in ("season", "ruleset")})

    def of(self, key: str, result: str = "") -> str:
        """The games that it counts of a row, or those that came out so for it."""
        return _address(counted="yes", result=result, **{self.by: key}, **dict(self.asked))

    def not_of(self, key: str) -> str:
        """Those of a row that it does not count."""
        given = {name: value for name, value in self.asked if name in ("season", "ruleset")}
        return _address(counted="no", **{self.by: key}, **given)


def counted_by(by: str, *, season: str = "", ruleset: str = "", team: str = "", role: str = "") -> Counted:
    """The lists behind a table that is asked so."""
    asked = {"season": season, "ruleset": ruleset, "team": team, "role": role}
    return Counted(by, tuple((name, value) for name, value in asked.items() if value))


def _address(**given: str) -> str:
    return f"{reverse('games')}?{urlencode({name: value for name, value in given.items() if value})}"
