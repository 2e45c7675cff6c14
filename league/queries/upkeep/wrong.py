"""What is wrong now: a pure read, a sentence and a cure for each thing. Law: a kind is for ever, and what a thing is
`about` is called the same as long as it is wrong, so that whoever tells others of it tells each once. Nothing here says
more of a game than everybody who watches it is told, and nothing names a draft.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from shutil import disk_usage
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst

from games.billing.money import in_dollars
from games.models import Game
from league.models import Addressee, Series
from league.models.alert import Means
from league.models.process import SILENT, ProcessKind
from league.models.series import SeriesStatus
from league.queries.games import with_seasons
from league.queries.upkeep.failed import Failing, calls_told
from league.queries.upkeep.games import game_name
from league.queries.upkeep.processes import Queue, Sign, living, queue_told, signs_told
from league.queries.upkeep.seasons import SeasonStand, about, ago, stands_told
from league.queries.upkeep.spending import Spending, spending_told, stopped_told
from league.seasons.schedule.holding import WITH_ITS_SEASON
from league.seasons.series.changing import BY_HAND

LATE: Final = timedelta(minutes=2)  # that a game is due, and nobody has begun it
UNTAKEN: Final = timedelta(minutes=2)  # without a message that a worker has taken, while beat sends
MISSED: Final = timedelta(hours=1)  # that a process is missed which went without a word
JUST: Final = timedelta(minutes=15)  # that a call that brought no answer is news
SEVERAL: Final = 3  # calls to a model that brought no answer
MOST_GAMES: Final = 20
UNSENT: Final = 2  # tries in a row that did not reach who is told of alerts
A_DAY: Final = timedelta(days=1)  # that a game which came out otherwise is told
LITTLE_SPACE: Final = 200 * 2**20  # bytes, as for the doctor


class Kind(StrEnum):
    """What may be wrong."""

    NOBODY_PLAYS = "nobody-plays"
    BEAT_SILENT = "beat-silent"
    MESSAGES_UNTAKEN = "messages-untaken"
    PROCESS_LOST = "process-lost"
    GAMES_UNBEGUN = "games-unbegun"
    CALLS_STOPPED = "calls-stopped"
    CAP_REACHED = "cap-reached"
    CAP_NEAR = "cap-near"
    PROVIDER_FAILING = "provider-failing"
    SEASON_STOPPED = "season-stopped"
    SEASON_LATE = "season-late"
    SERIES_WAITING = "series-waiting"
    GAME_HELD_UP = "game-held-up"
    GAME_DIVERGED = "game-diverged"
    DISK_FULL = "disk-full"
    ALERTS_UNSENT = "alerts-unsent"


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that is wrong: what it is about by its public name ("" where there is one of its kind), in a sentence,
    what to do, since when as far as that is known, and where more is told."""

    kind: Kind
    about: str
    told: str
    cure: str
    since: datetime | None = None
    url: str = ""

    @property
    def key(self) -> str:
        """What it is called: nothing else that is wrong is called so."""
        return f"{self.kind}:{self.about}"


def wrong_now(*, now: datetime) -> tuple[Wrong, ...]:
    """All that is wrong, what stops the whole league first. A fixed number of queries."""
    signs, stands = signs_told(now=now), stands_told(now=now)
    return wrong_of(
        signs=signs,
        stands=stands,
        queue=queue_told(now=now),
        spending=spending_told(stands, now=now),
        stopped=stopped_told(),
        failing=calls_told(now=now, visitor=None),
        now=now,
    )


def wrong_of(
    *,
    signs: Sequence[Sign],
    stands: Sequence[SeasonStand],
    queue: Queue,
    spending: Sequence[Spending],
    stopped: str,
    failing: Sequence[Failing],
    now: datetime,
) -> tuple[Wrong, ...]:
    """The same of what was read already. Four queries more."""
    return (
        *_of_processes(signs, queue, stands, now),
        *_of_money(spending, stopped),
        *_of_providers(failing, now),
        *_of_seasons(stands),
        *_of_series(),
        *_of_games(now),
        *_of_disk(),
        *_of_alerts(),
    )


