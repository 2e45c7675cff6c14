"""How models did by role and size of table, in one table: how often they won, how often their side does anyway, and
what is left. From the sums that boards are put in order by, so of decided games alone.
"""

from dataclasses import dataclass

from league.queries.boards.above import above_by_role
from league.queries.results import Result, signed
from league.results.expecting import Above
from personas.models import LanguageModel


@dataclass(frozen=True, slots=True)
class ModelInRole:
    """A model in a role at tables of a size: seats in decided games, and how many were won; beside it wins above
    expectation."""

    model: str
    name: str
    role: str
    team: str
    size: int
    result: Result
    above: Above

    @property
    def key(self) -> str:
        """What no other row of the table is called."""
        return f"{self.model} {self.team} {self.role} {self.size}"

    @property
    def value(self) -> str:
        """Wins above expectation for people."""
        return signed(self.above.value)

    @property
    def expected(self) -> str:
        return f"{self.above.expected:.0%}"

    @property
    def around(self) -> str:
        """Where the value lies with 95 %."""
        if self.above.interval is None:
            return ""
        return f"{signed(self.above.interval.low)} to {signed(self.above.interval.high)}"


def models_by_role(*, season: str = "", ruleset: str = "") -> list[ModelInRole]:
    """The table over all rated seasons, or one, under all rules or one, by model, role and size. Two queries."""
    found = above_by_role(season=season, ruleset=ruleset)
    names = dict(LanguageModel.objects.filter(slug__in={model for model, *_ in found}).values_list("slug", "name"))
    rows = []
    for (model, role, team, size), each in found.items():
        result = Result(each.seats, each.wins)
        rows.append(ModelInRole(model, names.get(model, model), role, team, size, result, each))
    return sorted(rows, key=lambda row: (row.name, row.model, row.role, row.team, row.size))
