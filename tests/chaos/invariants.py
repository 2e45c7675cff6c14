"""What holds whatever happened. Law: each is a function that returns what breaks it, in sentences; none looks away from
what it cannot explain.

Another invariant is another function in ALL.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.db.models import Count, Max, Min, Q, Sum
from redis import Redis

from games.hosting.verbs import replay_game
from games.models import Account, Answer, Call, Event, Game, Outbox, Seat
from games.models.call import UNSURE, CallPurpose
from league.models import Fixture, Season, Standing
from league.results.standings import recompute
from tests.chaos.site import Site
from tests.chaos.watching import Seen

LONGEST_ALONE: Final = 20.0  # seconds
LONGEST_WHERE_ALL_DIE: Final = 90.0  # where whoever takes a game may die at it, and the next one, too
RECOVERED: Final = 1.0  # seconds after a server answers again, from which on every page must
TRACEBACK: Final = "Traceback (most recent call last)"


# Which calls draw on an account of a scope, by its name.
DRAWN: Final[Mapping[str, Callable[[str], Q]]] = {
    Account.Scope.GAME: lambda name: Q(game__public_id=name) & ~Q(purpose=CallPurpose.REFLECTION),
    Account.Scope.LEARNING: lambda name: Q(game__terms__season=name, purpose=CallPurpose.REFLECTION),
    Account.Scope.SEASON: lambda name: Q(game__terms__season=name) | Q(season=name),
    Account.Scope.DAY: lambda name: Q(),
    Account.Scope.MODEL: lambda name: Q(language_model__slug=name),
    Account.Scope.PROVIDER: lambda name: Q(provider=name),
}


@dataclass(slots=True)
class Story:
    """What was done and seen, for whoever judges it."""

    site: Site
    seen: Seen
    games: int
    hit: dict[str, int] = field(default_factory=dict)


Invariant = Callable[[Story], Iterable[str]]


# --- games -----------------------------------------------------------------------------------------------------------


def every_game_is_finished_once(story: Story) -> Iterable[str]:
    season = Season.objects.get(slug="chaos")
    if season.status != Season.Status.FINISHED:
        yield f"the season is {season.status}: {season.waiting}"
    statuses = Counter(Game.objects.values_list("status", flat=True))
    if statuses != {Game.Status.FINISHED: story.games}:
        yield f"games by status: {dict(statuses)}, wanted {story.games} finished"


def every_ledger_is_gapless(story: Story) -> Iterable[str]:
    ledgers = Event.objects.values("game").annotate(first=Min("seq"), last=Max("seq"), rows=Count("pk"))
    for row in ledgers:
        if (row["first"], row["last"]) != (1, row["rows"]):
            yield f"game {row['game']}: events {row['first']} to {row['last']} in {row['rows']} rows"
    for game in Game.objects.all():
        if game.last_seq != game.events.count():
            yield f"game {game.public_id}: last event {game.last_seq} of {game.events.count()}"


def every_game_replays_identical(story: Story) -> Iterable[str]:
    for game in Game.objects.filter(status=Game.Status.FINISHED):
        report = replay_game(game=game)
        if not report.is_identical:
            yield f"game {game.public_id} differs at event {report.seq}: {report.message}"


def no_question_is_answered_twice(story: Story) -> Iterable[str]:
    twice = Answer.objects.values("game", "poll", "seat").annotate(rows=Count("pk")).filter(rows__gt=1)
    yield from (f"answered {row['rows']} times: {row}" for row in twice)


def nothing_is_stuck(story: Story) -> Iterable[str]:
    if held := Game.objects.filter(lease_owner__isnull=False).count():
        yield f"{held} games are held, though over"
    if still_open := Call.objects.filter(status__in=Call.OPEN).count():
        yield f"{still_open} calls have no end"
    if reserved := Account.objects.exclude(reserved=0).count():
        yield f"{reserved} accounts have something reserved"
    if marked := Outbox.objects.count():
        yield f"{marked} games are not sent to the streams"


# --- the season ------------------------------------------------------------------------------------------------------


def every_result_is_counted_once(story: Story) -> Iterable[str]:
    if left := Fixture.objects.filter(recorded_at__isnull=True).count():
        yield f"{left} results are not recorded"
    counted = Standing.objects.aggregate(games=Sum("games"))["games"] or 0
    seats = Seat.objects.count()
    if counted != seats:
        yield f"standings count {counted} seats of {seats}"
    for difference in recompute(season=Season.objects.get(slug="chaos")):
        yield f"standings were wrong: {difference}"


# --- money -----------------------------------------------------------------------------------------------------------


def every_request_has_its_call(story: Story) -> Iterable[str]:
    rows = story.site.provider.counter()["rows"]
    heard = Counter(row["client_id"] for row in rows)
    calls = dict(Call.objects.values_list("ident", "status"))
    if strange := set(heard) - set(calls):
        yield f"{len(strange)} requests have no call"
    if again := [ident for ident, times in heard.items() if times > 1]:
        yield f"{len(again)} calls left more than once"
    unheard = {ident: status for ident, status in calls.items() if ident not in heard}
    if untrue := [ident for ident, status in unheard.items() if status == Call.Status.ANSWERED]:
        yield f"{len(untrue)} calls were answered by nobody"
    answered = sum(status == Call.Status.ANSWERED for status in calls.values())
    asked_for = Answer.objects.aggregate(tries=Sum("tries"))["tries"] or 0
    if answered < asked_for:
        yield f"{asked_for} tries stand in answers, and only {answered} calls were answered"


def nothing_is_spent_beside_the_books(story: Story) -> Iterable[str]:
    billed = story.site.provider.cost()
    spent = Call.objects.aggregate(sum=Sum("cost"))["sum"] or Decimal(0)
    if spent < billed:
        yield f"{spent} is in the ledger, and {billed} was billed"
    yield from accounts_beside_their_calls()


def accounts_beside_their_calls() -> Iterable[str]:
    """The accounts that say otherwise than the calls that drew on them. Days are taken together: a call is intended on
    one and written on the next."""
    told: defaultdict[tuple[str, str], list[Account]] = defaultdict(list)
    for account in Account.objects.order_by("pk"):
        told[account.scope, "" if account.scope == Account.Scope.DAY else account.name].append(account)
    for (scope, name), accounts in told.items():
        calls = Call.objects.filter(DRAWN[scope](name))
        cost = calls.aggregate(sum=Sum("cost"))["sum"] or Decimal(0)
        bound = calls.filter(UNSURE).aggregate(sum=Sum("cost"))["sum"] or Decimal(0)
        spent = sum((account.spent for account in accounts), Decimal(0))
        unsure = sum((account.unsure for account in accounts), Decimal(0))
        if (spent, unsure) != (cost, bound):
            yield f"the account of {scope} {name} says {spent}, of it unsure {unsure}; its calls {cost} and {bound}"


# --- the site --------------------------------------------------------------------------------------------------------


def no_game_is_long_without_a_host(story: Story) -> Iterable[str]:
    everybody_dies = "deaths at commits" in story.hit or story.hit.get("kills", 0) > 20 * len(story.site.at_work)
    longest = LONGEST_WHERE_ALL_DIE if everybody_dies else LONGEST_ALONE
    for game, seconds in story.seen.hostless.items():
        if seconds > longest:
            yield f"game {game} was without a host for {seconds:.1f} s"


def no_transactions_wait_for_each_other(story: Story) -> Iterable[str]:
    if found := deadlocks(story):
        yield f"{found} deadlocks in the server's log"


def no_log_has_a_traceback(story: Story) -> Iterable[str]:
    for name, log in story.site.logs().items():
        if TRACEBACK in log or '"exception": [' in log or '"exception":[' in log:
            at = re.search(re.escape(TRACEBACK) + r'|"exception": ?\[', log)
            begin = log.rfind("\n", 0, at.start()) if at else 0
            yield f"{name}: {log[begin : begin + 1500]}"


def no_page_fails(story: Story) -> Iterable[str]:
    """500 never; 503 only while the database is away and nothing came only then."""
    away = [(began, ended + RECOVERED) for began, ended in story.site.database_away]
    for visit in story.seen.visits:
        was_away = any(visit.at <= ended and visit.at + visit.seconds >= began for began, ended in away)
        if visit.status == 500 or (not was_away and not 200 <= visit.status < 500):
            yield f"{visit.path}: {visit.status} after {visit.seconds:.1f} s"


def the_streams_tell_every_event(story: Story) -> Iterable[str]:
    """What Redis forgot when it was restarted is sent again only for games that moved since: theirs must be whole."""
    redis = Redis.from_url(story.site.redis.url)
    for game in Game.objects.all():
        length = redis.xlen(f"game.{game.public_id}.public")
        public = game.events.filter(public_seq__isnull=False).count()
        if length not in (0, public):
            yield f"game {game.public_id}: {length} of {public} public events in its stream"


ALL: Final[tuple[Invariant, ...]] = (
    every_game_is_finished_once,
    every_ledger_is_gapless,
    every_game_replays_identical,
    no_question_is_answered_twice,
    nothing_is_stuck,
    every_result_is_counted_once,
    every_request_has_its_call,
    nothing_is_spent_beside_the_books,
    no_game_is_long_without_a_host,
    no_transactions_wait_for_each_other,
    no_log_has_a_traceback,
    no_page_fails,
    the_streams_tell_every_event,
)


def deadlocks(story: Story) -> int:
    return story.site.database.log.read_text("utf-8", errors="replace").count("deadlock detected")


def figures(story: Story) -> dict[str, Any]:
    """What there was, in numbers."""
    calls = Counter(Call.objects.values_list("status", flat=True))
    logs = story.site.logs()
    lost = sum(log.count("was lost to another host") for log in logs.values())
    slowest = max((visit.seconds for visit in story.seen.visits), default=0.0)
    return {
        **story.hit,
        "games": story.games,
        "finished": Game.objects.filter(status=Game.Status.FINISHED).count(),
        "calls": dict(calls),
        "requests": story.site.provider.counter()["requests"],
        "deadlocks": deadlocks(story),
        "longest without a host": round(max(story.seen.hostless.values(), default=0.0), 1),
        "tracebacks": sum(log.count(TRACEBACK) + log.count('"exception": [') for log in logs.values()),
        "warnings": sum(len(re.findall(r'"level": ?"(?:warning|error)"', log)) for log in logs.values()),
        "games lost to another host": lost,
        "longest log": max((len(log) for log in logs.values()), default=0),
        "pages": {str(status): number for status, number in sorted(story.seen.statuses.items())},
        "slowest page": round(slowest, 1),
    }
