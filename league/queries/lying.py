"""What players claimed, in figures: how much of it was untrue, and whether what they say and what they file agree. Law:
nothing is added up here but rows that are sums already, of games that are over; a share is told with what it is of.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Final

from django.db.models import Q, Sum

from games.engine.rulesets import ruleset_title
from league.models import FiguresSum
from league.queries.models import percent
from personas.models import LanguageModel, Player

COUNTED: Final = (
    "claims",
    "judged",
    "untrue",
    "judged_hidden",
    "untrue_hidden",
    "heard",
    "unfiled",
    "filed",
    "unsaid",
)
SUMS: Final = {name: Sum(name) for name in COUNTED}


@dataclass(frozen=True, slots=True)
class Claiming:
    """What somebody's claims came to: those made aloud, of them those of which something shows whether they are so, and
    those that are not; the same of the hidden team. Of who was asked over the network also how many claims were heard
    in their words and not filed, and how many they filed and did not say."""

    ruleset: str = ""
    claims: int = 0
    judged: int = 0
    untrue: int = 0
    judged_hidden: int = 0
    untrue_hidden: int = 0
    heard: int = 0
    unfiled: int = 0
    filed: int = 0
    unsaid: int = 0

    def __add__(self, other: "Claiming") -> "Claiming":
        return Claiming(**{name: getattr(self, name) + getattr(other, name) for name in COUNTED})

    @property
    def title(self) -> str:
        return ruleset_title(self.ruleset) if self.ruleset else "All rules"

    @property
    def judged_open(self) -> int:
        return self.judged - self.judged_hidden

    @property
    def untrue_open(self) -> int:
        return self.untrue - self.untrue_hidden

    @property
    def untrue_share(self) -> float | None:
        return _share(self.untrue, self.judged)

    @property
    def untrue_share_hidden(self) -> float | None:
        return _share(self.untrue_hidden, self.judged_hidden)

    @property
    def untrue_share_open(self) -> float | None:
        return _share(self.untrue_open, self.judged_open)

    @property
    def unfiled_share(self) -> float | None:
        return _share(self.unfiled, self.heard)

    @property
    def unsaid_share(self) -> float | None:
        return _share(self.unsaid, self.filed)

    @property
    def is_anything(self) -> bool:
        """Whether there is anything to tell."""
        return self.claims > 0 or self.heard > 0

    @property
    def told(self) -> dict[str, str]:
        """The shares for people."""
        return {
            "untrue": percent(self.untrue, self.judged),
            "hidden": percent(self.untrue_hidden, self.judged_hidden),
            "open": percent(self.untrue_open, self.judged_open),
            "unfiled": percent(self.unfiled, self.heard),
            "unsaid": percent(self.unsaid, self.filed),
        }


def claiming_of_model(model: LanguageModel) -> list[Claiming]:
    """What the players on a model claimed in all finished games, by rule book. One query."""
    rows = FiguresSum.objects.filter(season="", persona="", model=model).order_by("ruleset").values("ruleset")
    return [each for row in rows.annotate(**SUMS) if (each := claiming_from(row, row["ruleset"])).is_anything]


def claiming_of_players(players: Sequence[Player]) -> dict[int, list[Claiming]]:
    """What each of these players claimed in all finished games, by rule book; of characters of one game nothing, for
    they have no results of their own. One query."""
    keys = {(player.persona.slug, player.model_id): player.pk for player in players if not player.persona.written_for}
    found: dict[int, list[Claiming]] = {player.pk: [] for player in players}
    theirs = reduce(or_, (Q(persona=persona, model=model) for persona, model in keys), Q(pk__in=()))
    rows = FiguresSum.objects.filter(theirs, season="").exclude(ruleset="").order_by("ruleset")
    for row in rows.values("persona", "model", "ruleset", *COUNTED):
        each = claiming_from(row, row["ruleset"])
        found[keys[row["persona"], row["model"]]] += [each] if each.is_anything else []
    return found


def claiming_from(row: Mapping[str, Any], ruleset: str = "") -> Claiming:
    """The figures in a row of sums."""
    return Claiming(ruleset, **{name: row[name] for name in COUNTED})


def together(parts: Iterable[Claiming]) -> Claiming:
    """All of them."""
    return sum(parts, Claiming())


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