def _of_processes(signs: Sequence[Sign], queue: Queue, stands: Sequence[SeasonStand], now: datetime) -> Iterator[Wrong]:
    workers = living(signs, ProcessKind.WORKER)
    playing = [*workers, *living(signs, ProcessKind.SEASON)]
    beats = living(signs, ProcessKind.BEAT)
    last = {kind: max((sign.seen_at for sign in signs if sign.kind == kind), default=None) for kind in ProcessKind}
    is_late = queue.oldest_due_at is not None and now - queue.oldest_due_at > LATE
    if not playing and (queue.games or any(stand.is_running for stand in stands)):
        heard = last[ProcessKind.WORKER]
        told = f"No worker has given a sign since {heard:%H:%M:%S} UTC" if heard else "No worker has given a sign"
        cure = "Start one (celery --app league.celery worker), or the site where everything is in one process (serve)."
        yield Wrong(Kind.NOBODY_PLAYS, "", f"{told}, and there are games to be played.", cure, heard)
    others = [*workers, *living(signs, ProcessKind.WEB)]
    if not beats and any(
        now - sign.started_at > SILENT for sign in others
    ):  # beat sends when it has begun, not at once
        heard = last[ProcessKind.BEAT]
        told = f"Beat has sent nothing since {heard:%H:%M:%S} UTC" if heard else "Beat has sent nothing"
        cure = "Start it, exactly one (celery --app league.celery beat); where it runs, look at the broker."
        yield Wrong(Kind.BEAT_SILENT, "", f"{told}: nothing opens by itself, slots are missed.", cure, heard)
    taken = max((sign.worked_at for sign in workers if sign.worked_at), default=None)
    began = min((sign.started_at for sign in workers), default=now)
    if beats and workers and now - max(taken or began, began) > UNTAKEN:
        told = f"No worker has taken a message for {ago(max(taken or began, began), now)}, though beat sends."
        yield Wrong(
            Kind.MESSAGES_UNTAKEN, "", told, "Look at the broker and the workers' logs; start them anew.", taken
        )
    for sign in signs:
        if sign.is_lost and now - sign.seen_at < MISSED and not _is_replaced(sign, signs):
            held = (
                f"; it held {sign.games} game{'' if sign.games == 1 else 's'}, which others take over"
                if sign.games
                else ""
            )
            how = "is gone without a word" if sign.stand == "dead" else "has given no sign"
            told = f"{sign.name.capitalize()} on {sign.host} {how} since {sign.seen_at:%H:%M:%S} UTC{held}."
            cure = "Look at its log and start it anew; where that is meant, this goes by itself within the hour."
            yield Wrong(Kind.PROCESS_LOST, sign.ident, told, cure, sign.seen_at)
    if is_late and playing and queue.oldest_due_at is not None:
        number = f"{queue.games} game{' is' if queue.games == 1 else 's are'}"
        told = f"{number} due and not begun, the first for {ago(queue.oldest_due_at, now)}."
        cure = "Where the workers are full start another, or raise LEAGUE_GAMES_PER_WORKER."
        yield Wrong(Kind.GAMES_UNBEGUN, "", told, cure, queue.oldest_due_at)


def _is_replaced(sign: Sign, signs: Sequence[Sign]) -> bool:
    """Whether another of its kind lives there that began since something was last heard of it. Which of several that
    run side by side began first says nothing: each of them is missed."""
    return any(
        each.is_living and each.kind == sign.kind and each.host == sign.host and each.started_at > sign.seen_at
        for each in signs
    )


def _of_money(spending: Sequence[Spending], stopped: str) -> Iterator[Wrong]:
    if stopped:
        told = f"All calls to providers are stopped: {stopped}."
        url = reverse("admin:games_killswitch_changelist")
        yield Wrong(Kind.CALLS_STOPPED, "", told, "Allow them again under Kill switch in the admin.", url=url)
    for each in spending:
        name = f"{each.scope}:{each.name}"
        if each.stopped:
            told = f"Calls to the {each.scope} {each.name} are stopped: {each.stopped}."
            yield Wrong(Kind.CALLS_STOPPED, name, told, "Allow them again under Budgets in the admin.", url=each.url)
        if each.cap is not None and (each.is_reached or each.is_near):
            kind, how = (Kind.CAP_REACHED, "reached") if each.is_reached else (Kind.CAP_NEAR, "nearly reached")
            whose = f"the {each.scope} {each.name}"
            told = f"The cap of {whose} is {how}: {in_dollars(each.bound)} of {in_dollars(each.cap)}."
            by_day = " The next day has its own." if each.scope == "day" else ""
            yield Wrong(kind, name, told, f"Raise it where that is meant.{by_day}", url=each.url)


def _of_providers(failing: Sequence[Failing], now: datetime) -> Iterator[Wrong]:
    for each in failing:
        if each.calls >= SEVERAL and now - each.last_at < JUST:
            told = (
                f"{each.calls} calls to {each.model} ({each.provider}) brought no answer within the day, the last one "
            )
            said = f": {each.error}" if each.error else ""
            cure = "They are tried again by themselves; where it lasts, substitute the model or pause what plays it."
            about = f"{each.provider}:{each.model}"
            yield Wrong(
                Kind.PROVIDER_FAILING, about, f"{told}at {each.last_at:%H:%M:%S} UTC{said}.", cure, each.last_at
            )


