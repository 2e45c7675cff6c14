"""Where the numbers of a board lead: to the games that it counts, and to those that it does not. Law: a number and the
list behind it are asked the same.
"""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse


@dataclass(frozen=True)
class Counted:
    """The lists behind a table whose rows are `by` something."""

    by: str
    asked: tuple[tuple[str, str], ...]

    @property
    def uncounted(self) -> str:
        """The games that it does not count."""
        return _address(counted="no", **{name: value for name, value in self.asked if name in ("season", "ruleset")})

    @cached_property
    def _counted(self) -> str:
        return f"{_address(counted='yes', **dict(self.asked))}&{self.by}="

    @cached_property
    def _uncounted(self) -> str:
        return f"{self.uncounted}&{self.by}="

    def of(self, key: str, result: str = "") -> str:
        """The games that it counts of a row, or those that came out so for it. Keys are slugs."""
        return f"{self._counted}{key}{f'&result={result}' if result else ''}"

    def why(self, key: str) -> str:
        """How the number of a row comes about, game by game; "" where that is not told: of a table of one role or
        team, or of others than players."""
        told = dict(self.asked)
        if self.by != "player" or "team" in told or "role" in told:
            return ""
        return reverse("player-results", args=[key]) + (f"?{urlencode(told)}" if told else "")

    def not_of(self, key: str) -> str:
        """Those of a row that it does not count."""
        return f"{self._uncounted}{key}"


def counted_by(by: str, *, season: str = "", ruleset: str = "", team: str = "", role: str = "") -> Counted:
    """The lists behind a table that is asked so."""
    asked = {"season": season, "ruleset": ruleset, "team": team, "role": role}
    return Counted(by, tuple((name, value) for name, value in asked.items() if value))


def _address(**given: str) -> str:
    return f"{reverse('games')}?{urlencode({name: value for name, value in given.items() if value})}"
