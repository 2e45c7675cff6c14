"""Games of slots that were set aside and dealt again. Law: when a slot was begun is said by the first attempts of its
games, for what somebody does to them afterwards makes no slot late.

A fixture lets go of a game that is set aside; which games were its is read off their terms. Hosts call off what waits
for too long in the same words as an operator: what somebody has voided is known by its act.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from games.models import Game
from games.models.waiting import CALLED_OFF, UNASKABLE
from league.models import Act, Season

LOST = (Game.Status.VOID, Game.Status.DIVERGED)
BEGAN = "began in time and "


class Lost(NamedTuple):
    """A game that was set aside, and of which fixture it was; `began_at` is None of one that never began, and not
    `is_by_hand` is one that its host has called off."""

    number: int
    began_at: datetime | None
    status: str
    waiting: str
    is_by_hand: bool

    @property
    def told(self) -> str:
        """What became of it, in words."""
        if self.status == Game.Status.DIVERGED:
            return "diverged"
        if not self.is_by_hand and self.waiting.endswith(UNASKABLE):
            return f"was called off, for {UNASKABLE}"
        why = self.waiting.removeprefix(CALLED_OFF).removeprefix(":").strip().rstrip(".")
        done = "was voided by an operator" if self.is_by_hand else "was called off"
        return done + (f" ({why})" if why else "")


def lost_of(season: Season, numbers: Collection[int], *, since: datetime) -> list[Lost]:
    """The games that these fixtures of a season have let go, of those that were due from then on, in their order. One
    query, none for no fixtures."""
    if not numbers:
        return []
    lost = Game.objects.filter(status__in=LOST, due_at__gte=since, terms__season=season.slug)
    lost = lost.filter(terms__fixture__in=[str(number) for number in numbers], fixture__isnull=True)
    acts = Act.objects.filter(app_label="games", model="game", name=OuterRef("public_id"), verb="void")
    told = lost.annotate(is_by_hand=Exists(acts)).order_by("pk")
    named = ("terms__fixture", "started_at", "status", "waiting", "is_by_hand")
    return [Lost(int(number), *rest) for number, *rest in told.values_list(*named)]


def first_begun(lost: Iterable[Lost]) -> dict[int, datetime]:
    """When the first attempts of fixtures began, by their numbers; of those alone that had begun."""
    begun: dict[int, datetime] = {}
    for each in lost:
        if each.began_at is not None:
            begun[each.number] = min(each.began_at, begun.get(each.number, each.began_at))
    return begun


def again_told(lost: Iterable[Lost], *, in_time_by: datetime) -> Iterator[str]:
    """That games were set aside and dealt again, and whether they had begun in time, in words; of each fixture the
    first that it let go."""
    told: set[int] = set()
    for each in lost:
        if each.number not in told:
            told.add(each.number)
            is_in_time = each.began_at is not None and each.began_at <= in_time_by
            yield f"game {each.number} {BEGAN if is_in_time else ''}{each.told} and was dealt again"


def is_told_in(why: str, number: int, became: str) -> bool:
    """Whether a slot's reason says already what became of a fixture's game."""
    return any(f"game {number} {began}{became}" in why for began in ("", BEGAN))