def _of_seasons(stands: Sequence[SeasonStand]) -> Iterator[Wrong]:
    for stand in stands:
        why = stand.waiting.rstrip(".")
        if stand.is_stopped:
            told = f"{stand.name} is paused: {why}."
            cure = f"Mend that, then resume it: on its page, or by season {stand.slug} resume at a command line."
            yield Wrong(Kind.SEASON_STOPPED, stand.slug, told, cure, stand.since, stand.url)
        elif stand.is_late:
            told = f"{stand.name} was to begin, and cannot: {why}."
            cure = f"Mend that: it begins by itself then; season {stand.slug} start begins it at once."
            yield Wrong(Kind.SEASON_LATE, stand.slug, told, cure, None, stand.url)


def _of_series() -> Iterator[Wrong]:
    """One query."""
    for each in Series.objects.exclude(status=SeriesStatus.ENDED).exclude(waiting="").order_by("slug")[:MOST_GAMES]:
        if each.waiting.startswith(BY_HAND):
            continue
        told = f"The next season of {each.name} has not opened: {each.waiting.rstrip('.')}."
        cure = f"Mend that; it opens by itself, or by series {each.slug} resume where it is paused."
        yield Wrong(Kind.SERIES_WAITING, each.slug, told, cure, None, reverse("series", args=[each.slug]))


def _of_games(now: datetime) -> Iterator[Wrong]:
    """Two queries."""
    held = Game.objects.filter(status__in=(Game.Status.RUNNING, Game.Status.PAUSED)).exclude(waiting="")
    held = held.exclude(waiting=WITH_ITS_SEASON).exclude(waiting__startswith="paused").order_by("started_at", "pk")
    for game in held.select_related("fixture__season")[:MOST_GAMES]:
        if about(game.waiting) == "limits":
            continue  # it is asked as fast as it may be
        told = f"{game_name(game)} ({game.public_id}) does not go on: {game.waiting.rstrip('.')}."
        cure = "It is tried again by itself; its page says when, and what can be done to it."
        url = reverse("game", args=[game.public_id])
        yield Wrong(Kind.GAME_HELD_UP, game.public_id, told, cure, None, url)
    # Its fixture lets go of it within seconds, and nobody may have looked by then; it has no time of end.
    unsettled = Q(fixture__isnull=False, fixture__recorded_at__isnull=True)
    diverged = Game.objects.filter(Q(due_at__gte=now - A_DAY) | unsettled, status=Game.Status.DIVERGED)
    for game in with_seasons(diverged).select_related("fixture__season").order_by("-pk")[:MOST_GAMES]:
        told = f"{game_name(game)} ({game.public_id}) came out otherwise when it was played again, and was set aside."
        cure = "A worker of another release, or a fault of the rules: play it again (replay), and look at the log."
        yield Wrong(Kind.GAME_DIVERGED, game.public_id, told, cure, None, reverse("game", args=[game.public_id]))


def _of_disk() -> Iterator[Wrong]:
    try:
        free = disk_usage(settings.LEAGUE_DATA_DIR).free
    except OSError:
        return
    if free < LITTLE_SPACE:
        told = f"The disk of {settings.LEAGUE_DATA_DIR} has {free // 2**20} MiB left."
        cure = "Make room: below “Bytes by season”, or by prune SEASON, something may go."
        yield Wrong(Kind.DISK_FULL, "", told, cure)


def _of_alerts() -> Iterator[Wrong]:
    """One query."""
    unsent = Q(failures__gte=UNSENT) | Q(means=Means.MAIL)
    for each in Addressee.objects.filter(unsent, is_active=True).order_by("slug"):
        if each.hindrance:
            why, _, cure = each.hindrance.partition(": ")
            told = f"Alerts to {each.slug} cannot be relied on: {why}."
            cure = f"{capfirst(cure)}, for every process alike; then `alerts test {each.slug}` tries it."
            yield Wrong(Kind.ALERTS_UNSENT, each.slug, told, cure, None, reverse("desk"))
        if each.hindrance or each.failures < UNSENT:
            continue
        told = f"Alerts to {each.slug} could not be sent, {each.failures} times in a row: {each.error.rstrip('.')}."
        cure = f"They are tried again by themselves; `alerts test {each.slug}` tries it at once."
        yield Wrong(Kind.ALERTS_UNSENT, each.slug, told, cure, each.sent_at, reverse("desk"))
