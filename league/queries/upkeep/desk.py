"""The day's page: what runs where, since when, waiting for whom or what; what failed and what was done about it; spend
against caps; queue, workers and beat; next slots; bytes by season; what was told of it by mail and webhook. Law: it
looks at what is under way and at sums that are kept, and never at all games or seats; page, API and command line tell
this and nothing else.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from games.billing.money import in_dollars
from games.ledger.reads import Visitor
from league.models import Addressee, Season, Weight
from league.models.weight import EXHIBITIONS, WeightKind
from league.queries.upkeep.alerts import Told, addressees_told, alerts_told, told_as_json
from league.queries.upkeep.beside import Beside, drafts_told, ended_told
from league.queries.upkeep.failed import EVERYBODYS, Failed, failed_told
from league.queries.upkeep.games import GameStand, games_told
from league.queries.upkeep.held import HeldUp, held_told
from league.queries.upkeep.processes import Host, Queue, Sign, hosts_told, queue_told, signs_told
from league.queries.upkeep.seasons import SeasonStand, stands_told
from league.queries.upkeep.spending import Spending, spending_told, stopped_told
from league.queries.upkeep.wrong import Wrong, wrong_of

MOST_WEIGHTS: Final = 40  # seasons whose bytes are told
OF_SEASONS: Final = ("season", "learning")  # whose accounts are


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a season weighs: `rows` and `bytes` by kind, as kept since `weighed_at`; of the `games` that it had then so
    many were weighed."""

    season: str
    name: str
    games: int
    weighed: int
    weighed_at: datetime
    rows: dict[str, int]
    bytes: dict[str, int]
    is_season: bool = True

    @property
    def total(self) -> int:
        return sum(self.bytes.values())

    @property
    def is_known(self) -> bool:
        """Whether anything was weighed: when it was looked at first, nothing of its games may have been written yet."""
        return self.total > 0 or not self.games

    @property
    def cells(self) -> list[int]:
        """The bytes in the order of KINDS."""
        return [self.bytes.get(kind, 0) for kind in WeightKind.values]


@dataclass(frozen=True, slots=True)
class Desk:
    """All of it, at a moment."""

    at: datetime
    wrong: tuple[Wrong, ...]
    seasons: tuple[SeasonStand, ...]
    held_up: tuple[HeldUp, ...]
    games: tuple[GameStand, ...]
    hosts: tuple[Host, ...]
    failed: Failed
    spending: tuple[Spending, ...]
    queue: Queue
    processes: tuple[Sign, ...]
    weights: tuple[Weighed, ...]
    addressees: tuple[Addressee, ...]
    alerts: tuple[Told, ...]
    drafts: tuple[Beside, ...]
    ended: tuple[Beside, ...]

    @property
    def paused(self) -> list[SeasonStand]:
        """The paused seasons that have slots to come, of which none has a moment until they are resumed."""
        return [each for each in self.seasons if each.slots_left and not each.next_at]

    @property
    def slots(self) -> list[SeasonStand]:
        """The seasons of which it is known when they go on, the next first."""
        return sorted((each for each in self.seasons if each.next_at), key=lambda each: (each.next_at, each.slug))


def desk_told(*, now: datetime, visitor: Visitor | None, acts: Q = EVERYBODYS) -> Desk:
    """The day's page for somebody, with what was done of these acts. A fixed number of queries."""
    signs, stands = signs_told(now=now), stands_told(now=now)
    ended = ended_told(now=now)
    queue, spending = queue_told(now=now), spending_told([*stands, *ended], now=now)
    failed = failed_told(stands, now=now, visitor=visitor, acts=acts)
    over = {each.slug for each in ended}
    goes_on = [each for each in spending if each.scope not in OF_SEASONS or each.name not in over]
    given: dict[str, Any] = {"signs": signs, "stands": stands, "queue": queue, "spending": goes_on}
    return Desk(
        at=now,
        wrong=wrong_of(**given, stopped=stopped_told(), failing=failed.calls, now=now),
        seasons=stands,
        held_up=held_told(),
        games=games_told(signs, visitor=visitor),
        hosts=hosts_told(signs),
        failed=failed,
        spending=spending,
        queue=queue,
        processes=signs,
        weights=weights_told(),
        addressees=addressees_told(),
        alerts=alerts_told(now=now),
        drafts=drafts_told(visitor=visitor),
        ended=ended,
    )


def weights_told() -> tuple[Weighed, ...]:
    """What seasons weigh, the heaviest first. Two queries."""
    kinds: defaultdict[str, list[Weight]] = defaultdict(list)
    for row in Weight.objects.order_by("season", "kind"):
        kinds[row.season].append(row)
    names = dict(Season.objects.filter(slug__in=kinds).values_list("slug", "name"))
    told = [_weighed(slug, names.get(slug, slug), rows) for slug, rows in kinds.items()]
    return tuple(sorted(told, key=lambda each: (-each.total, each.season))[:MOST_WEIGHTS])


def _weighed(slug: str, name: str, rows: Sequence[Weight]) -> Weighed:
    return Weighed(
        season=slug,
        name="No season" if slug == EXHIBITIONS else name,
        games=rows[0].games,
        weighed=rows[0].weighed,
        weighed_at=rows[0].weighed_at,
        rows={row.kind: row.rows for row in rows},
        bytes={row.kind: row.bytes for row in rows},
        is_season=slug != EXHIBITIONS,
    )


# --- as JSON ---------------------------------------------------------------------------------------------------------


def desk_as_json(desk: Desk) -> dict[str, Any]:
    """The day's page as the API and the command line tell it."""
    return {
        "at": desk.at,
        "wrong": [wrong_as_json(each) for each in desk.wrong],
        "seasons": [_without(each, "url", "slots_left") for each in desk.seasons],
        "held_up": [_without(each, "url") for each in desk.held_up],
        "games": [_without(each, "url") for each in desk.games],
        "hosts": [asdict(each) for each in desk.hosts],
        "failed": {
            "set_aside": [_without(each, "url") for each in desk.failed.set_aside],
            "calls": [asdict(each) for each in desk.failed.calls],
            "games": desk.failed.games,
            "answers": desk.failed.answers,
            "defaults": desk.failed.defaults,
            "acts": [_without(each, "url") for each in desk.failed.acts],
        },
        "spending": [spending_as_json(each) for each in desk.spending],
        "queue": asdict(desk.queue),
        "processes": [_without(each, "ident") for each in desk.processes],
        "weights": [_without(each, "is_season") for each in desk.weights],
        "alerts": [told_as_json(each) for each in desk.alerts],
    }


def wrong_as_json(wrong: Wrong) -> dict[str, Any]:
    """Something that is wrong; its kind and what it is about stay the same while it is."""
    return {
        "kind": str(wrong.kind),
        "about": wrong.about,
        "told": wrong.told,
        "cure": wrong.cure,
        "since": wrong.since,
    }


def spending_as_json(each: Spending) -> dict[str, Any]:
    """What was spent of a cap, in US dollars."""
    amounts = {"sure": each.sure, "bound": each.bound, "reserved": each.reserved, "cap": each.cap, "left": each.left}
    told = {name: None if amount is None else f"{amount:.8f}" for name, amount in amounts.items()}
    return {"scope": each.scope, "name": each.name, **told, "share": each.share, "stopped": each.stopped}


def _without(record: Any, *names: str) -> dict[str, Any]:  # Any: a dataclass
    return {name: value for name, value in asdict(record).items() if name not in names}


# --- in lines --------------------------------------------------------------------------------------------------------


def spending_line(each: Spending) -> str:
    """What was spent of a cap, in words."""
    told = f"{in_dollars(each.sure)} sure"
    told += f", {in_dollars(each.bound)} at most" if each.bound != each.sure else ""
    told += f", {in_dollars(each.reserved)} on its way" if each.reserved else ""
    if each.cap is not None and each.left is not None:
        told += f"; of {in_dollars(each.cap)} {in_dollars(each.left)} left ({each.share} %)"
    return told + (f"; stopped: {each.stopped}" if each.stopped else "")
